//! Things: `me`, `the target`, a unit's leader, and descriptions of them.

use super::english::{CLOSE, a, list, of, plural, whose};
use super::voice::Voice;
use super::words::Sort;
use crate::syntax::{Node, Rule};

/// How a description begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum As {
    /// `a unit`
    A,
    /// `the unit`
    The,
    /// `units`
    Many,
    /// `unit`
    Bare,
}

impl Voice<'_> {
    /// A thing that is spoken of.
    pub fn thing(&self, n: &Node) -> String {
        match n.rule {
            Rule::me => self.me.clone(),
            Rule::my => {
                let word = n.first().map_or("", |w| self.text(w));
                if self.me == format!("this {word}") { self.me.clone() } else { of(&self.me, word) }
            }
            Rule::it => "it".into(),
            Rule::this_ref => format!("this {}", n.first().map_or("", |w| self.text(w))),
            Rule::line_ref => {
                let ends: Vec<String> = n.all(Rule::r#ref).map(|r| self.thing(r)).collect();
                let long = n.find(Rule::sum_expr).map_or(String::new(), |s| format!(", {} long", self.sum(s)));
                format!("the line from {}{long}", ends.join(" through "))
            }
            Rule::spot_ref => {
                let far = n.find(Rule::sum_expr).map_or(String::new(), |s| self.far(s));
                let refs: Vec<String> = n.all(Rule::r#ref).map(|r| self.thing(r)).collect();
                match refs.as_slice() {
                    [from, to] => {
                        let way = n.find(Rule::spot_way).map_or("towards", |w| self.text(w));
                        format!("the place {far} from {from} {way} {to}")
                    }
                    _ if self.text(n).contains(" behind ") => format!("the place {far} behind {}", refs.concat()),
                    _ => format!("the place {far} ahead of {}", refs.concat()),
                }
            }
            Rule::the_one => self.one_of(n, Rule::selector, As::The),
            Rule::place_ref => self.text(n).replace(',', " by "),
            Rule::accessor => {
                let owner = n.find(Rule::r#ref).map_or(String::new(), |r| self.thing(r));
                let word = n.find(Rule::word).map(|w| self.text(w));
                match word {
                    Some(word) => of(&owner, word),
                    None => {
                        let of_whom = owner.strip_suffix("'s side").or_else(|| owner.strip_suffix(" side")).unwrap_or(&owner);
                        let of_whom = if of_whom == "its" { "it" } else { of_whom };
                        if owner == "the side" {
                            "the opposing side".into()
                        } else if owner == "this side" {
                            "this side's opponent".into()
                        } else {
                            of(of_whom.trim_end_matches('\''), "opponent")
                        }
                    }
                }
            }
            Rule::name_ref | Rule::name => self.name(n),
            Rule::local => self.local(self.text(n)),
            Rule::word => self.local(self.text(n)),
            Rule::call => self.call(n, false),
            Rule::sum_of_words => self.sum(n),
            Rule::role_number | Rule::literal | Rule::amount | Rule::dice_term => self.amount(n),
            Rule::r#ref | Rule::deep_ref | Rule::bracket_ref | Rule::operand | Rule::operand_for => match n.first() {
                Some(k) if k.rule == Rule::choice => self.choice(k),
                Some(k) => self.thing(k),
                None => self.plain(n),
            },
            Rule::choice | Rule::expr => self.choice(n),
            Rule::selector => self.description(n, As::A),
            _ => self.plain(n),
        }
    }

    fn one_of(&self, n: &Node, rule: Rule, how: As) -> String {
        n.find(rule).map_or_else(|| self.plain(n), |s| self.description(s, how))
    }

    /// The kind of a description and the word for each.
    pub fn noun(&self, n: &Node) -> (String, Option<String>) {
        let mut words = n.find(Rule::noun).map_or_else(Vec::new, |n| n.all(Rule::word).map(|w| self.text(w).to_owned()).collect());
        let local = if words.len() > 1 { words.pop() } else { None };
        (words.pop().unwrap_or_default(), local)
    }

    /// A description whose word is used afterwards: `an enemy unit, the charger`.
    pub fn described(&self, n: &Node, how: As) -> String {
        let (kind, local) = self.noun(n);
        if local.is_none() && !self.words.is_kind(&kind) && n.kids.len() == 1 {
            self.bind(&kind, kind.clone());
            return kind;
        }
        let word = local.clone().unwrap_or_else(|| kind.clone());
        self.bind(&word, format!("the {word}"));
        let text = self.description_of(n, how, local.as_deref());
        match local {
            Some(w) if !self.text(n).is_empty() => {
                self.bind(&w, format!("the {w}"));
                text
            }
            _ => text,
        }
    }

    /// A description of which nothing is said later: its word is `that unit`.
    pub fn description(&self, n: &Node, how: As) -> String {
        let (kind, local) = self.noun(n);
        match local {
            Some(w) => {
                let before = self.bind(&w, format!("that {kind}"));
                let text = self.description_of(n, how, None);
                self.restore(&w, before);
                text
            }
            None => self.description_of(n, how, None),
        }
    }

    fn description_of(&self, n: &Node, how: As, called: Option<&str>) -> String {
        let (kind, _) = self.noun(n);
        let mut before: Vec<String> = n.all(Rule::adjective).map(|k| self.adjective(k)).filter(|w| !w.is_empty()).collect();
        // nearest and best stand before the noun
        let mut after = Vec::new();
        let mut wheres = Vec::new();
        for r in n.all(Rule::relative) {
            let Some(r) = r.first() else { continue };
            match r.rule {
                Rule::where_r => wheres.push(r.first().map_or(String::new(), |e| self.expr(e))),
                Rule::with_r if r.has(Rule::extreme_r) => {
                    let e = r.find(Rule::extreme_r);
                    let word = e.and_then(|e| e.find(Rule::best_word)).map_or("", |b| self.text(b));
                    let what = e.and_then(|e| e.find(Rule::name_ref)).map_or(String::new(), |x| self.name(x));
                    after.push(format!("with the {word} {what}"));
                }
                _ => after.push(self.relative(r)),
            }
        }
        let many = how == As::Many && !(kind.ends_with('s') && self.words.is_kind(kind.trim_end_matches('s')));
        let noun = if many { plural(&kind) } else { kind };
        before.push(noun);
        let mut text = before.join(" ");
        text = match how {
            As::A => a(&text),
            As::The => format!("the {text}"),
            As::Many | As::Bare => text,
        };
        for part in after {
            text.push(' ');
            text.push_str(&part);
        }
        if let Some(word) = called {
            text = format!("{text}, the {word}{CLOSE}");
        }
        for (i, w) in wheres.iter().enumerate() {
            text.push_str(if i == 0 { " where " } else { " and where " });
            text.push_str(w);
        }
        text
    }

    pub fn adjective(&self, n: &Node) -> String {
        match n.first() {
            Some(k) if k.rule == Rule::not_adj => format!("non-{}", n.find(Rule::name_ref).map_or(String::new(), |x| self.name(x))),
            Some(k) if k.rule == Rule::kw_other => "other".into(),
            Some(k) if k.rule == Rule::allegiance => self.text(k).to_owned(),
            Some(k) if k.rule == Rule::name_list_adj => list(&k.all(Rule::name_ref).map(|x| self.name(x)).collect::<Vec<_>>(), "or"),
            Some(k) if k.rule == Rule::name_ref => self.name(k),
            _ => self.plain(n),
        }
    }

    /// What stands after a noun.
    pub fn relative(&self, r: &Node) -> String {
        let to = || r.find(Rule::r#ref).or_else(|| r.find(Rule::selector)).map_or(String::new(), |x| self.thing(x));
        match r.rule {
            Rule::within_r | Rule::within_p => {
                let far = r.find(Rule::sum_expr).map_or(String::new(), |s| self.far(s));
                let word = if r.has(Rule::no_within) { "not within" } else { "within" };
                if far.contains(" minus ") || far.contains(" plus ") {
                    return format!("{word} a distance of {far} from {}", to());
                }
                format!("{word} {far} of {}", to())
            }
            Rule::touching_r => format!("{}touching {}", if self.text(r).starts_with("not") { "not " } else { "" }, to()),
            Rule::seen_r => format!("seen by {}", to()),
            Rule::other_than => format!("other than {}", to()),
            Rule::of_r => format!("of {}", to()),
            Rule::from_r => format!("from {}", to()),
            Rule::nearest_r => format!("{} {}", if r.has(Rule::kw_furthest) { "furthest from" } else { "nearest to" }, to()),
            Rule::in_r => format!("in {}", r.first().map_or(String::new(), |x| self.thing(x))),
            Rule::carrying_r => format!("carrying {}", r.first().map_or(String::new(), |x| self.thing(x))),
            Rule::with_r => {
                let none = if r.has(Rule::kw_no) { "no " } else { "" };
                let names = r.find(Rule::name_list).map_or_else(Vec::new, |l| self.listed(l));
                format!("with {none}{}", list(&names, "or"))
            }
            Rule::spot => self.spot(r),
            Rule::where_r => format!("where {}", r.first().map_or(String::new(), |e| self.expr(e))),
            Rule::relative => r.first().map_or_else(|| self.plain(r), |k| self.relative(k)),
            _ => self.plain(r),
        }
    }

    pub fn spot(&self, n: &Node) -> String {
        let of_whom = n.find(Rule::r#ref).map_or(String::new(), |x| self.thing(x));
        match (n.find(Rule::side_word), n.find(Rule::degrees)) {
            (Some(w), _) => format!("in {}", of(&of_whom, self.text(w))),
            (_, Some(d)) => format!("in {} {} arc", whose(&of_whom), self.text(d)),
            _ => self.plain(n),
        }
    }

    /// The names of a list.
    pub fn listed(&self, n: &Node) -> Vec<String> {
        n.all(Rule::listed).filter_map(|l| l.find(Rule::name_ref)).map(|x| self.name(x)).collect()
    }

    /// What fills the blanks of a name: `at the target with the gun`.
    pub fn blanks<'n>(&self, roles: impl Iterator<Item = &'n Node>) -> Vec<(String, String)> {
        roles
            .map(|r| {
                let prep = r.find(Rule::prep).map_or("", |p| self.text(p)).to_owned();
                let what = r.filled().or_else(|| r.kids.iter().find(|k| k.rule != Rule::prep)).map_or(String::new(), |f| self.thing(f));
                (prep, what)
            })
            .collect()
    }

    /// A question or deed put by name, as a noun: `the unit's Command`, `Aim by the unit at the target`.
    pub fn call(&self, n: &Node, deed: bool) -> String {
        let name = n.find(Rule::name_ref).map_or(String::new(), |x| self.name(x));
        let keys = n.find(Rule::arguments).map_or_else(Vec::new, |k| k.all(Rule::choice).map(|c| self.choice(c)).collect());
        let blanks = self.blanks(n.all(Rule::role));
        let noun = self.put(&name, &blanks, deed);
        if keys.is_empty() { noun } else { format!("what {noun} gives for {}", list(&keys, "and")) }
    }

    /// A name with its blanks, as a noun.
    pub fn put(&self, name: &str, blanks: &[(String, String)], deed: bool) -> String {
        let sort = self.words.sort(name);
        let tail = |from: usize| blanks.iter().skip(from).map(|(p, w)| format!(" {p} {w}")).collect::<String>();
        let quantity =
            matches!(sort, Sort::Value | Sort::Other | Sort::Condition | Sort::Table | Sort::Ruling) || self.words.is_value(name);
        match blanks.first() {
            Some((p, owner)) if p == "of" && quantity && !deed => format!("{}{}", of(owner, name), tail(1)),
            Some(_) if quantity && !deed => format!("the {name}{}", tail(0)),
            _ => format!("{name}{}", tail(0)),
        }
    }
}
