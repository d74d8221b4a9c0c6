//! Parts of a line that are right by themselves, and stand in the wrong order or with a sign too much.

use super::fault::Faulty;
use crate::diag::{Code, Diagnostic};

impl Faulty<'_> {
    /// `starts` of a count before the measure that it is in.
    pub fn starts_first(&self) -> Option<Diagnostic> {
        let begun = self.code.find(" starts ").filter(|i| self.first() == "count" && *i < self.at)? + 1;
        let (start, measure) = self.code.get(begun..)?.split_once(" in ")?;
        let whole = self.code.get(begun..)?.trim_end().len();
        let help = format!("write `in {} {}`", measure.trim_end(), start.trim_end());
        Some(self.found(Code::Syntax, begun, whole, "what a count starts at stands behind the measure that it is in", help))
    }

    /// Dice of two rolls in one line of a test.
    pub fn given_twice(&self) -> Option<Diagnostic> {
        let sign = self.code.get(..self.at)?.rfind(';').filter(|_| self.first() == "given")?;
        let rest = self.code.get(sign + 1..)?.trim();
        let help = format!("end the line before the `;`, and write `given {}` below it", rest.trim_start_matches("given "));
        Some(self.found(Code::Syntax, sign, 1, "a `given` is of one roll", help))
    }

    /// A comma before what says while what something is done.
    pub fn comma_before_during(&self) -> Option<Diagnostic> {
        let comma = self.code.get(..self.at)?.trim_end().strip_suffix(',').filter(|_| self.token() == "during")?.len();
        let message = "no comma stands before `during`";
        Some(self.found(Code::Syntax, comma, 1, message, "take the comma away"))
    }

    /// How many of an entry, by a number alone.
    pub fn how_many_of_it(&self) -> Option<Diagnostic> {
        let before = self.code.get(..self.at)?.trim_end();
        let from = before.rfind([',', ':']).map_or_else(|| before.find("units ").map(|i| i + 5), |i| Some(i + 1))?;
        let entry = before.get(from..)?;
        let number = entry.split_whitespace().last().filter(|w| !w.is_empty() && w.bytes().all(|b| b.is_ascii_digit()))?;
        if self.first() != "units" || !(self.token().is_empty() || self.token() == ",") {
            return None;
        }
        let message = format!("`{}` does not say whether more may be taken", entry.trim());
        let help = format!("write `{}-{number}` for exactly {number}, `{} or more` for no limit", entry.trim(), entry.trim());
        let begun = before.len() - entry.trim_start().len();
        Some(self.found(Code::Syntax, begun, entry.trim().len(), message, help))
    }
}
