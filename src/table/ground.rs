//! Walking straight over ground that slows or stops.

use super::halving::halved;
use super::outline::{Span, Within};
use super::point::Point;
use super::segment::Segment;
use super::shape::Shape;
use super::trig::narrow;

/// What ground does to one who walks over it. At one place tolls are paid before the rest is
/// halved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cost {
    /// Each mil inside spends `num / den` mils; the dearest counts where several overlap. A `den`
    /// of 0 counts as 1.
    Times {
        /// Numerator.
        num: u32,
        /// Denominator.
        den: u32,
    },
    /// Each entry or crossing spends so many mils more.
    Toll(i32),
    /// Each way out spends so many mils more.
    Exit(i32),
    /// Each entry or crossing loses half of what is left, rounded up.
    HalfRest,
    /// Nobody may enter or cross. One who is inside may leave.
    Forbidden,
}

/// A piece of ground with its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch<'a> {
    /// Where it is.
    pub shape: &'a Shape,
    /// What it does.
    pub cost: Cost,
    /// How far ahead of its middle the base of who walks reaches, in mils: what takes half, and is a line, does so where it is met.
    pub reach: i32,
}

impl<'a> Patch<'a> {
    /// A piece of ground for a walker without a base.
    #[must_use]
    pub const fn new(shape: &'a Shape, cost: Cost) -> Self {
        Self { shape, cost, reach: 0 }
    }

    /// Where the base of who walks along a line meets what its middle crosses so far along.
    fn met(&self, line: Segment, crossed: i32) -> i32 {
        if self.reach <= 0 || self.cost != Cost::HalfRest || !matches!(self.shape, Shape::Wall { .. }) {
            return crossed;
        }
        let meets = |mils: i32| self.shape.gap_to_point(line.at(mils)) <= self.reach;
        // nearer than it reaches, the base has met it; straight lines come nearer all the way
        let clear = crossed.saturating_sub(self.reach.saturating_mul(8)).max(0);
        if meets(clear) { clear } else { halved(crossed, clear, 1, meets) }
    }
}

/// How a straight walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Walk {
    /// Where.
    pub reached: Point,
    /// Mils of the allowance used up, lost halves included.
    pub spent: i32,
    /// Whether that is where the walk led.
    pub complete: bool,
}

/// Walks from one point straight towards another, as far as `allowance` mils last; before ground
/// that may not be entered or cannot be paid for it stops 2 mils short.
#[must_use]
pub fn straight(from: Point, to: Point, patches: &[Patch], allowance: i32) -> Walk {
    let line = Segment::new(from, to);
    let length = line.length();
    let allowance = allowance.max(0);
    let slow = slow_spans(patches, line);
    let gates = gates(patches, line);
    if slow.is_empty() && gates.is_empty() && length <= allowance {
        return Walk { reached: to, spent: length, complete: true };
    }
    let stop =
        |at: i32, rest: i32| Walk { reached: settle(line, at, patches, &gates), spent: allowance.saturating_sub(rest), complete: false };
    let mut rest = allowance;
    for (at, cut) in stretches(&slow, &gates, length) {
        let need = stretch(&slow, at, cut);
        if need > rest {
            let (num, den) = rate(&slow, at, cut);
            let last = i64::from(rest) * den / num.max(1);
            return stop(at.saturating_add(narrow(last)), 0);
        }
        rest = rest.saturating_sub(need);
        for &(_, cost) in gates.iter().filter(|g| g.0 == cut) {
            match cost {
                Cost::Toll(toll) | Cost::Exit(toll) if toll <= rest => rest = rest.saturating_sub(toll.max(0)),
                Cost::HalfRest if rest > 0 || cut == length => rest /= 2,
                Cost::Times { .. } => {}
                _ => return stop(cut.saturating_sub(2), rest),
            }
        }
    }
    Walk { reached: to, spent: allowance.saturating_sub(rest), complete: true }
}

/// Mils spent by the whole straight walk; `None` when the allowance does not last or the ground
/// forbids it.
#[must_use]
pub fn cost(from: Point, to: Point, patches: &[Patch], allowance: i32) -> Option<i32> {
    let walk = straight(from, to, patches, allowance);
    walk.complete.then_some(walk.spent)
}

