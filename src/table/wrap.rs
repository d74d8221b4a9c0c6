//! Bringing as many movers as possible into contact with a group.

use super::contact::{SNUG, beside};
use super::facing::Facing;
use super::gap::{SLACK, gap, separation};
use super::point::Point;
use super::stand::Stand;

/// Directions round each target that are tried.
const ROUND_TARGET: u32 = 24;
/// Directions round each mover put down that are tried for those behind.
const ROUND_MOVER: u32 = 12;

/// A stand that may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mover {
    /// Where it is now.
    pub stand: Stand,
    /// How far its centre may go in a straight line, in mils.
    pub reach: i32,
}

/// Puts as many movers as possible into contact with any of the targets; the rest come as near as
/// they can within `limit` mils, edge to edge, of one put down before, or failing that straight
/// ahead, or stay. The nearest mover chooses first and takes the slot nearest to itself; movers
/// in contact face their target, the rest keep their facing. `legal` is asked about each place
/// with the mover's number; it is not asked about staying. Nobody is put down overlapping another
/// mover or a target. The result is in the movers' order.
pub fn wrap(targets: &[Stand], movers: &[Mover], limit: i32, legal: impl Fn(usize, &Stand) -> bool) -> Vec<Stand> {
    // One who finds no place stays, and is in the others' way: then all begin again.
    let mut fixed = vec![false; movers.len()];
    loop {
        let mut put = Plan::new(targets, movers, &fixed);
        match put.run(limit, &legal) {
            None => return put.result(),
            Some(stuck) => match fixed.get_mut(stuck) {
                Some(slot) if !*slot => *slot = true,
                _ => return put.result(),
            },
        }
    }
}

struct Plan<'a> {
    targets: &'a [Stand],
    movers: &'a [Mover],
    places: Vec<Option<Stand>>,
}

impl<'a> Plan<'a> {
    fn new(targets: &'a [Stand], movers: &'a [Mover], fixed: &[bool]) -> Self {
        let places = movers.iter().zip(fixed).map(|(m, &f)| f.then_some(m.stand)).collect();
        Self { targets, movers, places }
    }

    fn result(&self) -> Vec<Stand> {
        self.movers.iter().zip(&self.places).map(|(m, p)| p.unwrap_or(m.stand)).collect()
    }

    /// Puts everyone down; gives the number of the first who finds no place.
    fn run(&mut self, limit: i32, legal: &impl Fn(usize, &Stand) -> bool) -> Option<usize> {
        let mut order: Vec<(i32, usize)> = (self.movers.iter().enumerate())
            .filter(|(i, _)| self.places.get(*i).is_some_and(Option::is_none))
            .map(|(i, m)| (self.to_targets(&m.stand), i))
            .collect();
        order.sort_unstable();
        let mut rest = Vec::new();
        for (_, i) in order {
            let found = self.movers.get(i).and_then(|m| self.in_contact(i, m, legal));
            match found {
                Some(stand) => self.put(i, stand),
                None => rest.push(i),
            }
        }
        for i in rest {
            let mover = self.movers.get(i)?;
            let found = self.behind(i, mover, limit, legal).or_else(|| self.ahead(i, mover, legal));
            match found {
                Some(stand) => self.put(i, stand),
                None => return Some(i),
            }
        }
        None
    }

    fn put(&mut self, i: usize, stand: Stand) {
        if let Some(slot) = self.places.get_mut(i) {
            *slot = Some(stand);
        }
    }

    fn to_targets(&self, stand: &Stand) -> i32 {
        self.targets.iter().map(|t| gap(t, stand)).min().unwrap_or(i32::MAX)
    }

    fn down(&self) -> impl Iterator<Item = &Stand> {
        self.places.iter().flatten()
    }

    fn free(&self, i: usize, mover: &Mover, stand: &Stand, legal: &impl Fn(usize, &Stand) -> bool) -> bool {
        mover.stand.at.distance(stand.at) <= mover.reach
            && self.targets.iter().chain(self.down()).all(|o| separation(o, stand) >= -SLACK)
            && legal(i, stand)
    }

    /// The nearest free slot in contact with a target.
    fn in_contact(&self, i: usize, mover: &Mover, legal: &impl Fn(usize, &Stand) -> bool) -> Option<Stand> {
        let mut slots: Vec<(i64, Stand)> = Vec::new();
        for target in self.targets {
            let straight = Facing::towards(target.at, mover.stand.at);
            let spokes = (0..ROUND_TARGET).map(|k| Facing::spoke(k, ROUND_TARGET));
            for bearing in spokes.chain([straight]) {
                let slot = beside(target, mover.stand.base, bearing.reversed(), bearing, SNUG);
                slots.push((mover.stand.at.distance_squared(slot.at), slot));
            }
        }
        slots.sort_unstable();
        slots.into_iter().map(|s| s.1).find(|s| self.free(i, mover, s, legal))
    }

