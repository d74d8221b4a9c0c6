//! `if`, `otherwise if`, `otherwise`.

use crate::hir::{Block, Call, Expr};
use crate::ir::Op;
use crate::lower::build::{Builder, land};
use crate::lower::frame::Frame;

impl Builder<'_> {
    /// The first block whose question is answered yes, else the last.
    pub(super) fn if_st(&mut self, f: &mut Frame, code: &mut Vec<Op>, cases: &[(Expr, Block)], rest: Option<&Block>) {
        self.first_of(f, code, cases, Self::block, rest);
    }

    /// What a card does: of its sort, which is the first that it is.
    pub(super) fn card_happens(&mut self, f: &mut Frame, code: &mut Vec<Op>, arms: &[(Expr, Call)]) {
        self.first_of(f, code, arms, |b, f, code, call| _ = b.call(f, code, call), None);
    }

    /// Does what stands behind the first question that is answered yes, else the last.
    fn first_of<T>(
        &mut self,
        f: &mut Frame,
        code: &mut Vec<Op>,
        cases: &[(Expr, T)],
        does: impl Fn(&mut Self, &mut Frame, &mut Vec<Op>, &T),
        rest: Option<&Block>,
    ) {
        let mut ends = Vec::new();
        let mut next = None;
        for (test, what) in cases {
            leave(code, &mut ends, &mut next);
            let test = self.effect(f, code, test);
            next = Some(code.len());
            code.push(Op::Unless(test, 0));
            does(self, f, code, what);
        }
        if let Some(block) = rest {
            leave(code, &mut ends, &mut next);
            self.block(f, code, block);
        }
        for at in ends.into_iter().chain(next) {
            land(code, at);
        }
    }
}

/// Ends a block behind which others stand: it is left, and what is not so goes on here.
fn leave(code: &mut Vec<Op>, ends: &mut Vec<usize>, next: &mut Option<usize>) {
    if let Some(at) = next.take() {
        ends.push(code.len());
        code.push(Op::Jump(0));
        land(code, at);
    }
}