/// The least allowance with which the whole straight walk can be made, reckoned back from its end: what is left past
/// ground that takes half had to be twice as much before it. `None` when the ground forbids the walk. `left` is what
/// shall be left at the end.
#[must_use]
pub fn least(from: Point, to: Point, patches: &[Patch], left: i32) -> Option<i32> {
    let line = Segment::new(from, to);
    let (slow, gates) = (slow_spans(patches, line), gates(patches, line));
    let length = line.length();
    let mut rest = left.max(0);
    if slow.is_empty() && gates.is_empty() {
        return Some(rest.saturating_add(length));
    }
    for (at, cut) in stretches(&slow, &gates, length).into_iter().rev() {
        for &(_, cost) in gates.iter().rev().filter(|g| g.0 == cut) {
            rest = match cost {
                Cost::Toll(toll) | Cost::Exit(toll) => rest.saturating_add(toll.max(0)),
                Cost::HalfRest if cut == length => rest.saturating_mul(2),
                Cost::HalfRest => rest.saturating_mul(2).max(1),
                Cost::Times { .. } => rest,
                Cost::Forbidden => return None,
            };
        }
        rest = rest.saturating_add(stretch(&slow, at, cut));
    }
    Some(rest)
}

type Slow = (Span, i64, i64);

/// The stretches of a walk between the places where its cost changes or something is to be paid.
fn stretches(slow: &[Slow], gates: &[(i32, Cost)], length: i32) -> Vec<(i32, i32)> {
    let mut cuts: Vec<i32> = gates.iter().map(|g| g.0).collect();
    cuts.extend(slow.iter().flat_map(|(span, ..)| [span.from, span.to]));
    cuts.push(length);
    cuts.sort_unstable();
    cuts.dedup();
    let begins = std::iter::once(0).chain(cuts.clone());
    begins.zip(cuts).collect()
}

/// What one such stretch spends.
fn stretch(slow: &[Slow], from: i32, to: i32) -> i32 {
    let (num, den) = rate(slow, from, to);
    let way = i64::from(to.saturating_sub(from));
    narrow((way * num).saturating_add(den - 1) / den)
}

fn slow_spans(patches: &[Patch], line: Segment) -> Vec<Slow> {
    let mut slow = Vec::new();
    for patch in patches {
        if let Cost::Times { num, den } = patch.cost {
            let rate = |s: Span| (s, i64::from(num), i64::from(den.max(1)));
            slow.extend(patch.shape.entries(line).into_iter().map(rate));
        }
    }
    slow
}

/// The dearest rate of a stretch between two neighbouring cuts.
fn rate(slow: &[Slow], from: i32, to: i32) -> (i64, i64) {
    slow.iter()
        .filter(|(s, ..)| s.from <= from && to <= s.to)
        .map(|&(_, num, den)| (num, den))
        .max_by(|a, b| (i128::from(a.0) * i128::from(b.1)).cmp(&(i128::from(b.0) * i128::from(a.1))))
        .unwrap_or((1, 1))
}

/// Where something is to be paid or stops the walk, in canonical order.
fn gates(patches: &[Patch], line: Segment) -> Vec<(i32, Cost)> {
    let mut gates: Vec<(i32, Cost)> = Vec::new();
    for patch in patches {
        gates.extend(gates_of(patch, line).into_iter().map(|at| (at, patch.cost)));
    }
    gates.sort_unstable();
    gates
}

fn gates_of(patch: &Patch, line: Segment) -> Vec<i32> {
    if matches!(patch.cost, Cost::Times { .. }) {
        return Vec::new();
    }
    let entries = patch.shape.entries(line);
    if entries.is_empty() {
        return Vec::new();
    }
    let length = line.length();
    if let Cost::Exit(_) = patch.cost {
        return entries.into_iter().filter(|s| s.to < length).map(|s| s.to).collect();
    }
    let inside = patch.shape.within(line.from) == Within::Inside;
    let entered = |s: &Span| {
        let leaving = inside && s.from == 0;
        // One who would stay inside forbidden ground may not move at all.
        !leaving || (patch.cost == Cost::Forbidden && s.to >= length)
    };
    entries.into_iter().filter(entered).map(|s| patch.met(line, s.from)).collect()
}

