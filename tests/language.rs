//! Every example of the documentation can be copied alone into a file and says what it claims: it passes `grognard check`
//! and its tests hold, or it gives the messages that stand in the `text` block right below it, each as `code: message`.
//!
//! That nothing asks for an example (`unreachable`) or carries it (`unmet`) is no fault of it. What pages that run commands
//! write is tried by `tests/journeys.rs`, and the messages by `tests/diagnostics.rs`.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod pages;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use grognard::floors::diag::Diagnostic;
use grognard::floors::muster::{Entries, Scenario};
use grognard::floors::packs::Compiled;
use grognard::floors::source::Files;
use grognard::floors::trial::{Trial, run};
use grognard::{Finding, Pack, Scope, Shelves};
use pages::{Note, Page, pages};
use rayon::prelude::*;

/// The pages made of planted mistakes.
const MESSAGES: &str = "docs/messages.md";
/// The examples of words borrow from a frame of their own, with which `tests/words.rs` tries them.
const WORDS: &str = "docs/words.md";
/// What an example may be warned of, since it is but a part of a game.
const PARTS: [&str; 2] = ["unmet", "unreachable"];
/// No chapter has more lines.
const LINES: usize = 120;

/// One that is to be tried.
#[derive(Clone, Debug)]
struct Example {
    place: String,
    text: String,
    /// The messages that it must give.
    expected: Vec<String>,
}

/// The examples of a page, each with all that it needs.
fn examples(page: &Page) -> Vec<Example> {
    if page.path == MESSAGES || page.path == WORDS || page.blocks.iter().any(|b| b.sort == "console") {
        return Vec::new();
    }
    let (mut out, mut frame, mut files) = (Vec::new(), String::new(), BTreeMap::<&str, String>::new());
    for (i, block) in page.blocks.iter().enumerate().filter(|(_, b)| b.sort == "grog") {
        let text = match &block.note {
            Some(Note::Frame) => {
                frame.clone_from(&block.text);
                block.text.clone()
            }
            Some(Note::File(name)) => {
                let text = files.entry(name).insert_entry(block.text.clone()).get().clone();
                format!("{}{text}", home(name))
            }
            Some(Note::Add(name)) => {
                let file = files.entry(name).or_default();
                file.push('\n');
                file.push_str(&block.text);
                file.clone()
            }
            None if block.text.starts_with("pack ") || frame.is_empty() => block.text.clone(),
            None => format!("{frame}\n{}", block.text),
        };
        let below = page.blocks.get(i + 1).filter(|b| b.sort == "text" && b.follows);
        let expected = below.map_or(Vec::new(), |b| b.text.lines().map(str::to_owned).collect());
        out.push(Example { place: page.place(block), text, expected });
    }
    out
}

/// The head of the pack that a force list is for, by the folder that it stands in; nothing of other files.
fn home(file: &str) -> String {
    let Some((pack, _)) = file.strip_prefix("forcelists/").and_then(|rest| rest.split_once('/')) else { return String::new() };
    let title = |word: &str| word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect::<String>();
    let words: Vec<String> = pack.split('-').map(title).collect();
    format!("pack Try extends {}\n\n", words.join(" "))
}

/// A folder of its own for an example, so that none stands beside another.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples").join(name.replace(['/', ':', '.'], "-"));
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// What is wrong with an example.
fn faults(example: &Example) -> Vec<String> {
    let file = folder(&example.place).join("try.grog");
    fs::write(&file, &example.text).expect("a file");
    let file = file.to_string_lossy();
    let findings = Shelves { scope: Scope::OwnTests, ..Shelves::default() }.open(&file).check(false);
    let said: Vec<String> = findings.iter().filter(|f| counts(f, example)).map(|f| told(f)).collect();
    if said != example.expected {
        return vec![format!("{}: the page says {:#?}, and it is {said:#?}", example.place, example.expected)];
    }
    if findings.errors() > 0 || !example.text.contains("\ntest ") {
        return Vec::new();
    }
    match Pack::open(&Shelves::default(), &file) {
        Err(_) => vec![format!("{}: it passes, and cannot be opened", example.place)],
        Ok(pack) => {
            let failed = pack.test(None, true).into_iter().filter(|v| !v.passed);
            failed.map(|v| format!("{}: `{}` fails: {}", example.place, v.name, v.why.unwrap_or_default())).collect()
        }
    }
}

