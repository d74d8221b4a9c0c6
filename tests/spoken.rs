//! Every sentence of the language has a spoken form: the packs, the force lists, the corpus and the examples of the
//! reference are read aloud, and nothing has to be repeated as it is written.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::format_push_string, reason = "short texts")]

use std::path::{Path, PathBuf};

use grognard::source::Files;
use grognard::speech::{Words, say};
use grognard::syntax::{self, Declaration, Rule};

fn texts(folder: &str, out: &mut Vec<PathBuf>) {
    let mut here: Vec<PathBuf> = std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    here.sort();
    for path in here {
        if path.is_dir() {
            texts(&path.to_string_lossy(), out);
        } else if path.extension().is_some_and(|e| e == "grog") {
            out.push(path);
        }
    }
}

struct Read {
    files: Files,
    declarations: Vec<Declaration>,
    words: Words,
}

fn read(paths: &[PathBuf]) -> Read {
    let (mut files, mut declarations) = (Files::default(), Vec::new());
    for path in paths {
        let name = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(path).display().to_string();
        let id = files.add(name, &std::fs::read_to_string(path).expect("a text"));
        declarations.extend(syntax::parse(&files, id).0);
    }
    let words = Words::of(&files, &declarations);
    Read { files, declarations, words }
}

/// The whole, file by file; each line with its depth.
fn aloud(read: &Read, tests_too: bool) -> String {
    let words = &read.words;
    let mut out = String::new();
    let mut file = None;
    for d in read.declarations.iter().filter(|d| tests_too || !matches!(d.head.rule, Rule::test_d | Rule::situation_d)) {
        let here = read.files.file_of(d.span);
        if here != file {
            file = here;
            out += &format!("\n# {}\n", here.map_or("", |id| read.files.name(id)));
        }
        for l in say(&read.files, words, d).lines {
            let bullet = if l.depth == 0 { String::new() } else { format!("{}- ", "  ".repeat(l.depth - 1)) };
            out += &format!("{bullet}{}\n", l.text);
        }
    }
    out
}

/// What is wrong with sentences as sentences, and what is not said at all.
fn faults(read: &Read) -> Vec<String> {
    let words = &read.words;
    let mut out = Vec::new();
    for d in &read.declarations {
        let place = read.files.place(d.span);
        let speech = say(&read.files, words, d);
        out.extend(speech.unsaid.iter().map(|r| format!("{place}: no sentence for {r:?}")));
        if speech.lines.is_empty() {
            out.push(format!("{place}: nothing is said"));
        }
        for l in speech.lines {
            let text = l.text.trim_start_matches(['“', '"', '\'']);
            let begins = text.chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit() || c == '-');
            let signs = l.text.chars().any(|c| "()[]{}=<>_\u{1}".contains(c));
            let doubled = ["  ", " ,", ",,", " .", "the the ", "a a ", ": ;"].iter().any(|s| l.text.contains(s));
            if !begins || signs || doubled || !l.text.ends_with(['.', ':', '?', '!']) {
                out.push(format!("{place}: no good sentence: {}", l.text));
            }
        }
    }
    out
}

/// Games of the corpus: passages that are read with the nouns they use.
const GAMES: &[&[&str]] = &[
    &["chosen-men-nouns", "cm1", "cm2", "cm3", "cm4", "cm5", "cm6", "cm7", "cm8", "cm9", "cm10", "cm11", "cm12", "cm13", "hr1", "t1"],
    &["one-page-nouns", "op1", "ex1"],
    &["empires-nouns", "ew1", "ew2", "ew3", "ew4", "ew5"],
    &["old-trousers-nouns", "ot1", "ot2", "ot3", "ot4"],
];

fn game(passages: &[&str]) -> Read {
    let own: Vec<PathBuf> = passages.iter().map(|p| PathBuf::from(format!("tests/corpus/{p}.grog"))).collect();
    let mut read = read(&own);
    // the passages of a game that has a pack use its nouns
    if passages.first().is_some_and(|p| p.starts_with("chosen-men")) {
        let mut all = Vec::new();
        texts("rules/chosen-men", &mut all);
        all.extend(own);
        let whole = self::read(&all);
        read.words = whole.words;
    }
    read
}

fn pack() -> Read {
    let mut paths = Vec::new();
    texts("rules/chosen-men", &mut paths);
    texts("forcelists/chosen-men", &mut paths);
    read(&paths)
}

/// A pack and what its variants say of it.
fn variants() -> Read {
    let mut paths = Vec::new();
    texts("tests/variants", &mut paths);
    read(&paths)
}

#[test]
fn everything_has_a_sentence() {
    let mut all = faults(&pack());
    for g in GAMES {
        all.extend(faults(&game(g)));
    }
    all.extend(faults(&variants()));
    assert!(all.is_empty(), "\n{}", all.join("\n"));
}

#[test]
fn so_have_the_examples_of_the_reference() {
    let text = std::fs::read_to_string(Path::new("docs/language.md")).expect("the reference is there");
    let mut files = Files::default();
    let mut nouns = Vec::new();
    let mut all = Vec::new();
    for (i, block) in text.split("```grog\n").skip(1).enumerate() {
        let id = files.add(format!("example {i}"), block.split("```").next().unwrap_or(""));
        nouns.extend(syntax::parse(&files, id).0);
    }
    let words = Words::of(&files, &nouns);
    all.extend(faults(&Read { files, declarations: nouns, words }));
    assert!(all.is_empty(), "\n{}", all.join("\n"));
}

/// One file of rules, one snapshot: after a change `INSTA_UPDATE=always cargo test --test spoken`, and read what is new.
#[test]
fn the_rulebook_reads_well() {
    let book = pack();
    let text = aloud(&book, false);
    for part in text.split("\n# ").filter(|p| !p.trim().is_empty()) {
        let (file, body) = part.split_once('\n').expect("a heading and what is said");
        let name = file.trim_end_matches(".grog").replace('/', "-");
        insta::assert_snapshot!(name, body);
    }
}

#[test]
fn the_corpus_reads_well() {
    let mut text = String::new();
    for g in GAMES {
        text += &aloud(&game(g), true);
    }
    insta::assert_snapshot!("corpus", text);
}

#[test]
fn what_variants_say_reads_well() {
    insta::assert_snapshot!("variants", aloud(&variants(), true));
}
