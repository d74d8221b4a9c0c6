//! Greater, lesser and otherwise, as English and other languages say them.

use super::fault::Faulty;
use crate::diag::{Code, Diagnostic};

/// Words for the greater and the lesser of two.
const PICKED: &[(&[&str], &str)] = &[
    (&["larger", "bigger", "higher", "highest", "largest", "maximum", "best", "greatest"], "greater"),
    (&["smaller", "lower", "lowest", "smallest", "minimum", "worst", "least"], "lesser"),
];

impl Faulty<'_> {
    /// `the larger of 2 and its Zeal`
    pub fn larger_of(&self) -> Option<Diagnostic> {
        PICKED.iter().flat_map(|(words, now)| words.iter().map(move |w| (*w, *now))).find_map(|(word, now)| {
            let at = self.code.find(&format!("{word} of "))?;
            let the = self.code.get(..at)?.strip_suffix("the ").map_or(at, str::len);
            let rest = self.code.get(at + word.len() + " of ".len()..)?;
            let (one, other) = rest.split_once(" and ")?;
            let end = other.find([',', ';', ':', '[']).unwrap_or(other.len());
            let other = other.get(..end)?.trim_end();
            let one = one.trim_start_matches('(');
            let other = other.trim_end_matches(')');
            let said = format!("{now} of ({one}, {other})");
            let to = self.code.len() - rest.len() + one_end(rest)? + other.len();
            self.with(the, to, &said).then(|| {
                let message = format!("which of two is taken is said with `{now} of (..., ...)`");
                self.found(Code::Syntax, the, to - the, message, format!("write `{said}`"))
            })
        })
    }

    /// `= if band is Tired 2, otherwise 3`
    pub fn if_before_what(&self) -> Option<Diagnostic> {
        let at = ["= if ", "= when "].iter().find_map(|said| self.code.find(said))? + 2;
        let rest = self.code.get(at..)?;
        let (asked, otherwise) = [", otherwise ", ", else ", " otherwise ", " else "].iter().find_map(|said| rest.split_once(said))?;
        let (asked, number) = asked.split_once(' ')?.1.trim_end_matches(" then").rsplit_once(' ')?;
        let asked = asked.trim_end_matches([':', ',']).trim_end_matches(" then");
        let now = format!("{number} if {asked}, otherwise {otherwise}");
        let now = now.trim_end();
        self.with(at, self.code.len(), now).then(|| {
            let length = rest.trim_end().len();
            self.found(Code::Syntax, at, length, "what it is stands before `if`", format!("write `{now}`"))
        })
    }

    /// `around 15",20", 4"`
    pub fn comma_before_radius(&self) -> Option<Diagnostic> {
        let at = self.code.get(..=self.at.min(self.code.len().saturating_sub(1)))?.rfind(" around ")?;
        let rest = self.code.get(at + " around ".len()..)?;
        let place = rest.split(' ').next()?.strip_suffix(',').filter(|place| place.contains("\",") && place.ends_with('"'))?;
        let comma = at + " around ".len() + place.len();
        self.further(comma, 1, "").then(|| {
            let message = "no comma stands between a place and its radius";
            self.found(Code::Syntax, comma, 1, message, "take it away")
        })
    }

    /// `Pace of any unit becomes 5"`, in a rule
    pub fn becomes_of_quantity(&self) -> Option<Diagnostic> {
        let code = self.said();
        let (what, amount) = [" becomes ", " is set to ", " is now "].iter().find_map(|w| code.split_once(*w))?;
        let now = format!("on {what}: it is {amount}");
        (!self.head && what.contains(" any ") && !what.contains([':', ',']) && self.reads(&now))
            .then(|| self.found(Code::Syntax, 0, code.len(), "what a quantity is instead is said with `on`", format!("write `{now}`")))
    }

    /// `on Pace of any unit: reduce by 2"`
    pub fn reduces_by(&self) -> Option<Diagnostic> {
        const DOWN: [&str; 6] = ["reduce by ", "reduced by ", "lower by ", "minus ", "subtract ", "less "];
        const UP: [&str; 6] = ["increase by ", "increased by ", "raise by ", "raised by ", "plus ", "add "];
        let code = self.said();
        let (met, change) = code.split_once(": ").filter(|(met, _)| !self.head && met.starts_with("on "))?;
        let amount = |list: &[&str]| list.iter().find_map(|w| change.strip_prefix(w)).map(str::to_owned);
        let said = amount(&DOWN).map(|n| format!("- {n}")).or_else(|| amount(&UP).map(|n| format!("+ {n}")))?;
        let at = code.len() - change.len();
        self.reads(&format!("{met}: {said}"))
            .then(|| self.found(Code::Syntax, at, change.len(), "how much more or less is said with a sign", format!("write `{said}`")))
    }
}

/// Where the second of two begins.
fn one_end(rest: &str) -> Option<usize> {
    rest.find(" and ").map(|at| at + " and ".len())
}
