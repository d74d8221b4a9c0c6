//! A place on the table and the step between two.

use serde::{Deserialize, Serialize};

use super::facing::Facing;
use super::trig::{ONE_BITS, div_round, narrow, root, shift_round};

/// A place: mils east (`x`) and north (`y`) of the south-west corner, within ±1 000 000.
///
/// Arithmetic outside that range saturates; it never panics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Point {
    /// Mils to the east.
    pub x: i32,
    /// Mils to the north.
    pub y: i32,
}

/// A step from one place to another, in mils.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vector {
    /// Mils to the east.
    pub x: i32,
    /// Mils to the north.
    pub y: i32,
}

/// A step seen along a facing, in 1/256 mil, each part within ±2^30 (over 4 000 inches).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Local {
    pub right: i64,
    pub ahead: i64,
}

/// Fraction bits of [`Local`].
pub(super) const FINE_BITS: u32 = 8;

impl Point {
    /// The south-west corner.
    pub const ORIGIN: Self = Self { x: 0, y: 0 };

    /// The place `x` mils east and `y` mils north.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The step that leads to another place.
    #[must_use]
    pub fn to(self, other: Self) -> Vector {
        Vector { x: other.x.saturating_sub(self.x), y: other.y.saturating_sub(self.y) }
    }

    /// The place a step away.
    #[must_use]
    pub fn plus(self, step: Vector) -> Self {
        Self { x: self.x.saturating_add(step.x), y: self.y.saturating_add(step.y) }
    }

    /// Distance to the nearest mil.
    #[must_use]
    pub fn distance(self, other: Self) -> i32 {
        self.to(other).length()
    }

    /// Distance squared, exact within range: for comparisons.
    #[must_use]
    pub fn distance_squared(self, other: Self) -> i64 {
        self.to(other).square()
    }

    /// The place `mils` along the way to another, past it when longer, back when negative; here
    /// when the two coincide, and exactly there when `mils` is [`Point::distance`].
    #[must_use]
    pub fn towards(self, to: Self, mils: i32) -> Self {
        let v = self.to(to);
        if mils == v.length() {
            return to;
        }
        // Ten more bits of length, or a long step along a short line would drift.
        let wide = i128::from(v.square()) << 20;
        let length = u128::try_from(wide).map_or(0, u128::isqrt);
        let length = i128::try_from(length).unwrap_or(0);
        let part = |x: i32| narrow(div_round((i128::from(x) * i128::from(mils)) << 10, length));
        self.plus(Vector { x: part(v.x), y: part(v.y) })
    }

    /// The place so many mils ahead and to the right, looking along `facing`.
    #[must_use]
    pub fn offset(self, facing: Facing, ahead: i32, right: i32) -> Self {
        self.plus(Vector { x: right, y: ahead }.turned(facing))
    }

    /// The place halfway, rounded down.
    #[must_use]
    pub fn midpoint(self, other: Self) -> Self {
        Self { x: i32::midpoint(self.x, other.x), y: i32::midpoint(self.y, other.y) }
    }

    /// Turned clockwise about a pivot by the angle of `turn`.
    #[must_use]
    pub fn about(self, pivot: Self, turn: Facing) -> Self {
        pivot.plus(pivot.to(self).turned(turn))
    }
}

impl Vector {
    /// The dot product, in square mils.
    #[must_use]
    pub fn dot(self, other: Self) -> i64 {
        (i64::from(self.x) * i64::from(other.x)).saturating_add(i64::from(self.y) * i64::from(other.y))
    }

    /// The cross product, in square mils: positive when `other` lies to the left.
    #[must_use]
    pub fn cross(self, other: Self) -> i64 {
        (i64::from(self.x) * i64::from(other.y)).saturating_sub(i64::from(self.y) * i64::from(other.x))
    }

    /// The length squared.
    #[must_use]
    pub fn square(self) -> i64 {
        self.dot(self)
    }

    /// The length to the nearest mil.
    #[must_use]
    pub fn length(self) -> i32 {
        narrow(root(self.square()))
    }

    /// Turned clockwise by the angle of `turn`, each part to the nearest mil.
    #[must_use]
    pub fn turned(self, turn: Facing) -> Self {
        let (s, c) = (turn.sine(), turn.cosine());
        let (x, y) = (i64::from(self.x), i64::from(self.y));
        Self { x: narrow(shift_round(x * c + y * s, ONE_BITS)), y: narrow(shift_round(y * c - x * s, ONE_BITS)) }
    }

