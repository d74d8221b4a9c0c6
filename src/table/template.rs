//! Templates laid over stands.

use super::gap::gap_to_segment;
use super::point::Point;
use super::segment::Segment;
use super::stand::Stand;

/// Whether any part of a stand lies within `half_width` mils of the line from `a` to `b`; the
/// template has round ends.
#[must_use]
pub fn under_line(stand: &Stand, a: Point, b: Point, half_width: i32) -> bool {
    gap_to_segment(stand, Segment::new(a, b)) <= half_width
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let s = Stand::disc(Point::new(5000, 1000), 500);
        assert!(under_line(&s, Point::ORIGIN, Point::new(9000, 0), 500));
        assert!(!under_line(&s, Point::ORIGIN, Point::new(9000, 0), 499));
        assert!(!under_line(&s, Point::ORIGIN, Point::new(4000, 0), 500));
    }
}
