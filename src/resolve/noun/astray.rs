//! Cells of a list that stand in the column of others: two the wrong way about, all behind one that was left out.

use super::super::Resolver;
use super::cell::counted;
use super::columns::{IS, RULES};
use super::tables::Cells;
use crate::ast::{self, CellSays, Many};
use crate::diag::{Code, Diagnostic};
use crate::hir::{KindId, Ty};

impl Resolver<'_> {
    /// Faults two cells of a row each of which would stand right in the place of the other: the numbers of their columns.
    pub(super) fn crossed(&mut self, kind: KindId, many: &Many, cells: &Cells<'_>) -> Option<(usize, usize)> {
        let wants = self.wants(kind, many);
        let cell = |i: usize| cells.get(i + 1).copied().flatten();
        let sits = |want: usize, at: usize| Some(self.sits(*wants.get(want)?, cell(at)?));
        let wrong: Vec<usize> = (0..wants.len()).filter(|i| sits(*i, *i) == Some(false)).collect();
        let [first, second] = *wrong.as_slice() else { return None };
        if sits(first, second) != Some(true) || sits(second, first) != Some(true) {
            return None;
        }
        let title = |i: usize| many.columns.get(i).and_then(|c| c.name).map_or("", |n| self.text(n.sym));
        let message = format!("the cells of `{}` and `{}` stand in each other's column", title(first), title(second));
        let d = Diagnostic::new(Code::Measure, cell(first)?.at.span(), message);
        self.report(d.label(cell(second)?.at.span(), "the other").help("turn the two about"));
        Some((first, second))
    }

    /// The columns of which the one cell that a row lacks may be: the others stand right, those behind it one column farther.
    /// None if all stand right where they are.
    pub(super) fn left_out_cells(&self, kind: KindId, many: &Many, cells: &Cells<'_>) -> Vec<usize> {
        let wants = self.wants(kind, many);
        let given: Vec<&ast::Cell> = cells.iter().skip(1).copied().flatten().collect();
        let sits = |at: usize, cell: &ast::Cell| wants.get(at).is_some_and(|want| self.sits(*want, cell));
        let fits = |gap: &usize| given.iter().enumerate().all(|(i, cell)| sits(if i < *gap { i } else { i + 1 }, cell));
        if given.len() + 1 != wants.len() || given.len() + 1 != cells.len() || fits(&given.len()) {
            return Vec::new();
        }
        (0..given.len()).filter(fits).collect()
    }

    /// What each column holds; none of names.
    fn wants(&self, kind: KindId, many: &Many) -> Vec<Option<Ty>> {
        let want = |head: &ast::Cell| {
            let name = head.name?;
            let listed = [RULES, IS].contains(&self.text(name.sym));
            let gives = self.column_gives(kind, name.sym).unwrap_or(Ty::PLAIN);
            (!listed).then_some(gives)
        };
        many.columns.iter().map(want).collect()
    }

    /// Whether a cell may stand in a column.
    fn sits(&self, want: Option<Ty>, cell: &ast::Cell) -> bool {
        match (want, self.cell_type(cell)) {
            (_, None) => !matches!(cell.says, CellSays::Int(_)),
            (None, Some(ty)) => !counted(ty),
            (Some(want), Some(ty)) if counted(want) && counted(ty) => cell.says == CellSays::Int(0) || ty.fits(want),
            (Some(want), Some(ty)) => counted(want) == counted(ty),
        }
    }
}
