//! Checks: dice and a sum against a score.

use super::super::build::Builder;
use super::{Making, used_up};
use crate::hir::{Dice, Expr};
use crate::ir::{Op, ThrowKind};

impl<'a> Builder<'a> {
    pub(super) fn check(&mut self, m: &mut Making<'a>, dice: &'a Dice, base: &'a Expr, need: &'a Expr, low: bool) {
        let number = self.int(dice.number);
        let sides = u8::try_from(dice.sides).unwrap_or_default();
        let name = self.text(m.head.name);
        let id = self.throw(&m.frame, &name, ThrowKind::Check, sides, number, m.head.line.at);
        self.register(m.proc, id);
        let base = self.ask(&mut m.frame, base);
        let need = self.ask(&mut m.frame, need);
        self.with_throw(id, |t| {
            t.base = Some(base);
            t.need = Some(need);
            t.low = low;
        });
        self.own_naturals(m, id);
        self.changes_into(m, id, false);
        let reg = m.frame.fresh();
        // the margin
        let _margin = m.frame.fresh();
        m.code.push(Op::Roll(id, reg));
        self.late_rules(m, id, reg);
        used_up(m);
        self.check_bands(m, reg);
        let x = self.reg(reg);
        m.code.push(Op::Give(x));
    }
}
