//! Findings that only follow from lines that could not be read.

use rustc_hash::FxHashSet;

use super::render::placeless;
use crate::diag::{Code, Diagnostic};
use crate::packs::Compiled;
use crate::source::{Files, Span};

/// What could not be read of a pack.
pub(super) struct Unread<'a> {
    files: &'a Files,
    /// The lines that could not be read.
    lines: Vec<&'a str>,
    /// The words in them.
    words: FxHashSet<&'a str>,
    /// Declarations of which a line could not be read, and their heads, by where they begin.
    decls: Vec<(Span, Span)>,
}

impl<'a> Unread<'a> {
    /// Of these texts.
    pub fn of(files: &'a Files, compiled: &Compiled) -> Self {
        let unread = compiled.found.iter().take(compiled.read).filter(|u| !placeless(u));
        let mut lines: Vec<&str> = unread.map(|u| files.line_of(u.span)).collect();
        lines.sort_unstable();
        lines.dedup();
        let words = lines.iter().flat_map(|l| words(l)).collect();
        let unread = compiled.effective.decls.iter().filter(|d| d.unread);
        let mut decls: Vec<(Span, Span)> = unread.map(|d| (d.at.span(), d.head.span())).collect();
        decls.sort_unstable();
        Self { files, lines, words, decls }
    }

    /// Whether something is only missing because the line that has it could not be read.
    pub fn is_echo(&self, d: &Diagnostic) -> bool {
        self.is_named(d) || self.is_accused(d)
    }

    /// Whether a name is only missing because the line that has it could not be read.
    fn is_named(&self, d: &Diagnostic) -> bool {
        let word = self.files.slice(d.span).trim().trim_matches('"');
        let known = || words(word).next().is_none_or(|w| self.words.contains(w));
        d.code == Code::Name && !word.is_empty() && known() && self.lines.iter().any(|l| mentions(l, word))
    }

    /// Whether a declaration is accused of what a line of it may have said that could not be read.
    fn is_accused(&self, d: &Diagnostic) -> bool {
        let within = |span: Span| span.start <= d.span.start && d.span.start < span.end;
        let last = self.decls.partition_point(|(at, _)| at.start <= d.span.start);
        let around = last.checked_sub(1).and_then(|i| self.decls.get(i));
        around.is_some_and(|(at, head)| within(*head) || (d.code == Code::MissingRow && within(*at)))
    }
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty())
}

fn mentions(line: &str, word: &str) -> bool {
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    line.match_indices(word).any(|(i, w)| {
        let before = line.get(..i).and_then(|s| s.chars().next_back());
        let after = line.get(i + w.len()..).and_then(|s| s.chars().next());
        edge(before) && edge(after)
    })
}
