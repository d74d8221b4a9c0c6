//! The commands of the documentation write what the pages say.
//!
//! A page with `console` blocks is a journey: from its first line to its last its files are written and its commands run
//! in one empty folder. A line `...` stands for lines that are left out.
//!
//! `GROGNARD_JOURNEYS=write cargo test --test journeys` writes into the pages what the commands say now.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod called;
mod pages;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use called::call_in;
use pages::{Block, Note, Page, pages};

fn folder(page: &Page) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("journeys").join(page.path.replace(['/', '.'], "-"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// The words of a command, as a shell would part them.
fn words(line: &str) -> Vec<String> {
    let (mut out, mut word, mut quoted, mut begun) = (Vec::new(), String::new(), false, false);
    for c in line.chars() {
        match c {
            '"' => (quoted, begun) = (!quoted, true),
            ' ' if !quoted => {
                if begun {
                    out.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            c => {
                word.push(c);
                begun = true;
            }
        }
    }
    if begun {
        out.push(word);
    }
    out
}

/// What a command writes, without blanks at the ends of lines.
fn said(folder: &Path, line: &str) -> String {
    let words = words(line);
    assert_eq!(words.first().map(String::as_str), Some("grognard"), "`{line}` is no command of the program");
    let both = call_in(folder, words.get(1..).unwrap_or_default()).both();
    both.trim_start_matches('\n').trim_end().lines().fold(String::new(), |mut out, l| {
        let _ = writeln!(out, "{}", l.trim_end());
        out
    })
}

/// Each command of a block, and what the page says that it writes.
fn commands(block: &Block) -> Vec<(&str, String)> {
    let mut out: Vec<(&str, String)> = Vec::new();
    for line in block.text.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            out.push((command, String::new()));
        } else if let Some((_, text)) = out.last_mut() {
            let _ = writeln!(text, "{line}");
        } else {
            panic!("a console block begins with `$ `, not with `{line}`");
        }
    }
    out
}

/// Whether it is what the page says, where `...` stands for any lines.
fn is_as_told(told: &str, said: &str) -> bool {
    let told = told.trim_end();
    let mut parts = told.split("...\n").map(|p| p.strip_suffix("...").unwrap_or(p));
    if !told.lines().any(|l| l == "...") {
        return told == said.trim_end();
    }
    let Some(mut rest) = said.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let open_end = told.ends_with("...");
    let parts: Vec<&str> = parts.collect();
    for (i, part) in parts.iter().enumerate() {
        if i + 1 == parts.len() && !open_end {
            return rest.trim_end().ends_with(part.trim_end());
        }
        let Some(at) = rest.find(part) else { return false };
        rest = rest.get(at + part.len()..).unwrap_or_default();
    }
    true
}

/// Goes through a page; gives what is otherwise, and the page as it should be.
fn travelled(page: &Page) -> (Vec<String>, String) {
    let folder = folder(page);
    let (mut faults, mut text) = (Vec::new(), page.text.clone());
    for block in &page.blocks {
        match &block.note {
            Some(Note::File(name)) => write(&folder.join(name), &block.text),
            Some(Note::Add(name)) => {
                let before = fs::read_to_string(folder.join(name)).expect("a file to add to");
                write(&folder.join(name), &format!("{before}\n{}", block.text));
            }
            _ => {}
        }
        if block.sort != "console" {
            continue;
        }
        let mut new = String::new();
        for (command, told) in commands(block) {
            let said = said(&folder, command);
            let fits = is_as_told(&told, &said);
            if !fits {
                faults.push(format!("{}: `{command}` writes\n{said}", page.place(block)));
            }
            let _ = write!(new, "$ {command}\n{}", if fits { &told } else { &said });
        }
        text = text.replacen(&format!("```console\n{}```", block.text), &format!("```console\n{new}```"), 1);
    }
    (faults, text)
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

#[test]
fn every_command_writes_what_the_page_says() {
    let writes = std::env::var("GROGNARD_JOURNEYS").is_ok_and(|v| v == "write");
    let mut all = Vec::new();
    for page in pages().iter().filter(|p| p.blocks.iter().any(|b| b.sort == "console")) {
        let (faults, text) = travelled(page);
        if writes {
            fs::write(&page.path, text).expect("the page is written");
        } else {
            all.extend(faults);
        }
    }
    assert!(all.is_empty(), "\n{}", all.join("\n"));
}

#[test]
fn lines_may_be_left_out() {
    assert!(is_as_told("a\n...\nc\n", "a\nb\nc\n"));
    assert!(is_as_told("a\n...\n", "a\nb\nc\n"));
    assert!(is_as_told("...\nb\n...\nd\n", "a\nb\nc\nd\n"));
    assert!(!is_as_told("a\n...\nd\n", "a\nb\nc\n"));
    assert!(!is_as_told("a\nc\n", "a\nb\nc\n"));
    assert_eq!(words("grognard odds \"A B\" x"), ["grognard", "odds", "A B", "x"]);
}
