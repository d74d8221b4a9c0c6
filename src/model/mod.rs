//! Names and what they name: the symbols of a pack, their kinds and measures.
//! Knows heads and drawers, not what rules do.

mod book;
mod collect;
mod key;
mod types;

pub use book::{Book, Count, Head, Kind, KindBase, Role, State, StateKind, Symbol, Until};
pub use collect::collect;
pub use key::Key;
pub use types::{Measure, Type};
