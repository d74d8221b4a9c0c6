//! Rulings in the ledger: who settles which unclear place, and which tests bear each reading out.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde::Serialize;

use super::clauses::Citation;
use super::report::{Cited, place};
use crate::ast::{self, Decl, DeclKind, Item, ItemKind};
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
    /// How the book can be read.
    pub readings: Vec<String>,
    /// The one in force.
    pub chosen: String,
    /// The clauses and unclear places that it cites.
    pub cites: Vec<String>,
    /// The tests that take a reading, by the reading.
    pub tests: BTreeMap<String, Vec<Cited>>,
}

/// The rulings of a pack, with the tests that take their readings.
#[must_use]
pub fn rulings(files: &Files, trial: &Trial<'_>) -> Vec<RulingRow> {
    let (taken, program) = (takers(trial), trial.book.program());
    let row = |r: &crate::ir::Ruling| {
        let ruling = Key::new(&r.name);
        let of = |reading: &str| {
            let list = taken.get(&(ruling.clone(), Key::new(reading)))?;
            Some((reading.to_owned(), list.iter().map(|c| place(files, c)).collect()))
        };
        RulingRow {
            readings: r.readings.iter().map(|(n, _)| n.clone()).collect(),
            chosen: r.readings.get(r.chosen).map_or(String::new(), |(n, _)| n.clone()),
            cites: program.rows.get(r.row).map_or_else(Vec::new, |row| row.cites.clone()),
            tests: r.readings.iter().filter_map(|(n, _)| of(n)).collect(),
            id: ruling.as_str().to_owned(),
        }
    };
    program.rulings.iter().map(row).collect()
}

/// The tests that take each reading of each ruling, in their own words or in those of their situation.
fn takers(trial: &Trial<'_>) -> BTreeMap<(Key, Key), Vec<Citation>> {
    let mut out: BTreeMap<(Key, Key), Vec<Citation>> = BTreeMap::new();
    for d in trial.book.decls {
        let DeclKind::Test(test) = &*d.kind else { continue };
        let test = Some(trial.book.rules.names.text(test.name.sym).to_owned());
        for one in uses(trial, d) {
            out.entry((one.ruling, one.reading)).or_default().push(Citation { span: d.head.span(), test: test.clone() });
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
