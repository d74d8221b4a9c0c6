//! Each clause of a book, the rules that carry it out and the tests that prove it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::clauses::{self, Ambiguity, Citation, Ledger, Status};
use super::extent::{Extent, is_within};
use super::proofs::{Proof, Proved, Unnoticed, Watch, prove};
use super::rulings::{self, Loose, RulingRow};
use crate::diag::{Diagnostic, nearest};
use crate::muster::Entries;
use crate::packs::{Compiled, Loaded};
use crate::source::{Files, Span};
use crate::trial::Trial;

/// How many ids are named that a wrong one may have meant.
const NEAR: usize = 5;

/// A rule or test that cites a clause.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Cited {
    /// The title of the test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
    /// What else cites it, by its word and its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

/// A clause and who cites it.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// How rules cite it.
    pub id: String,
    /// Its chapter.
    #[serde(rename = "where")]
    pub chapter: String,
    /// What it says, in the words of the ledger.
    pub says: String,
    /// Worked cases that the book gives.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<String>,
    /// What sort of fact it is.
    pub kind: String,
    /// How well it is kept.
    pub status: Status,
    /// The rules that cite it.
    pub rules: Vec<Cited>,
    /// The tests that cite it.
    pub tests: Vec<Cited>,
}

/// All clauses of a pack.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// The pack.
    pub pack: String,
    /// Its clauses, in the book's order.
    pub clauses: Vec<Row>,
    /// The rulings that its rules make.
    pub rulings: Vec<RulingRow>,
    /// What the book leaves unclear.
    pub ambiguities: Vec<Ambiguity>,
    /// The readings that no test takes; when proving, also those that change no test.
    pub loose: Vec<Loose>,
    /// When proving, the lines that can change without a test of their clause failing.
    pub idle: Vec<Idle>,
    /// When proving, the lines of which something can change without any test failing.
    pub unnoticed: Vec<Unnoticed>,
    /// When proving, how much was changed.
    #[serde(skip)]
    pub proved: Option<Changed>,
    /// Errors of the rules: with any, nothing is proved.
    #[serde(skip)]
    pub errors: usize,
}

/// How much of the rules was changed, one thing at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Lines in which something could be changed.
    pub lines: usize,
    /// Changes in them.
    pub changes: usize,
}

/// A line that can change and no test that cites its clause fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Idle {
    /// The clause.
    pub clause: String,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// Tests that fail and do not cite the clause; perhaps one of them shows it.
    pub others: Vec<String>,
}

impl Report {
    /// Puts the ledger and those who cite it together.
    fn new(loaded: &Loaded, rulings: Vec<RulingRow>, ledger: Ledger, cited: &BTreeMap<String, Vec<Citation>>) -> Self {
        let row = |c: &clauses::Clause| {
            let places = cited.get(&c.id).map_or(&[][..], Vec::as_slice);
            let (tests, rules): (Vec<Cited>, Vec<Cited>) = places.iter().map(|p| place(&loaded.files, p)).partition(|c| c.test.is_some());
            Row {
                id: c.id.clone(),
                chapter: c.chapter.clone(),
                says: c.says.clone(),
                cases: c.cases.clone(),
                kind: c.kind.clone(),
                status: Status::of(&c.kind, rules.len(), tests.len()),
                rules,
                tests,
            }
        };
        Self {
            pack: loaded.name.clone(),
            clauses: ledger.clause.iter().map(row).collect(),
            rulings,
            ambiguities: ledger.ambiguity,
            ..Self::default()
        }
    }

    /// Takes in what changing each line has shown: a clause with a line that may change unseen is untested.
    fn prove(&mut self, files: &Files, found: Proved) {
        for c in self.clauses.iter_mut().filter(|c| c.status == Status::Covered) {
            let Some(Proof { idle, .. }) = found.clauses.get(&c.id).filter(|p| !p.idle.is_empty()) else { continue };
            c.status = Status::Untested;
            self.idle.extend(idle.iter().map(|(span, others)| Idle::of(files, &c.id, *span, others)));
        }
        self.unnoticed = found.unnoticed;
        self.proved = Some(Changed { lines: found.lines, changes: found.changes });
    }

    /// The clause of that id.
    ///
    /// # Errors
    /// That there is none, and which is the nearest.
    pub fn clause(&self, id: &str) -> Result<&Row, String> {
        let wanted = id.trim().trim_matches(['[', ']']);
        self.clauses.iter().find(|c| c.id == wanted).ok_or_else(|| {
            let near = self.near(wanted);
            let near = if near.is_empty() { near } else { format!(": did you mean {near}?") };
            format!("`{}` has no clause `{wanted}`{near}", self.pack)
        })
    }

