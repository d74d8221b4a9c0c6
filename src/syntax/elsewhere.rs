//! Sentences as they are said elsewhere: on pages of rules, in other tools, in plain English.

use super::fault::Faulty;
use super::layout::strip_comment;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// Letters that printers join into one sign, and the letters.
const LIGATURES: &[(char, &str)] = &[('ﬀ', "ff"), ('ﬁ', "fi"), ('ﬂ', "fl"), ('ﬃ', "ffi"), ('ﬄ', "ffl"), ('ﬅ', "st"), ('ﬆ', "st")];

/// A word with letters that a page joined into one sign: it looks like another word, and is none.
pub(super) fn ligature(text: &str, start: usize) -> Option<Diagnostic> {
    if text.is_ascii() {
        return None;
    }
    let (at, sign, letters) =
        named(text).char_indices().find_map(|(i, c)| LIGATURES.iter().find(|(l, _)| *l == c).map(|(l, s)| (i, *l, *s)))?;
    let begin = text.get(..at)?.rfind(|c: char| !c.is_alphanumeric()).map_or(0, |i| i + text.get(i..).map_or(1, first_len));
    let end = text.get(at..)?.find(|c: char| !c.is_alphanumeric()).map_or(text.len(), |i| at + i);
    let mut word = text.get(begin..end)?.to_owned();
    for (sign, letters) in LIGATURES {
        word = word.replace(*sign, letters);
    }
    let message = format!("`{sign}` is one sign for the letters `{letters}`, as it is printed on a page");
    Some(Diagnostic::new(Code::Habit, Span::new(start + begin, start + end), message).help(format!("write `{word}`")))
}

/// A word that was parted at the end of a printed line: `un-` and `it`.
pub(super) fn parted_word(text: &str, start: usize) -> Option<Diagnostic> {
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let code = strip_comment(line).trim_end();
        let (next, half) = (text.get(offset + line.len()..)?, code.strip_suffix('-').unwrap_or(""));
        let begun = half.rfind(|c: char| !c.is_alphabetic()).map_or(0, |i| i + half.get(i..).map_or(1, first_len));
        let (first, rest) = (half.get(begun..)?, next.trim_start().split(|c: char| !c.is_alphabetic()).next()?);
        if !first.is_empty() && rest.starts_with(char::is_lowercase) {
            let span = Span::new(start + offset + begun, start + offset + code.len());
            let d = Diagnostic::new(Code::Layout, span, "a word is parted at the end of the line");
            return Some(d.help(format!("write `{first}{rest}` in one piece")));
        }
        offset += line.len();
    }
    None
}

/// A line without its comment, up to its first title in quotes: what stands there is as its author likes it.
fn named(text: &str) -> &str {
    let code = strip_comment(text);
    let title = |(i, _): &(usize, &str)| !code.get(..*i).is_some_and(|b| b.ends_with(|c: char| c.is_ascii_digit()));
    code.match_indices('"').find(title).and_then(|(i, _)| code.get(..i)).unwrap_or(code)
}

fn first_len(text: &str) -> usize {
    text.chars().next().map_or(1, char::len_utf8)
}

/// The line of dashes that other tools write under the headings of a table. `line` is all that stands there from `text` on: two
/// dashes begin a comment.
pub(super) fn line_of_dashes(text: &str, line: &str, start: usize) -> Option<Diagnostic> {
    let drawn = |line: &str| {
        let parted = line.contains('|') || line.contains("-+") || line.contains("=+");
        let dashes =
            line.contains(['-', '=', '–', '—']) && line.chars().all(|c| matches!(c, '|' | '-' | '=' | '–' | '—' | ':' | ' ' | '+'));
        parted && dashes
    };
    let line = [line.trim(), text.trim()].into_iter().find(|line| drawn(line))?;
    let span = Span::new(start, start + line.len());
    let message = "this is the line of dashes under the headings of a table in another notation, and no row";
    Some(Diagnostic::new(Code::Habit, span, message).help("take the line out"))
}

/// A row of a table as other tools write it: bars at both ends.
pub(super) fn row_with_bars(text: &str, start: usize) -> Option<Diagnostic> {
    let line = text.trim();
    let from = start + (text.len() - text.trim_start().len());
    let span = Span::new(from, from + line.len());
    let cells = line.strip_prefix('|')?.strip_suffix('|')?;
    let row: Vec<&str> = cells.split('|').map(str::trim).collect();
    let message = "no bar stands behind the last cell of a row, nor before the first";
    Some(Diagnostic::new(Code::Habit, span, message).help(format!("write `{}`", row.join(" | "))))
}

/// Whether a word is dice with a capital: `2D6`.
pub fn capital_dice(word: &str) -> Option<String> {
    let word = word.trim_end_matches('"');
    let (count, sides) = word.split_once('D')?;
    let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
    (digits(count) && digits(sides) && !sides.is_empty()).then(|| format!("{count}d{sides}"))
}

