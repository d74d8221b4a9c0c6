//! Where rules meet the game: `on Pace of me`, `before Advance.go by enemy unit mover at me`.

use super::conditions::holds;
use super::contribs::Place;
use super::english::{capital, list};
use super::refs::As;
use super::said::Said;
use super::voice::Voice;
use super::words::Sort;
use crate::syntax::{Line, Node, Rule};

impl Voice<'_> {
    /// A line that says where a rule meets the game, and what it does there.
    pub fn attach(&self, n: &Node, line: Option<&Line>) -> Said {
        let names: Vec<String> = n
            .all(Rule::pattern)
            .filter_map(|p| p.find(Rule::pattern_head))
            .filter_map(|h| h.find(Rule::name_ref)?.find(Rule::name))
            .map(|x| self.name(x))
            .collect();
        let deed = names.first().filter(|x| names.len() == 1 && matches!(self.words.sort(x), Sort::Action | Sort::Deed));
        let before = deed.map(|x| self.deed.replace(Some(x.clone())));
        let said = self.meets(n, line);
        if let Some(b) = before {
            *self.deed.borrow_mut() = b;
        }
        said
    }

    fn meets(&self, n: &Node, line: Option<&Line>) -> Said {
        let span = line.map_or(n.span, |l| l.span);
        let body = n.find(Rule::body);
        let below = line.map_or(&[][..], |l| &l.below);
        let moods: Vec<&Node> = n.all(Rule::mood).collect();
        let guard = |v: &Self| n.find(Rule::guard).map_or(String::new(), |g| v.guard(g));
        let overs = self.overs(n);
        let at = n.find(Rule::at_place).and_then(Node::first).map(|k| k.rule);
        let places: Vec<Place> = n.all(Rule::pattern).map(|p| self.place(p)).collect();
        let during: String = n.all(Rule::pattern).filter_map(|p| p.find(Rule::during)).map(|d| self.during(d)).collect();
        let mut offer = self.moods(&moods);
        if self.offer && offer.is_empty() {
            offer = "if its player wishes".into();
        }
        if let (Some(Rule::on), Some(contribs)) = (at, body.and_then(|b| b.find(Rule::contribs))) {
            let place = together(places);
            let changes: Vec<String> = contribs.all(Rule::contrib).map(|c| self.contrib(c, &place)).collect();
            let mut text = format!("{}{during}{}", changes.join(", and "), guard(self));
            if !offer.is_empty() {
                text = format!("{offer}, {text}");
            }
            return Said::new(format!("{text}{overs}"), span);
        }
        let word = match at {
            Some(Rule::before) => "before",
            Some(Rule::after) => "after",
            Some(Rule::instead) => "instead of",
            Some(Rule::anytime) => "at any time in",
            _ => "at",
        };
        let nouns: Vec<String> = merged(places.into_iter().map(|p| p.noun).collect());
        let mut text = format!("{word} {}{during}{overs}", list(&nouns, "or"));
        if let Some(g) = n.find(Rule::guard) {
            text = format!("{text},{}", self.guard(g).replacen(" when ", " if ", 1));
        }
        if !offer.is_empty() {
            text = format!("{text}, {offer}");
        }
        Said::opening(text, self.body(body, below), span)
    }

    /// The moment a move brings somebody near.
    pub fn comes(&self, n: &Node, line: &Line) -> Said {
        let who = n.find(Rule::selector).map_or(String::new(), |s| self.described(s, As::A));
        let far = n.find(Rule::sum_expr).map_or(String::new(), |s| self.sum(s));
        let to = n.find(Rule::r#ref).map_or(String::new(), |r| self.thing(r));
        let guard = n.find(Rule::guard).map_or(String::new(), |g| self.guard(g).replacen(" when ", ", if ", 1));
        let moods: Vec<&Node> = n.all(Rule::mood).collect();
        let offer = self.moods(&moods);
        let offer = if offer.is_empty() { offer } else { format!(", {offer}") };
        Said::opening(
            format!("as soon as {who} comes within {far} of {to}{guard}{offer}"),
            self.body(n.find(Rule::body), &line.below),
            line.span,
        )
    }

    fn body(&self, body: Option<&Node>, below: &[Line]) -> Vec<Said> {
        let mut out = Vec::new();
        for k in body.iter().flat_map(|b| &b.kids) {
            match k.rule {
                Rule::contribs => out.extend(k.all(Rule::contrib).map(|c| Said::new(self.contrib(c, &Place::here()), c.span))),
                _ => out.extend(self.stmts(k)),
            }
        }
        out.extend(self.block(below));
        out
    }

    fn moods(&self, moods: &[&Node]) -> String {
        let mut out = Vec::new();
        for m in moods {
            if let Some(l) = m.find(Rule::limit) {
                out.push(self.limit(l));
            } else if m.has(Rule::limit_unit) {
                let unit = m.find(Rule::limit_unit).map_or("", |u| self.text(u));
                let whose = m.find(Rule::word).map_or(String::new(), |w| format!(" of a {}", self.text(w)));
                out.push(format!("the first time per {unit}{whose}"));
            } else {
                out.push("if its player wishes".into());
            }
        }
        out.join(", ")
    }

    /// Before, after or instead of which others a rule is carried out.
    fn overs(&self, n: &Node) -> String {
        let mut out = String::new();
        for (word, said) in [("over", "overruling"), ("before", "ahead of"), ("after", "following")] {
            let names: Vec<String> = n
                .all(Rule::over)
                .filter(|o| self.text(o).split_whitespace().next() == Some(word))
                .filter_map(|o| o.find(Rule::name))
                .map(|x| self.name(x))
                .collect();
            if !names.is_empty() {
                out = format!("{out}, {said} {}", list(&names, "and"));
            }
        }
        out
    }

    /// A pattern as a place.
    pub fn place(&self, n: &Node) -> Place {
        let cost = n.has(Rule::pattern_words);
        let head = n.find(Rule::pattern_head).and_then(|h| h.find(Rule::name_ref));
        let name = head.and_then(|h| h.find(Rule::name)).map(|x| self.name(x));
        let mut step = head.and_then(|h| h.find(Rule::member)).map(|m| self.text(m).trim_start_matches('.').to_owned());
        let any = n.has(Rule::any_place);
        let every = n.find(Rule::any_place).map(|a| {
            let words: Vec<&str> = a.all(Rule::word).map(|w| self.text(w)).collect();
            step = words.get(1).map(|w| (*w).to_owned());
            format!("any {}", words.first().copied().unwrap_or(""))
        });
        let roles: Vec<(String, String)> = n.all(Rule::pattern_role).map(|r| self.role(r)).collect();
        let mine = n.find(Rule::pattern_role).is_some_and(|r| r.has(Rule::my_sel));
        let params =
            head.and_then(|h| h.find(Rule::params)).map_or(String::new(), |p| format!(" {}", self.text(p).trim_matches(['(', ')'])));
        let name = format!("{}{params}", name.or(every).unwrap_or_default());
        let sort = self.words.sort(&name);
        let noun = match (&step, cost) {
            (Some(step), _) => format!("the {} step of {}", capital(step), self.put(&name, &roles, true)),
            (None, true) => format!("the cost of {}", self.put(&name, &roles, true)),
            (None, false) if any => format!("{name}{}", roles.iter().map(|(p, w)| format!(" {p} {w}")).collect::<String>()),
            (None, false) => self.put(&name, &roles, false),
        };
        let holds_too = (sort == Sort::Condition).then(|| (holds(&name, &roles, false), holds(&name, &roles, true)));
        let tail: String = roles.iter().skip(1).map(|(p, w)| format!(" {p} {w}")).collect();
        let ignored = match roles.first() {
            Some((_, who)) if mine => Some(format!("{who} ignores {name}{tail}")),
            Some(_) => Some(format!(
                "{name} is ignored{}",
                roles.iter().map(|(p, w)| format!(" {} {w}", if p == "of" || p == "by" { "for" } else { p })).collect::<String>()
            )),
            None => Some(format!("{name} is ignored")),
        };
        Place { noun, here: false, holds: holds_too, ignored }
    }

    /// A blank of a pattern.
    pub fn role(&self, n: &Node) -> (String, String) {
        let prep = n.find(Rule::prep).map_or("", |p| self.text(p)).to_owned();
        let Some(k) = n.kids.iter().find(|k| k.rule != Rule::prep) else { return (prep, String::new()) };
        let text = match k.rule {
            Rule::my_sel => {
                let who = k.find(Rule::my).map_or_else(|| self.me.clone(), |m| self.thing(m));
                let words: Vec<String> = k.all(Rule::adjective).map(|x| self.adjective(x)).collect();
                match who.strip_prefix("this ") {
                    Some(rest) if !words.is_empty() => format!("this {} {rest}", words.join(" ")),
                    _ => format!("{}{who}", words.iter().map(|w| format!("{w} ")).collect::<String>()),
                }
            }
            Rule::selector_role => self.described(k, As::A),
            _ => self.thing(k),
        };
        (prep, text)
    }

    pub fn forbid(&self, n: &Node) -> Said {
        let names = n.find(Rule::forbid_list).map_or_else(Vec::new, |l| l.all(Rule::name).map(|x| self.name(x)).collect::<Vec<_>>());
        let roles: Vec<(String, String)> = n.all(Rule::pattern_role).map(|r| self.role(r)).collect();
        let during = n.find(Rule::during).map_or(String::new(), |d| self.during(d));
        let guard = n.find(Rule::guard).map_or(String::new(), |g| self.guard(g));
        let what = match n.find(Rule::any_action).and_then(|a| a.find(Rule::word)) {
            Some(w) if names.is_empty() => format!("any {}", self.text(w)),
            Some(w) => format!("any {} other than {}", self.text(w), list(&names, "or")),
            None => list(&names, "or"),
        };
        let (who, rest): (Vec<_>, Vec<_>) = roles.into_iter().partition(|(p, _)| p == "by");
        let tail: String = rest.iter().map(|(p, w)| format!(" {p} {w}")).collect();
        let text = match who.first() {
            Some((_, who)) => format!("{who} cannot perform {what}{tail}{during}{guard}"),
            None => format!("nobody can perform {what}{tail}{during}{guard}"),
        };
        Said::new(text, n.span)
    }
}

