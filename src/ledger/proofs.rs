//! Whether the tests bite. Each thing that the rules say is meant otherwise, one at a time, and a test must
//! fail; of a line that cites a clause, a test that cites the clause.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::clauses::{Citation, Ledger};
use crate::hir::Rules;
use crate::hir::mutate::{Cited, END, Mutation, Part, READING};
use crate::intern::Names;
use crate::prove::{Ground, Worker};
use crate::source::{At, Files, Span};
use crate::trial::Trial;

/// Letters of a line's words that are shown of one change.
const MOST: usize = 48;

/// Who watches while changes are tried, from any thread; changes go by their place among all that the pack has.
pub trait Watch: Sync {
    /// How many of how many changes are done.
    fn done(&self, done: usize, all: usize);
    /// What an earlier run with the same texts found of a change.
    fn known(&self, change: usize) -> Option<Found>;
    /// What was found of a change.
    fn found(&self, change: usize, found: &Found);
}

/// What was found of a change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// Whether it is none: the program stays as it was.
    pub none: bool,
    /// Whether a test failed.
    pub noticed: bool,
    /// A test that failed.
    pub by: Option<String>,
    /// The clauses of its line a test of which failed.
    pub bitten: Vec<String>,
}

/// What was found of a clause.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// Lines of which a change made a test of the clause fail.
    pub bitten: usize,
    /// Lines of which no change did, and tests of other clauses that failed.
    pub idle: Vec<(Span, BTreeSet<String>)>,
}

/// What was found of all rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proved {
    /// Of each clause.
    pub clauses: BTreeMap<String, Proof>,
    /// How many lines could be changed.
    pub lines: usize,
    /// How many changes there were in them.
    pub changes: usize,
    /// The lines of which some changes were noticed by no test at all.
    pub unnoticed: Vec<Unnoticed>,
}

/// A line of rules, and what may be changed in it without a test failing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unnoticed {
    /// The file; empty for what stands in no text.
    pub file: String,
    /// The line, from 1; 0 for what stands in no text.
    pub line: usize,
    /// Its words.
    pub text: String,
    /// The changes.
    pub changes: Vec<Otherwise>,
}

/// A change that no test noticed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Otherwise {
    /// What was changed: `number`, `condition left out` ...
    pub what: &'static str,
    /// The words that mean it.
    pub words: String,
}

/// A change that was tried.
struct Tried<'m> {
    mutation: &'m Mutation,
    found: Found,
}

/// What clauses there are, and who cites them.
struct Clauses<'a> {
    names: &'a Names,
    ledger: &'a Ledger,
    /// The tests that cite each.
    tests: BTreeMap<&'a str, BTreeSet<&'a str>>,
}

impl Clauses<'_> {
    /// The clauses that a change's line carries out.
    fn of(&self, m: &Mutation) -> BTreeSet<String> {
        let cited = m.cited.iter().flat_map(|c| &c.clauses);
        cited.flat_map(|id| self.ledger.meant(self.names.text(*id))).collect()
    }
}

/// Changes every line of the rules within an extent, and runs the tests that each change can reach.
#[must_use]
pub fn prove(
    trial: &Trial<'_>,
    ledger: &Ledger,
    cited: &BTreeMap<String, Vec<Citation>>,
    watch: &dyn Watch,
    within: &dyn Fn(Span, &BTreeSet<String>) -> bool,
) -> Proved {
    let tests = cited.iter().map(|(id, list)| (id.as_str(), list.iter().filter_map(|c| c.test.as_deref()).collect())).collect();
    let clauses = Clauses { names: &trial.book.rules.names, ledger, tests };
    let ground = Ground::new(trial);
    let mut all: Vec<(usize, Mutation)> = ground.mutations().into_iter().enumerate().collect();
    all.retain(|(_, m)| within(m.at.span(), &clauses.of(m)));
    watch.done(0, all.len());
    let bitten: Mutex<HashSet<(Span, String)>> = Mutex::default();
    let done = AtomicUsize::new(0);
    let tried: Vec<Tried<'_>> = all
        .par_iter()
        .map_init(
            || Worker::new(&ground),
            |worker, (n, mutation)| {
                let known = watch.known(*n);
                let found = known.clone().unwrap_or_else(|| attempt(worker, &clauses, mutation, &bitten));
                note(mutation, &found, &bitten);
                if known.is_none() {
                    watch.found(*n, &found);
                }
                watch.done(done.fetch_add(1, Ordering::Relaxed) + 1, all.len());
                Tried { mutation, found }
            },
        )
        .filter(|tried| !tried.found.none)
        .collect();
    let mut out = Proved { changes: tried.len(), ..Proved::default() };
    let files = trial.book.files;
    out.clauses = proofs(trial, &clauses, &tried);
    let (lines, unnoticed) = by_line(files, &tried);
    (out.lines, out.unnoticed) = (lines, unnoticed);
    out
}

/// The line that cites what a change's line carries out.
fn line(m: &Mutation) -> Span {
    m.cited.as_ref().map_or(Span::default(), |c| c.line.span())
}

/// Notes the clauses of a line a test of which has failed.
fn note(m: &Mutation, found: &Found, known: &Mutex<HashSet<(Span, String)>>) {
    if let Ok(mut set) = known.lock() {
        set.extend(found.bitten.iter().map(|id| (line(m), id.clone())));
    }
}