impl Faulty<'_> {
    /// `2D6"`, as books print dice.
    pub fn big_dice(&self) -> Option<Diagnostic> {
        let mut from = 0;
        self.code.split_inclusive(|c: char| c.is_whitespace() || "(),;:+".contains(c)).find_map(|part| {
            let at = from;
            from += part.len();
            let word = part.trim_end_matches(|c: char| c.is_whitespace() || "(),;:+".contains(c));
            let dice = capital_dice(word).filter(|_| at <= self.at)?;
            let inches = if word.ends_with('"') { "\"" } else { "" };
            let help = format!("write `{dice}{inches}`");
            Some(self.found(Code::Habit, at, word.len(), "dice have a small `d`", help))
        })
    }

    /// `must Leap if ...`
    pub fn must(&self) -> Option<Diagnostic> {
        let rest = self.code.trim_start().strip_prefix("must ")?;
        let at = self.code.len() - rest.len() - "must ".len();
        let ends = [" if ", " unless ", " during ", ":", ","].iter().filter_map(|w| rest.find(w)).min().unwrap_or(rest.len());
        let action = rest.get(..ends)?.trim_end();
        action.starts_with(char::is_uppercase).then(|| {
            let help = format!("write `may not take any action other than {action}`");
            self.found(Code::Habit, at, "must".len(), "no rule makes somebody act: it says what may not be done", help)
        })
    }

    /// `read 14" for 12"`
    pub fn read_before_for(&self) -> Option<Diagnostic> {
        let from = self.code.find("read ").filter(|i| *i <= self.at)?;
        let (new, old) = self.code.get(from + "read ".len()..)?.split_once(" for ")?;
        let before = self.code.get(..from)?.trim_end();
        (before.is_empty() || before.ends_with([':', ','])).then(|| {
            let old = old.trim_end();
            let help = format!("write `for {old} read {new}`");
            self.found(Code::Syntax, from, "read ".len() + new.len() + " for ".len() + old.len(), "what stands now comes first", help)
        })
    }

    /// `after step hurt: ...`, where it is not said of what.
    pub fn step_of_nothing(&self) -> Option<Diagnostic> {
        let line = self.code.trim_start();
        let place =
            ["before step ", "after step ", "instead of step ", "skip step ", "take step "].iter().find(|p| line.starts_with(**p))?;
        let from = self.code.len() - line.len() + place.len();
        let step = self.code.get(from..)?.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next().filter(|s| !s.is_empty())?;
        (self.at == from + step.len()).then(|| {
            let help =
                format!("write `{place}{step} of ...`, and what has the step; below `amend` more of a step is `step {step}, then: ...`");
            self.found(Code::Syntax, from, step.len(), format!("this does not say of what `{step}` is a step"), help)
        })
    }

    /// `ignore The Row by me: + 2`
    pub fn lifted_and_changed(&self) -> Option<Diagnostic> {
        let line = self.code.trim_start();
        let word = ["ignore", "skip"].into_iter().find(|w| line.strip_prefix(w).is_some_and(|rest| rest.starts_with(' ')))?;
        let colon = self.code.get(self.at..)?.starts_with(':');
        colon.then(|| {
            let (what, instead) = if word == "skip" { ("left out", "instead of") } else { ("ignored", "on") };
            let help = format!("end the line here, or write `{instead}` in the place of `{word}`");
            self.found(Code::Syntax, self.at, 1, format!("nothing takes the place of what is {what}"), help)
        })
    }

    /// `if we play The Mist:`, `if we do not play Thin for The Mist:`: a line that asks for a ruling.
    pub fn asks_what_we_play(&self) -> Option<Diagnostic> {
        let (at, asks, verb) = [("we do not play ", "does not say"), ("we play ", "says")]
            .into_iter()
            .find_map(|(asks, verb)| Some((self.code.find(asks)?, asks, verb)))?;
        let names = self.code.get(at + asks.len()..)?;
        let end = names.find([',', ':', ';', '[', ')', '}']).unwrap_or(names.len());
        let end = [" and ", " or the "].iter().filter_map(|w| names.get(..end)?.find(w)).min().unwrap_or(end);
        let names = names.get(..end)?.trim_end();
        let help = match names.split_once(" for ") {
            Some((reading, ruling)) => format!("write `the ruling {ruling} {verb} {reading}`"),
            None => format!("write the ruling, and what it says: `the ruling The Mist {verb} Thin`"),
        };
        let here = (at..=at + asks.len()).contains(&self.at) && at > 0;
        here.then(|| self.found(Code::FirstEdition, at, asks.len() + names.len(), "a ruling is asked for what it says", help))
    }

    /// What a unit is, or how many, behind the place where it stands.
    pub fn behind_place(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?.trim_end();
        let named = self.code.trim_start().starts_with(char::is_uppercase) && read.contains(": ");
        let stands =
            read.rsplit_once(" at ").is_some_and(|(_, place)| place.starts_with(|c: char| c.is_ascii_digit()) && place.contains("\","));
        let rest = self.code.get(self.at..)?.split(';').next()?.trim_end();
        if [" at ", " around "].iter().any(|w| rest.contains(w)) {
            return self.comma_of_places();
        }
        (named && stands && read.ends_with(',') && !rest.is_empty()).then(|| {
            if rest.starts_with("facing ") {
                let comma = read.len() - 1;
                let message = "where it faces belongs to its place, and no comma stands between them";
                return self.found(Code::Syntax, comma, 1, message, "take the comma away");
            }
            let help = format!("write `{rest}` before `at`, with a comma before it");
            self.found(Code::Syntax, self.at, rest.len(), "how many there are and what they are stands before the place", help)
        })
    }

    /// `is greater than 3`
    pub fn wrong_comparison(&self) -> Option<Diagnostic> {
        const SAID: &[(&str, &str)] = &[
            ("greater than", "more than"),
            ("higher than", "more than"),
            ("bigger than", "more than"),
            ("larger than", "more than"),
            ("longer than", "more than"),
            ("above", "more than"),
            ("over", "more than"),
            ("fewer than", "less than"),
            ("lower than", "less than"),
            ("smaller than", "less than"),
            ("shorter than", "less than"),
            ("below", "less than"),
            ("under", "less than"),
            ("equal to", ""),
            ("no more than", "at most"),
            ("no less than", "at least"),
            ("up to", "at most"),
        ];
        SAID.iter().find_map(|(said, now)| {
            let whole = format!("is {said} ");
            let (at, _) = self.code.match_indices(&whole).find(|(at, _)| (*at..*at + whole.len()).contains(&self.at))?;
            let help = if now.is_empty() { "write `is`".to_owned() } else { format!("write `is {now}`") };
            let said = whole.trim_end();
            Some(self.found(Code::Habit, at, said.len(), format!("`{said}` is not said here"), help))
        })
    }

    /// `expect hits equals 2`
    pub fn equals(&self) -> Option<Diagnostic> {
        let (at, _) = self.code.match_indices(" equals ").find(|(at, w)| (*at..=*at + w.len()).contains(&self.at))?;
        let rest = self.code.get(at + " equals ".len()..)?.trim_end().trim_end_matches(':');
        Some(self.found(Code::Habit, at + 1, "equals".len(), "what is the same is asked with `is`", format!("write `is {rest}`")))
    }

    /// `its Size at least 8`, where it is asked.
    pub fn compared_without_is(&self) -> Option<Diagnostic> {
        [" at least ", " at most ", " more than ", " less than "].iter().find_map(|said| {
            let near = |at: usize| at <= self.at && self.at <= self.code.trim_end().len();
            let (at, _) = self.code.match_indices(said).filter(|(at, _)| near(*at)).last()?;
            let before = self.code.get(..at)?.split_whitespace().next_back()?;
            let number = self.code.get(at + said.len()..)?.starts_with(|c: char| c.is_ascii_digit());
            let asked =
                [" if ", " and ", " or ", "= ", "unless ", " where "].iter().any(|w| self.code.get(..at).is_some_and(|b| b.contains(w)));
            let subject = before.starts_with(char::is_uppercase) || matches!(before, "turn" | "it");
            (number && asked && subject).then(|| {
                let said = said.trim();
                self.found(Code::Syntax, at + 1, said.len(), "what is compared goes on with `is`", format!("write `is {said}`"))
            })
        })
    }

    /// `x 0.5`: numbers are whole but for lengths.
    pub fn decimal(&self) -> Option<Diagnostic> {
        let rest = self.code.get(self.at..)?.strip_prefix('.')?;
        let part = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let before = self.code.get(..self.at)?;
        let whole = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let number = self.code.get(self.at.checked_sub(whole)?..self.at + 1 + part)?;
        (part > 0 && whole > 0).then(|| {
            let help = if self.code.contains(" chance ") {
                "write a fraction such as `9/10`"
            } else if number == "0.5" {
                "write `half`, and how it is rounded"
            } else {
                "write a whole number, or a fraction such as `3/2 of ...`"
            };
            self.found(Code::Habit, self.at - whole, number.len(), "numbers are whole: only a length has a point", help)
        })
    }

    /// `once a turn`
    pub fn once_a(&self) -> Option<Diagnostic> {
        let from = self.code.find("once ").or_else(|| self.code.find("twice "))?;
        let said = self.code.get(from..)?;
        let period =
            said.strip_prefix("once a ").or_else(|| said.strip_prefix("once every ")).or_else(|| said.strip_prefix("once each "))?;
        let word = period.split(|c: char| !c.is_alphanumeric()).next().filter(|w| !w.is_empty())?;
        let old = said.len() - period.len() + word.len();
        (from <= self.at && self.at <= self.code.len())
            .then(|| self.found(Code::Syntax, from, old, "how often is said with `per`", format!("write `once per {word}`")))
    }
}
