//! The base a piece stands on.

use crate::ast::{BaseSize, CellSays};
use crate::ir::{KindNo, StateNo};
use crate::num::Measure;
use crate::table::Base;

/// The base of a piece of which nothing says what it stands on: round, 25 mm.
pub const COMMON: Base = Base::Circle { radius: 492 };
/// The same as it is written.
pub const COMMON_SIZE: &str = "25 mm";

/// Bases by what a piece is: the first line of which it has every tag holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Feet {
    /// The kind of piece, the tags it must have, the base.
    pub lines: Vec<(KindNo, Vec<StateNo>, Base)>,
}

impl Feet {
    /// The base of a piece of a kind with these tags.
    #[must_use]
    pub fn of(&self, kind: KindNo, tags: &[StateNo]) -> Base {
        self.fitting(kind, tags).unwrap_or(COMMON)
    }

    /// The same, if a line says it.
    #[must_use]
    pub fn fitting(&self, kind: KindNo, tags: &[StateNo]) -> Option<Base> {
        self.lines.iter().find(|(k, wanted, _)| *k == kind && wanted.iter().all(|t| tags.contains(t))).map(|l| l.2)
    }
}

/// A base as a cell has it: `25 mm`, `1"` for a round one, `40 x 20 mm`, `2" x 1"` for width and depth.
#[must_use]
pub fn size(cell: &CellSays) -> Option<Base> {
    let (width, depth, metric) = match *cell {
        CellSays::Length(width) => (width, None, false),
        CellSays::Base(BaseSize { width, depth, metric }) => (width, depth, metric),
        _ => return None,
    };
    let one = |n: i64| -> Option<i32> {
        let n = Measure::from_thousandths(n).on_table().ok()?;
        // 25.4 mm are an inch
        let mils = if metric { (n.checked_mul(10)? + 127) / 254 } else { n };
        Some(mils).filter(|m| (1..=100_000).contains(m))
    };
    match depth {
        None => one(width).map(Base::round),
        Some(depth) => Some(Base::rect(one(width)?, one(depth)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(width: i64, depth: Option<i64>, metric: bool) -> CellSays {
        CellSays::Base(BaseSize { width, depth, metric })
    }

    #[test]
    fn sizes() {
        assert_eq!(size(&base(25_000, None, true)), Some(COMMON));
        assert_eq!(size(&base(40_000, None, true)), Some(Base::Circle { radius: 787 }));
        assert_eq!(size(&CellSays::Length(1000)), Some(Base::Circle { radius: 500 }));
        assert_eq!(size(&base(2000, Some(1500), false)), Some(Base::Rect { half_width: 1000, half_depth: 750 }));
        for bad in [CellSays::Empty, CellSays::Int(25), base(-3000, None, true), base(i64::MAX, None, true), base(1000, Some(0), false)] {
            assert_eq!(size(&bad), None, "{bad:?}");
        }
    }
}
