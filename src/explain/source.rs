//! Declarations as they are written, and what variants amend in them.

use serde::Serialize;

use super::aloud::place;
use super::spoken::meant;
use super::view::{Pack, opened};
use crate::ast::{Decl, DeclKind};
use crate::diag::Diagnostic;
use crate::packs::Loaded;
use crate::resolve::variant::{Layer, amends};
use crate::source::{At, Span};

/// A declaration as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Written {
    /// The file.
    pub file: String,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// Whether it amends what stands before it.
    pub amends: bool,
}

/// Every declaration of that name as it is written, each followed by what the packs above it amend in it.
///
/// # Errors
/// A name that nothing has, as a diagnostic without a place.
pub fn source(loaded: &Loaded, name: &str) -> Result<Vec<Written>, Diagnostic> {
    let compiled = opened(loaded)?;
    let pack = Pack::new(loaded, &compiled);
    let wanted = meant(&compiled, &pack.parts, name);
    if wanted.is_empty() {
        return Err(pack.unknown(name));
    }
    let layers = || loaded.layers.iter().flat_map(|l: &Layer| &l.decls);
    let holds = |d: &&Decl, at: At| d.at.span().start <= at.span().start && at.span().end <= d.at.span().end;
    // of a box and what stands in it, the smaller
    let around = |at: At| layers().filter(|d| holds(d, at)).min_by_key(|d| d.at.span().len());
    let mut out: Vec<(Span, Written)> = Vec::new();
    for part in &wanted {
        let Some(found) = around(part.at) else { continue };
        let mut whole = found;
        if let DeclKind::Amend(_) = &*found.kind {
            whole = compiled.effective.decls.iter().find(|d| amends(&loaded.names, found, d)).unwrap_or(found);
        }
        let changes = layers().filter(|d| amends(&loaded.names, d, whole));
        for (d, amends) in std::iter::once((whole, false)).chain(changes.map(|d| (d, true))) {
            if out.iter().all(|(span, _)| *span != d.at.span()) {
                let (file, line) = place(&loaded.files, d.at);
                let text = loaded.files.slice(d.at.span()).trim_end().to_owned();
                out.push((d.at.span(), Written { file, line, text, amends }));
            }
        }
    }
    Ok(out.into_iter().map(|(_, w)| w).collect())
}
