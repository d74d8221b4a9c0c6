//! Rulings in the ledger: who settles which unclear place, and which tests bear each reading out.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde::Serialize;

use super::clauses::{Citation, Ledger};
use super::readings::{Speaks, spoken};
use super::report::{Cited, place};
use crate::ast::{self, Decl, DeclKind, Item, ItemKind};
use crate::hir::{Ruling, RulingId};
use crate::intern::Names;
use crate::ir::Key;
use crate::muster::Rulebook;
use crate::source::Files;
use crate::trial::{Trial, run, uses};

/// A ruling and the reading in force.
#[derive(Clone, Debug, Serialize)]
pub struct RulingRow {
    /// Its key.
    pub id: String,
    /// Its name, as written.
    pub name: String,
    /// The chapter of what it cites.
    #[serde(rename = "where")]
    pub chapter: String,
    /// What is unclear: of each unclear place that it cites, the question.
    pub asks: Vec<String>,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// How the book can be read.
    pub readings: Vec<String>,
    /// The one in force.
    pub chosen: String,
    /// The clauses and unclear places that it cites.
    pub cites: Vec<String>,
    /// The tests that take a reading, by the reading.
    pub tests: BTreeMap<String, Vec<Cited>>,
    /// The lines that ask for a reading, by the reading: what it changes.
    pub changes: BTreeMap<String, Vec<Speaks>>,
    /// The lines that take the number of whichever reading is in force.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<Speaks>,
}

/// The rulings of a pack, with the lines that ask for their readings and the tests that take them.
#[must_use]
pub fn rulings(files: &Files, trial: &Trial<'_>, ledger: &Ledger) -> Vec<RulingRow> {
    let (taken, program, rules) = (takers(trial), trial.book.program(), trial.book.rules);
    let spoken = spoken(files, rules, trial.book.decls);
    let row = |(r, (id, declared)): (&crate::ir::Ruling, (RulingId, &Ruling))| {
        let key = Key::new(&r.name);
        let cites = program.rows.get(r.row).map_or_else(Vec::new, |row| row.cites.clone());
        let names = || r.readings.iter().map(|(n, _)| n.clone());
        let tests = |reading: String| {
            let list = taken.get(&(key.clone(), Key::new(&reading)))?;
            Some((reading, list.iter().map(|c| place(files, c)).collect()))
        };
        let changes = |(n, reading): (u32, String)| Some((reading, spoken.get(&(id, Some(n)))?.clone()));
        let Cited { file, line, .. } = place(files, &Citation { span: declared.line.at.span(), test: None, name: None });
        RulingRow {
            name: r.name.clone(),
            chapter: ledger.chapter(&cites),
            asks: if declared.asks.is_empty() {
                asks(ledger, &cites)
            } else {
                declared.asks.iter().map(|q| rules.names.text(*q).to_owned()).collect()
            },
            file,
            line,
            readings: names().collect(),
            chosen: r.readings.get(r.chosen).map_or(String::new(), |(n, _)| n.clone()),
            tests: names().filter_map(tests).collect(),
            changes: (0..).zip(names()).filter_map(changes).collect(),
            numbers: spoken.get(&(id, None)).cloned().unwrap_or_default(),
            id: key.as_str().to_owned(),
            cites,
        }
    };
    program.rulings.iter().zip(rules.rulings.iter()).map(row).collect()
}

/// The questions of the unclear places that a ruling cites.
fn asks(ledger: &Ledger, cites: &[String]) -> Vec<String> {
    let asked = ledger.ambiguity.iter().filter(|a| cites.contains(&a.id) && !a.question.is_empty());
    asked.map(|a| a.question.clone()).collect()
}

/// The tests that take each reading of each ruling, in their own words or in those of their situation.
fn takers(trial: &Trial<'_>) -> BTreeMap<(Key, Key), Vec<Citation>> {
    let mut out: BTreeMap<(Key, Key), Vec<Citation>> = BTreeMap::new();
    for d in trial.book.decls {
        let DeclKind::Test(test) = &*d.kind else { continue };
        let test = Some(trial.book.rules.names.text(test.name.sym).to_owned());
        for one in uses(trial, d) {
            out.entry((one.ruling, one.reading)).or_default().push(Citation { span: d.head.span(), test: test.clone(), name: None });
        }
    }
    out
}

/// A reading, and what is wrong with its tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Loose {
    /// The ruling's key.
    pub ruling: String,
    /// The reading.
    pub reading: String,
    /// What is wrong.
    pub why: &'static str,
    /// Whether tests take it and none notices.
    #[serde(skip)]
    pub unnoticed: bool,
}

/// The readings that are not in force and that no test takes; with `prove`, also those whose tests all pass without
/// them.
#[must_use]
pub fn loose(rulings: &[RulingRow], trial: &Trial<'_>, prove: bool) -> Vec<Loose> {
    let others = rulings.iter().flat_map(|r| r.readings.iter().filter(|n| **n != r.chosen).map(move |n| (r, n)));
    let others: Vec<_> = others.collect();
    let fault = |(r, reading): &(&RulingRow, &String)| {
        let told = |why| Some(Loose { ruling: r.id.clone(), reading: (*reading).clone(), why, unnoticed: r.tests.contains_key(*reading) });
        match r.tests.get(*reading) {
            None => told("no test takes this reading"),
            Some(tests) if prove && !matters(trial, &Key::new(&r.id), &Key::new(reading), tests) => {
                told("every test that takes this reading passes without it")
            }
            Some(_) => None,
        }
    };
    others.par_iter().filter_map(fault).collect()
}

/// Whether a test that takes a reading fails without it.
fn matters(trial: &Trial<'_>, ruling: &Key, reading: &Key, tests: &[Cited]) -> bool {
    let names: BTreeSet<&str> = tests.iter().filter_map(|t| t.test.as_deref()).collect();
    let mut decls: Vec<Decl> = trial.book.decls.to_vec();
    for d in &mut decls {
        if let DeclKind::Test(ast::Test { items, .. }) | DeclKind::Situation(ast::Situation { items, .. }) = &mut *d.kind {
            forget(&trial.book.rules.names, items, ruling, reading);
        }
    }
    let without = Trial { book: Rulebook { decls: &decls, ..trial.book }, ..*trial };
    run(&without, |name| names.contains(name)).iter().any(|v| v.failed.is_some())
}

/// Takes out of a test or situation the lines that take a reading.
fn forget(names: &Names, items: &mut Vec<Item>, ruling: &Key, reading: &Key) {
    items.retain(|item| match &item.kind {
        ItemKind::Use(says) => Key::new(names.text(says.ruling.sym)) != *ruling || Key::new(names.text(says.reading.sym)) != *reading,
        _ => true,
    });
}
