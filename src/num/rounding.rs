//! How a quotient becomes a whole number.

use serde::{Deserialize, Serialize};

/// The way a fraction is turned into a whole number.
///
/// The directions are those of the number line, so that adding a whole number before or after
/// rounding gives the same result, below zero too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rounding {
    /// Towards positive infinity: 7/2 gives 4, -7/2 gives -3.
    Up,
    /// Towards negative infinity: 7/2 gives 3, -7/2 gives -4.
    Down,
    /// To the nearest whole number, halves up: 7/2 gives 4, -7/2 gives -3, 10/3 gives 3.
    Nearest,
}

/// The quotient `a / b` as a whole number, rounded once.
///
/// `None` when `b` is zero or the result does not fit in an `i64` (only `i64::MIN / -1`).
#[must_use]
pub fn divide(a: i64, b: i64, rounding: Rounding) -> Option<i64> {
    let (a, b) = (i128::from(a), i128::from(b));
    let (a, b) = if b < 0 { (-a, -b) } else { (a, b) };
    let quotient = match rounding {
        _ if b == 0 => return None,
        Rounding::Down => a.div_euclid(b),
        Rounding::Up => -(-a).div_euclid(b),
        Rounding::Nearest => (2 * a + b).div_euclid(2 * b),
    };
    i64::try_from(quotient).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn quotients_by_hand() {
        for (a, b, up, down, nearest) in [
            (7, 2, 4, 3, 4),
            (-7, 2, -3, -4, -3),
            (7, -2, -3, -4, -3),
            (-7, -2, 4, 3, 4),
            (10, 3, 4, 3, 3),
            (-10, 3, -3, -4, -3),
            (11, 3, 4, 3, 4),
            (-11, 3, -3, -4, -4),
            (6, 3, 2, 2, 2),
            (0, 5, 0, 0, 0),
            (1, 2, 1, 0, 1),
            (-1, 2, 0, -1, 0),
            (i64::MAX, 1, i64::MAX, i64::MAX, i64::MAX),
            (i64::MIN, 1, i64::MIN, i64::MIN, i64::MIN),
        ] {
            assert_eq!(divide(a, b, Rounding::Up), Some(up), "{a}/{b} up");
            assert_eq!(divide(a, b, Rounding::Down), Some(down), "{a}/{b} down");
            assert_eq!(divide(a, b, Rounding::Nearest), Some(nearest), "{a}/{b} nearest");
        }
    }

    #[test]
    fn no_quotient() {
        for rounding in [Rounding::Up, Rounding::Down, Rounding::Nearest] {
            assert_eq!(divide(5, 0, rounding), None);
            assert_eq!(divide(i64::MIN, -1, rounding), None);
        }
    }

    proptest! {
        #[test]
        fn rounding_brackets_the_quotient(a: i64, b in any::<i64>().prop_filter("zero", |b| *b != 0)) {
            prop_assume!(!(a == i64::MIN && b == -1));
            let up = divide(a, b, Rounding::Up).unwrap();
            let down = divide(a, b, Rounding::Down).unwrap();
            let near = divide(a, b, Rounding::Nearest).unwrap();
            let exact = i128::from(a) % i128::from(b) == 0;
            prop_assert_eq!(i128::from(up) - i128::from(down), i128::from(!exact));
            // 2|near*b - a| <= |b|
            let miss = (i128::from(near) * i128::from(b) - i128::from(a)).abs();
            prop_assert!(2 * miss <= i128::from(b).abs());
        }

        #[test]
        fn rounding_commutes_with_whole_steps(a in -1_000_000i64..1_000_000, b in 1i64..1000, k in -1000i64..1000) {
            for rounding in [Rounding::Up, Rounding::Down, Rounding::Nearest] {
                prop_assert_eq!(
                    divide(a + k * b, b, rounding),
                    divide(a, b, rounding).map(|q| q + k)
                );
            }
        }
    }
}
