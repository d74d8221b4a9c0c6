//! What is left in view of a base when others stand before it: the gaps between what hides it.
//!
//! A base is in view if any point of its chord is: the line between its outermost points as the eye sees them. Each ray from the eye
//! meets the line of the chord at one point, so that all that stands before the chord hides one stretch of it.

use super::point::{Point, Vector};
use super::shape::Shape;
use super::sight::{Blocker, Body, Eye, line_blocked};
use super::stand::{Base, Stand};
use super::trig::{div_round, narrow, root};

/// The length of a chord, in the parts that stretches of it are given in.
const WHOLE: i64 = 1 << 20;

/// A stretch of a chord that may be hidden, from left to right.
type Stretch = (i64, i64);

/// Whether the centre of a stand is in view, or anything between its outermost left and right as seen from the eye (drawn in by a
/// sixteenth). The stand itself never blocks.
pub fn sees<'a>(from: Eye, stand: &Stand, level: i16, blockers: impl IntoIterator<Item = Blocker<'a>, IntoIter: Clone>) -> bool {
    let others = blockers.into_iter().filter(|b| !b.is(stand));
    let [centre, left, right] = samples(from.at, stand);
    let chord = Chord { eye: from, left, right, level };
    // mostly one of these is free
    [centre, left, right].into_iter().any(|at| !line_blocked(from, Eye { at, level }, others.clone())) || chord.is_in_view(&others)
}

/// The centre, the outermost left and the outermost right as seen from a point.
fn samples(from: Point, stand: &Stand) -> [Point; 3] {
    let view = from.to(stand.at);
    let (left, right) = match stand.base {
        Base::Circle { radius } => {
            let r = i64::from(radius.max(0)) * 15 / 16;
            let length = i128::from(root(view.square()));
            let across = view.right();
            let part = |v: i32| narrow(div_round(i128::from(v) * i128::from(r), length));
            let step = Vector { x: part(across.x), y: part(across.y) };
            let back = Vector { x: step.x.saturating_neg(), y: step.y.saturating_neg() };
            (stand.at.plus(back), stand.at.plus(step))
        }
        Base::Rect { .. } => {
            let inner = Stand { base: fifteen_sixteenths(stand.base), ..*stand };
            let corners = inner.corners();
            let lead = |p: &Point| view.cross(stand.at.to(*p));
            let left = corners.into_iter().max_by_key(lead).unwrap_or(stand.at);
            let right = corners.into_iter().min_by_key(lead).unwrap_or(stand.at);
            (left, right)
        }
    };
    [stand.at, left, right]
}

fn fifteen_sixteenths(base: Base) -> Base {
    let (w, d) = base.halves();
    Base::Rect { half_width: w - w / 16, half_depth: d - d / 16 }
}

/// A line across a base, as an eye sees it.
#[derive(Clone, Copy)]
struct Chord {
    eye: Eye,
    left: Point,
    right: Point,
    /// The level of the base.
    level: i16,
}

