//! Exact arithmetic: no floats, no silent overflow, and one rounding at the end.
//!
//! This floor does not know what is counted or measured, nor where a number comes from.

mod measure;
mod rounding;

pub use measure::{Measure, MeasureError, mils};
pub use rounding::{Rounding, divide};
