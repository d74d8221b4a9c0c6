//! The shortest way round what is in the way.
//!
//! A visibility graph over points round the corners of obstacles. Obstacles and ground join the
//! search only when the way found so far meets them, so an open way costs one look.

use super::bounds::Bounds;
use super::facing::Facing;
use super::gap::{SLACK, gap_to_point, gap_to_segment};
use super::ground::{Cost, Patch, straight};
use super::outline::{Course, Within};
use super::point::Point;
use super::segment::Segment;
use super::shape::Shape;
use super::stand::{Base, Stand};

/// Points round a disc.
const ROUND_DISC: u32 = 12;
/// Points round a corner.
const ROUND_CORNER: u32 = 8;
/// Mils by which the points keep off what they go round.
const MARGIN: i32 = 4;
/// The most points a search looks at.
const MOST_NODES: usize = 512;

/// A way along straight legs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Route {
    /// Beginning, bends and end.
    pub points: Vec<Point>,
    /// Mils of the allowance used up.
    pub spent: i32,
}

/// The cheapest way for a disc of radius `clearance` that meets no obstacle and no forbidden
/// ground, and costs no more than `allowance`. Where a mover begins or ends nearer to an obstacle
/// than its clearance, it need only keep that distance; what covers its beginning is ignored, but
/// nobody stays in forbidden ground. Exact up to the choice of bends (about 3% longer than ideal
/// round discs and corners). `None` when there is no such way.
#[must_use]
pub fn path(from: Point, to: Point, clearance: i32, allowance: i32, obstacles: &[Stand], patches: &[Patch]) -> Option<Route> {
    let clearance = clearance.max(0);
    if !roads(patches) && from.distance(to) > allowance {
        return None;
    }
    let mut bars: Vec<Bar> =
        obstacles.iter().map(Body::Stand).chain(patches.iter().map(Body::Patch)).map(|body| Bar::new(body, from, to, clearance)).collect();
    loop {
        // Forbidden ground that has not joined yet would end the search instead of guiding it.
        let ground: Vec<Patch> = bars.iter().filter_map(Bar::ground).collect();
        let found = search(from, to, allowance, &bars, &ground);
        let mut more = false;
        for bar in bars.iter_mut().filter(|b| !b.active) {
            bar.active = match &found {
                Some(route) => legs(&route.points).any(|leg| bar.concerns(leg)),
                None => true,
            };
            more |= bar.active;
        }
        if !more {
            return found;
        }
    }
}

/// Whether some ground is cheaper than the open: only that makes a way cheaper than it is long.
fn roads(patches: &[Patch]) -> bool {
    let cheap = |p: &Patch| matches!(p.cost, Cost::Times { num, den } if num < den.max(1));
    patches.iter().any(cheap)
}

fn legs(points: &[Point]) -> impl Iterator<Item = Segment> + '_ {
    points.iter().zip(points.iter().skip(1)).map(|(&a, &b)| Segment::new(a, b))
}

#[derive(Clone, Copy)]
enum Body<'a> {
    Stand(&'a Stand),
    Patch(&'a Patch<'a>),
}

/// Something that a way may have to go round.
struct Bar<'a> {
    body: Body<'a>,
    /// How near the mover's centre may come.
    keep: i32,
    /// Whether it bars at all: false for ground that only costs, and for what covers the start.
    solid: bool,
    active: bool,
    /// How far off the points round it lie.
    room: i32,
    /// A leg that shares no point with this box does not come too near.
    near: Option<Bounds>,
}

impl<'a> Bar<'a> {
    fn new(body: Body<'a>, from: Point, to: Point, clearance: i32) -> Self {
        let (keep, solid, active) = match body {
            Body::Stand(stand) => {
                let near = gap_to_point(stand, from).min(gap_to_point(stand, to));
                (clearance.min(near), !stand.covers(from), false)
            }
            Body::Patch(patch) if patch.cost == Cost::Forbidden => {
                let near = patch.shape.gap_to_point(from).min(patch.shape.gap_to_point(to));
                (clearance.min(near), patch.shape.within(from) != Within::Inside, false)
            }
            Body::Patch(Patch { cost: Cost::Times { num, den }, .. }) => (0, false, num < den),
            Body::Patch(_) => (0, false, false),
        };
        let bounds = match body {
            Body::Stand(stand) => Some(Bounds::round(stand.at, stand.base.reach())),
            Body::Patch(patch) => patch.shape.bounds(),
        };
        let near = bounds.map(|b| b.grown(keep.max(0)));
        Self { body, keep, solid, active, room: if solid { clearance } else { 0 }, near }
    }

    /// Whether a leg comes too near.
    fn bars(&self, leg: Segment) -> bool {
        if !self.solid || self.near.is_none_or(|b| !b.meets(leg.bounds())) {
            return false;
        }
        let gap = match self.body {
            Body::Stand(stand) => gap_to_segment(stand, leg),
            Body::Patch(patch) => patch.shape.gap_to_segment(leg),
        };
        // one mil for rounding; what is farther off than that is not crossed
        if gap < self.keep - 1 || gap > SLACK {
            return gap < self.keep - 1;
        }
        let course = match self.body {
            Body::Stand(stand) => stand.course(leg),
            Body::Patch(patch) => patch.shape.course(leg),
        };
        course != Course::Clear
    }

