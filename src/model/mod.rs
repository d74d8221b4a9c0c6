//! Names and what they name: the symbols of a pack, their kinds and measures.
//! Knows heads and drawers, not what rules do.

mod amend;
mod collect;

pub use crate::ir::{Book, Count, Head, Key, Kind, KindBase, Measure, POINTS, Role, State, StateKind, Symbol, Type, Until};
pub use amend::{Change, Effective, Layer, Removed, effective, layers, take_reading};
pub use collect::collect;
