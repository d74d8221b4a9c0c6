//! `share n among SEL`: as evenly as can be; a player places the odd ones.

use crate::hir::{Block, Expr, LocalId, Sel};
use crate::ir::{Bin, Ex, Op};
use crate::lower::build::{Builder, land, patch, target};
use crate::lower::frame::Frame;
use crate::num::Rounding;

impl Builder<'_> {
    /// How much, among whom, by whom. Without a player the odd ones fall on those nearest to the first blank.
    pub(super) fn share_out(
        &mut self,
        f: &mut Frame,
        code: &mut Vec<Op>,
        part: LocalId,
        (amount, among, by): (&Expr, &Sel, Option<&Expr>),
        block: &Block,
    ) {
        let n = self.effect(f, code, amount);
        let total = f.fresh();
        code.push(Op::Set(total, n));
        let by = by.map(|e| self.ask(f, e)).map(|x| self.ex(Ex::Side(x)));
        let (sel, one) = self.sel(f, among);
        let one = self.reg(one);
        let mut order = Vec::new();
        if let (None, Some(viewer)) = (by, self.viewer(f)) {
            order.push((self.ex(Ex::Distance(viewer, one)), false));
        }
        let at = f.fresh();
        let end = f.fresh();
        code.push(Op::Each { sel, at, order });
        let (from, to) = (self.reg(at), self.reg(end));
        let many = self.two(Bin::Sub, to, from);
        let all = self.reg(total);
        let (each, odd) = (f.fresh(), f.fresh());
        let even = self.ex(Ex::Div(all, many, Rounding::Down));
        code.push(Op::Set(each, even));
        let even = self.reg(each);
        let dealt = self.two(Bin::Mul, even, many);
        let rest = self.two(Bin::Sub, all, dealt);
        code.push(Op::Set(odd, rest));
        let (odd_x, zero, one) = (self.reg(odd), self.int(0), self.int(1));
        let any_odd = self.two(Bin::Lt, zero, odd_x);
        let share = f.bind(part);
        let var = f.bind(among.var);
        let top = code.len();
        if let Some(by) = by {
            let skip = code.len();
            code.push(Op::Unless(any_odd, 0));
            code.push(Op::Order { by, at });
            land(code, skip);
        }
        let next = code.len();
        code.push(Op::Next { var, at, exit: 0 });
        let extra = self.ex(Ex::If(any_odd, one, zero));
        let sum = self.two(Bin::Add, even, extra);
        code.push(Op::Set(share, sum));
        let fewer = self.two(Bin::Sub, odd_x, extra);
        code.push(Op::Set(odd, fewer));
        let got = self.reg(share);
        let some = self.two(Bin::Lt, zero, got);
        code.push(Op::Unless(some, target(top)));
        self.block(f, code, block);
        code.push(Op::Jump(target(top)));
        let exit = code.len();
        patch(code, next, exit);
    }
}
