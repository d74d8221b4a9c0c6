//! A pack as it would be if one of its declarations said something else.

use super::{Loaded, load};
use crate::diag::{Diagnostic, any_error};
use crate::source::Span;

impl Loaded {
    /// The same pack with another text in place of whole lines that hold one declaration. The old text stays among the files, so that
    /// all places keep their meaning; what is found in the new one stands behind all of them. Nothing if not even its words are in
    /// order, where `sound` asks for that. With it comes where the new text stands.
    #[must_use]
    pub fn instead(&self, old: Span, text: &str, sound: bool) -> Option<(Self, Span)> {
        let within = |span: Span| span != Span::default() && old.start <= span.start && span.start < old.end;
        let mut files = self.files.clone();
        let mut names = self.names.clone();
        let file = files.file_of(old)?;
        let now = files.add(files.name(file).to_owned(), text);
        let (decls, found) = load::read(&files, now, &mut names);
        if sound && any_error(&found) {
            return None;
        }
        let mut new = Self { files, names, ..self.clone() };
        if self.lists.contains(&file) {
            new.lists.push(now);
        }
        new.diagnostics.truncate(self.read);
        new.diagnostics.retain(|d| !within(d.span));
        new.diagnostics.extend(found);
        let layer = new.layers.last_mut()?;
        layer.decls.retain(|d| !within(d.at.span()));
        layer.decls.extend(decls);
        new.amend();
        new.readings.clear();
        new.take_readings(&self.readings);
        let now = new.files.whole(now);
        Some((new, now))
    }

    /// What is wrong with the words of some lines, before anything is known of what they name.
    pub fn unread(&self, at: Span) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().take(self.read).filter(move |d| at.start <= d.span.start && d.span.start < at.end)
    }
}
