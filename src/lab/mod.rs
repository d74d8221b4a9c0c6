//! Questions put to a position: exact chances, and many games.

mod exact;
mod spread;

pub use exact::{Odds, Open, odds};
pub use spread::spread;
