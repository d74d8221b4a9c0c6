//! The twenty-six passages of `tests/corpus`: all are sentences of the language, and all are resolved and checked. Those
//! of Chosen Men stand on its pack.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;

use grognard::diag::{Code, Diagnostic};
use grognard::graph;
use grognard::model::{Key, effective, layers};
use grognard::muster::{Entries, Scenario};
use grognard::packs::{self, Compiled};
use grognard::source::Files;
use grognard::syntax::{self, Declaration, Node, Rule};
use grognard::trial::{Trial, run};

const FOLDER: &str = "tests/corpus";

/// A variant and what it extends; or a game, whose nouns and passages belong together.
const GAMES: &[(&[&str], &[&str])] = &[
    (&[], &["one-page-nouns", "op1"]),
    (&["one-page-nouns", "op1"], &["ex1"]),
    (&[], &["empires-nouns", "ew1", "ew2", "ew3", "ew4", "ew5"]),
    (&[], &["old-trousers-nouns", "ot1", "ot2", "ot3", "ot4"]),
];

/// The passages that stand on the pack of Chosen Men.
const CHOSEN_MEN: &[&str] =
    &["chosen-men-nouns", "cm1", "cm2", "cm3", "cm4", "cm5", "cm6", "cm7", "cm8", "cm9", "cm10", "cm11", "cm12", "cm13", "t1"];
/// A variant of the pack with its passages.
const HOUSE_RULES: &str = "hr1";

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

/// What is wrong in the passages of a game.
fn faults(parents: &[&str], passages: &[&str]) -> Vec<String> {
    let (mut files, mut declarations) = (Files::default(), Vec::new());
    for name in parents.iter().chain(passages) {
        let id = files.add(*name, &text(name));
        declarations.extend(syntax::parse(&files, id).0);
    }
    let made = effective(&files, &layers(&files, &declarations));
    let (_, found) = graph::compile(&files, &made.declarations);
    let own = |d: &&Diagnostic| files.file_of(d.span).is_some_and(|id| passages.contains(&files.name(id)));
    told(&files, &made.found.iter().chain(&found).filter(own).cloned().collect::<Vec<_>>())
}

/// What a declaration is known by: its word, its name and the kind in its first blank.
fn known_by(files: &Files, d: &Declaration) -> (String, Key, String) {
    let head = &d.head;
    let text = |n: Option<&Node>| n.map_or_else(String::new, |n| n.text(files).to_owned());
    let word = files.slice(head.span).split_whitespace().next().unwrap_or("").to_owned();
    let name = head.find(Rule::title).and_then(|t| t.find(Rule::name)).or_else(|| head.find(Rule::name));
    let name = name.or_else(|| head.find(Rule::word)).or_else(|| head.find(Rule::quoted));
    let of = head.find(Rule::role_head).and_then(|r| r.find(Rule::noun)).and_then(|n| n.find(Rule::word));
    (word, Key::new(&text(name)), text(of))
}

/// The same, through the stages of the compiler.
fn compiled(files: &Files, kept: &[Declaration]) -> Compiled {
    let starts: BTreeSet<u32> = kept.iter().map(|d| d.span.start).collect();
    let (names, mut decls, _) = Compiled::read(files);
    decls.retain(|d| starts.contains(&d.at.span().start));
    Compiled::of_decls(names, decls)
}

/// The pack of Chosen Men with the passages in it: what both declare is as the passage has it.
fn chosen_men(files: &mut Files) -> Vec<Declaration> {
    let (_, loaded) = packs::open("rules/chosen-men", None);
    let texts = loaded.files.ids().map(|id| (loaded.files.name(id).to_owned(), loaded.files.slice(loaded.files.whole(id)).to_owned()));
    let mut all: Vec<Declaration> = Vec::new();
    for (name, text) in texts {
        let id = files.add(name, &text);
        let scene = |d: &Declaration| matches!(d.head.rule, Rule::test_d | Rule::situation_d);
        all.extend(syntax::parse(files, id).0.into_iter().filter(|d| !scene(d)));
    }
    for name in CHOSEN_MEN {
        let id = files.add(*name, &text(name));
        let own = syntax::parse(files, id).0;
        let names: BTreeSet<_> = own.iter().map(|d| known_by(files, d)).collect();
        all.retain(|d| !names.contains(&known_by(files, d)));
        all.extend(own);
    }
    all
}

fn told(files: &Files, found: &[Diagnostic]) -> Vec<String> {
    found.iter().map(|d| format!("{}: {}: {}", files.place(d.span), d.code.name(), d.message)).collect()
}

/// What is wrong in the passages of Chosen Men, and in its pack with them in it.
fn faults_on_the_pack() -> Vec<String> {
    let mut files = Files::default();
    let declarations = chosen_men(&mut files);
    let (_, mut found) = graph::compile(&files, &declarations);
    let compiled = compiled(&files, &declarations);
    found.extend(Entries::read(compiled.book(&files)).1);
    found.extend(Scenario::read(compiled.book(&files)).1);
    told(&files, &found)
}

#[test]
fn the_tests_of_chosen_men_pass() {
    let mut files = Files::default();
    let declarations = chosen_men(&mut files);
    let compiled = compiled(&files, &declarations);
    assert!(compiled.found.is_empty(), "\n{}", told(&files, &compiled.found).join("\n"));
    let book = compiled.book(&files);
    let (entries, _) = Entries::read(book);
    let verdicts = run(&Trial { book, entries: &entries }, |_| true);
    let failed: Vec<String> = verdicts
        .iter()
        .filter_map(|v| v.failed.as_ref().map(|(span, why)| format!("{}: `{}`: {why}", files.place(*span), v.name)))
        .collect();
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
    assert!(verdicts.len() >= 9, "only {} tests", verdicts.len());
}

/// The variant holds one mistake on purpose: two rules take the place of one step, and neither says which holds.
#[test]
fn the_house_rules_have_the_conflict_that_they_speak_of() {
    let mut files = Files::default();
    let mut declarations = chosen_men(&mut files);
    let (_, before) = graph::compile(&files, &declarations);
    let id = files.add(HOUSE_RULES, &text(HOUSE_RULES));
    declarations.extend(syntax::parse(&files, id).0);
    let made = effective(&files, &layers(&files, &declarations));
    let (_, found) = graph::compile(&files, &made.declarations);
    let new: Vec<Diagnostic> = made.found.iter().chain(&found).filter(|d| !before.contains(d)).cloned().collect();
    let planted = |d: &&Diagnostic| d.code == Code::Conflict && files.slice(d.span).contains("Take Fire.nerve");
    assert!(new.len() == 1 && new.iter().all(|d| planted(&d)), "\n{}", told(&files, &new).join("\n"));
}

#[test]
fn every_passage_is_resolved() {
    let mut found: Vec<String> = GAMES.iter().flat_map(|(parents, passages)| faults(parents, passages)).collect();
    found.extend(faults_on_the_pack());
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}
