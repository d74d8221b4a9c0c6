//! What rolls or happens inside a question: it is done first, into a register.

use crate::hir::{Bearing, Call, Expr, ExprKind, KindBase, Ray, Sel, Target};
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
        match &*e.kind {
            ExprKind::Roll(_) | ExprKind::Do(_) | ExprKind::TotalOf(..) => true,
            ExprKind::RollCell(cell) => !matches!(*cell.kind, ExprKind::Look(..)),
            _ => parts(e).into_iter().any(Self::happens_in),
        }
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

/// The questions in a question, but for those in descriptions, in order.
fn parts(e: &Expr) -> Vec<&Expr> {
    fn target(t: &Target) -> Vec<&Expr> {
        match t {
            Target::One(e) => vec![e],
            Target::Any(_) => Vec::new(),
            Target::Ray(Ray { from, to, length }) => [from, to].into_iter().chain(length).collect(),
        }
    }
    match &*e.kind {
        ExprKind::Ask(_, list) | ExprKind::Look(_, list) | ExprKind::And(list) | ExprKind::Or(list) | ExprKind::Pick(_, list) => {
            list.iter().collect()
        }
        ExprKind::Count(_, a)
        | ExprKind::Is(a, _)
        | ExprKind::HasAny(a, ..)
        | ExprKind::HasSome(a, _)
        | ExprKind::Did(a, ..)
        | ExprKind::InPlay(a)
        | ExprKind::OffBoard(a)
        | ExprKind::InGround(a, _)
        | ExprKind::InDeck(a, _)
        | ExprKind::InHand(a, _)
        | ExprKind::Not(a)
        | ExprKind::Neg(a)
        | ExprKind::Share(_, _, a, _)
        | ExprKind::Rounded(a, _)
        | ExprKind::Reach(_, a)
        | ExprKind::RollCell(a) => vec![a],
        ExprKind::HasAmount(a, _, b)
        | ExprKind::Same(a, b)
        | ExprKind::EnemyOf(a, b)
        | ExprKind::FriendOf(a, b)
        | ExprKind::Sees(a, b)
        | ExprKind::Carries(a, b)
        | ExprKind::InSpot(a, _, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::Math(_, a, b)
        | ExprKind::Quotient(a, b, _)
        | ExprKind::Distance(a, b)
        | ExprKind::March(a, b) => vec![a, b],
        ExprKind::Within(a, b, t) => [a, b].into_iter().chain(target(t)).collect(),
        ExprKind::Touches(a, t) => std::iter::once(a).chain(target(t)).collect(),
        ExprKind::If(cases, rest) => cases.iter().flat_map(|(test, value)| [value, test]).chain([rest]).collect(),
        ExprKind::PlaceFrom(of, far, bearing) => {
            let to = match bearing {
                Bearing::Ahead | Bearing::Behind => None,
                Bearing::Towards(e) | Bearing::Facing(e) => Some(e),
            };
            [far, of].into_iter().chain(to).collect()
        }
        _ => Vec::new(),
    }
}
