//! Words and orders of words that English has where this language has others.

use super::fault::Faulty;
use crate::diag::{Code, Diagnostic};

/// Words that English has, and what is written here.
const IN_ENGLISH: &[(&str, &str)] = &[
    ("it's", "it is"),
    ("isn't", "is not"),
    ("isn’t", "is not"),
    ("aren't", "is not"),
    ("ain't", "is not"),
    ("hasn't", "has no"),
    ("doesn't have", "has no"),
    ("does not have", "has no"),
    ("didn't", "did not"),
    ("doesn't touch", "does not touch"),
    ("total number of", "count of"),
    ("the number of", "count of"),
    ("number of", "count of"),
    ("the amount of", "count of"),
    ("amount of", "count of"),
    ("how many", "count of"),
    ("is reduced by", "-"),
    ("reduced by", "-"),
    ("lowered by", "-"),
    ("is increased by", "+"),
    ("increased by", "+"),
    ("raised by", "+"),
    ("minus", "-"),
    ("plus", "+"),
    ("up to", "at most"),
    ("no more than", "at most"),
    ("no less than", "at least"),
];

/// Words that lines begin with in English, and the word of the language.
const FIRST_IN_ENGLISH: &[(&[&str], &str)] = &[
    (&["fail", "fails", "failure", "unsuccessful"], "failed"),
    (&["pass", "passes", "success", "succeeds", "succeeded"], "passed"),
    (&["else", "elsewise"], "otherwise"),
    (&["till"], "until"),
    (&["requires", "require", "need"], "needs"),
    (&["carry"], "carries"),
    (&["foreach"], "for each"),
];

impl Faulty<'_> {
    /// `unit isn't Tired`, `number of model of unit`, `(was 45 pts)`: words that English has for words of the language.
    pub fn in_english(&self) -> Option<Diagnostic> {
        IN_ENGLISH.iter().find_map(|(said, meant)| {
            let (at, _) = self.code.match_indices(said).find(|(at, _)| {
                let alone = *at == 0 || self.code.get(..*at).is_some_and(|before| before.ends_with([' ', '(']));
                alone && (self.with(*at, at + said.len(), meant) || self.further(*at, said.len(), meant) && self.near(*at, said.len()))
            })?;
            let message = format!("`{said}` is not said here");
            Some(self.found(Code::Syntax, at, said.len(), message, format!("write `{meant}`")))
        })
    }

    /// Whether reading stopped within a part of the line, or at the word behind it.
    fn near(&self, at: usize, len: usize) -> bool {
        let behind = self.code.get(at + len..).unwrap_or("");
        let next = behind.trim_start().find(' ').unwrap_or(behind.len());
        (at..=at + len + 1 + next).contains(&self.at)
    }

    /// `on Reach of Musket: 12"`
    pub fn bare_amount(&self) -> Option<Diagnostic> {
        let amount = self.code.get(self.at..)?.lines().next()?.split(['[', ',']).next()?.trim_end();
        let said = amount.split(" if ").next()?.split(" unless ").next()?;
        let colon = self.code.get(..self.at)?.trim_end().ends_with(':');
        (self.first() == "on" && colon && self.with(self.at, self.at, "it is ")).then(|| {
            let message = "this does not say how it is changed";
            self.found(Code::Syntax, self.at, said.len(), message, format!("write `it is {said}`"))
        })
    }

    /// `away from the nearest enemy band`
    pub fn nearest_first(&self) -> Option<Diagnostic> {
        let (word, at) = ["nearest", "closest"].iter().find_map(|w| Some((*w, self.code.find(&format!(" {w} "))? + 1)))?;
        let the = self.code.get(..at)?.strip_suffix("the ").map_or(at, str::len);
        let rest = self.code.get(at + word.len()..)?.trim_start();
        let whom = self.code.rsplit(": ").next()?.split(' ').next().filter(|w| w.starts_with(char::is_lowercase))?;
        (1..=4).find_map(|many| {
            let words: Vec<&str> = rest.split([' ', ',', ';', ':', ')']).take(many).collect();
            let said = words.join(" ");
            let to = at + word.len() + 1 + said.len();
            let kind = words.last().is_some_and(|w| w.starts_with(char::is_lowercase)) && words.len() == many;
            let now = format!("the {said} nearest to {whom}");
            (kind && rest.starts_with(&said) && self.with(the, to, &now)).then(|| {
                let message = format!("`{word}` stands behind whom it speaks of");
                self.found(Code::Syntax, the, to - the, message, format!("write `{now}`"))
            })
        })
    }

    /// `fail:`, `pass:` and the like, where a line begins with a word of the language.
    pub fn first_in_english(&self) -> Option<Diagnostic> {
        let first = self.first();
        let (_, meant) = FIRST_IN_ENGLISH.iter().find(|(said, _)| said.contains(&first)).filter(|_| !self.head)?;
        self.with(0, first.len(), meant)
            .then(|| self.found(Code::ItemWord, 0, first.len(), format!("no line begins with `{first}`"), format!("write `{meant}`")))
    }

    /// `Fire! costs 1 AP less`
    pub fn costs_less(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let (action, rest) = line.split_once(" costs ")?;
        let (amount, sign) = [(" less", "-"), (" more", "+")].iter().find_map(|(end, sign)| Some((rest.strip_suffix(end)?, *sign)))?;
        let named = !self.head && action.starts_with(char::is_uppercase) && !action.contains([':', ',']);
        named.then(|| {
            let message = "what is changed is said of a quantity, `on`";
            let help = format!("write `on cost of {action} by ...: {sign} {amount}`, with who does it");
            self.found(Code::Syntax, 0, line.len(), message, help)
        })
    }

    /// `when a band rallies, it gains 1 Zeal`
    pub fn when_in_english(&self) -> Option<Diagnostic> {
        let said = ["when ", "whenever ", "as soon as ", "each time ", "every time "].iter().find(|said| self.code.starts_with(**said))?;
        (!self.head).then(|| {
            let message = "a rule says what it meets in the game";
            let help = "begin with `after` or `before` and what happens, such as `after step ... of ... by any ...:`";
            self.found(Code::Syntax, 0, said.trim_end().len(), message, help)
        })
    }
}
