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

    /// Commas between the dice of a roll, and what is given in a test but is no roll.
    pub fn given_otherwise(&self) -> Option<Diagnostic> {
        let rest = self.code.trim_start().strip_prefix("given ")?;
        let begin = self.code.len() - rest.len();
        if rest.chars().all(|c| c.is_alphabetic() || " '!-".contains(c)) && rest.starts_with(char::is_uppercase) {
            let help =
                "write the faces of its dice behind the name of a throw, `given Resolve 5`; a card by its number in the list of its deck";
            let rest = rest.trim_end();
            // `given Nerve Check failed`
            if let Some((name, word)) = rest.rsplit_once(' ').filter(|(_, word)| word.starts_with(char::is_lowercase)) {
                let help = format!("write the faces that its dice show, such as `given {name} 1`");
                let message = format!("`{word}` is no number, and what the dice show is given");
                return Some(self.found(Code::Syntax, begin + name.len() + 1, word.len(), message, help));
            }
            return Some(self.found(Code::Syntax, begin, rest.len(), "no number is given here", help));
        }
        let (name, dice) = rest.split_once(": ").or_else(|| rest.split_once(", "))?;
        if self.code.as_bytes().get(self.at) == Some(&b':') {
            let numbers = dice.split([',', ' ']).filter(|w| !w.is_empty()).all(|w| w.bytes().all(|b| b.is_ascii_digit()));
            if numbers {
                let help = format!("write `given {name} {}`", dice.replace(',', ""));
                return Some(self.found(Code::Syntax, self.at, 1, "the dice stand behind the name of the roll", help));
            }
            let message = "`given` says what dice show, and nothing else of a position";
            let help = format!("write `do {name} gains {}`", dice.trim_end());
            return Some(self.found(Code::Syntax, begin, rest.trim_end().len(), message, help));
        }
        let comma = begin + rest.find(',').filter(|comma| begin + comma < self.at)?;
        let plain = rest.chars().all(|c| c.is_alphanumeric() || " ,-'!".contains(c));
        plain.then(|| {
            let help = format!("write `given {}`", rest.trim_end().replace(',', ""));
            self.found(Code::Syntax, comma, 1, "no commas stand between the dice of a roll", help)
        })
    }

    /// Where something stands, said as people say it.
    pub fn stands_at(&self) -> Option<Diagnostic> {
        let from = [" is not at ", " is at "].iter().find_map(|w| self.code.find(w))?;
        let who = self.code.get(..from)?.trim_start().trim_start_matches("expect ");
        let (verb, rest) = self.code.get(from + 1..)?.split_once(" at ")?;
        let place = rest.split([' ', ';']).next()?;
        let sort = place.starts_with(|c: char| c.is_ascii_digit()) && place.contains("\",");
        let word = from + 1 + verb.len() + 1;
        let near = self.at >= word && self.at <= word + 3;
        (sort && near && who.starts_with(char::is_alphabetic) && who.split(' ').count() < 4).then(|| {
            let help = format!("write `place of {who} {verb} {place}`");
            self.found(Code::Syntax, word, place.len() + 3, "`at` does not ask where something stands", help)
        })
    }

    /// A point of the compass with a capital, where a position says how something faces.
    pub fn facing(&self) -> Option<Diagnostic> {
        let rest = self.code.get(self.at..)?;
        let end = rest.find([';', ',']).unwrap_or(rest.len());
        let way = rest.get(..end)?.trim_end();
        let small = way.to_lowercase();
        let known = ["north", "south", "east", "west"].iter().any(|w| small.starts_with(w));
        (self.before() == "facing" && known && way != small).then(|| {
            let message = "in a position a point of the compass has small letters";
            self.found(Code::Syntax, self.at, way.len(), message, format!("write `facing {small}`"))
        })
    }

    /// A point of the compass of two small words, where something is compared with it.
    pub fn compass(&self) -> Option<Diagnostic> {
        let (first, second) = (self.before(), self.token().split([',', ':', ';']).next().unwrap_or(""));
        (matches!(first, "north" | "south") && matches!(second, "east" | "west")).then(|| {
            let from = self.code.get(..self.at).map_or(0, |b| b.trim_end().len() - first.len());
            let help = format!("write `{} {}`", super::fault::capital(first), super::fault::capital(second));
            self.found(Code::Syntax, from, self.at + second.len() - from, "a point of the compass is a name, and has capitals", help)
        })
    }

    /// `stop` with more than the name of what ends.
    pub fn stops_whose(&self) -> Option<Diagnostic> {
        let before = self.code.get(..self.at)?.trim_end();
        let from = before.rfind("stop ")?;
        let name = before.get(from + 5..)?;
        let names = !name.is_empty() && name.split(' ').all(|w| w.starts_with(char::is_uppercase));
        let whose = matches!(self.token(), "of" | "by" | "at" | "for" | "with");
        (names && whose).then(|| {
            let rest = self.code.get(self.at..).unwrap_or("").trim_end();
            let message = "`stop` ends what is going on, whoever it is of";
            self.found(Code::Syntax, self.at, rest.len(), message, format!("write `stop {name}`"))
        })
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
