//! Two arms compared under the same dice.

use serde::{Deserialize, Serialize};
use statrs::distribution::{Binomial, DiscreteCDF};
use statrs::function::erf::erfc;

use super::interval::{Interval, normal_reach};
use super::proportion::Proportion;

/// The most discordant pairs for which the tail is computed exactly: the continued fraction of
/// `statrs` is cut off too early for numbers a thousand times as large.
const MOST_EXACT: u64 = 1_000_000;

/// The outcomes of pairs of trials, one of each arm, that differ in nothing but the arm.
///
/// Pairs that agree say nothing about the difference: only the discordant ones count (`McNemar`
/// 1947), so that few pairs are enough where common random numbers make most of them agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Paired {
    /// Pairs in which both arms succeeded.
    pub both: u64,
    /// Pairs in which only the first arm succeeded.
    pub only_first: u64,
    /// Pairs in which only the second arm succeeded.
    pub only_second: u64,
    /// Pairs in which neither arm succeeded.
    pub neither: u64,
}

impl Paired {
    /// Counts one more pair.
    pub fn observe(&mut self, first: bool, second: bool) {
        let count = match (first, second) {
            (true, true) => &mut self.both,
            (true, false) => &mut self.only_first,
            (false, true) => &mut self.only_second,
            (false, false) => &mut self.neither,
        };
        *count = count.saturating_add(1);
    }

    /// The pairs of both.
    #[must_use]
    pub const fn merge(self, other: Self) -> Self {
        Self {
            both: self.both.saturating_add(other.both),
            only_first: self.only_first.saturating_add(other.only_first),
            only_second: self.only_second.saturating_add(other.only_second),
            neither: self.neither.saturating_add(other.neither),
        }
    }

    /// How many pairs there are.
    #[must_use]
    pub const fn pairs(self) -> u64 {
        self.both.saturating_add(self.neither).saturating_add(self.discordant().trials())
    }

    /// The first arm by itself.
    #[must_use]
    pub const fn first(self) -> Proportion {
        let failures = self.only_second.saturating_add(self.neither);
        Proportion::new(self.both.saturating_add(self.only_first), failures)
    }

    /// The second arm by itself.
    #[must_use]
    pub const fn second(self) -> Proportion {
        let failures = self.only_first.saturating_add(self.neither);
        Proportion::new(self.both.saturating_add(self.only_second), failures)
    }

    /// The pairs that disagree; a success is one in which only the second arm succeeded.
    #[must_use]
    pub const fn discordant(self) -> Proportion {
        Proportion::new(self.only_second, self.only_first)
    }

    /// The exact two-sided p of `McNemar`'s test: how likely so uneven a split of the discordant
    /// pairs would be were the arms alike, that is twice the lower tail of a binomial of one half,
    /// and 1 at most. Above a million discordant pairs it is the normal approximation with
    /// continuity correction, which there errs by less than 1e-6.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "an estimate")]
    pub fn p_value(self) -> f64 {
        let (fewer, trials) = (self.only_first.min(self.only_second), self.discordant().trials());
        let tail = if trials <= MOST_EXACT {
            Binomial::new(0.5, trials).map_or(1.0, |halves| halves.cdf(fewer))
        } else {
            let apart = self.only_first.abs_diff(self.only_second) as f64 - 1.0;
            erfc(apart / (2.0 * trials as f64).sqrt()) / 2.0
        };
        (2.0 * tail).min(1.0)
    }

    /// The second arm's share of successes less the first's, from -1 to 1; `None` without pairs.
    #[must_use]
    pub fn difference(self) -> Option<f64> {
        Some(self.second().estimate()? - self.first().estimate()?)
    }

