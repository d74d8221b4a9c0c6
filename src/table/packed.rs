//! A point as one number, for registers.

use super::Point;

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
