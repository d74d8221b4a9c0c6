//! Slips in entries of force lists and in tests: prices, lists of names, verbs at the beginning of a line.

use super::begins::FIRST_WORDS;
use super::fault::{Faulty, capital};
use crate::diag::{Code, Diagnostic, misspelt};

/// Lines that list names.
const LISTS: &[&str] = &["rules", "carries", "units", "allies", "has"];

/// Words with which no line of an entry or list begins, and those with which lines begin.
pub const LINES: &[(&str, &str)] = &[
    ("carry", "carries"),
    ("have", "has"),
    ("gain", "gains"),
    ("lose", "loses"),
    ("unit", "units"),
    ("delete", "remove"),
    ("drop", "remove"),
];

/// What is meant by the first two words of a line that can be read as a sentence and stands where none can: how many words
/// that is said with, and the word that begins such a line.
#[must_use]
pub fn line_meant(first: &str, second: &str) -> Option<(usize, &'static str)> {
    let (together, named) = (format!("{first}{second}"), second.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()));
    if let Some(one) = FIRST_WORDS.iter().find(|w| **w == together) {
        return Some((2, one));
    }
    if let Some((_, now)) = LINES.iter().find(|(said, _)| *said == first && named) {
        return Some((1, now));
    }
    misspelt(first, FIRST_WORDS.iter().copied()).filter(|meant| named && *meant != first).map(|meant| (1, meant))
}

/// Words for giving something for something else.
const EXCHANGES: &[&str] =
    &["exchanges", "exchange", "replaces", "replace", "trades", "trade", "switches", "switch", "changes", "swap", "swapping"];

