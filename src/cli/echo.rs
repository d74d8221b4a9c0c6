//! Findings that only follow from lines that could not be read.

use super::render::placeless;
use crate::diag::{Code, Diagnostic};
use crate::packs::Compiled;
use crate::source::{Files, Span};

/// What could not be read of a pack.
pub(super) struct Unread<'a> {
    files: &'a Files,
    compiled: &'a Compiled,
}

impl<'a> Unread<'a> {
    /// Of these texts.
    pub const fn of(files: &'a Files, compiled: &'a Compiled) -> Self {
        Self { files, compiled }
    }

    /// Whether something is only missing because the line that has it could not be read.
    pub fn is_echo(&self, d: &Diagnostic) -> bool {
        self.is_named(d) || self.is_accused(d)
    }

    /// Whether a name is only missing because the line that has it could not be read.
    fn is_named(&self, d: &Diagnostic) -> bool {
        let word = self.files.slice(d.span).trim().trim_matches('"');
        let unread = self.compiled.found.iter().take(self.compiled.read).filter(|u| !placeless(u));
        d.code == Code::Name && !word.is_empty() && unread.into_iter().any(|u| mentions(line_of(self.files, u.span), word))
    }

    /// Whether a declaration is accused of what a line of it may have said that could not be read.
    fn is_accused(&self, d: &Diagnostic) -> bool {
        let within = |span: Span| span.start <= d.span.start && d.span.start < span.end;
        let unread = self.compiled.effective.decls.iter().filter(|b| b.unread);
        unread.into_iter().any(|b| within(b.head.span()) || (d.code == Code::MissingRow && within(b.at.span())))
    }
}

fn mentions(line: &str, word: &str) -> bool {
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    line.match_indices(word).any(|(i, w)| {
        let before = line.get(..i).and_then(|s| s.chars().next_back());
        let after = line.get(i + w.len()..).and_then(|s| s.chars().next());
        edge(before) && edge(after)
    })
}

/// The line of its file on which a span begins.
fn line_of(files: &Files, span: Span) -> &str {
    let Some(id) = files.file_of(span) else { return "" };
    let whole = files.whole(id);
    let text = files.slice(whole);
    let at = ((span.start - whole.start) as usize).min(text.len());
    let (before, after) = (text.get(..at).unwrap_or(""), text.get(at..).unwrap_or(""));
    let start = before.rfind('\n').map_or(0, |i| i + 1);
    let end = at + after.find('\n').unwrap_or(after.len());
    text.get(start..end).unwrap_or("")
}
