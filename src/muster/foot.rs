//! The base a piece stands on.

use crate::num::mils;
use crate::table::Base;

/// The base of a piece of which nothing says what it stands on: round, 25 mm.
pub const COMMON: Base = Base::Circle { radius: 492 };

/// Bases by what a piece is: the first line of which it has every tag holds.
#[derive(Clone, Debug, Default)]
pub struct Feet {
    /// The kind of piece, the tags it must have, the base.
    pub lines: Vec<(usize, Vec<u16>, Base)>,
}

impl Feet {
    /// The base of a piece of a kind with these tags.
    #[must_use]
    pub fn of(&self, kind: usize, tags: &[u16]) -> Base {
        self.lines.iter().find(|(k, wanted, _)| *k == kind && wanted.iter().all(|t| tags.contains(t))).map_or(COMMON, |l| l.2)
    }
}

/// A base as written: `25 mm`, `1"` for a round one, `40 x 20 mm`, `2" x 1"` for width and depth.
#[must_use]
pub fn size(text: &str) -> Option<Base> {
    let text = text.trim();
    let (bare, metric) = match text.strip_suffix("mm") {
        Some(bare) => (bare.trim_end(), true),
        None => (text, false),
    };
    let one = |t: &str| -> Option<i32> {
        let t = t.trim();
        // 25.4 mm are an inch
        let mils = if metric { (mils(&format!("{t}\"")).ok()?.checked_mul(10)? + 127) / 254 } else { mils(t).ok()? };
        Some(mils).filter(|m| (1..=100_000).contains(m))
    };
    match bare.split_once('x') {
        None => one(bare).map(Base::round),
        Some((w, d)) => Some(Base::rect(one(w)?, one(d)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(size("25 mm"), Some(COMMON));
        assert_eq!(size("40mm"), Some(Base::Circle { radius: 787 }));
        assert_eq!(size("1\""), Some(Base::Circle { radius: 500 }));
        assert_eq!(size("2\" x 1.5\""), Some(Base::Rect { half_width: 1000, half_depth: 750 }));
        for bad in ["", "25", "mm", "x mm", "-3 mm", "9999999999999999999 mm", "1\" x", "é"] {
            assert_eq!(size(bad), None, "{bad}");
        }
    }
}
