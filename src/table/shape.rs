//! Features and zones: areas and lines on the table.

use serde::{Deserialize, Serialize};

use super::bounds::Bounds;
use super::facing::Facing;
use super::gap::{CONTACT, SLACK, gap, gap_to_point, gap_to_segment};
use super::outline::{self, Course, Span, Within};
use super::point::Point;
use super::segment::Segment;
use super::stand::{Base, Stand, disc_course, disc_within};
use super::trig::{div_round, narrow, root};

/// An area or a line on the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Shape {
    /// A round area.
    Disc {
        /// Its middle.
        centre: Point,
        /// In mils; a negative one counts as 0.
        radius: i32,
    },
    /// An area with straight edges: a simple polygon of any orientation, convex or not.
    Polygon {
        /// Its corners in order round the border; the last joins the first.
        points: Vec<Point>,
    },
    /// A line without thickness.
    Wall {
        /// Its ends and bends in order.
        points: Vec<Point>,
    },
}

impl Shape {
    /// The upright rectangle between two opposite corners.
    #[must_use]
    pub fn rect(a: Point, b: Point) -> Self {
        let points = vec![a, Point { x: a.x, y: b.y }, b, Point { x: b.x, y: a.y }];
        Self::Polygon { points }
    }

    /// An area or a line of some size about the corner of the table.
    #[must_use]
    pub fn sized(width: i32, depth: i32) -> Self {
        let (w, d) = (width / 2, depth / 2);
        if depth == 0 {
            return Self::Wall { points: vec![Point::new(-w, 0), Point::new(width - w, 0)] };
        }
        Self::rect(Point::new(-w, -d), Point::new(width - w, depth - d))
    }

    /// The same with its middle at a point, turned about it clockwise by the angle of `turn`.
    #[must_use]
    pub fn laid(&self, at: Point, turn: Facing) -> Self {
        let Some(middle) = self.bounds().map(Bounds::centre) else { return self.clone() };
        let put = |points: &[Point]| points.iter().map(|p| at.plus(middle.to(*p).turned(turn))).collect();
        match self {
            Self::Disc { radius, .. } => Self::Disc { centre: at, radius: *radius },
            Self::Polygon { points } => Self::Polygon { points: put(points) },
            Self::Wall { points } => Self::Wall { points: put(points) },
        }
    }

    /// Distance between two shapes: 0 when they share a point.
    #[must_use]
    pub fn gap_between(&self, other: &Self) -> i32 {
        let within = |a: &Self, b: &Self| matches!(a, Self::Polygon { .. }) && b.points().iter().any(|p| a.contains(*p));
        match (self, other) {
            (Self::Disc { centre, radius }, area) | (area, Self::Disc { centre, radius }) => {
                area.gap_to(&Stand::disc(*centre, (*radius).max(0)))
            }
            (a, b) if within(a, b) || within(b, a) => 0,
            (a, b) => a.edges().flat_map(|e| b.edges().map(move |f| e.distance_to(f))).min().unwrap_or(i32::MAX),
        }
    }

    /// Where a point lies; to a wall it is `Border` or `Outside`.
    #[must_use]
    pub fn within(&self, p: Point) -> Within {
        match self {
            Self::Disc { centre, radius } => disc_within(*centre, (*radius).max(0), p),
            Self::Polygon { points } => outline::within(points, p),
            Self::Wall { points } => {
                if outline::pieces(points).any(|s| s.holds(p)) {
                    Within::Border
                } else {
                    Within::Outside
                }
            }
        }
    }

    /// Whether a point lies in the area or on its border (or on the wall).
    #[must_use]
    pub fn contains(&self, p: Point) -> bool {
        self.within(p) != Within::Outside
    }

    /// How the open line runs past the shape. A wall that is crossed is gone `Through`.
    #[must_use]
    pub fn course(&self, line: Segment) -> Course {
        match self {
            Self::Disc { centre, radius } => disc_course(*centre, (*radius).max(0), line),
            _ if self.is_far_from(line) => Course::Clear,
            Self::Polygon { points } => outline::course(points, line),
            Self::Wall { points } => outline::wall_course(points, line),
        }
    }

