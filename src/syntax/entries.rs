//! Slips in entries of force lists and in tests: prices, lists of names, verbs at the beginning of a line.

use super::fault::{Faulty, capital};
use crate::diag::{Code, Diagnostic};

/// Lines that list names.
const LISTS: &[&str] = &["rules", "carries", "units", "allies", "has"];

/// Verbs with which no line begins, and those with which lines begin.
const FIRST: &[(&str, &str)] = &[("carry", "carries"), ("have", "has"), ("gain", "gains"), ("lose", "loses")];

impl Faulty<'_> {
    /// `expect chance 90% of ...`
    pub fn percent(&self) -> Option<Diagnostic> {
        let rest = self.code.get(self.at..)?;
        let chance = self.code.get(..self.at)?.contains(" chance ") && rest.starts_with('%');
        chance.then(|| self.found(Code::Syntax, self.at, 1, "a chance is no percentage", "write a fraction such as `9/10`"))
    }

    /// `3 pts each model`, `3 pts for each model`
    pub fn price_each(&self) -> Option<Diagnostic> {
        let (before, rest) = self.code.split_once(" pts ")?;
        let from = before.len() + " pts ".len();
        let whose = ["for each ", "for every ", "each ", "every ", "per "].iter().find_map(|w| Some((w, rest.strip_prefix(w)?)))?;
        let kind = whose.1.split(|c: char| !c.is_alphanumeric()).next().filter(|k| k.starts_with(char::is_lowercase) && *k != "if")?;
        let near = self.first() == "option" && (from..=from + whose.0.len() + kind.len()).contains(&self.at);
        near.then(|| {
            let help = format!("write `a {kind}`, or `each` alone for each one that is upgraded");
            self.found(Code::Syntax, from, whose.0.len() + kind.len(), "a price for every one of the unit is said otherwise", help)
        })
    }

    /// `band North Post, 75 pts`
    pub fn comma_before_price(&self) -> Option<Diagnostic> {
        let rest = self.code.get(self.at..)?;
        let price = rest.split_once(" pts").is_some_and(|(n, _)| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
        let comma = self.code.get(..self.at)?.trim_end();
        (self.head && price && comma.ends_with(','))
            .then(|| self.found(Code::Syntax, comma.len() - 1, 1, "no comma stands between a name and its price", "take the comma away"))
    }

    /// `rules Proud hearts`
    pub fn small_in_list(&self) -> Option<Diagnostic> {
        let (word, before) = (self.stopper(), self.before());
        let lists = LISTS.contains(&self.first()) && before.starts_with(char::is_uppercase);
        (lists && word.starts_with(char::is_lowercase) && word.chars().all(char::is_alphabetic) && word.len() > 3).then(|| {
            let help = format!("write `{}` if it is part of the name", capital(word));
            self.found(Code::Syntax, self.at, word.len(), "all words of a name have capitals", help)
        })
    }

    /// `expect not allowed Charge by ...`
    pub fn not_allowed(&self) -> Option<Diagnostic> {
        let from = self.code.find("not allowed").filter(|_| self.first() == "expect")?;
        (from <= self.at)
            .then(|| self.found(Code::Syntax, from, "not allowed".len(), "what may not be done is `forbidden`", "write `expect forbidden`"))
    }

    /// `carry Lamp`
    pub fn plain_first(&self) -> Option<Diagnostic> {
        let first = self.first();
        let (_, now) = FIRST.iter().find(|(plain, _)| *plain == first && !self.head)?;
        let second = self.code.split_whitespace().nth(1)?;
        second
            .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
            .then(|| self.found(Code::ItemWord, 0, first.len(), format!("no line begins with `{first}`"), format!("write `{now}`")))
    }
}
