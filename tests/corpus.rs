//! The twenty-six passages of `tests/corpus`: all are sentences of the language, and all are resolved as far as
//! `tests/corpus/unresolved.txt` says. That list can only shrink. Those of Chosen Men stand on its pack.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet};

use grognard::diag::{Code, Diagnostic};
use grognard::graph;
use grognard::model::{Key, effective, layers};
use grognard::muster::{Entries, Scenario};
use grognard::packs;
use grognard::source::Files;
use grognard::syntax::{self, Declaration, Node, Rule};
use grognard::trial::{Trial, run};

const FOLDER: &str = "tests/corpus";
const LIST: &str = "tests/corpus/unresolved.txt";
/// Set to shorten the list by what is resolved now.
const SHRINK: &str = "GROGNARD_SHRINK";
/// Set to have every fault said.
const SAY: &str = "GROGNARD_SAY";

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
        if files.file_of(d.span).is_some_and(|id| passages.contains(&files.name(id))) {
            list(&files, d, out);
        }
    }
}

/// Enters the line that a diagnostic is told of.
fn list(files: &Files, d: &Diagnostic, out: &mut Lines) {
    if std::env::var_os(SAY).is_some() {
        println!("{}: {}: {}", files.place(d.span), d.code.name(), d.message);
    }
    let Some(id) = files.file_of(d.span) else { return };
    // the line's words, not its number or the message: those change without anything being mended
    let line = files.slice(files.whole(id)).lines().nth(files.position(d.span.start).line - 1).unwrap_or("");
    let line = line.split(" --").next().unwrap_or("").split("  [").next().unwrap_or("");
    let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
    out.entry((files.name(id).to_owned(), words)).or_default().insert(d.code.name().to_owned());
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

/// The lines of the passages of Chosen Men, and of its pack with them in it, that cannot be resolved.
fn unresolved_on_the_pack(out: &mut Lines) {
    let mut files = Files::default();
    let declarations = chosen_men(&mut files);
    let (program, mut found) = graph::compile(&files, &declarations);
    found.extend(Entries::read(&files, &declarations, &program).1);
    found.extend(Scenario::read(&files, &declarations, &program).1);
    for d in &found {
        list(&files, d, out);
    }
}

#[test]
fn the_tests_of_chosen_men_pass() {
    let mut files = Files::default();
    let mut declarations = chosen_men(&mut files);
    let (mut program, mut found) = graph::compile(&files, &declarations);
    // what cannot be resolved is left out, and what stands on it
    while !found.is_empty() {
        let before = declarations.len();
        declarations.retain(|d| !found.iter().any(|f| d.span.start <= f.span.start && f.span.end <= d.span.end));
        assert!(declarations.len() < before, "\n{}", told(&files, &found).join("\n"));
        (program, found) = graph::compile(&files, &declarations);
    }
    let (entries, _) = Entries::read(&files, &declarations, &program);
    let verdicts = run(&Trial { files: &files, program: &program, entries: &entries, declarations: &declarations }, |_| true);
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
    unresolved_on_the_pack(&mut now);
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
