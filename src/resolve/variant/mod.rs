//! Packs over packs: the declarations that hold in a variant, made of its parents' and its own.
//!
//! Trees in, trees out. Lines keep the places where they stand, so that whatever comes later speaks of the line that
//! holds, in whichever file. What two lines say is compared as trees; the texts are asked for by messages alone. Nothing
//! here depends on the order of files or of declarations.

mod amounts;
mod body;
mod cases;
mod cells;
mod chain;
mod edits;
mod faults;
mod head;
mod ident;
mod join;
mod line;
mod list;
mod merge;
mod nearby;
mod offered;
mod reading;
mod spans;
mod steps;

use crate::ast::{Decl, DeclKind};
use crate::diag::Diagnostic;
use crate::intern::{KeyId, Names};
use crate::source::{At, Files};

pub use ident::{amends, called};
pub use reading::take_reading;

/// What is said of the head of a parent's declaration.
const PARENT: &str = "the parent";

/// One pack of a chain, before anything is amended.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// What it may be called by those that extend it.
    pub titles: Vec<String>,
    /// Everything that stands in its files.
    pub decls: Vec<Decl>,
}

/// A line that stands in the place of another.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The head of the declaration that holds it.
    pub head: At,
    /// What holds.
    pub now: At,
    /// What stood there in the parent.
    pub before: At,
}

/// A name that a variant took away.
#[derive(Clone, Copy, Debug)]
pub struct Removed {
    /// The name.
    pub key: KeyId,
    /// Where that is said.
    pub at: At,
}

/// What holds in the last pack of a chain.
#[derive(Clone, Debug, Default)]
pub struct Effective {
    /// The declarations, without a word of amending.
    pub decls: Vec<Decl>,
    /// Declarations that were amended, each with where that was done; in the order of the packs.
    pub amended: Vec<(At, At)>,
    /// Lines that stand in the place of others.
    pub changes: Vec<Change>,
    /// What was taken away.
    pub removed: Vec<Removed>,
    /// Where something else was to be taken away than is named there.
    pub astray: Vec<At>,
    /// What is wrong.
    pub found: Vec<Diagnostic>,
}

/// The declarations that hold in the last of `layers`; parents stand before those that extend them.
#[must_use]
pub fn effective(files: &Files, names: &mut Names, layers: &[Layer]) -> Effective {
    let titles: Vec<Vec<KeyId>> = layers.iter().map(|l| l.titles.iter().map(|t| names.key(t)).collect()).collect();
    let mut chain = chain::Chain::new(files, names, layers, titles);
    for n in 0..layers.len() {
        chain.layer(n);
    }
    let mut all = chain.finish();
    offered::offer(names, &mut all);
    all.found.sort_by_key(|d| (d.span.start, d.code));
    all
}

/// Cuts texts that were read one after the other into packs: a file whose pack extends one before it begins a new one.
#[must_use]
pub fn layers(files: &Files, names: &Names, decls: &[Decl]) -> Vec<Layer> {
    let mut out = vec![Layer::default()];
    let mut known: Vec<KeyId> = Vec::new();
    for id in files.ids() {
        let own: Vec<Decl> = decls.iter().filter(|d| files.file_of(d.at.span()) == Some(id)).cloned().collect();
        let mut packs = own.iter().filter_map(|d| if let DeclKind::Pack(p) = &*d.kind { Some(p) } else { None });
        let pack = packs.next();
        let extends = pack.is_some_and(|p| p.extends.iter().any(|e| known.contains(&names.key_of(e.name.sym))));
        if extends {
            out.push(Layer::default());
        }
        if let Some(last) = out.last_mut() {
            if let Some(p) = pack {
                last.titles.push(names.text(p.name.sym).to_owned());
                known.push(names.key_of(p.name.sym));
            }
            last.decls.extend(own);
        }
    }
    out
}
