//! `clauses --prove`: whether the tests bite. Each line that cites a clause is left out, or its number is shifted by
//! one, and a test that cites the clause must fail; a clause whose lines change nothing is untested, whoever cites it.

use std::collections::{BTreeMap, BTreeSet};

use indicatif::{ParallelProgressIterator as _, ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::ledger::{Citation, Ledger};
use crate::diag::any_error;
use crate::graph;
use crate::muster::Entries;
use crate::packs::Loaded;
use crate::source::{Files, Span};
use crate::syntax::{self, Block, Declaration};
use crate::trial::{Trial, run};

/// A line that cites clauses.
#[derive(Clone, Debug)]
struct Item {
    /// All of it, with what is indented below.
    whole: Span,
    /// Its own text, without what is below.
    own: Span,
    cites: Vec<String>,
}

/// What was found of a clause.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// Lines whose change made a test of the clause fail.
    pub bitten: usize,
    /// Lines whose change made none fail.
    pub idle: Vec<Span>,
}

/// What was found of all clauses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proved {
    /// Of each.
    pub clauses: BTreeMap<String, Proof>,
    /// How many lines could be changed.
    pub lines: usize,
}

/// Changes every line that cites a clause, one at a time, and runs the tests that cite the same clause.
#[must_use]
pub fn prove(loaded: &Loaded, ledger: &Ledger, cited: &BTreeMap<String, Vec<Citation>>) -> Proved {
    let mut items = Vec::new();
    for d in loaded.declarations.iter().filter(|d| !matches!(d.head.rule, syntax::Rule::test_d | syntax::Rule::situation_d)) {
        gather(&loaded.files, d, &mut items);
    }
    for item in &mut items {
        item.cites = item.cites.iter().flat_map(|id| ledger.meant(id)).collect();
    }
    let tests: BTreeMap<&str, BTreeSet<&str>> =
        cited.iter().map(|(id, list)| (id.as_str(), list.iter().filter_map(|c| c.test.as_deref()).collect())).collect();
    let bar = ProgressBar::new(u64::try_from(items.len()).unwrap_or(0)).with_style(ProgressStyle::default_bar());
    let found: Vec<(&Item, Option<BTreeSet<String>>)> =
        items.par_iter().progress_with(bar).map(|item| (item, bites(loaded, item, &tests))).collect();
    let (mut out, mut lines): (BTreeMap<String, Proof>, usize) = (BTreeMap::new(), 0);
    for (item, bitten) in found {
        let Some(bitten) = bitten else { continue };
        lines += 1;
        for id in &item.cites {
            let proof = out.entry(id.clone()).or_default();
            if bitten.contains(id) { proof.bitten += 1 } else { proof.idle.push(item.own) }
        }
    }
    Proved { clauses: out, lines }
}

fn gather(files: &Files, d: &Declaration, items: &mut Vec<Item>) {
    let text = |nodes: &[syntax::Node]| nodes.iter().map(|n| n.text(files).to_owned()).collect::<Vec<_>>();
    if !d.cites.is_empty() {
        items.push(Item { whole: d.span, own: d.head.span, cites: text(&d.cites) });
    }
    lines(files, &d.body, items);
}

fn lines(files: &Files, block: &Block, items: &mut Vec<Item>) {
    for line in block {
        if !line.cites.is_empty() {
            let end = line.below.last().map_or(line.span, deepest);
            let cites = line.cites.iter().map(|n| n.text(files).to_owned()).collect();
            items.push(Item { whole: line.span.to(end), own: line.span, cites });
        }
        lines(files, &line.below, items);
    }
}

fn deepest(line: &syntax::Line) -> Span {
    line.below.last().map_or(line.span, deepest)
}

/// The clauses of an item of which a test fails when the item is changed.
fn bites(loaded: &Loaded, item: &Item, tests: &BTreeMap<&str, BTreeSet<&str>>) -> Option<BTreeSet<String>> {
    let wanted: BTreeSet<&str> = item.cites.iter().filter_map(|c| tests.get(c.as_str())).flatten().copied().collect();
    let mut bitten = BTreeSet::new();
    if wanted.is_empty() {
        return Some(bitten);
    }
    let mut sound = false;
    for text in changes(&loaded.files, item) {
        let Some(failed) = failures(loaded, item.whole, &text, &wanted) else { continue };
        sound = true;
        for id in &item.cites {
            if tests.get(id.as_str()).is_some_and(|t| t.iter().any(|t| failed.contains(*t))) {
                bitten.insert(id.clone());
            }
        }
        if item.cites.iter().all(|c| bitten.contains(c)) {
            break;
        }
    }
    // a line without which the rules are not sound shows nothing either way
    sound.then_some(bitten)
}

/// The texts that may stand in the place of an item: nothing, and each of its numbers one more.
fn changes(files: &Files, item: &Item) -> Vec<String> {
    let whole = files.slice(item.whole).to_owned();
    let blank: String = whole.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
    let mut out = vec![blank];
    let own = files.slice(item.own);
    // what a variant says of a declaration stands before it
    let before = item.own.start.saturating_sub(item.whole.start) as usize;
    // a citation holds no numbers of the rule
    let end = own.rfind(" [").unwrap_or(own.len());
    let bytes = own.as_bytes();
    let mut at = 0;
    while at < end {
        if bytes.get(at).is_some_and(u8::is_ascii_digit) {
            let len = own.get(at..end).map_or(0, |t| t.bytes().take_while(u8::is_ascii_digit).count());
            if let Some(n) = own.get(at..at + len).and_then(|t| t.parse::<u64>().ok()) {
                let mut changed = whole.clone();
                changed.replace_range(before + at..before + at + len, &(n + 1).to_string());
                out.push(changed);
            }
            at += len.max(1);
        } else {
            at += 1;
        }
    }
    out
}

/// The tests that fail when a text stands in the place of a span; none if the rules are not sound then.
fn failures(loaded: &Loaded, span: Span, text: &str, wanted: &BTreeSet<&str>) -> Option<BTreeSet<String>> {
    let changed = loaded.with_text(span, text);
    if any_error(&changed.diagnostics) {
        return None;
    }
    let (files, declarations) = (&changed.files, &changed.declarations);
    if any_error(&graph::compile(files, declarations).1) {
        return None;
    }
    let compiled = changed.compiled();
    if any_error(&compiled.found) {
        return None;
    }
    let book = compiled.book(files);
    let (entries, found) = Entries::read(book);
    if any_error(&found) {
        return None;
    }
    let trial = Trial { book, entries: &entries };
    let verdicts = run(&trial, |name| wanted.contains(name));
    Some(verdicts.into_iter().filter(|v| v.failed.is_some()).map(|v| v.name).collect())
}
