//! What a variant says of its parents: what is changed, replaced, taken away, and what it was.

use super::english::{capital, list, plural};
use super::voice::Voice;
use crate::syntax::{self, Node, Rule};

impl Voice<'_> {
    /// The sentence of a head that speaks of a parent's declaration.
    pub fn change_of(&self, h: &Node) -> String {
        let target = h.find(Rule::target);
        match h.rule {
            Rule::use_d => {
                let names: Vec<String> = h.all(Rule::name).map(|n| self.name(n)).collect();
                let ruling = names.first().cloned().unwrap_or_default();
                let many = match self.words.readings(&ruling) {
                    Some(2) => "two ".to_owned(),
                    Some(3) => "three ".to_owned(),
                    Some(n) => format!("{n} "),
                    None => String::new(),
                };
                format!("of the {many}readings of {ruling}, {} is used", names.get(1).cloned().unwrap_or_default())
            }
            Rule::remove_d => {
                let others: Vec<String> = h.all(Rule::name).map(|n| self.name(n)).collect();
                let Some(t) = target.filter(|_| !others.is_empty()) else {
                    return format!("{} is taken away", target.map_or(String::new(), |t| self.target(t)));
                };
                let first = t.find(Rule::name).map(|n| self.name(n));
                let all: Vec<String> = first.into_iter().chain(others).collect();
                let word = t.find(Rule::decl_word).map_or("", |w| self.text(w));
                format!("the {} {} are taken away", plural(word), list(&all, "and"))
            }
            _ => {
                let what = target.map_or(String::new(), |t| self.target(t));
                let word = target.and_then(|t| t.find(Rule::decl_word)).map_or("", |w| self.text(w));
                let price = h.find(Rule::price).map_or(String::new(), |p| format!(": it is {}", self.price(p)));
                let base = h
                    .find(Rule::chance_base)
                    .and_then(|b| b.find(Rule::chance_body))
                    .map_or(String::new(), |b| self.chance_body(word, b).replacen(": ", ": it is now this: ", 1));
                let was = h.find(Rule::was).filter(|_| !h.has(Rule::table_pair)).map_or(String::new(), |w| self.was(w));
                format!("{what} is changed{price}{base}{was}")
            }
        }
    }

    /// What is meant: `the action Wait by a unit`, `the list of guns`.
    fn target(&self, t: &Node) -> String {
        let word = t.find(Rule::decl_word).map_or("", |w| self.text(w));
        let own = t.find(Rule::word).map(|w| self.text(w));
        let title = t.find(Rule::name).map(|n| self.name(n));
        let blanks: String = self.head_blanks(t).iter().map(|(p, w)| format!(" {p} {w}")).collect();
        match (word, own, title) {
            ("many", Some(w), _) => format!("the list of {}", plural(w)),
            (_, Some(w), _) => format!("the {word} {w}{blanks}"),
            (_, _, Some(x)) => format!("the {word} {x}{blanks}"),
            _ => format!("the {word}{blanks}"),
        }
    }

    /// What is taken out of a declaration.
    pub fn removed(&self, n: &Node) -> String {
        let all: Vec<String> = n
            .all(Rule::removal)
            .map(|r| match r.kids.as_slice() {
                [k, ..] if k.rule == Rule::name => self.name(k),
                [k, ..] if k.rule == Rule::word => format!("the {} step", capital(self.text(k))),
                [k, ..] if k.rule == Rule::item_word => match self.text(k) {
                    "once" => "how often it can be done".into(),
                    "cost" => "its cost".into(),
                    other => format!("its line of {other}"),
                },
                [place, patterns @ ..] => {
                    let nouns: Vec<String> = patterns.iter().map(|p| self.place(p).noun).collect();
                    let at = match place.first().map(|k| k.rule) {
                        Some(Rule::before) => "what it does before",
                        Some(Rule::after) => "what it does after",
                        Some(Rule::instead) => "what it does instead of",
                        Some(Rule::anytime) => "what it does at any time in",
                        _ => "what it does to",
                    };
                    format!("{at} {}", list(&nouns, "and"))
                }
                [] => self.plain(r),
            })
            .collect();
        format!("taken away: {}", list(&all, "and"))
    }

    /// What something was before it was changed.
    pub fn was(&self, n: &Node) -> String {
        let Some(text) = n.find(Rule::was_text) else { return String::new() };
        if let Some((from, to)) = span_of(self.text(text)) {
            return if from == "0" { format!(", where it was up to {to}") } else { format!(", where it was {from} to {to}") };
        }
        let changes: &[Rule] = &[Rule::item_line];
        let others: &[Rule] =
            &[Rule::price, Rule::choice, Rule::thing, Rule::item_line, Rule::comparison, Rule::chance_body, Rule::stmt_line];
        let forms = if self.text(text).starts_with(['+', '-']) { changes } else { others };
        let Some(k) = syntax::again(self.files, text, forms) else { return format!(", where it was {}", self.quoted(text)) };
        match k.rule {
            Rule::price => format!(", where it was {}", self.price(&k)),
            Rule::choice if self.asks => format!(", where it held if {}", self.choice(&k)),
            Rule::choice => format!(", where it was {}", self.choice(&k)),
            Rule::comparison => {
                let far = k.find(Rule::sum_expr).map_or(String::new(), |s| self.sum(s));
                let how = match k.first().map(|c| c.rule) {
                    Some(Rule::at_least) => "at least ",
                    Some(Rule::at_most) => "at most ",
                    Some(Rule::less) => "less than ",
                    Some(Rule::more) => "more than ",
                    _ => "",
                };
                format!(", where it was {how}{far}")
            }
            Rule::stmt_line => {
                let said: Vec<String> = k.all(Rule::stmts).flat_map(|s| self.stmts(s)).map(|s| s.text).collect();
                format!(", where it said: {}", said.join("; "))
            }
            Rule::thing => format!(", where it was {}", self.given(&k)),
            Rule::chance_body => format!(", where it was: {}", self.chance_body("roll", &k).trim_start_matches(": ")),
            _ => {
                let said: Vec<String> = k.all(Rule::item).flat_map(|i| self.line_item(i)).collect();
                let said = said.join("; ");
                match said.strip_prefix("it is ") {
                    Some(rest) => format!(", where it was {rest}"),
                    None => format!(", where it said: {said}"),
                }
            }
        }
    }

    /// Words that only the parent's text explains, without their signs.
    fn quoted(&self, n: &Node) -> String {
        let text: String = self.text(n).chars().map(|c| if "()[]{}=<>|_".contains(c) { ' ' } else { c }).collect();
        text.split_whitespace().map(|w| if w == "pts" { "points" } else { w }).collect::<Vec<_>>().join(" ")
    }
}

/// Two numbers with a dash between them.
fn span_of(text: &str) -> Option<(&str, &str)> {
    let (from, to) = text.trim().split_once('-')?;
    let number = |t: &str| !t.is_empty() && t.chars().all(|c| c.is_ascii_digit());
    (number(from) && number(to)).then_some((from, to))
}
