//! The packs of `tests/rules`: each construct of the language is played with given dice, and its exact odds, worked out
//! by hand, are asked for.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use grognard::graph;
use grognard::muster::Entries;
use grognard::source::Files;
use grognard::syntax;
use grognard::trial::{Trial, run};

/// Plays the tests of a pack; gives how many there were.
fn played(name: &str) -> usize {
    let text = std::fs::read_to_string(format!("tests/rules/{name}.grog")).expect("the pack is there");
    let mut files = Files::default();
    let id = files.add(name, &text);
    let (declarations, mut found) = syntax::parse(&files, id);
    let (program, more) = graph::compile(&files, &declarations);
    found.extend(more);
    let (entries, more) = Entries::read(&files, &declarations, &program);
    found.extend(more);
    let faults: Vec<String> = found.iter().map(|d| format!("{}: {}: {}", files.place(d.span), d.code.name(), d.message)).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    let trial = Trial { files: &files, program: &program, entries: &entries, declarations: &declarations };
    let verdicts = run(&trial, |_| true);
    let failed: Vec<String> = verdicts
        .iter()
        .filter_map(|v| v.failed.as_ref().map(|(span, why)| format!("{}: `{}`: {why}", files.place(*span), v.name)))
        .collect();
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
    verdicts.len()
}

/// The packs, each with the tests that it has at least: fewer are a file that was cut short.
const PACKS: &[(&str, usize)] =
    &[("throws", 12), ("tables", 6), ("duels", 3), ("carriers", 3), ("guards", 15), ("ends", 18), ("heads", 11)];

#[test]
fn every_pack_is_played() {
    for (name, least) in PACKS {
        assert!(played(name) >= *least, "{name}");
    }
}
