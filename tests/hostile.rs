//! Input that is made to break the program: far too deep, too long, too many, too much hanging together. Whatever it is, the
//! answer comes in two seconds (ten in a dev build), with exit code 0, 1 or 2 and a message; a misspelling at the end of it is
//! told; and what is called sound runs as it says.
//!
//! `GROGNARD_BIN=target/release/grognard cargo test --test hostile -- --ignored --exact --nocapture measured` prints a table of
//! all, `GROGNARD_CASES` names some of them, and `GROGNARD_PATIENCE` says after how many seconds each is stopped.
//! What is ignored fails today, as it says, in a release build.

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
        #[ignore = "the new compiler: panic at a column beyond 65,535"]
        text
        json
        slip
        #[ignore = "the new compiler: panic at a column beyond 65,535"]
        small_stack
    }
    closed_brackets = make::closed_brackets() => {
        #[ignore = "the new compiler: told as a fault of syntax"]
        text
        #[ignore = "the new compiler: told as a fault of syntax"]
        json
        slip
        #[ignore = "the new compiler: told as a fault of syntax"]
        small_stack
    }
    nots = make::nots() => {
        #[ignore = "the new compiler: stack overflow"]
        text
        #[ignore = "the new compiler: stack overflow"]
        json
        #[ignore = "the new compiler: stack overflow"]
        slip
        #[ignore = "the new compiler: stack overflow"]
        small_stack
    }
    ors = make::ors() => {
        #[ignore = "the new compiler: stack overflow"]
        text
        #[ignore = "the new compiler: stack overflow"]
        json
        #[ignore = "the new compiler: 2.4 s"]
        slip
        #[ignore = "the new compiler: stack overflow"]
        small_stack
    }
    minuses = make::minuses() => {
        #[ignore = "the new compiler: stack overflow"]
        text
        #[ignore = "the new compiler: stack overflow"]
        json
        #[ignore = "the new compiler: stack overflow"]
        slip
        #[ignore = "the new compiler: stack overflow"]
        small_stack
    }
    braces = make::braces() => {
        #[ignore = "the new compiler: panic at a column beyond 65,535"]
        text
        json
        slip
        #[ignore = "the new compiler: panic at a column beyond 65,535"]
        small_stack
    }
    nested_ifs = make::nested_ifs() => {
        #[ignore = "the new compiler: panic at a column beyond 65,535"]
        text
        #[ignore = "the new compiler: told as a fault of syntax"]
        json
        slip
        #[ignore = "the new compiler: told as a fault of syntax, elsewhere than on a large stack"]
        small_stack
    }
    indented_lines = make::indented_lines() => {
        text
        json
        slip
        #[ignore = "the new compiler: stack overflow"]
        small_stack
    }
    // far too long
    long_sum = make::long_sum() => {
        #[ignore = "the new compiler: stack overflow"]
        text
        #[ignore = "the new compiler: stack overflow"]
        json
        #[ignore = "the new compiler: 2.4 s"]
        slip
        #[ignore = "the new compiler: stack overflow"]
        small_stack
    }
    long_name = make::long_name() => {
        text
        json
        slip
    }
    far_fault = make::far_fault() => {
        #[ignore = "the new compiler: panic at a column beyond 65,535"]
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
        #[ignore = "the new compiler: 91 s, then no memory beyond 8 GB"]
        text
        #[ignore = "the new compiler: 99 s, then no memory beyond 8 GB"]
        json
        #[ignore = "the new compiler: 64 s, then no memory beyond 8 GB"]
        slip
    }
    not_utf8 = make::not_utf8() => {
        text
        json
        #[ignore = "the new compiler: the file is refused whole"]
        slip
    }
    // too much that hangs together
    any_order = make::any_order() => {
        #[ignore = "the new compiler: 80 s, then no memory beyond 8 GB"]
        text
        #[ignore = "the new compiler: 79 s, then no memory beyond 8 GB"]
        json
        #[ignore = "the new compiler: 2.1 s"]
        slip
        #[ignore = "the new compiler: 87 s, then no memory beyond 8 GB"]
        small_stack
    }
    chain = make::chain() => {
        #[ignore = "the new compiler: no answer in 117 s"]
        text
        #[ignore = "the new compiler: no answer in 114 s"]
        json
        slip
        #[ignore = "the new compiler: no answer in 118 s"]
        small_stack
    }
    doubling = make::doubling() => {
        #[ignore = "the new compiler: checked at once, and its test does not end"]
        text
        json
        slip
        #[ignore = "the new compiler: checked at once, and its test does not end"]
        small_stack
    }
    circles = make::circles() => {
        text
        json
        slip
        small_stack
    }
    // too many of what has a number
    markers = make::markers() => {
        #[ignore = "the new compiler: 3.2 s, and silently wrong"]
        text
        #[ignore = "the new compiler: 3.2 s"]
        json
        #[ignore = "the new compiler: 2.3 s"]
        slip
    }
    tags = make::tags() => {
        #[ignore = "the new compiler: 2.3 s, and silently wrong"]
        text
        #[ignore = "the new compiler: 2.4 s"]
        json
        slip
    }
    counts = make::counts() => {
        #[ignore = "the new compiler: 2.8 s, and silently wrong"]
        text
        #[ignore = "the new compiler: 2.9 s"]
        json
        #[ignore = "the new compiler: 2.2 s"]
        slip
    }
    rules = make::rules() => {
        #[ignore = "the new compiler: 9.5 s, and silently wrong"]
        text
        #[ignore = "the new compiler: 9.0 s"]
        json
        #[ignore = "the new compiler: 7.1 s"]
        slip
    }
    values = make::values() => {
        #[ignore = "the new compiler: no answer in 91 s"]
        text
        #[ignore = "the new compiler: no answer in 55 s"]
        json
        #[ignore = "the new compiler: 3.8 s"]
        slip
    }
    procedures = make::procedures() => {
        #[ignore = "the new compiler: no answer in 30 s, 5 GB"]
        text
        #[ignore = "the new compiler: no answer in 30 s, 5 GB"]
        json
        #[ignore = "the new compiler: no answer in 30 s, 5 GB"]
        slip
    }
    steps = make::steps() => {
        #[ignore = "the new compiler: 3.4 s"]
        text
        #[ignore = "the new compiler: 3.3 s"]
        json
        #[ignore = "the new compiler: 3.0 s"]
        slip
    }
    labels = make::labels() => {
        #[ignore = "the new compiler: 19 s, and a name of the pack is unknown"]
        text
        #[ignore = "the new compiler: 17 s, and a name of the pack is unknown"]
        json
        #[ignore = "the new compiler: 8.9 s"]
        slip
    }
    rows = make::rows() => {
        text
        json
        slip
    }
    kinds = make::kinds(make::MANY) => {
        #[ignore = "the new compiler: no answer in 30 s"]
        text
        #[ignore = "the new compiler: no answer in 30 s"]
        json
        #[ignore = "the new compiler: no answer in 30 s"]
        slip
    }
    kinds_340 = make::kinds(340) => {
        #[ignore = "the new compiler: `there are too many things in the game`, of two men"]
        text
        #[ignore = "the new compiler: `there are too many things in the game`, of two men"]
        json
        slip
    }
    groups = make::groups(make::MANY) => {
        #[ignore = "the new compiler: no answer in 30 s"]
        text
        #[ignore = "the new compiler: no answer in 30 s"]
        json
        #[ignore = "the new compiler: no answer in 30 s"]
        slip
    }
    groups_340 = make::groups(340) => {
        #[ignore = "the new compiler: `there are too many things in the game`, of two men"]
        text
        #[ignore = "the new compiler: `there are too many things in the game`, of two men"]
        json
        slip
    }
    expressions = make::expressions() => {
        #[ignore = "the new compiler: 6.5 s"]
        text
        #[ignore = "the new compiler: 3.3 s"]
        json
        #[ignore = "the new compiler: 2.9 s"]
        slip
    }
    descriptions = make::descriptions(make::MANY) => {
        #[ignore = "the new compiler: 11 s"]
        text
        #[ignore = "the new compiler: 9.7 s"]
        json
        #[ignore = "the new compiler: 9.3 s"]
        slip
    }
    descriptions_340 = make::descriptions(340) => {
        text
        json
        slip
    }
    descriptions_in_a_test_340 = make::descriptions_in_a_test(340) => {
        #[ignore = "the new compiler: silently wrong"]
        text
        json
        slip
    }
    results_in_a_test_340 = make::results_in_a_test(340) => {
        #[ignore = "the new compiler: silently wrong"]
        text
        json
        slip
    }
    registers = make::registers(make::MANY) => {
        #[ignore = "the new compiler: no answer in 30 s"]
        text
        #[ignore = "the new compiler: 30 s"]
        json
        #[ignore = "the new compiler: no answer in 30 s"]
        slip
    }
    registers_340 = make::registers(340) => {
        text
        json
        slip
    }
    // findings, and what no number holds
    findings = make::findings() => {
        #[ignore = "the new compiler: FINDTEXT"]
        text
        #[ignore = "the new compiler: FINDJSON"]
        json
        #[ignore = "the new compiler: FINDSLIP"]
        slip
    }
    large_number = make::large_number() => {
        #[ignore = "the new compiler: 24 of 28 lines are not told"]
        text
        #[ignore = "the new compiler: 24 of 28 lines are not told"]
        json
        #[ignore = "the new compiler: 24 of 28 lines are not told"]
        slip
    }
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
