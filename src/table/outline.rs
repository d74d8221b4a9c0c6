//! Polygons and open lines given by their points: exact predicates, no boolean operations.
//!
//! A polygon is simple, of any orientation, closed from its last point to its first.

use super::point::Point;
use super::segment::Segment;
use super::trig::{div_round, narrow};

/// Where a point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Within {
    /// Beyond the border.
    Outside,
    /// Exactly on the border.
    Border,
    /// Strictly inside.
    Inside,
}

/// How a line, its two ends left out, runs past an area. Touching the border is not entering it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Course {
    /// It never enters.
    Clear,
    /// It enters, but only in a part that reaches one of its ends.
    Within,
    /// It goes in and comes out again.
    Through,
}

/// A stretch of a line, in mils from its beginning; of length 0 where a line is crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Where it begins.
    pub from: i32,
    /// Where it ends.
    pub to: i32,
}

/// The edges of a closed polygon.
pub(super) fn edges(points: &[Point]) -> impl Iterator<Item = Segment> + '_ {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(&from, &to)| Segment { from, to })
}

/// The pieces of an open line.
pub(super) fn pieces(points: &[Point]) -> impl Iterator<Item = Segment> + '_ {
    points.iter().zip(points.iter().skip(1)).map(|(&from, &to)| Segment { from, to })
}

/// Where a point lies to a polygon.
pub(super) fn within(points: &[Point], p: Point) -> Within {
    let mut odd = false;
    for edge in edges(points) {
        let side = edge.side(p);
        if side == 0 && edge.holds(p) {
            return Within::Border;
        }
        let up = edge.to.y > p.y;
        // The ray to the east meets edges that go up past p on their left side.
        if (edge.from.y > p.y) != up && (side > 0) == up {
            odd = !odd;
        }
    }
    if odd { Within::Inside } else { Within::Outside }
}

/// How a line runs past a polygon. Allocates only where a corner lies on the line.
pub(super) fn course(points: &[Point], line: Segment) -> Course {
    let (mut before, mut between, mut after) = (0_u32, 0_u32, 0_u32);
    for edge in edges(points) {
        let (p, q) = (line.side(edge.from), line.side(edge.to));
        if p == 0 || q == 0 {
            return course_nudged(points, line);
        }
        if (p > 0) == (q > 0) {
            continue;
        }
        let (a, b) = (edge.side(line.from), edge.side(line.to));
        if a == 0 || b == 0 {
            return course_nudged(points, line);
        }
        if (a > 0) != (b > 0) {
            between += 1;
        } else if a.unsigned_abs() < b.unsigned_abs() {
            before += 1;
        } else {
            after += 1;
        }
    }
    // An odd number of crossings beyond an end means that the end is inside.
    let ends = before % 2 + after % 2;
    if between > ends {
        Course::Through
    } else if between + ends > 0 {
        Course::Within
    } else {
        Course::Clear
    }
}

fn course_nudged(points: &[Point], line: Segment) -> Course {
    let inside = |p| within(points, p) != Within::Outside;
    let length = line.length();
    let reaches_end = |s: &Span| (s.from <= 0 && inside(line.from)) || (s.to >= length && inside(line.to));
    let spans = spans(points, line);
    if spans.is_empty() {
        Course::Clear
    } else if spans.iter().all(reaches_end) {
        Course::Within
    } else {
        Course::Through
    }
}

/// The stretches of a line strictly inside a polygon, in order. A line that runs along an edge
/// counts as inside only if it would be when nudged to either side.
pub(super) fn spans(points: &[Point], line: Segment) -> Vec<Span> {
    let left = nudged_spans(points, line, true);
    let right = nudged_spans(points, line, false);
    let mut both = Vec::new();
    for a in &left {
        for b in &right {
            let s = Span { from: a.from.max(b.from), to: a.to.min(b.to) };
            if s.from < s.to {
                both.push(s);
            }
        }
    }
    both
}

fn nudged_spans(points: &[Point], line: Segment, nudge_right: bool) -> Vec<Span> {
    let length = line.length();
    // Each closed outline crosses the endless line an even number of times: pairs are inside.
    let mut at = crossings(edges(points), line, nudge_right);
    at.sort_unstable();
    at.chunks_exact(2)
        .filter_map(|pair| {
            let (&from, &to) = (pair.first()?, pair.last()?);
            let s = Span { from: from.max(0), to: to.min(length) };
            (s.from < s.to).then_some(s)
        })
        .collect()
}

/// Where pieces cross the endless line, nudged to one side, in mils from its beginning.
fn crossings(pieces: impl Iterator<Item = Segment>, line: Segment, nudge_right: bool) -> Vec<i32> {
    pieces.filter_map(|piece| crossing(piece, line, nudge_right)).collect()
}

