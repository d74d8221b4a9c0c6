//! Findings with the texts that they speak of.

use super::gather;
use super::record::{Record, record};
use super::render::Renderer;
use crate::diag::{Diagnostic, Severity};
use crate::source::Files;

/// What was found wrong, or is probably not meant, in the order of the files.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    files: Files,
    list: Vec<Diagnostic>,
}

/// One of [`Findings`].
#[derive(Clone, Copy, Debug)]
pub struct Finding<'a> {
    files: &'a Files,
    diagnostic: &'a Diagnostic,
}

impl Findings {
    /// Findings that speak of these files.
    #[must_use]
    pub(crate) fn new(files: &Files, list: Vec<Diagnostic>) -> Self {
        // most often there are none, and the texts are long
        let files = if list.is_empty() { Files::default() } else { files.clone() };
        Self { files, list }
    }

    /// Those that are not of this sort.
    #[must_use]
    pub(crate) fn without(mut self, sort: impl Fn(&Diagnostic) -> bool) -> Self {
        self.list.retain(|d| !sort(d));
        self
    }

    /// Each of them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Finding<'_>> {
        self.list.iter().map(|diagnostic| Finding { files: &self.files, diagnostic })
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many are errors: with none, the pack can be played.
    #[must_use]
    pub fn errors(&self) -> usize {
        gather::count(&self.list).0
    }

    /// How many are warnings.
    #[must_use]
    pub fn warnings(&self) -> usize {
        gather::count(&self.list).1
    }

    /// All of them as plain data.
    #[must_use]
    pub fn records(&self) -> Vec<Record> {
        self.iter().map(|f| f.record()).collect()
    }

    /// As many as one reads, each drawn with the lines that it speaks of, for so many columns; and how many are left out.
    #[must_use]
    pub fn drawn(&self, columns: usize) -> (Vec<String>, usize) {
        let shown = self.iter().take(Finding::DRAWN).map(|f| f.draw(columns)).collect();
        (shown, self.len().saturating_sub(Finding::DRAWN))
    }
}

impl Finding<'_> {
    /// How many findings of one severity are worth drawing; the others are counted.
    pub const DRAWN: usize = 1_000;

    /// Whether nothing can be played until it is mended.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.diagnostic.severity() == Severity::Error
    }

    /// As plain data.
    #[must_use]
    pub fn record(&self) -> Record {
        record(self.files, self.diagnostic)
    }

    /// Drawn with the lines that it speaks of, in colour, for so many columns.
    #[must_use]
    pub fn draw(&self, columns: usize) -> String {
        Renderer::new(columns, true).draw(self.files, self.diagnostic)
    }
}