    /// The free slot beside one already down that is nearest to a target.
    fn behind(&self, i: usize, mover: &Mover, limit: i32, legal: &impl Fn(usize, &Stand) -> bool) -> Option<Stand> {
        let snug = SNUG.min(limit);
        let wide = limit.saturating_sub(SLACK).max(snug);
        let mut slots: Vec<(i32, i64, Stand)> = Vec::new();
        for anchor in self.down() {
            for (k, space) in (0..ROUND_MOVER).flat_map(|k| [(k, snug), (k, wide)]) {
                let bearing = Facing::spoke(k, ROUND_MOVER);
                let slot = beside(anchor, mover.stand.base, mover.stand.facing, bearing, space);
                let way = mover.stand.at.distance_squared(slot.at);
                slots.push((self.to_targets(&slot), way, slot));
            }
        }
        slots.sort_unstable();
        slots.into_iter().map(|s| s.2).find(|s| self.free(i, mover, s, legal))
    }

    /// As far as possible straight towards the nearest target, in quarters of the reach.
    fn ahead(&self, i: usize, mover: &Mover, legal: &impl Fn(usize, &Stand) -> bool) -> Option<Stand> {
        let target = self.targets.iter().min_by_key(|t| gap(t, &mover.stand))?;
        let to: Point = target.at;
        let way = mover.reach.min(mover.stand.at.distance(to));
        let places = [4, 3, 2, 1].into_iter().map(|quarters| {
            // Towards may round up by a mil.
            let mils = (i64::from(way) * quarters / 4 - 1).max(0);
            mover.stand.moved(mover.stand.at.towards(to, i32::try_from(mils).unwrap_or(0)))
        });
        places.into_iter().find(|s| self.free(i, mover, s, legal))
    }
}

#[cfg(test)]
mod tests {
    use super::super::gap::touching;
    use super::*;
    use proptest::prelude::*;

    fn disc(x: i32, y: i32) -> Stand {
        Stand::disc(Point { x, y }, 500)
    }

    fn movers(xs: impl IntoIterator<Item = i32>, reach: i32) -> Vec<Mover> {
        xs.into_iter().map(|x| Mover { stand: disc(x, -5000), reach }).collect()
    }

    #[test]
    fn one_against_one() {
        let got = wrap(&[disc(0, 0)], &movers([0], 6000), 1000, |_, _| true);
        let want = Stand { facing: Facing::NORTH, ..disc(0, -1005) };
        assert_eq!(got, [want]);
    }

    #[test]
    fn a_crowd_gets_round() {
        let targets = [disc(0, 0), disc(1100, 0)];
        let crowd = movers((-4..6).map(|k| k * 1100), 9000);
        let got = wrap(&targets, &crowd, 1000, |_, _| true);
        let close = got.iter().filter(|s| targets.iter().any(|t| touching(s, t))).count();
        assert!(close >= 6, "{close}");
        assert!(got.iter().enumerate().all(|(i, a)| got.iter().enumerate().any(|(j, b)| i != j && gap(a, b) <= 1000)));
    }

    #[test]
    fn out_of_reach_they_come_nearer() {
        let got = wrap(&[disc(0, 0)], &movers([0], 2000), 1000, |_, _| true);
        assert_eq!(got, [disc(0, -3001)]);
        let stuck = wrap(&[disc(0, 0)], &movers([0], 2000), 1000, |_, _| false);
        assert_eq!(stuck, [disc(0, -5000)]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn nobody_overlaps_or_overreaches(n in 1..10_i32, m in 1..6_i32, reach in 0..9000_i32, limit in 0..2000_i32) {
            let targets: Vec<Stand> = (0..m).map(|k| disc(k * 1500, k * 300)).collect();
            let crowd = movers((0..n).map(|k| k * 1100 - 3000), reach);
            let legal = |_: usize, s: &Stand| s.at.x > -2500;
            let got = wrap(&targets, &crowd, limit, legal);
            prop_assert_eq!(&got, &wrap(&targets, &crowd, limit, legal));
            for (i, s) in got.iter().enumerate() {
                let start = crowd.get(i).map_or(s.at, |c| c.stand.at);
                prop_assert!(start.distance(s.at) <= reach);
                prop_assert!(targets.iter().chain(got.iter().skip(i + 1)).all(|o| separation(o, s) >= -SLACK));
            }
        }
    }
}
