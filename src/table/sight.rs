//! Lines of sight, in plan, with whole levels of height.

use super::outline::Course;
use super::point::Point;
use super::segment::Segment;
use super::shape::Shape;
use super::stand::Stand;

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

    /// Whether it is this base.
    pub(super) fn is(&self, stand: &Stand) -> bool {
        matches!(self.body, Body::Stand(other) if other == stand)
    }
}

/// Whether any blocker stands between two eyes. Leave out what the eyes themselves belong to.
pub fn line_blocked<'a>(from: Eye, to: Eye, blockers: impl IntoIterator<Item = Blocker<'a>>) -> bool {
    blockers.into_iter().any(|b| b.blocks(from, to))
}

#[cfg(test)]
mod tests {
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
