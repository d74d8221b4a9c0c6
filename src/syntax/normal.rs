//! The normal form of a text: what is left when layout, comments, citations and the order of what has no order are forgotten.

use super::layout::strip_comment;
use super::{Declaration, Rule};
use crate::source::Files;

/// The normal forms of declarations, sorted: equal for any two texts that say the same in another order.
#[must_use]
pub fn normal(files: &Files, declarations: &[Declaration]) -> Vec<String> {
    // tests prove rules, they are none
    let rules = declarations.iter().filter(|d| !matches!(d.head.rule, Rule::test_d | Rule::situation_d));
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
