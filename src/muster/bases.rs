//! Pieces that fit no line of the bases of their kind.

use super::band::raise;
use super::foot::COMMON_SIZE;
use super::{Entries, Entry, Rulebook};
use crate::ast::{DeclKind, Heads, ItemKind, Row};
use crate::diag::{Code, Diagnostic};
use crate::ir::{KindNo, StateNo};
use crate::source::Span;

impl Entries {
    /// Tells of pieces that no line of bases is for, once of all that are the same by nature.
    #[must_use]
    pub fn baseless(&self, book: Rulebook<'_>) -> Vec<Diagnostic> {
        let mut seen: Vec<(KindNo, Vec<StateNo>)> = Vec::new();
        let mut out = Vec::new();
        for e in &self.entries {
            let Some(last) = last_base(book, e.piece).filter(|_| self.feet.lines.iter().any(|(k, ..)| *k == e.piece)) else { continue };
            for man in raise(self, e, &[]).0.men {
                let own = (e.piece, man.tags);
                if self.feet.fitting(own.0, &own.1).is_none() && !seen.contains(&own) {
                    out.push(told(e, &man.name, last));
                    seen.push(own);
                }
            }
        }
        out
    }
}

fn told(e: &Entry, piece: &str, last: Span) -> Diagnostic {
    Diagnostic::new(Code::Outlier, e.span, format!("no line of bases fits `{piece}` of `{}`", e.name))
        .here(format!("it would stand on {COMMON_SIZE}, which nobody says"))
        .label(last, "the last line of bases")
        .help(format!("write a line more below that, without a tag: `{COMMON_SIZE} |`"))
}

/// The last line of the bases of a kind.
fn last_base(book: Rulebook<'_>, kind: KindNo) -> Option<Span> {
    let names = &book.rules.names;
    let kinds = book.decls.iter().filter_map(|d| if let DeclKind::Kind(k) = &*d.kind { Some(k) } else { None });
    let own = kinds.filter(|k| book.rules.kinds.iter().any(|(id, known)| id.0 == kind.0 && names.same(known.word, k.word.sym)));
    let row = |r: &Row| r.heads(names) != Some(Heads::Bases);
    own.flat_map(|k| &k.items).filter(|i| matches!(&i.kind, ItemKind::Row(r) if row(r))).map(|i| i.at.span()).next_back()
}
