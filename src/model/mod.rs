//! Names and what they name: the symbols of a pack, their kinds and measures.
//! Knows heads and drawers, not what rules do.

mod amend;
mod book;
mod collect;
mod key;
mod types;

pub use amend::{Change, Effective, Layer, Removed, effective, layers, take_reading};
pub use book::{Book, Count, Head, Kind, KindBase, Role, State, StateKind, Symbol, Until};
pub use collect::collect;
pub use key::Key;
pub use types::{Measure, POINTS, Type};
