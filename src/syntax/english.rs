//! Words and orders of words that English has where this language has others.

use super::fault::Faulty;
use super::quantifiers::singular;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// Words that English has, and what is written here.
const IN_ENGLISH: &[(&str, &str)] = &[
    ("it's", "it is"),
    ("minimum", "at least"),
    ("maximum", "at most"),
    ("max.", "at most"),
    ("max", "at most"),
    ("min", "at least"),
    ("is set to", "it is"),
    ("set to", "it is"),
    ("is doubled", "x 2"),
    ("doubled", "x 2"),
    ("double", "x 2"),
    ("halved", "half"),
    ("all missed dice", "failures"),
    ("missed dice", "failures"),
    ("all failed dice", "failures"),
    ("failed dice", "failures"),
    ("all failures", "failures"),
    ("all misses", "failures"),
    ("half of", "half"),
    ("blocks line of sight", "blocks sight"),
    ("blocks LOS", "blocks sight"),
    ("blocks vision", "blocks sight"),
    ("block line of sight", "blocks sight"),
    ("one failed die", "1 failure"),
    ("one failure", "1 failure"),
    ("one die", "1 die"),
    ("a failed die", "1 failure"),
    ("isn't", "is not"),
    ("isn’t", "is not"),
    ("aren't", "is not"),
    ("ain't", "is not"),
    ("hasn't", "has no"),
    ("doesn't have", "has no"),
    ("does not have", "has no"),
    ("didn't", "did not"),
    ("doesn't touch", "does not touch"),
    ("total number of", "count of"),
    ("the number of", "count of"),
    ("number of", "count of"),
    ("the amount of", "count of"),
    ("amount of", "count of"),
    ("how many", "count of"),
    ("is reduced by", "-"),
    ("reduced by", "-"),
    ("lowered by", "-"),
    ("is increased by", "+"),
    ("increased by", "+"),
    ("raised by", "+"),
    ("minus", "-"),
    ("plus", "+"),
    ("up to", "at most"),
    ("up to", "to"),
    ("lasts until", "until"),
    ("lasting until", "until"),
    ("that lasts until", "until"),
    ("no more than", "at most"),
    ("no less than", "at least"),
];

/// Words that lines begin with in English, and the word of the language.
const FIRST_IN_ENGLISH: &[(&[&str], &str)] = &[
    (&["fail", "fails", "failure", "unsuccessful"], "failed"),
    (&["pass", "passes", "success", "succeeds", "succeeded"], "passed"),
    (&["till"], "until"),
    (&["when", "whenever", "once"], "as"),
    (&["coherence", "cohesion"], "coherency"),
    (&["measuring", "measured", "measures"], "measure"),
    (&["foreach"], "for each"),
];

