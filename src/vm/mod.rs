//! The machine: a game as plain data, run until it stops at a chance node or a decision node.
//! Knows instructions and geometry, not where forces come from or who decides.

mod cast;
mod decide;
mod eval;
mod machine;
mod moves;
mod space;
mod toss;
mod trace;
mod world;

pub use cast::{Cast, Ent, EntId, Feature, NONE};
pub use decide::{Choice, Decision, NONE_CHOICE, Wanted};
pub use eval::Ask;
pub use machine::{Frame, Game, Machine, Stop, show, show_action};
pub use toss::{Dice, Keyed, Kind as TossKind, Outcome, Toss, roll};
pub use trace::{Event, NoTrace, Share, Trace, Traced};
pub use world::{Place, World};
