//! Whether the tests bite: the rules with one thing in them meant otherwise, and the tests that such a change can reach.
//!
//! What always holds:
//! - Only resolved rules are changed, and lowered anew; nothing is read or resolved again.
//! - A change that leaves the program as it was is no change, and is not counted.
//! - A test is run under a change only where it comes by a hook at which the change acts. What acts anywhere is tried with
//!   every test.
//! - A test that fails with the rules as they are notices nothing.

mod ground;
#[cfg(test)]
mod mutants;
mod reach;
#[cfg(test)]
mod tests;
mod worker;

pub use ground::{Ground, Tried};
pub use worker::{Outcome, Worker};
