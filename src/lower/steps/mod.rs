//! Procedures: their steps, and what rules put before, after and in place of them.

mod action;
mod arrival;
mod body;
mod order;
mod splice;

pub(crate) use order::Pairs;
pub use splice::Trigger;
