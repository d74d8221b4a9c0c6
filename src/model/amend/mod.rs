//! Packs over packs: the declarations that hold in a variant, made of its parents' and its own.
//!
//! Trees in, trees out. Lines keep the places where they stand, so that whatever comes later speaks of the line that
//! holds, in whichever file. Nothing here depends on the order of files or of declarations.

mod body;
mod cases;
mod chain;
mod faults;
mod head;
mod ident;
mod item;
mod join;
mod list;
mod merge;
mod reading;
mod steps;

use super::Key;
use crate::diag::Diagnostic;
use crate::source::{Files, Span};
use crate::syntax::{Declaration, Rule};

pub use reading::take_reading;

/// One pack of a chain, before anything is amended.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// What it may be called by those that extend it.
    pub titles: Vec<String>,
    /// Everything that stands in its files.
    pub declarations: Vec<Declaration>,
}

/// A line that stands in the place of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The head of the declaration that holds it.
    pub head: Span,
    /// What holds.
    pub now: Span,
    /// What stood there in the parent.
    pub before: Span,
}

/// A name that a variant took away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removed {
    /// The name.
    pub key: Key,
    /// Where that is said.
    pub span: Span,
}

/// What holds in the last pack of a chain.
#[derive(Clone, Debug, Default)]
pub struct Effective {
    /// The declarations, without a word of amending.
    pub declarations: Vec<Declaration>,
    /// Lines that stand in the place of others.
    pub changes: Vec<Change>,
    /// What was taken away.
    pub removed: Vec<Removed>,
    /// What is wrong.
    pub found: Vec<Diagnostic>,
}

/// The declarations that hold in the last of `layers`; parents stand before those that extend them.
#[must_use]
pub fn effective(files: &Files, layers: &[Layer]) -> Effective {
    let mut chain = chain::Chain::new(files, layers);
    for n in 0..layers.len() {
        chain.layer(n);
    }
    chain.finish()
}

/// Cuts texts that were read one after the other into packs: a file whose pack extends one before it begins a new one.
#[must_use]
pub fn layers(files: &Files, declarations: &[Declaration]) -> Vec<Layer> {
    let mut out = vec![Layer::default()];
    for id in files.ids() {
        let own: Vec<Declaration> = declarations.iter().filter(|d| files.file_of(d.span) == Some(id)).cloned().collect();
        let names: Vec<String> = own
            .iter()
            .filter(|d| d.head.rule == Rule::pack_d)
            .flat_map(|d| d.head.all(Rule::name).map(|n| ident::bare(files, n)))
            .collect();
        let known = |name: &String| out.iter().flat_map(|l| &l.titles).any(|t| Key::new(t) == Key::new(name));
        if names.iter().skip(1).any(known) {
            out.push(Layer::default());
        }
        if let Some(last) = out.last_mut() {
            last.titles.extend(names.into_iter().take(1));
            last.declarations.extend(own);
        }
    }
    out
}
