//! Numbers as texts write them and as the program keeps them.

use crate::num::{Measure, Rounding};

/// Slot numbers are short; a pack never comes near their end.
pub(super) fn short(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

/// Kinds are few.
pub(super) fn small(n: usize) -> u8 {
    u8::try_from(n).unwrap_or(u8::MAX)
}

/// Thousandths of an inch from a length as written.
pub(super) fn mils(text: &str) -> i64 {
    let inches = if text.ends_with('"') { text.to_owned() } else { format!("{text}\"") };
    inches.parse::<Measure>().map_or(0, Measure::thousandths)
}

/// A rounding by its word.
pub(super) fn way(word: &str) -> Rounding {
    match word {
        "down" => Rounding::Down,
        "nearest" => Rounding::Nearest,
        _ => Rounding::Up,
    }
}

/// The number in a cell: 5, 5+, 6", -, +2.
pub(super) fn cell_number(text: &str) -> Option<i64> {
    let text = text.trim();
    if text == "-" || text == "–" || text.is_empty() {
        return Some(0);
    }
    if text.ends_with('"') {
        return Some(mils(text));
    }
    text.trim_end_matches('+').trim_start_matches('+').parse().ok()
}
