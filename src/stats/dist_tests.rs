//! Distributions worked out by hand.

use num_bigint::BigInt;
use num_rational::Ratio as Fraction;
use proptest::prelude::*;

use super::{Dist, DistError, Exact};

fn x(n: i64, d: i64) -> Exact {
    Fraction::new(BigInt::from(n), BigInt::from(d)).into()
}

fn die(sides: i64) -> Dist<i64> {
    Dist::uniform(1..=sides).unwrap()
}

#[test]
fn two_dice() {
    let two = die(6).convolve(&die(6), |a, b| a + b);
    for (sum, ways) in (2..=12).zip([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]) {
        assert_eq!(two.probability(&sum), x(ways, 36));
    }
    assert_eq!(two.probability(&13), Exact::ZERO);
    assert_eq!(two.expectation(|&sum| sum), x(7, 1));
    assert_eq!(two.map(|&sum| sum >= 10).probability(&true), x(1, 6));
    assert_eq!(two.map(|sum| sum % 2 == 0), Dist::uniform([false, true]).unwrap());
}

/// Four d6 without the lowest: 15869/1296, as often published (12.2446).
#[test]
fn the_best_three_of_four() {
    let kept = die(6).map(|&face| vec![face]).repeat(4, vec![], |a, b| {
        let mut both = [a.as_slice(), b].concat();
        both.sort_unstable();
        both
    });
    let sum = kept.map(|faces| faces.iter().skip(1).sum::<i64>());
    assert_eq!(sum.expectation(|&sum| sum), x(15869, 1296));
    assert_eq!(sum.probability(&18), x(21, 1296));
}

/// A six is rolled again once: 1/6 * 1/6 of another, 7/36 of each lower face.
#[test]
fn a_re_roll() {
    let again = die(6).and_then(|&face| if face == 6 { die(6) } else { Dist::certain(face) });
    assert_eq!(again.probability(&6), x(1, 36));
    assert_eq!(again.probability(&1), x(7, 36));
}

#[test]
fn given_and_refused() {
    let even = die(6).given(|face| face % 2 == 0).unwrap();
    assert_eq!(even, Dist::uniform([2, 4, 6]).unwrap());
    assert_eq!(die(6).given(|&face| face > 6), None);
    assert_eq!(Dist::<u8>::uniform([]), Err(DistError::Empty));
    assert_eq!(Dist::weighted([(1, 0u32)]), Err(DistError::Empty));
    assert_eq!(Dist::weighted([(1, 4u32), (2, 2), (1, 2), (3, 0)]).unwrap().weights().count(), 2);
}

/// 6^100 is beyond a `u128`; the sum of a hundred d6 is still exact.
#[test]
fn a_hundred_dice() {
    let sum = die(6).repeat(100, 0, |a, b| a + b);
    assert_eq!(sum.total().to_string(), num_bigint::BigUint::from(6u32).pow(100).to_string());
    assert_eq!(sum.expectation(|&sum| sum), x(350, 1));
    let square = sum.expectation(|&sum| (sum - 350) * (sum - 350));
    assert_eq!(square, x(100 * 35, 12));
    assert_eq!(sum.iter().map(|(_, chance)| chance).sum::<Exact>(), Exact::ONE);
}

proptest! {
    #[test]
    fn the_total_is_one(weights in prop::collection::vec(0u128..1 << 100, 1..8)) {
        prop_assume!(weights.iter().any(|&w| w > 0));
        let dist = Dist::weighted(weights.into_iter().enumerate()).unwrap();
        let next = dist.and_then(|&n| Dist::weighted([(n, 1u32), (n + 1, 2)]).unwrap());
        let both = next.convolve(&dist, |a, b| a * b);
        prop_assert_eq!(both.iter().map(|(_, chance)| chance).sum::<Exact>(), Exact::ONE);
    }
}
