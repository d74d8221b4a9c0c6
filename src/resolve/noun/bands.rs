//! Tables whose cells are spans of their second key: what it falls into says the column, and the column's head is given.

use crate::ast::{self, CellSays};
use crate::diag::Code;
use crate::hir::Cell;

use super::super::Resolver;
use super::keys::{Key, keys_of};
use super::tables::{Cells, Grid};

impl Resolver<'_> {
    /// The rows of such a table.
    pub(super) fn band_rows(&mut self, grid: &mut Grid, name: &str, rows: &[Cells<'_>]) {
        let Some((header, below)) = rows.split_first() else { return };
        let results: Vec<&ast::Cell> = header.iter().skip(1).flatten().copied().collect();
        let mut spans: Vec<Vec<(Key, usize)>> = Vec::new();
        for row in below {
            let Some((Some(first), cells)) = row.split_first() else { continue };
            if cells.len() != results.len() {
                self.wrong_width(name, Some(*first), row, results.len());
            }
            let bands = self.bands_of(cells.iter().take(results.len()).flatten().copied());
            let keys: Vec<Key> = bands.iter().map(|(k, _)| *k).collect();
            let of = self.cell_text(first);
            self.gaps(&format!("{name}` for `{of}"), "cell", first.at, &keys);
            for key in keys_of(first) {
                grid.push_row(key);
                spans.push(bands.clone());
            }
        }
        let columns = columns_of(&spans);
        for bands in &spans {
            for (from, _) in &columns {
                let at = bands.iter().find(|(k, _)| k.range.is_some_and(|(a, b)| a <= *from && *from <= b));
                let cell = at.and_then(|(_, i)| results.get(*i)).map_or(Cell::Dash, |c| self.cell(grid, c));
                grid.cells.push(cell);
            }
        }
        grid.columns = Some(columns.into_iter().map(Key::numbers).collect());
    }

    /// The spans of a row, each with the column in which it stands.
    fn bands_of<'c>(&mut self, cells: impl Iterator<Item = &'c ast::Cell>) -> Vec<(Key, usize)> {
        let mut bands: Vec<(Key, usize)> = Vec::new();
        for (i, cell) in cells.enumerate() {
            if matches!(cell.says, CellSays::Empty | CellSays::Dash) {
                continue;
            }
            let Some(range) = cell.range() else {
                let message = format!("`{}` is no span of numbers", self.cell_text(cell));
                let help = "write a span such as `9-10`, `11+`, `under 9` or `to 6\"`, or `-` where there is none";
                self.fault(Code::Type, cell.at, message, help);
                continue;
            };
            let mut key = Key::span(range);
            key.begin_after(bands.last().and_then(|(k, _)| k.end()));
            bands.push((key, i));
        }
        bands
    }
}

/// Every place where some row passes from one cell to the next begins a column of the finished table.
fn columns_of(spans: &[Vec<(Key, usize)>]) -> Vec<(i64, i64)> {
    let ranges = spans.iter().flatten().filter_map(|(k, _)| k.range);
    let mut starts: Vec<i64> = ranges.flat_map(|(a, b)| [a, b.saturating_add(1)]).collect();
    starts.push(i64::MIN);
    starts.retain(|n| *n < i64::MAX);
    starts.sort_unstable();
    starts.dedup();
    let ends = starts.iter().skip(1).map(|n| n.saturating_sub(1)).chain([i64::MAX]);
    starts.iter().copied().zip(ends).collect()
}
