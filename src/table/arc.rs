//! Which way things lie: arcs by angle, and the strip straight ahead of a row.

use super::facing::Facing;
use super::gap::gap_to_segment;
use super::point::{FINE_BITS, Point};
use super::segment::Segment;
use super::stand::{Base, Stand};
use super::trig::{narrow, shift_round};

/// Longer than any table: how far the borders of an arc are drawn, in mils.
const FAR: i32 = 2_000_000;

/// The side of a stand or row that something lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Ahead.
    Front,
    /// To the right.
    Right,
    /// Behind.
    Rear,
    /// To the left.
    Left,
}

/// Stands side by side that face one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row {
    /// The leftmost stand.
    pub left: Stand,
    /// The rightmost stand; may be the same.
    pub right: Stand,
    /// Where the row faces.
    pub facing: Facing,
}

/// The turn from a stand's facing to a point: -32768..=32767 steps, clockwise positive, 0 for its
/// own centre.
#[must_use]
pub fn bearing(stand: &Stand, p: Point) -> i32 {
    if p == stand.at { 0 } else { stand.facing.turn_to(Facing::towards(stand.at, p)) }
}

/// Whether a point lies within `half` steps either side of a stand's facing, seen from its centre.
#[must_use]
pub fn in_arc(stand: &Stand, half: u16, p: Point) -> bool {
    bearing(stand, p).abs() <= i32::from(half)
}

/// Whether any part of `other` lies in the arc.
#[must_use]
pub fn stand_in_arc(stand: &Stand, half: u16, other: &Stand) -> bool {
    in_arc(stand, half, other.at) || borders(stand, half).any(|b| gap_to_segment(other, b) == 0)
}

fn borders(stand: &Stand, half: u16) -> impl Iterator<Item = Segment> {
    let (at, facing, half) = (stand.at, stand.facing, i32::from(half));
    [-half, half].into_iter().map(move |turn| Segment::new(at, at.offset(facing.turned(turn), FAR, 0)))
}

/// The side of a stand that a point lies on: `Front` within `front_half` steps of its facing,
/// `Rear` within `rear_half` of its back, front first.
#[must_use]
pub fn quarter(stand: &Stand, front_half: u16, rear_half: u16, p: Point) -> Side {
    let turn = bearing(stand, p);
    if turn.abs() <= i32::from(front_half) {
        Side::Front
    } else if 32_768 - turn.abs() <= i32::from(rear_half) {
        Side::Rear
    } else if turn > 0 {
        Side::Right
    } else {
        Side::Left
    }
}

impl Row {
    /// The row of some stands: its ends are the stands furthest left and right as seen along
    /// `facing`, the first of them on a tie; `None` when there are none.
    #[must_use]
    pub fn of(stands: &[Stand], facing: Facing) -> Option<Self> {
        let origin = stands.first()?.at;
        let across = |s: &&Stand| origin.to(s.at).seen_along(facing).right;
        let left = stands.iter().min_by_key(across)?;
        let right = stands.iter().rev().max_by_key(across)?;
        Some(Self { left: *left, right: *right, facing })
    }

    /// Whether any part of a stand lies straight ahead.
    #[must_use]
    pub fn stand_in_front(&self, other: &Stand) -> bool {
        let (left, right) = self.edges();
        let half_width = right.saturating_sub(left) / 2;
        let middle = left.saturating_add(half_width);
        let at = self.left.at.offset(self.facing, self.front_line().saturating_add(FAR / 2), middle);
        let base = Base::Rect { half_width, half_depth: FAR / 2 };
        super::gap::gap(&Stand::new(at, self.facing, base), other) == 0
    }

    /// Mils right and ahead of the left stand's centre.
    fn seen(&self, p: Point) -> (i32, i32) {
        let local = self.left.at.to(p).seen_along(self.facing);
        let mils = |v: i64| narrow(shift_round(v, FINE_BITS));
        (mils(local.right), mils(local.ahead))
    }

    /// How far a stand reaches across and along the row's facing from its centre.
    fn reach(&self, stand: &Stand) -> (i32, i32) {
        let facing = stand.facing.turned(-i32::from(self.facing.0));
        let b = Stand::new(Point::ORIGIN, facing, stand.base).bounds();
        (b.high.x, b.high.y)
    }

    fn edges(&self) -> (i32, i32) {
        let right = self.seen(self.right.at).0;
        let (l, r) = (self.reach(&self.left).0, self.reach(&self.right).0);
        (l.saturating_neg(), right.saturating_add(r))
    }

    fn front_line(&self) -> i32 {
        let right = self.seen(self.right.at).1.saturating_add(self.reach(&self.right).1);
        right.max(self.reach(&self.left).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: u16 = 8192; // 45 degrees

    fn block(x: i32, y: i32, facing: Facing) -> Stand {
        Stand::new(Point::new(x, y), facing, Base::rect(2000, 1000))
    }

    #[test]
    fn angles() {
        let s = block(0, 0, Facing::EAST);
        assert_eq!(bearing(&s, Point::new(0, 5)), -16_384);
        assert!(in_arc(&s, HALF, Point::new(5000, 5000)));
        assert!(!in_arc(&s, HALF, Point::new(5000, 5010)));
        let sides = [(9, 0), (0, -9), (-9, 1), (0, 9)].map(|(x, y)| quarter(&s, HALF, HALF, Point { x, y }));
        assert_eq!(sides, [Side::Front, Side::Right, Side::Rear, Side::Left]);
    }

    #[test]
    fn parts_in_an_arc() {
        let s = block(0, 0, Facing::NORTH);
        // Centre 1000 beyond the border of 45 degrees: 707 from it.
        let other = |r| Stand::disc(Point::new(6000, 5000), r);
        assert!(stand_in_arc(&s, HALF, &other(710)) && !stand_in_arc(&s, HALF, &other(700)));
    }

    #[test]
    fn the_strip_ahead() {
        // Facing east: the left end is the northern one. Front at x = 500, y from -1000 to 5000.
        let row = [block(0, 0, Facing::EAST), block(0, 2000, Facing::EAST), block(0, 4000, Facing::EAST)];
        let Some(row) = Row::of(&row, Facing::EAST) else {
            return assert!(!row.is_empty());
        };
        assert_eq!((row.left.at.y, row.right.at.y), (4000, 0));
        assert!(row.stand_in_front(&Stand::disc(Point::new(9000, 5400), 400)));
        assert!(!row.stand_in_front(&Stand::disc(Point::new(9000, 5410), 400)));
    }
}
