//! What editors highlight is made from the grammar.
//!
//! `GROGNARD_EDITORS=write cargo test --test editors` makes the file anew.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

#[path = "words/language.rs"]
mod language;

use std::fs;
use std::path::Path;

use language::language;
use serde_json::{Value, json};

const FOLDER: &str = "editors/vscode";
const MADE: &str = "editors/vscode/syntaxes/grognard.tmLanguage.json";

/// Words that stand for somebody.
const PRONOUNS: [&str; 5] = ["me", "my", "it", "its", "this"];
/// Words that begin declarations are in the first column, whatever they are; a pack has some of its own.
const HEAD: &str = "^[a-z][a-z-]*";

/// Words alone, not within others that have hyphens in them.
fn alone(words: &[&str]) -> String {
    format!("(?<![A-Za-z0-9-])(?:{})(?![A-Za-z0-9-])", words.join("|"))
}

fn highlighted() -> Value {
    let all = language();
    let words: Vec<&str> = all.iter().map(String::as_str).filter(|w| !PRONOUNS.contains(w)).collect();
    let pattern = |name: &str, says: &str| json!({ "name": format!("{name}.grog"), "match": says });
    json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Grognard",
        "scopeName": "source.grog",
        "fileTypes": ["grog"],
        "patterns": [
            pattern("comment.line.double-dash", "--.*$"),
            // a mark behind a digit is inches, and begins no title
            pattern("string.quoted.double", "(?<![0-9])\"[^\"]+\""),
            pattern("constant.other.citation", r"\[[a-z][A-Za-z0-9.-]*(?:[ ,]+[a-z][A-Za-z0-9.-]*)*\]"),
            pattern("constant.numeric.dice", "(?<![A-Za-z0-9-])[0-9]*d[0-9]+\"?(?![A-Za-z0-9-])"),
            pattern("constant.numeric", r#"(?<![A-Za-z0-9])[0-9]+(?:\.[0-9]+)?(?:"|%|°|\+(?! *dice)|/[0-9]+|s(?![a-z]))?"#),
            pattern("keyword.control.declaration", HEAD),
            pattern("variable.language", &alone(&[&PRONOUNS[..], &["I"]].concat())),
            pattern("entity.name.type", r"[\p{Lu}][\p{L}0-9'’-]*(?: +[\p{Lu}][\p{L}0-9'’-]*)*!?"),
            pattern("keyword.other", &alone(&words)),
            pattern("keyword.operator", r"[-+=/|]"),
        ],
    })
}

#[test]
fn what_is_highlighted_is_made_from_the_grammar() {
    let made = serde_json::to_string_pretty(&highlighted()).expect("it is plain") + "\n";
    if std::env::var("GROGNARD_EDITORS").is_ok_and(|v| v == "write") {
        fs::write(MADE, &made).expect("it can be written");
    }
    let kept = fs::read_to_string(MADE).unwrap_or_default().replace('\r', "");
    assert!(kept == made, "{MADE} is not what the grammar says: GROGNARD_EDITORS=write cargo test --test editors");
}

#[test]
fn the_extension_names_files_that_are_there() {
    let read = |file: &str| -> Value {
        let text = fs::read_to_string(Path::new(FOLDER).join(file)).expect("it is there");
        serde_json::from_str(&text).expect("JSON")
    };
    let package = read("package.json");
    let (tongue, grammar) = (&package["contributes"]["languages"][0], &package["contributes"]["grammars"][0]);
    assert_eq!(tongue["extensions"], json!([".grog"]));
    assert_eq!(tongue["id"], grammar["language"]);
    let made = read(grammar["path"].as_str().expect("a path"));
    assert_eq!(made["scopeName"], grammar["scopeName"]);
    assert_eq!(read(tongue["configuration"].as_str().expect("a path"))["comments"]["lineComment"], "--");
}
