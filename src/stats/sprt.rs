//! When to stop.

use serde::{Deserialize, Serialize};

use super::paired::Paired;
use super::proportion::Proportion;

/// Why a test cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SprtError {
    /// A hypothesis is not a chance between 0 and 1, or both are the same.
    #[error("the two hypotheses must be different chances between 0 and 1")]
    Hypotheses,
    /// An error rate is not above 0, or both together are not below 1.
    #[error("the error rates must be above 0 and together below 1")]
    ErrorRates,
}

/// What a sequential test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Too early: go on.
    Continue,
    /// The chance is `p0` rather than `p1`: stop.
    AcceptH0,
    /// The chance is `p1` rather than `p0`: stop.
    AcceptH1,
}

/// The sequential probability ratio test of a chance, `p0` against `p1` (Wald, "Sequential tests of
/// statistical hypotheses", 1945).
///
/// It stops as soon as the logarithm of the likelihood ratio leaves
/// `ln(beta / (1 - alpha)) ..= ln((1 - beta) / alpha)`, and then errs with a chance of at most about
/// `alpha` where `p0` is true, `beta` where `p1` is. The order of trials does not matter to the ratio,
/// but the verdict is that of the first trial, or batch of them, at which it is left.
///
/// Of pairs, the trials are the discordant ones: `p0 = 0.5` says the arms are alike, and
/// `p1 = 0.5 + d` that the second wins more of them. To look both ways, run a second test with
/// `p1 = 0.5 - d`, and half of `alpha` for each.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// What a success, and what a failure, adds to the logarithm of the likelihood ratio.
    success: f64,
    failure: f64,
    lower: f64,
    upper: f64,
}

#[allow(clippy::cast_precision_loss, reason = "estimates")]
impl Sprt {
    /// A test of `p0` against `p1`, which errs at rates `alpha` and `beta`.
    ///
    /// # Errors
    /// If the chances are not different and strictly between 0 and 1, or the rates not above 0 and
    /// together below 1.
    pub fn new(p0: f64, p1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        let chance = |p: f64| p > 0.0 && p < 1.0;
        // Differences of logarithms: a quotient could leave the range of a float.
        let (success, failure) = (p1.ln() - p0.ln(), (-p1).ln_1p() - (-p0).ln_1p());
        if !(chance(p0) && chance(p1) && success != 0.0 && failure != 0.0) {
            return Err(SprtError::Hypotheses);
        }
        let lower = beta.ln() - (-alpha).ln_1p();
        let upper = (-beta).ln_1p() - alpha.ln();
        if !(alpha > 0.0 && beta > 0.0 && lower < 0.0 && upper > 0.0) {
            return Err(SprtError::ErrorRates);
        }
        Ok(Self { success, failure, lower, upper })
    }

    /// The bounds of the logarithm of the likelihood ratio, the lower below 0, the upper above.
    #[must_use]
    pub const fn bounds(self) -> (f64, f64) {
        (self.lower, self.upper)
    }

    /// The natural logarithm of how many times likelier the trials are under `p1` than under `p0`.
    #[must_use]
    pub fn log_ratio(self, seen: Proportion) -> f64 {
        let failures = seen.trials() - seen.successes();
        seen.successes() as f64 * self.success + failures as f64 * self.failure
    }

    /// What the trials so far say.
    #[must_use]
    pub fn verdict(self, seen: Proportion) -> Verdict {
        let ratio = self.log_ratio(seen);
        if ratio >= self.upper {
            Verdict::AcceptH1
        } else if ratio <= self.lower {
            Verdict::AcceptH0
        } else {
            Verdict::Continue
        }
    }

    /// What the pairs so far say: a trial is a discordant pair, a success one that only the second
    /// arm won.
    #[must_use]
    pub fn verdict_of_pairs(self, pairs: Paired) -> Verdict {
        self.verdict(pairs.discordant())
    }

