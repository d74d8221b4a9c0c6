//! Templates laid over stands.

use super::gap::{gap, gap_to_segment};
use super::point::Point;
use super::segment::Segment;
use super::shape::Shape;
use super::stand::Stand;

/// Whether any part of a stand lies within `half_width` mils of the line from `a` to `b`; the
/// template has round ends.
#[must_use]
pub fn under_line(stand: &Stand, a: Point, b: Point, half_width: i32) -> bool {
    gap_to_segment(stand, Segment::new(a, b)) <= half_width
}

/// Whether any part of a stand lies under a disc.
#[must_use]
pub fn under_disc(stand: &Stand, centre: Point, radius: i32) -> bool {
    gap(stand, &Stand::disc(centre, radius)) == 0
}

/// Whether the whole of a stand lies under a disc.
#[must_use]
pub fn wholly_under_disc(stand: &Stand, centre: Point, radius: i32) -> bool {
    Shape::Disc { centre, radius }.wholly_contains(stand)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_discs() {
        let s = Stand::disc(Point::new(5000, 1000), 500);
        assert!(under_line(&s, Point::ORIGIN, Point::new(9000, 0), 500));
        assert!(!under_line(&s, Point::ORIGIN, Point::new(9000, 0), 499));
        assert!(!under_line(&s, Point::ORIGIN, Point::new(4000, 0), 500));
        assert!(under_disc(&s, Point::new(5000, 2500), 1000));
        assert!(!under_disc(&s, Point::new(5000, 2501), 1000));
        assert!(wholly_under_disc(&s, Point::new(5000, 1500), 1000));
        assert!(!wholly_under_disc(&s, Point::new(5000, 1510), 1000));
    }
}
