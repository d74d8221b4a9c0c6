//! Damaged input, wherever input is read: nothing panics or runs on, and every fault has its place in the text. For a long
//! hunt: `PROPTEST_CASES=20000 cargo test --release --test fuzz`.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use grognard::Shelves;
use grognard::floors::diag::{Diagnostic, any_error};
use grognard::floors::findings::Renderer;
use grognard::floors::muster::{Entries, Questions, Roster, Scenario};
use grognard::floors::packs::Compiled;
use grognard::floors::play::{Random, Record};
use grognard::floors::ready::{self, Again, Course, Ready, play_on};
use grognard::floors::source::Files;
use grognard::floors::speech;
use grognard::floors::trial::{Trial, run};

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;

/// What somebody may type, paste or save by mistake.
const ODD: &[&str] = &[
    "\t",
    "\r\n",
    "\u{0}",
    "“",
    "”",
    "’",
    "—",
    "é",
    "🎲",
    "\"",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "|",
    ":",
    ";",
    "--",
    "=",
    "×",
    "½",
    "99999999999999999999",
    "-1",
    "0",
    "0\"",
    "d0",
    "d999",
    "1000000d6",
    "4294967296",
    "1/0",
    "170141183460469231731687303715884105728",
    "\n\n",
    "\n    ",
    "  ",
    "me",
    "of",
    "when",
    "step",
    "rule",
    "until",
    "instead of",
    "reroll all",
    "explode",
    "any",
    "the",
    "is",
];

/// One way to damage a text.
#[derive(Clone, Debug)]
enum Damage {
    /// The text ends here.
    Cut(Index),
    /// A stretch of words is lost.
    Drop(Index, usize),
    /// A stretch of words stands twice.
    Twice(Index, usize),
    /// A word stands where another stood.
    Swap(Index, Index),
    /// Something odd is put in.
    Odd(Index, Index),
    /// A line stands deeper, or less deep.
    Depth(Index, usize),
    /// A line is where another was.
    Lines(Index, Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<Index>;
    prop_oneof![
        1 => at().prop_map(Damage::Cut),
        3 => (at(), 1..6usize).prop_map(|(a, n)| Damage::Drop(a, n)),
        2 => (at(), 1..6usize).prop_map(|(a, n)| Damage::Twice(a, n)),
        4 => (at(), at()).prop_map(|(a, b)| Damage::Swap(a, b)),
        3 => (at(), at()).prop_map(|(a, b)| Damage::Odd(a, b)),
        1 => (at(), 0..9usize).prop_map(|(a, n)| Damage::Depth(a, n)),
        2 => (at(), at()).prop_map(|(a, b)| Damage::Lines(a, b)),
    ]
}

/// A text in words, with the white space that stands before each.
fn words(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut from = 0;
    let mut inside = false;
    for (i, c) in text.char_indices() {
        if c.is_whitespace() && inside {
            out.push(&text[from..i]);
            from = i;
        }
        inside = !c.is_whitespace();
    }
    out.push(&text[from..]);
    out
}

fn damaged(text: &str, all: &[Damage]) -> String {
    let mut text = text.to_owned();
    for d in all {
        let mut w = words(&text);
        let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        text = match d {
            Damage::Cut(at) => w[..at.index(w.len())].concat(),
            Damage::Drop(at, n) => {
                let from = at.index(w.len());
                w.drain(from..(from + n).min(w.len()));
                w.concat()
            }
            Damage::Twice(at, n) => {
                let from = at.index(w.len());
                let again = w[from..(from + n).min(w.len())].to_vec();
                w.splice(from..from, again);
                w.concat()
            }
            Damage::Swap(a, b) => {
                let (a, b) = (a.index(w.len()), b.index(w.len()));
                w.swap(a, b);
                w.concat()
            }
            Damage::Odd(at, what) => {
                w.insert(at.index(w.len() + 1), ODD[what.index(ODD.len())]);
                w.concat()
            }
            Damage::Depth(at, n) => {
                let line = at.index(lines.len());
                lines[line] = format!("{}{}", " ".repeat(*n), lines[line].trim_start());
                lines.join("\n")
            }
            Damage::Lines(a, b) => {
                let (a, b) = (a.index(lines.len()), b.index(lines.len()));
                lines.swap(a, b);
                lines.join("\n")
            }
        };
    }
    text
}

fn gather(folder: &Path, ending: &str, out: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            gather(&path, ending, out);
        } else if path.extension().is_some_and(|e| e == ending) {
            out.push(fs::read_to_string(&path).expect("a text"));
        }
    }
}

fn texts(folders: &[&str], ending: &str) -> Vec<String> {
    let mut out = Vec::new();
    for folder in folders {
        gather(Path::new(folder), ending, &mut out);
    }
    // the order of a folder is nobody's
    out.sort();
    assert!(!out.is_empty(), "there is something to damage");
    out
}

