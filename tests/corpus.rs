//! The twenty-six passages of `tests/corpus`: all are sentences of the language, and those of the games that have no
//! pack yet are resolved as far as `tests/corpus/unresolved.txt` says. That list can only shrink.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet};

use grognard::graph;
use grognard::model::{effective, layers};
use grognard::source::Files;
use grognard::syntax;

const FOLDER: &str = "tests/corpus";
const LIST: &str = "tests/corpus/unresolved.txt";
/// Set to shorten the list by what is resolved now.
const SHRINK: &str = "GROGNARD_SHRINK";
/// Set to have every fault said.
const SAY: &str = "GROGNARD_SAY";

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

/// Lines that cannot be resolved, each with the codes that it is told: by passage and line.
type Lines = BTreeMap<(String, String), BTreeSet<String>>;

/// The lines of a game's passages that cannot be resolved.
fn unresolved(parents: &[&str], passages: &[&str], out: &mut Lines) {
    let (mut files, mut declarations) = (Files::default(), Vec::new());
    for name in parents.iter().chain(passages) {
        let id = files.add(*name, &text(name));
        declarations.extend(syntax::parse(&files, id).0);
    }
    let made = effective(&files, &layers(&files, &declarations));
    let (_, found) = graph::compile(&files, &made.declarations);
    for d in made.found.iter().chain(&found) {
        let Some(id) = files.file_of(d.span).filter(|id| passages.contains(&files.name(*id))) else { continue };
        if std::env::var_os(SAY).is_some() {
            println!("{}: {}: {}", files.place(d.span), d.code.name(), d.message);
        }
        // the line's words, not its number or the message: those change without anything being mended
        let line = files.slice(files.whole(id)).lines().nth(files.position(d.span.start).line - 1).unwrap_or("");
        let line = line.split(" --").next().unwrap_or("").split("  [").next().unwrap_or("");
        let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
        out.entry((files.name(id).to_owned(), words)).or_default().insert(d.code.name().to_owned());
    }
}

fn listed(text: &str) -> Lines {
    let lines = text.lines().filter(|l| !l.starts_with('#'));
    let parts = lines.filter_map(|l| {
        let (passage, rest) = l.split_once(": ")?;
        let (codes, line) = rest.split_once(": ")?;
        Some(((passage.to_owned(), line.to_owned()), codes.split('+').map(str::to_owned).collect()))
    });
    parts.collect()
}

fn written(lines: &Lines) -> String {
    let head = "# Lines of the passages that the compiler cannot resolve yet: passage, codes, the line.\n\
                # Written by `GROGNARD_SHRINK=1 cargo test --test corpus`, which never adds one; take this file away to begin anew.\n\n";
    let show = |((passage, line), codes): (&(String, String), &BTreeSet<String>)| {
        let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
        format!("{passage}: {}: {line}\n", codes.join("+"))
    };
    head.to_owned() + lines.iter().map(show).collect::<String>().as_str()
}

/// Lines of one list that the other has not.
fn only(here: &Lines, there: &Lines) -> Vec<String> {
    let lines = here.iter().filter(|(key, _)| !there.contains_key(*key));
    lines
        .map(|((passage, line), codes)| {
            format!("  {passage}: {line}    ({})", codes.iter().map(String::as_str).collect::<Vec<_>>().join(", "))
        })
        .collect()
}

#[test]
fn what_is_unresolved_only_shrinks() {
    let mut now = Lines::new();
    for (parents, passages) in GAMES {
        unresolved(parents, passages, &mut now);
    }
    let before = std::fs::read_to_string(LIST).ok().map(|t| listed(&t));
    let old = before.as_ref().unwrap_or(&now);
    let (more, fewer) = (only(&now, old), only(old, &now));
    if more.is_empty() && std::env::var_os(SHRINK).is_some() {
        std::fs::write(LIST, written(&now)).expect("the list can be written");
        return;
    }
    assert!(before.is_some(), "there is no {LIST}; write it with {SHRINK}=1");
    assert!(more.is_empty(), "cannot be resolved any more:\n{}", more.join("\n"));
    assert!(fewer.is_empty(), "resolved now, so take it out of the list with {SHRINK}=1:\n{}", fewer.join("\n"));
}