impl Faulty<'_> {
    /// `unit isn't Tired`, `number of model of unit`, `(was 45 pts)`: words that English has for words of the language.
    pub fn in_english(&self) -> Option<Diagnostic> {
        // only between the bounds of a count is it a plain `to`
        let fits = |(_, meant): &&(&str, &str)| *meant != "to" || self.first() == "count";
        IN_ENGLISH.iter().filter(fits).find_map(|(said, meant)| {
            let (at, _) = self.code.match_indices(said).find(|(at, _)| {
                let alone = *at == 0 || self.code.get(..*at).is_some_and(|before| before.ends_with([' ', '(']));
                alone && (self.with(*at, at + said.len(), meant) || self.further(*at, said.len(), meant) && self.near(*at, said.len()))
            })?;
            let message = format!("`{said}` is not said here");
            Some(self.found(Code::Syntax, at, said.len(), message, format!("write `{meant}`")))
        })
    }

    /// `target is more than 12" away`
    pub fn is_away(&self) -> Option<Diagnostic> {
        // `target is more than 12" from me` lacks nothing but `away`
        let bare = || self.code.match_indices("\" from ").map(|(i, _)| i + 1).find(|i| self.at <= i + " from ".len() + 1);
        let (end, away) = self.code.find(" away").map(|i| (i, " away".len())).or_else(|| Some((bare()?, 0)))?;
        let (before, how) = self.code.get(..end)?.rsplit_once(" is ")?;
        let who = before.rsplit(' ').next().filter(|who| who.starts_with(char::is_lowercase))?;
        let (at, to) = (before.len() - who.len(), end + away);
        let from = self.code.get(to..)?.strip_prefix(" from ").map(|rest| rest.split([' ', ',', ':', ')']).next().unwrap_or(""));
        let to = to + from.map_or(0, |from| " from ".len() + from.len());
        let from = from.unwrap_or(if self.code.contains(" me") || who == "unit" { "me" } else { "unit" });
        let now = how
            .strip_prefix("within ")
            .map_or_else(|| format!("distance from {from} to {who} is {how}"), |far| format!("{who} is within {far} of {from}"));
        (how.ends_with('"') && self.with(at, to, &now)).then(|| {
            let message = "how far away somebody is, is a distance from somebody";
            self.found(Code::Syntax, at, to - at, message, format!("write `{now}`"))
        })
    }

    /// `Old Hands, for +1 read +2`
    pub fn signs_read(&self) -> Option<Diagnostic> {
        let at = self.code.find("for ").filter(|at| *at == 0 || self.code.get(..*at).is_some_and(|b| b.ends_with(' ')))?;
        let (old, new) = self.code.get(at + "for ".len()..)?.split(" [").next()?.split_once(" read ")?;
        let plain = |said: &str| said.trim().trim_start_matches(['+', '-']).trim().to_owned();
        let now = format!("for {} read {}", plain(old), plain(new));
        let len = "for ".len() + old.len() + " read ".len() + new.trim_end().len();
        let signed = old.trim_start().starts_with('+') || new.trim_start().starts_with('+');
        (signed && self.with(at, at + len, &now)).then(|| {
            let message = "`for ... read ...` changes the number, and its sign stays";
            self.found(Code::Syntax, at, len, message, format!("write `{now}`"))
        })
    }

    /// Whether reading stopped within a part of the line, or at the word behind it.
    fn near(&self, at: usize, len: usize) -> bool {
        let behind = self.code.get(at + len..).unwrap_or("");
        let next = behind.trim_start().find(' ').unwrap_or(behind.len());
        (at..=at + len + 1 + next).contains(&self.at)
    }

    /// `on Reach of Bow: 12"`
    pub fn bare_amount(&self) -> Option<Diagnostic> {
        let amount = self.code.get(self.at..)?.lines().next()?.split(['[', ',']).next()?.trim_end();
        let said = amount.split(" if ").next()?.split(" unless ").next()?;
        let colon = self.code.get(..self.at)?.trim_end().ends_with(':') && amount.starts_with(|c: char| c.is_ascii_digit());
        let row = ["value ", "amend value "].iter().any(|head| self.around.above.starts_with(head));
        ((self.first() == "on" || row) && !self.head && colon && self.with(self.at, self.at, "it is ")).then(|| {
            let message = "this does not say how it is changed";
            self.found(Code::Syntax, self.at, said.len(), message, format!("write `it is {said}`"))
        })
    }

    /// `away from the nearest enemy band`
    pub fn nearest_first(&self) -> Option<Diagnostic> {
        let (word, at) = ["nearest", "closest"].iter().find_map(|w| Some((*w, self.code.find(&format!(" {w} "))? + 1)))?;
        let the = self.code.get(..at)?.strip_suffix("the ").map_or(at, str::len);
        let rest = self.code.get(at + word.len()..)?.trim_start();
        let whom = self.code.rsplit(": ").next()?.trim_start().split(' ').next().filter(|w| w.starts_with(char::is_lowercase))?;
        // `the nearest enemy`, of which sort is not said
        let side = rest.split([' ', ',', ';', ':', ')']).next().filter(|w| matches!(*w, "enemy" | "friend" | "foe"));
        if let Some(side) = side {
            let now = format!("the {} {whom} nearest to {whom}", if side == "friend" { "friendly" } else { "enemy" });
            let to = at + word.len() + 1 + side.len();
            if self.further(the, to - the, &now) && !rest.get(side.len()..)?.starts_with(&format!(" {whom}")) {
                let message = format!("`{word}` stands behind whom it speaks of");
                return Some(self.found(Code::Syntax, the, to - the, message, format!("write `{now}`")));
            }
        }
        (1..=4).find_map(|many| {
            let words: Vec<&str> = rest.split([' ', ',', ';', ':', ')']).take(many).collect();
            let said = words.join(" ");
            let to = at + word.len() + 1 + said.len();
            let kind = words.last().is_some_and(|w| w.starts_with(char::is_lowercase)) && words.len() == many;
            let now = format!("the {said} nearest to {whom}");
            (kind && rest.starts_with(&said) && self.further(the, to - the, &now)).then(|| {
                let message = format!("`{word}` stands behind whom it speaks of");
                self.found(Code::Syntax, the, to - the, message, format!("write `{now}`"))
            })
        })
    }

    /// `fail:`, `pass:` and the like, where a line begins with a word of the language.
    pub fn first_in_english(&self) -> Option<Diagnostic> {
        let first = self.first();
        let (_, meant) = FIRST_IN_ENGLISH.iter().find(|(said, _)| said.contains(&first)).filter(|_| !self.head)?;
        self.with(0, first.len(), meant)
            .then(|| self.found(Code::ItemWord, 0, first.len(), format!("no line begins with `{first}`"), format!("write `{meant}`")))
    }

    /// `Wave costs 1 AP less`
    pub fn costs_less(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let (action, rest) = line.split_once(" costs ")?;
        let (amount, sign) = [(" less", "-"), (" more", "+")].iter().find_map(|(end, sign)| Some((rest.strip_suffix(end)?, *sign)))?;
        let named = !self.head && action.starts_with(char::is_uppercase) && !action.contains([':', ',']);
        named.then(|| {
            let message = "what is changed is said of a quantity, `on`";
            let help = format!("write `on cost of {action} by ...: {sign} {amount}`, with who does it");
            self.found(Code::Syntax, 0, line.len(), message, help)
        })
    }

    /// `when a band rallies, it gains 1 Zeal`
    pub fn when_in_english(&self) -> Option<Diagnostic> {
        let said = ["when ", "whenever ", "as soon as ", "each time ", "every time "].iter().find(|said| self.code.starts_with(**said))?;
        (!self.head).then(|| {
            let message = "a rule says what it meets in the game";
            let help = "begin with `after` or `before` and what happens, such as `after step ... of ... by any ...:`";
            self.found(Code::Syntax, 0, said.trim_end().len(), message, help).vague()
        })
    }

    /// `expect Wave by Band is forbidden`
    pub fn expects_behind(&self) -> Option<Diagnostic> {
        expected_behind(self.code).map(|(at, said, help)| self.found(Code::Syntax, at, said, FORBIDDEN, help))
    }

    /// `expect 3 models in Band`
    pub fn expects_so_many(&self) -> Option<Diagnostic> {
        let said = self.code.lines().next()?.trim_end().strip_prefix("expect ")?;
        let said = said.split("  [").next()?.trim_end();
        let mut words = said.split(' ');
        let (number, kind, link) = (words.next()?, words.next()?, words.next()?);
        let whom = words.collect::<Vec<_>>().join(" ");
        let small = kind.bytes().all(|b| b.is_ascii_lowercase()) && !whom.is_empty();
        let asks =
            small && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) && matches!(link, "in" | "of" | "left" | "remain");
        asks.then(|| {
            let whom = whom.trim_start_matches("in ").trim_start_matches("of ");
            let help = format!("write `count of {} of {whom} is {number}`", singular(kind));
            self.found(Code::Syntax, "expect ".len(), said.len(), "what is counted stands before how many there are", help)
        })
    }

    /// `expect chance of 1/2 that Band is Tired in ...`
    pub fn chance_in_english(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let said = line.strip_prefix("expect ")?;
        let from = "expect ".len();
        let rest = said.strip_prefix("chance of ").or_else(|| said.strip_prefix("a chance of "))?;
        let (fraction, rest) = rest.split_once(" that ")?;
        let (what, deed) = rest.rsplit_once(" in ").or_else(|| rest.rsplit_once(" from "))?;
        let now = format!("chance {fraction} of ({what}) in {deed}");
        self.reads(&format!("expect {now}")).then(|| {
            let message = "how likely something is stands behind `chance`, and what is asked in brackets";
            self.found(Code::Syntax, from, said.len(), message, format!("write `{now}`"))
        })
    }

    /// `option Flag: 5 more Ranger at 5 pts`, `leader gains Steady for 5 pts`
    pub fn at_a_price(&self) -> Option<Diagnostic> {
        let (from, said) = [" at ", " for ", " costing ", " costs "].iter().find_map(|said| {
            let at = self.code.match_indices(said).map(|(at, _)| at).find(|at| {
                let rest = self.code.get(at + said.len()..).unwrap_or("");
                rest.split_once(" pts").is_some_and(|(number, _)| number.parse::<i64>().is_ok())
            })?;
            Some((at + 1, said.trim()))
        })?;
        if self.with(from, from + said.len() + 1, "") {
            let message = format!("no `{said}` stands before a price");
            return Some(self.found(Code::Syntax, from, said.len(), message, "leave it out"));
        }
        // who has it is bought, and then what he gains
        let (head, what) = self.code.get(..from)?.trim_end().split_once(": ")?;
        let (who, gains) = what.split_once(" gains ")?;
        let price = self.code.get(from + said.len() + 1..)?.split(" pts").next()?;
        let now = format!("{who} {price} pts, gains {gains}");
        self.reads(&format!("{head}: {now}")).then(|| {
            let message = "a price stands behind who has what is bought";
            self.found(Code::Syntax, head.len() + 2, self.code.trim_end().len() - head.len() - 2, message, format!("write `{now}`"))
        })
    }

    /// `or Yes: each band is Tired`, where lines of a reading stand below it.
    pub fn reading_in_line(&self) -> Option<Diagnostic> {
        let ruling = self.around.above.lines().next().is_some_and(|head| head.starts_with("ruling "));
        let (name, said) = self.code.lines().next()?.trim_end().split_once(": ")?;
        let reading = !self.head && ruling && (name.starts_with("or ") || name.starts_with("we play "));
        (reading && self.at > name.len()).then(|| {
            let message = "what a reading changes stands in lines below it";
            self.found(Code::Layout, name.len() + 2, said.len(), message, "put it on a line of its own, indented below the reading")
        })
    }
}

