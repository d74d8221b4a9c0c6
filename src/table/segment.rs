//! A straight line between two points, with exact predicates.

use super::bounds::Bounds;
use super::point::Point;
use super::trig::{div_round, narrow, root};

/// The straight line from one point to another, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Segment {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
}

impl Segment {
    /// The line between two points.
    #[must_use]
    pub const fn new(from: Point, to: Point) -> Self {
        Self { from, to }
    }

    /// The smallest upright box round it.
    #[must_use]
    pub fn bounds(self) -> Bounds {
        Bounds { low: self.from, high: self.from }.with(self.to)
    }

    /// Length to the nearest mil.
    #[must_use]
    pub fn length(self) -> i32 {
        self.from.distance(self.to)
    }

    /// The same line walked the other way.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { from: self.to, to: self.from }
    }

    /// The place so many mils from the beginning.
    #[must_use]
    pub fn at(self, mils: i32) -> Point {
        self.from.towards(self.to, mils)
    }

    /// Which side a point is on: positive left, negative right, 0 exactly on the endless line.
    #[must_use]
    pub fn side(self, p: Point) -> i64 {
        self.from.to(self.to).cross(self.from.to(p))
    }

    /// Whether a point lies exactly on the line, ends included.
    #[must_use]
    pub fn holds(self, p: Point) -> bool {
        self.side(p) == 0 && p.to(self.from).dot(p.to(self.to)) <= 0
    }

    /// Whether two lines share a point, ends included.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        let (a, b) = (self.side(other.from).signum(), self.side(other.to).signum());
        let (c, d) = (other.side(self.from).signum(), other.side(self.to).signum());
        if a * b < 0 && c * d < 0 {
            return true;
        }
        self.holds(other.from) || self.holds(other.to) || other.holds(self.from) || other.holds(self.to)
    }

    /// Distance from a point to the nearest place on the line, to the nearest mil.
    #[must_use]
    pub fn distance(self, p: Point) -> i32 {
        let d = self.from.to(self.to);
        let v = self.from.to(p);
        let squared = line_squared(d.cross(v), d.dot(v), d.square());
        narrow(root(squared.unwrap_or_else(|| v.square().min(p.distance_squared(self.to)))))
    }

    /// Distance between two lines, to the nearest mil: 0 when they meet.
    #[must_use]
    pub fn distance_to(self, other: Self) -> i32 {
        if self.meets(other) {
            return 0;
        }
        self.distance(other.from).min(self.distance(other.to)).min(other.distance(self.from)).min(other.distance(self.to))
    }

    /// Mils from the beginning to the foot of the perpendicular from a point; negative before the
    /// beginning.
    #[must_use]
    pub fn foot(self, p: Point) -> i32 {
        let d = self.from.to(self.to);
        narrow(div_round(d.dot(self.from.to(p)).into(), root(d.square()).into()))
    }
}

/// Squared distance from a point to a line of direction d, when its foot lies on the line: given
/// the cross and dot product of d with the way to the point, and d squared.
pub(super) fn line_squared(cross: i64, dot: i64, square: i64) -> Option<i64> {
    if square == 0 || dot <= 0 || dot >= square {
        return None;
    }
    let cross = cross.unsigned_abs();
    let length = square.unsigned_abs();
    let quotient = match cross.checked_mul(cross) {
        Some(n) => n / length,
        None => u64::try_from(u128::from(cross).pow(2) / u128::from(length)).unwrap_or(u64::MAX),
    };
    Some(i64::try_from(quotient).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn seg(a: i32, b: i32, c: i32, d: i32) -> Segment {
        Segment::new(Point::new(a, b), Point::new(c, d))
    }

    #[test]
    fn distances() {
        let s = seg(0, 0, 10_000, 0);
        assert_eq!(s.distance(Point::new(5000, 700)), 700);
        assert_eq!(s.distance(Point::new(-300, 400)), 500);
        assert_eq!(s.distance(Point::new(10_300, -400)), 500);
        // The line y = x is 1000 / sqrt 2 = 707.1 from (1000, 0).
        assert_eq!(seg(0, 0, 5000, 5000).distance(Point::new(1000, 0)), 707);
        assert_eq!(s.distance_to(seg(5000, 10, 5000, 900)), 10);
        assert_eq!(s.distance_to(seg(5000, -10, 5000, 900)), 0);
        assert_eq!(s.foot(Point::new(-250, 99)), -250);
        assert_eq!(seg(3, 4, 3, 4).distance(Point::ORIGIN), 5);
    }

    #[test]
    fn meeting() {
        let s = seg(0, 0, 10, 0);
        assert!(s.meets(seg(5, -5, 5, 5)));
        assert!(s.meets(seg(10, 0, 20, 7)));
        assert!(s.meets(seg(5, 0, 5, 5)));
        assert!(s.meets(seg(8, 0, 30, 0)));
        assert!(!s.meets(seg(11, 0, 30, 0)));
        assert!(!s.meets(seg(0, 1, 10, 1)));
        assert!(s.side(Point::new(3, 1)) > 0);
    }

    fn spot() -> impl Strategy<Value = Point> {
        (-90_000..90_000_i32, -90_000..90_000_i32).prop_map(|(x, y)| Point { x, y })
    }

    proptest! {
        #[test]
        fn meeting_has_no_order(a in spot(), b in spot(), c in spot(), d in spot()) {
            let (s, t) = (Segment::new(a, b), Segment::new(c, d));
            prop_assert_eq!(s.meets(t), t.meets(s));
            prop_assert_eq!(s.meets(t), s.reversed().meets(t));
            prop_assert_eq!(s.distance_to(t), t.distance_to(s));
        }

        #[test]
        fn no_place_on_the_line_is_nearer(a in spot(), b in spot(), p in spot(), k in 0..=16_i32) {
            let s = Segment::new(a, b);
            let q = s.at(s.length() / 16 * k);
            prop_assert!(s.distance(p) <= p.distance(q) + 2);
        }
    }
}
