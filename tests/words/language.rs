//! Every word of the language, from the grammar and from those who read lines.

use std::collections::BTreeSet;
use std::fs;

const GRAMMAR: [&str; 6] = ["lexis", "keywords", "expressions", "statements", "items", "declarations"];

/// Words that the grammar reads as any other and the readers of lines know, and the file that knows each.
const READ: [(&str, &[&str]); 7] = [
    ("src/ast/read/decls.rs", &["columns", "marker", "formation", "terrain", "deck", "hand", "tray", "scenario", "procedure", "force"]),
    ("src/ast/row.rs", &["profile"]),
    ("src/ast/read/shapes.rs", &["loose", "ranks", "front"]),
    ("src/ast/read/deeds.rs", &["forward", "straight", "back", "leaving", "wheeling", "turning", "about"]),
    ("src/table/drill.rs", &["arc", "deep", "even", "faces", "outwards"]),
    ("src/resolve/ask/refer.rs", &["rank", "allowance", "opponent"]),
    ("src/resolve/happen/opposed.rs", &["winner", "loser"]),
];

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// The words in quotes of a text.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    let word = |w: &&str| w.starts_with(|c: char| c.is_ascii_lowercase()) && w.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    text.split('"').skip(1).step_by(2).filter(word)
}

/// Every word that the grammar names, but those that it only keeps free and the letters within `d6` and `6s`.
fn grammar() -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for file in GRAMMAR {
        let text = read(&format!("grammar/{file}.pest"));
        let lines = text.lines().map(|l| l.split("//").next().unwrap_or(l)).filter(|l| !l.starts_with("reserved "));
        for line in lines {
            let rule = line.split_whitespace().next().unwrap_or_default();
            let found = quoted(line).filter(|w| w.len() > 1 || rule.starts_with("k_"));
            out.extend(found.map(str::to_owned));
        }
    }
    out
}

/// Every word of the language.
pub fn language() -> BTreeSet<String> {
    let mut out = grammar();
    for (file, known) in READ {
        let text = read(file);
        for word in known {
            assert!(text.split(|c: char| !c.is_ascii_alphanumeric()).any(|w| w == *word), "{file} knows no `{word}`");
        }
        out.extend(known.iter().map(|w| (*w).to_owned()));
    }
    // each declaration is in the list above
    let decls = read("src/ast/read/decls.rs");
    let begin = decls.lines().filter_map(|l| l.trim().strip_prefix('"')?.split_once("\" => DeclKind::")).map(|(w, _)| w.to_owned());
    let begin: Vec<String> = begin.collect();
    assert!(begin.len() > 5 && begin.iter().all(|w| out.contains(w)), "{begin:?}");
    out
}
