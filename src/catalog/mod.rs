//! What there is, so that it can be found: packs, what a pack holds by its sorts, and the places where its rules can be met.

mod begun;
mod contents;
mod game;
mod hooks;
mod place;
mod sheets;
mod shelf;
mod sorts;
mod words;

pub use begun::{Begun, list, pack};
pub use contents::{ActionRow, Contents, DoctrineRow, ForceRow, ReadingsRow, RosterRow, RuleRow, ScenarioRow, UnitRow};
pub use game::game;
pub use hooks::{HookRow, hooks, search};
pub use sheets::{Catalogue, ListSheet, OptionList, OptionSheet, UnitSheet};
pub use shelf::{PackRow, packs};
pub use sorts::{SortRow, sorts};
pub use words::{Sought, Word, word, words, words_written};
