//! A line that was copied and stands below itself.

use super::TreeLine;
use super::layout::strip_comment;
use crate::diag::{Code, Diagnostic};
use crate::source::{Files, Span};

/// First words of lines that say nothing more when they are said again. Of other lines it is told elsewhere, or twice is meant.
const SAID_ONCE: &[&str] = &["board", "turns", "shape", "once", "dice", "ignore", "on", "skip", "take", "expect", "measure", "coherency"];

/// Lines of which a declaration has one, by how its head and they begin. What has a condition stands as often as it has conditions.
const SINGLE: &[(&[&str], &[&str])] = &[
    (&["pack"], &["coherency", "movement", "actions", "measure"]),
    (&["scenario"], &["board", "turns", "setup"]),
    (&["situation"], &["board"]),
    (&["pool"], &["dice"]),
    (&["ruling"], &["asks"]),
    (&["formation"], &["arc", "shape loose", "shape ranks"]),
    (&["terrain"], &["ground costs", "crossing costs", "shelters"]),
    (&["action", "procedure", "ability"], &["once per"]),
    (&["kind"], &["cost"]),
];

/// Lines that begin with a name of their own, by how they begin before it.
const NAMED: &[&str] = &["legal ", "always ", "needs ", "or "];

/// Finds lines below a declaration that say what the line above them said, and a second one of what it has one of.
pub(super) fn lines(files: &Files, lines: &[TreeLine], found: &mut Vec<Diagnostic>) {
    for head in lines {
        let before = found.len();
        for (first, second) in head.below.iter().zip(head.below.iter().skip(1)) {
            let (one, two) = (said(files, first), said(files, second));
            let plain = first.below.is_empty() && second.below.is_empty() && second.node.is_some();
            let once = one.split_whitespace().next().is_some_and(|word| SAID_ONCE.contains(&word));
            if plain && once && one == two {
                let d = Diagnostic::new(Code::Twice, whole(second, two), "the line above says this already");
                found.push(d.label(whole(first, one), "here").help("take one of the two out"));
            }
        }
        if found.len() == before {
            others(files, head, found);
        }
    }
}

/// Finds a second line of what the declaration has one of.
fn others(files: &Files, head: &TreeLine, found: &mut Vec<Diagnostic>) {
    let begins = said(files, head).split_whitespace().next().unwrap_or("");
    let singles = SINGLE.iter().filter(|(heads, _)| heads.contains(&begins)).flat_map(|(_, lines)| lines.iter().copied());
    let singles: Vec<&str> = singles.collect();
    let mut seen: Vec<(&str, &TreeLine)> = Vec::new();
    for line in head.below.iter().filter(|line| line.node.is_some()) {
        let text = said(files, line);
        let row = || row_name(text).filter(|_| matches!(begins, "pool" | "roll" | "check" | "opposed"));
        let Some(begun) =
            singles.iter().copied().find(|s| starts(text, s)).filter(|_| !text.contains(" if ")).or_else(|| named(text)).or_else(row)
        else {
            continue;
        };
        let Some((_, first)) = seen.iter().find(|(b, _)| *b == begun) else {
            seen.push((begun, line));
            continue;
        };
        let message = format!("there is a line `{begun}` above already");
        let d = Diagnostic::new(Code::Twice, whole(line, text), message);
        found.push(d.label(whole(first, said(files, first)), "here").help("take one of the two out"));
    }
}

/// Whether a line begins with these words.
fn starts(text: &str, words: &str) -> bool {
    text.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// How a line with a name begins, up to the end of that.
fn named(text: &str) -> Option<&str> {
    let begun = NAMED.iter().find(|begun| text.starts_with(**begun))?;
    let name = text.get(begun.len()..)?.split([':', '[']).next()?.trim_end();
    let colon = text.get(begun.len() + name.len()..)?.trim_start().starts_with(':') || *begun == "or ";
    (colon && name.starts_with(char::is_uppercase)).then(|| text.get(..begun.len() + name.len()).unwrap_or(text))
}

/// The name of a row, up to its colon.
fn row_name(text: &str) -> Option<&str> {
    let (name, _) = text.split_once(':')?;
    let plain = name.split(' ').all(|w| w.starts_with(|c: char| c.is_uppercase()));
    plain.then(|| text.get(..=name.len()).unwrap_or(name))
}

fn whole(line: &TreeLine, text: &str) -> Span {
    Span::new(line.span.start as usize, line.span.start as usize + text.len())
}

fn said<'f>(files: &'f Files, line: &TreeLine) -> &'f str {
    strip_comment(files.slice(line.span)).trim_end()
}
