//! Tests whose verdict is another.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::Side;
use crate::trial::{Trial, run};

/// A test, and what it came to on both sides: `passes`, `fails`; none where there is no such test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Turned {
    /// Its title.
    pub test: String,
    /// Before.
    pub old: Option<&'static str>,
    /// Now.
    pub new: Option<&'static str>,
    /// Why it fails now.
    pub why: Option<String>,
}

/// The tests that do not come to the same, by their titles.
#[must_use]
pub fn turned(old: &Side<'_>, new: &Side<'_>) -> Vec<Turned> {
    let verdicts = |side: &Side<'_>| -> BTreeMap<String, Option<String>> {
        let all = run(&Trial { book: side.book, entries: side.entries }, |_| true);
        all.into_iter().map(|v| (v.name, v.failed.map(|(_, why)| why))).collect()
    };
    let (a, b) = (verdicts(old), verdicts(new));
    let said = |v: Option<&Option<String>>| v.map(|why| if why.is_some() { "fails" } else { "passes" });
    let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    let one =
        |test: &String| Turned { test: test.clone(), old: said(a.get(test)), new: said(b.get(test)), why: b.get(test).cloned().flatten() };
    names.into_iter().map(one).filter(|t| t.old != t.new).collect()
}
