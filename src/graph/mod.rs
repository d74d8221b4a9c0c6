//! The effect graph: hooks, what rules contribute to them, and the compact form that the machine runs.
//! Knows types and composition, not any run of a game.

mod attach;
mod chance;
mod code;
mod compile;
mod conflict;
mod decls;
mod expr;
mod ir;
mod names;
mod program;
mod scope;
mod select;
mod snippet;
mod stmt;

pub use compile::compile;
pub use ir::*;
pub use snippet::{Known, Snippet, called, snippet};
pub use program::{ColumnInfo, Form, Gauge, ListRow, Program, RuleInfo, Ruling, Terrain};
