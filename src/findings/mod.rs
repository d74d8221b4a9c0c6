//! What is wrong with a pack as a whole, gathered and told: in order, without what only follows from other faults, as records
//! and drawn for people.

mod alone;
mod at_once;
mod blanks;
mod brings;
mod echo;
mod edits;
mod forms;
mod gather;
mod hidden;
mod inherited;
mod list;
mod mended;
mod parted;
mod record;
mod render;
mod tried;

pub use gather::{check, compile, count, settle, sort};
pub use list::{Finding, Findings};
pub use mended::{Mended, mended};
pub use record::{LabelRecord, Place, Record, record};
pub use render::{Renderer, placeless};
