//! The packs of `tests/rules`: each construct of the language is played with given dice, and its exact odds, worked out
//! by hand, are asked for.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use grognard::floors::muster::Entries;
use grognard::floors::packs::Compiled;
use grognard::floors::source::Files;
use grognard::floors::trial::{Trial, run};

/// Plays the tests of a pack; gives how many there were.
fn played(name: &str) -> usize {
    let text = std::fs::read_to_string(format!("tests/rules/{name}.grog")).expect("the pack is there");
    let mut files = Files::default();
    files.add(name, &text);
    let compiled = Compiled::of(&files);
    let book = compiled.book(&files);
    let (entries, more) = Entries::read(book);
    let found = compiled.found.iter().chain(&more);
    let faults: Vec<String> = found.map(|d| format!("{}: {}: {}", files.place(d.span), d.code.name(), d.message)).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    let verdicts = run(&Trial { book, entries: &entries }, |_| true);
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
