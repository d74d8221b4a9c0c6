//! Phrases that lack a word, or have it at another place: whose something is, of what kind, how much, where.

use super::fault::Faulty;
use crate::diag::{Code, Diagnostic};

/// What is said of a line that has no end.
pub(super) const BREAKS_OFF: &str = "the line breaks off here";
/// What is said of a line in the first column that begins nothing.
pub(super) const GOES_ON: &str = "no declaration begins so: this seems to go on from the line above";

/// What is said of `extends` on a line of its own.
pub const EXTENDS_BELOW: &str = "what a pack extends stands on its `pack` line";

impl Faulty<'_> {
    /// `it Pace`
    pub fn it_for_its(&self) -> Option<Diagnostic> {
        let mut from = 0;
        while let Some(found) = self.code.get(from..).and_then(|rest| rest.find("it ")) {
            let at = from + found;
            from = at + "it ".len();
            let alone = !self.code.get(..at)?.ends_with(|c: char| c.is_alphanumeric() || c == '-');
            let name = self.code.get(from..)?.split(|c: char| !c.is_alphanumeric() && c != ' ' && c != '-').next()?;
            let capitals: Vec<&str> = name.split(' ').take_while(|w| w.starts_with(char::is_uppercase)).collect();
            let name = capitals.join(" ");
            if alone && !name.is_empty() && (at..=from + name.len() + 1).contains(&self.at) {
                let help = format!("write `its {name}`");
                return Some(self.found(Code::Syntax, at, "it".len(), "what belongs to it is said with `its`", help));
            }
        }
        None
    }

    /// `extends Lanterns`, below the `pack` line
    pub fn extends_below(&self) -> Option<Diagnostic> {
        let name = self.code.strip_prefix("extends ")?.trim_end();
        (!self.head && !name.is_empty()).then(|| {
            let name = name.split(' ').map(super::fault::capital).collect::<Vec<_>>().join(" ");
            let help = format!("write `pack ... extends {name}` on the first line of the pack, and take this line out");
            self.found(Code::Syntax, 0, self.code.trim_end().len(), EXTENDS_BELOW, help)
        })
    }

    /// `before step go of Wave by any band if band is Tired, later than Haste:`
    pub fn order_behind_if(&self) -> Option<Diagnostic> {
        const ORDERS: [&str; 3] = [", earlier than ", ", later than ", ", overriding "];
        let (at, _) = ORDERS.iter().filter_map(|w| Some((self.code.find(w)?, w))).min()?;
        let asks = [" if ", " unless "].iter().filter_map(|w| self.code.get(..at)?.find(w)).min()?;
        let rest = self.code.get(at..)?;
        let order = rest.split(':').next()?.trim_end();
        let question = self.code.get(asks..at)?.trim();
        (self.at >= at && self.at <= at + order.len()).then(|| {
            let message = "which of two rules comes first is said before the question";
            self.found(Code::Syntax, at + 2, order.len() - 2, message, format!("write `{order}, {question}`"))
        })
    }

    /// `any Tall in unit`: what something is, where a kind is wanted.
    pub fn no_kind_after_any(&self) -> Option<Diagnostic> {
        let next = self.stopper();
        if !matches!(next, "of" | "in" | "within" | "touching" | "where" | "carrying" | "seen" | "with") {
            return None;
        }
        let read = self.code.get(..self.at)?.trim_end();
        let (at, word) =
            [" any ", " no ", " every ", " a ", " an "].iter().filter_map(|w| Some((read.rfind(w)? + w.len(), w.trim()))).max()?;
        let name = read.get(at..)?;
        let capitals = name.split(' ').all(|w| w.starts_with(char::is_uppercase));
        capitals.then(|| {
            let message = format!("`{name}` says what somebody is, and not of what kind");
            self.found(Code::Syntax, at, name.len(), message, format!("write the kind behind it, as in `{word} {name} model {next} ...`"))
        })
    }

    /// `points 20`, where an entry has its price behind its name.
    pub fn points_first(&self) -> Option<Diagnostic> {
        let words: Vec<&str> = self.code.split_whitespace().collect();
        let [word @ ("points" | "cost" | "costs" | "price"), n] = words.as_slice() else { return None };
        let n = n.trim_end_matches("pts").parse::<u32>().ok().filter(|_| !self.head)?;
        let message = "the price of an entry stands behind its name";
        let help = format!("write `{n} pts` at the end of the line that begins the entry, and take this line out");
        Some(self.found(Code::Syntax, 0, word.len(), message, help))
    }

    /// `zone North: 0",24" to 48",36"` in a scenario
    pub fn zone_in_scenario(&self) -> Option<Diagnostic> {
        let said = self.code.trim_start().strip_prefix("zone ")?;
        let (name, where_) = said.split_once(':').or_else(|| said.split_once(" at "))?;
        let (name, where_) = (name.trim(), where_.trim());
        let points = where_.contains(" to ") && where_.contains('"') && !self.head;
        points.then(|| {
            let message = "zones of a scenario stand in one line, and are declared outside of it";
            let help = format!("write `Zones: {name} at {where_}`, and `zone {name}` as a declaration of its own");
            self.found(Code::Syntax, 0, "zone".len(), message, help)
        })
    }

    /// `Red sets up in North`
    pub fn sets_up(&self) -> Option<Diagnostic> {
        let at = [" sets up", " deploys", " set up"].iter().find_map(|w| Some(self.code.find(w)? + 1))?;
        let who = self.code.get(..at)?.trim();
        let length = self.code.get(at..)?.find(" in ").unwrap_or_else(|| self.stopper().len());
        (!self.head && who.starts_with(char::is_uppercase) && self.at <= at + length).then(|| {
            let message = "how a side is set up is what happens in a procedure";
            let help = "write `setup`, the name of a procedure, and below that name `unit is placed in ...` for each unit";
            self.found(Code::Syntax, at, length, message, help)
        })
    }

    /// `foe sees unit` in the first column: a sentence that the line above began.
    pub fn goes_on_in_first_column(&self) -> Option<Diagnostic> {
        const ON: &[&str] = &[
            "sees", "touches", "is", "has", "carries", "did", "gains", "loses", "moves", "becomes", "and", "or", "of", "within", "where",
            "if", "unless",
        ];
        let mut words = self.code.split_whitespace();
        let (first, second) = (words.next()?, words.next().unwrap_or(""));
        let small = |w: &str| w.bytes().all(|b| b.is_ascii_lowercase());
        let named = Self::begins_declarations(first) && second == "of";
        let goes_on = ON.contains(&first) || small(first) && ON.contains(&second) && !named;
        (self.head && goes_on).then(|| {
            let length = first.len() + if second.is_empty() { 0 } else { 1 + second.len() };
            self.found(Code::Syntax, 0, length, GOES_ON, "indent it by four spaces more than the line that it belongs to")
        })
    }

    /// `units Fusiliers 1+`
    pub fn or_more_as_plus(&self) -> Option<Diagnostic> {
        let before = self.code.get(..self.at)?;
        let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
        let number = before.get(before.len() - digits..).filter(|n| !n.is_empty())?;
        (self.first() == "units" && self.stopper().starts_with('+')).then(|| {
            let message = "how many may be taken is said in words";
            self.found(Code::Syntax, self.at - digits, digits + 1, message, format!("write `{number} or more`"))
        })
    }

    /// `count of (model of unit where it is Tired)`
    pub fn where_in_brackets(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?;
        let open = read.rfind('(').filter(|o| !read.get(*o..).unwrap_or("").contains(')'))?;
        let inside = read.get(open + 1..)?.trim();
        (self.stopper() == "where" && !inside.is_empty()).then(|| {
            let before = read.get(..open).unwrap_or("").trim_end().rsplit(' ').take(2).collect::<Vec<_>>();
            let before = before.into_iter().rev().collect::<Vec<_>>().join(" ");
            let message = "a description stands in no brackets of its own";
            let help = format!("write `{before} {inside} where ...`, with the brackets around the whole where they are needed");
            self.found(Code::Syntax, open, 1, message, help)
        })
    }

    /// `2 Rain` below a deck
    pub fn number_first(&self) -> Option<Diagnostic> {
        let (number, name) = self.code.trim_end().split_once(' ')?;
        let plain = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        let named = name.split(' ').all(|w| w.starts_with(char::is_uppercase) && w.chars().all(char::is_alphanumeric));
        (!self.head && plain && named).then(|| {
            let help = format!("write `{name} {number}` for cards of a deck, `{number}: {name}` for a line of a roll");
            self.found(Code::Syntax, 0, number.len(), "a number alone does not begin a line", help)
        })
    }

    /// `count Tall unit`, `number of unit`, `any of unit`
    pub fn of_by_counting(&self) -> Option<Diagnostic> {
        const COUNTING: &[(&str, &str)] = &[("count", "count of"), ("number", "count of"), ("total", "total of"), ("sum", "sum of")];
        let said = self.before().trim_start_matches('(');
        let from = self.code.get(..self.at)?.trim_end().len().checked_sub(said.len())?;
        let rest = self.code.get(self.at..)?;
        let named = |rest: &str| {
            let mut words = rest.split(' ').map(|w| w.trim_end_matches([',', ':', ')', ';']));
            let capitals: Vec<&str> = words.by_ref().take_while(|w| w.starts_with(char::is_uppercase)).collect();
            let kind = rest.split(' ').nth(capitals.len()).map(|w| w.trim_end_matches([',', ':', ')', ';']));
            capitals.into_iter().chain(kind).collect::<Vec<_>>().join(" ")
        };
        if from == 0 || !self.token().starts_with(char::is_alphabetic) {
            return None;
        }
        let (message, help) = match (COUNTING.iter().find(|(word, _)| *word == said), rest.strip_prefix("of ")) {
            (Some((_, now)), None) => (format!("`of` is missing behind `{said}`"), format!("write `{now} {}`", named(rest))),
            (Some((_, now)), Some(what)) if said == "number" => {
                (format!("how many there are is asked with `{now}`"), format!("write `{now} {}`", named(what)))
            }
            (None, Some(what)) if matches!(said, "any" | "no" | "every") => {
                (format!("no `of` stands behind `{said}`"), format!("write `{said} {}`", named(what)))
            }
            _ => return None,
        };
        Some(self.found(Code::Syntax, from, said.len(), message, help))
    }

    /// `= 10" if unit is Horse, 4" if unit is Line`, with nothing for the rest
    pub fn no_otherwise(&self) -> Option<Diagnostic> {
        let whole = self.code.trim_end();
        let whole = whole.find(", was ").and_then(|at| whole.get(..at)).unwrap_or(whole);
        let from = [" = ", ": it is ", ": = "].iter().filter_map(|w| Some(whole.find(w)? + w.len())).min()?;
        let cases = whole.get(from..)?;
        let open = cases.contains(" if ") && !cases.contains("otherwise") && !cases.ends_with(|c: char| ":,(".contains(c));
        let last = cases.rsplit(", ").next().filter(|case| case.len() < cases.len() && !case.contains(" if ") && !case.contains(')'));
        if let Some(last) = last.filter(|_| self.at >= whole.len() && open) {
            let help = format!("write `otherwise {last}`");
            return Some(self.found(Code::Syntax, whole.len() - last.len(), last.len(), "this does not say when it is so", help));
        }
        (self.at >= whole.len() && open).then(|| {
            let message = "this does not say what it is in all other cases";
            self.found(Code::Syntax, from, cases.len(), message, "write behind it `, otherwise` and what it is then")
        })
    }
}
