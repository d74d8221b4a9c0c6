//! Tests written beside the rules: a situation, what is done in it, and what must come of it.

mod ahead;
mod answer;
mod barred;
mod bench;
mod chances;
mod expect;
mod ground;
mod idle;
mod larger;
mod looked;
mod measure;
mod mustered;
mod outcome;
mod parts;
mod put;
mod review;
mod run;
mod script;
mod side;
mod spare;
mod stage;
mod thrown;
mod watch;
mod words;

pub(crate) use bench::reread;
pub use bench::{Use, about_to, readings_taken, uses};
pub use chances::{Distribution, Wish, distribution};
pub use review::review;
pub use run::{Tests, Trial, Verdict, run, run_some};
pub use stage::{Known, Stage, stage};
