//! The words of the language: each has an entry, each entry is a word, and each example is sound.
//!
//! `GROGNARD_WORDS=write cargo test --test words` makes `docs/words.md` anew.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

mod called;

#[path = "words/language.rs"]
mod language;

use called::call_in;
use grognard::floors::catalog::{Word, words, words_written};
use grognard::floors::diag::Diagnostic;
use grognard::floors::muster::{Entries, Scenario};
use grognard::floors::packs::Compiled;
use grognard::floors::source::Files;
use grognard::floors::trial::{Trial, run};
use language::language;

const FRAME: &str = "tests/words/frame.grog";
const DOCUMENT: &str = "docs/words.md";

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

#[test]
fn every_word_has_an_entry_and_every_entry_is_a_word() {
    let language = language();
    assert!(language.len() > 300, "{}", language.len());
    let mut entries: BTreeMap<&str, usize> = BTreeMap::new();
    words().iter().flat_map(|w| &w.words).for_each(|w| *entries.entry(w).or_default() += 1);
    let without: Vec<&String> = language.iter().filter(|w| !entries.contains_key(w.as_str())).collect();
    let strange: Vec<&&str> = entries.keys().filter(|w| !language.contains(**w)).collect();
    let twice: Vec<&&str> = entries.iter().filter(|(_, n)| **n > 1).map(|(w, _)| w).collect();
    assert!(without.is_empty() && strange.is_empty() && twice.is_empty(), "no entry: {without:?}\nno word: {strange:?}\ntwice: {twice:?}");
    for w in words() {
        let lost: Vec<&String> = w.see.iter().filter(|s| !entries.contains_key(s.as_str()) || w.words.contains(s)).collect();
        assert!(lost.is_empty() && !w.see.is_empty(), "`{}` names {lost:?}", w.words.join(", "));
        assert!(w.does.ends_with('.') && w.does.matches(". ").count() == 0, "`{}`: one sentence", w.words.join(", "));
    }
}

/// The words that stand in an example, not in quotes and not in comments.
fn spoken(example: &str) -> BTreeSet<&str> {
    let code = example.lines().map(|l| l.split("--").next().unwrap_or(l));
    code.flat_map(|l| l.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))).collect()
}

/// What is wrong with an example, beside the frame unless it is a pack of its own.
fn found(example: &str) -> Vec<String> {
    let mut files = Files::default();
    if !example.starts_with("pack ") || example.lines().next().is_some_and(|l| l.contains(" extends ")) {
        files.add(FRAME, &read(FRAME));
    }
    files.add("example.grog", example);
    let compiled = Compiled::of(&files);
    let mut found = compiled.found.clone();
    let book = compiled.book(&files);
    let (entries, wrong) = Entries::read(book);
    found.extend(wrong);
    found.extend(Scenario::read(book).1);
    let said = |d: &Diagnostic| {
        let help = d.help.as_ref().map_or(String::new(), |h| format!("; {h}"));
        format!("{}: {}: {}{help}", files.place(d.span), d.code.name(), d.message)
    };
    let mut out: Vec<String> = found.iter().map(said).collect();
    if out.is_empty() {
        let verdicts = run(&Trial { book, entries: &entries }, |_| true);
        out.extend(verdicts.iter().filter_map(|v| Some(format!("the test `{}` fails: {}", v.name, v.failed.as_ref()?.1))));
    }
    out
}

#[test]
fn every_example_is_sound_and_shows_its_word() {
    assert_eq!(found(""), Vec::<String>::new(), "the frame");
    let fault = |w: &Word| {
        let spoken = spoken(&w.example);
        let mut out = found(&w.example);
        if let Some(code) = &w.refused {
            let other = if out.is_empty() { vec!["it is not refused".to_owned()] } else { Vec::new() };
            out.retain(|d| !d.contains(&format!(": {code}: ")));
            out.extend(other);
        }
        out.extend(w.words.iter().filter(|form| !spoken.contains(form.as_str())).map(|form| format!("`{form}` does not stand in it")));
        (!out.is_empty()).then(|| format!("{}:\n  {}", w.words.join(", "), out.join("\n  ")))
    };
    let faults: Vec<String> = words().iter().filter_map(fault).collect();
    assert!(faults.is_empty(), "{} of {}\n{}", faults.len(), words().len(), faults.join("\n"));
}

#[test]
fn the_document_is_made_from_the_entries() {
    let made = words_written();
    if std::env::var("GROGNARD_WORDS").is_ok_and(|v| v == "write") {
        fs::write(DOCUMENT, &made).expect("it can be written");
    }
    assert!(
        read(DOCUMENT).replace('\r', "") == made,
        "{DOCUMENT} is not what the entries say: GROGNARD_WORDS=write cargo test --test words"
    );
}

fn call(words: &[&str]) -> (i32, String, String) {
    let done = call_in(Path::new(env!("CARGO_MANIFEST_DIR")), words);
    (done.code, done.out, done.err)
}

#[test]
fn a_word_is_told_by_any_of_its_forms() {
    let (code, lose, _) = call(&["word", "lose"]);
    let (_, loses, _) = call(&["word", "loses"]);
    assert_eq!((code, &lose), (0, &loses));
    assert!(lose.starts_with("loses, lose\n") && lose.contains("See also "), "{lose}");
    let (_, json, _) = call(&["word", "loses", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["words"], serde_json::json!(["loses", "lose"]));
}

#[test]
fn all_words_are_listed_a_line_each() {
    let (code, out, _) = call(&["word"]);
    let listed: BTreeSet<String> = out.lines().filter_map(|l| l.split('\t').next()).map(str::to_owned).collect();
    assert_eq!((code, listed), (0, language()));
}

#[test]
fn what_is_no_word_is_answered_with_one() {
    let (code, _, err) = call(&["word", "overidding"]);
    assert!(code == 2 && err.contains("did you mean `overriding`?"), "{err}");
    let (code, _, err) = call(&["word", "zzzzzzzz"]);
    assert!(code == 2 && err.contains("`grognard word` lists all"), "{err}");
    for (old, now) in [("when", "if"), ("else", "otherwise"), ("best", "highest")] {
        let (code, out, err) = call(&["word", old]);
        assert!(code == 0 && err.contains(&format!("`{old}` is of the first edition: write `{now}`")), "{err}");
        assert_eq!(out.lines().next(), Some(now));
    }
    let (code, out, err) = call(&["word", "over"]);
    assert!(code == 0 && err.contains("`, overriding`") && out.starts_with("over\n"), "{err}");
    let (code, out, _) = call(&["word", "<="]);
    assert_eq!((code, out.trim()), (0, "is at most"));
}