    /// Points to go round it by.
    fn nodes(&self) -> Vec<Point> {
        match self.body {
            Body::Stand(stand) => nodes_round_stand(stand, self.room),
            Body::Patch(patch) => nodes_round_shape(patch.shape, self.room),
        }
    }

    /// The ground a search walks over.
    fn ground(&self) -> Option<Patch<'a>> {
        match self.body {
            Body::Patch(patch) if self.active || patch.cost != Cost::Forbidden => Some(*patch),
            _ => None,
        }
    }

    /// Whether a leg meets it, so that a way round is worth looking for.
    fn concerns(&self, leg: Segment) -> bool {
        match self.body {
            Body::Patch(patch) if !self.solid => !patch.shape.entries(leg).is_empty(),
            _ => self.bars(leg),
        }
    }
}

fn nodes_round_stand(stand: &Stand, room: i32) -> Vec<Point> {
    match stand.base {
        Base::Circle { radius } => round(stand.at, radius.max(0).saturating_add(room), ROUND_DISC),
        Base::Rect { .. } => stand.corners().into_iter().flat_map(|c| round(c, room, ROUND_CORNER)).collect(),
    }
}

fn nodes_round_shape(shape: &Shape, room: i32) -> Vec<Point> {
    match shape {
        Shape::Disc { centre, radius } => round(*centre, radius.max(&0).saturating_add(room), ROUND_DISC),
        _ => shape.points().iter().flat_map(|&c| round(c, room, ROUND_CORNER)).collect(),
    }
}

/// The corners of a polygon whose edges keep `radius` and the margin away from a point.
fn round(centre: Point, radius: i32, n: u32) -> Vec<Point> {
    // 1 / cos(180 degrees / n) is 1.0353 for 12 corners and 1.0824 for 8.
    let per_myriad = if n == ROUND_DISC { 10_353 } else { 10_824 };
    let far = i64::from(radius.saturating_add(MARGIN)) * per_myriad / 10_000 + 1;
    let far = i32::try_from(far).unwrap_or(i32::MAX);
    (0..n).map(|k| centre.offset(Facing::spoke(k, n), far, 0)).collect()
}

/// A* over the points round the active bars, with the straight way as the bound where no ground is cheaper than the open.
/// Equally cheap ways are told apart by their points, so the order of bars does not matter.
fn search(from: Point, to: Point, allowance: i32, bars: &[Bar], patches: &[Patch]) -> Option<Route> {
    let active: Vec<&Bar> = bars.iter().filter(|b| b.active).collect();
    let barred = |leg: Segment| active.iter().any(|b| b.bars(leg));
    let mut points: Vec<Point> = active.iter().flat_map(|b| b.nodes()).collect();
    // each distance may be rounded up by half a mil
    let roads = roads(patches);
    let least = |a: Point, b: Point| if roads { 0 } else { a.distance(b).saturating_sub(1) };
    points.retain(|p| least(from, *p).saturating_add(least(*p, to)) < allowance);
    points.retain(|&p| p != from && p != to && !barred(Segment::new(p, p)));
    points.sort_unstable();
    points.dedup();
    points.truncate(MOST_NODES);
    let mut open: Vec<Node> =
        points.into_iter().chain([to]).map(|at| Node { at, left: least(at, to), spent: i32::MAX, before: at }).collect();
    let mut done: Vec<Node> = Vec::new();
    let mut here = Node { at: from, left: 0, spent: 0, before: from };
    while here.at != to {
        for node in &mut open {
            if here.spent.saturating_add(least(here.at, node.at)) > node.spent || barred(Segment::new(here.at, node.at)) {
                continue;
            }
            let walk = straight(here.at, node.at, patches, allowance.saturating_sub(here.spent));
            let spent = here.spent.saturating_add(walk.spent);
            if walk.complete && (spent, here.at) < (node.spent, node.before) {
                (node.spent, node.before) = (spent, here.at);
            }
        }
        let next = (0..open.len()).min_by_key(|&i| open.get(i).map(|n| (n.spent.saturating_add(n.left), n.at)))?;
        done.push(here);
        here = open.swap_remove(next);
        if here.spent == i32::MAX {
            return None;
        }
    }
    let mut points = vec![here.at];
    let spent = here.spent;
    let mut before = here.before;
    while let Some(node) = done.iter().find(|n| n.at == before && here.at != from) {
        points.push(node.at);
        if node.at == from {
            break;
        }
        before = node.before;
    }
    points.reverse();
    Some(Route { points, spent })
}

struct Node {
    at: Point,
    /// No way from here to the end is cheaper.
    left: i32,
    spent: i32,
    before: Point,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    fn house() -> Shape {
        Shape::rect(at(2000, -1000), at(4000, 3000))
    }

