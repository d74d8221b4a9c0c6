//! How often, and in which turns, as books say it.

use super::fault::Faulty;
use crate::diag::{Code, Diagnostic};

/// Words that part how often from of what.
const PER: &[&str] = &["per", "a", "an", "each", "every"];
/// Numbers in words, from one.
const NUMBERS: &[&str] = &["one", "two", "three", "four", "five", "six"];
/// Which turn it is, in words, from the first.
const ORDINALS: &[&str] = &["first", "second", "third", "fourth", "fifth", "sixth"];
/// Words that books have before the number of a turn, and the comparison that they mean.
const TURNS: &[(&str, &str)] = &[
    ("in", "is"),
    ("on", "is"),
    ("during", "is"),
    ("from", "is at least"),
    ("since", "is at least"),
    ("after", "is more than"),
    ("before", "is less than"),
];

/// A number, in digits or in a word.
fn number(word: &str) -> Option<usize> {
    word.parse().ok().or_else(|| NUMBERS.iter().position(|n| *n == word).map(|i| i + 1))
}

impl Faulty<'_> {
    /// `three times per game`, `twice a turn`, `up to 2 times each phase`
    pub fn several_times(&self) -> Option<Diagnostic> {
        let words = self.words();
        let word = |i: usize| words.get(i).map_or("", |(_, w)| *w);
        let (first, per, many) = (1..words.len()).filter(|i| PER.contains(&word(*i))).find_map(|per| match word(per - 1) {
            "twice" => Some((per - 1, per, 2)),
            "thrice" => Some((per - 1, per, 3)),
            "times" => Some((per.checked_sub(2)?, per, number(word(per.checked_sub(2)?))?)),
            _ => None,
        })?;
        let before = first.checked_sub(2).filter(|i| matches!((word(*i), word(*i + 1)), ("up", "to") | ("at", "most")));
        let ((from, _), (last, span)) = (words.get(before.unwrap_or(first))?, words.get(per + 1)?);
        (*from <= self.at && self.at <= last + span.len()).then(|| {
            let message = "a limit is `once per` or `first time per`, and no number of times";
            let help = format!("write `once per {span}`, or let it spend a `count` that starts at {many}");
            self.found(Code::Syntax, *from, last + span.len() - from, message, help)
        })
    }

    /// `in turn 1`, `from turn 3`, `in the first turn`, `in turns 1 to 3`
    pub fn turn_of_a_book(&self) -> Option<Diagnostic> {
        let words = self.words();
        let word = |i: usize| words.get(i).map_or("", |(_, w)| *w);
        let plain = |w: &str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_digit());
        let (at, last, asked) = (1..words.len()).find_map(|at| {
            let (_, compared) = TURNS.iter().find(|(said, _)| *said == word(at))?;
            let turn = if word(at + 1) == "the" { at + 2 } else { at + 1 };
            if let Some(nth) = ORDINALS.iter().position(|o| *o == word(turn)) {
                return (word(turn + 1) == "turn").then(|| (at, turn + 1, format!("turn {compared} {}", nth + 1)));
            }
            if !matches!(word(turn), "turn" | "turns") || !plain(word(turn + 1)) {
                return None;
            }
            let (from, to) = (word(turn + 1), word(turn + 3));
            let span = word(turn + 2) == "to" && plain(to);
            let asked = if span { format!("turn is {from} to {to}") } else { format!("turn {compared} {from}") };
            Some((at, if span { turn + 3 } else { turn + 1 }, asked))
        })?;
        let ((from, _), (last, end)) = (words.get(at)?, words.get(last)?);
        let asks = self.code.get(..*from)?.contains(" if ");
        (!self.head && *from <= self.at && self.at <= last + end.len()).then(|| {
            let help = format!("write `{} {asked}`", if asks { "and" } else { "if" });
            self.found(Code::Syntax, *from, last + end.len() - from, "in which turn a rule holds is asked with `if`", help)
        })
    }
}
