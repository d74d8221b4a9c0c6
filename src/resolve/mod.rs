//! From what was written to what it means: names to numbers, kinds and measures known, blanks filled, variants applied.
//! The door is [`resolve`]; what it gives is the resolved rules, owned.

mod ask;
mod asking;
mod cx;
mod happen;
mod known;
mod meet;
mod noun;
mod scope;
#[cfg(test)]
pub(crate) mod small;
pub mod variant;

pub(crate) use ask::{ALWAYS, ASKED, unnamed};
pub use asking::{Asking, Scene};
pub(crate) use cx::Resolver;
pub(crate) use happen::span_of;
pub(crate) use noun::{compass, direction, named_bare};
pub(crate) use scope::Scope;

use crate::ast;
use crate::diag::Diagnostic;
use crate::hir::Rules;
use crate::intern::Names;

/// The resolved rules of a pack, and what was wrong.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// Usable for play only if no diagnostic is an error.
    pub rules: Rules,
    /// What was wrong, in the order of the texts.
    pub found: Vec<Diagnostic>,
}

/// Resolves the declarations that hold: those of the pack and its parents, variants applied.
#[must_use]
pub fn resolve(names: Names, decls: &[ast::Decl]) -> Resolved {
    let decls = noun::canonical(&names, decls);
    let mut cx = Resolver::new(names, &decls);
    cx.nouns(); // kinds, states, counts, columns, lists, tables, ground, formations, rulings, decks, heads of all that has one
    cx.bodies(); // values, procedures, throws: what each says itself
    cx.meetings(); // rules where they meet the game
    cx.finish()
}
