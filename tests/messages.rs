//! `docs/messages.md` has every code: what it means, an example, what is said of the example, and the mend.
//!
//! The example of a code is the file of its name in `tests/messages`: a file that can be copied, of which this code is
//! told and nothing else. `GROGNARD_MESSAGES=write cargo test --test messages` writes the page anew.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

mod called;

use called::call_in;
use grognard::Code;
use rayon::prelude::*;
use serde_json::Value;

const PAGE: &str = "docs/messages.md";
const FOLDER: &str = "tests/messages";
const HEAD: &str = "\
# Messages

Every message of Grognard has a code. `grognard explain CODE` says the same as this page. An error keeps a pack from being
played; a warning and a note do not.

Each example can be copied into a file, here `try.grog`. What is below it is what the command says.
";

/// Codes of which `explain` shows a line that wants a parent or a roster of its own.
const ELSEWHERE: [&str; 5] = ["stale-override", "nothing", "better-way", "near-name", "roster"];

/// How an example of a code is tried, and the words that give the same as JSON.
fn words(code: Code) -> (&'static str, Vec<&'static str>) {
    match code.name() {
        "roster" => ("try.toml", vec!["muster", "try.toml", "--pack", "pickets"]),
        "test" => ("try.grog", vec!["test", "try.grog", "--own"]),
        "uncited" => ("try/pack.grog", vec!["check", "try", "--cite"]),
        _ => ("try.grog", vec!["check", "try.grog"]),
    }
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// The codes that stand in what a command writes as JSON.
fn codes(json: &Value) -> Vec<String> {
    match json {
        Value::Array(all) => all.iter().flat_map(codes).collect(),
        Value::Object(fields) => match fields.get("code") {
            Some(Value::String(code)) => vec![code.clone()],
            _ => fields.get("found").map(codes).unwrap_or_default(),
        },
        _ => Vec::new(),
    }
}

/// What the page says of a code, or why it can say nothing.
fn section(code: Code) -> Result<String, String> {
    let (file, words) = words(code);
    let ending = if file.ends_with("toml") { "toml" } else { "grog" };
    let path = format!("{FOLDER}/{}.{ending}", code.name());
    let example = fs::read_to_string(&path).map_err(|_| format!("`{}` has no example: write {path}", code.name()))?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("messages").join(code.name());
    write(&folder.join(file), &example);
    let ledger = fs::read_to_string(format!("{FOLDER}/{}.toml", code.name())).ok().filter(|_| file.starts_with("try/"));
    if let Some(ledger) = &ledger {
        write(&folder.join("try/clauses.toml"), ledger);
    }
    if code.name() != "test" {
        let json = call_in(&folder, &[&words[..], &["--json"]].concat()).out;
        let found = codes(&serde_json::from_str(&json).map_err(|e| format!("{path}: {e}: {json}"))?);
        if found != [code.name()] {
            return Err(format!("{path} is an example of {found:?}"));
        }
    }
    let advice = code.advice();
    let shown = |line: &str| example.lines().any(|l| l.trim() == line.trim());
    if !ELSEWHERE.contains(&code.name()) && !advice.example.lines().all(shown) {
        return Err(format!("`grognard explain {}` shows lines that are not in {path}", code.name()));
    }
    let said = call_in(&folder, &words).out.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    let mut out = String::new();
    let _ = write!(out, "\n## {}\n\n{}\n\n```{ending}\n{example}```\n\n", code.name(), advice.means);
    if let Some(ledger) = ledger {
        let _ = write!(out, "That is `pack.grog` of a folder `try`. Beside it stands `clauses.toml`:\n\n```toml\n{ledger}```\n\n");
    }
    let _ = write!(out, "`grognard {}` says:\n\n```text\n{}\n```\n\n", words.join(" "), said.trim());
    let _ = writeln!(out, "**What to do:** {}.", advice.mend);
    Ok(out)
}

fn contents() -> String {
    let rows = Code::ALL.iter().map(|c| {
        let (name, what) = (c.name(), c.what());
        format!("| [`{name}`](#{name}) | {} | {what} |\n", c.severity().name())
    });
    let mut out = "\n| code | | what is wrong |\n| --- | --- | --- |\n".to_owned();
    out.extend(rows);
    out
}

#[test]
fn every_code_is_on_the_page_with_an_example() {
    let sections: Vec<Result<String, String>> = Code::ALL.par_iter().map(|c| section(*c)).collect();
    let faults: Vec<&String> = sections.iter().filter_map(|s| s.as_ref().err()).collect();
    assert!(faults.is_empty(), "{faults:#?}");
    let mut page = format!("{HEAD}{}", contents());
    page.extend(sections.into_iter().flatten());
    if std::env::var("GROGNARD_MESSAGES").is_ok_and(|v| v == "write") {
        fs::write(PAGE, &page).expect("the page is written");
    }
    let now = fs::read_to_string(PAGE).unwrap_or_default();
    let differs = page.lines().zip(now.lines()).position(|(a, b)| a != b);
    assert!(page == now, "{PAGE} is no longer so from line {:?}: write it anew, and read it", differs.map(|n| n + 1));
}
