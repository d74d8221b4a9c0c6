//! What stands in declarations with which something is wrong: whoever misses it elsewhere may be wrong.

use super::Whole;
use crate::ast::{Decl, DeclKind};
use crate::diag::{Diagnostic, Severity};
use crate::intern::folded;

/// The texts of rules with which something is wrong: of whole declarations, and of lines outside of them.
pub(super) struct Faulty<'a>(Vec<&'a str>);

impl<'a> Faulty<'a> {
    /// By what was told so far.
    pub fn of(whole: Whole<'a>, told: &[Diagnostic]) -> Self {
        let mut decls: Vec<&Decl> = whole.decls.iter().collect();
        decls.sort_unstable_by_key(|d| d.at.span());
        let mut texts = Vec::new();
        for d in told.iter().filter(|d| d.severity() == Severity::Error && !d.span.is_empty()) {
            let after = decls.partition_point(|o| o.at.span().start <= d.span.start);
            let around = after.checked_sub(1).and_then(|i| decls.get(i)).filter(|o| d.span.start < o.at.span().end);
            match around {
                // these ask for nothing that others have to know
                Some(o) if o.is_test() || matches!(*o.kind, DeclKind::Scenario(_)) => {}
                Some(o) => texts.push(whole.files.slice(o.at.span())),
                None => texts.push(whole.files.line_of(d.span)),
            }
        }
        texts.sort_unstable();
        texts.dedup();
        Self(texts)
    }

    /// Whether a word, or the key of a name, stands in any of them.
    pub fn says(&self, word: &str) -> bool {
        self.0.iter().any(|t| t.contains(word) || folded(t).contains(word))
    }
}
