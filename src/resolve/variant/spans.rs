//! Rows whose keys hold some of the same numbers: that is told of the rules, as two rows for one number.

use super::body::Amending;
use crate::ast::{DeclKind, Item, ItemKind, Range};
use crate::resolve::happen::span_of;

/// What `else` holds.
const ALL: (i64, i64) = (i64::MIN, i64::MAX);

/// Whether some of these numbers are among the others.
pub(super) fn overlap(some: impl Iterator<Item = Range>, others: impl Iterator<Item = Range>) -> bool {
    let span = |r: Range| Some(span_of(&r)).filter(|span| *span != ALL);
    let others: Vec<(i64, i64)> = others.filter_map(span).collect();
    some.filter_map(span).any(|(low, high)| others.iter().any(|(least, most)| low <= *most && *least <= high))
}

/// The numbers that are the key of a row.
fn key(item: &Item) -> Option<Range> {
    if let ItemKind::Row(row) = &item.kind { row.all().next().and_then(crate::ast::Cell::range) } else { None }
}

impl Amending<'_> {
    /// Whether a row of a table has a key that holds some of the numbers of another.
    pub fn meets_a_row(&self, line: &Item) -> bool {
        let table = matches!(&*self.d.kind, DeclKind::Table(_));
        table && overlap(key(line).into_iter(), self.body().iter().filter_map(key))
    }
}
