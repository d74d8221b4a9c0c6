//! How the stands of a group lie to one another.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::contact::{SNUG, beside};
use super::facing::Facing;
use super::gap::{SLACK, separation};
use super::point::{Point, Vector};
use super::stand::{Base, Stand};

/// Mils between round bases in ranks. Rectangles stand side by side.
const ELBOW_ROOM: i32 = 100;

/// Puts down a group in straight ranks, the front one first, each of so many and filled from the middle outwards, right before left,
/// as close as its broadest and its deepest base let it, and side by side at least `gap` mils apart. The first base is the leader's,
/// in the middle of the front rank, and so is the first stand of the result.
#[must_use]
pub fn ranks(leader_at: Point, facing: Facing, bases: &[Base], sizes: &[usize], gap: i32) -> Vec<Stand> {
    let spacing = spacing(bases, gap);
    bases.iter().zip(slots(sizes, spacing)).map(|(&base, v)| Stand::new(leader_at.offset(facing, v.y, v.x), facing, base)).collect()
}

/// How many stand in each rank, the front one first, of so many pieces with a front of so many: each rank full but the last, or,
/// where they are even, each with at most one piece less than the one before it and no two that differ by more.
#[must_use]
pub fn rank_sizes(pieces: usize, front: u8, even: bool) -> Vec<usize> {
    let front = usize::from(front.max(1));
    let ranks = pieces.div_ceil(front);
    let size = |rank: usize| if even { (pieces + ranks - 1 - rank) / ranks } else { front.min(pieces - rank * front) };
    (0..ranks).map(size).collect()
}

/// From middle to middle of neighbours in ranks, across and along, as close as the broadest and the deepest base let them.
pub(super) fn spacing(bases: &[Base], gap: i32) -> Vector {
    let room = |b: &Base| if matches!(b, Base::Circle { .. }) { ELBOW_ROOM } else { 0 };
    let most = |half: fn(&Base) -> i32, gap: i32| {
        bases.iter().map(|b| half(b).saturating_mul(2).saturating_add(room(b).max(gap))).max().unwrap_or(0)
    };
    Vector { x: most(|b| b.halves().0, gap), y: most(|b| b.halves().1, 0) }
}

/// The slots of ranks, in the order they are filled.
fn slots(sizes: &[usize], spacing: Vector) -> impl Iterator<Item = Vector> {
    let columns = sizes.iter().zip(0..).flat_map(|(size, rank)| (0..i32::MAX).take(*size).map(move |column| (rank, column)));
    columns.map(move |(rank, column): (i32, i32)| {
        // 0, 1, -1, 2, -2 ...
        let right = if column % 2 == 1 { column / 2 + 1 } else { -(column / 2) };
        Vector { x: right.saturating_mul(spacing.x), y: rank.saturating_mul(spacing.y).saturating_neg() }
    })
}

/// Packs stands round a leader, facing as it does: each no further than `gap` mils (at least
/// [`SLACK`]) from one put down before, none overlapping, and each `legal`. Slots nearest to the leader are filled first,
/// those of a honeycomb with the full gap before off-grid and tighter ones. The leader, which is
/// not asked about, comes first in the result; `None` when some base finds no place.
pub fn pack_loose(leader: Stand, bases: &[Base], gap: i32, legal: impl Fn(&Stand) -> bool) -> Option<Vec<Stand>> {
    let mut put = vec![leader];
    let mut slots: Option<Slots> = None;
    for &base in bases {
        if slots.as_ref().is_none_or(|s| s.base != base) {
            slots = Some(Slots { base, leader, gap, free: Default::default(), known: [0; RINGS.len()] });
        }
        let open = slots.as_mut()?;
        // what is taken or illegal now remains so
        let found = loop {
            let stand = Stand::new(open.next(&put)?, leader.facing, base);
            if put.iter().all(|p| separation(p, &stand) >= -SLACK) && legal(&stand) {
                break stand;
            }
        };
        put.push(found);
    }
    Some(put)
}

