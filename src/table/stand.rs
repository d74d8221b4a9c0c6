//! A base put down on the table.

use super::bounds::Bounds;
use super::facing::Facing;
use super::outline::{self, Course, Within};
use super::point::{FINE_BITS, Local, Point};
use super::segment::Segment;
use super::trig::{ONE_BITS, narrow, root, shift_round};

/// The footprint of a piece, in mils; a negative size counts as 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Base {
    /// A round base.
    Circle {
        /// From the centre to the rim.
        radius: i32,
    },
    /// A rectangular base.
    Rect {
        /// Half the side across the facing.
        half_width: i32,
        /// Half the side along the facing.
        half_depth: i32,
    },
}

/// A base with a place and a facing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stand {
    /// The centre of the base.
    pub at: Point,
    /// Where its front looks.
    pub facing: Facing,
    /// Its footprint.
    pub base: Base,
}

impl Base {
    /// A round base, given its diameter in mils.
    #[must_use]
    pub const fn round(diameter: i32) -> Self {
        Self::Circle { radius: diameter / 2 }
    }

    /// A rectangular base, given its frontage and depth in mils.
    #[must_use]
    pub const fn rect(width: i32, depth: i32) -> Self {
        Self::Rect { half_width: width / 2, half_depth: depth / 2 }
    }

    /// Half the frontage and half the depth.
    #[must_use]
    pub fn halves(self) -> (i32, i32) {
        match self {
            Self::Circle { radius } => (radius.max(0), radius.max(0)),
            Self::Rect { half_width, half_depth } => (half_width.max(0), half_depth.max(0)),
        }
    }

    /// The radius of the smallest disc round the centre that holds the base, rounded up.
    #[must_use]
    pub fn radius_bound(self) -> i32 {
        match self {
            Self::Circle { radius } => radius.max(0),
            Self::Rect { .. } => {
                let (w, d) = self.halves();
                let (w, d) = (i64::from(w), i64::from(d));
                narrow(root(w * w + d * d).saturating_add(1))
            }
        }
    }

    /// No point of the base is farther from its centre: cheaper than [`Self::radius_bound`], and not as near.
    #[must_use]
    #[inline]
    pub fn reach(self) -> i32 {
        match self {
            Self::Circle { radius } => radius.max(0),
            Self::Rect { .. } => {
                let (w, d) = self.halves();
                w.saturating_add(d)
            }
        }
    }

    /// Pulled in by so many mils on every side, down to a point.
    #[must_use]
    pub fn inset(self, by: i32) -> Self {
        let less = |n: i32| n.saturating_sub(by).max(0);
        match self {
            Self::Circle { radius } => Self::Circle { radius: less(radius) },
            Self::Rect { half_width, half_depth } => Self::Rect { half_width: less(half_width), half_depth: less(half_depth) },
        }
    }
}

impl Stand {
    /// A base put down.
    #[must_use]
    pub const fn new(at: Point, facing: Facing, base: Base) -> Self {
        Self { at, facing, base }
    }

    /// A bare point.
    #[must_use]
    pub const fn point(at: Point) -> Self {
        Self { at, facing: Facing::NORTH, base: Base::Circle { radius: 0 } }
    }

    /// A disc.
    #[must_use]
    pub const fn disc(at: Point, radius: i32) -> Self {
        Self { at, facing: Facing::NORTH, base: Base::Circle { radius } }
    }

    /// The centre of the base.
    #[must_use]
    pub const fn centre(&self) -> Point {
        self.at
    }

    /// The same base elsewhere, facing as before.
    #[must_use]
    pub const fn moved(&self, at: Point) -> Self {
        Self { at, ..*self }
    }

    /// See [`Base::radius_bound`].
    #[must_use]
    pub fn radius_bound(&self) -> i32 {
        self.base.radius_bound()
    }

    /// Whether a point lies on the base or its rim.
    #[must_use]
    pub fn covers(&self, p: Point) -> bool {
        match self.base {
            Base::Circle { radius } => self.at.distance_squared(p) <= i64::from(radius.max(0)).pow(2),
            Base::Rect { .. } => {
                let (w, d) = self.fine_halves();
                let local = self.local(p);
                local.right.abs() <= w && local.ahead.abs() <= d
            }
        }
    }

    /// The corners clockwise from front left; for a round base those of its square.
    #[must_use]
    pub fn corners(&self) -> [Point; 4] {
        let (w, d) = self.base.halves();
        [(d, -w), (d, w), (-d, w), (-d, -w)].map(|(ahead, right)| self.spot(ahead, right))
    }

    /// A place given from the centre, ahead and to the right of the facing.
    #[must_use]
    pub fn spot(&self, ahead: i32, right: i32) -> Point {
        self.at.offset(self.facing, ahead, right)
    }

    /// The middle of the front edge.
    #[must_use]
    pub fn front(&self) -> Point {
        self.spot(self.base.halves().1, 0)
    }