const FORBIDDEN: &str = "what may not be done is asked with `forbidden` before it";

/// `expect Wave by Band is forbidden`: where it says so, how long that is, and what is written.
fn expected_behind(line: &str) -> Option<(usize, usize, String)> {
    let line = line.lines().next()?.split("  [").next()?.trim_end();
    let deed = line.strip_prefix("expect ")?;
    let said = [" is forbidden", " is not allowed", " is not possible", " is impossible"].into_iter().find(|said| deed.ends_with(*said))?;
    let deed = deed.strip_suffix(said)?;
    let named = deed.starts_with(char::is_uppercase) && deed.contains(" by ");
    named.then(|| ("expect ".len(), line.len() - "expect ".len(), format!("write `forbidden {deed}`")))
}

/// What reads as a question and is meant as another: `expect Wave by Band is forbidden`, `expect not Wave by Band`.
pub(super) fn expected_otherwise(line: &str, start: usize) -> Option<Diagnostic> {
    let found = expected_behind(line).or_else(|| {
        let line = line.lines().next()?.split("  [").next()?.trim_end();
        let deed = line.strip_prefix("expect not ").filter(|deed| deed.starts_with(char::is_uppercase))?;
        let (action, _) = deed.split_once(" by ").filter(|(action, _)| action.split(' ').all(|w| w.starts_with(char::is_uppercase)))?;
        (!action.is_empty()).then(|| ("expect ".len(), "not ".len() + deed.len(), format!("write `forbidden {deed}`")))
    });
    let (at, length, help) = found?;
    Some(Diagnostic::new(Code::Syntax, Span::new(start + at, start + at + length), FORBIDDEN).help(help))
}