/// Several places as one.
fn together(mut places: Vec<Place>) -> Place {
    match places.len() {
        0 => Place::here(),
        1 => places.remove(0),
        _ => {
            let pair = |f: &dyn Fn(&(String, String)) -> String| places.iter().filter_map(|p| p.holds.as_ref().map(f)).collect::<Vec<_>>();
            let holds = places
                .iter()
                .all(|p| p.holds.is_some())
                .then(|| (list(&pair(&|h| h.0.clone()), "and"), list(&pair(&|h| h.1.clone()), "and")));
            let ignored: Vec<String> = merged_by(places.iter().filter_map(|p| p.ignored.clone()).collect(), " is ignored", " are ignored");
            let nouns = merged(places.into_iter().map(|p| p.noun).collect());
            Place { noun: list(&nouns, "and"), here: false, holds, ignored: Some(list(&ignored, "and")) }
        }
    }
}

fn merged_by(all: Vec<String>, one: &str, many: &str) -> Vec<String> {
    if all.len() > 1 && all.iter().all(|t| t.ends_with(one)) {
        let names: Vec<String> = all.iter().map(|t| t.trim_end_matches(one).to_owned()).collect();
        return vec![format!("{}{many}", list(&names, "and"))];
    }
    all
}

/// `the Go step of A by X` and `the Go step of B by X` are `the Go step of A or B by X`.
fn merged(nouns: Vec<String>) -> Vec<String> {
    if nouns.len() < 2 {
        return nouns;
    }
    let parts: Vec<Vec<&str>> = nouns.iter().map(|n| n.split(' ').collect()).collect();
    let least = parts.iter().map(Vec::len).min().unwrap_or(0);
    let same = |f: &dyn Fn(&Vec<&str>, usize) -> Option<String>| {
        (0..least).take_while(|i| parts.iter().all(|p| f(p, *i) == parts.first().and_then(|q| f(q, *i)))).count()
    };
    let front = same(&|p, i| p.get(i).map(|w| (*w).to_owned()));
    let back = same(&|p, i| p.iter().rev().nth(i).map(|w| (*w).to_owned())).min(least.saturating_sub(front));
    // the same but for names in the middle, with a word in common after them
    if back < 2 {
        return nouns;
    }
    let middle: Vec<String> = parts.iter().filter_map(|p| p.get(front..p.len() - back)).map(|w| w.join(" ")).collect();
    if middle.iter().any(|m| m.is_empty() || m.contains(',')) {
        return nouns;
    }
    let Some(first) = parts.first() else { return nouns };
    let start = first.get(..front).unwrap_or(&[]).join(" ");
    let end = first.get(first.len() - back..).unwrap_or(&[]).join(" ");
    vec![format!("{start} {} {end}", list(&middle, "or")).trim().to_owned()]
}