    /// The smallest upright box round the base.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let (x, y) = match self.base {
            Base::Circle { radius } => (radius.max(0), radius.max(0)),
            Base::Rect { .. } => {
                let (w, d) = self.base.halves();
                let (s, c) = (self.facing.sine().abs(), self.facing.cosine().abs());
                let sum = |a: i32, p: i64, b: i32, q: i64| narrow(shift_round(i64::from(a) * p + i64::from(b) * q, ONE_BITS));
                (sum(w, c, d, s), sum(w, s, d, c))
            }
        };
        let (low, high) = (self.at, self.at);
        Bounds {
            low: Point { x: low.x.saturating_sub(x), y: low.y.saturating_sub(y) },
            high: Point { x: high.x.saturating_add(x), y: high.y.saturating_add(y) },
        }
    }

    /// How the open line runs past the base; see [`Course`]. Grazing the rim is `Clear`.
    #[must_use]
    pub fn course(&self, line: Segment) -> Course {
        match self.base {
            Base::Circle { radius } => disc_course(self.at, radius.max(0), line),
            Base::Rect { .. } => {
                if !line.bounds().grown(self.base.reach()).contains(self.at) || line.distance(self.at) > self.radius_bound() {
                    return Course::Clear;
                }
                outline::course(&self.corners(), line)
            }
        }
    }

    /// A point as seen from the base.
    pub(super) fn local(&self, p: Point) -> Local {
        self.at.to(p).seen_along(self.facing)
    }

    /// Half width and half depth as fine as [`Local`].
    pub(super) fn fine_halves(&self) -> (i64, i64) {
        let (w, d) = self.base.halves();
        let fine = |n: i32| (i64::from(n) << FINE_BITS).min(1 << 30);
        (fine(w), fine(d))
    }
}

/// How the open line runs past a disc.
pub(super) fn disc_course(centre: Point, radius: i32, line: Segment) -> Course {
    let limit = i64::from(radius) * i64::from(radius);
    let inside = |p: Point| centre.distance_squared(p) < limit;
    if inside(line.from) || inside(line.to) {
        return Course::Within;
    }
    let d = line.from.to(line.to);
    let v = line.from.to(centre);
    let (dot, square) = (d.dot(v), d.square());
    if dot <= 0 || dot >= square {
        return Course::Clear;
    }
    let cross = i128::from(d.cross(v));
    if cross * cross < i128::from(limit) * i128::from(square) { Course::Through } else { Course::Clear }
}

/// Where a point lies to a disc.
pub(super) fn disc_within(centre: Point, radius: i32, p: Point) -> Within {
    match centre.distance_squared(p).cmp(&i64::from(radius).pow(2)) {
        std::cmp::Ordering::Less => Within::Inside,
        std::cmp::Ordering::Equal => Within::Border,
        std::cmp::Ordering::Greater => Within::Outside,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const BLOCK: Base = Base::Rect { half_width: 2000, half_depth: 500 };

    #[test]
    fn covering() {
        let s = Stand::new(Point::new(10_000, 10_000), Facing::EAST, BLOCK);
        // Facing east: 500 to the east, 2000 to the north.
        assert!(s.covers(Point::new(10_500, 12_000)));
        assert!(!s.covers(Point::new(10_501, 10_000)));
        assert!(!s.covers(Point::new(10_000, 12_001)));
        let c = Stand::disc(Point::ORIGIN, 500);
        assert!(c.covers(Point::new(300, 400)) && !c.covers(Point::new(301, 400)));
    }

    #[test]
    fn corners_and_bounds() {
        let s = Stand::new(Point::ORIGIN, Facing::EAST, BLOCK);
        let want = [(500, 2000), (500, -2000), (-500, -2000), (-500, 2000)];
        assert_eq!(s.corners(), want.map(|(x, y)| Point { x, y }));
        assert_eq!(s.bounds().high, Point::new(500, 2000));
        assert_eq!(s.front(), Point::new(500, 0));
        // sqrt(2000^2 + 500^2) = 2061.6
        assert!((2062..=2063).contains(&s.radius_bound()));
        assert_eq!(Base::round(1000).inset(600), Base::Circle { radius: 0 });
    }

    #[test]
    fn courses() {
        let c = Stand::disc(Point::ORIGIN, 500);
        let line = |a, b, x, y| Segment::new(Point::new(a, b), Point::new(x, y));
        assert_eq!(c.course(line(-1000, 499, 1000, 499)), Course::Through);
        assert_eq!(c.course(line(-1000, 500, 1000, 500)), Course::Clear);
        assert_eq!(c.course(line(0, 0, 1000, 0)), Course::Within);
        assert_eq!(c.course(line(600, 0, 1000, 0)), Course::Clear);
        let r = Stand::new(Point::ORIGIN, Facing::NORTH, BLOCK);
        assert_eq!(r.course(line(-3000, 0, 3000, 0)), Course::Through);
        assert_eq!(r.course(line(-3000, 500, 3000, 500)), Course::Clear);
        assert_eq!(r.course(line(0, 0, 0, 900)), Course::Within);
    }

    proptest! {
        #[test]
        fn corners_lie_on_the_rim(x in -90_000..90_000_i32, f: u16, w in 10..9000_i32, d in 10..9000_i32) {
            let base = Base::Rect { half_width: w, half_depth: d };
            let s = Stand::new(Point::new(x, -x), Facing(f), base);
            let larger = Stand { base: base.inset(-2), ..s };
            let smaller = Stand { base: base.inset(2), ..s };
            for p in s.corners() {
                prop_assert!(larger.covers(p) && !smaller.covers(p));
                prop_assert!(s.bounds().grown(1).contains(p));
                prop_assert!(Bounds::round(s.at, base.reach()).contains(p));
            }
        }
    }
}
