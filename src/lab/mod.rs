//! Questions put to a position: exact chances, and many games.

mod circles;
mod exact;
mod pool;
mod run_on;
mod spread;
mod walk;

pub use exact::{Odds, odds};
pub use run_on::{Open, Policy, to_end};
pub use spread::spread;
pub use walk::Walk;
