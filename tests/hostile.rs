//! Input that is made to break the program: far too deep, too long, too many, too much hanging together. Whatever it is, the
//! answer comes in two seconds (ten in a dev build), with exit code 0, 1 or 2 and a message; a misspelling at the end of it is
//! told; and what is called sound runs as it says.
//!
//! `GROGNARD_BIN=target/release/grognard cargo test --test hostile -- --ignored --exact --nocapture measured` prints a table of
//! all, `GROGNARD_CASES` names some of them, and `GROGNARD_PATIENCE` says after how many seconds each is stopped.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "hostile/ask.rs"]
mod ask;
#[path = "hostile/make.rs"]
mod make;

use std::time::Duration;

use ask::{How, LIMIT, judge};
use make::Case;

/// A module of tests for each case, and the list of all.
macro_rules! hostile {
    ($($name:ident = $case:expr => { $($(#[$attr:meta])* $how:ident)* })*) => {
        /// Every case.
        const CASES: &[(&str, fn() -> Case)] = &[$((stringify!($name), || $case)),*];
        $(mod $name {
            use super::{answered, make};
            $(
                #[test]
                $(#[$attr])*
                fn $how() {
                    answered(&$case, stringify!($how));
                }
            )*
        })*
    };
}

/// Asks about a case, and fails with what is wrong with the answer.
fn answered(case: &Case, how: &str) {
    let how = How::ALL.into_iter().find(|h| h.name() == how).expect("a way to ask");
    if let (Some(bad), _) = judge(case, how, LIMIT, LIMIT * 2) {
        panic!("{bad}");
    }
}

hostile! {
    // far too deep
    open_brackets = make::open_brackets() => {
        text
        json
        slip
        small_stack
    }
    closed_brackets = make::closed_brackets() => {
        text
        json
        slip
        small_stack
    }
    nots = make::nots() => {
        text
        json
        slip
        small_stack
    }
    ors = make::ors() => {
        text
        json
        slip
        small_stack
    }
    minuses = make::minuses() => {
        text
        json
        slip
        small_stack
    }
    braces = make::braces() => {
        text
        json
        slip
        small_stack
    }
    nested_ifs = make::nested_ifs() => {
        text
        json
        slip
        small_stack
    }
    indented_lines = make::indented_lines() => {
        text
        json
        slip
        small_stack
    }
    // far too long
    long_sum = make::long_sum() => {
        text
        json
        slip
        small_stack
    }
    full_sum = make::full_sum() => {
        text
        json
        slip
        small_stack
    }
    full_or = make::full_or() => {
        text
        json
        slip
        small_stack
    }
    row_of_terms = make::row_of_terms() => {
        text
        json
        slip
        small_stack
    }
    deep_chain = make::deep_chain() => {
        text
        json
        slip
        small_stack
    }
    met_calls = make::met_calls(make::FULL / 2) => {
        text
        json
        slip
        small_stack
    }
    long_name = make::long_name() => {
        text
        json
        slip
    }
    far_fault = make::far_fault() => {
        text
        json
        slip
    }
    comments = make::comments() => {
        text
        json
        slip
    }
    declarations = make::declarations() => {
        text
        json
        slip
    }
    not_utf8 = make::not_utf8() => {
        text
        json
        slip
    }
    // too much that hangs together
    any_order = make::any_order() => {
        text
        json
        slip
        small_stack
    }
    chain = make::chain() => {
        text
        json
        slip
        small_stack
    }
    doubling = make::doubling() => {
        text
        json
        slip
        small_stack
    }
    circles = make::circles() => {
        text
        json
        slip
        small_stack
    }
    // too many of what has a number
    markers = make::markers(make::MANY) => {
        text
        json
        slip
    }
    markers_full = make::markers(make::FULL) => {
        text
        json
        slip
    }
    tags = make::tags(make::MANY) => {
        text
        json
        slip
    }
    tags_full = make::tags(make::FULL) => {
        text
        json
        slip
    }
    counts = make::counts(make::MANY) => {
        text
        json
        slip
    }
    counts_full = make::counts(make::FULL) => {
        text
        json
        slip
    }
    rules = make::rules(make::MANY) => {
        text
        json
        slip
    }
    rules_full = make::rules(make::FULL / 2) => {
        text
        json
        slip
    }
    values = make::values(make::MANY) => {
        text
        json
        slip
    }
    values_full = make::values(make::FULL) => {
        text
        json
        slip
    }
    procedures = make::procedures(make::MANY) => {
        text
        json
        slip
    }
    procedures_full = make::procedures(make::FULL / 2) => {
        text
        json
        slip
    }
    steps = make::steps(make::MANY) => {
        text
        json
        slip
    }
    steps_full = make::steps(make::FULL) => {
        text
        json
        slip
    }
    labels = make::labels(make::MANY) => {
        text
        json
        slip
    }
    labels_full = make::labels(make::FULL) => {
        text
        json
        slip
    }
    rows = make::rows(make::MANY) => {
        text
        json
        slip
    }
    rows_full = make::rows(make::FULL) => {
        text
        json
        slip
    }
    kinds = make::kinds(make::MANY) => {
        text
        json
        slip
    }
    kinds_340 = make::kinds(340) => {
        text
        json
        slip
    }
    groups = make::groups(make::MANY) => {
        text
        json
        slip
    }
    groups_340 = make::groups(340) => {
        text
        json
        slip
    }
    expressions = make::expressions(make::MANY) => {
        text
        json
        slip
    }
    expressions_full = make::expressions(make::FULL) => {
        text
        json
        slip
    }
    descriptions = make::descriptions(make::MANY) => {
        text
        json
        slip
    }
    descriptions_340 = make::descriptions(340) => {
        text
        json
        slip
    }
    descriptions_in_a_test_340 = make::descriptions_in_a_test(340) => {
        text
        json
        slip
    }
    results_in_a_test_340 = make::results_in_a_test(340) => {
        text
        json
        slip
    }
    registers = make::registers(make::MANY) => {
        text
        json
        slip
    }
    registers_340 = make::registers(340) => {
        text
        json
        slip
    }
    kinds_full = make::kinds(make::FULL / 3) => {
        text
        json
        slip
        small_stack
    }
    groups_full = make::groups(make::FULL) => {
        text
        json
        slip
        small_stack
    }
    descriptions_full = make::descriptions(make::FULL / 2) => {
        text
        json
        slip
        small_stack
    }
    registers_full = make::registers(make::FULL) => {
        text
        json
        slip
        small_stack
    }
    setters_full = make::setters(make::FULL / 2) => {
        text
        json
        slip
        small_stack
    }
    calls_full = make::calls(make::FULL / 2) => {
        text
        json
        slip
        small_stack
    }
    calls_99 = make::calls(99) => {
        text
        json
        slip
        small_stack
    }
    // findings, and what no number holds
    findings = make::findings() => {
        text
        json
        slip
    }
    long_names = make::long_names() => {
        text
        json
        slip
    }
    great_sums = make::great_sums() => {
        text
        json
        slip
    }
    great_counts = make::great_counts() => {
        text
        json
        slip
    }
    many_dice = make::many_dice() => {
        text
        json
        slip
    }
    many_put_aside = make::many_put_aside() => {
        text
        json
        slip
    }
    many_choices = make::many_choices() => {
        text
        json
        slip
    }
    no_such_many = make::no_such_many() => {
        text
        json
        slip
    }
    no_such_size = make::no_such_size() => {
        text
        json
        slip
    }
    great_memory = make::great_memory() => {
        text
        json
        slip
    }
    large_number = make::large_number() => {
        text
        json
        slip
    }
}

/// A pack of many files, each small enough: it is not read at all, and that is told within the time.
fn too_much_of(files: usize, bytes: usize, words: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("pack.grog"), "pack Heap 1.0\nkind unit is group\n").expect("it can be written");
    for n in 0..files {
        let text = format!("value V{n} of unit = {n}\n{}", "-- nothing\n".repeat(bytes / 11));
        std::fs::write(folder.path().join(format!("f{n}.grog")), text).expect("it can be written");
    }
    let from = std::time::Instant::now();
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_grognard")).args(["check", "."]).current_dir(folder.path()).output();
    let done = done.expect("the program starts");
    let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(1), "{said}");
    assert!(said.contains(words), "{said}");
    assert!(said.contains("1 error,"), "{said}");
    assert!(from.elapsed() < LIMIT * 3, "{:?}", from.elapsed());
}

#[test]
fn many_files() {
    too_much_of(1_001, 0, "more than 1000 files");
}

#[test]
fn many_bytes() {
    too_much_of(60, 300_000, "more than 16777216 bytes");
}

/// Every case, however it is asked about: what comes of it, how long that takes and how much memory it holds.
#[test]
#[ignore = "prints a table"]
fn measured() {
    let named = std::env::var("GROGNARD_CASES").unwrap_or_default();
    let patience = std::env::var("GROGNARD_PATIENCE").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    let limit = Duration::from_secs(2);
    println!("| case | asked | comes to | exit | CPU s | s | MB |\n| --- | --- | --- | --- | --- | --- | --- |");
    for (name, made) in CASES.iter().filter(|(name, _)| named.is_empty() || named.split(',').any(|n| n == *name)) {
        let case = made();
        for how in How::ALL {
            let (bad, answer) = judge(&case, how, limit, Duration::from_secs(patience));
            let code = answer.code.map_or("-".into(), |c| c.to_string());
            let bad = bad.unwrap_or_else(|| "well".into());
            let (busy, took) = (answer.busy.as_secs_f64(), answer.took.as_secs_f64());
            println!("| {name} | {} | {bad} | {code} | {busy:.2} | {took:.2} | {} |", how.name(), answer.memory / 1024);
        }
    }
}

/// Writes the inputs into the folder that `GROGNARD_HOSTILE` names, to look at.
#[test]
#[ignore = "writes files"]
fn written() {
    let folder = std::path::PathBuf::from(std::env::var("GROGNARD_HOSTILE").expect("a folder is named"));
    for (name, made) in CASES {
        std::fs::write(folder.join(format!("{name}.grog")), made().bytes).expect("it can be written");
    }
}
