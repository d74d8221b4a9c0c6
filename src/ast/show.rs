//! Trees as text, for snapshots and for whoever looks for a fault.

use std::fmt::Debug;

use crate::intern::{Names, Sym};

/// A tree with its names written out and without its places.
#[must_use]
pub fn shown(tree: &impl Debug, names: &Names) -> String {
    let mut out = String::new();
    for line in format!("{tree:#?}").lines() {
        let said = line.trim();
        if matches!(
            said,
            "at: @,"
                | "head: @,"
                | "what_at: @,"
                | "faces_at: @,"
                | "whole: @,"
                | "core: @,"
                | "unread: false,"
                | "cites: [],"
                | "was: None,"
        ) {
            continue;
        }
        out.push_str(&with_names(line, names));
        out.push('\n');
    }
    joined(&out)
}

/// Every name and text that stands in a tree, in the order of the tree.
#[must_use]
pub fn named(tree: &impl Debug) -> Vec<Sym> {
    format!("{tree:?}").split("Sym(").skip(1).filter_map(|rest| rest.split_once(')')?.0.parse().ok().map(Sym)).collect()
}

/// A tree with the keys of its names and without its places: equal for two that say the same.
#[must_use]
pub fn keyed(tree: &impl Debug, names: &Names) -> String {
    let print = format!("{tree:?}");
    let mut parts = print.split("Sym(");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, rest) = part.split_once(')').unwrap_or_default();
        let key = number.parse().map_or("", |n| names.key_text(names.key_of(Sym(n))));
        out.push_str(key);
        out.push_str(rest);
    }
    out
}

/// `Sym(7)` as the text that it stands for.
fn with_names(line: &str, names: &Names) -> String {
    let Some((before, rest)) = line.split_once("Sym(") else { return line.to_owned() };
    let Some((number, after)) = rest.split_once(')') else { return line.to_owned() };
    number.parse().map_or_else(|_| line.to_owned(), |n| format!("{before}{:?}{}", names.text(Sym(n)), with_names(after, names)))
}

/// What opens a bracket and closes it after one line stands on one line.
fn joined(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let closes = matches!(line.trim(), "}" | "}," | ")" | ")," | "]" | "],");
        if let (true, [.., open, _]) = (closes, lines.as_slice()) {
            if open.ends_with(['{', '(', '[']) {
                let inner = lines.pop().unwrap_or_default();
                let inner = inner.trim().trim_end_matches(',').to_owned();
                if let Some(open) = lines.last_mut() {
                    let gap = if open.ends_with('{') { " " } else { "" };
                    *open = format!("{open}{gap}{inner}{gap}{}", line.trim());
                }
                continue;
            }
        }
        lines.push(line.to_owned());
    }
    lines.join("\n")
}
