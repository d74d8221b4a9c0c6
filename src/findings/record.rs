//! Findings as records: plain data with places as people count them.

use serde::Serialize;

use crate::diag::Diagnostic;
use crate::source::{Files, Span};

/// A place in JSON; line and column from 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Place {
    /// The file; none if no file is spoken of.
    pub file: Option<String>,
    /// Line.
    pub line: Option<usize>,
    /// Column, in characters.
    pub column: Option<usize>,
    /// The line on which it ends.
    pub end_line: Option<usize>,
    /// The column before which it ends.
    pub end_column: Option<usize>,
}

/// A label in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct LabelRecord {
    /// What is to be seen there.
    pub text: String,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
}

/// A diagnostic in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Record {
    /// The name of its sort.
    pub code: &'static str,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// What is wrong.
    pub message: String,
    /// What the faulty words are; may be empty.
    pub here: String,
    /// The one fix.
    pub help: Option<String>,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// Other places that say why.
    pub labels: Vec<LabelRecord>,
}

/// A diagnostic as a record.
#[must_use]
pub fn record(files: &Files, d: &Diagnostic) -> Record {
    let labels = d.labels.iter().map(|l| LabelRecord { text: l.text.clone(), place: place(files, l.span) }).collect();
    Record {
        code: d.code.name(),
        severity: d.severity().name(),
        message: d.message.clone(),
        here: d.here.clone(),
        help: d.help.clone(),
        place: place(files, d.span),
        labels,
    }
}

/// The place of a span.
fn place(files: &Files, span: Span) -> Place {
    if span == Span::default() {
        return Place { file: None, line: None, column: None, end_line: None, end_column: None };
    }
    let (from, to) = (files.position(span.start), files.position(span.end));
    let file = files.file_of(span).map(|id| files.name(id).to_owned());
    Place { file, line: Some(from.line), column: Some(from.column), end_line: Some(to.line), end_column: Some(to.column) }
}