/// Tries one change; the tests of a clause that a change of the same line has met already are not asked again.
fn attempt(worker: &mut Worker<'_, '_>, clauses: &Clauses<'_>, m: &Mutation, known: &Mutex<HashSet<(Span, String)>>) -> Found {
    let done = |id: &String| known.lock().is_ok_and(|set| set.contains(&(line(m), id.clone())));
    let wanted: Vec<String> = clauses.of(m).into_iter().filter(|id| clauses.tests.contains_key(id.as_str()) && !done(id)).collect();
    let asked: Vec<&BTreeSet<&str>> = wanted.iter().filter_map(|id| clauses.tests.get(id.as_str())).collect();
    let Some(outcome) = worker.attempt(m, &asked) else { return Found { none: true, ..Found::default() } };
    let bitten = outcome.bitten.iter().filter_map(|i| wanted.get(*i).cloned()).collect();
    Found { none: false, noticed: outcome.noticed, by: outcome.by, bitten }
}

/// What came of a line that cites a clause.
#[derive(Default)]
struct Line {
    /// Whether anything is changed on the line itself.
    own: bool,
    /// Whether a test of the clause failed.
    bites: bool,
    /// Other tests that failed.
    others: BTreeSet<String>,
}

/// Of each clause, which of the lines that cite it bite.
fn proofs(trial: &Trial<'_>, clauses: &Clauses<'_>, tried: &[Tried<'_>]) -> BTreeMap<String, Proof> {
    let files = trial.book.files;
    let mut lines: BTreeMap<(String, Span), Line> = BTreeMap::new();
    for one in tried {
        let Some(cited) = &one.mutation.cited else { continue };
        // which reading is in force is a choice of the pack, and a marker's end is seldom said: no clause hangs on them
        let own = ![READING, END].contains(&one.mutation.what) && place(files, one.mutation.at) == place(files, cited.line);
        let line = citing(trial.book.rules, one.mutation, cited);
        for id in clauses.of(one.mutation) {
            let line = lines.entry((id.clone(), line)).or_default();
            line.own |= own;
            line.bites |= one.found.bitten.contains(&id);
            line.others.extend(one.found.by.clone());
        }
    }
    let mut out: BTreeMap<String, Proof> = BTreeMap::new();
    for ((id, span), line) in lines.into_iter().filter(|(_, line)| line.own) {
        let proof = out.entry(id).or_default();
        if line.bites { proof.bitten += 1 } else { proof.idle.push((span, line.others)) }
    }
    out
}

/// The line that cites what a change's line cites: lines of a rule without clauses of their own have those of the rule.
fn citing(rules: &Rules, m: &Mutation, cited: &Cited) -> Span {
    let rule = m.parts.iter().find_map(|part| match part {
        Part::Attach(a) => rules.attaches.get(*a)?.rule,
        Part::Forbid(f) => rules.forbids.get(*f)?.rule,
        _ => None,
    });
    let head = rule.and_then(|r| rules.rules.get(r)).map(|r| &r.line).filter(|line| line.cites == cited.clauses);
    head.map_or(cited.line, |line| line.at).span()
}

/// How many lines there are in which something was changed, and those of which a change went unnoticed.
fn by_line(files: &Files, tried: &[Tried<'_>]) -> (usize, Vec<Unnoticed>) {
    let mut lines: BTreeMap<(String, usize), Vec<&Tried<'_>>> = BTreeMap::new();
    for one in tried {
        lines.entry(place(files, one.mutation.at)).or_default().push(one);
    }
    let count = lines.len();
    let mut out = Vec::new();
    for ((file, line), list) in lines {
        let left: Vec<&&Tried<'_>> = list.iter().filter(|t| !t.found.noticed).collect();
        let Some(first) = left.first() else { continue };
        let text = line_of(files, first.mutation.at);
        let mut changes: Vec<Otherwise> = left.iter().map(|t| otherwise(files, &text, t.mutation)).collect();
        changes.sort();
        changes.dedup();
        out.push(Unnoticed { file, line, text, changes });
    }
    (count, out)
}

/// The file and the line, from 1; nothing for what stands in no text.
fn place(files: &Files, at: At) -> (String, usize) {
    match files.file_of(at.span()).filter(|_| !at.span().is_empty()) {
        Some(id) => (files.name(id).to_owned(), files.position(at.span().start).line),
        None => (String::new(), 0),
    }
}

/// The line on which a place begins.
fn line_of(files: &Files, at: At) -> String {
    let Some(id) = files.file_of(at.span()).filter(|_| !at.span().is_empty()) else { return "the pack as a whole".into() };
    let whole = files.whole(id);
    let text = files.slice(whole);
    let start = ((at.span().start - whole.start) as usize).min(text.len());
    let before = text.get(..start).unwrap_or("").rfind('\n').map_or(0, |i| i + 1);
    let line = text.get(before..).unwrap_or("").lines().next().unwrap_or("").trim();
    // citations say nothing
    match line.strip_suffix(']').and_then(|l| l.rsplit_once("  [")) {
        Some((rule, _)) => rule.trim_end().to_owned(),
        None => line.to_owned(),
    }
}

/// A change, with the words that it changes; none where it changes the line as a whole.
fn otherwise(files: &Files, line: &str, m: &Mutation) -> Otherwise {
    let all = files.slice(m.at.span());
    let one = all.lines().next().unwrap_or("").trim();
    let more = one.chars().count() > MOST || all.trim().lines().count() > 1;
    let words: String = one.chars().take(MOST).collect();
    let whole = line.starts_with(&words) && m.at.span().len() + 1 >= line.len();
    Otherwise { what: m.what, words: if whole { String::new() } else { format!("{}{}", words.trim_end(), if more { " ..." } else { "" }) } }
}
