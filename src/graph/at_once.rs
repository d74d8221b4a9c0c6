//! Loops whose things are dealt with at once: each sees how things stood before any of them.

use super::compile::Pass;
use super::ir::{AtOnce, Ex, Op, Reg, X};
use super::loops::close_loop;

impl Pass<'_> {
    /// Ends a loop of things that are dealt with at once. A body that only changes the thing itself needs no more than
    /// the loop.
    pub fn close_at_once(&self, code: &mut Vec<Op>, top: usize, begin: usize, var: Reg) {
        let own = |x: X| matches!(self.program.exs.get(x as usize), Some(Ex::Reg(r)) if *r == var);
        let body = code.get(top + 1..).unwrap_or(&[]);
        let plain = body.iter().all(|op| match op {
            Op::Gain(x, _) | Op::Lose(x, _) => own(*x),
            Op::Store(x, _, v) => own(*x) && self.program.constant(*v).is_some(),
            _ => false,
        });
        if plain {
            if let Some(op) = code.get_mut(begin) {
                *op = Op::Jump(u32::try_from(begin + 1).unwrap_or(u32::MAX));
            }
            close_loop(code, top);
            return;
        }
        code.push(Op::AtOnce(AtOnce::Next));
        close_loop(code, top);
        code.push(Op::AtOnce(AtOnce::End));
    }
}
