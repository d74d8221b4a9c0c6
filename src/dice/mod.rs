//! Keyed dice: every face is a pure function of where in the game it is thrown.
//!
//! Nothing here has a state to advance, so a roll that is added or left out shifts no other roll.
//! This floor does not know what a die is thrown for.

mod context;
mod faces;
mod histogram;
mod keep;
mod key;
mod philox;
mod stream;

#[cfg(test)]
mod battery;
#[cfg(test)]
mod golden;

pub use context::{ContextHash, name_key};
pub use faces::{face, roll_each};
pub use histogram::Histogram;
pub use keep::{Keep, Kept};
pub use key::RollKey;
pub use stream::Stream;

/// The name of the generator and of the way faces are taken from it, to be recorded with every
/// output: the same name and the same key give the same faces.
pub const GENERATOR: &str = "philox4x32-10/1";
