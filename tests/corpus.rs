//! The passages of `tests/corpus`: all are sentences of the language, and all are resolved and checked. Those
//! of Chosen Men stand on its pack.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;

use grognard::floors::ast::Decl;
use grognard::floors::diag::{Code, Diagnostic};
use grognard::floors::intern::Names;
use grognard::floors::muster::{Entries, Scenario};
use grognard::floors::packs::{self, Compiled};
use grognard::floors::resolve::variant::{called, effective, layers};
use grognard::floors::source::Files;
use grognard::floors::trial::{Trial, run};

const FOLDER: &str = "tests/corpus";

/// A variant and what it extends; or a game, whose nouns and passages belong together.
const GAMES: &[(&[&str], &[&str])] = &[
    (&[], &["one-page-nouns", "op1"]),
    (&["one-page-nouns", "op1"], &["ex1"]),
    (&[], &["empires-nouns", "ew1", "ew2", "ew3", "ew4", "ew5"]),
    (&[], &["old-trousers-nouns", "ot1", "ot2", "ot3", "ot4"]),
    (&[], &["ot5"]),
    (&[], &["ot6"]),
    (&[], &["ot7"]),
    (&[], &["ew7"]),
    (&[], &["ew6"]),
    (&[], &["ex2"]),
    (&[], &["ot8"]),
    (&[], &["ot9"]),
    (&[], &["ew8"]),
    (&[], &["ot10"]),
    (&[], &["ew9"]),
    (&[], &["cm14"]),
];

/// Passages that bring what they stand on, with tests of their own.
const PLAYED: &[&str] = &["ot5", "ot6", "ot7", "ew6", "ew7", "ex2", "ot8", "ot9", "ew8", "ot10", "ew9", "cm14"];

/// The passages that stand on the pack of Chosen Men.
const CHOSEN_MEN: &[&str] =
    &["chosen-men-nouns", "cm1", "cm2", "cm3", "cm4", "cm5", "cm6", "cm7", "cm8", "cm9", "cm10", "cm11", "cm12", "cm13", "t1"];
/// Chapters of the pack that say themselves what these passages say: without them the passages stand in their place.
const SAID_ANEW: &[&str] = &[
    "artillery",
    "buildings",
    "cauldron",
    "edges",
    "hate",
    "night",
    "objectives",
    "officers",
    "orders",
    "reserves",
    "strategies",
    "strategies-bought",
    "traits",
    "rulings-allies",
    "rulings-artillery",
    "rulings-buildings",
    "rulings-officers",
    "rulings-scenarios",
    "rulings-strategies",
    "rulings-traits",
];
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
        files.add(path.to_string_lossy(), &std::fs::read_to_string(&path).expect("plain text"));
        let (_, decls, found) = Compiled::read(&files);
        assert!(!decls.is_empty(), "{} declares nothing", path.display());
        faults.extend(found.iter().map(|d| format!("{}: {}", files.place(d.span), d.message)));
    }
    assert!(read >= 26, "only {read} passages");
    faults.sort();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// What is wrong in the passages of a game.
fn faults(parents: &[&str], passages: &[&str]) -> Vec<String> {
    let mut files = Files::default();
    for name in parents.iter().chain(passages) {
        files.add(*name, &text(name));
    }
    let own = |d: &&Diagnostic| files.file_of(d.span).is_some_and(|id| passages.contains(&files.name(id)));
    told(&files, &Compiled::of(&files).found.iter().filter(own).cloned().collect::<Vec<_>>())
}

/// What a declaration is known by: its word, its name and the kind in its first blank.
fn known_by(names: &Names, d: &Decl) -> (Option<String>, Option<String>) {
    let of = d.kind.roles().first().map(|r| names.text(r.who.noun.kind.sym).to_owned());
    (called(names, d).map(|c| c.to_lowercase()), of)
}

