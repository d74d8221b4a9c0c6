//! From the whole tree of a file to typed declarations.
//!
//! Every node is opened by one function, [`Reader::read`], which tells of any part that nobody took, keywords included.
//! A construct that cannot be read is left out, and that is told once.

mod agree;
mod blocks;
mod cards;
mod columns;
mod contribs;
mod counts;
mod decls;
mod deeds;
mod each;
mod edits;
mod exprs;
mod families;
mod heads;
mod items;
mod kids;
mod literals;
mod musters;
mod names;
mod patterns;
mod refs;
mod rows;
mod rulings;
mod scenes;
mod selects;
mod shapes;
mod shorter;
mod stmts;
mod tails;
mod was;

use crate::ast::Decl;
use crate::diag::Diagnostic;
use crate::intern::Names;
use crate::source::Files;
use crate::syntax::{Tree, limits};

/// The declarations of a file, and what is wrong in them. What syntax could not read is not there, and was told by it.
#[must_use]
pub fn declarations(files: &Files, tree: &Tree, names: &mut Names) -> (Vec<Decl>, Vec<Diagnostic>) {
    let mut reader = Reader { files, names, found: Vec::new(), boxed: Vec::new() };
    let mut out = Vec::with_capacity(tree.lines.len());
    for line in &tree.lines {
        out.extend(reader.declaration(line));
        out.append(&mut reader.boxed);
    }
    let mut found = reader.found;
    limits::shorten(&mut found);
    (out, found)
}

/// What the conversion of a file knows and gathers.
struct Reader<'a> {
    files: &'a Files,
    names: &'a mut Names,
    found: Vec<Diagnostic>,
    /// What stands below the readings of the ruling that is read.
    boxed: Vec<Decl>,
}