impl Chord {
    /// Whether any point is in view. A gap narrower than a mil may be missed.
    fn is_in_view<'a>(&self, blockers: &(impl Iterator<Item = Blocker<'a>> + Clone)) -> bool {
        let (mut hidden, mut cuts) = (Vec::new(), Vec::new());
        for b in blockers.clone() {
            match b.body {
                // a base lies all of it before the chord or all of it behind: one ray tells which
                Body::Stand(stand) => hidden.extend(self.stretch(stand).filter(|s| b.blocks(self.eye, self.mark(s.0.midpoint(s.1))))),
                Body::Shape(shape) => self.corners(shape, &mut cuts),
            }
        }
        let free = |gap: Stretch| !line_blocked(self.eye, self.mark(gap.0.midpoint(gap.1)), blockers.clone());
        gaps(hidden).into_iter().any(|gap| parts(gap, &cuts).into_iter().any(free))
    }

    /// A place on the chord, so far from its left end.
    fn mark(&self, along: i64) -> Eye {
        let v = self.left.to(self.right);
        let part = |whole: i32| narrow((i64::from(whole) * along + WHOLE / 2) / WHOLE);
        Eye { at: self.left.plus(Vector { x: part(v.x), y: part(v.y) }), level: self.level }
    }

    /// Where a ray from the eye meets the line of the chord; far to a side if it leads elsewhere.
    fn meets(&self, (x, y): (i64, i64)) -> i64 {
        let to = self.eye.at.to(self.left);
        let along = self.left.to(self.right);
        let cross = |v: Vector| i128::from(v.x) * i128::from(y) - i128::from(v.y) * i128::from(x);
        let (begins, grows) = (-cross(to), cross(along));
        let met = if grows > 0 { begins * i128::from(WHOLE) / grows } else { begins.signum() * i128::from(WHOLE) * 2 };
        i64::try_from(met.clamp(i128::from(-WHOLE), 2 * i128::from(WHOLE))).unwrap_or(WHOLE)
    }

    /// The stretch of the chord between the rays that touch a base on either side; none beside the chord.
    fn stretch(&self, stand: &Stand) -> Option<Stretch> {
        let v = self.eye.at.to(stand.at);
        let touching: Vec<(i64, i64)> = match stand.base {
            Base::Circle { radius } => {
                let r = i64::from(radius.max(0));
                // how far it is to where the ray touches
                let far = root(v.square().saturating_sub(r * r).max(0));
                let (x, y) = (i64::from(v.x), i64::from(v.y));
                vec![(x * far - y * r, y * far + x * r), (x * far + y * r, y * far - x * r)]
            }
            Base::Rect { .. } => stand.corners().iter().map(|c| self.ray(*c)).collect(),
        };
        let met = touching.into_iter().map(|d| self.meets(d));
        let (from, to) = met.fold((i64::MAX, i64::MIN), |(from, to), t| (from.min(t), to.max(t)));
        let (from, to) = (from.max(0), to.min(WHOLE));
        (from < to).then_some((from, to))
    }

    fn ray(&self, to: Point) -> (i64, i64) {
        let v = self.eye.at.to(to);
        (i64::from(v.x), i64::from(v.y))
    }

    /// Where the view past a shape may change.
    fn corners(&self, shape: &Shape, cuts: &mut Vec<i64>) {
        match shape {
            Shape::Disc { centre, radius } => {
                cuts.extend(self.stretch(&Stand::disc(*centre, *radius)).into_iter().flat_map(|(from, to)| [from, to]));
            }
            Shape::Polygon { points } | Shape::Wall { points } => cuts.extend(points.iter().map(|p| self.meets(self.ray(*p)))),
        }
    }
}

/// What is not hidden.
fn gaps(mut hidden: Vec<Stretch>) -> Vec<Stretch> {
    hidden.sort_unstable();
    let (mut out, mut from) = (Vec::new(), 0);
    for (begins, ends) in hidden.into_iter().chain([(WHOLE, WHOLE)]) {
        if begins > from {
            out.push((from, begins));
        }
        from = from.max(ends);
    }
    out
}

