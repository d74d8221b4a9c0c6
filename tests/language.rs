//! Every example of `docs/language.md` says what it claims: it compiles, or it is wrong in the way it is said to be,
//! and the tests that stand in it hold.
//!
//! A comment right above a fenced `grog` block says more of it:
//! `<!-- name: nouns -->` names it, `<!-- with: nouns, other -->` puts named blocks before it,
//! `<!-- wrong: conflict -->` lists the codes of the diagnostics that it must give, in the order of the text.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;

use grognard::floors::diag::{Code, Diagnostic};
use grognard::floors::muster::{Entries, Scenario};
use grognard::floors::packs::Compiled;
use grognard::floors::source::Files;
use grognard::floors::trial::{Trial, run};

const REFERENCE: &str = "docs/language.md";

/// A fenced example.
#[derive(Clone, Debug, Default)]
struct Example {
    /// Lines of the reference above its first line.
    above: usize,
    text: String,
    name: Option<String>,
    with: Vec<String>,
    wrong: Vec<String>,
}

fn reference() -> String {
    std::fs::read_to_string(REFERENCE).expect("the reference is there")
}

fn examples(text: &str) -> Vec<Example> {
    let mut out = Vec::new();
    let mut next = Example::default();
    let mut open: Option<Example> = None;
    let mut foreign = false;
    for (i, line) in text.lines().enumerate() {
        if let Some(mut example) = open.take() {
            if line == "```" {
                out.push(example);
            } else {
                example.text.push_str(line);
                example.text.push('\n');
                open = Some(example);
            }
        } else if foreign {
            foreign = line != "```";
        } else if line == "```grog" {
            open = Some(Example { above: i + 1, ..std::mem::take(&mut next) });
        } else if line.starts_with("```") {
            foreign = true;
        } else if let Some(said) = line.strip_prefix("<!-- ").and_then(|l| l.strip_suffix(" -->")) {
            let (word, rest) = said.split_once(": ").unwrap_or_else(|| panic!("line {}: a comment says `word: ...`", i + 1));
            let list: Vec<String> = rest.split(", ").map(str::to_owned).collect();
            match word {
                "name" => next.name = list.into_iter().next(),
                "with" => next.with = list,
                "wrong" => next.wrong = list,
                _ => panic!("line {}: `{word}` says nothing of an example", i + 1),
            }
        } else if !line.trim().is_empty() {
            let said = next.name.is_some() || !next.with.is_empty() || !next.wrong.is_empty();
            assert!(!said, "line {}: a comment that stands above no example", i + 1);
        }
    }
    assert!(open.is_none() && !foreign, "a fence is not closed");
    out
}

/// The blocks that stand before an example, each once, those that they need first.
fn before<'a>(named: &BTreeMap<&str, &'a Example>, example: &Example, out: &mut Vec<&'a Example>) {
    for name in &example.with {
        let block = named.get(name.as_str()).unwrap_or_else(|| panic!("no example is named `{name}`"));
        before(named, block, out);
        if !out.iter().any(|o| o.above == block.above) {
            out.push(block);
        }
    }
}

/// What is wrong with an example, and which of its tests fail.
fn found(parts: &[&Example]) -> (Files, Vec<Diagnostic>, Vec<String>) {
    let mut files = Files::default();
    for part in parts {
        // blank lines above, so that places are those of the reference
        files.add(REFERENCE, &format!("{}{}", "\n".repeat(part.above), part.text));
    }
    let compiled = Compiled::of(&files);
    let mut found = compiled.found.clone();
    let book = compiled.book(&files);
    let mut failed = Vec::new();
    if found.is_empty() {
        let (entries, f) = Entries::read(book);
        found.extend(f);
        found.extend(Scenario::read(book).1);
        for v in run(&Trial { book, entries: &entries }, |_| true) {
            if let Some((span, why)) = v.failed {
                failed.push(format!("{}: the test `{}` fails: {why}", files.place(span), v.name));
            }
        }
    }
    found.sort_by_key(|d| (d.span.start, d.code));
    (files, found, failed)
}

fn shown(files: &Files, d: &Diagnostic) -> String {
    let help = d.help.as_ref().map_or(String::new(), |h| format!("; {h}"));
    format!("{}: {}: {}{help}", files.place(d.span), d.code.name(), d.message)
}

#[test]
fn every_example_holds() {
    let text = reference();
    let all = examples(&text);
    assert!(all.len() >= 60, "only {} examples", all.len());
    let named: BTreeMap<&str, &Example> = all.iter().filter_map(|e| Some((e.name.as_deref()?, e))).collect();
    let mut faults = Vec::new();
    for example in &all {
        let mut parts = Vec::new();
        before(&named, example, &mut parts);
        parts.push(example);
        let (files, found, failed) = found(&parts);
        let codes: Vec<&str> = found.iter().map(|d| d.code.name()).collect();
        if codes != example.wrong {
            let said =
                if example.wrong.is_empty() { "to be right".to_owned() } else { format!("to be wrong: {}", example.wrong.join(", ")) };
            faults.push(format!("the example at {REFERENCE}:{} is said {said}", example.above));
            faults.extend(found.iter().map(|d| format!("  {}", shown(&files, d))));
        }
        faults.extend(failed);
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Packs that play what the reference says of one construct each.
const CONSTRUCTS: &str = "tests/constructs";

#[test]
fn every_construct_is_carried_out() {
    let mut faults = Vec::new();
    let mut read = 0;
    for entry in std::fs::read_dir(CONSTRUCTS).expect("the folder is there") {
        let path = entry.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("plain text");
        assert!(text.contains("\ntest "), "{} tests nothing", path.display());
        read += 1;
        let (files, found, failed) = found(&[&Example { text, ..Example::default() }]);
        faults.extend(found.iter().map(|d| format!("{}: {}", path.display(), shown(&files, d))));
        faults.extend(failed.iter().map(|f| format!("{}: {f}", path.display())));
    }
    assert!(read >= 6, "only {read} packs");
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// A reader who meets a code finds it in the reference, and finds none that there is not.
#[test]
fn every_message_is_in_the_reference() {
    let text = reference();
    let rows: Vec<&str> = text
        .lines()
        .skip_while(|l| *l != "## Messages")
        .skip(1)
        .take_while(|l| !l.starts_with("## "))
        .filter_map(|l| l.strip_prefix("| `")?.split('`').next())
        .collect();
    let codes: Vec<&str> = Code::ALL.iter().map(|c| c.name()).collect();
    let missing: Vec<&&str> = codes.iter().filter(|c| !rows.contains(c)).collect();
    let unknown: Vec<&&str> = rows.iter().filter(|r| !codes.contains(r)).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "not in the reference: {missing:?}; only in the reference: {unknown:?}");
}
