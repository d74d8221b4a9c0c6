//! An exact number.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul, Sub};

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_rational::Ratio as Fraction;
use num_traits::{Signed, Zero};
use serde::{Serialize, Serializer};

use super::weight::Weight;

/// A fraction of whole numbers of any size, reduced: a probability, or an expectation.
///
/// Shown as `5/9`, or as a whole number; with a precision, as in `{:.4}`, as a decimal rounded to
/// the nearest (halves away from zero), `0.5556`. Saved as the text of the fraction.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Exact(Size);

/// `Large` only holds what does not fit in `Small`, so that equal numbers look alike. Both parts of
/// `Small` are at most `i128::MAX` in size, and the lower is above zero.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Size {
    Small(i128, i128),
    Large(Fraction<BigInt>),
}

impl Exact {
    /// Nought.
    pub const ZERO: Self = Self(Size::Small(0, 1));
    /// One: what is certain.
    pub const ONE: Self = Self(Size::Small(1, 1));

    /// The share of `part` in `whole`; `None` if `whole` is nought.
    #[must_use]
    pub fn share(part: &Weight, whole: &Weight) -> Option<Self> {
        if whole.is_zero() {
            return None;
        }
        let narrow = |weight: &Weight| weight.to_u128().and_then(|n| i128::try_from(n).ok());
        Some(match (narrow(part), narrow(whole)) {
            (Some(part), Some(whole)) => {
                let divisor = part.gcd(&whole);
                Self(Size::Small(part / divisor, whole / divisor))
            }
            _ => Self::from(Fraction::new(part.to_big().into(), whole.to_big().into())),
        })
    }

    /// The quotient; `None` if `other` is nought.
    #[must_use]
    pub fn over(&self, other: &Self) -> Option<Self> {
        (*other != Self::ZERO).then(|| (self.big() / other.big()).into())
    }

    /// The nearest float, to within one unit of its last digit; infinite if too large for one.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        let fraction = self.big();
        let (n, d) = (fraction.numer().magnitude(), fraction.denom().magnitude());
        // Scaled so that the quotient has 64 or 65 bits, which no float can tell from the exact.
        let scale = i128::from(d.bits()) - i128::from(n.bits()) + 64;
        let shift = usize::try_from(scale.unsigned_abs()).unwrap_or(usize::MAX);
        let quotient = if scale < 0 { n / (d << shift) } else { (n << shift) / d };
        let size = u128::try_from(quotient).map_or(f64::INFINITY, scaled(-scale));
        if fraction.is_negative() { -size } else { size }
    }

    pub(super) fn big(&self) -> Fraction<BigInt> {
        match &self.0 {
            Size::Small(n, d) => Fraction::new_raw((*n).into(), (*d).into()),
            Size::Large(fraction) => fraction.clone(),
        }
    }

    fn sum(&self, other: &Self, sign: i128) -> Option<Self> {
        let (Size::Small(a, b), Size::Small(c, d)) = (&self.0, &other.0) else {
            return None;
        };
        let common = gcd(*b, *d);
        let left = a.checked_mul(d / common)?;
        let right = (c * sign).checked_mul(b / common)?;
        reduced(left.checked_add(right)?, b.checked_mul(d / common)?)
    }

    fn product(&self, other: &Self) -> Option<Self> {
        let (Size::Small(a, b), Size::Small(c, d)) = (&self.0, &other.0) else {
            return None;
        };
        let (left, right) = (gcd(*a, *d), gcd(*c, *b));
        let above = (a / left).checked_mul(c / right)?;
        reduced(above, (b / right).checked_mul(d / left)?)
    }
}

/// Multiplies by a power of two, in two steps lest the power alone be too small for a float.
fn scaled(exponent: i128) -> impl Fn(u128) -> f64 {
    let exponent = i32::try_from(exponent.clamp(-4000, 4000)).unwrap_or_default();
    move |n| n as f64 * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2)
}

/// The divisor of two numbers of which one is not zero, quickly where they are short.
fn gcd(a: i128, b: i128) -> i128 {
    match (u64::try_from(a.unsigned_abs()), u64::try_from(b.unsigned_abs())) {
        (Ok(a), Ok(b)) => a.gcd(&b).into(),
        _ => a.gcd(&b),
    }
}

/// `None` for `i128::MIN`, whose size does not fit; `d` is above zero.
fn reduced(n: i128, d: i128) -> Option<Exact> {
    n.checked_abs()?;
    let divisor = gcd(n, d);
    Some(Exact(Size::Small(n / divisor, d / divisor)))
}

impl From<Fraction<BigInt>> for Exact {
    fn from(fraction: Fraction<BigInt>) -> Self {
        let narrow = |n: &BigInt| i128::try_from(n).ok().filter(|n| *n != i128::MIN);
        match (narrow(fraction.numer()), narrow(fraction.denom())) {
            (Some(n), Some(d)) => Self(Size::Small(n, d)),
            _ => Self(Size::Large(fraction)),
        }
    }
}

impl From<i64> for Exact {
    fn from(n: i64) -> Self {
        Self(Size::Small(n.into(), 1))
    }
}

impl Add for &Exact {
    type Output = Exact;

    fn add(self, other: Self) -> Exact {
        self.sum(other, 1).unwrap_or_else(|| (self.big() + other.big()).into())
    }
}

impl Sub for &Exact {
    type Output = Exact;

    fn sub(self, other: Self) -> Exact {
        self.sum(other, -1).unwrap_or_else(|| (self.big() - other.big()).into())
    }
}

impl Mul for &Exact {
    type Output = Exact;

    fn mul(self, other: Self) -> Exact {
        self.product(other).unwrap_or_else(|| (self.big() * other.big()).into())
    }
}

impl Sum for Exact {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::ZERO, |sum, number| &sum + &number)
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Size::Small(a, b), Size::Small(c, d)) = (&self.0, &other.0)
            && let (Some(left), Some(right)) = (a.checked_mul(*d), c.checked_mul(*b))
        {
            return left.cmp(&right);
        }
        self.big().cmp(&other.big())
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fraction = self.big();
        let Some(places) = f.precision() else {
            return f.pad(&fraction.to_string());
        };
        let (n, d) = (fraction.numer().magnitude(), fraction.denom().magnitude());
        let power = BigUint::from(10u32).pow(u32::try_from(places).unwrap_or(u32::MAX));
        let rounded = (n * &power * 2u32 + d) / (d * 2u32);
        let (whole, part) = rounded.div_rem(&power);
        let negative = fraction.numer().sign() == Sign::Minus && !rounded.is_zero();
        let point = if places == 0 { String::new() } else { format!(".{part:0>places$}") };
        f.pad_integral(!negative, "", &format!("{whole}{point}"))
    }
}

impl fmt::Debug for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
