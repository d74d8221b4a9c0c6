//! Lines of sight, in plan, with whole levels of height.

use super::outline::Course;
use super::point::{Point, Vector};
use super::segment::Segment;
use super::shape::Shape;
use super::stand::{Base, Stand};
use super::trig::{div_round, narrow, root};

/// An end of a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Eye {
    /// Where it is.
    pub at: Point,
    /// How high, in whole levels; the table is 0.
    pub level: i16,
}

/// What bars a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body<'a> {
    /// A piece on its base.
    Stand(&'a Stand),
    /// A feature or zone.
    Shape(&'a Shape),
}

/// Something that may block a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocker<'a> {
    /// What it is.
    pub body: Body<'a>,
    /// How high: it blocks only lines with both ends at this level or lower.
    pub level: i16,
    /// Lines may run into it or out of it, but not through it.
    pub permeable: bool,
}

impl<'a> Blocker<'a> {
    /// A stand of a level that no line may enter.
    #[must_use]
    pub const fn stand(stand: &'a Stand, level: i16) -> Self {
        Self { body: Body::Stand(stand), level, permeable: false }
    }

    /// A shape of a level that no line may enter.
    #[must_use]
    pub const fn shape(shape: &'a Shape, level: i16) -> Self {
        Self { body: Body::Shape(shape), level, permeable: false }
    }

    /// Whether it blocks the open line between two eyes. Grazing the rim does not block.
    #[must_use]
    pub fn blocks(&self, from: Eye, to: Eye) -> bool {
        if from.level.max(to.level) > self.level {
            return false;
        }
        let line = Segment::new(from.at, to.at);
        let course = match self.body {
            Body::Stand(stand) => stand.course(line),
            Body::Shape(shape) => shape.course(line),
        };
        course == Course::Through || (course == Course::Within && !self.permeable)
    }

    fn is(&self, stand: &Stand) -> bool {
        matches!(self.body, Body::Stand(other) if other == stand)
    }
}

/// Whether any blocker stands between two eyes. Leave out what the eyes themselves belong to.
pub fn line_blocked<'a>(from: Eye, to: Eye, blockers: impl IntoIterator<Item = Blocker<'a>>) -> bool {
    blockers.into_iter().any(|b| b.blocks(from, to))
}

/// Whether the centre of a stand, or its outermost left or right as seen from the eye (drawn in
/// by a sixteenth), is in view. The stand itself never blocks.
pub fn sees<'a>(from: Eye, stand: &Stand, level: i16, blockers: impl IntoIterator<Item = Blocker<'a>, IntoIter: Clone>) -> bool {
    let blockers = blockers.into_iter();
    samples(from.at, stand).into_iter().any(|at| {
        let others = blockers.clone().filter(|b| !b.is(stand));
        !line_blocked(from, Eye { at, level }, others)
    })
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

#[cfg(test)]
mod tests {
    use super::super::facing::Facing;
    use super::*;
    use proptest::prelude::*;

    fn eye(x: i32, y: i32, level: i16) -> Eye {
        Eye { at: Point { x, y }, level }
    }

    fn wood() -> Shape {
        Shape::rect(Point::new(2000, -1000), Point::new(4000, 1000))
    }

    #[test]
    fn levels() {
        let wood = wood();
        let b = [Blocker::shape(&wood, 1)];
        assert!(line_blocked(eye(0, 0, 0), eye(6000, 0, 1), b));
        assert!(!line_blocked(eye(0, 0, 0), eye(6000, 0, 2), b));
        assert!(!line_blocked(eye(0, 1000, 0), eye(6000, 1000, 0), b));
    }

    #[test]
    fn into_but_not_through() {
        let wood = wood();
        let b = [Blocker { permeable: true, ..Blocker::shape(&wood, 1) }];
        assert!(!line_blocked(eye(0, 0, 0), eye(3000, 0, 0), b));
        assert!(!line_blocked(eye(3000, 0, 0), eye(3500, 9000, 0), b));
        assert!(line_blocked(eye(0, 0, 0), eye(6000, 0, 0), b));
        let solid = [Blocker::shape(&wood, 1)];
        assert!(line_blocked(eye(0, 0, 0), eye(3000, 0, 0), solid));
    }

    #[test]
    fn an_edge_in_view_is_enough() {
        let target = Stand::disc(Point::new(0, 10_000), 500);
        let screen = |x| Stand::disc(Point::new(x, 5000), 500);
        let sees = |stands: &[Stand]| sees(eye(0, 0, 0), &target, 0, stands.iter().map(|s| Blocker::stand(s, 0)));
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

    proptest! {
        #[test]
        fn lines_of_sight_go_both_ways(
            a in -9000..9000_i32, b in -9000..9000_i32, c in -9000..9000_i32, d in -9000..9000_i32,
            permeable: bool,
        ) {
            let (wood, rock) = (wood(), Stand::disc(Point::new(-3000, 0), 900));
            let blockers = [
                Blocker { permeable, ..Blocker::shape(&wood, 0) },
                Blocker { permeable, ..Blocker::stand(&rock, 0) },
            ];
            let (p, q) = (eye(a, b, 0), eye(c, d, 0));
            prop_assert_eq!(line_blocked(p, q, blockers), line_blocked(q, p, blockers));
        }
    }
}
