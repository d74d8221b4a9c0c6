//! The middle of a body of stands.

use super::bounds::Bounds;
use super::facing::Facing;
use super::point::{FINE_BITS, Point};
use super::stand::Stand;
use super::trig::{narrow, shift_round};

/// The smallest box that holds all of some stands, its sides along a facing, in a frame that has the first stand's centre
/// as its origin and the facing as its north; `None` when there are none.
#[must_use]
pub fn frame(stands: &[Stand], facing: Facing) -> Option<Bounds> {
    let origin = stands.first()?.at;
    let mils = |v: i64| narrow(shift_round(v, FINE_BITS));
    let corners = stands.iter().flat_map(|s| {
        let seen = origin.to(s.at).seen_along(facing);
        let at = Point::new(mils(seen.right), mils(seen.ahead));
        let b = Stand::new(at, s.facing.turned(-i32::from(facing.0)), s.base).bounds();
        [b.low, b.high]
    });
    Bounds::of(corners)
}

/// The middle of the smallest box along a facing that holds all of some stands: what a body in ranks is turned about.
#[must_use]
pub fn middle(stands: &[Stand], facing: Facing) -> Option<Point> {
    let origin = stands.first()?.at;
    let centre = frame(stands, facing)?.centre();
    Some(origin.offset(facing, centre.y, centre.x))
}

/// The two front corners of that box, left and right.
#[must_use]
pub fn front_corners(stands: &[Stand], facing: Facing) -> Option<[Point; 2]> {
    let origin = stands.first()?.at;
    let b = frame(stands, facing)?;
    Some([b.low.x, b.high.x].map(|x| origin.offset(facing, b.high.y, x)))
}

/// Whether a point lies behind the line along the front of that box.
#[must_use]
pub fn behind_front_line(stands: &[Stand], facing: Facing, p: Point) -> bool {
    let seen = stands.first().map(|s| narrow(shift_round(s.at.to(p).seen_along(facing).ahead, FINE_BITS)));
    seen.zip(frame(stands, facing)).is_some_and(|(ahead, b)| ahead < b.high.y)
}

#[cfg(test)]
mod tests {
    use super::super::stand::Base;
    use super::*;

    /// Three stands of 2" by 1" side by side, centres 2" apart, the first in the middle.
    fn row(facing: Facing) -> Vec<Stand> {
        [0, -2000, 2000].map(|x| Stand::new(Point::new(10_000, 10_000).offset(facing, 0, x), facing, Base::rect(2000, 1000))).to_vec()
    }

    #[test]
    fn a_row_by_hand() {
        let north = row(Facing::NORTH);
        assert_eq!(middle(&north, Facing::NORTH), Some(Point::new(10_000, 10_000)));
        let corners = [Point::new(7000, 10_500), Point::new(13_000, 10_500)];
        assert_eq!(front_corners(&north, Facing::NORTH), Some(corners));
        let east = row(Facing::EAST);
        let corners = [Point::new(10_500, 13_000), Point::new(10_500, 7000)];
        assert_eq!(front_corners(&east, Facing::EAST), Some(corners));
    }

    #[test]
    fn behind_the_front_line() {
        // the front lies half a base, 500 mils, ahead of the middles
        let behind = |facing, x, y| behind_front_line(&row(facing), facing, Point::new(x, y));
        assert!(behind(Facing::NORTH, 40_000, 10_499) && !behind(Facing::NORTH, 40_000, 10_500));
        assert!(behind(Facing::EAST, 10_499, 0) && !behind(Facing::EAST, 10_500, 0));
        assert!(!behind_front_line(&[], Facing::NORTH, Point::ORIGIN));
    }

    #[test]
    fn a_rear_rank_that_is_not_full_counts_whole() {
        let mut two = row(Facing::NORTH);
        two.push(Stand::new(Point::new(10_000, 9000), Facing::NORTH, Base::rect(2000, 1000)));
        assert_eq!(middle(&two, Facing::NORTH), Some(Point::new(10_000, 9500)));
        assert_eq!(middle(&[], Facing::NORTH), None);
    }
}
