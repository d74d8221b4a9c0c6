//! An exact fraction of machine integers.

use std::cmp::Ordering;
use std::fmt;

use num_integer::Integer;
use serde::{Deserialize, Serialize};

use super::rounding::{Rounding, divide};

/// Why there is no such fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatioError {
    /// The denominator, or the divisor, is zero.
    #[error("division by zero")]
    ZeroDenominator,
    /// The reduced numerator or denominator does not fit in an `i64`.
    #[error("the number is too large, or its fraction too fine")]
    Overflow,
}

/// An exact fraction, always reduced, its denominator above zero.
///
/// It carries fractions through a computation so that they are rounded once, at the end. An
/// operation fails rather than lose a digit; it fails only when the reduced result does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "(i64, i64)", into = "(i64, i64)")]
pub struct Ratio {
    numerator: i64,
    denominator: i64,
}

impl Ratio {
    /// Nought.
    pub const ZERO: Self = Self::whole(0);
    /// One.
    pub const ONE: Self = Self::whole(1);

    /// The whole number `n`.
    #[must_use]
    pub const fn whole(n: i64) -> Self {
        Self { numerator: n, denominator: 1 }
    }

    /// The fraction `numerator / denominator`, reduced.
    ///
    /// # Errors
    /// If the denominator is zero, or the reduced fraction does not fit (`1 / i64::MIN`).
    pub fn new(numerator: i64, denominator: i64) -> Result<Self, RatioError> {
        Self::reduced(numerator.into(), denominator.into())
    }

    /// The numerator of the reduced fraction; it bears the sign.
    #[must_use]
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// The denominator of the reduced fraction; at least 1.
    #[must_use]
    pub const fn denominator(self) -> i64 {
        self.denominator
    }

    /// Whether there is nothing to round.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.denominator == 1
    }

    /// The sum.
    ///
    /// # Errors
    /// [`RatioError::Overflow`] if it does not fit.
    pub fn try_add(self, other: Self) -> Result<Self, RatioError> {
        if self.is_whole() && other.is_whole() {
            let sum = self.numerator.checked_add(other.numerator);
            return sum.map(Self::whole).ok_or(RatioError::Overflow);
        }
        // |i64::MIN| * i64::MAX < 2^126, so neither product nor sum leaves an i128.
        Self::reduced(
            wide(self.numerator, other.denominator) + wide(other.numerator, self.denominator),
            wide(self.denominator, other.denominator),
        )
    }

    /// The difference `self - other`.
    ///
    /// # Errors
    /// [`RatioError::Overflow`] if it does not fit.
    pub fn try_sub(self, other: Self) -> Result<Self, RatioError> {
        Self::reduced(
            wide(self.numerator, other.denominator) - wide(other.numerator, self.denominator),
            wide(self.denominator, other.denominator),
        )
    }

    /// The product.
    ///
    /// # Errors
    /// [`RatioError::Overflow`] if it does not fit.
    pub fn try_mul(self, other: Self) -> Result<Self, RatioError> {
        Self::reduced(wide(self.numerator, other.numerator), wide(self.denominator, other.denominator))
    }

    /// The whole number this is rounded to. It always fits.
    #[must_use]
    pub fn round(self, rounding: Rounding) -> i64 {
        // The denominator is above zero: `divide` has no reason to fail.
        divide(self.numerator, self.denominator, rounding).unwrap_or(self.numerator)
    }

    /// The nearest float, for display only.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "a float is asked for")]
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    fn reduced(numerator: i128, denominator: i128) -> Result<Self, RatioError> {
        if denominator == 0 {
            return Err(RatioError::ZeroDenominator);
        }
        let divisor = numerator.gcd(&denominator) * denominator.signum();
        let narrow = |n: i128| i64::try_from(n / divisor).map_err(|_| RatioError::Overflow);
        Ok(Self { numerator: narrow(numerator)?, denominator: narrow(denominator)? })
    }
}

