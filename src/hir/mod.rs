//! The resolved rules: what a pack means once every name is known, every blank filled, every variant applied and every
//! reading chosen. Plain data. The program, the spoken form, `explain`, `diff` and the fingerprint are all made from it.
//!
//! Nothing here holds text but names, titles and notes; places (`At`) are for messages only and never compared.

mod attach;
mod chance;
mod change;
mod expr;
mod id;
#[cfg(test)]
pub(crate) mod made;
mod muster;
pub mod mutate;
mod noun;
mod print;
mod proc;
mod rules;
mod sel;
mod stmt;
mod ty;
pub mod walk;
mod whole;

pub use crate::ir::{AsBefore, Sees};
pub use attach::*;
pub use chance::*;
pub use change::*;
pub use expr::*;
pub use id::*;
pub use muster::*;
pub use mutate::{Mutation, mutants};
pub use noun::*;
pub use print::{print, print_part, words_of};
pub use proc::*;
pub use rules::*;
pub use sel::*;
pub use stmt::*;
pub use ty::*;
pub use whole::{Declared, Sort, declared, fingerprint, print_of};
