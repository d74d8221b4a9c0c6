//! Texts of rules in their one layout: nothing but white space changes, and formatted again nothing changes.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};

use grognard::floors::source::Files;
use grognard::floors::syntax;
use grognard::formatted;
use proptest::prelude::*;

/// Every text of rules that there is.
fn texts() -> Vec<PathBuf> {
    fn all(folder: &Path, out: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                all(&path, out);
            } else if path.extension().is_some_and(|e| e == "grog") {
                out.push(path);
            }
        }
    }
    let mut out = Vec::new();
    for folder in ["rules", "forcelists", "tests"] {
        all(Path::new(folder), &mut out);
    }
    out.sort();
    out
}

/// Whether all lines of a text can be read.
fn sound(text: &str) -> bool {
    let mut files = Files::default();
    let id = files.add("text", text);
    syntax::tree(&files, id).1.is_empty()
}

/// All but white space: what a formatter may never touch.
fn ink(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn every_text_keeps_its_words_and_is_formatted_once() {
    let mut read = 0;
    for path in texts() {
        let name = path.display().to_string();
        let text = fs::read_to_string(&path).expect("plain text");
        if !sound(&text) {
            assert!(formatted(&name, &text).is_err(), "{name} cannot be read, and is formatted");
            continue;
        }
        read += 1;
        let neat = formatted(&name, &text).unwrap_or_else(|why| panic!("{name}: {:?}", why.words()));
        assert_eq!(ink(&neat), ink(&text), "{name}");
        let again = formatted(&name, &neat).unwrap_or_else(|why| panic!("{name}: {:?}", why.words()));
        assert_eq!(again, neat, "{name} changes again");
    }
    assert!(read > 250, "only {read} texts");
}

/// A text, and how it is laid out.
fn lays(text: &str, neat: &str) {
    assert_eq!(formatted("text", text).unwrap_or_else(|why| panic!("{:?}", why.words())), neat);
    assert_eq!(formatted("text", neat).unwrap_or_else(|why| panic!("{:?}", why.words())), neat, "again");
}

#[test]
fn blocks_stand_two_spaces_in_and_what_goes_on_four_more() {
    lays(
        "procedure Stand of unit\n      step stand:\n          if unit is Tired:\n                unit loses Tired\n          otherwise: unit gains\n              Tired\n",
        "procedure Stand of unit\n  step stand:\n    if unit is Tired:\n      unit loses Tired\n    otherwise: unit gains\n        Tired\n",
    );
}

#[test]
fn spaces_that_say_nothing_go() {
    lays("value  Pace of   unit =  5   \r\n\n\n\nmarker Tired  of unit\n\n\n", "value Pace of unit = 5\n\nmarker Tired of unit\n");
    // what stands in quotes is the author's
    lays("test \"two  blanks\"\n  expect  1 is 1\n", "test \"two  blanks\"\n  expect 1 is 1\n");
}

#[test]
fn cells_stand_under_each_other() {
    lays(
        "many weapon | Range | Score\n  Musket | 12\" | 5+\n  Old Cannon |24\"|4+\n",
        "many weapon  | Range | Score\n  Musket     | 12\"   | 5+\n  Old Cannon | 24\"   | 4+\n",
    );
}

#[test]
fn what_was_set_under_each_other_stays_so() {
    lays("value Nerve of unit = 7\n  Led:     + 1\n  Thin:    - 1\n", "value Nerve of unit = 7\n  Led:  + 1\n  Thin: - 1\n");
    lays("value Nerve of unit = 7\n  Led: + 1\n  Alone: - 1\n", "value Nerve of unit = 7\n  Led: + 1\n  Alone: - 1\n");
}

#[test]
fn citations_have_one_column_and_comments_stay_with_their_lines() {
    lays(
        "value One of unit = 1          [a.one]\nvalue Two of unit = 2          [a.two]\nvalue Three of unit = 3 [a.three]\n",
        "value One of unit = 1          [a.one]\nvalue Two of unit = 2          [a.two]\nvalue Three of unit = 3        [a.three]\n",
    );
    lays(
        "-- the first\nvalue One of unit = 1 -- as it is\n      -- below it\n  Led: + 1\n",
        "-- the first\nvalue One of unit = 1   -- as it is\n  -- below it\n  Led: + 1\n",
    );
}

#[test]
fn what_cannot_be_read_is_left_as_it_is() {
    assert!(formatted("text", "value One of = = 1\n").is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(13), ..ProptestConfig::default() })]

    /// However far in lines stand and however wide their gaps are, the layout is one.
    #[test]
    fn layouts_of_one_text_are_one(widths in prop::collection::vec((1_usize..4, 1_usize..4), 8)) {
        let lines: [(usize, &[&str]); 8] = [
            (0, &["procedure", "Stand", "of", "unit"]),
            (1, &["step", "stand:"]),
            (2, &["if", "unit", "is", "Tired:"]),
            (3, &["unit", "loses", "Tired"]),
            (2, &["otherwise:", "unit", "gains", "Tired"]),
            (1, &["step", "rest:", "unit", "gains", "Tired"]),
            (0, &["value", "Nerve", "of", "unit", "=", "7"]),
            (1, &["Led:", "+", "1"]),
        ];
        let step = widths[0].0;
        let text: String = lines.iter().zip(&widths).map(|((level, words), _)| format!("{}{}\n", " ".repeat(level * step), words.join(" "))).collect();
        // gaps differ from line to line, so that nothing is set under each other
        let wide: String = lines
            .iter()
            .zip(&widths)
            .map(|((level, words), (_, gap))| format!("{}{}{}{}\n", " ".repeat(level * step), words[0], " ".repeat(*gap), words[1..].join(" ")))
            .collect();
        let neat = formatted("text", &text).unwrap();
        prop_assert_eq!(ink(&neat), ink(&wide));
        let again = formatted("text", &formatted("text", &wide).unwrap()).unwrap();
        prop_assert_eq!(formatted("text", &again).unwrap(), again);
    }
}

/// The packs and their force lists are in that layout.
#[test]
fn the_packs_are_formatted() {
    let own = |path: &PathBuf| !path.starts_with("tests");
    for path in texts().into_iter().filter(own) {
        let name = path.display().to_string();
        let text = fs::read_to_string(&path).expect("plain text");
        let neat = formatted(&name, &text).unwrap_or_else(|why| panic!("{name}: {:?}", why.words()));
        assert_eq!(neat, text, "`grognard fmt` changes {name}");
    }
}
