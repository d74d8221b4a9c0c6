//! What a pack says itself, as against what it inherits.

use super::Whole;
use crate::ast::{Decl, DeclKind};
use crate::source::{FileId, Files, Span};

/// The lines of a pack itself.
pub(crate) struct Own {
    /// The file that says `pack`, and the folder if it speaks for all of one.
    head: Option<(FileId, Option<String>)>,
}

impl Own {
    /// Of the pack that is checked.
    pub fn of(files: &Files, decls: &[Decl]) -> Self {
        let pack = decls.iter().find(|d| matches!(*d.kind, DeclKind::Pack(_)));
        let head = pack.and_then(|d| files.file_of(d.head.span()));
        let folder = |id| files.name(id).strip_suffix("pack.grog").filter(|f| f.ends_with('/')).map(str::to_owned);
        Self { head: head.map(|id| (id, folder(id))) }
    }

    /// Whether a place is in it.
    pub fn is(&self, files: &Files, span: Span) -> bool {
        let Some(file) = files.file_of(span) else { return false };
        self.head.as_ref().is_some_and(|(id, folder)| match folder {
            Some(folder) => files.name(file).starts_with(folder.as_str()),
            None => file == *id,
        })
    }

    /// Of two things, each with where it stands: the pack's own before what it meets in a parent, and whether they are such.
    pub fn first<T>(&self, whole: Whole<'_>, (a, at): (T, Span), (b, by): (T, Span)) -> (T, T, bool) {
        match (self.is(whole.files, at), self.is(whole.files, by)) {
            (false, true) => (b, a, true),
            (one, other) => (a, b, one != other),
        }
    }
}
