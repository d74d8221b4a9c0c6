//! An upright box, for quick rejections and for scanning.

use super::point::Point;

/// The smallest upright box round something: both corners belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bounds {
    /// South-west corner.
    pub low: Point,
    /// North-east corner.
    pub high: Point,
}

impl Bounds {
    /// The box of a set of points; `None` when there are none.
    pub fn of(points: impl IntoIterator<Item = Point>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = points.next()?;
        Some(points.fold(Self { low: first, high: first }, Self::with))
    }

    /// The box of a disc.
    #[must_use]
    pub fn round(centre: Point, radius: i32) -> Self {
        Self { low: centre, high: centre }.grown(radius.max(0))
    }

    /// Stretched to hold a point.
    #[must_use]
    pub fn with(self, p: Point) -> Self {
        Self {
            low: Point { x: self.low.x.min(p.x), y: self.low.y.min(p.y) },
            high: Point { x: self.high.x.max(p.x), y: self.high.y.max(p.y) },
        }
    }

    /// Pushed out by so many mils on every side.
    #[must_use]
    pub fn grown(self, by: i32) -> Self {
        Self {
            low: Point { x: self.low.x.saturating_sub(by), y: self.low.y.saturating_sub(by) },
            high: Point { x: self.high.x.saturating_add(by), y: self.high.y.saturating_add(by) },
        }
    }

    /// Whether a point lies in the box or on its border.
    #[must_use]
    pub fn contains(self, p: Point) -> bool {
        (self.low.x..=self.high.x).contains(&p.x) && (self.low.y..=self.high.y).contains(&p.y)
    }

    /// Whether two boxes share a point.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        self.low.x <= other.high.x && other.low.x <= self.high.x && self.low.y <= other.high.y && other.low.y <= self.high.y
    }

    /// The middle, rounded down.
    #[must_use]
    pub fn centre(self) -> Point {
        self.low.midpoint(self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_points() {
        let b = Bounds::of([(3, 4), (-1, 9), (2, 0)].map(|(x, y)| Point { x, y }));
        let want = Bounds { low: Point::new(-1, 0), high: Point::new(3, 9) };
        assert_eq!(b, Some(want));
        assert_eq!(Bounds::of([]), None);
        assert_eq!(want.centre(), Point::new(1, 4));
        assert!(want.contains(Point::new(3, 0)) && !want.contains(Point::new(4, 0)));
    }

    #[test]
    fn boxes_that_share_a_corner_meet() {
        let a = Bounds::round(Point::new(0, 0), 5);
        assert!(a.meets(Bounds::round(Point::new(10, 10), 5)));
        assert!(!a.meets(Bounds::round(Point::new(11, 10), 5)));
    }
}
