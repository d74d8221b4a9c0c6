//! Spans of numbers and bounds, as books say them.

use super::Rule;
use super::fault::Faulty;
use super::tree::again;
use crate::diag::{Code, Diagnostic};

/// Words behind a number for all above it, and for all below it.
const UP: &[&str] = &["up", "over", "above", "more", "higher", "better", "greater", "upwards", "onwards"];
const DOWN: &[&str] = &["down", "under", "below", "less", "lower", "fewer"];

/// How many there are, as English says it before what is counted, and as it is compared here.
const COUNTED: &[(&str, &str)] = &[
    ("at most", "at most"),
    ("no more than", "at most"),
    ("not more than", "at most"),
    ("up to", "at most"),
    ("at least", "at least"),
    ("no fewer than", "at least"),
    ("no less than", "at least"),
    ("more than", "more than"),
    ("less than", "less than"),
    ("fewer than", "less than"),
    ("exactly", ""),
];

/// Words and signs behind which a question begins.
const ASKED: &[&str] =
    &[": ", "if ", "unless ", "where ", "while ", "until ", "needs ", "expect ", "legal ", "always ", "and ", "or ", "= "];

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

impl Faulty<'_> {
    /// `7 and up 0` in a table, `6 or higher: ...` below a roll
    pub fn number_and_up(&self) -> Option<Diagnostic> {
        let words = self.words();
        let word = |i: usize| words.get(i).map_or("", |(_, w)| *w);
        let keyed = self.head && self.code.contains("table ") || is_number(self.first()) || matches!(self.first(), "failed" | "difference");
        let first = (0..words.len()).filter(|_| keyed).find(|i| {
            let (joint, way) = (word(i + 1), word(i + 2));
            let said = joint == "and" && matches!(way, "more" | "less") || !matches!(way, "more" | "less");
            is_number(word(*i)) && matches!(joint, "and" | "or") && said && (UP.contains(&way) || DOWN.contains(&way))
        })?;
        let (number, way) = (word(first), word(first + 2));
        let ((from, _), (last, _)) = (words.get(first)?, words.get(first + 2)?);
        let said = if UP.contains(&way) { format!("{number}+") } else { format!("{number} or less") };
        (*from <= self.at + 1 && self.at <= last + way.len()).then(|| {
            let message = if UP.contains(&way) { "from a number on is said with `+`" } else { "up to a number is said with `or less`" };
            self.found(Code::Syntax, *from, last + way.len() - from, message, format!("write `{said}`"))
        })
    }

    /// `turns 6 to 8`, `value Reach of unit = 5 to 10`
    pub fn span_for_number(&self) -> Option<Diagnostic> {
        let words = self.words();
        let word = |i: usize| words.get(i).map_or("", |(_, w)| *w);
        let said = self.first() == "turns" || self.first() == "value" && self.code.contains(" = ");
        let i = (1..words.len()).filter(|_| said).find(|i| {
            let joins = matches!(word(*i), "to" | "or" | "-");
            joins && is_number(word(i - 1).trim_end_matches('"')) && is_number(word(i + 1).trim_end_matches('"'))
        })?;
        let ((from, first), (last, second)) = (words.get(i - 1)?, words.get(i + 1)?);
        (self.at + 1 >= *from).then(|| {
            let message = "one number is wanted here, and these are several";
            self.found(Code::Syntax, *from, last + second.len() - from, message, format!("write `{first}`, or a roll that decides"))
        })
    }

    /// `check Heart of unit: d6 under Courage of unit`
    pub fn rolled_under(&self) -> Option<Diagnostic> {
        const UNDER: [(&str, &str); 8] = [
            ("under or equal to", "is at most"),
            ("equal to or under", "is at most"),
            ("equal or under", "is at most"),
            ("over or equal to", "is at least"),
            ("under", "is less than"),
            ("below", "is less than"),
            ("over", "is more than"),
            ("above", "is more than"),
        ];
        let code = self.code.lines().next()?;
        let said = code.split_once(": ").filter(|_| self.head && self.first() == "check")?.1;
        let (word, now) = UNDER.iter().find(|(word, _)| said.contains(&format!(" {word} ")))?;
        let (rolled, than) = said.split_once(&format!(" {word} "))?;
        let at = code.len() - said.len() + rolled.len() + 1;
        let help = format!("write `{now} {than}`");
        (self.at >= at && rolled.ends_with(|c: char| c.is_ascii_digit() || c == ')'))
            .then(|| self.found(Code::Syntax, at, word.len() + 1 + than.len(), "what a check needs is said with `is`", help))
    }

    /// `legal Few: at most 2 Horse unit of side`, `if no more than 1 enemy unit within 6" of me`
    pub fn counted_first(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?;
        COUNTED.iter().find_map(|(said, now)| {
            let (at, _) = line.match_indices(said).find(|(at, _)| line.get(..*at).is_some_and(|b| ASKED.iter().any(|a| b.ends_with(a))))?;
            let (number, rest) = line.get(at + said.len()..)?.trim_start().split_once(' ')?;
            let ends = [",", ":", ";", " and ", " or ", " ["].iter().filter_map(|end| rest.find(end)).chain([rest.len()]);
            let mut ends: Vec<usize> = ends.collect();
            ends.sort_unstable();
            let what = ends.into_iter().rev().filter_map(|end| rest.get(..end)).map(str::trim_end).find(|what| {
                // a name alone is an amount of something, and nobody who is counted
                let kind = what.split(' ').any(|w| w.starts_with(|c: char| c.is_ascii_lowercase()));
                kind && again(Rule::selector, what, 0).is_some()
            })?;
            let end = at + line.get(at..)?.find(what)? + what.len();
            let asked = format!("count of {what} is {now} {number}").replace("  ", " ");
            (is_number(number) && (at..=end + 1).contains(&self.at)).then(|| {
                let message = "how many there are is counted, and then compared";
                self.found(Code::Syntax, at, end - at, message, format!("write `{asked}`"))
            })
        })
    }

    /// `shape 3 to 5 ranks, front 2`
    pub fn numbers_before_word(&self) -> Option<Diagnostic> {
        let parts = self.code.strip_prefix("shape ")?;
        let mut from = "shape ".len();
        for part in parts.split([',', ';']) {
            let at = from + part.len() - part.trim_start().len();
            from += part.len() + 1;
            let words: Vec<&str> = part.split_whitespace().take_while(|w| *w != "if" && !w.starts_with('[')).collect();
            let numbers = words.iter().take_while(|w| **w == "to" || w.starts_with(|c: char| c.is_ascii_digit())).count();
            let (Some((word, counted)), true) = (words.split_last(), numbers > 0 && numbers + 1 == words.len()) else { continue };
            let help = format!("write `{word} {}`", counted.join(" "));
            let length = words.join(" ").len();
            return Some(self.found(Code::Syntax, at, length, "in a shape the word stands before its numbers", help));
        }
        None
    }
}
