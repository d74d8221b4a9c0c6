//! A point, or an edge of the board, as one number, for registers.

use super::{Edge, Point};

/// A place as one number, apart from every number of a thing.
#[must_use]
pub fn pack_place(x: i32, y: i32) -> i64 {
    const SHIFT: i64 = 1 << 30;
    (1 << 62) | ((i64::from(x) + SHIFT) << 31) | (i64::from(y) + SHIFT)
}

/// The point that a number packed by [`pack_place`] stands for.
#[must_use]
pub fn unpack_place(n: i64) -> Option<Point> {
    const SHIFT: i64 = 1 << 30;
    if n < (1 << 62) {
        return None;
    }
    let n = n & !(1 << 62);
    let x = i32::try_from((n >> 31) - SHIFT).ok()?;
    let y = i32::try_from((n & 0x7fff_ffff) - SHIFT).ok()?;
    Some(Point::new(x, y))
}

/// An edge of the board as one number, apart from every number of a thing or place; none for whichever is nearest.
#[must_use]
pub fn pack_edge(edge: Option<Edge>) -> i64 {
    let n = edge.and_then(|e| Edge::ALL.iter().position(|o| *o == e)).unwrap_or(Edge::ALL.len());
    EDGES + i64::try_from(n).unwrap_or(0)
}

/// The edge that a number packed by [`pack_edge`] stands for: none for whichever is nearest.
#[must_use]
pub fn unpack_edge(n: i64) -> Option<Option<Edge>> {
    let n = usize::try_from(n.checked_sub(EDGES)?).ok()?;
    (n <= Edge::ALL.len()).then(|| Edge::ALL.get(n).copied())
}

const EDGES: i64 = 1 << 61;