/// The pack of Chosen Men with the passages in it: what both declare is as the passage has it. With more texts behind them.
fn chosen_men(more: &[&str]) -> (Files, Names, Vec<Decl>) {
    let (_, loaded) = packs::open("rules/chosen-men", None, packs::Scope::default());
    let mut files = Files::default();
    let anew = |path: &str| SAID_ANEW.iter().any(|n| path == format!("rules/chosen-men/{n}.grog"));
    for id in loaded.files.ids().filter(|id| !anew(loaded.files.name(*id))) {
        files.add(loaded.files.name(id), loaded.files.slice(loaded.files.whole(id)));
    }
    for name in CHOSEN_MEN.iter().chain(more) {
        files.add(*name, &text(name));
    }
    let (names, all, _) = Compiled::read(&files);
    let of = |d: &Decl| files.file_of(d.at.span()).map_or("", |id| files.name(id));
    let passages: Vec<&str> = CHOSEN_MEN.iter().chain(more).copied().collect();
    let (mut kept, own): (Vec<Decl>, Vec<Decl>) = all.into_iter().partition(|d| !passages.contains(&of(d)));
    kept.retain(|d| !d.is_test());
    for passage in passages {
        let own: Vec<Decl> = own.iter().filter(|d| of(d) == passage).cloned().collect();
        let taken: BTreeSet<_> = own.iter().map(|d| known_by(&names, d)).collect();
        kept.retain(|d| !taken.contains(&known_by(&names, d)));
        kept.extend(own);
    }
    (files, names, kept)
}

fn told(files: &Files, found: &[Diagnostic]) -> Vec<String> {
    found.iter().map(|d| format!("{}: {}: {}", files.place(d.span), d.code.name(), d.message)).collect()
}

/// What is wrong in passages. Chapters of the pack may hang on steps that a passage says in other words.
fn own(files: &Files, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let of = |d: &Diagnostic| files.file_of(d.span).is_some_and(|id| !files.name(id).contains('/'));
    found.into_iter().filter(of).collect()
}

/// What is wrong in the passages of Chosen Men with its pack round them.
fn faults_on_the_pack() -> Vec<String> {
    let (files, names, decls) = chosen_men(&[]);
    let compiled = Compiled::of_decls(&files, names, decls);
    let mut found = compiled.found.clone();
    found.extend(Entries::read(compiled.book(&files)).1);
    found.extend(Scenario::read(compiled.book(&files)).1);
    told(&files, &own(&files, found))
}

/// How many tests stand beside some rules, all of which pass.
fn passed(files: &Files, compiled: &Compiled) -> usize {
    let book = compiled.book(files);
    let (entries, found) = Entries::read(book);
    let found = own(files, found);
    assert!(found.is_empty(), "\n{}", told(files, &found).join("\n"));
    let verdicts = run(&Trial { book, entries: &entries }, |_| true);
    let failed: Vec<String> = verdicts
        .iter()
        .filter_map(|v| v.failed.as_ref().map(|(span, why)| format!("{}: `{}`: {why}", files.place(*span), v.name)))
        .collect();
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
    verdicts.len()
}

#[test]
fn the_tests_of_chosen_men_pass() {
    let (files, names, decls) = chosen_men(&[]);
    let compiled = Compiled::of_decls(&files, names, decls);
    let found = own(&files, compiled.found.clone());
    assert!(found.is_empty(), "\n{}", told(&files, &found).join("\n"));
    let tests = passed(&files, &compiled);
    assert!(tests >= 9, "only {tests} tests");
}

#[test]
fn the_passages_that_are_played_pass_their_tests() {
    for name in PLAYED {
        let mut files = Files::default();
        files.add(*name, &text(name));
        let compiled = Compiled::of(&files);
        let tests = passed(&files, &compiled);
        assert!(tests >= 4, "{name}: only {tests} tests");
    }
}

/// The variant holds one mistake on purpose: two rules take the place of one step, and neither says which holds.
#[test]
fn the_house_rules_have_the_conflict_that_they_speak_of() {
    let (files, mut names, decls) = chosen_men(&[HOUSE_RULES]);
    let layers = layers(&files, &names, &decls);
    let mut made = effective(&files, &mut names, &layers);
    let mut found = std::mem::take(&mut made.found);
    found.extend(Compiled::of_decls(&files, names, made.decls).found);
    let found = own(&files, found);
    let planted = |d: &&Diagnostic| d.code == Code::Conflict && files.slice(d.span).contains("step command-check of Take Fire");
    assert!(found.len() == 1 && found.iter().all(|d| planted(&d)), "\n{}", told(&files, &found).join("\n"));
}

#[test]
fn every_passage_is_resolved() {
    let mut found: Vec<String> = GAMES.iter().flat_map(|(parents, passages)| faults(parents, passages)).collect();
    found.extend(faults_on_the_pack());
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}
