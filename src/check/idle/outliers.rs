//! Rows of a list that stand apart from all others of it: a cell left empty that the others fill, two numbers the other way about.

use super::super::Whole;
use super::super::term::number;
use crate::diag::{Code, Diagnostic};
use crate::hir::{Column, ColumnId, Id as _, ListCell, ListRow, Rules};

/// So many other rows are an example.
const EXAMPLE: usize = 3;

/// Reports them.
pub(in crate::check) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let mut out = Vec::new();
    for row in rules.rows.all() {
        let others: Vec<&ListRow> = rules.rows.all().iter().filter(|o| o.kind == row.kind && o.name != row.name).collect();
        if others.len() < EXAMPLE {
            continue;
        }
        let columns: Vec<(ColumnId, &Column)> = rules.columns.iter().filter(|(_, c)| c.kind == row.kind && c.tag.is_none()).collect();
        out.extend(columns.iter().filter_map(|(id, column)| empty(rules, row, &others, (*id, column))));
        let pairs = columns.iter().flat_map(|a| columns.iter().filter(move |b| a.0.index() < b.0.index()).map(move |b| (*a, *b)));
        out.extend(pairs.filter_map(|(a, b)| turned(rules, row, &others, (a, b))));
    }
    out
}

/// A number that all others have.
fn empty(rules: &Rules, row: &ListRow, others: &[&ListRow], (id, column): (ColumnId, &Column)) -> Option<Diagnostic> {
    let has = |r: &ListRow| r.cells.iter().any(|(c, cell)| *c == id && *cell != ListCell::Dash);
    if has(row) || !others.iter().all(|o| number_in(rules, o, id).is_some()) {
        return None;
    }
    let (name, column) = (rules.names.text(row.name), rules.names.text(column.name));
    let d = Diagnostic::new(Code::Outlier, row.line.at.span(), format!("`{name}` has no `{column}`"));
    Some(d.here("all others of this list have one").help("write a number in that column"))
}

/// Two numbers of one measure, of which in all others the first is the lesser, or the greater.
fn turned(rules: &Rules, row: &ListRow, others: &[&ListRow], (a, b): ((ColumnId, &Column), (ColumnId, &Column))) -> Option<Diagnostic> {
    let ty = |c: &Column| rules.values.get(c.value).map(|v| v.head.gives);
    if ty(a.1) != ty(b.1) {
        return None;
    }
    let order = |r: &ListRow| Some(number_in(rules, r, a.0)?.cmp(&number_in(rules, r, b.0)?));
    let own = order(row).filter(|o| o.is_ne())?;
    let all: Vec<_> = others.iter().filter_map(|o| order(o)).collect();
    if all.len() < EXAMPLE || all.iter().any(|o| *o != own.reverse()) {
        return None;
    }
    let [name, first, last] = [row.name, a.1.name, b.1.name].map(|n| rules.names.text(n));
    let (more, less) = if own.is_gt() { (first, last) } else { (last, first) };
    let d = Diagnostic::new(Code::Outlier, row.line.at.span(), format!("`{name}` has a greater `{more}` than `{less}`"));
    Some(d.here("in all others of this list it is the other way about").help("turn the two about, if that is not meant"))
}

/// The number in a cell.
fn number_in(rules: &Rules, row: &ListRow, column: ColumnId) -> Option<i64> {
    row.cells.iter().find_map(|(c, cell)| match cell {
        ListCell::Is(e) if *c == column => number(rules, e),
        _ => None,
    })
}
