//! Declarations read aloud: sentences with place and clauses at the end of each paragraph.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

use super::remarks::remark;
use crate::packs::Compiled;
use crate::source::{At, Files};
use crate::speech::english::sentence;
use crate::speech::{Part, book};

/// A sentence in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sentence {
    /// How far it is indented.
    pub depth: usize,
    /// The sentence.
    pub text: String,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The clauses that it cites.
    pub clauses: Vec<String>,
    /// What its author remarks about it; empty if nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

impl Sentence {
    /// With the remark: one that is a sentence of its own stands before what it is about, behind its name; any other in brackets.
    fn whole(&self, name: &str) -> String {
        const MARKER: &str = " is a marker of ";
        // one that is short and no sentence goes into the sentence
        let sentence_of_its_own = self.note.starts_with(char::is_uppercase) || self.text.ends_with(':') || self.note.len() > SHORT;
        let whole = self.depth == 0 && !self.note.is_empty() && sentence_of_its_own;
        match (self.text.split_once(MARKER), self.text.strip_suffix(':')) {
            (Some((name, of)), _) if whole => return format!("{name}: {} It{MARKER}{of}", sentence(&self.note)),
            (None, head) if whole => return self.with_name_first(name, head),
            _ => {}
        }
        match (self.note.as_str(), self.text.strip_suffix(':'), self.text.strip_suffix('.')) {
            ("", _, _) => self.text.clone(),
            // what it means comes before whose it is
            (note, _, _) if self.text.contains(MARKER) => self.text.replacen(MARKER, &format!(" ({note}){MARKER}"), 1),
            (note, Some(head), _) => format!("{head} ({note}):"),
            (note, _, Some(text)) => format!("{text} ({note})."),
            (note, None, None) => format!("{} ({note})", self.text),
        }
    }

    /// The name, then the remark, then what is said.
    fn with_name_first(&self, name: &str, head: Option<&str>) -> String {
        let text = &self.text;
        let note = sentence(&self.note);
        let titled = text.split_once(": ").filter(|(title, _)| !title.contains(". "));
        match (text.starts_with(name), head, titled) {
            (false, ..) => format!("{name}: {note} {text}"),
            (true, Some(head), _) => format!("{head}. {}:", note.trim_end_matches('.')),
            (true, None, Some((title, says))) => format!("{title}. {note} {}", sentence(says)),
            (true, None, None) => format!("{text} {note}"),
        }
    }
}

/// Bytes of the longest remark that goes into a sentence.
const SHORT: usize = 60;

/// The sentences of one declaration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Paragraph {
    /// What the declaration declares.
    #[serde(skip)]
    pub name: String,
    /// Where variants have changed it, each a file and a line.
    #[serde(skip)]
    pub changed: Vec<(String, usize)>,
    /// In their order.
    pub sentences: Vec<Sentence>,
}

/// The file and the line where something stands.
#[must_use]
pub fn place(files: &Files, at: At) -> (String, usize) {
    let file = files.file_of(at.span()).map_or(String::new(), |id| files.name(id).to_owned());
    (file, files.position(at.span().start).line)
}

/// What is said, with its places.
#[must_use]
pub fn aloud(files: &Files, compiled: &Compiled, part: &Part) -> Paragraph {
    let names = &compiled.resolved.rules.names;
    // what is said of a line is said once, with the first sentence of it
    let mut heard = BTreeSet::new();
    let mut sentences = Vec::new();
    let name = part.names.first().map_or(String::new(), |name| names.text(*name).to_owned());
    // who changes a declaration says what it is now
    let declared = |at: At| place(files, at) == place(files, part.at);
    let amends: Vec<At> = compiled.effective.amended.iter().filter(|(of, _)| declared(*of)).map(|(_, by)| *by).collect();
    let anew: Vec<String> = amends.iter().map(|by| remark(files, *by)).filter(|n| !n.is_empty()).collect();
    for s in &part.speech.lines {
        // a variant's lines stand in other files than the rest of their declaration
        let (file, line) = place(files, s.at);
        let clauses = s.cites.iter().map(|c| names.text(*c).to_owned()).collect();
        let all = std::iter::once(s.at).chain(s.drawn.iter().copied());
        let said = |at: At| match anew.last() {
            Some(now) if declared(at) => now.clone(),
            _ => remark(files, at),
        };
        let notes: Vec<String> = all.filter(|at| heard.insert(place(files, *at))).map(said).filter(|n| !n.is_empty()).collect();
        sentences.push(Sentence { depth: s.depth, text: s.text.clone(), file, line, clauses, note: notes.join("; ") });
    }
    let changed = amends.iter().map(|by| place(files, *by)).collect();
    Paragraph { name, changed, sentences }
}

/// The whole pack by file, without its tests.
#[must_use]
pub fn rulebook(files: &Files, compiled: &Compiled) -> BTreeMap<String, Vec<Paragraph>> {
    let mut out: BTreeMap<String, Vec<Paragraph>> = BTreeMap::new();
    for part in book(&compiled.resolved.rules, &compiled.effective.decls) {
        out.entry(place(files, part.at).0).or_default().push(aloud(files, compiled, &part));
    }
    out
}

/// Wrapped; where a line stands and what it cites is said at its end.
impl fmt::Display for Paragraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WIDTH: usize = 110;
        let mut out = Vec::new();
        let mut last = "";
        let files = || self.sentences.iter().map(|s| &s.file).chain(self.changed.iter().map(|(file, _)| file)).map(String::as_str);
        for (n, s) in self.sentences.iter().enumerate() {
            let name = brief(&s.file, files());
            let mut place = if last == s.file { format!(":{}", s.line) } else { format!("{name}:{}", s.line) };
            last = &s.file;
            for (file, line) in self.changed.iter().filter(|_| n == 0) {
                place = format!("{place}, changed in {}:{line}", brief(file, files()));
                last = file;
            }
            let clauses = if s.clauses.is_empty() { String::new() } else { format!(" {}", s.clauses.join(" ")) };
            let indent = "  ".repeat(s.depth);
            let (first, rest) =
                if s.depth == 0 { (String::new(), "  ".to_owned()) } else { (format!("{indent}- "), format!("{indent}  ")) };
            out.extend(wrapped(&format!("{} [{place}{clauses}]", s.whole(&self.name)), &first, &rest, WIDTH));
        }
        f.write_str(&out.join("\n"))
    }
}

/// A file by its last name; with its folder where another of them has the same name.
pub(super) fn brief<'f>(file: &'f str, others: impl IntoIterator<Item = &'f str>) -> &'f str {
    let name =
        |path: &'f str, parts: usize| path.rmatch_indices('/').nth(parts - 1).map_or(path, |(i, _)| path.get(i + 1..).unwrap_or(path));
    let alike = others.into_iter().any(|o| o != file && name(o, 1) == name(file, 1));
    name(file, if alike { 2 } else { 1 })
}

fn wrapped(text: &str, first: &str, rest: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut empty = true;
    for word in text.split(' ') {
        if !empty && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::replace(&mut line, rest.to_owned()));
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    lines.push(line);
    lines
}
