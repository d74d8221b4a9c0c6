//! How often something happens.

use super::interval::{Interval, normal_reach};

/// Successes among independent trials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Proportion {
    successes: u64,
    failures: u64,
}

impl Proportion {
    /// So many successes and so many failures.
    #[must_use]
    pub const fn new(successes: u64, failures: u64) -> Self {
        Self { successes, failures }
    }

    /// How many there were.
    #[must_use]
    pub const fn trials(self) -> u64 {
        self.successes.saturating_add(self.failures)
    }

    /// The share of successes, from 0 to 1; `None` without trials.
    #[must_use]
    pub fn estimate(self) -> Option<f64> {
        (self.trials() > 0).then(|| self.successes as f64 / self.trials() as f64)
    }

    /// The interval of Wilson (1927) without continuity correction, for a level such as 0.95:
    /// `(p + z^2/2n +- z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n)`.
    ///
    /// `None` without trials, or unless the level lies between 0 and 1.
    #[must_use]
    pub fn wilson(self, level: f64) -> Option<Interval> {
        let (z, p, n) = (normal_reach(level)?, self.estimate()?, self.trials() as f64);
        let shrink = 1.0 + z * z / n;
        let centre = (p + z * z / (2.0 * n)) / shrink;
        let reach = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt() / shrink;
        let Interval { low, high } = Interval::around(centre, reach);
        // At no or all successes the end is exactly there, but for rounding.
        let low = if self.successes == 0 { 0.0 } else { low };
        let high = if self.failures == 0 { 1.0 } else { high };
        Some(Interval { low, high })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I,
    /// method 3.
    #[test]
    fn newcombes_table() {
        for (successes, trials, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let interval = Proportion::new(successes, trials - successes).wilson(0.95).unwrap();
            assert!((interval.low - low).abs() < 5e-5, "{interval:?}");
            assert!((interval.high - high).abs() < 5e-5, "{interval:?}");
        }
    }

    #[test]
    fn nothing_seen() {
        assert_eq!(Proportion::default().estimate(), None);
        assert_eq!(Proportion::default().wilson(0.95), None);
        assert_eq!(Proportion::new(1, 1).wilson(1.0), None);
    }

    proptest! {
        #[test]
        fn intervals_hold_the_estimate(s in 0u64..1000, f in 0u64..1000, level in 0.01f64..0.999) {
            prop_assume!(s + f > 0);
            let seen = Proportion::new(s, f);
            let interval = seen.wilson(level).unwrap();
            prop_assert!((interval.low..=interval.high).contains(&seen.estimate().unwrap()));
            prop_assert!(interval.low >= 0.0 && interval.high <= 1.0);
            let mirrored = Proportion::new(f, s).wilson(level).unwrap();
            prop_assert!((interval.low + mirrored.high - 1.0).abs() < 1e-12);
        }
    }
}