/// Every fault stands in the texts, and can be shown.
fn shown(files: &Files, found: &[Diagnostic]) {
    let renderer = Renderer::new(80, false);
    for d in found {
        assert!(!d.message.is_empty());
        let _ = files.place(d.span);
        assert!(!renderer.draw(files, d).is_empty());
    }
}

/// All that is done with a pack of one file: read, checked, read aloud, mustered, tested.
fn whole(text: &str) {
    let mut files = Files::default();
    files.add("damaged.grog", text);
    checked(&files);
}

fn checked(files: &Files) {
    let compiled = Compiled::of(files);
    let mut found = compiled.found.clone();
    found.extend(compiled.doubts(files));
    let book = compiled.book(files);
    let (entries, more) = Entries::read(book);
    found.extend(more);
    found.extend(Scenario::read(book).1);
    found.extend(Questions::read(book, &entries).1);
    shown(files, &found);
    let rules = &compiled.resolved.rules;
    for what in speech::all(rules) {
        let _ = speech::say(rules, &what);
    }
    if !any_error(&found) {
        let told: Vec<Diagnostic> =
            run(&Trial { book, entries: &entries }, |_| true).iter().filter_map(grognard::floors::trial::Verdict::told).collect();
        shown(files, &told);
    }
}

/// A game of cards, whole on disk.
fn ready() -> &'static Ready {
    static READY: OnceLock<Ready> = OnceLock::new();
    READY.get_or_init(|| Ready::open(&Shelves::default(), "rules/one-page-d10").unwrap_or_else(|_| panic!("the pack is sound")))
}

/// A game that was played, as it is saved.
fn saved() -> &'static str {
    static SAVED: OnceLock<String> = OnceLock::new();
    SAVED.get_or_init(|| {
        let ready = ready();
        let table = ready.table(None, &[]).unwrap_or_else(|_| panic!("legal"));
        let mut course = Course::begin(ready, &table, None, 5);
        let mut player = Random::new(5);
        let fault = play_on(&mut course, &mut |_, _, d| Some(player.pick(d)));
        assert_eq!(fault, None);
        serde_json::to_string_pretty(&course.record).expect("a record is JSON")
    })
}

/// As many cases as somebody asks for, always others; else these, always the same.
fn cases(usual: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok());
    let rng_seed = if asked.is_some() { RngSeed::Random } else { RngSeed::Fixed(7) };
    ProptestConfig {
        cases: asked.unwrap_or(usual),
        failure_persistence: None,
        max_shrink_iters: 200,
        rng_seed,
        ..ProptestConfig::default()
    }
}

fn some() -> impl Strategy<Value = Vec<Damage>> {
    prop::collection::vec(damage(), 1..5)
}

#[test]
fn small_packs() {
    let all = texts(&["tests/rules", "tests/constructs", "tests/diagnostics", "tests/failing", "tests/variants"], "grog");
    proptest!(cases(150), |(which: Index, how in some())| whole(&damaged(&all[which.index(all.len())], &how)));
}

#[test]
fn chapters_alone() {
    let all = texts(&["rules", "forcelists", "tests/corpus"], "grog");
    proptest!(cases(150), |(which: Index, how in some())| {
        let mut files = Files::default();
        files.add("damaged.grog", &damaged(&all[which.index(all.len())], &how));
        let (_, _, found) = Compiled::read(&files);
        shown(&files, &found);
    });
}

#[test]
fn a_chapter_among_others() {
    let loaded = &ready().loaded;
    let chapters: Vec<_> = loaded.files.ids().filter(|id| !loaded.files.whole(*id).is_empty()).collect();
    proptest!(cases(12), |(which: Index, how in some())| {
        let chapter = chapters[which.index(chapters.len())];
        let mut files = Files::default();
        for id in loaded.files.ids() {
            let text = loaded.files.slice(loaded.files.whole(id));
            let text = if id == chapter { damaged(text, &how) } else { text.to_owned() };
            files.add(loaded.files.name(id), &text);
        }
        checked(&files);
    });
}

#[test]
fn rosters() {
    let all = texts(&["forcelists/one-page-d10"], "toml");
    proptest!(cases(200), |(which: Index, how in some())| {
        if let Ok(roster) = Roster::parse(&damaged(&all[which.index(all.len())], &how)) {
            let _ = ready().bill(&roster);
        }
    });
}

#[test]
fn records() {
    let ready = ready();
    proptest!(cases(40), |(how in some())| {
        let Ok(record) = serde_json::from_str::<Record>(&damaged(saved(), &how)) else { return Ok(()) };
        let Ok(table) = ready::table(ready, &record) else { return Ok(()) };
        let _ = Again::of(ready, &table, &record).differs(&record);
    });
}