/// How much of a gap is left.
type Left = fn(i32) -> i32;

/// Slots round one base, in the order of choice: how many spokes, and how much of the gap is left.
const RINGS: [(u32, Left); 4] = [(6, |wide| wide), (12, |wide| wide), (12, |wide| wide / 2), (12, |wide| wide.min(SNUG))];

/// Slots round those who were put down, each order worked out when those before it are used up.
struct Slots {
    base: Base,
    leader: Stand,
    gap: i32,
    /// Of each order, nearest to the leader first.
    free: [BinaryHeap<Reverse<(i64, Point)>>; RINGS.len()],
    /// Of each order, round how many of those who were put down.
    known: [usize; RINGS.len()],
}

impl Slots {
    fn next(&mut self, put: &[Stand]) -> Option<Point> {
        // a little less than the gap, so that rounding never parts neighbours
        let wide = self.gap.saturating_sub(SLACK).max(0);
        for (((spokes, space), free), known) in RINGS.iter().zip(&mut self.free).zip(&mut self.known) {
            for anchor in put.iter().skip(*known) {
                free.extend((0..*spokes).map(|k| {
                    let bearing = self.leader.facing.turned(i32::from(Facing::spoke(k, *spokes).0));
                    let at = beside(anchor, self.base, self.leader.facing, bearing, space(wide)).at;
                    Reverse((self.leader.at.distance_squared(at), at))
                }));
            }
            *known = put.len();
            if let Some(Reverse((_, at))) = free.pop() {
                return Some(at);
            }
        }
        None
    }
}

/// Moves a group as one: turned about `from_leader` by `turn` steps clockwise, then carried to
/// `to_leader`. Rounding costs each stand up to 1 mil.
#[must_use]
pub fn rigid(stands: &[Stand], from_leader: Point, to_leader: Point, turn: i32) -> Vec<Stand> {
    let angle = Facing::NORTH.turned(turn);
    let carry = |s: &Stand| Stand { at: to_leader.plus(from_leader.to(s.at).turned(angle)), facing: s.facing.turned(turn), base: s.base };
    stands.iter().map(carry).collect()
}

#[cfg(test)]
mod tests {
    use super::super::coherent::clustered;
    use super::super::gap::gap;
    use super::*;
    use proptest::prelude::*;

    const ROUND: Base = Base::Circle { radius: 500 };

    fn spots(stands: &[Stand]) -> Vec<(i32, i32)> {
        stands.iter().map(|s| (s.at.x, s.at.y)).collect()
    }

    #[test]
    fn ranks_of_three() {
        let north = ranks(Point::ORIGIN, Facing::NORTH, &[ROUND; 5], &[3, 2], 0);
        assert_eq!(spots(&north), [(0, 0), (1100, 0), (-1100, 0), (0, -1100), (1100, -1100)]);
        let east = ranks(Point::new(100, 100), Facing::EAST, &[ROUND; 5], &[3, 2], 0);
        let want = [(100, 100), (100, -1000), (100, 1200), (-1000, 100), (-1000, -1000)];
        assert_eq!(spots(&east), want);
    }

    #[test]
    fn ranks_that_are_even() {
        assert_eq!(rank_sizes(13, 5, true), [5, 4, 4]);
        assert_eq!(rank_sizes(13, 5, false), [5, 5, 3]);
        assert_eq!(rank_sizes(20, 7, true), [7, 7, 6]);
        assert_eq!(rank_sizes(11, 6, true), [6, 5]);
        assert_eq!(rank_sizes(4, 6, false), [4]);
        assert!(rank_sizes(0, 0, true).is_empty());
    }

