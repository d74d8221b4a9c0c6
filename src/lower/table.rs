//! Tables: their keys, their cells, and the quantity that asks for keys that are no numbers.

use super::build::Builder;
use super::frame::Frame;
use super::list::{dice_cell, nothing, written};
use crate::hir::{self, Cell, Dice, ExprKind, Table, TableId, TableKey, Ty};
use crate::ir::{self, Bin, Ex, Reg, RowNo, Slot, X};
use crate::lower::number;

/// All that is left stands for every number.
const ALL: (i64, i64) = (i64::MIN, i64::MAX);

/// One side of a table.
struct Axis<'a> {
    /// The keys as numbers.
    ranges: Vec<(i64, i64)>,
    /// Where they are asked of the thing looked up, all of them: their places are the numbers.
    asked: Option<&'a [TableKey]>,
}

impl<'a> Builder<'a> {
    /// All tables. The slots of values are there before.
    pub fn tables(&mut self) {
        let rules = self.rules;
        for (id, table) in rules.tables.iter() {
            self.grid(id, table);
        }
    }

    fn grid(&mut self, id: TableId, table: &'a Table) {
        self.room_for_table(id, table);
        let axes: Vec<Axis<'a>> = table.keys.iter().enumerate().map(|(i, keys)| self.axis(keys, takes(table, i))).collect();
        let cells = self.cells(table);
        let dice = dice_in(table).iter().map(written).collect();
        let number = number::table(id);
        if let Some(t) = self.program.tables.get_mut(number) {
            t.keys = axes.iter().map(|a| a.ranges.clone()).collect();
            t.cells = cells;
            t.dice = dice;
            t.named = matches!(table.head.gives, Ty::Thing(_));
        }
        self.ask_for_keys(id, table, &axes);
    }

    /// A table is there before it is filled.
    fn room_for_table(&mut self, id: TableId, table: &Table) {
        if self.program.tables.get(number::table(id)).is_some() {
            return;
        }
        let row = self.row(self.text(table.head.name), table.head.line.at, &table.head.line.cites, None);
        let takes = table.takes.iter().map(|t| self.program_type(*t)).collect();
        self.program.tables.push(ir::Table { name: self.text(table.head.name), row, takes, ..ir::Table::default() });
        let head = self.program_head(&table.head, "table");
        self.program.table_heads.push(head);
    }