    /// Whether the open line enters the area or crosses the wall; touching is not crossing.
    #[must_use]
    pub fn crosses(&self, line: Segment) -> bool {
        self.course(line) != Course::Clear
    }

    /// The stretches of a line strictly inside, in order, in mils from its beginning. A wall gives
    /// a stretch of length 0 for each crossing after the beginning, up to and with the end.
    #[must_use]
    pub fn entries(&self, line: Segment) -> Vec<Span> {
        match self {
            Self::Disc { centre, radius } => disc_span(*centre, (*radius).max(0), line).into_iter().collect(),
            _ if self.is_far_from(line) => Vec::new(),
            Self::Polygon { points } => outline::spans(points, line),
            Self::Wall { points } => outline::wall_crossings(points, line),
        }
    }

    /// Whether no point of a line lies in the box round the shape.
    #[inline]
    fn is_far_from(&self, line: Segment) -> bool {
        self.bounds().is_none_or(|b| !b.meets(line.bounds()))
    }

    /// Distance from the shape to a stand's edge: 0 when they share a point. `i32::MAX` from a
    /// shape without points.
    #[must_use]
    pub fn gap_to(&self, stand: &Stand) -> i32 {
        match self {
            Self::Disc { centre, radius } => gap(&Stand::disc(*centre, *radius), stand),
            Self::Polygon { points } if outline::within(points, stand.at) != Within::Outside => 0,
            Self::Polygon { .. } | Self::Wall { .. } => {
                let edges = self.edges().map(|e| gap_to_segment(stand, e)).min();
                // A wall of one point has no pieces.
                edges.or_else(|| self.points().first().map(|&p| gap_to_point(stand, p))).unwrap_or(i32::MAX)
            }
        }
    }

    /// Distance from the shape to a point.
    #[must_use]
    pub fn gap_to_point(&self, p: Point) -> i32 {
        self.gap_to(&Stand::point(p))
    }

    /// Distance from the shape to a line: 0 when they share a point.
    #[must_use]
    pub fn gap_to_segment(&self, line: Segment) -> i32 {
        match self {
            Self::Disc { centre, radius } => line.distance(*centre).saturating_sub((*radius).max(0)).max(0),
            Self::Polygon { points } if outline::within(points, line.from) != Within::Outside => 0,
            Self::Polygon { .. } | Self::Wall { .. } => self.edges().map(|e| e.distance_to(line)).min().unwrap_or(i32::MAX),
        }
    }

    /// Whether a stand touches the shape or stands in it: at most [`CONTACT`] apart.
    #[must_use]
    pub fn touches(&self, stand: &Stand) -> bool {
        self.gap_to(stand) <= CONTACT
    }

    /// Whether the whole base lies inside, forgiving [`SLACK`]; never inside a wall.
    #[must_use]
    pub fn wholly_contains(&self, stand: &Stand) -> bool {
        let base = stand.base.inset(SLACK);
        let inner = Stand { base, ..*stand };
        match (self, base) {
            (Self::Wall { .. }, _) => false,
            (Self::Disc { centre, radius }, Base::Circle { radius: inner }) => centre.distance(stand.at).saturating_add(inner) <= *radius,
            (Self::Disc { .. }, Base::Rect { .. }) => inner.corners().iter().all(|&c| self.contains(c)),
            (Self::Polygon { points }, _) => {
                outline::within(points, stand.at) != Within::Outside && self.edges().all(|e| gap_to_segment(&inner, e) > 0)
            }
        }
    }

