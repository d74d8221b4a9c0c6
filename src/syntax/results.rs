//! What dice show, and what comes of it, as books say it.

use super::door::is_reserved;
use super::elsewhere::capital_dice;
use super::fault::Faulty;
use super::misplaced::PLACES;
use crate::diag::{Code, Diagnostic};

/// Verbs of results, and the word that asks for each.
const RESULTS: &[(&str, &str)] = &[
    ("fail", "failed"),
    ("fails", "failed"),
    ("failed", "failed"),
    ("pass", "passed"),
    ("passes", "passed"),
    ("passed", "passed"),
    ("succeed", "passed"),
    ("succeeds", "passed"),
    ("succeeded", "passed"),
];
/// Words before a score that say nothing more.
const FILLERS: &[&str] = &["a", "an", "any", "the", "roll", "rolls", "rolling", "score", "scores", "result", "results", "of", "on", "dice"];
/// Words behind a score, and as they are said here.
const WAYS: &[(&str, &str)] = &[
    ("better", ""),
    ("more", ""),
    ("higher", ""),
    ("above", ""),
    ("over", ""),
    ("up", ""),
    ("greater", ""),
    ("less", " or less"),
    ("lower", " or less"),
    ("fewer", " or less"),
    ("below", " or less"),
    ("under", " or less"),
];
/// Words that begin what changes a throw.
const CHANGES: &[&str] = &["need", "total", "keep", "drop", "explode", "exactly", "natural", "also", "passes", "fails", "reroll"];

/// Digits, and whether a `+` is behind them.
fn score(word: &str) -> Option<&str> {
    let number = word.strip_suffix('+').unwrap_or(word);
    (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())).then_some(number)
}

/// How English says that a check failed.
const FAILURES: &[&str] = &[" is failed", " is not passed", " fails", " failed", " does not pass"];

