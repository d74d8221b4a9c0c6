//! The twenty-six passages of `tests/corpus`: all are sentences of the language, and those of the games that have no
//! pack yet are resolved as far as `tests/corpus/unresolved.txt` says. That list can only shrink.

use std::collections::BTreeMap;

use grognard::graph;
use grognard::source::Files;
use grognard::syntax;

const FOLDER: &str = "tests/corpus";
const LIST: &str = "tests/corpus/unresolved.txt";
/// Set to shorten the list by what is resolved now.
const SHRINK: &str = "GROGNARD_SHRINK";

/// A passage and what stands before it. Those of Chosen Men are kept up in its pack.
const PASSAGES: &[(&str, &[&str])] = &[
    ("op1", &["one-page-nouns"]),
    ("ex1", &["one-page-nouns", "op1"]),
    ("ew1", &["empires-nouns"]),
    ("ew2", &["empires-nouns"]),
    ("ew3", &["empires-nouns"]),
    ("ew4", &["empires-nouns"]),
    ("ew5", &["empires-nouns"]),
    ("ot1", &["old-trousers-nouns"]),
    ("ot2", &["old-trousers-nouns"]),
    ("ot3", &["old-trousers-nouns"]),
    ("ot4", &["old-trousers-nouns"]),
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

/// What cannot be resolved in a passage: the code and the faulty words, and how often.
fn unresolved(passage: &str, nouns: &[&str], out: &mut BTreeMap<String, usize>) {
    let (mut files, mut declarations) = (Files::default(), Vec::new());
    let mut own = None;
    for name in nouns.iter().chain([&passage]) {
        let id = files.add(*name, &text(name));
        declarations.extend(syntax::parse(&files, id).0);
        own = Some(id);
    }
    let (_, found) = graph::compile(&files, &declarations);
    for d in found.iter().filter(|d| files.file_of(d.span) == own) {
        if std::env::var_os("GROGNARD_SAY").is_some() {
            println!("{}: {}: {}", files.place(d.span), d.code.name(), d.message);
        }
        // neither the line nor the wording: they change without anything being mended
        let words = files.slice(d.span).split_whitespace().collect::<Vec<_>>().join(" ");
        *out.entry(format!("{passage}: {}: {words}", d.code.name())).or_default() += 1;
    }
}

fn listed(text: &str) -> BTreeMap<String, usize> {
    let lines = text.lines().filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines.filter_map(|l| l.split_once(" x ").and_then(|(n, what)| Some((what.to_owned(), n.trim().parse().ok()?)))).collect()
}

fn written(list: &BTreeMap<String, usize>) -> String {
    let head = "# What the passages say and the compiler cannot resolve yet: how often, passage, code, the words.\n\
                # Written by `GROGNARD_SHRINK=1 cargo test --test corpus`, which never adds a line.\n\n";
    let lines: Vec<String> = list.iter().map(|(what, n)| format!("{n:>2} x {what}\n")).collect();
    head.to_owned() + &lines.concat()
}

#[test]
fn what_is_unresolved_only_shrinks() {
    let mut now = BTreeMap::new();
    for (passage, nouns) in PASSAGES {
        unresolved(passage, nouns, &mut now);
    }
    let before = std::fs::read_to_string(LIST).map(|t| listed(&t)).ok();
    let old = before.clone().unwrap_or_else(|| now.clone());
    let count = |list: &BTreeMap<String, usize>, what: &str| list.get(what).copied().unwrap_or(0);
    let more: Vec<String> = now.iter().filter(|(w, n)| **n > count(&old, w)).map(|(w, n)| format!("+ {} x {w}", n - count(&old, w))).collect();
    let fewer: Vec<String> = old.iter().filter(|(w, n)| **n > count(&now, w)).map(|(w, n)| format!("- {} x {w}", n - count(&now, w))).collect();
    if more.is_empty() && std::env::var_os(SHRINK).is_some() {
        std::fs::write(LIST, written(&now)).expect("the list can be written");
        return;
    }
    assert!(before.is_some(), "there is no {LIST}; write it with {SHRINK}=1");
    assert!(more.is_empty(), "cannot be resolved any more:\n{}", more.join("\n"));
    assert!(fewer.is_empty(), "resolved now, so take it out of the list with {SHRINK}=1:\n{}", fewer.join("\n"));
}
