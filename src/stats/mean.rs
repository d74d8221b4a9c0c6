//! The average of a quantity.

use super::interval::{Interval, student_reach};

/// A running mean and variance, in the unit of what is observed (Welford 1962). For the difference
/// of two arms, observe the differences of the pairs.
///
/// Observing what is not a finite number spoils it: the mean is then not one either, and there is
/// no interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    count: u64,
    centre: f64,
    /// The sum of the squared distances from the mean.
    spread: f64,
}

impl Mean {
    /// Takes in one more value.
    pub fn observe(&mut self, value: f64) {
        self.count = self.count.saturating_add(1);
        let before = value - self.centre;
        self.centre += before / self.count as f64;
        self.spread += before * (value - self.centre);
    }

    /// The mean; `None` without values.
    #[must_use]
    pub fn estimate(self) -> Option<f64> {
        (self.count > 0).then_some(self.centre)
    }

    /// The sample variance (divided by `count - 1`); `None` under two values.
    #[must_use]
    pub fn variance(self) -> Option<f64> {
        (self.count > 1).then(|| self.spread / (self.count - 1) as f64)
    }

    /// Student's interval of the mean, for a level such as 0.95.
    ///
    /// `None` under two values, for values that are not finite, or unless the level lies between
    /// 0 and 1.
    #[must_use]
    pub fn student(self, level: f64) -> Option<Interval> {
        let error = (self.variance()? / self.count as f64).sqrt();
        let reach = student_reach(level, (self.count - 1) as f64)?;
        let interval = Interval::around(self.centre, error * reach);
        (interval.low.is_finite() && interval.high.is_finite()).then_some(interval)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f64]) -> Mean {
        let mut mean = Mean::default();
        for &value in values {
            mean.observe(value);
        }
        mean
    }

    /// Of 1 to 10: mean 11/2, variance 55/6, error sqrt(11/12), t of 9 degrees 2.262157.
    #[test]
    fn one_to_ten() {
        let mean = of(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]);
        assert_eq!(mean.estimate(), Some(5.5));
        assert!((mean.variance().unwrap() - 55.0 / 6.0).abs() < 1e-12);
        let reach = 2.262_157 * (11.0f64 / 12.0).sqrt();
        let interval = mean.student(0.95).unwrap();
        assert!((interval.low - (5.5 - reach)).abs() < 1e-5);
        assert!((interval.high - (5.5 + reach)).abs() < 1e-5);
    }

    #[test]
    fn too_little_to_say() {
        assert_eq!(Mean::default().estimate(), None);
        assert_eq!(of(&[3.0]).student(0.95), None);
        assert_eq!(of(&[3.0, f64::NAN]).student(0.95), None);
        assert_eq!(of(&[3.0, f64::MAX, f64::MIN]).student(0.95), None);
        assert_eq!(of(&[3.0, 3.0]).student(0.95), Some(Interval { low: 3.0, high: 3.0 }));
    }
}
