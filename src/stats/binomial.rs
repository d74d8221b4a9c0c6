//! How many of so many trials succeed.

use super::dist::{Dist, DistError};
use super::exact::Exact;
use super::weight::Weight;
use crate::num::Ratio;

/// The most trials of an exact binomial: the numbers grow with the trials, and their sum with its
/// square, to some 30 MB here at worst.
pub const MAX_TRIALS: u32 = 2000;

/// The chances of 0, 1, ... `n` successes in `n` independent trials that succeed with chance `p`:
/// `n + 1` of them, which add up to 1.
///
/// # Errors
/// [`DistError::NotAChance`] unless `p` lies in 0 to 1, [`DistError::TooManyTrials`] above
/// [`MAX_TRIALS`].
pub fn binomial(n: u32, p: Ratio) -> Result<Vec<Exact>, DistError> {
    let weights = weights(n, p)?;
    let total = weights.iter().fold(Weight::ZERO, |sum, weight| sum.plus(weight));
    let share = |weight| Exact::share(weight, &total).unwrap_or(Exact::ZERO);
    Ok(weights.iter().map(share).collect())
}

/// The same as a distribution of the number of successes.
///
/// # Errors
/// As those of [`binomial`].
pub fn binomial_dist(n: u32, p: Ratio) -> Result<Dist<u32>, DistError> {
    Dist::weighted((0..=n).zip(weights(n, p)?))
}

/// `C(n, k) a^k (b - a)^(n - k)` for each `k`, where `p` is `a / b`.
fn weights(n: u32, p: Ratio) -> Result<Vec<Weight>, DistError> {
    if n > MAX_TRIALS {
        return Err(DistError::TooManyTrials);
    }
    let failures = p.denominator().checked_sub(p.numerator()).ok_or(DistError::NotAChance)?;
    let [hit, miss] = [p.numerator(), failures].map(|n| u64::try_from(n).map_err(|_| DistError::NotAChance));
    let (hits, misses) = (powers(n, &hit?.into()), powers(n, &miss?.into()));
    let mut ways = Weight::ONE;
    let mut weights = Vec::with_capacity(hits.len());
    for (k, (hit, miss)) in (0u32..).zip(hits.iter().zip(misses.iter().rev())) {
        weights.push(ways.times(hit).times(miss));
        ways = ways.times(&n.saturating_sub(k).into()).over(&(k + 1).into());
    }
    Ok(weights)
}

/// The powers of a number, from 0 to `n`.
fn powers(n: u32, base: &Weight) -> Vec<Weight> {
    let next = |power: &Weight| Some(power.times(base));
    std::iter::successors(Some(Weight::ONE), next).take(n as usize + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use statrs::distribution::{Binomial, Discrete};

    fn r(n: i64, d: i64) -> Ratio {
        Ratio::new(n, d).unwrap()
    }

    #[test]
    fn by_hand() {
        let sixes = binomial(2, r(1, 6)).unwrap();
        assert_eq!(sixes, [r(25, 36), r(10, 36), r(1, 36)].map(Exact::from));
        assert_eq!(binomial(10, r(1, 2)).unwrap()[5], r(63, 256).into());
        assert_eq!(binomial(0, r(1, 3)).unwrap(), [Exact::ONE]);
        assert_eq!(binomial(2, r(1, 1)).unwrap(), [Exact::ZERO, Exact::ZERO, Exact::ONE]);
        assert_eq!(binomial(1, r(0, 1)).unwrap(), [Exact::ONE, Exact::ZERO]);
        assert_eq!(binomial_dist(3, Ratio::ZERO).unwrap(), Dist::certain(0));
    }

    #[test]
    fn refused() {
        assert_eq!(binomial(3, r(3, 2)), Err(DistError::NotAChance));
        assert_eq!(binomial(3, r(-1, 2)), Err(DistError::NotAChance));
        assert_eq!(binomial(3, r(i64::MIN, 1)), Err(DistError::NotAChance));
        assert_eq!(binomial(MAX_TRIALS + 1, r(1, 2)), Err(DistError::TooManyTrials));
    }

    #[test]
    fn many_trials() {
        let law = binomial_dist(500, r(1, 3)).unwrap();
        assert_eq!(law.expectation(|&k| i64::from(k)), r(500, 3).into());
        assert_eq!(law.chance(|_| true), Exact::ONE);
    }

    proptest! {
        #[test]
        fn agrees_with_statrs(n in 0u32..200, a in 0i64..=12) {
            let law = Binomial::new(r(a, 12).to_f64(), n.into()).unwrap();
            for (k, chance) in (0u64..).zip(binomial(n, r(a, 12)).unwrap()) {
                prop_assert!((chance.to_f64() - law.pmf(k)).abs() < 1e-10);
            }
        }

        #[test]
        fn is_the_sum_of_its_trials(n in 0u32..40, a in 0i64..=6) {
            let p = r(a, 6);
            let one = binomial_dist(1, p).unwrap();
            prop_assert_eq!(one.repeat(n, 0, |a, b| a + b), binomial_dist(n, p).unwrap());
        }
    }
}
