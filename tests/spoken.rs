//! Everything that is declared can be said: the packs, their force lists, the corpus and what variants make of a pack are read
//! aloud from the resolved rules, in whole sentences. No two rules that mean different things are said alike.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::format_push_string, reason = "short texts")]

use std::collections::BTreeMap;

use grognard::floors::packs::{self, Compiled};
use grognard::floors::source::Files;
use grognard::floors::speech::{Part, book};

/// A pack and its rulebook.
struct Read {
    files: Files,
    compiled: Compiled,
}

impl Read {
    fn pack(wanted: &str) -> Self {
        let loaded = packs::open(wanted, None, packs::Scope::default()).1;
        let compiled = loaded.compiled();
        Self { files: loaded.files, compiled }
    }

    /// Passages that are read with the nouns they use.
    fn texts(paths: &[String]) -> Self {
        let mut files = Files::default();
        for path in paths {
            files.add(path, &std::fs::read_to_string(path).expect("a text"));
        }
        let compiled = Compiled::of(&files);
        Self { files, compiled }
    }

    fn game(passages: &[&str]) -> Self {
        Self::texts(&passages.iter().map(|p| format!("tests/corpus/{p}.grog")).collect::<Vec<_>>())
    }

    fn book(&self) -> Vec<Part> {
        book(&self.compiled.resolved.rules, &self.compiled.effective.decls)
    }

    fn file(&self, part: &Part) -> String {
        self.files.file_of(part.at.span()).map_or(String::new(), |id| self.files.name(id).to_owned())
    }

    /// File by file; each line with its depth.
    fn aloud(&self) -> BTreeMap<String, String> {
        let mut out: BTreeMap<String, String> = BTreeMap::new();
        for part in self.book() {
            let text = out.entry(self.file(&part)).or_default();
            *text += &part.speech.text();
            text.push('\n');
        }
        out
    }

    /// What is wrong with sentences as sentences.
    fn faults(&self) -> Vec<String> {
        let mut out = Vec::new();
        for part in self.book() {
            let place = self.files.place(part.at.span());
            if part.speech.lines.is_empty() {
                out.push(format!("{place}: nothing is said"));
            }
            out.extend(
                part.speech.lines.iter().filter(|l| !is_sentence(&l.text)).map(|l| format!("{place}: no good sentence: {}", l.text)),
            );
        }
        out
    }
}

/// Whether a line is a sentence: a capital, a stop, no signs, no word twice.
fn is_sentence(line: &str) -> bool {
    let text = line.trim_start_matches(['“', '"', '\'']);
    let begins = text.chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit() || c == '-');
    // what a ruling asks is quoted as it is written
    let signs = line.split('"').step_by(2).collect::<String>().chars().any(|c| "[]{}=<>_".contains(c) || c.is_control());
    let open = line.matches('(').count() != line.matches(')').count();
    let wrong = ["  ", " ,", ",,", " .", "the the ", "a a ", ": ;", ": .", " is ,", "could not be read", "natural a natural"];
    begins && !signs && !open && !wrong.iter().any(|s| line.contains(s)) && line.ends_with(['.', ':', '?', '!'])
}

/// Packs that come with the program.
const PACKS: &[&str] = &["rules/chosen-men", "rules/one-page-d10", "rules/expanded-d10", "tests/variants/my-club.grog"];

/// Games of the corpus: passages that are read with the nouns they use.
const GAMES: &[&[&str]] = &[
    &["one-page-nouns", "op1"],
    &["one-page-nouns", "op1", "ex1"],
    &["empires-nouns", "ew1", "ew2", "ew3", "ew4", "ew5"],
    &["old-trousers-nouns", "ot1", "ot2", "ot3", "ot4"],
];

#[test]
fn everything_has_a_sentence() {
    let mut all: Vec<String> = PACKS.iter().flat_map(|p| Read::pack(p).faults()).collect();
    all.extend(GAMES.iter().flat_map(|g| Read::game(g).faults()));
    assert!(all.is_empty(), "\n{}", all.join("\n"));
}

/// One file of rules, one snapshot: after a change `INSTA_UPDATE=always cargo test --test spoken`, and read what is new.
#[test]
fn the_rulebook_reads_well() {
    for (file, body) in Read::pack("rules/chosen-men").aloud() {
        let name = file.trim_end_matches(".grog").replace('/', "-");
        insta::assert_snapshot!(name, body);
    }
}

#[test]
fn the_corpus_reads_well() {
    let mut text = String::new();
    for g in GAMES {
        for (file, body) in Read::game(g).aloud() {
            text += &format!("\n# {file}\n{body}");
        }
    }
    insta::assert_snapshot!("corpus", text);
}

/// What a variant changed is said in its place.
#[test]
fn what_variants_say_reads_well() {
    let mut text = String::new();
    for (parent, variant) in
        [("tests/variants/base.grog", "tests/variants/variant.grog"), ("rules/chosen-men", "tests/variants/my-club.grog")]
    {
        let before: Vec<String> = Read::pack(parent).book().iter().map(|p| p.speech.text()).collect();
        let read = Read::pack(variant);
        text += &format!("\n# {variant}\n");
        for part in read.book() {
            let said = part.speech.text();
            if !before.contains(&said) {
                text += &said;
                text.push('\n');
            }
        }
    }
    insta::assert_snapshot!("variants", text);
}