/// The place `stop` mils along, or as far before it as keeps rounding from carrying it over a
/// gate that was not passed.
fn settle(line: Segment, stop: i32, patches: &[Patch], gates: &[(i32, Cost)]) -> Point {
    let passed = gates.iter().filter(|g| g.0 <= stop).count();
    let mut back = 0;
    while back < stop {
        let at = line.at(stop.saturating_sub(back));
        let short = Segment::new(line.from, at);
        let count: usize = patches.iter().map(|p| gates_of(p, short).len()).sum();
        if count <= passed {
            return at;
        }
        back = back.saturating_mul(2).max(2);
    }
    line.from
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(x: i32) -> Point {
        Point { x, y: 0 }
    }

    fn bog() -> Shape {
        Shape::rect(Point::new(2000, -1000), Point::new(5000, 1000))
    }

    fn hedge() -> Shape {
        Shape::Wall { points: vec![Point::new(3000, -1000), Point::new(3000, 1000)] }
    }

    fn walk(shape: &Shape, cost: Cost, to: i32, allowance: i32) -> (i32, i32, bool) {
        let w = straight(at(0), at(to), &[Patch::new(shape, cost)], allowance);
        (w.reached.x, w.spent, w.complete)
    }

    #[test]
    fn open_ground() {
        assert_eq!(straight(at(0), at(900), &[], 900), Walk { reached: at(900), spent: 900, complete: true });
        assert_eq!(straight(at(0), at(900), &[], 600), Walk { reached: at(600), spent: 600, complete: false });
        assert_eq!(cost(at(0), at(900), &[], 899), None);
    }

    #[test]
    fn dear_ground() {
        let twice = Cost::Times { num: 2, den: 1 };
        // 2000 open, 3000 at double, 1000 open.
        assert_eq!(walk(&bog(), twice, 6000, 9999), (6000, 9000, true));
        assert_eq!(walk(&bog(), twice, 6000, 6000), (4000, 6000, false));
        let half = Cost::Times { num: 1, den: 2 };
        assert_eq!(walk(&bog(), half, 6000, 9999), (6000, 4500, true));
        let (bog, over) = (bog(), bog());
        let both = [Patch::new(&bog, half), Patch::new(&over, twice)];
        assert_eq!(cost(at(0), at(6000), &both, 9999), Some(9000));
    }

    #[test]
    fn tolls_and_halves() {
        assert_eq!(walk(&hedge(), Cost::Toll(1000), 5000, 6000), (5000, 6000, true));
        assert_eq!(walk(&hedge(), Cost::Toll(1000), 5000, 5500), (4500, 5500, false));
        assert_eq!(walk(&hedge(), Cost::Toll(1000), 5000, 3999), (2998, 3000, false));
        // 3000 to the hedge, 5000 left, 2500 lost: 2500 more.
        assert_eq!(walk(&hedge(), Cost::HalfRest, 9000, 8000), (5500, 8000, false));
        assert_eq!(walk(&hedge(), Cost::HalfRest, 5000, 8000), (5000, 7500, true));
        assert_eq!(walk(&bog(), Cost::Toll(500), 6000, 6500), (6000, 6500, true));
        // the base of a walker 500 mils broad meets the hedge at 2500: 5500 left, 2750 lost
        let hedge = hedge();
        let broad = Patch { reach: 500, ..Patch::new(&hedge, Cost::HalfRest) };
        let w = straight(at(0), at(9000), &[broad], 8000);
        assert_eq!((w.reached.x, w.complete), (5250, false));
        // who begins beside it loses half of all
        let w = straight(at(2600), at(9000), &[broad], 6000);
        assert_eq!((w.reached.x, w.complete), (5600, false));
        // who stays inside has not paid to leave
        assert_eq!(walk(&bog(), Cost::Exit(500), 6000, 6500), (6000, 6500, true));
        assert_eq!(walk(&bog(), Cost::Exit(500), 4000, 6500), (4000, 4000, true));
        assert_eq!(walk(&bog(), Cost::Exit(500), 6000, 5400), (4998, 5000, false));
    }

    #[test]
    fn the_least_allowance() {
        let (bog, hedge) = (bog(), hedge());
        let over = |shape, cost, to, left| least(at(0), at(to), &[Patch::new(shape, cost)], left);
        // 3000 to the hedge; behind it 2000 more, so 4000 before it.
        assert_eq!(over(&hedge, Cost::HalfRest, 5000, 0), Some(7000));
        assert_eq!(over(&hedge, Cost::HalfRest, 5000, 500), Some(8000));
        assert_eq!(over(&hedge, Cost::Toll(1000), 5000, 0), Some(6000));
        assert_eq!(over(&bog, Cost::Times { num: 2, den: 1 }, 6000, 0), Some(9000));
        assert_eq!(over(&bog, Cost::Forbidden, 6000, 0), None);
        assert_eq!(over(&hedge, Cost::HalfRest, 2000, 0), Some(2000));
    }

    #[test]
    fn forbidden_ground() {
        assert_eq!(walk(&bog(), Cost::Forbidden, 6000, 9999), (1998, 2000, false));
        assert_eq!(walk(&hedge(), Cost::Forbidden, 6000, 9999), (2998, 3000, false));
        assert_eq!(walk(&bog(), Cost::Forbidden, 2000, 9999), (2000, 2000, true));
        let bog = bog();
        let patch = [Patch::new(&bog, Cost::Forbidden)];
        assert!(straight(at(3000), at(6000), &patch, 9999).complete);
        assert_eq!(straight(at(3000), at(4000), &patch, 9999).reached, at(3000));
    }

    proptest! {
        #[test]
        fn never_over_the_wall(a in -9000..2900_i32, b in -900..900_i32, c in 3001..9000_i32, d in -900..900_i32, allowance in 0..20_000_i32) {
            let shape = hedge();
            let patch = [Patch::new(&shape, Cost::Forbidden)];
            let w = straight(Point { x: a, y: b }, Point { x: c, y: d }, &patch, allowance);
            prop_assert!(w.reached.x < 3000 && !w.complete);
        }

        #[test]
        fn the_least_is_enough_and_less_is_not(x in -9000..9000_i32, y in -3000..3000_i32, left in 0..3000_i32) {
            let (bog, hedge) = (bog(), hedge());
            let brook = Shape::Wall { points: vec![Point::new(-4000, -2000), Point::new(6000, 2000)] };
            let patches = [
                Patch::new(&bog, Cost::Times { num: 3, den: 2 }),
                Patch::new(&hedge, Cost::HalfRest),
                Patch::new(&brook, Cost::HalfRest),
                Patch::new(&hedge, Cost::Toll(700)),
            ];
            let (from, to) = (Point::new(1, 700), Point { x, y });
            let enough = least(from, to, &patches, left).unwrap_or(-1);
            let walk = straight(from, to, &patches, enough);
            prop_assert!(walk.complete && enough - walk.spent >= left);
            if enough > 0 {
                let less = straight(from, to, &patches, enough - 1);
                prop_assert!(!less.complete || enough - 1 - less.spent < left);
            }
        }

        #[test]
        fn no_more_than_allowed(x in -9000..9000_i32, y in -3000..3000_i32, allowance in 0..20_000_i32) {
            let (bog, hedge) = (bog(), hedge());
            let patches = [
                Patch::new(&bog, Cost::Times { num: 3, den: 2 }),
                Patch::new(&hedge, Cost::Toll(700)),
            ];
            let mut turned = patches;
            turned.reverse();
            let (from, to) = (at(0), Point { x, y });
            let w = straight(from, to, &patches, allowance);
            prop_assert!(w.spent <= allowance);
            prop_assert!(from.distance(w.reached) <= w.spent + 2);
            prop_assert_eq!(w, straight(from, to, &turned, allowance));
        }
    }
}
