//! The tree of a file holds all of its text, and what is too much for the reader is told and harms nothing.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use grognard::floors::diag::{Code, Diagnostic};
use grognard::floors::source::Files;
use grognard::floors::syntax::{self, TokenKind, limits};

/// Every text of rules that there is.
fn texts() -> Vec<PathBuf> {
    fn all(folder: &Path, out: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
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
    assert!(out.len() > 300, "only {} texts", out.len());
    out
}

/// The tokens of a text put together, whether any of it was left unread, and what was found.
fn woven(text: &str) -> (String, bool, Vec<Diagnostic>) {
    let mut files = Files::default();
    let id = files.add("text", text);
    let (tree, found) = syntax::tree(&files, id);
    let tokens = tree.tokens(&files);
    let unread = tokens.iter().any(|t| t.kind == TokenKind::Unread);
    let mut out = String::new();
    tokens.iter().for_each(|t| out.push_str(files.slice(t.span)));
    (out, unread, found)
}

#[test]
fn the_tokens_of_every_file_are_the_file() {
    for path in texts() {
        let text = std::fs::read_to_string(&path).expect("plain text");
        let (out, unread, found) = woven(&text);
        assert!(out == text, "{}: not what it was", path.display());
        assert!(!unread || !found.is_empty(), "{}: words that are in no node", path.display());
    }
}

#[test]
fn keywords_comments_and_blank_lines_are_tokens() {
    let text = "-- first\n\npack Small 1.0  -- said\r\n\n\nprocedure Go by unit\n  step go:\n    repeat  until unit is Gone: { unit gains Gone; }\n";
    let text = text.replace("; }", " }");
    let (out, unread, found) = woven(&text);
    assert_eq!((out, unread, found.len()), (text, false, 0));
}

/// What is found in a text, by a thread with little stack.
fn limited(text: String) -> (Vec<Code>, Duration) {
    let read = move || {
        let start = Instant::now();
        let (out, _, found) = woven(&text);
        assert!(out == text, "not what it was");
        (found.iter().map(|d| d.code).collect(), start.elapsed())
    };
    std::thread::Builder::new().stack_size(512 << 10).spawn(read).expect("a thread").join().expect("it does not overflow")
}

#[test]
fn what_is_too_deep_is_told() {
    let deep = |open: &str, n: usize, close: &str| format!("pack P 1.0\ncondition unit is C = {}yes{}\n", open.repeat(n), close.repeat(n));
    for (open, close) in [("(", ")"), ("not ", ""), ("- ", ""), ("half ", ""), ("not (", ")"), ("half (", ")")] {
        let each = open.split_whitespace().count();
        let most = limits::NESTING / each;
        assert_eq!(limited(deep(open, most, close)).0, [], "{open} as deep as it may be");
        for n in [most + 1, 500, 5_000, 100_000] {
            assert_eq!(limited(deep(open, n, close)).0, [Code::Limit], "{n} times {open}");
        }
    }
    // nothing closes them
    for n in [64, 65, 100_000] {
        let (found, time) = limited(deep("A by (", n, ""));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(time < Duration::from_secs(20), "{time:?}");
    }
}

#[test]
fn what_nests_without_brackets_is_told() {
    for (open, close, n) in [
        ("leader of ", "unit is Foot", 1_900),
        ("there is a unit where ", "it is Foot", 850),
        ("the unit touching ", "me is Foot", 1_000),
        ("1/2 of ", "2 is 1", 2_000),
        ("25% of half ", "2 is 1", 1_500),
    ] {
        let line = format!("pack P 1.0\ncondition unit is C = {}{close}\n", open.repeat(n));
        assert_eq!(limited(line).0, [Code::Limit], "{open}");
    }
    for (open, n) in [("if yes: ", 2_000), ("Fire or ", 2_000), ("repeat 2 times: ", 1_000), ("unit may: ", 2_000)] {
        let line = format!("pack P 1.0\nprocedure Go by unit\n  step go:\n    {}Fire\n", open.repeat(n));
        assert_eq!(limited(line).0, [Code::Limit], "{open}");
    }
}

#[test]
fn a_long_chain_is_not_deep() {
    let chain = |word: &str, op: &str| {
        let line = format!("condition unit is C = {word}");
        let n = (limits::LINE_BYTES - line.len()) / (op.len() + word.len());
        format!("pack P 1.0\n{line}{}\n", format!("{op}{word}").repeat(n))
    };
    for (word, op) in [("yes", " or "), ("A", " or "), ("1", "+"), ("1", " is "), ("n", " x "), ("A", " is Foot and ")] {
        let (found, time) = limited(chain(word, op));
        assert_eq!(found, [], "{word}{op}");
        println!("{word}{op}: {time:?}");
    }
}

#[test]
fn what_is_too_long_is_told() {
    let (found, _) = limited(format!("pack P 1.0\nvalue V of unit = 1{}\n", " + 1".repeat(limits::LINE_BYTES / 4)));
    assert_eq!(found, [Code::Limit]);
    let mut lines = "pack P 1.0\nprocedure Go by unit\n  step go:\n".to_owned();
    for n in 0..200 {
        writeln!(lines, "{}if yes:", " ".repeat(n + 4)).expect("text");
    }
    assert_eq!(limited(lines).0, [Code::Limit]);
    let deep: String = (0..limits::LINE_DEPTH - 2).map(|n| format!("{}if yes:\n", " ".repeat(n + 4))).collect();
    assert_eq!(limited(format!("pack P 1.0\nprocedure Go by unit\n  step go:\n{deep}")).0, []);
    let many = format!("pack P 1.0\n{}", "nonsense here\n".repeat(limits::FINDINGS * 3));
    let (found, _) = limited(many);
    assert_eq!((found.len(), found.last()), (limits::FINDINGS + 1, Some(&Code::Limit)));
    let (found, time) = limited("-- a comment\n".repeat(limits::FILE_BYTES / 10));
    assert_eq!(found, [Code::Limit]);
    assert!(time < Duration::from_secs(20), "{time:?}");
}
