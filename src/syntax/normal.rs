//! The normal form of a text: what is left when layout, comments, citations and the order of what has no order are forgotten.

use super::Declaration;
use super::layout::strip_comment;
use crate::source::Files;

/// The normal forms of declarations, sorted: equal for any two texts that say the same in another order.
#[must_use]
pub fn normal(files: &Files, declarations: &[Declaration]) -> Vec<String> {
    // tests prove rules, they are none
    let rules = declarations.iter().filter(|d| !d.is_test());
    let mut all: Vec<String> = rules.map(|d| one(files.slice(d.span))).collect();
    all.sort();
    all
}

/// The hash of a pack's rules, as hexadecimal text. No source places are in it.
#[must_use]
pub fn fingerprint(files: &Files, declarations: &[Declaration]) -> String {
    let mut h = blake3::Hasher::new();
    for d in normal(files, declarations) {
        h.update(d.as_bytes());
        h.update(b"\n\n");
    }
    h.finalize().to_hex().to_string()
}

/// A piece of a sentence without comments, and without the white space that means nothing: equal for two pieces that say the same.
#[must_use]
pub fn squeezed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.lines().flat_map(|line| strip_comment(line).chars().chain([' '])) {
        if c.is_whitespace() {
            gap = true;
            continue;
        }
        // only between words does a space tell anything apart
        let word = |c: char| c.is_alphanumeric();
        if gap && word(c) && out.chars().next_back().is_some_and(word) {
            out.push(' ');
        }
        gap = false;
        out.push(c);
    }
    out
}

fn one(text: &str) -> String {
    let mut head = String::new();
    let mut groups: Vec<(usize, Vec<String>)> = Vec::new();
    let mut depth = None;
    for (i, line) in text.lines().enumerate() {
        let code = strip_comment(line);
        let indent = code.len() - code.trim_start().len();
        let words = without_cites(code);
        if words.is_empty() {
            continue;
        }
        if i == 0 {
            head = words;
            continue;
        }
        let top = *depth.get_or_insert(indent);
        match groups.last_mut() {
            Some((_, lines)) if indent > top => lines.push(format!("{}{words}", " ".repeat(indent - top))),
            _ => groups.push((indent, vec![words])),
        }
    }
    // steps and rows of tables are in an order that means something; other items are not
    let ordered = |g: &(usize, Vec<String>)| g.1.first().is_some_and(|l| l.starts_with("step ") || l.contains('|'));
    let (fixed, mut free): (Vec<_>, Vec<_>) = groups.into_iter().partition(ordered);
    free.sort_by(|a, b| a.1.cmp(&b.1));
    let mut out = head;
    for (_, lines) in fixed.into_iter().chain(free) {
        out.push('\n');
        out.push_str(&lines.join("\n"));
    }
    out
}

fn without_cites(line: &str) -> String {
    let line = line.trim();
    let line = if line.ends_with(']') { line.rfind('[').map_or(line, |i| &line[..i]) } else { line };
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}
