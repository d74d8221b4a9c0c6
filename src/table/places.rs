//! Candidate places to move to: few, and in canonical order (sorted, none twice).

use super::facing::Facing;
use super::point::Point;
use super::segment::Segment;
use super::shape::Shape;
use super::trig::narrow;

/// Longer than any table, in mils.
const FAR: i32 = 2_000_000;

/// The most points of a grid that are looked at.
const SCAN: i64 = 4096;

/// Sorts places, drops doubles, and thins them evenly to at most `cap`.
#[must_use]
pub fn canonical(mut points: Vec<Point>, cap: usize) -> Vec<Point> {
    points.sort_unstable();
    points.dedup();
    let n = points.len();
    if n <= cap {
        return points;
    }
    // The k-th kept is number k * n / cap: those where that quotient steps.
    let kept = points.into_iter().enumerate().filter(|(i, _)| {
        let step = |i: usize| (i * cap).div_ceil(n);
        step(*i) < step(i + 1)
    });
    kept.map(|(_, p)| p).collect()
}

/// The place itself.
#[must_use]
pub fn stay(from: Point) -> Vec<Point> {
    vec![from]
}

/// `n` places round a centre at a distance, evenly spread from north: the edge of a band.
#[must_use]
pub fn ring(centre: Point, distance: i32, n: u32, cap: usize) -> Vec<Point> {
    let n = n.min(1024);
    let points = (0..n).map(|k| centre.offset(Facing::spoke(k, n), distance, 0));
    canonical(points.collect(), cap)
}

/// The places a whole allowance away in `n` directions, evenly spread from straight ahead.
#[must_use]
pub fn full_reach(from: Point, ahead: Facing, allowance: i32, n: u32, cap: usize) -> Vec<Point> {
    let n = n.min(1024);
    let points = (0..n).map(|k| {
        let facing = ahead.turned(i32::from(Facing::spoke(k, n).0));
        from.offset(facing, allowance, 0)
    });
    canonical(points.collect(), cap)
}

/// Places hidden behind a feature from an enemy: on `n` lines of sight over its breadth, so many
/// mils clear of its far side. None for an enemy in the feature.
#[must_use]
pub fn behind(feature: &Shape, enemy: Point, clear: i32, n: u32, cap: usize) -> Vec<Point> {
    let Some(bounds) = feature.bounds() else {
        return Vec::new();
    };
    if feature.contains(enemy) {
        return Vec::new();
    }
    let middle = Facing::towards(enemy, bounds.centre());
    let turns = rim(feature, enemy).into_iter().map(|p| middle.turn_to(Facing::towards(enemy, p)));
    let (left, right) = turns.fold((0, 0), |(l, r), turn| (turn.min(l), turn.max(r)));
    let n = i32::try_from(n.min(1024)).unwrap_or(0);
    let points = (1..=n).filter_map(|k| {
        // Evenly between the outermost, themselves left out.
        let turn = left + (right - left) * k / (n + 1);
        let line = Segment::new(enemy, enemy.offset(middle.turned(turn), FAR, 0));
        let far_side = feature.entries(line).last()?.to;
        Some(line.at(far_side.saturating_add(clear)))
    });
    canonical(points.collect(), cap)
}

/// Points that span a feature as seen from a point.
fn rim(feature: &Shape, from: Point) -> Vec<Point> {
    match feature {
        Shape::Disc { centre, radius } => {
            let facing = Facing::towards(from, *centre);
            [-1, 1].map(|side| centre.offset(facing, 0, radius.saturating_mul(side))).to_vec()
        }
        _ => feature.points().to_vec(),
    }
}

/// The places of a zone on a grid of so many mils, aligned with the table's corner.
#[must_use]
pub fn grid(zone: &Shape, step: i32, cap: usize) -> Vec<Point> {
    let Some(b) = zone.bounds() else {
        return Vec::new();
    };
    let size = |low: i32, high: i32| i64::from(high) - i64::from(low);
    let (width, depth) = (size(b.low.x, b.high.x), size(b.low.y, b.high.y));
    let mut step = i64::from(step.max(1));
    while (width / step + 1).saturating_mul(depth / step + 1) > SCAN {
        step *= 2;
    }
    let lines = |low: i32, high: i32| {
        let first = i64::from(low).div_euclid(step);
        (first..=i64::from(high).div_euclid(step)).map(move |k| narrow(k * step))
    };
    let points = lines(b.low.x, b.high.x).flat_map(|x| lines(b.low.y, b.high.y).map(move |y| Point { x, y })).filter(|&p| zone.contains(p));
    canonical(points.collect(), cap)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn points(list: &[(i32, i32)]) -> Vec<Point> {
        list.iter().map(|&(x, y)| Point { x, y }).collect()
    }

    const CAP: usize = 16;

    #[test]
    fn rings() {
        let got = ring(Point::new(100, 0), 50, 4, CAP);
        assert_eq!(got, points(&[(50, 0), (100, -50), (100, 50), (150, 0)]));
        assert_eq!(full_reach(Point::ORIGIN, Facing::EAST, 70, 1, CAP), points(&[(70, 0)]));
        assert_eq!(ring(Point::ORIGIN, 9000, 64, CAP).len(), CAP);
        assert_eq!(stay(Point::ORIGIN), points(&[(0, 0)]));
    }

    #[test]
    fn grids() {
        let zone = Shape::rect(Point::new(500, 500), Point::new(2000, 1999));
        assert_eq!(grid(&zone, 1000, CAP), points(&[(1000, 1000), (2000, 1000)]));
        let wide = Shape::rect(Point::ORIGIN, Point::new(72_000, 48_000));
        assert_eq!(grid(&wide, 1, CAP).len(), CAP);
    }

    #[test]
    fn cover() {
        let house = Shape::rect(Point::new(2000, -1000), Point::new(4000, 1000));
        let got = behind(&house, Point::ORIGIN, 500, 1, CAP);
        assert_eq!(got, points(&[(4500, 0)]));
        let several = behind(&house, Point::ORIGIN, 500, 5, CAP);
        assert_eq!(several.len(), 5);
        assert!(several.iter().all(|&p| house.crosses(Segment::new(Point::ORIGIN, p))));
        assert!(behind(&house, Point::new(3000, 0), 500, 5, CAP).is_empty());
        let wall = Shape::Wall { points: points(&[(1000, -500), (1000, 500)]) };
        assert_eq!(behind(&wall, Point::ORIGIN, 200, 1, CAP), points(&[(1200, 0)]));
    }

    proptest! {
        #[test]
        fn canonical_is_sorted_and_capped(list in prop::collection::vec((-9..9_i32, -9..9_i32), 0..60), cap in 1..20_usize) {
            let all = points(&list);
            let got = canonical(all.clone(), cap);
            let mut whole = all.clone();
            whole.sort_unstable();
            whole.dedup();
            prop_assert_eq!(got.len(), whole.len().min(cap));
            prop_assert!(got.iter().zip(got.iter().skip(1)).all(|(a, b)| a < b));
            let mut turned = all;
            turned.reverse();
            prop_assert_eq!(got, canonical(turned, cap));
        }
    }
}
