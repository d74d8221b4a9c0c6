//! Lengths and places without the sign of inches, or in feet.

use super::Rule;
use super::fault::Faulty;
use crate::diag::{Code, Diagnostic};

/// Words behind which a place stands.
const BEFORE_PLACES: &[&str] = &["place", "at", "around", "to", "from", "towards", "facing"];
/// Signs and words for feet, the longest first.
const FEET: &[&str] = &[" feet", " foot", " ft", "feet", "foot", "ft", "'", "’", "′"];
/// Signs and words for inches.
const INCHES: &[&str] = &[" inches", " inch", " in", "inches", "inch", "in"];

/// How many bytes a number has at the beginning of a text: digits, and perhaps a point.
fn digits(text: &str) -> usize {
    text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len()
}

/// A number at the beginning of a text with one of these signs behind it, and how long both are.
fn marked<'t>(text: &'t str, signs: &[&str]) -> Option<(&'t str, usize)> {
    let number = text.get(..digits(text)).filter(|n| n.starts_with(|c: char| c.is_ascii_digit()))?;
    let rest = text.get(number.len()..)?;
    let sign = signs.iter().find(|s| rest.strip_prefix(**s).is_some_and(|r| !r.starts_with(|c: char| c.is_alphanumeric() || c == '\'')))?;
    Some((number, number.len() + sign.len()))
}

/// A number of feet at the beginning of a text in inches, and how long it is.
fn in_feet(text: &str) -> Option<(u64, usize)> {
    let (number, length) = marked(text, FEET)?;
    let (whole, half) = number.strip_suffix(".5").map_or((number, 0), |whole| (whole, 6));
    Some((whole.parse::<u64>().ok()?.checked_mul(12)? + half, length))
}

impl Faulty<'_> {
    /// `at 20,18`, `around 30",10`
    pub fn place_without_inches(&self) -> Option<Diagnostic> {
        self.code.match_indices(',').find_map(|(comma, _)| {
            let before = self.code.get(..comma)?;
            let x = before.rsplit(' ').next()?;
            let from = comma - x.len();
            let behind = self.code.get(comma + 1..)?;
            let gap = behind.len() - behind.trim_start_matches(' ').len();
            let y = behind.get(gap..)?;
            let number = y.get(..digits(y))?;
            let (bare, sign) = (x.strip_suffix('"').unwrap_or(x), y.get(number.len()..)?.starts_with('"'));
            let plain = [bare, number].iter().all(|n| n.starts_with(|c: char| c.is_ascii_digit()) && digits(n) == n.len());
            let placed = self.code.get(..from)?.split_whitespace().next_back().is_some_and(|w| BEFORE_PLACES.contains(&w));
            let whole = x.ends_with('"') && sign;
            let end = comma + 1 + gap + number.len() + usize::from(sign);
            (plain && placed && !whole && (from..=end).contains(&self.at)).then(|| {
                let message = "a place is two lengths, each with the sign of inches";
                self.found(Code::Syntax, from, end - from, message, format!("write `{bare}\",{number}\"`"))
            })
        })
    }

    /// `within 0,5" of band`
    pub fn decimal_comma(&self) -> Option<Diagnostic> {
        self.code.match_indices(',').find_map(|(comma, _)| {
            let (before, behind) = (self.code.get(..comma)?, self.code.get(comma + 1..)?);
            let from = before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            let (whole, part) = (before.get(from..)?, behind.get(..digits(behind))?);
            let plain = [whole, part].iter().all(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
            let word = before.get(..from)?.split_whitespace().next_back().unwrap_or("");
            let up_to = before.get(..from)?.trim_end().ends_with("up to");
            let placed = BEFORE_PLACES.contains(&word) && !up_to;
            let inches = behind.get(part.len()..)?.starts_with('"');
            let alone = before.get(..from)?.ends_with([' ', '(']);
            let end = comma + 1 + part.len() + 1;
            (plain && inches && alone && !placed && (from..=end).contains(&self.at)).then(|| {
                let message = "a number has a point, and no comma";
                self.found(Code::Habit, from, end - from, message, format!("write `{whole}.{part}\"`"))
            })
        })
    }

    /// `board 4' x 3'`, `up to 1 ft`
    pub fn feet(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?;
        let from = read.trim_end_matches(' ').trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').len();
        let mut starts = [self.at, from].into_iter();
        let (from, inches, length) = starts.find_map(|at| in_feet(self.code.get(at..)?).map(|(inches, length)| (at, inches, length)))?;
        let rest = self.code.get(from + length..)?;
        let other = [" x ", "x", " by "].iter().find_map(|by| {
            let (inches, length) = in_feet(rest.strip_prefix(by)?)?;
            Some((inches, by.len() + length))
        });
        let (length, help) = match other {
            Some((second, more)) => (length + more, format!("write `{inches}\" x {second}\"`")),
            None => (length, format!("write `{inches}\"`")),
        };
        Some(self.found(Code::Syntax, from, length, "lengths are in inches, and these are feet", help))
    }

    /// `board 48 x 36`, `around 20",18" 4`
    pub fn length_without_inches(&self) -> Option<Diagnostic> {
        let word = self.stopper();
        let bare = (!word.is_empty() && digits(word) == word.len()).then_some(word);
        let (number, length) = marked(self.code.get(self.at..)?, INCHES).or_else(|| Some((bare?, word.len())))?;
        let other = [Rule::integer, Rule::number, Rule::literal, Rule::expr, Rule::primary, Rule::sum_expr, Rule::choice];
        if self.before() == "facing" {
            let point = match number.parse::<i64>().ok()?.rem_euclid(360) {
                0 => "north",
                90 => "east",
                180 => "south",
                270 => "west",
                _ => return None,
            };
            let degrees = self.code.get(self.at + length..)?.trim_start().starts_with("deg");
            let rest = self.code.get(self.at + length..)?;
            let all = if degrees {
                length + rest.len() - rest.trim_start().len() + rest.trim_start().split([' ', ',', ';']).next()?.len()
            } else {
                length
            };
            return Some(self.found(
                Code::Syntax,
                self.at,
                all,
                "a facing is a point of the compass, or a place",
                format!("write `{point}`"),
            ));
        }
        (self.wants(&[Rule::length]) && !self.wants(&other))
            .then(|| self.found(Code::Syntax, self.at, length, "a length has the sign of inches", format!("write `{number}\"`")))
    }
}