    /// One side of a table, looked up by something of a type. Things are asked what they are; all else has its number.
    fn axis(&mut self, keys: &'a [TableKey], ty: Ty) -> Axis<'a> {
        let numbers = |k: &TableKey| matches!(k, TableKey::Numbers(..) | TableKey::Otherwise);
        let things = matches!(ty, Ty::Thing(_)) && !keys.iter().all(numbers);
        let known: Option<Vec<(i64, i64)>> = keys.iter().map(|k| self.key_numbers(k)).collect();
        match known.filter(|_| !things) {
            Some(ranges) => Axis { ranges, asked: None },
            None => {
                let ranges = (0..keys.len()).filter_map(|i| i64::try_from(i).ok()).map(|i| (i, i)).collect();
                Axis { ranges, asked: Some(keys) }
            }
        }
    }

    /// The numbers that a key stands for, if it hangs on no thing.
    fn key_numbers(&mut self, key: &TableKey) -> Option<(i64, i64)> {
        match key {
            TableKey::Numbers(low, high) => Some((*low, *high)),
            TableKey::Otherwise => Some(ALL),
            TableKey::Is(e) => self.constant(e).map(|n| (n, n)),
            TableKey::So(_) => None,
        }
    }

    fn cells(&mut self, table: &Table) -> Vec<i64> {
        let none = nothing(table.head.gives);
        let mut rolled = 0;
        let mut out = Vec::with_capacity(table.cells.len());
        for cell in &table.cells {
            out.push(match cell {
                Cell::Dash => none,
                Cell::Is(e) => match &*e.kind {
                    ExprKind::Thing(thing) => i64::from(thing.0),
                    _ => self.constant(e).unwrap_or(none),
                },
                Cell::Dice(_) => {
                    rolled += 1;
                    dice_cell(rolled - 1).unwrap_or(none)
                }
            });
        }
        out
    }

    /// The dice that the cells of a table hold, one for each: the first is [`ir::Table::DICE`].
    pub fn dice_of_table(&self, table: TableId) -> Vec<Dice> {
        self.rules.tables.get(table).map_or_else(Vec::new, dice_in)
    }

    /// A table whose keys must be asked of things becomes a quantity: it asks, then looks up.
    fn ask_for_keys(&mut self, id: TableId, table: &'a Table, axes: &[Axis<'a>]) {
        if axes.iter().all(|a| a.asked.is_none()) {
            return;
        }
        let of = !table.head.roles.is_empty();
        let mut frame = if of { self.frame_of(&table.head) } else { Frame::default() };
        for word in table.words.iter().take(axes.len()) {
            if of {
                frame.alias(*word, 0);
            } else {
                frame.bind(*word);
            }
        }
        let mut args = Vec::with_capacity(axes.len());
        for (i, axis) in axes.iter().enumerate() {
            let reg = if of { 0 } else { Reg::try_from(i).unwrap_or_default() };
            let var = self.reg(reg);
            args.push(match axis.asked {
                None => var,
                Some(keys) => self.key_of(&mut frame, var, keys, table.words.get(i).copied()),
            });
        }
        let args = self.list(args);
        let base = self.ex(Ex::Table { table: number::table(id), args });
        let mut head = self.program_head(&table.head, "table");
        if !of {
            head.roles = axes.iter().enumerate().map(|(i, _)| self.key_role(table, i)).collect();
        }
        let number = number::table(id);
        let row = self.program.tables.get(number).map_or(RowNo::default(), |t| t.row);
        let roles = u8::try_from(head.roles.len()).unwrap_or_default();
        let slot = Slot { name: self.text(table.head.name), row, roles, base: Some(base), ..Slot::default() };
        let slot = self.new_slot(slot, head, table.head.line.at);
        if let Some(t) = self.program.tables.get_mut(number) {
            t.slot = Some(slot);
        }
    }

    /// Which of these keys fits a thing: the first that does, else what is left.
    fn key_of(&mut self, frame: &mut Frame, var: X, keys: &[TableKey], word: Option<hir::LocalId>) -> X {
        let place = |i: usize| i64::try_from(i).unwrap_or(-1);
        let rest = keys.iter().position(|k| matches!(k, TableKey::Otherwise)).map_or(-1, place);
        let mut at = self.int(rest);
        for (i, key) in keys.iter().enumerate().rev() {
            let fits = match key {
                TableKey::Otherwise => continue,
                TableKey::Is(e) => {
                    let x = self.ask(frame, e);
                    self.two(Bin::Eq, var, x)
                }
                TableKey::So(quality) => {
                    let Some(word) = word else { continue };
                    let (ty, place) = (self.ty(word), crate::source::At::default());
                    let it = hir::Expr::new(ExprKind::Local(word), ty, place);
                    let is = hir::Expr::new(ExprKind::Is(it, vec![quality.clone()]), Ty::Truth, place);
                    self.ask(frame, &is)
                }
                TableKey::Numbers(low, high) => {
                    let (low, high) = (self.int(*low), self.int(*high));
                    let (from, to) = (self.two(Bin::Le, low, var), self.two(Bin::Le, var, high));
                    self.two(Bin::And, from, to)
                }
            };
            let here = self.int(place(i));
            at = self.ex(Ex::If(fits, here, at));
        }
        at
    }

    /// The blank of the quantity that stands for a key.
    fn key_role(&self, table: &Table, i: usize) -> ir::Role {
        let ty = self.program_type(takes(table, i));
        ir::Role { prep: format!("key {i}"), ty, local: String::new(), span: table.head.line.at.span() }
    }
}

/// What a key is; one of a table with blanks is its first blank.
fn takes(table: &Table, i: usize) -> Ty {
    table.takes.get(i).or(table.takes.first()).copied().unwrap_or_default()
}

/// The dice in the cells of a table.
fn dice_in(table: &Table) -> Vec<Dice> {
    table.cells.iter().filter_map(|c| if let Cell::Dice(d) = c { Some(d.clone()) } else { None }).collect()
}
