//! The table itself.

use super::bounds::Bounds;
use super::facing::Facing;
use super::gap::SLACK;
use super::point::Point;
use super::stand::Stand;
use super::trig::{div_round, narrow};

/// A rectangular table with its south-west corner at (0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    /// Mils from west to east.
    pub width: i32,
    /// Mils from south to north.
    pub depth: i32,
}

/// One of the four edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Edge {
    /// y = depth.
    North,
    /// x = width.
    East,
    /// y = 0.
    South,
    /// x = 0.
    West,
}

impl Edge {
    /// All four, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];
}

impl Board {
    /// A table of so many mils.
    #[must_use]
    pub const fn new(width: i32, depth: i32) -> Self {
        Self { width, depth }
    }

    /// The table as a box.
    #[must_use]
    pub const fn bounds(&self) -> Bounds {
        Bounds { low: Point::ORIGIN, high: Point::new(self.width, self.depth) }
    }

    /// Whether a point lies on the table, edges included.
    #[must_use]
    pub fn has(&self, p: Point) -> bool {
        self.bounds().contains(p)
    }

    /// Whether the whole base lies on the table, forgiving [`SLACK`].
    #[must_use]
    pub fn contains(&self, stand: &Stand) -> bool {
        let (b, table) = (stand.bounds(), self.bounds().grown(SLACK));
        table.contains(b.low) && table.contains(b.high)
    }

    /// Mils from a stand's nearest point to an edge; negative as far as it hangs over.
    #[must_use]
    pub fn distance_to_edge(&self, stand: &Stand, edge: Edge) -> i32 {
        let b = stand.bounds();
        match edge {
            Edge::North => self.depth.saturating_sub(b.high.y),
            Edge::East => self.width.saturating_sub(b.high.x),
            Edge::South => b.low.y,
            Edge::West => b.low.x,
        }
    }

    /// The edge nearest to a stand, and how far it is; the first of [`Edge::ALL`] on a tie.
    #[must_use]
    pub fn nearest_edge(&self, stand: &Stand) -> (Edge, i32) {
        let far = |edge| (edge, self.distance_to_edge(stand, edge));
        let [first, rest @ ..] = Edge::ALL.map(far);
        rest.into_iter().fold(first, |best, next| if next.1 < best.1 { next } else { best })
    }

    /// Where one who walks from a point of the table along a facing leaves it, and over which
    /// edge; north and south go first at a corner. `None` from a point off the table.
    #[must_use]
    pub fn exit(&self, from: Point, facing: Facing) -> Option<(Edge, Point)> {
        if !self.has(from) {
            return None;
        }
        let (s, c) = (facing.sine(), facing.cosine());
        let (edge_y, up) = if c >= 0 { (Edge::North, i64::from(self.depth - from.y)) } else { (Edge::South, -i64::from(from.y)) };
        let (edge_x, across) = if s >= 0 { (Edge::East, i64::from(self.width - from.x)) } else { (Edge::West, -i64::from(from.x)) };
        // up / c and across / s are the ways to go; both quotients are at least 0.
        let (by_y, by_x) = (i128::from(up) * i128::from(s), i128::from(across) * i128::from(c));
        let over_y = c != 0 && (s == 0 || by_y.abs() <= by_x.abs());
        let (edge, step_x, step_y) =
            if over_y { (edge_y, div_round(by_y, c.into()), up) } else { (edge_x, across, div_round(by_x, s.into())) };
        let at = Point { x: from.x.saturating_add(narrow(step_x)), y: from.y.saturating_add(narrow(step_y)) };
        Some((edge, at))
    }
}

#[cfg(test)]
mod tests {
    use super::super::stand::Base;
    use super::*;
    use proptest::prelude::*;

    const TABLE: Board = Board::new(72_000, 48_000);

    #[test]
    fn holding() {
        assert!(TABLE.contains(&Stand::disc(Point::new(500, 500), 500)));
        assert!(!TABLE.contains(&Stand::disc(Point::new(490, 500), 500)));
        let base = Base::rect(4000, 1000);
        assert!(TABLE.contains(&Stand::new(Point::new(500, 2000), Facing::EAST, base)));
        assert!(!TABLE.contains(&Stand::new(Point::new(500, 2000), Facing::NORTH, base)));
    }

    #[test]
    fn edges() {
        let s = Stand::disc(Point::new(10_000, 45_000), 1000);
        let far = Edge::ALL.map(|e| TABLE.distance_to_edge(&s, e));
        assert_eq!(far, [2000, 61_000, 44_000, 9000]);
        assert_eq!(TABLE.nearest_edge(&s), (Edge::North, 2000));
    }

    #[test]
    fn leaving() {
        let p = Point::new(70_000, 40_000);
        let exit = |f| TABLE.exit(p, f);
        assert_eq!(exit(Facing::NORTH), Some((Edge::North, Point::new(70_000, 48_000))));
        assert_eq!(exit(Facing::WEST), Some((Edge::West, Point::new(0, 40_000))));
        assert_eq!(exit(Facing(8192)), Some((Edge::East, Point::new(72_000, 42_000))));
        assert_eq!(exit(Facing(40_960)), Some((Edge::South, Point::new(30_000, 0))));
        let corner = TABLE.exit(Point::new(64_000, 40_000), Facing(8192));
        assert_eq!(corner, Some((Edge::North, Point::new(72_000, 48_000))));
        assert_eq!(TABLE.exit(Point::new(-1, 0), Facing::NORTH), None);
    }

    proptest! {
        #[test]
        fn every_ray_leaves_over_its_edge(x in 0..=72_000_i32, y in 0..=48_000_i32, f: u16) {
            let Some((edge, at)) = TABLE.exit(Point { x, y }, Facing(f)) else {
                return Err(TestCaseError::fail("no exit"));
            };
            prop_assert!(TABLE.has(at));
            prop_assert_eq!(TABLE.distance_to_edge(&Stand::point(at), edge), 0);
        }
    }
}
