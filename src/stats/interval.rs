//! A range that an estimate is confident of.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// A confidence interval, both ends included; in the unit of what is estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The interval `centre - reach ..= centre + reach`.
    #[must_use]
    pub const fn around(centre: f64, reach: f64) -> Self {
        Self { low: centre - reach, high: centre + reach }
    }
}

/// How many standard deviations a two-sided interval of this level reaches: 1.96 for 0.95.
///
/// `None` unless the level lies between 0 and 1.
pub(super) fn normal_reach(level: f64) -> Option<f64> {
    let normal = Normal::new(0.0, 1.0).ok()?;
    upper_tail(level).map(|below| normal.inverse_cdf(below))
}

/// The same under Student's t distribution of so many degrees of freedom, more than 0.
///
/// Above 1000 degrees, where the iteration of `statrs` grows slow and at last does not end, it is
/// Abramowitz and Stegun's expansion 26.7.5, which there errs by less than 1e-8 at usual levels.
pub(super) fn student_reach(level: f64, freedom: f64) -> Option<f64> {
    if freedom > 1000.0 {
        let z = normal_reach(level)?;
        let first = (z.powi(3) + z) / 4.0;
        let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
        return Some(z + first / freedom + second / freedom.powi(2));
    }
    let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
    upper_tail(level).map(|below| student.inverse_cdf(below))
}

fn upper_tail(level: f64) -> Option<f64> {
    (level > 0.0 && level < 1.0).then_some(f64::midpoint(1.0, level)).filter(|p| *p < 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quantiles as printed in any table.
    #[test]
    fn quantiles_of_the_tables() {
        for (level, z) in [(0.90, 1.644_854), (0.95, 1.959_964), (0.99, 2.575_829)] {
            assert!((normal_reach(level).unwrap() - z).abs() < 1e-6);
        }
        for (freedom, t) in [(1.0, 12.706_205), (2.0, 4.302_653), (9.0, 2.262_157), (120.0, 1.979_930)] {
            assert!((student_reach(0.95, freedom).unwrap() - t).abs() < 1e-5, "{freedom}");
        }
    }

    /// The two ways meet at 1000 degrees, of which the tables have 1.962339 and 2.580755.
    #[test]
    fn many_degrees() {
        for (level, t) in [(0.95, 1.962_339), (0.99, 2.580_755)] {
            for freedom in [1000.0, 1000.001] {
                assert!((student_reach(level, freedom).unwrap() - t).abs() < 1e-6, "{freedom}");
            }
        }
        assert!((student_reach(0.95, 1e12).unwrap() - 1.959_964).abs() < 1e-6);
    }

    /// The iteration of `statrs` ends for every number of degrees that it is asked for.
    #[test]
    fn quantiles_of_every_degree() {
        for level in [1e-9, 0.01, 0.5, 0.9, 0.999, 1.0 - 1e-9, 1.0 - 1e-15] {
            let mut last = f64::INFINITY;
            for freedom in (1..=1000).map(f64::from) {
                let t = student_reach(level, freedom).unwrap();
                assert!(t > 0.0 && t <= last * (1.0 + 1e-6) + 1e-6, "{level} {freedom} {t} {last}");
                last = t;
            }
        }
    }

    #[test]
    fn senseless_levels() {
        for level in [0.0, 1.0, -1.0, 2.0, f64::NAN, f64::INFINITY, 1.0 - f64::EPSILON / 2.0] {
            let z = normal_reach(level);
            assert!(z.is_none_or(f64::is_finite), "{level}: {z:?}");
        }
        assert_eq!(normal_reach(1.0), None);
        assert_eq!(normal_reach(f64::NAN), None);
        assert_eq!(student_reach(0.95, 0.0), None);
    }
}