    /// The smallest upright box round it; `None` for a shape without points.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        match self {
            Self::Disc { centre, radius } => Some(Bounds::round(*centre, *radius)),
            Self::Polygon { points } | Self::Wall { points } => Bounds::of(points.iter().copied()),
        }
    }

    /// The point of its border or of the wall that is nearest to a point; of a disc its middle, which lies in the same
    /// direction. `None` from a shape without points.
    #[must_use]
    pub fn nearest_to(&self, p: Point) -> Option<Point> {
        match self {
            Self::Disc { centre, .. } => Some(*centre),
            Self::Polygon { points } | Self::Wall { points } => {
                let feet = self.edges().map(|s| s.at(s.foot(p).clamp(0, s.length())));
                feet.min_by_key(|foot| foot.distance_squared(p)).or_else(|| points.first().copied())
            }
        }
    }

    /// The corners or bends; none for a disc.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        match self {
            Self::Disc { .. } => &[],
            Self::Polygon { points } | Self::Wall { points } => points,
        }
    }

    /// The edges of a polygon or the pieces of a wall; none for a disc.
    pub(super) fn edges(&self) -> impl Iterator<Item = Segment> + '_ {
        let keep = match self {
            Self::Polygon { points } => points.len(),
            _ => self.points().len().saturating_sub(1),
        };
        outline::edges(self.points()).take(keep)
    }
}

