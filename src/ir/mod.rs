//! What rules become: names with their numbers, expressions and instructions over numbered slots.
//! Knows how the machine is fed, not where a program comes from.

mod book;
mod ex;
mod hook;
mod id;
mod key;
mod live;
mod op;
mod program;
mod reads;
mod throw;
mod touched;
mod types;
mod walk;

pub use book::{Book, Count, Deck, Head, Hidden, Kind, KindBase, Role, Secret, Sees, State, StateKind, Symbol, Until};
pub use ex::{Bin, Domain, Ex, Reg, Ring, Sel, Spot, WINDOW};
pub use hook::{Contribution, Factor, Gate, Next, Off, Procedure, RowInfo, Slot, Table};
pub use id::*;
pub use key::Key;
pub use live::{Live, next_of};
pub use op::{
    AsBefore, AtOnce, Choosing, Course, Drawing, Laying, Limit, MannerPart, Motion, Moves, Offering, Op, Pick, Putting, Rerolling, Stays,
    Taking, Turn,
};
pub use program::{ColumnInfo, Deal, Form, Gauge, ListRow, Near, Program, RuleInfo, Ruling, Terrain};
pub use reads::{Footprints, Part, Reads, footprints};
pub use throw::{Explode, Faces, Look, Natural, Throw, ThrowKind};
pub use touched::Touched;
pub use types::{Measure, POINTS, Type};
pub use walk::Parts;