    /// 4 stands of 1" by 0.5" take up 4", and a second rank 0.5" more.
    #[test]
    fn rectangles_stand_side_by_side() {
        let block = ranks(Point::ORIGIN, Facing::NORTH, &[Base::rect(1000, 500); 8], &[4, 4], 0);
        let want = [(0, 0), (1000, 0), (-1000, 0), (2000, 0), (0, -500), (1000, -500), (-1000, -500), (2000, -500)];
        assert_eq!(spots(&block), want);
    }

    /// Six stands of 0.75" with 2" between them take up 14.5".
    #[test]
    fn a_row_with_gaps() {
        let row = ranks(Point::ORIGIN, Facing::NORTH, &[Base::rect(750, 500); 6], &[6], 2000);
        assert_eq!(spots(&row), [(0, 0), (2750, 0), (-2750, 0), (5500, 0), (-5500, 0), (8250, 0)]);
    }

    #[test]
    fn a_honeycomb() {
        let swarm = pack_loose(Stand::disc(Point::ORIGIN, 500), &[ROUND; 6], 202, |_| true).unwrap_or_default();
        // Six neighbours at 1200: (0, 1200), (1039, 600) and so on.
        let mut got = spots(&swarm);
        got.sort_unstable();
        let want = [(-1039, -600), (-1039, 600), (0, -1200), (0, 0), (0, 1200), (1039, -600), (1039, 600)];
        assert_eq!(got, want);
    }

    #[test]
    fn packing_against_an_edge() {
        let leader = Stand::disc(Point::new(600, 600), 500);
        let on_table = |s: &Stand| s.at.x >= 500 && s.at.y >= 500;
        let Some(swarm) = pack_loose(leader, &[ROUND; 11], 1000, on_table) else {
            return assert!(on_table(&Stand::disc(Point::ORIGIN, 500)), "no room");
        };
        assert_eq!(swarm.len(), 12);
        assert!(swarm.iter().all(on_table) && clustered(&swarm, 1000));
        assert_eq!(pack_loose(leader, &[ROUND], 1000, |_| false), None);
    }

    #[test]
    fn wheeling() {
        let group = ranks(Point::ORIGIN, Facing::NORTH, &[ROUND; 4], &[2, 2], 0);
        let there = rigid(&group, Point::ORIGIN, Point::new(50, 60), 16_384);
        assert_eq!(there, ranks(Point::new(50, 60), Facing::EAST, &[ROUND; 4], &[2, 2], 0));
    }

    fn base() -> impl Strategy<Value = Base> {
        prop_oneof![Just(ROUND), Just(Base::round(1600)), Just(Base::rect(1000, 2000))]
    }

    proptest! {
        #[test]
        fn swarms_hang_together(leader in base(), bases in prop::collection::vec(base(), 0..13), f: u16, limit in 0..2500_i32) {
            let leader = Stand::new(Point::ORIGIN, Facing(f), leader);
            let swarm = pack_loose(leader, &bases, limit, |_| true).unwrap_or_default();
            prop_assert_eq!(swarm.len(), bases.len() + 1);
            prop_assert!(clustered(&swarm, limit.max(SLACK)));
            for (i, a) in swarm.iter().enumerate() {
                for b in swarm.iter().skip(i + 1) {
                    prop_assert!(separation(a, b) >= -SLACK);
                }
            }
        }

        #[test]
        fn there_and_back(x in -9000..9000_i32, y in -9000..9000_i32, turn in -40_000..40_000_i32) {
            let group = ranks(Point::ORIGIN, Facing(77), &[ROUND; 8], &[3, 3, 2], 0);
            let to = Point { x, y };
            let there = rigid(&group, Point::ORIGIN, to, turn);
            let back = rigid(&there, to, Point::ORIGIN, -turn);
            for (a, b) in group.iter().zip(&back) {
                prop_assert!(a.at.distance(b.at) <= 2 && a.facing == b.facing);
            }
            prop_assert!(group.iter().zip(&there).all(|(a, b)| a.base == b.base));
            prop_assert!(there.iter().skip(1).zip(&group).all(|(a, _)| gap(a, a) == 0));
        }
    }
}