fn wide(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

impl Default for Ratio {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<i64> for Ratio {
    fn from(n: i64) -> Self {
        Self::whole(n)
    }
}

impl TryFrom<(i64, i64)> for Ratio {
    type Error = RatioError;

    fn try_from((numerator, denominator): (i64, i64)) -> Result<Self, RatioError> {
        Self::new(numerator, denominator)
    }
}

impl From<Ratio> for (i64, i64) {
    fn from(ratio: Ratio) -> Self {
        (ratio.numerator, ratio.denominator)
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        wide(self.numerator, other.denominator).cmp(&wide(other.numerator, self.denominator))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `3` for a whole number, else `3/2`.
impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_whole() { write!(f, "{}", self.numerator) } else { write!(f, "{}/{}", self.numerator, self.denominator) }
    }
}

impl fmt::Debug for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn r(n: i64, d: i64) -> Ratio {
        Ratio::new(n, d).unwrap()
    }

    #[test]
    fn reduced_with_the_sign_on_top() {
        assert_eq!((r(6, -4).numerator(), r(6, -4).denominator()), (-3, 2));
        assert_eq!((r(0, -7).numerator(), r(0, -7).denominator()), (0, 1));
        assert_eq!(r(i64::MIN, i64::MIN), Ratio::ONE);
        assert_eq!(Ratio::new(1, 0), Err(RatioError::ZeroDenominator));
        assert_eq!(Ratio::new(i64::MIN, -1), Err(RatioError::Overflow));
    }

    #[test]
    fn sums_by_hand() {
        assert_eq!(r(1, 2).try_add(r(1, 3)), Ok(r(5, 6)));
        assert_eq!(r(1, 2).try_sub(r(1, 3)), Ok(r(1, 6)));
        assert_eq!(r(2, 3).try_mul(r(3, 4)), Ok(r(1, 2)));
        assert_eq!(Ratio::whole(i64::MAX).try_add(Ratio::ONE), Err(RatioError::Overflow));
        // The products overflow an i64, the reduced result does not.
        assert_eq!(r(i64::MAX, 2).try_mul(r(2, i64::MAX)), Ok(Ratio::ONE));
    }

    #[test]
    fn rounded_once() {
        assert_eq!(r(7, 2).round(Rounding::Up), 4);
        assert_eq!(r(7, 2).round(Rounding::Down), 3);
        assert_eq!(r(-7, 2).round(Rounding::Nearest), -3);
        assert_eq!(Ratio::whole(i64::MIN).round(Rounding::Nearest), i64::MIN);
    }

    #[test]
    fn shown() {
        assert_eq!(r(6, 4).to_string(), "3/2");
        assert_eq!(r(-4, 2).to_string(), "-2");
        assert!((r(1, 4).to_f64() - 0.25).abs() < f64::EPSILON);
    }

    fn any_ratio() -> impl Strategy<Value = Ratio> {
        (-1_000_000i64..1_000_000, 1i64..1_000_000).prop_map(|(n, d)| r(n, d))
    }

    proptest! {
        #[test]
        fn field_laws(a in any_ratio(), b in any_ratio()) {
            prop_assert_eq!(a.try_add(b), b.try_add(a));
            prop_assert_eq!(a.try_add(b).and_then(|s| s.try_sub(b)), Ok(a));
            prop_assert_eq!(a.try_mul(b), b.try_mul(a));
            prop_assert_eq!(a < b, a.try_sub(b).unwrap().numerator() < 0);
        }

        #[test]
        fn no_operation_panics(a: i64, b: i64, c: i64, d: i64) {
            if let (Ok(x), Ok(y)) = (Ratio::new(a, b), Ratio::new(c, d)) {
                for z in [x.try_add(y), x.try_sub(y), x.try_mul(y)]
                    .into_iter().flatten()
                {
                    prop_assert!(z.denominator() > 0);
                    prop_assert!(z.round(Rounding::Down) <= z.round(Rounding::Nearest));
                    prop_assert!(z.round(Rounding::Nearest) <= z.round(Rounding::Up));
                }
                prop_assert_eq!(x.cmp(&y), y.cmp(&x).reverse());
            }
        }
    }
}
