//! Cells of rows, prices and results in what is changed.

use crate::ast::{Cell, DeclKind, ItemKind};
use crate::source::At;

/// What may have rows, or lines that say what follows from a result.
pub(super) trait HasCells {
    /// Calls `f` on each cell but the first of a row, by which the row is known.
    fn cells(&mut self, f: &mut dyn FnMut(&mut Cell));
    /// Whether lines say what follows from a result.
    fn has_bands(&self) -> bool;
    /// Calls `f` on each price, in points, and where it stands.
    fn prices(&mut self, f: &mut dyn FnMut(&mut i64, &mut At));
}

impl HasCells for ItemKind {
    fn cells(&mut self, f: &mut dyn FnMut(&mut Cell)) {
        if let Self::Row(row) = self {
            // where no cell stands before the first `|`, the others are all
            row.cells.iter_mut().for_each(f);
        }
    }

    fn has_bands(&self) -> bool {
        matches!(self, Self::Band(_))
    }

    fn prices(&mut self, f: &mut dyn FnMut(&mut i64, &mut At)) {
        if let Self::Option(option) = self
            && let Some(price) = &mut option.price
        {
            f(&mut price.points, &mut price.at);
        }
    }
}

impl HasCells for DeclKind {
    fn cells(&mut self, f: &mut dyn FnMut(&mut Cell)) {
        if let Self::Table(table) = self {
            table.pairs.iter_mut().for_each(|p| f(&mut p.gives));
        }
        for item in self.items_mut().into_iter().flatten() {
            item.kind.cells(f);
        }
    }

    fn has_bands(&self) -> bool {
        self.items().iter().any(|i| i.kind.has_bands())
    }

    fn prices(&mut self, f: &mut dyn FnMut(&mut i64, &mut At)) {
        if let Self::Named(named) = self
            && let Some(price) = &mut named.price
        {
            f(&mut price.value, &mut price.at);
        }
        for item in self.items_mut().into_iter().flatten() {
            item.kind.prices(f);
        }
    }
}
