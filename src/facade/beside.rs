//! What is wrong with tests and rosters beside rules that have faults of their own.

use super::{Pack, Verdict};
use crate::diag::Diagnostic;
use crate::findings::{Findings, Mended};
use crate::ready::{Paper, Refused};
use crate::source::Span;

/// A pack without its faults: each line mended as its fault asks, or else taken out. It is there to be asked and not to be played.
pub struct Beside {
    pack: Pack,
    mended: Mended,
}

impl Beside {
    pub(super) const fn new(pack: Pack, mended: Mended) -> Self {
        Self { pack, mended }
    }

    /// Those of the pack's own tests that fail, of those whose title or place (`file:line`) holds a text. Tests that were mended, or
    /// name what was taken out, are passed over.
    #[must_use]
    pub fn failing(&self, only: Option<&str>) -> Vec<Verdict> {
        let files = &self.pack.0.loaded.files;
        let stands = |span: Span, decls: &[crate::ast::Decl]| {
            decls.iter().map(|d| d.at.span()).find(|at| at.start <= span.start && span.start < at.end)
        };
        let own = |span: Span| {
            let whole = self.pack.0.loaded.layers.last().and_then(|own| stands(span, &own.decls));
            whole.is_some_and(|at| self.mended.is_as_read(at) && !self.mended.may_follow(files.slice(at)))
        };
        self.pack.verdicts(only, own).into_iter().filter(|v| !v.passed).collect()
    }

    /// What is wrong with a roster, without what speaks of something that was taken out.
    #[must_use]
    pub fn wrong_with(&self, paper: &Paper) -> Findings {
        let said =
            |d: &Diagnostic| std::iter::once(&d.message).chain(d.labels.iter().map(|l| &l.text)).cloned().collect::<Vec<_>>().join(" ");
        self.pack.0.look(paper).found.without(|d| self.mended.may_follow(&said(d)))
    }

    /// A roster by path, or by the name of one that comes with the pack.
    ///
    /// # Errors
    /// That there is none such, and which there are.
    pub fn roster(&self, wanted: &str) -> Result<Paper, Refused> {
        self.pack.roster(wanted)
    }

    /// The rosters that come with it.
    #[must_use]
    pub fn rosters(&self) -> Vec<Paper> {
        self.pack.rosters()
    }
}
