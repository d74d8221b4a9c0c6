//! Everything that is wrong with a pack, sorted, and as JSON.

use serde::Serialize;

use crate::diag::{Code, Diagnostic, Severity, any_error};
use crate::muster::{Entries, Questions, Scenario};
use crate::packs::{Compiled, Loaded};
use crate::source::{Files, Span};
use crate::trial::{Trial, review};

use super::echo::Unread;
use super::render::Renderer;
use super::{Common, inherited, out};

/// How many findings of one severity are drawn; the others are counted. All of them stand in JSON.
pub const DRAWN: usize = 1_000;

/// Compiles what was loaded and gathers all diagnostics in the order of the files.
#[must_use]
pub fn compile(loaded: &Loaded) -> (Compiled, Vec<Diagnostic>) {
    let compiled = loaded.compiled();
    let unread = Unread::of(&loaded.files, &compiled);
    let (read, later) = compiled.found.split_at_checked(compiled.read).unwrap_or((&compiled.found, &[]));
    let mut found = read.to_vec();
    // without its parents, hardly a name of a pack is known
    found.extend(later.iter().filter(|d| !loaded.orphan && !unread.is_echo(d)).cloned());
    loaded.tell_removed(&mut found);
    inherited::tell(loaded, &mut found);
    sort(&mut found);
    (compiled, found)
}

/// As [`compile`], and looks at what is no fault and yet probably not meant, at force lists and at scenarios.
#[must_use]
pub fn check(loaded: &Loaded) -> (Compiled, Vec<Diagnostic>) {
    let (compiled, mut found) = compile(loaded);
    if loaded.orphan {
        return (compiled, found);
    }
    if !any_error(&found) {
        found.extend(compiled.doubts(&loaded.files));
    }
    let (entries, mut more) = Entries::read(compiled.book(&loaded.files));
    more.extend(Scenario::read(compiled.book(&loaded.files)).1);
    more.extend(Questions::read(compiled.book(&loaded.files), &entries).1);
    // what something is hangs on kinds: where one is unknown, what others are not is only an echo
    let unkind = found.iter().any(|d| d.code == Code::Kind);
    let unread = Unread::of(&loaded.files, &compiled);
    found.extend(more.into_iter().filter(|d| !unread.is_echo(d) && (!unkind || d.code != Code::Kind)));
    // what cannot be run by unsound rules would only be an echo
    if !any_error(&found) {
        found.extend(tests(loaded, &compiled, &entries));
    }
    inherited::tell(loaded, &mut found);
    sort(&mut found);
    (compiled, found)
}

/// What cannot be run of the pack's own situations and tests: a parent's are looked at with the parent.
fn tests(loaded: &Loaded, compiled: &Compiled, entries: &Entries) -> Vec<Diagnostic> {
    let trial = Trial { book: compiled.book(&loaded.files), entries };
    review(&trial, |d| loaded.is_own(d.at.span()))
}

/// Says what is wrong instead of what was wanted, as JSON where that is wanted.
pub fn refuse(common: &Common, files: &Files, found: &[Diagnostic]) {
    if common.json {
        let records: Vec<Record> = found.iter().map(|d| Record::of(files, d)).collect();
        out::json(&records);
        return;
    }
    let renderer = Renderer::new(out::width(), true);
    for d in found.iter().take(DRAWN) {
        out::complain(renderer.draw(files, d));
    }
    if let Some(more) = found.len().checked_sub(DRAWN).filter(|n| *n > 0) {
        out::complain(format!("{} not shown: mend the first of them", out::many(more, "more finding")));
    }
}

/// In the order of the files; what has no place comes first.
pub fn sort(found: &mut Vec<Diagnostic>) {
    found.sort_by(|a, b| (a.span.start, a.code, &a.message).cmp(&(b.span.start, b.code, &b.message)));
    found.dedup();
}

/// How many are errors, and how many are warnings.
#[must_use]
pub fn count(found: &[Diagnostic]) -> (usize, usize) {
    let of = |s: Severity| found.iter().filter(|d| d.severity() == s).count();
    (of(Severity::Error), of(Severity::Warning))
}

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

impl Place {
    /// The place of a span.
    #[must_use]
    pub fn of(files: &Files, span: Span) -> Self {
        if span == Span::default() {
            return Self { file: None, line: None, column: None, end_line: None, end_column: None };
        }
        let (from, to) = (files.position(span.start), files.position(span.end));
        let file = files.file_of(span).map(|id| files.name(id).to_owned());
        Self { file, line: Some(from.line), column: Some(from.column), end_line: Some(to.line), end_column: Some(to.column) }
    }
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

impl Record {
    /// A diagnostic as a record.
    #[must_use]
    pub fn of(files: &Files, d: &Diagnostic) -> Self {
        let severity = match d.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let labels = d.labels.iter().map(|l| LabelRecord { text: l.text.clone(), place: Place::of(files, l.span) }).collect();
        Self {
            code: d.code.name(),
            severity,
            message: d.message.clone(),
            here: d.here.clone(),
            help: d.help.clone(),
            place: Place::of(files, d.span),
            labels,
        }
    }
}
