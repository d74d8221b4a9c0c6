//! Slips of the pen: a word misspelt, a sign doubled, a word or a sign left out.

use super::Rule;
use super::fault::Faulty;
use crate::diag::{Code, Diagnostic, nearest};

/// Words that change what a parent says.
const CHANGES: &[&str] = &["amend", "replace", "remove"];

impl Faulty<'_> {
    /// `unles unit is Tired`: nearly a word that could stand there.
    pub fn misspelt(&self) -> Option<Diagnostic> {
        let word = self.stopper();
        let small = word.len() > 3 && word.chars().all(|c| c.is_ascii_lowercase());
        let keywords: Vec<String> = self.wanted.iter().filter_map(|r| Some(format!("{r:?}").strip_prefix("k_")?.to_owned())).collect();
        let guards = ["if", "unless"].into_iter().filter(|_| self.wants(&[Rule::guard, Rule::guard_if, Rule::guard_unless]));
        let meant = nearest(word, keywords.iter().map(String::as_str).chain(guards)).filter(|meant| *meant != word && meant.len() > 3)?;
        small.then(|| {
            self.found(
                Code::Syntax,
                self.at,
                word.len(),
                format!("`{word}` is no word of the language"),
                format!("did you mean `{meant}`?"),
            )
        })
    }

    /// `ammend action Move: ...`
    pub fn change_misspelt(&self) -> Option<Diagnostic> {
        let (first, second) = (self.first(), self.code.split_whitespace().nth(1)?);
        let meant = nearest(first, CHANGES.iter().copied()).filter(|meant| *meant != first)?;
        (self.head && Self::begins_declarations(second)).then(|| {
            let message = format!("no line begins with `{first}`");
            self.found(Code::ItemWord, 0, first.len(), message, format!("did you mean `{meant}`?"))
        })
    }

    /// `on Pace + 2" of me`
    pub fn added_before_whom(&self) -> Option<Diagnostic> {
        let sign = self.stopper();
        let (met, rest) = (self.code.get(..self.at)?.trim_end(), self.code.get(self.at + sign.len()..)?.lines().next()?.trim());
        let (amount, whom) = rest.split_once(" of ")?;
        let plain = !amount.is_empty() && !amount.contains(' ') && !whom.contains([':', ' ']);
        (self.first() == "on" && matches!(sign, "+" | "-") && plain).then(|| {
            let message = "what is added stands behind a colon, and whose it is before it";
            self.found(Code::Syntax, self.at, sign.len(), message, format!("write `{met} of {whom}: {sign} {amount}`"))
        })
    }

    /// `6''`
    pub fn inches_of_two_signs(&self) -> Option<Diagnostic> {
        let at = self.code.match_indices("''").map(|(i, _)| i).find(|i| (*i..=i + 2).contains(&self.at) || *i + 1 == self.at)?;
        let digits = self.code.get(..at)?.bytes().rev().take_while(u8::is_ascii_digit).count();
        let number = self.code.get(at - digits..at).filter(|n| !n.is_empty())?;
        Some(self.found(Code::Habit, at, 2, "inches are marked with one sign", format!("write `{number}\"`")))
    }

    /// `The Other Text 1`, where a second reading begins
    pub fn reading_without_or(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let name = line.trim_end_matches(':');
        let words = name.split(' ').all(|w| w.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()));
        let so = !self.head && name.contains(' ') && words && name.starts_with(char::is_uppercase);
        so.then(|| {
            let message = "this name says nothing of its own here";
            self.found(Code::Syntax, 0, name.len(), message, format!("write `or {name}` if it is another reading of the ruling"))
        })
    }

    /// `unit Rangers: 62 pts`
    pub fn colon_before_price(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let (name, price) = line.split_once(": ")?;
        let number = price.strip_suffix(" pts").filter(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))?;
        (self.head && name.starts_with("unit ")).then(|| {
            let message = "no colon stands between a name and its price";
            self.found(Code::Syntax, name.len(), 1, message, format!("write `{name} {number} pts`"))
        })
    }

    /// `before step go of Wave by any unit unit loses Hidden`
    pub fn done_without_colon(&self) -> Option<Diagnostic> {
        let rest = self.code.get(self.at..)?.lines().next()?.trim_end();
        let met = matches!(self.first(), "before" | "after" | "instead");
        let done = met && self.wants(&[Rule::body, Rule::block]) && super::door::read_whole(Rule::stmts, rest, 0).is_ok();
        done.then(|| {
            let message = "what is done stands behind a colon";
            self.found(Code::Syntax, self.at, self.stopper().len(), message, format!("write `: {rest}`"))
        })
    }
}
