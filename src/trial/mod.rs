//! Tests written beside the rules: a situation, what is done in it, and what must come of it.

mod bench;
mod measure;
mod mustered;
mod outcome;
mod review;
mod run;
mod script;
mod spare;
mod stage;
mod words;

pub use bench::{Use, uses};
pub use measure::{Distribution, distribution};
pub use review::review;
pub use run::{Trial, Verdict, run, run_some};
pub use stage::{Stage, stage};
