//! The weights of a distribution.

use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;

/// A whole number of any size, at or above zero; as fast as a `u128` while it fits in one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Weight(Size);

/// `Large` only holds what is larger than a `u128`, so that equal weights look alike.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Size {
    Small(u128),
    Large(BigUint),
}

impl Weight {
    /// Nought.
    pub const ZERO: Self = Self(Size::Small(0));
    /// One.
    pub const ONE: Self = Self(Size::Small(1));

    /// Whether it is nought.
    #[must_use]
    pub const fn is_zero(&self) -> bool {
        matches!(self.0, Size::Small(0))
    }

    /// The number as a `u128`, if it fits.
    #[must_use]
    pub const fn to_u128(&self) -> Option<u128> {
        match self.0 {
            Size::Small(n) => Some(n),
            Size::Large(_) => None,
        }
    }

    /// The number, however large.
    #[must_use]
    pub fn to_big(&self) -> BigUint {
        match &self.0 {
            Size::Small(n) => BigUint::from(*n),
            Size::Large(n) => n.clone(),
        }
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        self.small(other, u128::checked_add).unwrap_or_else(|| (self.to_big() + other.to_big()).into())
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        self.small(other, u128::checked_mul).unwrap_or_else(|| (self.to_big() * other.to_big()).into())
    }

    /// The quotient, rounded down; nought where `other` is nought.
    #[must_use]
    pub fn over(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            _ if other.is_zero() => Self::ZERO,
            (Size::Small(a), Size::Small(b)) => (a / b).into(),
            _ => (self.to_big() / other.to_big()).into(),
        }
    }

    /// The greatest common divisor; that of nought and a number is the number.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        let small = |a: u128, b: u128| {
            // Twice as fast where it will do, and it nearly always will.
            Some(match (u64::try_from(a), u64::try_from(b)) {
                (Ok(a), Ok(b)) => a.gcd(&b).into(),
                _ => a.gcd(&b),
            })
        };
        self.small(other, small).unwrap_or_else(|| self.to_big().gcd(&other.to_big()).into())
    }

    fn small(&self, other: &Self, of: impl Fn(u128, u128) -> Option<u128>) -> Option<Self> {
        of(self.to_u128()?, other.to_u128()?).map(Self::from)
    }
}

impl From<u128> for Weight {
    fn from(n: u128) -> Self {
        Self(Size::Small(n))
    }
}

impl From<u64> for Weight {
    fn from(n: u64) -> Self {
        Self(Size::Small(n.into()))
    }
}

impl From<u32> for Weight {
    fn from(n: u32) -> Self {
        Self(Size::Small(n.into()))
    }
}

impl From<BigUint> for Weight {
    fn from(n: BigUint) -> Self {
        u128::try_from(&n).map_or(Self(Size::Large(n)), Self::from)
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Size::Small(n) => fmt::Display::fmt(n, f),
            Size::Large(n) => fmt::Display::fmt(n, f),
        }
    }
}

impl fmt::Debug for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn over_the_edge_and_back() {
        let most = Weight::from(u128::MAX);
        let over = most.plus(&Weight::ONE);
        assert_eq!(over.to_string(), "340282366920938463463374607431768211456");
        assert_eq!(over.to_u128(), None);
        assert_eq!(over.over(&Weight::from(2u32)), Weight::from(1u128 << 127));
        assert_eq!(over.over(&Weight::ZERO), Weight::ZERO);
        assert_eq!(over.gcd(&Weight::from(6u32)), Weight::from(2u32));
    }

    proptest! {
        #[test]
        fn sizes_agree(a: u128, b: u128, shift in 0u32..128) {
            let b = b >> shift;
            let (x, y) = (Weight::from(a), Weight::from(b));
            prop_assert_eq!(x.plus(&y).to_big(), BigUint::from(a) + b);
            prop_assert_eq!(x.times(&y).to_big(), BigUint::from(a) * b);
            prop_assert_eq!(x.times(&y).gcd(&y), y.clone());
            if b > 0 {
                prop_assert_eq!(x.times(&y).over(&y), x);
            }
        }
    }
}