impl Faulty<'_> {
    /// `if it fails`, `if the unit does not pass`, behind what a rule meets or on a line of its own
    pub fn result_in_words(&self) -> Option<Diagnostic> {
        let words = self.words();
        let (verb, now) =
            words.iter().enumerate().find_map(|(i, (_, w))| RESULTS.iter().find(|(said, _)| said == w).map(|(_, now)| (i, *now)))?;
        let asked = words.get(..verb)?.iter().rposition(|(_, w)| matches!(*w, "if" | "unless" | "and" | "or"))?;
        let who = words.get(asked + 1..verb)?;
        let small = |(_, w): &(usize, &str)| w.starts_with(char::is_lowercase);
        let ((from, _), (last, said)) = (who.first()?, words.get(verb)?);
        let near = (*from..=last + said.len()).contains(&self.at);
        if self.head || !near || who.len() > 4 || !who.iter().all(small) {
            return None;
        }
        let not = who.iter().any(|(_, w)| *w == "not");
        let now = if not && now == "passed" { "failed" } else { now };
        let length = last + said.len() - from;
        if PLACES.contains(&self.first()) {
            let message = "what a check came to is asked with a word alone";
            return Some(self.found(Code::Syntax, *from, length, message, format!("write `{now}`, as in `if {now}`")));
        }
        (self.first() == "if" && now == "failed").then(|| {
            let message = "what comes of a failed check is said where the check is made";
            let help = "write `, or` and what happens then at the end of the line that makes the check";
            self.found(Code::Syntax, *from, length, message, help)
        })
    }

    /// `if Nerve Check of unit fails: stop Hold Fast`
    pub fn check_as_question(&self) -> Option<Diagnostic> {
        let rest = self.code.strip_prefix("if ").filter(|rest| rest.starts_with(char::is_uppercase))?;
        let (check, verb) = FAILURES.iter().find_map(|verb| rest.split_once(verb).map(|(check, _)| (check, verb)))?;
        let behind = rest.get(check.len() + verb.len()..)?.trim_start();
        let done = behind.strip_prefix(':')?.trim();
        let help = if done.is_empty() { format!("write `{check}, or:`") } else { format!("write `{check}, or {done}`, without `if`") };
        let message = "a check is made, and what comes of its failure stands behind it";
        Some(self.found(Code::Syntax, "if ".len(), check.len() + verb.len(), message, help))
    }

    /// `needs unit is in Wood: In The Wood`
    pub fn needs_reversed(&self) -> Option<Diagnostic> {
        let (asked, name) = self.code.strip_prefix("needs ")?.split_once(": ")?;
        let named = name.split_whitespace().all(|w| w.starts_with(char::is_uppercase));
        if !asked.starts_with(char::is_lowercase) || !named || name.trim().is_empty() {
            return None;
        }
        let help = format!("write `needs {}: {asked}`", name.trim());
        let message = "the name of what is needed stands before the question";
        Some(self.found(Code::Syntax, "needs ".len(), asked.len() + 2 + name.trim_end().len(), message, help))
    }

    /// `each d6 hits on a roll of 4 or better`
    pub fn hits_on_a_roll(&self) -> Option<Diagnostic> {
        let words = self.words();
        let on = words.iter().position(|(_, w)| *w == "on").filter(|_| self.first() == "each")?;
        let fillers = words.get(on + 1..)?.iter().take_while(|(_, w)| FILLERS.contains(w)).count();
        let at = on + 1 + fillers;
        let (number, low) = match words.get(at)?.1.strip_suffix('-') {
            Some(low) => (score(low)?, true),
            None => (score(words.get(at)?.1)?, false),
        };
        if low {
            let (from, said) = words.get(at)?;
            return (*from <= self.at && self.at <= from + said.len()).then(|| {
                let message = format!("`{said}` is written in words");
                self.found(Code::Syntax, *from, said.len(), message, format!("write `{number} or less`"))
            });
        }
        let or = words.get(at + 1).is_some_and(|(_, w)| *w == "or");
        let way = words.get(at + 2).filter(|_| or).and_then(|(_, w)| WAYS.iter().find(|(said, _)| said == w));
        let ((from, _), (last, said)) = (words.get(on)?, words.get(if way.is_some() { at + 2 } else { at })?);
        let told = fillers > 0 || way.is_some();
        (told && *from <= self.at && self.at <= last + said.len()).then(|| {
            let help = format!("write `on {number}{}`", way.map_or("", |(_, now)| *now));
            self.found(Code::Syntax, *from, last + said.len() - from, "a die hits on a score, which is a number alone", help)
        })
    }

    /// `check Nerve of band: 4+ on a D6`
    pub fn score_before_dice(&self) -> Option<Diagnostic> {
        let colon = self.code.find(": ").filter(|_| self.head && matches!(self.first(), "check" | "roll" | "pool" | "opposed"))?;
        let words = self.words();
        let said: Vec<_> = words.into_iter().filter(|(at, _)| *at > colon).collect();
        let begun = said.iter().take_while(|(_, w)| FILLERS.contains(w)).count();
        let number = score(said.get(begun)?.1)?;
        let on = said.iter().position(|(_, w)| *w == "on").filter(|on| *on > begun)?;
        let low = said.get(begun + 1..on)?.iter().any(|(_, w)| WAYS.iter().any(|(way, now)| way == w && !now.is_empty()));
        let (last, dice) = said.get(on + 1..)?.iter().find(|(_, w)| !FILLERS.contains(w) && *w != "one")?;
        let small = capital_dice(dice).unwrap_or_else(|| (*dice).to_owned());
        let (many, sides) = small.split_once('d')?;
        let thrown = [many, sides].iter().all(|n| n.bytes().all(|b| b.is_ascii_digit())) && !sides.is_empty();
        let (from, _) = said.get(begun)?;
        (thrown && self.at <= last + dice.len()).then(|| {
            let compared = if low { "at most" } else { "at least" };
            let message = "the dice come first, and then what they must show";
            self.found(Code::Syntax, *from, last + dice.len() - from, message, format!("write `{small} is {compared} {number}`"))
        })
    }

    /// `on Aim at me: save 5+`, `on Aim at me: 5+ save`
    pub fn save(&self) -> Option<Diagnostic> {
        let colon = self.code.find(": ").filter(|at| PLACES.contains(&self.first()) && !self.head && self.at > *at)?;
        let words = self.words();
        let said: Vec<_> = words.into_iter().filter(|(at, _)| *at > colon).take_while(|(_, w)| !w.starts_with('[')).collect();
        let scored = said.iter().any(|(_, w)| w.ends_with('+') && score(w).is_some());
        let own = |w: &str| w.bytes().all(|b| b.is_ascii_lowercase()) && !is_reserved(w) && !CHANGES.contains(&w);
        let (at, word) = said.iter().find(|(_, w)| own(w))?;
        let rest = said.iter().all(|(_, w)| own(w) || score(w).is_some() || matches!(*w, "on" | "of" | "a"));
        (scored && rest && said.len() < 5).then(|| {
            let help = "write what changes the dice, such as `each die -1`";
            self.found(Code::Syntax, *at, word.len(), format!("`{word}` changes nothing of a throw"), help)
        })
    }
}