/// A gap, cut up.
fn parts(gap: Stretch, cuts: &[i64]) -> Vec<Stretch> {
    let mut at: Vec<i64> = cuts.iter().copied().filter(|c| gap.0 < *c && *c < gap.1).chain([gap.0, gap.1]).collect();
    at.sort_unstable();
    at.iter().zip(at.iter().skip(1)).map(|(a, b)| (*a, *b)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::facing::Facing;
    use super::*;
    use proptest::prelude::*;

    const EYE: Eye = Eye { at: Point::ORIGIN, level: 0 };

    fn seen(target: &Stand, screens: &[Stand]) -> bool {
        sees(EYE, target, 0, screens.iter().map(|s| Blocker::stand(s, 0)))
    }

    #[test]
    fn an_edge_in_view_is_enough() {
        let target = Stand::disc(Point::new(0, 10_000), 500);
        let screen = |x| Stand::disc(Point::new(x, 5000), 500);
        let sees = |stands: &[Stand]| sees(EYE, &target, 0, stands.iter().map(|s| Blocker::stand(s, 0)));
        // The view to the right sample (469, 10 000) passes (234, 5000).
        assert!(!sees(&[screen(0)]));
        assert!(sees(&[screen(-300)]));
        assert!(!sees(&[screen(-600), screen(400)]));
        assert!(sees(&[target]));
    }

    #[test]
    fn the_outermost_corners_of_a_rect() {
        let s = Stand::new(Point::new(0, 10_000), Facing::EAST, Base::rect(3200, 1600));
        // Facing east: 1600 to the north and south, 800 east and west; drawn in to 1500 and 750.
        let [centre, left, right] = samples(Point::ORIGIN, &s);
        assert_eq!(centre, s.at);
        assert_eq!((left.x, right.x), (-750, 750));
    }

    /// 80 mm base, its middle 10" off; posts of 2 mm half way, before its middle and before both of its ends.
    #[test]
    fn three_thin_posts_hide_nobody() {
        let target = Stand::disc(Point::new(0, 10_000), 1575);
        let posts = [-738, 0, 738].map(|x| Stand::disc(Point::new(x, 5000), 40));
        assert!(seen(&target, &posts));
    }

    #[test]
    fn what_stands_close_together_hides_all() {
        let target = Stand::disc(Point::new(0, 10_000), 500);
        let wall: Vec<Stand> = (-3..=3).map(|k| Stand::disc(Point::new(k * 200, 5000), 101)).collect();
        assert!(!seen(&target, &wall));
        // one of them gone, its gap is open
        let open: Vec<Stand> = wall.into_iter().filter(|s| s.at.x != 200).collect();
        assert!(seen(&target, &open));
    }

    #[test]
    fn what_stands_behind_hides_nothing() {
        let target = Stand::disc(Point::new(0, 10_000), 500);
        assert!(seen(&target, &[Stand::disc(Point::new(0, 14_000), 3000)]));
    }

    #[test]
    fn between_two_woods() {
        let target = Stand::disc(Point::new(0, 10_000), 1575);
        let wood = |a: i32, b: i32| Shape::rect(Point::new(a, 4000), Point::new(b, 6000));
        let seen = |woods: &[Shape]| sees(EYE, &target, 0, woods.iter().map(|w| Blocker { permeable: true, ..Blocker::shape(w, 0) }));
        // lines to the middle and to both ends run through them; between 100 and 300 it is open
        assert!(seen(&[wood(-3000, 100), wood(300, 3000)]));
        assert!(!seen(&[wood(-3000, 100), wood(100, 3000)]));
    }

    proptest! {
        /// Whatever is free on any of many lines is in view.
        #[test]
        fn a_free_line_is_sight(
            at in proptest::collection::vec((-2500..2500_i32, 3000..7000_i32, 50..700_i32, any::<bool>(), any::<u16>()), 0..7),
            round: bool, turn: u16,
        ) {
            let base = if round { Base::round(3000) } else { Base::rect(3000, 1500) };
            let target = Stand::new(Point::new(0, 10_000), Facing(turn), base);
            let screens: Vec<Stand> = at.into_iter().map(|(x, y, r, disc, f)| {
                let base = if disc { Base::round(2 * r) } else { Base::rect(2 * r, r) };
                Stand::new(Point::new(x, y), Facing(f), base)
            }).collect();
            let blockers = || screens.iter().map(|s| Blocker::stand(s, 0));
            // well within the outermost fifteen sixteenths of the base, whichever way it faces
            let free = (-20..=20).any(|k| {
                let lines = [-3, 0, 3].map(|off| Eye { at: Point::new(k * 30 + off, 10_000), level: 0 });
                lines.into_iter().all(|to| !line_blocked(EYE, to, blockers()))
            });
            prop_assert!(!free || seen(&target, &screens));
        }
    }
}
