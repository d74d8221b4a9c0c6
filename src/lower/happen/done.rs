//! What rolls or happens inside a question: it is done first, into a register.

use crate::hir::walk::{Walk, walk_expr};
use crate::hir::{Call, Expr, ExprKind, KindBase, Quality, Sel};
use crate::ir::{Bin, Ex, Op, Reg, Table, X};
use crate::lower::build::{Builder, land};
use crate::lower::frame::Frame;
use crate::lower::number;

use super::loops::close_loop;

impl Builder<'_> {
    /// Does what an expression is: rolls, calls, adds up.
    pub(crate) fn done_first(&mut self, f: &mut Frame, code: &mut Vec<Op>, e: &Expr) -> X {
        let reg = match &*e.kind {
            ExprKind::Roll(dice) => self.roll_dice(f, code, dice),
            ExprKind::Do(call) => self.call(f, code, call),
            ExprKind::TotalOf(call, sel) => self.total_of(f, code, call, sel),
            ExprKind::RollCell(cell) => return self.roll_cell(f, code, cell),
            _ => return self.int(0),
        };
        self.reg(reg)
    }

    /// Whether a question rolls or does something where it stands, so that it does so only where it counts. What is looked
    /// up in a table is looked up in any case.
    pub fn happens_in(e: &Expr) -> bool {
        let mut happens = Happens(false);
        happens.expr(e);
        happens.0
    }

    /// `total of P by a for each SEL`: the results of a procedure, added up.
    fn total_of(&mut self, f: &mut Frame, code: &mut Vec<Op>, call: &Call, sel: &Sel) -> Reg {
        let total = f.fresh();
        let zero = self.int(0);
        code.push(Op::Set(total, zero));
        let (top, _) = self.open_loop(f, code, sel, &[], None);
        let reg = self.call(f, code, call);
        let (a, b) = (self.reg(total), self.reg(reg));
        let sum = self.two(Bin::Add, a, b);
        code.push(Op::Set(total, sum));
        close_loop(code, top);
        total
    }

    /// A choice among amounts that roll: only the one that is chosen is rolled.
    pub(crate) fn branches(&mut self, f: &mut Frame, code: &mut Vec<Op>, cases: &[(Expr, Expr)], rest: &Expr) -> X {
        let to = f.fresh();
        let mut ends = Vec::new();
        for (test, value) in cases {
            let test = self.ask(f, test);
            let jump = code.len();
            code.push(Op::Unless(test, 0));
            let x = self.effect(f, code, value);
            code.push(Op::Set(to, x));
            ends.push(code.len());
            code.push(Op::Jump(0));
            land(code, jump);
        }
        let x = self.effect(f, code, rest);
        code.push(Op::Set(to, x));
        for end in ends {
            land(code, end);
        }
        self.reg(to)
    }

    /// Dice that a cell of a column or table holds; where it holds none, what it says.
    fn roll_cell(&mut self, f: &mut Frame, code: &mut Vec<Op>, cell: &Expr) -> X {
        match &*cell.kind {
            // what rules add to the value is added
            ExprKind::Ask(value, args) => {
                let args: Vec<X> = args.iter().map(|a| self.effect(f, code, a)).collect();
                let column = self.rules.values.get(*value).and_then(|v| v.column);
                let kind = column.and_then(|c| self.rules.columns.get(c)).map(|c| c.kind);
                let (Some(column), Some(kind), Some(of)) = (column, kind, args.first().copied()) else { return self.int(0) };
                let row = if self.is(kind, KindBase::Row) { of } else { self.ex(Ex::TypeRow(of)) };
                let which = self.ex(Ex::Column { row, col: number::column(column) });
                let (slot, args) = (number::slot(*value), self.list(args));
                let reg = f.fresh();
                let fixed = self.ex(Ex::Value { slot, args });
                code.push(Op::Set(reg, fixed));
                let dice = self.dice_of_column(column);
                self.roll_one_of(f, code, &dice, which, reg);
                self.reg(reg)
            }
            ExprKind::Look(table, keys) => {
                let keys = keys.iter().map(|k| self.effect(f, code, k)).collect();
                let found = self.looked_up(*table, keys);
                let (reg, which) = (f.fresh(), f.fresh());
                code.push(Op::Set(which, found));
                let which = self.reg(which);
                let (low, none) = (self.int(Table::DICE / 2), self.int(0));
                let rolled = self.two(Bin::Lt, which, low);
                let fixed = self.ex(Ex::If(rolled, none, which));
                code.push(Op::Set(reg, fixed));
                let dice = self.dice_of_table(*table);
                self.roll_one_of(f, code, &dice, which, reg);
                self.reg(reg)
            }
            _ => self.effect(f, code, cell),
        }
    }
}

/// Whether anything in a question, but for what stands in descriptions, rolls or does something where it stands.
struct Happens(bool);

impl Walk for Happens {
    fn expr(&mut self, e: &Expr) {
        match &*e.kind {
            ExprKind::Roll(_) | ExprKind::Do(_) | ExprKind::TotalOf(..) => self.0 = true,
            ExprKind::RollCell(cell) => self.0 |= !matches!(*cell.kind, ExprKind::Look(..)),
            // what is asked of each of many never rolls
            ExprKind::ExtremeOf(..) | ExprKind::MajorityOf(..) | ExprKind::SumOf(..) | ExprKind::Most(..) => {}
            _ => walk_expr(self, e),
        }
    }

    fn sel(&mut self, _: &Sel) {}

    fn quality(&mut self, _: &Quality) {}
}