    /// The interval of the difference, for a level such as 0.95: Wald's for matched pairs, each of
    /// the four counts raised by one half (Agresti and Min, "Simple improved confidence intervals
    /// for comparing matched proportions", 2005), cut to -1..=1.
    ///
    /// `None` without pairs, or unless the level lies between 0 and 1.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "an estimate")]
    pub fn difference_interval(self, level: f64) -> Option<Interval> {
        let z = normal_reach(level)?;
        if self.pairs() == 0 {
            return None;
        }
        let [b, c] = [self.only_first, self.only_second].map(|count| count as f64 + 0.5);
        let n = self.pairs() as f64 + 2.0;
        let centre = (c - b) / n;
        let error = ((b + c - (c - b).powi(2) / n).max(0.0)).sqrt() / n;
        let Interval { low, high } = Interval::around(centre, z * error);
        Some(Interval { low: low.max(-1.0), high: high.min(1.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::Ratio;
    use crate::stats::binomial_dist;
    use proptest::prelude::*;

    fn split(only_first: u64, only_second: u64) -> Paired {
        Paired { only_first, only_second, ..Paired::default() }
    }

    /// Tails of the binomial of one half by hand: 2 (1 + 9) / 2^9, 2 / 2^5, 2 (1 + 12 + 66) / 2^12.
    #[test]
    fn tails_by_hand() {
        for (b, c, p) in [(1, 8, 20.0 / 512.0), (8, 1, 20.0 / 512.0), (0, 5, 2.0 / 32.0), (2, 10, 158.0 / 4096.0), (4, 4, 1.0), (0, 0, 1.0)]
        {
            assert!((split(b, c).p_value() - p).abs() < 1e-12, "{b}, {c}");
        }
    }

    /// The normal law and the exact tail meet at a million; far beyond, 2 (1 - Phi(3)) = 0.0027.
    #[test]
    fn very_many_pairs() {
        let exact = split(499_000, 501_000).p_value();
        let beyond = split(499_000, 501_001).p_value();
        assert!((exact - beyond).abs() < 2e-4 && exact > beyond, "{exact} {beyond}");
        // z = 1999 / 1000 and so 0.045608.
        assert!((exact - 0.045_608).abs() < 2e-6, "{exact}");
        let half = 2_500_000_000_000;
        assert!((split(half, half + 6_708_204).p_value() - 0.002_7).abs() < 1e-6);
        assert!((split(half, half).p_value() - 1.0).abs() < 1e-6);
        assert!((split(0, u64::MAX).p_value()).abs() < 1e-12);
    }

    /// The approval ratings of Agresti's "Categorical Data Analysis" (794, 150, 86, 570): the
    /// difference is -0.04, its error 0.0095, its interval -0.059 to -0.021.
    #[test]
    fn agrestis_ratings() {
        let ratings = Paired { both: 794, only_first: 150, only_second: 86, neither: 570 };
        assert_eq!(ratings.pairs(), 1600);
        assert!((ratings.difference().unwrap() + 0.04).abs() < 1e-12);
        let interval = ratings.difference_interval(0.95).unwrap();
        assert!((interval.low + 0.059).abs() < 6e-4, "{interval:?}");
        assert!((interval.high + 0.021).abs() < 6e-4, "{interval:?}");
        assert!(ratings.p_value() < 1e-4);
    }

    #[test]
    fn arms_by_themselves() {
        let mut pairs = Paired::default();
        for (first, second) in [(true, true), (true, false), (true, false), (false, true)] {
            pairs.observe(first, second);
        }
        assert_eq!(pairs.first(), Proportion::new(3, 1));
        assert_eq!(pairs.second(), Proportion::new(2, 2));
        assert_eq!(pairs.discordant(), Proportion::new(1, 2));
        assert_eq!(pairs.merge(pairs).pairs(), 8);
        assert_eq!(Paired::default().difference(), None);
        assert_eq!(Paired::default().difference_interval(0.95), None);
    }

    proptest! {
        #[test]
        fn p_is_the_exact_tail(b in 0u64..60, c in 0u64..60) {
            let trials = u32::try_from(b + c).unwrap();
            let law = binomial_dist(trials, Ratio::new(1, 2).unwrap()).unwrap();
            let tail = law.chance(|&k| u64::from(k) <= b.min(c)).to_f64();
            prop_assert!((split(b, c).p_value() - (2.0 * tail).min(1.0)).abs() < 1e-9);
        }
    }
}