fn told(finding: Finding<'_>) -> String {
    let record = finding.record();
    format!("{}: {}", record.code, record.message)
}

fn counts(finding: &Finding<'_>, example: &Example) -> bool {
    let code = finding.record().code;
    !PARTS.contains(&code) || example.expected.iter().any(|e| e.starts_with(code))
}

#[test]
fn every_example_holds_alone() {
    let all: Vec<Example> = pages().iter().flat_map(examples).collect();
    assert!(all.len() >= 190, "only {} examples", all.len());
    let faults: Vec<String> = all.par_iter().flat_map_iter(faults).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// What proves recipes of the cookbook, a file for each, by its number.
const RECIPES: &str = "tests/cookbook";

/// The number of the recipe that a block of the cookbook is.
fn recipe(page: &Page, line: usize) -> Option<&str> {
    let above: Vec<&str> = page.text.lines().take(line).collect();
    above.iter().rev().find_map(|l| l.strip_prefix("**")?.split_once(". ")).map(|(number, _)| number)
}

#[test]
fn recipes_do_what_they_say() {
    let page = Page::read("docs/cookbook.md");
    let frame = page.blocks.iter().find(|b| b.note == Some(Note::Frame)).map_or("", |b| b.text.as_str());
    let (mut all, mut bare) = (Vec::new(), Vec::new());
    let grog = page.blocks.iter().filter(|b| b.sort == "grog");
    for (block, example) in grog.zip(examples(&page)) {
        let Some(number) = recipe(&page, block.line) else { continue };
        let Ok(proof) = fs::read_to_string(format!("{RECIPES}/{number:0>2}.grog")) else { continue };
        bare.push(Example { place: format!("bare/{number}"), text: format!("{frame}\n{proof}"), expected: Vec::new() });
        all.push(Example { place: format!("{RECIPES}/{number}"), text: format!("{}\n{proof}", example.text), ..example });
    }
    let files = fs::read_dir(RECIPES).expect("the folder is there").count();
    assert!(all.len() >= 55 && all.len() == files, "{} recipes are tried, and there are {files} files", all.len());
    let faults: Vec<String> = all.par_iter().flat_map_iter(faults).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    let idle: Vec<&str> = bare.par_iter().filter(|e| self::faults(e).is_empty()).map(|e| e.place.as_str()).collect();
    assert!(idle.is_empty(), "these hold without the recipe, too: {idle:?}");
}

#[test]
fn chapters_are_short_and_in_the_contents() {
    let all = pages();
    let index = all.iter().find(|p| p.path == "docs/reference/index.md").expect("the contents are there");
    for page in all.iter().filter(|p| p.path.starts_with("docs/reference/")) {
        let lines = page.text.lines().count();
        assert!(lines <= LINES, "{} has {lines} lines", page.path);
        let name = page.path.rsplit('/').next().unwrap_or_default();
        assert!(name == "index.md" || index.text.contains(&format!("({name})")), "{name} is not in the contents");
    }
}

#[test]
fn every_link_leads_to_a_file() {
    let mut faults = Vec::new();
    for page in pages() {
        let folder = Path::new(&page.path).parent().unwrap_or(Path::new(""));
        for part in page.text.split("](").skip(1) {
            let target = part.split([')', '#']).next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") && !folder.join(target).exists() {
                faults.push(format!("{}: nothing is at `{target}`", page.path));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Packs that play what the reference says of one construct each.
const CONSTRUCTS: &str = "tests/constructs";

/// What is wrong with a construct, and which of its tests fail.
fn found(text: &str) -> (Files, Vec<Diagnostic>, Vec<String>) {
    let mut files = Files::default();
    files.add("construct.grog", text);
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
    (files, found, failed)
}

#[test]
fn every_construct_is_carried_out() {
    let mut faults = Vec::new();
    let mut read = 0;
    for entry in fs::read_dir(CONSTRUCTS).expect("the folder is there") {
        let path = entry.expect("readable").path();
        let text = fs::read_to_string(&path).expect("plain text");
        assert!(text.contains("\ntest "), "{} tests nothing", path.display());
        read += 1;
        let (files, found, failed) = found(&text);
        faults.extend(found.iter().map(|d| format!("{}: {}: {}", files.place(d.span), d.code.name(), d.message)));
        faults.extend(failed.iter().map(|f| format!("{}: {f}", path.display())));
    }
    assert!(read >= 6, "only {read} packs");
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}
