//! The twenty-six passages of `tests/corpus`: all are sentences of the language, and those of the games that have no
//! pack yet are resolved, every line of them.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use grognard::graph;
use grognard::model::{effective, layers};
use grognard::source::Files;
use grognard::syntax;

const FOLDER: &str = "tests/corpus";

/// A variant and what it extends; or a game, whose nouns and passages belong together.
/// Those of Chosen Men are kept up in its pack.
const GAMES: &[(&[&str], &[&str])] = &[
    (&[], &["one-page-nouns", "op1"]),
    (&["one-page-nouns", "op1"], &["ex1"]),
    (&[], &["empires-nouns", "ew1", "ew2", "ew3", "ew4", "ew5"]),
    (&[], &["old-trousers-nouns", "ot1", "ot2", "ot3", "ot4"]),
];

fn text(name: &str) -> String {
    std::fs::read_to_string(format!("{FOLDER}/{name}.grog")).unwrap_or_else(|e| panic!("{name}: {e}"))
}

#[test]
fn every_passage_is_a_sentence_of_the_language() {
    let mut faults = Vec::new();
    let mut read = 0;
    for entry in std::fs::read_dir(FOLDER).expect("the folder is there") {
        let path = entry.expect("readable").path();
        if path.extension().is_none_or(|e| e != "grog") {
            continue;
        }
        read += 1;
        let mut files = Files::default();
        let id = files.add(path.to_string_lossy(), &std::fs::read_to_string(&path).expect("plain text"));
        let (declarations, found) = syntax::parse(&files, id);
        assert!(!declarations.is_empty(), "{} declares nothing", path.display());
        faults.extend(found.iter().map(|d| format!("{}: {}", files.place(d.span), d.message)));
    }
    assert!(read >= 26, "only {read} passages");
    faults.sort();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// What is said of a game's passages.
fn faults(parents: &[&str], passages: &[&str]) -> Vec<String> {
    let (mut files, mut declarations) = (Files::default(), Vec::new());
    for name in parents.iter().chain(passages) {
        let id = files.add(*name, &text(name));
        declarations.extend(syntax::parse(&files, id).0);
    }
    let made = effective(&files, &layers(&files, &declarations));
    let (_, found) = graph::compile(&files, &made.declarations);
    let all = made.found.iter().chain(&found);
    all.map(|d| format!("{}: {}: {}", files.place(d.span), d.code.name(), d.message)).collect()
}

#[test]
fn every_passage_is_resolved() {
    let faults: Vec<String> = GAMES.iter().flat_map(|(parents, passages)| faults(parents, passages)).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}
