//! What stands behind a line: its citations, and its comment. Each sort has one column in a file.
//!
//! The column is that in which most of them stood that stood further out than they had to. If fewer than one in four stood there,
//! the file has none. What finds no room there, and all where there is no column, stands right behind its line.

use std::collections::BTreeMap;

use super::lines::{Note, width};

/// Spaces between a line and what stands right behind it.
const GAP: usize = 3;
/// One in so many has to stand in a column.
const SHARE: usize = 4;

/// Puts notes of one sort behind their lines.
pub(super) fn put<'a>(rows: &mut [String], notes: impl Iterator<Item = Option<&'a Note>> + Clone) {
    // a comment alone in its line is not in the margin
    let behind = rows.iter().zip(notes.clone()).filter(|(row, _)| !row.trim().is_empty());
    let at = column(behind.filter_map(|(row, note)| note.map(|note| (width(row), note.column))));
    for (row, note) in rows.iter_mut().zip(notes) {
        let Some(note) = note else { continue };
        let wide = width(row);
        if !row.trim().is_empty() {
            row.push_str(&" ".repeat(at.unwrap_or(0).max(wide + GAP) - wide));
        }
        row.push_str(&note.text);
    }
}

/// The column of notes, by how wide the line is that each stands behind, and where it stood. What stands in it has room in it
/// afterwards, and votes for it again: so a second time gives the same.
fn column(notes: impl Iterator<Item = (usize, usize)>) -> Option<usize> {
    let mut votes: BTreeMap<usize, usize> = BTreeMap::new();
    let mut all = 0;
    for (wide, stood) in notes {
        all += 1;
        if stood > wide + GAP {
            *votes.entry(stood).or_default() += 1;
        }
    }
    // of equals the first
    let most = votes.into_iter().rev().max_by_key(|(_, count)| *count);
    most.filter(|(_, count)| count * SHARE >= all).map(|(column, _)| column)
}
