//! Sums that are greater than can be kept: noted where they come out, told where the machine stands.

use std::cell::Cell;

/// More mils than lie between any two places of a table.
const FARTHEST: i64 = 2_000_000;

thread_local! {
    /// Whether one came out since this was last asked.
    static CAME: Cell<bool> = const { Cell::new(false) };
}

/// What was worked out; where that cannot be kept, what is nearest to it, and that is noted.
#[inline]
pub(super) fn kept<N>(sum: Option<N>, nearest: impl FnOnce() -> N) -> N {
    sum.unwrap_or_else(|| {
        CAME.set(true);
        nearest()
    })
}

/// `a + b`
#[inline]
pub(super) fn sum(a: i64, b: i64) -> i64 {
    kept(a.checked_add(b), || a.saturating_add(b))
}

/// `a - b`
#[inline]
pub(super) fn difference(a: i64, b: i64) -> i64 {
    kept(a.checked_sub(b), || a.saturating_sub(b))
}

/// `a x b`
#[inline]
pub(super) fn product(a: i64, b: i64) -> i64 {
    kept(a.checked_mul(b), || a.saturating_mul(b))
}

/// `-a`
#[inline]
pub(super) fn minus(a: i64) -> i64 {
    kept(a.checked_neg(), || i64::MAX)
}

/// A number as it is stored.
#[inline]
pub(super) fn stored(n: i64) -> i32 {
    kept(i32::try_from(n).ok(), || if n < 0 { i32::MIN } else { i32::MAX })
}

/// A length on the table in mils. No two places are as far from each other as the farthest.
#[inline]
pub(super) fn length(n: i64) -> i32 {
    i32::try_from(n.clamp(-FARTHEST, FARTHEST)).unwrap_or(0)
}

/// Whether one came out since this was last asked.
#[inline]
pub(super) fn came() -> bool {
    CAME.replace(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_kept_is_noted_once() {
        assert_eq!((sum(1, 2), difference(1, 2), product(2, 3), minus(1), stored(7)), (3, -1, 6, -1, 7));
        assert!(!came());
        assert_eq!(sum(i64::MAX, 1), i64::MAX);
        assert!(came() && !came());
        assert_eq!(stored(1 << 40), i32::MAX);
        assert!(came() && !came());
    }
}