fn crossing(piece: Segment, line: Segment, nudge_right: bool) -> Option<i32> {
    let left = |p: Point| {
        let side = line.side(p);
        side > 0 || (nudge_right && side == 0)
    };
    if left(piece.from) == left(piece.to) {
        return None;
    }
    let d = line.from.to(line.to);
    let e = piece.from.to(piece.to);
    let num = i128::from(line.from.to(piece.from).cross(e)) * i128::from(line.length());
    Some(narrow(div_round(num, d.cross(e).into())))
}

/// Where a line crosses an open line: after its beginning, up to and with its end, in order. Touching from one side is not
/// crossing, nor is going by its tip: the line crosses nudged to either side.
pub(super) fn wall_crossings(points: &[Point], line: Segment) -> Vec<Span> {
    // Where a wall runs along the line for a while, it is crossed where that begins, give or take a mil.
    let mut along: Vec<(i32, i32)> = pieces(points)
        .filter(|piece| line.side(piece.from) == 0 && line.side(piece.to) == 0)
        .map(|piece| (line.foot(piece.from), line.foot(piece.to)))
        .map(|(a, b)| (a.min(b), a.max(b)))
        .collect();
    along.sort_unstable();
    let begin = |mils: i32| {
        along
            .iter()
            .rev()
            .fold(mils, |at, (from, to)| if (from.saturating_sub(1)..=to.saturating_add(1)).contains(&at) { *from } else { at })
    };
    let at = |nudge_right| {
        let met: Vec<Segment> = pieces(points).filter(|piece| piece.meets(line) && !piece.holds(line.from)).collect();
        // At a bend on the line two pieces are met at once: an even number leaves the line on its side.
        let (bends, plain): (Vec<Segment>, Vec<Segment>) =
            met.into_iter().partition(|piece| line.side(piece.from) == 0 || line.side(piece.to) == 0);
        let mut bends: Vec<i32> = crossings(bends.into_iter(), line, nudge_right).into_iter().map(begin).collect();
        bends.sort_unstable();
        let odd = bends.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1).filter_map(|same| same.first().copied());
        let mut at: Vec<i32> = odd.chain(crossings(plain.into_iter(), line, nudge_right)).collect();
        at.sort_unstable();
        at
    };
    let right = at(true);
    at(false).into_iter().filter(|mils| right.contains(mils)).map(|mils| Span { from: mils, to: mils }).collect()
}

