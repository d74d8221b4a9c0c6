//! The machine: a game as plain data, run until it stops at a chance node or a decision node.
//! Knows instructions and geometry, not where forces come from or who decides.

mod at_once;
mod bouts;
mod cast;
mod choose;
mod course;
mod decide;
mod draw;
mod engage;
mod eval;
mod gates;
mod groups;
mod join;
mod lines;
mod machine;
mod marks;
mod memo;
mod motion;
mod moves;
mod posts;
mod ranks;
mod relate;
mod reroll;
mod rolls;
mod select;
mod show;
mod space;
mod step;
mod throw;
mod toss;
mod trace;
mod trip;
mod value;
mod way;
mod world;

pub use cast::{Cast, Ent, EntId, Feature, NONE};
pub use decide::{Choice, Decision, NONE_CHOICE, VIA, Wanted};
pub use eval::Ask;
pub use machine::{Frame, Game, Machine, Stop};
pub use marks::Marks;
pub use memo::Memo;
pub use reroll::Lying;
pub use show::{show, show_action, show_answer};
pub use toss::{Dice, Keyed, Kind as TossKind, MOST_MORE, Outcome, See, Toss, roll};
pub use trace::{Event, NoTrace, Share, Trace, Traced};
pub use world::{Place, World};
