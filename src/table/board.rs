//! The table itself.

use super::bounds::Bounds;
use super::gap::SLACK;
use super::point::Point;
use super::stand::Stand;

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
}

#[cfg(test)]
mod tests {
    use super::super::facing::Facing;
    use super::super::stand::Base;
    use super::*;

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
}
