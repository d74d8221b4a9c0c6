//! `share n among SEL`: as evenly as can be; a player places the odd ones.

use super::compile::{Pass, land, patch};
use super::ir::{Bin, Ex, Op};
use super::scope::Scope;
use crate::model::Type;
use crate::num::Rounding;
use crate::syntax::{Line, Node, Rule};

/// What the block calls the part that falls on each.
const PART: &str = "share";

impl Pass<'_> {
    /// `share n among SEL, by REF:`. Without a player the odd ones fall on those nearest to the first blank.
    pub fn share_out(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node, below: &[Line]) {
        let (Some(amount), Some(sel_node)) = (node.find(Rule::sum_expr), node.find(Rule::selector)) else { return };
        let known = scope.locals.len();
        let (n, _) = self.effect(scope, code, amount);
        let total = scope.fresh();
        code.push(Op::Set(total, n));
        let by = node.find(Rule::r#ref).map(|r| self.expr(scope, r).0).map(|x| self.program.ex(Ex::Side(x)));
        let (sel, local) = self.selector(scope, sel_node);
        let var = self.program.ex(Ex::Reg(local.reg));
        let mut order = Vec::new();
        if let (None, Some(viewer)) = (by, self.viewer(scope)) {
            order.push((self.program.ex(Ex::Distance(viewer, var)), false));
        }
        let at = scope.fresh();
        let end = scope.fresh();
        code.push(Op::Each { sel, at, order });
        let (from, to) = (self.program.ex(Ex::Reg(at)), self.program.ex(Ex::Reg(end)));
        let many = self.program.ex(Ex::Two(Bin::Sub, to, from));
        let all = self.program.ex(Ex::Reg(total));
        let (each, odd) = (scope.fresh(), scope.fresh());
        let even = self.program.ex(Ex::Div(all, many, Rounding::Down));
        code.push(Op::Set(each, even));
        let part = self.program.ex(Ex::Reg(each));
        let dealt = self.program.ex(Ex::Two(Bin::Mul, part, many));
        let rest = self.program.ex(Ex::Two(Bin::Sub, all, dealt));
        code.push(Op::Set(odd, rest));
        let (odd_x, zero, one) = (self.program.ex(Ex::Reg(odd)), self.int(0), self.int(1));
        let any_odd = self.program.ex(Ex::Two(Bin::Lt, zero, odd_x));
        let share = scope.bind(PART, Type::PLAIN);
        let var = scope.bind(&local.name, local.ty);
        let top = code.len();
        if let Some(by) = by {
            let skip = code.len();
            code.push(Op::Unless(any_odd, 0));
            code.push(Op::Order { by, at });
            land(code, skip);
        }
        let next = code.len();
        code.push(Op::Next { var, at, exit: 0 });
        let extra = self.program.ex(Ex::If(any_odd, one, zero));
        let sum = self.program.ex(Ex::Two(Bin::Add, part, extra));
        code.push(Op::Set(share, sum));
        let fewer = self.program.ex(Ex::Two(Bin::Sub, odd_x, extra));
        code.push(Op::Set(odd, fewer));
        let got = self.program.ex(Ex::Reg(share));
        let some = self.program.ex(Ex::Two(Bin::Lt, zero, got));
        code.push(Op::Unless(some, u32::try_from(top).unwrap_or(u32::MAX)));
        self.block(scope, code, node.find(Rule::block), below);
        code.push(Op::Jump(u32::try_from(top).unwrap_or(u32::MAX)));
        let exit = code.len();
        patch(code, next, exit);
        scope.locals.truncate(known);
    }
}