/// How a line runs past an open line: `Through` when it would cross nudged to either side.
pub(super) fn wall_course(points: &[Point], line: Segment) -> Course {
    let crossed = |nudge_right: bool| {
        let left = |p: Point| {
            let side = line.side(p);
            side > 0 || (nudge_right && side == 0)
        };
        pieces(points).any(|piece| {
            left(piece.from) != left(piece.to) && {
                let (a, b) = (piece.side(line.from), piece.side(line.to));
                (a > 0 && b < 0) || (a < 0 && b > 0)
            }
        })
    };
    if crossed(false) && crossed(true) { Course::Through } else { Course::Clear }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn points(list: &[(i32, i32)]) -> Vec<Point> {
        list.iter().map(|&(x, y)| Point { x, y }).collect()
    }

    fn line(a: i32, b: i32, c: i32, d: i32) -> Segment {
        Segment::new(Point::new(a, b), Point::new(c, d))
    }

    /// A U open to the north, 300 wide and 300 high, walls 100 thick.
    fn cup() -> Vec<Point> {
        points(&[(0, 0), (300, 0), (300, 300), (200, 300), (200, 100), (100, 100), (100, 300), (0, 300)])
    }

    #[test]
    fn where_points_lie() {
        let c = cup();
        assert_eq!(within(&c, Point::new(50, 200)), Within::Inside);
        assert_eq!(within(&c, Point::new(150, 200)), Within::Outside);
        assert_eq!(within(&c, Point::new(150, 100)), Within::Border);
        assert_eq!(within(&c, Point::new(0, 300)), Within::Border);
        assert_eq!(within(&c, Point::new(-1, 300)), Within::Outside);
        assert_eq!(within(&[], Point::ORIGIN), Within::Outside);
    }

    #[test]
    fn stretches_inside() {
        let s = |from, to| Span { from, to };
        assert_eq!(spans(&cup(), line(-100, 200, 400, 200)), [s(100, 200), s(300, 400)]);
        assert_eq!(spans(&cup(), line(50, 200, 150, 200)), [s(0, 50)]);
        // Along an edge: outside on one side.
        assert_eq!(spans(&cup(), line(-100, 300, 400, 300)), []);
        assert_eq!(spans(&cup(), line(-100, 100, 400, 100)), [s(100, 200), s(300, 400)]);
    }

    #[test]
    fn courses_past_a_cup() {
        let c = cup();
        assert_eq!(course(&c, line(-100, 201, 400, 202)), Course::Through);
        assert_eq!(course(&c, line(50, 201, 150, 202)), Course::Within);
        assert_eq!(course(&c, line(50, 201, 250, 202)), Course::Within);
        assert_eq!(course(&c, line(50, 201, 400, 202)), Course::Through);
        assert_eq!(course(&c, line(150, 250, 150, 120)), Course::Clear);
        assert_eq!(course(&c, line(-50, 0, 400, 0)), Course::Clear);
        // Corner to corner through the bottom.
        assert_eq!(course(&c, line(-100, -100, 400, 400)), Course::Through);
        // A corner touched from outside.
        assert_eq!(course(&c, line(-100, 100, 100, -100)), Course::Clear);
        // From the border inwards.
        assert_eq!(course(&c, line(0, 50, 50, 50)), Course::Within);
    }

    #[test]
    fn crossing_a_wall() {
        let wall = points(&[(0, 0), (100, 0), (100, 100)]);
        let at = |m| Span { from: m, to: m };
        assert_eq!(wall_crossings(&wall, line(50, -50, 50, 50)), [at(50)]);
        assert_eq!(wall_crossings(&wall, line(50, -50, 50, 0)), [at(50)]);
        assert_eq!(wall_crossings(&wall, line(50, 0, 50, 50)), []);
        // By its tip, from either side; through its bend; and along it, out on the other side or on the same.
        assert_eq!(wall_crossings(&wall, line(0, -50, 0, 50)), []);
        assert_eq!(wall_crossings(&wall, line(0, 50, 0, -50)), []);
        assert_eq!(wall_crossings(&wall, line(70, 40, 130, -40)), [at(50)]);
        let step = points(&[(0, -50), (0, 0), (100, 0), (100, 50)]);
        assert_eq!(wall_crossings(&step, line(-50, 0, 200, 0)), [at(50)]);
        assert_eq!(wall_crossings(&step, line(200, 0, -50, 0)), [at(100)]);
        let tray = points(&[(0, 50), (0, 0), (100, 0), (100, 50)]);
        assert_eq!(wall_crossings(&tray, line(-50, 0, 200, 0)), []);
        assert_eq!(wall_course(&wall, line(50, -50, 50, 50)), Course::Through);
        assert_eq!(wall_course(&wall, line(50, -50, 50, 0)), Course::Clear);
        // Past the end of the wall, and touching its bend.
        assert_eq!(wall_course(&wall, line(0, -50, 0, 50)), Course::Clear);
        assert_eq!(wall_course(&wall, line(50, -50, 150, 50)), Course::Clear);
        // Through the bend.
        assert_eq!(wall_course(&wall, line(50, 50, 150, -50)), Course::Through);
    }

    fn spot() -> impl Strategy<Value = Point> {
        (-40..350_i32, -40..350_i32).prop_map(|(x, y)| Point { x, y })
    }

    proptest! {
        #[test]
        fn course_has_no_direction(a in spot(), b in spot()) {
            let l = Segment::new(a, b);
            prop_assert_eq!(course(&cup(), l), course(&cup(), l.reversed()));
            prop_assert_eq!(wall_course(&cup(), l), wall_course(&cup(), l.reversed()));
            // neither end on the wall: a crossing there is told of one end only
            if !pieces(&cup()).any(|p| p.holds(a) || p.holds(b)) {
                prop_assert_eq!(wall_crossings(&cup(), l).len(), wall_crossings(&cup(), l.reversed()).len());
            }
        }

        #[test]
        fn orientation_does_not_matter(a in spot(), b in spot()) {
            let mut turned = cup();
            turned.reverse();
            let l = Segment::new(a, b);
            prop_assert_eq!(course(&cup(), l), course(&turned, l));
            prop_assert_eq!(spans(&cup(), l), spans(&turned, l));
            prop_assert_eq!(within(&cup(), a), within(&turned, a));
        }

        #[test]
        fn the_middle_of_a_span_is_inside(a in spot(), b in spot()) {
            let l = Segment::new(a, b);
            for s in spans(&cup(), l).iter().filter(|s| s.to - s.from > 4) {
                prop_assert_ne!(within(&cup(), l.at(i32::midpoint(s.from, s.to))), Within::Outside);
            }
        }
    }
}