impl Faulty<'_> {
    /// `expect chance 90% of ...`
    pub fn percent(&self) -> Option<Diagnostic> {
        let rest = self.code.get(self.at..)?;
        let chance = self.code.get(..self.at)?.contains(" chance ") && rest.starts_with('%');
        chance.then(|| self.found(Code::Syntax, self.at, 1, "a chance is no percentage", "write a fraction such as `9/10`"))
    }

    /// `option More Men: 5 additional Guard 50 pts`
    pub fn more_in_english(&self) -> Option<Diagnostic> {
        const MORE: &[&str] = &["additional", "extra", "further", "added"];
        let words = self.words();
        let (at, word) = words.iter().find(|(_, w)| MORE.contains(w))?;
        let counted = words.iter().take_while(|(from, _)| from < at).last().is_some_and(|(_, w)| w.bytes().all(|b| b.is_ascii_digit()));
        (self.first() == "option" && counted)
            .then(|| self.found(Code::Syntax, *at, word.len(), format!("`{word}` is not said here"), "write `more`"))
    }

    /// `option Axes: 1 Guard per 5 models as Cook 6 pts`
    pub fn per_so_many(&self) -> Option<Diagnostic> {
        let rest = self.code.get(self.at..)?.strip_prefix("per ").filter(|_| self.first() == "option")?;
        rest.starts_with(|c: char| c.is_ascii_digit()).then(|| {
            self.found(Code::Syntax, self.at, "per".len(), "what is bought for so many is said with `for each`", "write `for each`")
        })
    }

    /// `option Aides: up to 3 more Aide each 4 pts`
    pub fn each_before_price(&self) -> Option<Diagnostic> {
        let rest = self.code.get(self.at..)?.strip_prefix("each ").filter(|_| self.first() == "option")?;
        let price = rest.split([',', '[']).next()?.trim_end();
        let number = price.strip_suffix(" pts")?;
        number.parse::<u32>().is_ok().then(|| {
            let message = "the price stands before `each`";
            self.found(Code::Syntax, self.at, "each ".len() + price.len(), message, format!("write `{price} each`"))
        })
    }

    /// `3 pts each model`, `3 pts for each model`
    pub fn price_each(&self) -> Option<Diagnostic> {
        let (before, rest) = self.code.split_once(" pts ")?;
        let from = before.len() + " pts ".len();
        let whose = ["for each ", "for every ", "each ", "every ", "per "].iter().find_map(|w| Some((w, rest.strip_prefix(w)?)))?;
        let kind = whose.1.split(|c: char| !c.is_alphanumeric()).next().filter(|k| k.starts_with(char::is_lowercase) && *k != "if")?;
        let near = self.first() == "option" && (from..=from + whose.0.len() + kind.len()).contains(&self.at);
        near.then(|| {
            let help = format!("write `a {kind}`, or `each` alone for each one that is upgraded");
            self.found(Code::Syntax, from, whose.0.len() + kind.len(), "a price for every one of the unit is said otherwise", help)
        })
    }

    /// `band North Post, 75 pts`
    pub fn comma_before_price(&self) -> Option<Diagnostic> {
        let rest = self.code.get(self.at..)?;
        let price = rest.split_once(" pts").is_some_and(|(n, _)| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
        let comma = self.code.get(..self.at)?.trim_end();
        (self.head && price && comma.ends_with(','))
            .then(|| self.found(Code::Syntax, comma.len() - 1, 1, "no comma stands between a name and its price", "take the comma away"))
    }

    /// `option Bearer, for 3 pts read 5 pts`, `difference 3, for 3 read 4`
    pub fn read_in_line(&self) -> Option<Diagnostic> {
        let (head, change) = self.code.trim_end().split_once(", for ").filter(|(_, c)| c.contains(" read "))?;
        let name = head.strip_prefix("option ").filter(|n| n.starts_with(char::is_uppercase));
        let band = ["difference", "failed", "passed"].contains(&self.first()) || head.starts_with(|c: char| c.is_ascii_digit());
        // what else follows from a result may be read anew
        let numbers = band && change.split_once(" read ").is_some_and(|(old, _)| old.contains(" to ") || old.contains(" or "));
        let stops = self.at <= head.len() + ", for ".len();
        if self.head || !(name.is_some() && stops || numbers) {
            return None;
        }
        Some(match name {
            Some(name) => {
                let help = format!("write `{name}, for {change}`");
                self.found(Code::Syntax, 0, "option".len(), "a line that is changed is known by its name alone", help)
            }
            None => {
                let help = "write that line anew with its numbers, such as `4 to 6: ...`: it stands in place of the parent's";
                self.found(Code::Syntax, head.len() + 2, change.len() + 4, "the numbers of a result are not changed within its line", help)
            }
        })
    }

    /// `option Ropes: all swaps Lamp for Rope 8 pts`
    pub fn all_get(&self) -> Option<Diagnostic> {
        let before = self.code.get(..self.at)?.trim_end().strip_suffix(" all")?;
        let verb = self.stopper();
        let rest = self.code.get(self.at..)?.trim_end();
        let said = match rest.split_once(" pts") {
            Some((bought, more)) => {
                let (what, n) = bought.rsplit_once(' ')?;
                format!("all {n} pts, {what}{more}")
            }
            None => format!("all, {rest}"),
        };
        (before.starts_with("option ") && matches!(verb, "carries" | "swaps" | "gains" | "loses")).then(|| {
            let message = "what all of them get stands behind a comma, and the price before it";
            self.found(Code::Syntax, self.at, verb.len(), message, format!("write `{said}`"))
        })
    }

    /// `option Lamps: any model 1 pts each, exchanges Rope for Lamp`
    pub fn swaps_otherwise(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let said = [", ", ": ", " "].iter().find_map(|sign| {
            let (before, rest) = EXCHANGES.iter().find_map(|w| Some((*w, line.find(&format!("{sign}{w} "))? + sign.len())))?;
            Some((rest, before))
        });
        let (at, word) = said.filter(|_| self.first() == "option")?;
        let rest = line.get(at + word.len()..)?.trim_start();
        let (old, new) = ["for", "with", "by"].iter().find_map(|w| rest.split_once(&format!(" {w} ")))?;
        let named = old.starts_with(char::is_uppercase) && new.starts_with(char::is_uppercase);
        named.then(|| {
            let new = new.split(" [").next().unwrap_or(new);
            let message = "what is given away for something else is said with `swaps`";
            self.found(Code::Syntax, at, word.len(), message, format!("write `swaps {old} for {new}`"))
        })
    }

    /// `option Lamps: all 6 pts, swaps Rope for Lamp, one per army`
    pub fn so_many_in_force(&self) -> Option<Diagnostic> {
        const WHOLE: &[&str] = &[" per army", " per force", " in the army", " per list", " only", " for each army"];
        let comma = self.code.get(..self.at)?.trim_end().strip_suffix(',')?.len();
        let said = self.code.get(self.at..)?.split(" [").next()?.trim_end();
        let many = WHOLE.iter().find_map(|w| said.strip_suffix(w))?;
        let many = ["max ", "only ", "at most ", "up to ", "maximum "].iter().find_map(|w| many.strip_prefix(w)).unwrap_or(many);
        let many = if many == "one" { "1" } else { many };
        (self.first() == "option" && many.parse::<u32>().is_ok()).then(|| {
            let message = "how often all units of a force may take it is said with `at most`";
            let from = comma + self.code.get(comma..).map_or(0, |rest| rest.find(said).unwrap_or(0));
            self.found(Code::Syntax, from, said.len(), message, format!("write `at most {many} in the force`"))
        })
    }

    /// `option Ropes: all 5 pts, carries Rope, if Lamps`
    pub fn comma_before_if(&self) -> Option<Diagnostic> {
        let comma = self.code.get(..self.at)?.trim_end().strip_suffix(',')?.len();
        let word = Some(self.stopper()).filter(|w| matches!(*w, "if" | "unless"))?;
        (self.first() == "option" || self.with(comma, comma + 1, ""))
            .then(|| self.found(Code::Syntax, comma, 1, format!("no comma stands before `{word}`"), "take the comma away"))
    }

    /// `rules Proud hearts`
    pub fn small_in_list(&self) -> Option<Diagnostic> {
        let (word, before) = (self.stopper(), self.before());
        let lists = LISTS.contains(&self.first()) && before.starts_with(char::is_uppercase);
        (lists && word.starts_with(char::is_lowercase) && word.chars().all(char::is_alphabetic) && word.len() > 3).then(|| {
            let help = format!("write `{}` if it is part of the name", capital(word));
            self.found(Code::Syntax, self.at, word.len(), "all words of a name have capitals", help)
        })
    }

    /// `expect not allowed Wave by ...`
    pub fn not_allowed(&self) -> Option<Diagnostic> {
        let from = self.code.find("not allowed").filter(|_| self.first() == "expect")?;
        (from <= self.at)
            .then(|| self.found(Code::Syntax, from, "not allowed".len(), "what may not be done is `forbidden`", "write `expect forbidden`"))
    }

    /// `carry Lamp`
    pub fn plain_first(&self) -> Option<Diagnostic> {
        let first = self.first();
        let (_, now) = LINES.iter().find(|(plain, _)| *plain == first && !self.head)?;
        let second = self.code.split_whitespace().nth(1)?;
        second
            .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
            .then(|| self.found(Code::ItemWord, 0, first.len(), format!("no line begins with `{first}`"), format!("write `{now}`")))
    }

    /// `die is d6`, and `crew is Tired` where it is done.
    pub fn is_for_other_verbs(&self) -> Option<Diagnostic> {
        let token = self.stopper();
        let at = self.code.get(..self.at)?.trim_end().strip_suffix("is")?.len();
        let dice = token.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix('d').is_some_and(|n| n.parse::<u32>().is_ok());
        if dice {
            return Some(self.found(Code::Syntax, at, 2, "what is rolled gets its name with `=`", format!("write `= {token}`")));
        }
        let done = token.starts_with(char::is_uppercase) && self.wants(&[super::Rule::k_placed, super::Rule::k_removed]);
        done.then(|| self.found(Code::Syntax, at, 2, "`is` asks, and this is done", format!("write `gains {token}`")))
    }

    /// `side is the First Player`
    pub fn is_the(&self) -> Option<Diagnostic> {
        let at = self.code.get(..self.at)?.rfind(" is the ")? + " is ".len();
        let name = self.code.get(at + "the ".len()..)?;
        name.starts_with(char::is_uppercase).then(|| {
            let help = "leave `the` out: what somebody is, is a name alone";
            self.found(Code::Syntax, at, "the".len(), "no `the` stands before what somebody is", help)
        })
    }

    /// `game ends`
    pub fn game_ends(&self) -> Option<Diagnostic> {
        let at = self.code.find("game ends").filter(|at| (*at..=at + "game ends".len()).contains(&self.at))?;
        if self.code.get(..at)?.ends_with(|c: char| c.is_alphanumeric()) || self.code.get(..at)?.ends_with("the ") {
            return None;
        }
        Some(self.found(Code::Syntax, at, "game".len(), "the end of the game is said with `the`", "write `the game ends`"))
    }
}
