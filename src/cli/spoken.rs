//! Source lines as they are read aloud: one line each, without comment and citations.

use std::collections::BTreeSet;

use crate::model::Key;
use crate::source::{Files, Span};
use crate::syntax::{Block, Declaration, Node, Rule};

/// The name that a declaration gives, without quotes.
#[must_use]
pub fn own_name(files: &Files, d: &Declaration) -> Option<String> {
    let word = d.head.find(Rule::decl_word).map(|w| w.text(files));
    let name = d.head.find(Rule::title).and_then(|t| t.find(Rule::name)).or_else(|| d.head.find(Rule::name));
    match name {
        Some(n) => Some(n.text(files).trim_matches('"').to_owned()),
        None if word == Some("turn") => Some("Turn".into()),
        None => None,
    }
}

/// Whether a declaration has a name, or is shown as that.
fn is_called(files: &Files, d: &Declaration, key: &Key) -> bool {
    let shown = d.body.iter().flat_map(|l| &l.parts).find(|p| p.rule == Rule::shown).and_then(|p| p.find(Rule::quoted));
    own_name(files, d).is_some_and(|n| Key::new(&n) == *key) || shown.is_some_and(|q| Key::new(q.text(files).trim_matches('"')) == *key)
}

/// What a name or a word stands for: a declaration, a kind with what it lists, a row of a list with no other beside it.
#[must_use]
pub fn meant(files: &Files, declarations: &[Declaration], name: &str) -> Vec<Declaration> {
    let key = Key::new(name);
    let mut out = Vec::new();
    for d in declarations.iter().filter(|d| d.head.rule != Rule::test_d) {
        let listed = matches!(d.head.rule, Rule::kind_d | Rule::many_d);
        let kind = listed && d.head.find(Rule::word).is_some_and(|w| w.text(files) == name.trim());
        if kind || is_called(files, d, &key) {
            out.push(d.clone());
        } else if d.head.rule == Rule::many_d {
            let mut row = d.clone();
            row.body.retain(|l| plain(files, l.span).split('|').next().is_some_and(|n| Key::new(n.trim().trim_matches('"')) == key));
            out.extend(Some(row).filter(|r| !r.body.is_empty()));
        }
    }
    out
}

/// The head line of a declaration, without the items that stand on it.
#[must_use]
pub fn title(files: &Files, d: &Declaration) -> String {
    let head = d.head.span;
    let end = d.body.iter().map(|l| l.span).find(|s| s.start > head.start && s.end <= head.end).map_or(head.end, |s| s.start);
    plain(files, Span { start: head.start, end }).trim_end_matches(';').trim_end().to_owned()
}

/// A sentence on one line. Rows of a table keep their columns.
#[must_use]
pub fn plain(files: &Files, span: Span) -> String {
    let parts: Vec<&str> = files.slice(span).lines().map(|l| without_comment(l).trim()).filter(|l| !l.is_empty()).collect();
    let mut text = parts.join(" ");
    if !text.contains('|') {
        text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    without_cites(&text).to_owned()
}

fn without_comment(line: &str) -> &str {
    let (mut quoted, mut before) = (false, ' ');
    for (i, c) in line.char_indices() {
        if c == '"' && !before.is_ascii_digit() {
            quoted = !quoted;
        }
        if !quoted && line.get(i..).is_some_and(|rest| rest.starts_with("--")) {
            return line.get(..i).unwrap_or(line);
        }
        before = c;
    }
    line
}

fn without_cites(text: &str) -> &str {
    let text = text.trim_end();
    match text.strip_suffix(']').and_then(|t| t.rfind('[')) {
        Some(i) => text.get(..i).unwrap_or(text).trim_end(),
        None => text,
    }
}

/// What a unit's entry may carry: every name that it speaks of, and what those bring with them.
/// None if nothing is mustered under that name.
#[must_use]
pub fn carried(files: &Files, declarations: &[Declaration], unit: &str) -> Option<BTreeSet<Key>> {
    let wanted = Key::new(unit);
    let named = |d: &&Declaration| is_called(files, d, &wanted);
    let is_entry = |d: &&Declaration| {
        d.head.rule == Rule::named_d
            && d.body.iter().flat_map(|l| &l.parts).any(|p| matches!(p.rule, Rule::has_item | Rule::rules_item | Rule::carries_item))
    };
    let entry = declarations.iter().filter(is_entry).find(named)?;
    let wanted = own_name(files, entry).map_or(wanted, |n| Key::new(&n));
    let mut keys = BTreeSet::new();
    names_in(files, &entry.body, &mut keys);
    for d in declarations {
        if d.head.rule == Rule::kind_d {
            // what everything of a kind gains
            gains(files, d, &mut keys);
        }
        let mut speaks = BTreeSet::new();
        names_in(files, &d.body, &mut speaks);
        let lists = d.body.iter().flat_map(|l| &l.parts).any(|p| p.rule == Rule::one_of_each);
        if lists && speaks.contains(&wanted) {
            let rules = d.body.iter().flat_map(|l| &l.parts).filter(|p| p.rule == Rule::rules_item);
            rules.for_each(|p| names_of(files, p, &mut keys));
        }
    }
    loop {
        let before = keys.len();
        for d in declarations {
            if d.head.rule == Rule::many_d {
                rows(files, d, &mut keys);
            } else if own_name(files, d).is_some_and(|n| keys.contains(&Key::new(&n))) {
                gains(files, d, &mut keys);
            }
        }
        if keys.len() == before {
            return Some(keys);
        }
    }
}

fn gains(files: &Files, d: &Declaration, keys: &mut BTreeSet<Key>) {
    for part in d.body.iter().flat_map(|l| &l.parts).filter(|p| p.rule == Rule::gains_rule) {
        names_of(files, part, keys);
    }
}

/// The rules of the rows that are carried.
fn rows(files: &Files, d: &Declaration, keys: &mut BTreeSet<Key>) {
    for line in &d.body {
        let text = plain(files, line.span);
        let mut cells = text.split('|').map(str::trim);
        if cells.next().is_some_and(|name| keys.contains(&Key::new(name))) {
            if let Some(last) = cells.next_back() {
                keys.extend(last.split(',').map(Key::new));
            }
        }
    }
}

fn names_in(files: &Files, lines: &Block, keys: &mut BTreeSet<Key>) {
    for line in lines {
        line.parts.iter().for_each(|p| names_of(files, p, keys));
        names_in(files, &line.below, keys);
    }
}

fn names_of(files: &Files, node: &Node, keys: &mut BTreeSet<Key>) {
    node.walk(&mut |n| {
        if n.rule == Rule::name {
            keys.insert(Key::new(n.text(files)));
        }
    });
}
