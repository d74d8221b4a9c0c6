//! Phrases: things, numbers, questions, descriptions, moves, changes. One noun a file.
//!
//! Every part of a node is taken apart by name, so that none that changes the meaning goes unheard.

mod change;
mod choice;
mod clause;
pub mod english;
mod motion;
mod noun;
mod number;
mod sel;
mod space;
mod terms;
#[cfg(test)]
mod tests;
mod throw;
mod title;
mod words;

pub use change::Place;
pub use choice::EVEN_ALIKE;
pub(super) use clause::many;
pub use english::CLOSE;
pub(super) use motion::KEEPS_FACING;
pub(super) use number::rounded;
pub use sel::As;
pub(super) use sel::trails;
