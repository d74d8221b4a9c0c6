//! `his`, `her` and `their`, where the language says of whom.

use super::fault::Faulty;
use crate::diag::{Code, Diagnostic};

/// Words that say of whom something is, and leave open who that is.
const WHOSE: &[&str] = &["his", "her", "their", "your", "our"];

/// How many bytes what belongs to somebody has at the beginning of a text: a name, or a small word.
fn belonging(text: &str) -> Option<&str> {
    let words = text.split(' ').map(|w| w.trim_end_matches(|c: char| !c.is_alphanumeric()));
    let names = words.clone().take_while(|w| w.starts_with(char::is_uppercase)).map(|w| w.len() + 1).sum::<usize>();
    let length = if names > 0 { names - 1 } else { words.clone().next()?.len() };
    text.get(..length).filter(|t| !t.is_empty())
}

impl Faulty<'_> {
    /// `his unit gains Tired`, `if their Reach is 2`
    pub fn possessive(&self) -> Option<Diagnostic> {
        let words = self.words();
        let (at, whose) = words.into_iter().rev().find(|(at, word)| *at <= self.at && WHOSE.contains(word))?;
        let what = belonging(self.code.get(at + whose.len() + 1..)?)?;
        let said = Self::owner(self.code.get(..at)?, what);
        (self.at <= at + whose.len() + 1 + what.len() + 1).then(|| {
            let message = format!("`{whose}` does not say of whom");
            self.found(Code::Syntax, at, whose.len() + 1 + what.len(), message, format!("write `{said}`"))
        })
    }

    /// What belongs to the last of whom the line speaks before it.
    fn owner(before: &str, what: &str) -> String {
        let spoken = before.rfind(" where ").map_or(0, |i| i + 1);
        if spoken > 0 {
            return format!("its {what}");
        }
        let met = before.split([':', ';']).next().unwrap_or(before);
        let any = met.rfind(" any ").and_then(|i| met.get(i + " any ".len()..));
        let one = any.and_then(|text| super::quantifiers::described(text)).map(|(_, kind)| kind);
        let called = met.rsplit_once("(the ").and_then(|(_, word)| word.split(')').next());
        match called.or(one) {
            Some(who) => format!("{what} of {who}"),
            None if what.starts_with(char::is_uppercase) => format!("{what} of me"),
            None => format!("my {what}"),
        }
    }
}