/// The stretch of a line strictly inside a disc.
fn disc_span(centre: Point, radius: i32, line: Segment) -> Option<Span> {
    let d = line.from.to(line.to);
    let square = i128::from(d.square());
    let cross = i128::from(d.cross(line.from.to(centre)));
    if square == 0 {
        return None;
    }
    let r = i64::from(radius);
    let half_squared = i128::from(r * r) - cross * cross / square;
    let half = narrow(root(i64::try_from(half_squared).unwrap_or(0)));
    let foot = narrow(div_round(d.dot(line.from.to(centre)).into(), root(d.square()).into()));
    let span = Span { from: foot.saturating_sub(half).max(0), to: foot.saturating_add(half).min(line.length()) };
    (span.from < span.to).then_some(span)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn line(a: i32, b: i32, c: i32, d: i32) -> Segment {
        Segment::new(Point::new(a, b), Point::new(c, d))
    }

    fn house() -> Shape {
        Shape::rect(Point::new(1000, 1000), Point::new(5000, 3000))
    }

    fn pond() -> Shape {
        Shape::Disc { centre: Point::new(0, 0), radius: 500 }
    }

    #[test]
    fn stretches() {
        let s = |from, to| Span { from, to };
        // At height 300 the half chord of a disc of 500 is 400.
        assert_eq!(pond().entries(line(-1000, 300, 1000, 300)), [s(600, 1400)]);
        assert_eq!(pond().entries(line(0, 0, 1000, 0)), [s(0, 500)]);
        assert_eq!(pond().entries(line(600, 0, 1000, 0)), []);
        assert_eq!(house().entries(line(0, 2000, 9000, 2000)), [s(1000, 5000)]);
        let wall = Shape::Wall { points: vec![Point::new(0, -9), Point::new(0, 9)] };
        assert_eq!(wall.entries(line(-30, 0, 30, 0)), [s(30, 30)]);
    }

    #[test]
    fn gaps() {
        let stand = Stand::disc(Point::new(0, 2000), 400);
        assert_eq!(house().gap_to(&stand), 600);
        assert_eq!(house().gap_to(&Stand::disc(Point::new(2000, 2000), 1)), 0);
        assert_eq!(house().gap_to(&Stand::disc(Point::new(3000, 2000), 9000)), 0);
        assert_eq!(pond().gap_to(&stand), 1100);
        assert!(pond().touches(&Stand::disc(Point::new(1010, 0), 500)));
        let wall = Shape::Wall { points: vec![Point::new(0, 0), Point::new(0, 900)] };
        assert_eq!(wall.gap_to_point(Point::new(-70, 450)), 70);
        assert_eq!(wall.gap_to_segment(line(30, 0, 60, 0)), 30);
        assert_eq!(Shape::Wall { points: vec![] }.gap_to(&stand), i32::MAX);
        assert_eq!(Shape::Wall { points: vec![Point::ORIGIN] }.gap_to(&stand), 1600);
    }

    #[test]
    fn laid_elsewhere() {
        let wall = Shape::sized(600, 0);
        let across = Shape::Wall { points: vec![Point::new(1000, 2300), Point::new(1000, 1700)] };
        assert_eq!(wall.laid(Point::new(1000, 2000), Facing::EAST), across);
        let field = Shape::sized(400, 200).laid(Point::new(500, 500), Facing::EAST);
        assert_eq!(field.bounds(), Shape::rect(Point::new(400, 300), Point::new(600, 700)).bounds());
        assert_eq!(pond().laid(Point::new(7, 8), Facing::EAST), Shape::Disc { centre: Point::new(7, 8), radius: 500 });
    }

    #[test]
    fn gaps_between_shapes() {
        let wall = |x: i32| Shape::Wall { points: vec![Point::new(x, 1500), Point::new(x, 2500)] };
        assert_eq!(house().gap_between(&pond()), 914); // 1000 root 2 less 500
        assert_eq!(pond().gap_between(&house()), 914);
        assert_eq!(house().gap_between(&wall(5300)), 300);
        assert_eq!(wall(3000).gap_between(&house()), 0);
        assert_eq!(wall(0).gap_between(&wall(-70)), 70);
        let yard = Shape::rect(Point::new(0, 0), Point::new(9000, 9000));
        assert_eq!((yard.gap_between(&house()), house().gap_between(&yard)), (0, 0));
        assert_eq!(pond().gap_between(&Shape::Disc { centre: Point::new(100, 0), radius: 10 }), 0);
    }

    #[test]
    fn holding_a_stand() {
        let base = Base::rect(4000, 2000);
        let fits = Stand::new(Point::new(3000, 2000), Facing::NORTH, base);
        assert!(house().wholly_contains(&fits));
        assert!(!house().wholly_contains(&fits.moved(Point::new(3005, 2000))));
        assert!(!house().wholly_contains(&Stand { facing: Facing(8192), ..fits }));
        assert!(pond().wholly_contains(&Stand::disc(Point::new(200, 0), 300)));
        assert!(!pond().wholly_contains(&Stand::disc(Point::new(210, 0), 300)));
        // A zone with a notch that only pokes into the middle of the base.
        let notched = [(0, 0), (9000, 0), (9000, 9000), (4600, 9000), (4500, 4500), (4400, 9000), (0, 9000)];
        let notched = Shape::Polygon { points: notched.map(|(x, y)| Point { x, y }).to_vec() };
        let wide = Stand::new(Point::new(4500, 4400), Facing::NORTH, base);
        assert!(!notched.wholly_contains(&wide));
        assert!(notched.wholly_contains(&wide.moved(Point::new(4500, 3000))));
    }

    proptest! {
        #[test]
        fn what_holds_a_stand_touches_it(x in 0..6000_i32, y in 0..4000_i32, f: u16, w in 3..2000_i32) {
            let base = Base::Rect { half_width: w, half_depth: w / 2 };
            let s = Stand::new(Point { x, y }, Facing(f), base);
            if house().wholly_contains(&s) {
                prop_assert_eq!(house().gap_to(&s), 0);
                prop_assert!(s.corners().iter().all(|&c| house().gap_to_point(c) <= 3));
            }
        }

        #[test]
        fn entries_agree_with_course(a in -3000..8000_i32, b in -3000..8000_i32, c in -3000..8000_i32, d in -3000..8000_i32) {
            let l = line(a, b, c, d);
            for shape in [house(), pond()] {
                let inside: i32 = shape.entries(l).iter().map(|s| s.to - s.from).sum();
                if inside > 3 {
                    prop_assert!(shape.crosses(l));
                }
                if !shape.crosses(l) {
                    prop_assert!(inside <= 3);
                }
                prop_assert_eq!(shape.course(l), shape.course(l.reversed()));
            }
            // the box round it, which is asked first, changes no answer
            prop_assert_eq!(house().course(l), outline::course(house().points(), l));
            prop_assert_eq!(house().entries(l), outline::spans(house().points(), l));
            let wall = Shape::Wall { points: house().points().to_vec() };
            prop_assert_eq!(wall.course(l), outline::wall_course(wall.points(), l));
            prop_assert_eq!(wall.entries(l), outline::wall_crossings(wall.points(), l));
        }
    }
}
