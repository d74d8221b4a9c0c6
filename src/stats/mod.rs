//! Statistics of many games, and exact finite distributions.
//!
//! The estimates are floats, for reports: nothing in a game may depend on them. The distributions
//! are exact. This floor does not know what is counted, nor how it was played.

mod interval;
mod mean;
mod proportion;

mod dist;
mod exact;
mod weight;

#[cfg(test)]
mod dist_tests;
#[cfg(test)]
mod exact_tests;

pub use interval::Interval;
pub use mean::Mean;
pub use proportion::Proportion;

pub use dist::{Dist, DistError, lcm};
pub use exact::Exact;
pub use weight::Weight;
