//! Heads that say in other words what they begin with, hold or take: counts, records, values, readings.

use super::fault::Faulty;
use crate::diag::{Code, Diagnostic};

/// Words for what a count begins with.
const STARTS: &[&str] = &[
    "= ",
    ": ",
    ", ",
    "starts at ",
    "starts with ",
    "starts from ",
    "starting at ",
    "starting with ",
    "begins at ",
    "begins with ",
    "beginning at ",
    "start ",
    "initially ",
    "initial ",
    "default ",
    "is ",
];

/// Words and signs that stand between a ruling and its reading elsewhere.
const TAKEN: &[&str] = &[": ", " as ", " is ", " to ", ", ", " - "];

impl Faulty<'_> {
    /// What stands behind `WORD NAME of kind` on a head, and where.
    fn behind_of(&self, word: &str) -> Option<(usize, &str)> {
        let line = self.code.lines().next()?.trim_end();
        let line = line.rsplit_once(" [").filter(|_| line.ends_with(']')).map_or(line, |(says, _)| says.trim_end());
        let begun = [word.to_owned(), format!("secret {word}")].into_iter().any(|w| line.starts_with(&format!("{w} ")));
        let of = line.find(" of ").filter(|_| self.head && begun)? + " of ".len();
        let kind = line.get(of..)?.find(|c: char| !c.is_alphanumeric() && c != '-').map_or(line.len(), |i| of + i);
        let rest = line.get(kind..)?;
        Some((kind + rest.len() - rest.trim_start().len(), rest.trim_start()))
    }

    /// `count Powder of unit = 3`, `count Powder of unit starts at 3`, `count Powder of unit 0-6`
    pub fn count_begins(&self) -> Option<Diagnostic> {
        let (at, rest) = self.behind_of("count")?;
        let inner = rest.strip_prefix("in ").and_then(|measured| measured.split_once(' ')).map(|(_, rest)| rest);
        let (at, rest) = inner.filter(|rest| rest.contains(", from ")).map_or((at, rest), |inner| (at + rest.len() - inner.len(), inner));
        if let Some((starts, bounds)) = rest.split_once(", from ").filter(|(starts, _)| starts.starts_with("starts ")) {
            let help = format!("write `from {bounds}, {starts}`");
            return Some(self.found(Code::Syntax, at, rest.len(), "between what a count lies stands before what it begins with", help));
        }
        let (word, number) = STARTS.iter().find_map(|word| Some((*word, rest.strip_prefix(word)?.trim_start()))).unwrap_or(("", rest));
        let number = STARTS.iter().find_map(|word| number.strip_prefix(word)).unwrap_or(number);
        let digits = |w: &str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_digit());
        let bounds = number.split_once('-').or_else(|| number.split_once(" to ")).filter(|(a, b)| digits(a.trim()) && digits(b.trim()));
        if let Some((least, most)) = bounds {
            let help = format!("write `from {} to {}`", least.trim(), most.trim());
            return Some(self.found(Code::Syntax, at, rest.len(), "between what a count lies is said with `from`", help));
        }
        let plain = digits(number) || !word.is_empty() && number.contains(" of ");
        plain.then(|| {
            let help = format!("write `starts {number}`");
            self.found(Code::Syntax, at, rest.len(), "what a count begins with is said with `starts`", help)
        })
    }

    /// `record Quarry of unit`
    pub fn record_of_what(&self) -> Option<Diagnostic> {
        let (at, rest) = self.behind_of("record")?;
        let head = self.code.get(..at)?.trim_end();
        let thing = rest.trim_start_matches([',', ':', '=']).trim_start();
        let thing = ["is ", "in ", "as ", "holds ", "a ", "an ", "the "].iter().fold(thing, |t, word| t.strip_prefix(word).unwrap_or(t));
        let kind = if thing.is_empty() { head.rsplit(' ').next().unwrap_or("unit") } else { thing.split(' ').next().unwrap_or(thing) };
        let small = kind.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        let help = format!("write `{head}, {}`", crate::diag::with_article(kind));
        small.then(|| {
            let whole = if rest.is_empty() { head.len() } else { rest.len() };
            let from = if rest.is_empty() { 0 } else { at };
            self.found(Code::Syntax, from, whole, "a record says what it holds", help)
        })
    }

    /// `value Weight of unit: 6"`, `value Weight of unit is 6"`
    pub fn value_equals(&self) -> Option<Diagnostic> {
        let (at, rest) = self.behind_of("value")?;
        let signs = [": ", "is ", "starts ", "equals ", ""];
        let number = signs.iter().find_map(|sign| rest.strip_prefix(sign))?;
        let plain = number.starts_with(|c: char| c.is_ascii_digit()) && !number.contains([':', ';']) && self.at <= at + rest.len();
        plain.then(|| {
            let help = format!("write `= {number}`");
            self.found(Code::Syntax, at, rest.len(), "what a value is stands behind `=`", help)
        })
    }

    /// `use The Mist: Thin`, `use The Mist as Thin`
    pub fn reading_with_colon(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let said = line.strip_prefix("use ").filter(|said| !said.contains('='))?;
        let (at, sign) = TAKEN.iter().filter_map(|sign| Some((said.find(sign)?, *sign))).min()?;
        let (ruling, reading) = (said.get(..at)?.trim(), said.get(at + sign.len()..)?.trim());
        let named = |t: &str| t.starts_with(|c: char| c.is_uppercase() || c == '"');
        (named(ruling) && (named(reading) || reading.starts_with(|c: char| c.is_ascii_digit()))).then(|| {
            let from = "use ".len() + at + sign.len() - sign.trim_start().len();
            let help = format!("write `use {ruling} = {reading}`");
            self.found(Code::Syntax, from, sign.trim().len(), "which reading is taken is said with `=`", help)
        })
    }
}
