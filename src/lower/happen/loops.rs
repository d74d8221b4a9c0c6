//! Loops: over descriptions, by turns, so many times.

use crate::hir::{Block, Expr, Extreme, LocalId, Loop, Order, Repeat, Sel};
use crate::ir::{AtOnce, Bin, Ex, Op, Reg, X};
use crate::lower::build::{Builder, land, patch, target};
use crate::lower::frame::Frame;

impl Builder<'_> {
    /// Begins a loop over a description, whose word stands for the one that is dealt with; gives the place that the loop
    /// returns to, and where the one stands.
    pub(crate) fn open_loop(&mut self, f: &mut Frame, code: &mut Vec<Op>, over: &Sel, order: &[Order], by: Option<&Expr>) -> (usize, Reg) {
        let (sel, one) = self.sel(f, over);
        let one = self.reg(one);
        let mut ranks = Vec::new();
        for order in order {
            ranks.push(match order {
                Order::Rank(extreme, value) => (self.ask(f, value), *extreme == Extreme::Highest),
                // one of them before all the others
                Order::First(first) => {
                    let first = self.ask(f, first);
                    (self.two(Bin::Eq, one, first), true)
                }
            });
        }
        let by = by.map(|by| self.ask(f, by));
        let at = f.fresh();
        let _end = f.fresh();
        code.push(Op::Each { sel, at, order: ranks });
        let var = f.bind(over.var);
        let top = code.len();
        if let Some(by) = by {
            let by = self.ex(Ex::Side(by));
            code.push(Op::Order { by, at });
        }
        code.push(Op::Next { var, at, exit: 0 });
        (top, var)
    }

    /// `for each SEL:`.
    pub(super) fn for_each(&mut self, f: &mut Frame, code: &mut Vec<Op>, over: &Loop, block: &Block) {
        let begin = code.len();
        if over.together {
            code.push(Op::AtOnce(AtOnce::Begin));
        }
        let (top, var) = self.open_loop(f, code, &over.over, &over.order, over.chosen_by.as_ref());
        self.block(f, code, block);
        if over.together {
            self.close_at_once(code, top, begin, var);
        } else {
            close_loop(code, top);
        }
    }

    /// Ends a loop of things that are dealt with at once: each sees how things stood before any of them. A body that only
    /// changes the thing itself needs no more than the loop.
    fn close_at_once(&self, code: &mut Vec<Op>, top: usize, begin: usize, var: Reg) {
        let own = |x: X| matches!(self.program.exs.get(x), Some(Ex::Reg(r)) if *r == var);
        let body = code.get(top + 1..).unwrap_or(&[]);
        let plain = body.iter().all(|op| match op {
            Op::Gain(x, _) | Op::Lose(x, _) => own(*x),
            Op::Store(x, _, v) => own(*x) && self.program.constant(*v).is_some(),
            _ => false,
        });
        if plain {
            if let Some(op) = code.get_mut(begin) {
                *op = Op::Jump(target(begin + 1));
            }
            close_loop(code, top);
            return;
        }
        code.push(Op::AtOnce(AtOnce::Next));
        close_loop(code, top);
        code.push(Op::AtOnce(AtOnce::End));
    }

    /// `alternate side from REF, while c:`. Who may not act is passed over once; where neither may, it is over.
    pub(super) fn alternate(&mut self, f: &mut Frame, code: &mut Vec<Op>, word: LocalId, (first, test): (&Expr, &Expr), block: &Block) {
        let first = self.ask(f, first);
        let reg = f.bind(word);
        code.push(Op::Set(reg, first));
        let here = self.reg(reg);
        let other = self.ex(Ex::OtherSide(here));
        let test = self.ask(f, test);
        let top = code.len();
        code.push(Op::Unless(test, 0));
        let to_body = code.len();
        code.push(Op::Jump(0));
        land(code, top);
        code.push(Op::Set(reg, other));
        let exit = code.len();
        code.push(Op::Unless(test, 0));
        land(code, to_body);
        self.block(f, code, block);
        code.push(Op::Set(reg, other));
        code.push(Op::Jump(target(top)));
        land(code, exit);
    }

    /// `repeat n times:`, `repeat while c:`, `repeat until c:`.
    pub(super) fn repeat(&mut self, f: &mut Frame, code: &mut Vec<Op>, how: &Repeat, block: &Block) {
        let (top, exit);
        match how {
            Repeat::Times(number) => {
                let number = self.effect(f, code, number);
                let left = f.fresh();
                code.push(Op::Set(left, number));
                let (reg, zero, one) = (self.reg(left), self.int(0), self.int(1));
                let more = self.two(Bin::Lt, zero, reg);
                (top, exit) = (code.len(), code.len());
                code.push(Op::Unless(more, 0));
                let less = self.two(Bin::Sub, reg, one);
                code.push(Op::Set(left, less));
            }
            Repeat::While(test) | Repeat::Until(test) => {
                let test = self.ask(f, test);
                let test = self.negate(matches!(how, Repeat::Until(_)), test);
                (top, exit) = (code.len(), code.len());
                code.push(Op::Unless(test, 0));
            }
        }
        self.block(f, code, block);
        code.push(Op::Jump(target(top)));
        land(code, exit);
    }
}

/// Ends a loop begun at `top`.
pub(crate) fn close_loop(code: &mut Vec<Op>, top: usize) {
    code.push(Op::Jump(target(top)));
    let exit = code.len();
    let next = if matches!(code.get(top), Some(Op::Order { .. })) { top + 1 } else { top };
    patch(code, next, exit);
}