    /// A quarter turn to the right.
    #[must_use]
    pub fn right(self) -> Self {
        Self { x: self.y, y: self.x.saturating_neg() }
    }

    /// This step as seen by one who looks along `facing`.
    pub(super) fn seen_along(self, facing: Facing) -> Local {
        let (s, c) = (facing.sine(), facing.cosine());
        let (x, y) = (i64::from(self.x), i64::from(self.y));
        let fine = |v: i64| shift_round(v, ONE_BITS - FINE_BITS).clamp(-(1 << 30), 1 << 30);
        Local { right: fine(x * c - y * s), ahead: fine(x * s + y * c) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn three_four_five() {
        let a = Point::new(1000, 1000);
        let b = Point::new(4000, 5000);
        assert_eq!(a.distance(b), 5000);
        assert_eq!(a.towards(b, 2500), Point::new(2500, 3000));
        assert_eq!(a.towards(b, 10_000), Point::new(7000, 9000));
        assert_eq!(a.towards(b, -5000), Point::new(-2000, -3000));
        assert_eq!(a.towards(a, 77), a);
    }

    #[test]
    fn short_lines_lead_far_without_drift() {
        // (3, 1) for 100 000: 100 000 * 3 / sqrt 10 = 94868.33, 100 000 / sqrt 10 = 31622.78.
        let p = Point::ORIGIN.towards(Point::new(3, 1), 100_000);
        assert!((p.x - 94_868).abs() <= 40 && (p.y - 31_623).abs() <= 20, "{p:?}");
    }

    #[test]
    fn ahead_and_right() {
        let p = Point::new(100, 200);
        assert_eq!(p.offset(Facing::NORTH, 10, 3), Point::new(103, 210));
        assert_eq!(p.offset(Facing::EAST, 10, 3), Point::new(110, 197));
        assert_eq!(p.offset(Facing::SOUTH, 10, 3), Point::new(97, 190));
        // 10 000 ahead at 45 degrees: 7071.07 each way.
        assert_eq!(p.offset(Facing(8192), 10_000, 0), Point::new(7171, 7271));
    }

    #[test]
    fn products() {
        let (east, north) = (Vector { x: 2, y: 0 }, Vector { x: 0, y: 3 });
        assert_eq!((east.cross(north), north.cross(east), east.dot(north)), (6, -6, 0));
        assert_eq!(north.right(), Vector { x: 3, y: 0 });
        let seen = Vector { x: 5, y: 7 }.seen_along(Facing::EAST);
        assert_eq!(seen, Local { right: -7 << 8, ahead: 5 << 8 });
    }

    #[test]
    fn extremes_saturate() {
        let (a, b) = (Point::new(i32::MIN, i32::MIN), Point::new(i32::MAX, i32::MAX));
        assert_eq!(a.distance(b), i32::MAX);
        let _ = (a.towards(b, i32::MAX), b.offset(Facing(8192), i32::MAX, i32::MAX));
        let v = Vector { x: i32::MIN, y: i32::MIN };
        let _ = (v.turned(Facing(8192)), v.seen_along(Facing(40_960)), v.right(), v.cross(v));
    }

    fn spot() -> impl Strategy<Value = Point> {
        (-500_000..500_000_i32, -500_000..500_000_i32).prop_map(|(x, y)| Point { x, y })
    }

    proptest! {
        #[test]
        fn distance_is_a_distance(a in spot(), b in spot(), c in spot()) {
            prop_assert_eq!(a.distance(b), b.distance(a));
            prop_assert!(a.distance(c) <= a.distance(b) + b.distance(c) + 1);
        }

        #[test]
        fn turning_there_and_back(a in spot(), pivot in spot(), f: u16) {
            let back = a.about(pivot, Facing(f)).about(pivot, Facing(0_u16.wrapping_sub(f)));
            prop_assert!((back.x - a.x).abs() <= 1 && (back.y - a.y).abs() <= 1);
        }

        #[test]
        fn turning_keeps_distance(a in spot(), b in spot(), f: u16) {
            prop_assert!((a.about(b, Facing(f)).distance(b) - a.distance(b)).abs() <= 1);
        }

        #[test]
        fn towards_goes_that_far(a in spot(), b in spot(), d in 0..900_000_i32) {
            prop_assume!(a.distance(b) > 1000);
            prop_assert!((a.towards(b, d).distance(a) - d).abs() <= 2);
        }
    }
}
