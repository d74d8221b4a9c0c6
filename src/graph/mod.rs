//! The effect graph: hooks, what rules contribute to them, and the compact form that the machine runs.
//! Knows types and composition, not any run of a game.

// the whole
mod check;
mod compile;

mod live;
mod numbers;

mod reads;
mod scope;
mod simultaneous;
mod snippet;

// heads and nouns
mod cells;
mod customs;
mod decls;
mod ground;
mod nouns;
mod rows;
mod rules;
mod rulings;
mod table;
mod table_keys;

// where rules meet hooks
mod attach;
mod blanks;
mod carry;
mod cited;
mod contribute;
mod guards;
mod ignore;
mod lasting;
mod meet;
mod overs;
mod splice;
mod terms;

// what is asked
mod aggregates;
mod amounts;
mod expr;
mod lines;
mod names;
mod places;
mod predicates;
mod prices;
mod refs;
mod select;
mod unknown;

// what happens
mod actions;
mod any_of;
mod anytime;
mod arrivals;
mod at_once;
mod bodies;
mod bouts;
mod branches;
mod changes;
mod choices;
mod costs;
mod decks;
mod dice_cells;
mod effects;
mod ends;
mod limits;
mod loops;
mod moves;
mod shares;
mod stand;
mod stmt;

// what is rolled
mod bands;
mod chance;
mod checks;
mod faces;
mod opposed;
mod rolls;
mod second;
mod toss;

use crate::ir;
pub use crate::ir::*;
pub use check::uncited;
pub use compile::{compile, review};
pub use live::Live;
pub use reads::{Footprints, Part, Reads, footprints};
pub use refs::ALWAYS;
pub use snippet::{Known, Snippet, called, snippet};