    /// The ids that a wrong one may have meant: the one spelt most alike, else those that hold it or that stand beside it.
    fn near(&self, wanted: &str) -> String {
        let ids = || self.clauses.iter().map(|c| c.id.as_str());
        let words: Vec<&str> = wanted.split(['.', '-', ' ']).filter(|w| w.len() > 2).collect();
        // the first word is the part of the book
        let part = |id: &str| id.split('.').next() == wanted.split('.').next();
        let shared = |id: &str| id.split(['.', '-']).filter(|w| words.contains(w)).count() + usize::from(part(id));
        let mut near: Vec<&str> = nearest(wanted, ids()).into_iter().collect();
        let mut others: Vec<&str> = ids().filter(|id| shared(id) > 0 && !near.contains(id)).collect();
        others.sort_by_key(|id| std::cmp::Reverse(shared(id)));
        near.extend(others);
        near.iter().take(NEAR).map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ")
    }

    /// The unclear places that no ruling cites.
    #[must_use]
    pub fn unruled(&self) -> Vec<&str> {
        let cited: BTreeSet<&str> = self.rulings.iter().flat_map(|r| &r.cites).map(String::as_str).collect();
        self.ambiguities.iter().map(|a| a.id.as_str()).filter(|id| !cited.contains(id)).collect()
    }

    /// How many readings that are not in force tests take.
    #[must_use]
    pub fn readings_taken(&self) -> usize {
        self.rulings.iter().map(|r| r.readings.iter().filter(|n| **n != r.chosen && r.tests.contains_key(*n)).count()).sum()
    }
}

/// The clauses of a pack with all that cites them, and citations of what is no clause; with `watch`, each thing that the rules
/// say within the extent is changed, and what no test notices is told.
///
/// # Errors
/// That the extent names a file, line or clause that is not there.
pub fn report(
    loaded: &Loaded,
    compiled: &Compiled,
    mut ledger: Ledger,
    watch: Option<&dyn Watch>,
    extent: &Extent,
) -> Result<(Report, Vec<Diagnostic>), String> {
    let files = &loaded.files;
    let places = extent.places(files)?;
    let cited = clauses::citations(&ledger, &loaded.names, &loaded.effective.decls);
    let strays = clauses::strays(&ledger, &cited);
    let (entries, _) = Entries::read(compiled.book(files));
    let trial = Trial { book: compiled.book(files), entries: &entries };
    if let Some(id) = &extent.clause {
        Report::new(loaded, Vec::new(), ledger.clone(), &cited).clause(id)?;
    }
    let within = |span: Span, carried: &BTreeSet<String>| {
        let own = !extent.own || loaded.is_own(span) || carried.iter().any(|id| ledger.is_own(id));
        own && is_within(files, &places, span) && extent.clause.as_ref().is_none_or(|id| carried.contains(id))
    };
    let proofs = watch.map(|watch| prove(&trial, &ledger, &cited, watch, &within));
    let mut rulings = rulings::rulings(files, &trial, &ledger);
    let own = |r: &RulingRow| files.ids().any(|id| files.name(id) == r.file && loaded.is_own(files.whole(id)));
    rulings.retain(|r| extent.has(files, &places, (&r.file, r.line), &r.cites) && (!extent.own || own(r)));
    if extent.own {
        ledger.keep_own();
    }
    let mut report = Report::new(loaded, rulings, ledger, &cited);
    report.loose = rulings::loose(&report.rulings, &trial, watch.is_some());
    if let Some(found) = proofs {
        if extent.is_narrow() {
            report.clauses.retain(|c| found.clauses.contains_key(&c.id));
            report.ambiguities.retain(|a| report.rulings.iter().any(|r| r.cites.contains(&a.id)));
        }
        report.prove(files, found);
    }
    Ok((report, strays))
}

impl Idle {
    fn of(files: &Files, clause: &str, span: Span, others: &BTreeSet<String>) -> Self {
        let Cited { file, line, .. } = place(files, &Citation { span, test: None, name: None });
        Self { clause: clause.to_owned(), file, line, others: others.iter().cloned().collect() }
    }
}

pub(super) fn place(files: &Files, p: &Citation) -> Cited {
    let file = files.file_of(p.span).map_or(String::new(), |id| files.name(id).to_owned());
    Cited { test: p.test.clone(), name: p.name.clone(), file, line: files.position(p.span.start).line }
}