    /// How far the trials have got, from 0 (nothing seen) to 1 (a verdict), for a progress bar.
    #[must_use]
    pub fn progress(self, seen: Proportion) -> f64 {
        let ratio = self.log_ratio(seen);
        let bound = if ratio < 0.0 { self.lower } else { self.upper };
        (ratio / bound).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() < by, "{a} is not {b}");
    }

    /// The item-by-item plan of the NIST/SEMATECH e-Handbook of Statistical Methods, 6.2.6: 0.01
    /// against 0.10 at 0.05 and 0.10 is accepted on `0.0397 n - 0.939` and rejected on
    /// `0.0397 n + 1.205` defectives; the first acceptance is on none of 24, and the earliest
    /// rejection on two of two.
    #[test]
    fn the_plan_of_the_handbook() {
        let plan = Sprt::new(0.01, 0.10, 0.05, 0.10).unwrap();
        let (lower, upper) = plan.bounds();
        near(lower, (0.10f64 / 0.95).ln(), 1e-12);
        near(upper, (0.90f64 / 0.05).ln(), 1e-12);
        let each = plan.success - plan.failure;
        near(-plan.failure / each, 0.0397, 1e-4);
        near(lower / each, -0.939, 1e-3);
        near(upper / each, 1.205, 1e-3);
        assert_eq!(plan.verdict(Proportion::new(0, 23)), Verdict::Continue);
        assert_eq!(plan.verdict(Proportion::new(0, 24)), Verdict::AcceptH0);
        assert_eq!(plan.verdict(Proportion::new(1, 0)), Verdict::Continue);
        assert_eq!(plan.verdict(Proportion::new(2, 0)), Verdict::AcceptH1);
    }

    /// 0.1 against 0.3 at 0.02 and 0.03, by hand: slope 0.186169, intercepts -2.58263 and 2.87539.
    #[test]
    fn the_lines_by_hand() {
        let plan = Sprt::new(0.1, 0.3, 0.02, 0.03).unwrap();
        let each = plan.success - plan.failure;
        near(each, 27.0f64.ln() - 7.0f64.ln(), 1e-12);
        near(-plan.failure / each, 0.186_169, 1e-6);
        near(plan.lower / each, -2.582_63, 1e-5);
        near(plan.upper / each, 2.875_39, 1e-5);
    }

    #[test]
    fn only_discordant_pairs_count() {
        let test = Sprt::new(0.5, 0.6, 0.05, 0.05).unwrap();
        let agreed = Paired { both: 1000, neither: 1000, ..Paired::default() };
        assert_eq!(test.verdict_of_pairs(agreed), Verdict::Continue);
        near(test.progress(agreed.discordant()), 0.0, 1e-12);
        // 17 ln 1.2 = 3.10 is above ln 19 = 2.94, 16 ln 1.2 = 2.92 is not.
        let won = |only_second| Paired { only_second, ..agreed };
        assert_eq!(test.verdict_of_pairs(won(16)), Verdict::Continue);
        assert_eq!(test.verdict_of_pairs(won(17)), Verdict::AcceptH1);
        near(test.progress(won(17).discordant()), 1.0, 1e-12);
        let mirrored = Sprt::new(0.5, 0.4, 0.05, 0.05).unwrap();
        assert_eq!(mirrored.verdict(Proportion::new(0, 17)), Verdict::AcceptH1);
    }

    #[test]
    fn senseless_tests() {
        for (p0, p1) in [(0.5, 0.5), (0.0, 0.5), (0.5, 1.0), (f64::NAN, 0.5), (0.5, -0.1)] {
            assert_eq!(Sprt::new(p0, p1, 0.05, 0.05), Err(SprtError::Hypotheses));
        }
        for (alpha, beta) in [(0.0, 0.1), (0.5, 0.5), (0.1, f64::NAN), (-0.1, 0.1)] {
            assert_eq!(Sprt::new(0.5, 0.6, alpha, beta), Err(SprtError::ErrorRates));
        }
    }

    #[test]
    fn extreme_tests_stay_finite() {
        let test = Sprt::new(f64::MIN_POSITIVE, 1.0 - f64::EPSILON, 1e-320, 1e-320).unwrap();
        assert!(test.bounds().0.is_finite() && test.bounds().1.is_finite());
        assert!(test.log_ratio(Proportion::new(0, u64::MAX)).is_finite());
        assert!(test.log_ratio(Proportion::new(u64::MAX, 0)).is_finite());
    }

    #[allow(clippy::cast_precision_loss, reason = "small counts")]
    /// The rate of `AcceptH1`, and the mean number of trials, of 20,000 tests where the chance is `p`.
    fn simulate(test: Sprt, p: f64, mut state: u64) -> (f64, f64) {
        let (mut accepted, mut trials) = (0u32, 0u64);
        for _ in 0..20_000 {
            let mut seen = Proportion::default();
            let verdict = loop {
                // SplitMix64.
                state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
                let word = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
                seen.observe(((word ^ (word >> 31)) >> 11) as f64 * 0.5f64.powi(53) < p);
                match test.verdict(seen) {
                    Verdict::Continue => {}
                    verdict => break verdict,
                }
            };
            accepted += u32::from(verdict == Verdict::AcceptH1);
            trials += seen.trials();
        }
        (f64::from(accepted) / 20_000.0, trials as f64 / 20_000.0)
    }

    /// Wald's inequalities: the true rates are at most `alpha / (1 - beta)` and
    /// `beta / (1 - alpha)`; they are not much less, for the overshoot is small; and the mean number
    /// of trials is about `(L lower + (1 - L) upper) / E[z]`. Five standard deviations of leave.
    #[test]
    fn error_rates_by_simulation() {
        let (p0, p1, alpha, beta) = (0.5, 0.55, 0.05, 0.10);
        let test = Sprt::new(p0, p1, alpha, beta).unwrap();
        let leave = |rate: f64| 5.0 * (rate * (1.0 - rate) / 20_000.0).sqrt();
        let step = |p: f64| p * test.success + (1.0 - p) * test.failure;

        let (accepted, trials) = simulate(test, p0, 1);
        assert!(accepted < alpha / (1.0 - beta) + leave(alpha), "{accepted}");
        assert!(accepted > 0.8 * alpha, "{accepted}");
        let mean = ((1.0 - alpha) * test.lower + alpha * test.upper) / step(p0);
        assert!((trials / mean - 1.0).abs() < 0.1, "{trials} {mean}");

        let (accepted, trials) = simulate(test, p1, 2);
        assert!(1.0 - accepted < beta / (1.0 - alpha) + leave(beta), "{accepted}");
        assert!(1.0 - accepted > 0.8 * beta, "{accepted}");
        let mean = (beta * test.lower + (1.0 - beta) * test.upper) / step(p1);
        assert!((trials / mean - 1.0).abs() < 0.1, "{trials} {mean}");
    }
}
