//! Lists: their columns, the rows with their cells, the tags of rows, dice in cells.

use super::build::Builder;
use super::frame::Frame;
use crate::hir::{Column, ColumnId, Dice, Expr, KindBase, ListCell, ListRow, Ty};
use crate::ir::{self, Bin, ColumnInfo, Ex, ListRowNo, Table};
use crate::lower::number;

/// What a cell holds where there is nothing: no number, no thing.
const NO_NUMBER: i64 = 0;
const NO_THING: i64 = -1;

impl Builder<'_> {
    /// All columns and rows. The slots of values are there before.
    pub fn lists(&mut self) {
        let rules = self.rules;
        self.program.columns.truncate(0);
        self.program.row_tags.clear();
        for (id, column) in rules.columns.iter() {
            self.column_info(id, column);
        }
        let rows = rules.rows.iter().map(|(i, r)| self.list_cells(ListRowNo(i.0), r)).collect();
        self.program.list_rows = rows;
    }

    /// A column, and the base of the value that asks for it: the cell, without the dice that it holds.
    fn column_info(&mut self, id: ColumnId, column: &Column) {
        let col = number::column(id);
        let dice: Vec<String> = self.dice_of_column(id).iter().map(written).collect();
        let slot = number::slot(column.value);
        let reg = self.reg(0);
        let row = if self.is(column.kind, KindBase::Row) { reg } else { self.ex(Ex::TypeRow(reg)) };
        let mut base = self.ex(Ex::Column { row, col });
        if !dice.is_empty() {
            let (low, none) = (self.int(Table::DICE / 2), self.int(0));
            let rolled = self.two(Bin::Lt, base, low);
            base = self.ex(Ex::If(rolled, none, base));
        }
        self.with_slot(slot, |s| s.base = Some(base));
        self.program.columns.push(ColumnInfo {
            name: self.text(column.name),
            kind: number::kind(column.kind),
            code: column.short.map(|s| self.text(s)),
            slot,
            dice,
        });
        if let Some(tag) = column.tag {
            self.program.row_tags.push((number::state(tag), col));
        }
    }

    /// The dice that the cells of a column hold, each once, in the order of their texts: the first is [`Table::DICE`].
    pub fn dice_of_column(&self, column: ColumnId) -> Vec<Dice> {
        let cells = self.rules.rows.all().iter().flat_map(|r| &r.cells).filter(|(c, _)| *c == column);
        let mut dice: Vec<Dice> = cells.filter_map(|(_, cell)| if let ListCell::Dice(d) = cell { Some(d.clone()) } else { None }).collect();
        dice.sort_by_cached_key(written);
        dice.dedup();
        dice
    }

    /// A row with its cells, rules and tags.
    fn list_cells(&mut self, i: ListRowNo, r: &ListRow) -> ir::ListRow {
        let mut columns = Vec::with_capacity(r.cells.len() + r.tags.len());
        for (column, cell) in &r.cells {
            if let Some(n) = self.list_cell(*column, cell) {
                columns.push((number::column(*column), n));
            }
        }
        for tag in &r.tags {
            let state = number::state(*tag);
            columns.extend(self.program.row_tags.iter().find(|(s, _)| *s == state).map(|(_, c)| (*c, 1)));
        }
        let row = match self.program.list_rows.get(i) {
            Some(known) => known.row,
            None => self.row(self.text(r.name), r.line.at, &r.line.cites, None),
        };
        let rules = r.rules.iter().map(|rule| number::rule(*rule)).collect();
        ir::ListRow { name: self.text(r.name), kind: number::kind(r.kind), columns, rules, row }
    }

    fn list_cell(&mut self, column: ColumnId, cell: &ListCell) -> Option<i64> {
        match cell {
            ListCell::Dash => {
                let value = self.rules.columns.get(column).and_then(|c| self.rules.values.get(c.value));
                Some(nothing(value.map_or(Ty::PLAIN, |v| v.head.gives)))
            }
            ListCell::Is(e) => self.constant(e),
            ListCell::Dice(d) => dice_cell(self.dice_of_column(column).iter().position(|o| o == d)?),
        }
    }

    /// What a cell says that hangs on no game.
    pub fn constant(&mut self, e: &Expr) -> Option<i64> {
        let x = self.ask(&mut Frame::default(), e);
        self.program.constant(x)
    }
}

/// What stands in a cell for nothing.
pub(super) const fn nothing(gives: Ty) -> i64 {
    if matches!(gives, Ty::Number(_) | Ty::Need | Ty::Truth) { NO_NUMBER } else { NO_THING }
}

/// What stands in a cell for the n-th dice of its column or table.
pub(super) fn dice_cell(n: usize) -> Option<i64> {
    Some(Table::DICE + i64::try_from(n).ok()?)
}

/// Dice as a cell has them: `2d6+1`, `d10"`.
pub(super) fn written(d: &Dice) -> String {
    let number = if d.number == 1 { String::new() } else { d.number.to_string() };
    let sign = if d.inches { "\"" } else { "" };
    match d.plus {
        0 => format!("{number}d{}{sign}", d.sides),
        plus => {
            let amount = if d.inches { inches(plus.unsigned_abs()) } else { plus.unsigned_abs().to_string() };
            format!("{number}d{}{}{amount}{sign}", d.sides, if plus < 0 { '-' } else { '+' })
        }
    }
}

/// Thousandths of an inch as inches.
fn inches(mils: u64) -> String {
    let part = format!("{:03}", mils % 1000);
    match part.trim_end_matches('0') {
        "" => (mils / 1000).to_string(),
        part => format!("{}.{part}", mils / 1000),
    }
}

#[cfg(test)]
mod tests {
    use super::written;
    use crate::hir::Dice;

    #[test]
    fn dice_are_written_as_cells_have_them() {
        let dice = |number, sides, plus, inches| Dice { number, sides, plus, inches, at: crate::source::At::default() };
        let as_written = [(1, 6, 0, false), (2, 6, 3, false), (2, 10, -5000, true), (1, 3, 0, true), (1, 6, 500, true)];
        let texts: Vec<String> = as_written.iter().map(|(n, s, p, i)| written(&dice(*n, *s, *p, *i))).collect();
        assert_eq!(texts, ["d6", "2d6+3", "2d10-5\"", "d3\"", "d6+0.5\""]);
    }
}
