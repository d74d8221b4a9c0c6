//! Words that stand at another place in the sentence, or for which the language has others: durations, conditions, spans, sides.

use super::fault::Faulty;
use crate::diag::{Code, Diagnostic};

/// How what a line changes begins.
const CHANGES: [&str; 9] = ["+", "-", "it is ", "each ", "half", "reroll ", "may reroll ", "at least ", "at most "];

impl Faulty<'_> {
    /// `on Aim of that band: each die -1 until end of turn`
    pub fn until_last(&self) -> Option<Diagnostic> {
        let at = self.code.find(" until end of ").map(|i| i + 1)?;
        let until = self.code.get(at..)?.trim_end();
        let before = self.code.get(..at)?.trim_end().trim_end_matches(',');
        let changes = before.split_once(": ").is_some_and(|(_, does)| CHANGES.iter().any(|c| does.starts_with(c)));
        (!self.head && changes && self.at >= at && self.at <= at + until.len()).then(|| {
            let message = "how long it lasts is said first";
            self.found(Code::Syntax, at, until.len(), message, format!("write `{until}: {before}`, where it happens"))
        })
    }

    /// `on Pace of any band: if band is in Wood, half`
    pub fn if_behind_colon(&self) -> Option<Diagnostic> {
        let colon = self.code.find(": if ")?;
        let place = ["on ", "no ", "any "].iter().any(|w| self.code.starts_with(w));
        let (question, change) = self.code.get(colon + 2..)?.trim_end().rsplit_once(", ")?;
        let does = CHANGES.iter().any(|c| change.starts_with(c));
        (place && does && self.at > colon).then(|| {
            let head = self.code.get(..colon).unwrap_or("");
            let message = "when it holds is said before the colon";
            self.found(Code::Syntax, colon + 2, question.len(), message, format!("write `{head} {question}: {change}`"))
        })
    }

    /// `if band is Tired: each die -1`, as a line of its own
    pub fn if_goes_on(&self) -> Option<Diagnostic> {
        let colon = self.code.find(": ")?;
        let change = self.code.get(colon + 2..)?;
        let does = CHANGES.iter().any(|c| change.starts_with(c));
        (self.first() == "if" && does && self.at > colon).then(|| {
            let message = "this changes something, and does not say what: it seems to go on from the line above";
            self.found(Code::Layout, 0, self.code.trim_end().len(), message, "indent it by four spaces more than the line above")
        })
    }

    /// `if band is Tired` below a line that it belongs to, with nothing behind it
    pub fn if_without_colon(&self) -> Option<Diagnostic> {
        let whole = self.code.trim_end();
        let bare = matches!(self.first(), "if" | "unless") && !whole.contains(':') && self.at >= whole.len();
        (!self.head && bare).then(|| {
            let help = "indent it by four spaces more than the line that it belongs to; or write what happens then, behind `:`";
            self.found(Code::Layout, 0, whole.len(), "nothing follows from this: it seems to go on from the line above", help)
        })
    }

    /// `band: - 2"` in the first column
    pub fn blank_goes_on(&self) -> Option<Diagnostic> {
        let (word, change) = self.code.split_once(": ")?;
        let small = word.bytes().all(|b| b.is_ascii_lowercase());
        let does = CHANGES.iter().any(|c| change.starts_with(c));
        (self.head && small && does && !Self::begins_declarations(word)).then(|| {
            let help = "indent it by four spaces more than the line that it belongs to";
            self.found(Code::Syntax, 0, self.code.trim_end().len(), super::nearly::GOES_ON, help)
        })
    }

    /// `+ 1 per friendly band`
    pub fn per_for_each(&self) -> Option<Diagnostic> {
        let at = self.code.find(" per ").map(|i| i + 1)?;
        let amount = self.code.get(..at)?.trim_end().ends_with(|c: char| c.is_ascii_digit());
        let message = "what adds several times is said with `for each`";
        (amount && self.at <= at + "per".len() && self.at >= at)
            .then(|| self.found(Code::Syntax, at, "per".len(), message, "write `for each`"))
    }

    /// `step steady, adding: band loses Fear`
    pub fn adding_a_sentence(&self) -> Option<Diagnostic> {
        let at = self.code.find(", adding: ")? + 2;
        let said = self.code.get(at + "adding: ".len()..)?.trim_end();
        let sentence = [" gains ", " loses ", " becomes ", " moves "].iter().any(|v| said.contains(v));
        (sentence && self.at > at).then(|| {
            let message = "`adding` says more of a move; what happens besides stands behind `then` or `first`";
            self.found(Code::Syntax, at, "adding".len(), message, format!("write `then: {said}`"))
        })
    }

    /// `hidden marker Masked of band`
    pub fn hidden_marker(&self) -> Option<Diagnostic> {
        let mut words = self.code.split_whitespace();
        let (first, second) = (words.next()?, words.next()?);
        let hidden = ["hidden", "private", "concealed", "covert"].contains(&first);
        (self.head && hidden && ["marker", "count"].contains(&second)).then(|| {
            let message = "what its own side alone knows is `secret`";
            self.found(Code::Syntax, 0, first.len(), message, format!("write `secret {second}`"))
        })
    }

    /// `within 45° either side of straight ahead of foe`
    pub fn either_side(&self) -> Option<Diagnostic> {
        let said = ["either side of", "to either side of", "each side of", "on either side of"];
        let (at, said) = said.iter().find_map(|w| Some((self.code.find(&format!("° {w} "))? + "° ".len(), *w)))?;
        let message = "an arc lies left or right of straight ahead";
        let help = "write `left or right of straight ahead of ...`";
        (self.at >= at && self.at <= at + said.len()).then(|| self.found(Code::Syntax, at, said.len(), message, help))
    }

    /// `option Aides: 0-3 more Helper 4 pts each`
    pub fn span_of_more(&self) -> Option<Diagnostic> {
        let at = self.code.find(": ")? + 2;
        let (span, _) = self.code.get(at..)?.split_once(" more ")?;
        let (least, most) = span.split_once('-')?;
        let numbers = [least, most].iter().all(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
        (self.first() == "option" && numbers).then(|| {
            let message = "how many may be bought is said with `up to`";
            self.found(Code::Syntax, at, span.len(), message, format!("write `up to {most} more`"))
        })
    }

    /// `03. Apr 1`: a span of which a spreadsheet has made a date
    pub fn date_with_point(&self) -> Option<Diagnostic> {
        const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
        let (month, at) = (1..).zip(MONTHS).find_map(|(n, m)| Some((n, self.code.find(&format!(". {m}"))?)))?;
        let before = self.code.get(..at)?;
        let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
        let day: u32 = before.get(before.len() - digits..)?.parse().ok()?;
        let (from, length) = (at - digits, digits + ". Apr".len());
        (self.at >= from && self.at <= from + length).then(|| {
            let help = format!("write `{day}-{month}`, of which a spreadsheet makes a date");
            self.found(Code::Syntax, from, length, "a date stands here, where a span is wanted", help)
        })
    }

    /// `the game begins, and drawn by mules.`: the second line of a remark
    pub fn remark_goes_on(&self) -> Option<Diagnostic> {
        let text = self.code.trim_end();
        let small = |w: &str| w.bytes().all(|b| b.is_ascii_lowercase());
        let prose = text.ends_with('.') && text.split(' ').take(2).all(small) && text.split(' ').count() > 3;
        (self.head && prose && !Self::begins_declarations(self.first()))
            .then(|| self.found(Code::Layout, 0, text.len(), "this reads like a remark", "begin each line of a remark with `--`"))
    }
}