    #[test]
    fn an_open_way() {
        let got = path(at(0, 0), at(6000, 0), 500, 6000, &[], &[]);
        assert_eq!(got, Some(Route { points: vec![at(0, 0), at(6000, 0)], spent: 6000 }));
        assert_eq!(path(at(0, 0), at(6000, 0), 500, 5999, &[], &[]), None);
        let stay = path(at(0, 0), at(0, 0), 500, 0, &[], &[]);
        assert_eq!(stay, Some(Route { points: vec![at(0, 0)], spent: 0 }));
    }

    #[test]
    fn round_a_house() {
        let house = house();
        let ground = [Patch::new(&house, Cost::Forbidden)];
        let walk = |room, allowance| path(at(0, 0), at(6000, 0), room, allowance, &[], &ground);
        // By the southern corners: 2236 + 2000 + 2236 = 6472.
        let Some(route) = walk(0, 7000) else {
            return assert!(house.points().is_empty());
        };
        assert!((6472..6500).contains(&route.spent), "{route:?}");
        assert!(route.points.iter().all(|p| p.y <= 0));
        assert_eq!(walk(0, 6400), None);
        // 500 clear: tangents of 2179, arcs of 0.689 * 500, and 2000 along the wall make 7048.
        let wide = walk(500, 9000);
        assert!(wide.is_some_and(|r| (7048..7200).contains(&r.spent)));
    }

    #[test]
    fn round_a_stand_and_between_two() {
        let rock = Stand::disc(at(3000, 0), 500);
        let route = path(at(0, 0), at(6000, 0), 500, 9000, &[rock], &[]);
        // Tangents to a disc of 1000 at 3000: 2 * sqrt(8) + 2 * asin(1/3) = 6336.6.
        assert!(route.is_some_and(|r| r.spent >= 6336 && r.spent < 6450));
        let pair = [Stand::disc(at(3000, 1001), 500), Stand::disc(at(3000, -1001), 500)];
        let route = path(at(0, 0), at(6000, 0), 500, 9000, &pair, &[]);
        assert!(route.is_some_and(|r| r.spent == 6000));
        let fence: Vec<Stand> = (-9..10).map(|k| Stand::disc(at(3000, k * 1400), 500)).collect();
        assert_eq!(path(at(0, 0), at(6000, 0), 500, 9000, &fence, &[]), None);
    }

    #[test]
    fn round_dear_ground_if_that_is_cheaper() {
        let house = house();
        let slow = |num| [Patch::new(&house, Cost::Times { num, den: 1 })];
        let spent = |num| path(at(0, 0), at(6000, 0), 0, 9000, &[], &slow(num)).map(|r| r.spent);
        assert!(spent(2).is_some_and(|s| (6472..6500).contains(&s)));
        let road = Shape::rect(at(0, 500), at(6000, 700));
        let ground = [Patch::new(&road, Cost::Times { num: 1, den: 4 })];
        let by_road = path(at(0, 0), at(6000, 0), 0, 5000, &[], &ground);
        assert!(by_road.is_some_and(|r| r.spent < 3000));
    }

    #[test]
    fn out_of_contact() {
        let near = Stand::disc(at(0, 1005), 500);
        let route = path(at(0, 0), at(0, -3000), 500, 3000, &[near], &[]);
        assert!(route.is_some_and(|r| r.spent == 3000));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn routes_keep_clear_whatever_the_order(
            list in prop::collection::vec((800..8000_i32, -4000..4000_i32), 0..7), allowance in 9000..20_000_i32,
        ) {
            let mut rocks: Vec<Stand> = list.iter().map(|&(x, y)| Stand::disc(at(x, y), 400)).collect();
            let (from, to) = (at(-500, 0), at(9000, 0));
            let house = house();
            let ground = [Patch::new(&house, Cost::Forbidden)];
            let got = path(from, to, 300, allowance, &rocks, &ground);
            if let Some(route) = &got {
                prop_assert!(route.spent <= allowance);
                let length: i32 = legs(&route.points).map(Segment::length).sum();
                prop_assert!((length - route.spent).abs() <= 12);
                for leg in legs(&route.points) {
                    prop_assert!(rocks.iter().all(|r| gap_to_segment(r, leg) >= 299));
                    prop_assert!(house.gap_to_segment(leg) >= 299);
                }
                prop_assert_eq!(route.points.first(), Some(&from));
                prop_assert_eq!(route.points.last(), Some(&to));
            }
            // over even ground the way back is as long, but for the choice of bends
            if let (Some(there), Some(back)) = (&got, path(to, from, 300, 40_000, &rocks, &ground)) {
                prop_assert!((there.spent - back.spent).abs() <= there.spent / 20 + 8, "{} and {}", there.spent, back.spent);
            }
            rocks.reverse();
            prop_assert_eq!(got, path(from, to, 300, allowance, &rocks, &ground));
        }
    }
}
