//! A length on the table.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Thousandths in an inch.
const INCH: i64 = 1000;
/// Digits after the point that a thousandth needs.
const PLACES: usize = 3;

/// Why a text is not a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeasureError {
    /// It is not a number followed by the sign of an inch.
    #[error("a length is a number and the sign of an inch, as in 6\" or 4.5\"")]
    Malformed,
    /// It has more than three digits after the point.
    #[error("a length is counted in thousandths of an inch: at most three digits after the point")]
    TooFine,
    /// It does not fit.
    #[error("the length is too large")]
    TooLarge,
}

/// A length as a whole number of thousandths of an inch; below zero for a shortening.
///
/// Shown as `6"`, `4.5"`, `-0.125"`, and read back from the same text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Measure(i64);

impl MeasureError {
    /// What to write instead.
    #[must_use]
    pub const fn fix(self) -> &'static str {
        match self {
            Self::Malformed => "write a number and the sign of an inch, as in 6\" or 4.5\"",
            Self::TooFine => "write at most three digits behind the point",
            Self::TooLarge => "write a length of at most 1000\"",
        }
    }
}

impl Measure {
    /// A length of so many thousandths of an inch.
    #[must_use]
    pub const fn from_thousandths(thousandths: i64) -> Self {
        Self(thousandths)
    }

    /// The length in thousandths of an inch.
    #[must_use]
    pub const fn thousandths(self) -> i64 {
        self.0
    }

    /// The length in mils, if it fits on a table.
    ///
    /// # Errors
    /// No table is larger than 1000 inches.
    pub fn on_table(self) -> Result<i32, MeasureError> {
        i32::try_from(self.0).ok().filter(|m| m.abs() <= FARTHEST).ok_or(MeasureError::TooLarge)
    }
}

/// Mils farther than which nothing lies on any table.
const FARTHEST: i32 = 1_000_000;

/// A length on a table as written, in mils.
///
/// # Errors
/// What is wrong with it; no table is larger than 1000 inches.
pub fn mils(text: &str) -> Result<i32, MeasureError> {
    text.trim().parse().and_then(Measure::on_table)
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (size / INCH.unsigned_abs(), size % INCH.unsigned_abs());
        if part == 0 {
            return f.pad(&format!("{sign}{whole}\""));
        }
        let digits = format!("{part:0PLACES$}");
        f.pad(&format!("{sign}{whole}.{}\"", digits.trim_end_matches('0')))
    }
}

impl FromStr for Measure {
    type Err = MeasureError;

    fn from_str(text: &str) -> Result<Self, MeasureError> {
        let number = text.strip_suffix('"').ok_or(MeasureError::Malformed)?;
        let (sign, number) = match number.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, number),
        };
        let (whole, part) = match number.split_once('.') {
            Some((whole, part)) => (whole, digits(part)?),
            None => (number, ""),
        };
        if part.len() > PLACES {
            return Err(MeasureError::TooFine);
        }
        let shown = format!("{}{part:0<PLACES$}", digits(whole)?);
        // All are digits, so the only way to fail is to be too large.
        let size: i128 = shown.parse().map_err(|_| MeasureError::TooLarge)?;
        i64::try_from(sign * size).map(Self).map_err(|_| MeasureError::TooLarge)
    }
}

fn digits(text: &str) -> Result<&str, MeasureError> {
    if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) { Ok(text) } else { Err(MeasureError::Malformed) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shown_and_read_back() {
        for (thousandths, text) in [
            (6000, "6\""),
            (4500, "4.5\""),
            (0, "0\""),
            (1, "0.001\""),
            (-125, "-0.125\""),
            (12_050, "12.05\""),
            (i64::MAX, "9223372036854775.807\""),
            (i64::MIN, "-9223372036854775.808\""),
        ] {
            let measure = Measure::from_thousandths(thousandths);
            assert_eq!(measure.to_string(), text);
            assert_eq!(text.parse(), Ok(measure));
        }
        assert_eq!("4.50\"".parse(), Ok(Measure::from_thousandths(4500)));
        assert_eq!(format!("{:>5}", Measure::from_thousandths(6000)), "   6\"");
    }

    #[test]
    fn refused() {
        for text in ["", "\"", "6", "6.\"", ".5\"", "--6\"", "6 \"", "+6\"", "6.5.1\"", "6e3\"", "٣\""] {
            assert_eq!(text.parse::<Measure>(), Err(MeasureError::Malformed), "{text}");
        }
        assert_eq!("1.0005\"".parse::<Measure>(), Err(MeasureError::TooFine));
        let long = format!("{}\"", "9".repeat(60));
        assert_eq!(long.parse::<Measure>(), Err(MeasureError::TooLarge));
        assert_eq!("9223372036854775.808\"".parse::<Measure>(), Err(MeasureError::TooLarge));
    }

    proptest! {
        #[test]
        fn round_trip(thousandths: i64) {
            let measure = Measure::from_thousandths(thousandths);
            prop_assert_eq!(measure.to_string().parse(), Ok(measure));
        }

        #[test]
        fn no_text_panics(text in "\\PC*") {
            let _ = text.parse::<Measure>();
        }
    }
}
