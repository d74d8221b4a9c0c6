//! A walk over resolved rules: each method visits what is below its node.
//!
//! There is no arm for all that is left, so that a new sort of node must say its parts. The parts are said once, and two walks are
//! made of them: one that reads, and one in [`alter`] that may change what it visits.

pub mod every;
mod expr;
mod node;
mod stmt;

pub use read::*;

/// A walk that reads.
mod read {
    super::node::walk_nodes!(iter);
    super::expr::walk_exprs!(iter);
    super::stmt::walk_stmts!(iter);
}

/// A walk that may change what it visits.
pub mod alter {
    super::node::walk_nodes!(iter_mut mut);
    super::expr::walk_exprs!(iter_mut mut);
    super::stmt::walk_stmts!(iter_mut mut);
}
