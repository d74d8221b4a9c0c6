//! Diagnostics drawn for people, by miette.

use std::fmt;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, Severity as Grave, SourceCode, SourceSpan,
    SpanContents,
};

use crate::diag::{Diagnostic, Severity};
use crate::source::{FileId, Files, Span};

/// Draws diagnostics, all in one manner.
pub struct Renderer {
    handler: GraphicalReportHandler,
}

impl Renderer {
    /// For so many columns, in colour or not.
    #[must_use]
    pub fn new(width: usize, colour: bool) -> Self {
        let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        let handler =
            GraphicalReportHandler::new_themed(theme).with_width(width).with_links(false).with_break_words(false).with_context_lines(1);
        Self { handler }
    }

    /// One diagnostic with the lines that it speaks of.
    #[must_use]
    pub fn draw(&self, files: &Files, diagnostic: &Diagnostic) -> String {
        let mut out = String::new();
        let view = View { diagnostic, map: Map::new(files, diagnostic) };
        if self.handler.render_report(&mut out, &view).is_err() {
            out = format!("{}: {}", files.place(diagnostic.span), diagnostic.message);
        }
        // the drawing pads some lines
        let lines: Vec<&str> = out.lines().map(str::trim_end).collect();
        lines.join("\n").trim_matches('\n').to_owned()
    }
}

/// Whether a diagnostic speaks of a pack as a whole and not of words in a file.
#[must_use]
pub fn placeless(diagnostic: &Diagnostic) -> bool {
    diagnostic.span == Span::default()
}

/// The files that one diagnostic speaks of, as one text: that of the fault first.
struct Map<'a> {
    files: &'a Files,
    /// Each with the offset at which it begins here.
    parts: Vec<(FileId, usize)>,
}

impl<'a> Map<'a> {
    fn new(files: &'a Files, d: &Diagnostic) -> Self {
        let mut ids = Vec::new();
        for span in std::iter::once(d.span).chain(d.labels.iter().map(|l| l.span)) {
            if let Some(id) = files.file_of(span).filter(|id| !ids.contains(id)) {
                ids.push(id);
            }
        }
        let mut at = 0;
        let parts = ids
            .into_iter()
            .map(|id| {
                let start = at;
                at += files.whole(id).len() + 1;
                (id, start)
            })
            .collect();
        Self { files, parts }
    }

    /// Where a span lies in the one text.
    fn here(&self, span: Span) -> Option<SourceSpan> {
        let id = self.files.file_of(span)?;
        let (_, start) = self.parts.iter().find(|(i, _)| *i == id)?;
        let whole = self.files.whole(id);
        let from = (span.start - whole.start) as usize;
        // a fault at the end of a file stands on its last byte
        let from = from.min(whole.len().saturating_sub(1));
        let len = span.len().min(whole.len() - from);
        Some((start + from, len).into())
    }
}

impl SourceCode for Map<'_> {
    fn read_span<'b>(&'b self, span: &SourceSpan, before: usize, after: usize) -> Result<Box<dyn SpanContents<'b> + 'b>, MietteError> {
        let at = span.offset();
        let part = self.parts.iter().rev().find(|(_, start)| *start <= at);
        let (id, start) = part.ok_or(MietteError::OutOfBounds)?;
        // only the lines around are looked at, however long the file is
        let from = self.files.whole(*id).start as usize + at - start;
        let window = self.files.around(Span::new(from, from + span.len()), before + 1, after + 1);
        let (above, skipped) = (self.files.position(window.start).line - 1, from - window.start as usize);
        let text = self.files.slice(window);
        let read = text.read_span(&SourceSpan::from((skipped, span.len())), before, after)?;
        let whole = SourceSpan::from((at - skipped + read.span().offset(), read.span().len()));
        let name = self.files.name(*id).to_owned();
        Ok(Box::new(MietteSpanContents::new_named(name, read.data(), whole, above + read.line(), read.column(), above + read.line_count())))
    }
}

/// A diagnostic as miette wants it.
struct View<'a> {
    diagnostic: &'a Diagnostic,
    map: Map<'a>,
}

impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.diagnostic, f)
    }
}

impl fmt::Display for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostic.message)
    }
}

impl std::error::Error for View<'_> {}

impl miette::Diagnostic for View<'_> {
    fn code<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        Some(Box::new(self.diagnostic.code.name()))
    }

    fn severity(&self) -> Option<Grave> {
        Some(match self.diagnostic.severity() {
            Severity::Error => Grave::Error,
            Severity::Warning => Grave::Warning,
            Severity::Note => Grave::Advice,
        })
    }

    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        self.diagnostic.help.as_ref().map(|h| Box::new(h) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        (!placeless(self.diagnostic)).then_some(&self.map as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let d = self.diagnostic;
        let text = |t: &str| (!t.is_empty()).then(|| t.to_owned());
        let first = self.map.here(d.span).map(|s| LabeledSpan::new_primary_with_span(text(&d.here), s));
        let others = d.labels.iter().filter_map(move |l| self.map.here(l.span).map(|s| LabeledSpan::new_with_span(text(&l.text), s)));
        Some(Box::new(first.into_iter().chain(others)))
    }
}
