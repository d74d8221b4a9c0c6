//! What rules become: expressions and instructions over numbered slots.

mod ex;
mod hook;
mod op;
mod throw;
mod walk;

pub use ex::{Bin, Domain, Ex, Reg, S, Sel, Spot, WINDOW, X};
pub use hook::{Contribution, Factor, Gate, Next, Off, Procedure, RowInfo, Slot, Table};
pub use op::{AtOnce, Course, Limit, Motion, Op, Pick, Stays};
pub use throw::{Explode, Faces, Keep, Natural, Throw, ThrowKind};
pub use walk::Parts;
