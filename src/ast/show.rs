//! Trees as text, for snapshots and for whoever looks for a fault.

use std::fmt::{Debug, Write as _};

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
        out.push_str(&written(line, |sym| names.text(sym)));
        out.push('\n');
    }
    joined(&out)
}

/// Every name and text that stands in a tree, in the order of the tree.
#[must_use]
pub fn named(tree: &impl Debug) -> Vec<Sym> {
    parts(&format!("{tree:?}")).filter_map(|(_, sym)| sym).collect()
}

/// A tree with the keys of its names, quoted, and without its places: equal for two that say the same.
#[must_use]
pub fn keyed(tree: &impl Debug, names: &Names) -> String {
    written(&format!("{tree:?}"), |sym| names.key_text(names.key_of(sym)))
}

/// The print of a tree with a text in the place of each name.
fn written<'n>(print: &str, text: impl Fn(Sym) -> &'n str) -> String {
    let mut out = String::with_capacity(print.len());
    for (before, sym) in parts(print) {
        out.push_str(before);
        if let Some(sym) = sym {
            // writing to a text does not fail
            let _ = write!(out, "{:?}", text(sym));
        }
    }
    out
}

/// The print of a tree as what stands before each name, the name, and the rest behind the last of them. A node holds no text
/// of its own, so that `Sym(7)` in a print is never anything else.
fn parts(print: &str) -> impl Iterator<Item = (&str, Option<Sym>)> {
    let mut rest = Some(print);
    std::iter::from_fn(move || {
        let now = rest.take()?;
        let found = now.split_once("Sym(").and_then(|(before, after)| {
            let (number, after) = after.split_once(')')?;
            Some((before, Sym(number.parse().ok()?), after))
        });
        let Some((before, sym, after)) = found else { return Some((now, None)) };
        rest = Some(after);
        Some((before, Some(sym)))
    })
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
