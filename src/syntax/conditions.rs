//! What is asked in one line, in more than one part.

use super::fault::Faulty;
use crate::diag::{Code, Diagnostic};

/// Words that begin one question more.
const ALSO: &[&str] = &["if", "when", "whenever", "while", "but", "unless", "except"];

impl Faulty<'_> {
    /// `+ 1 if band is Tall if turn is 1`, `unless` behind `if`
    pub fn second_if(&self) -> Option<Diagnostic> {
        let and_if = self.code.get(self.at..)?.get(.."and if".len()).filter(|w| *w == "and if");
        let word = and_if.or_else(|| Some(self.stopper()).filter(|w| ALSO.contains(w)))?;
        let read = self.code.get(..self.at)?;
        let begun = read.rfind([':', ';']).map_or(0, |i| i + 1);
        let part = read.get(begun..)?;
        let (asks, opens) = ["if", "unless"].iter().filter_map(|w| Some((part.find(&format!(" {w} "))? + 1, *w))).min()?;
        let one = read.get(begun + asks + opens.len() + 1..)?.trim_end().trim_end_matches(',').trim_end();
        let one = one.strip_suffix(" and").unwrap_or(one).trim_end();
        let rest = self.code.get(self.at + word.len()..)?;
        let (rest, not) = match rest.trim_start().strip_prefix("if ") {
            Some(asked) if word == "except" => (asked, true),
            _ => (rest.trim_start(), matches!(word, "unless" | "except")),
        };
        let end = rest.find([':', ';']).or_else(|| rest.find(" [")).unwrap_or(rest.trim_end().len());
        let (more, behind) = (rest.get(..end)?, rest.get(end..)?);
        let asked = match (opens, not) {
            ("unless", true) => format!("unless {one} or {more}"),
            _ => format!("if {} and {}", part_of(one, opens == "unless"), part_of(more, not)),
        };
        let before = self.code.get(..begun + asks)?;
        self.reads(&format!("{before}{asked}{behind}")).then(|| {
            let message = "one line asks with one `if`, and what it asks besides is joined to that";
            self.found(Code::Syntax, self.at, word.len(), message, format!("write `{asked}`"))
        })
    }
}

/// A question as a part of a longer one.
fn part_of(question: &str, not: bool) -> String {
    match not {
        true => format!("not ({question})"),
        false if question.contains(" or ") => format!("({question})"),
        false => question.to_owned(),
    }
}
