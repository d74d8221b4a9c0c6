//! `if`, `otherwise if`, `otherwise`.

use crate::hir::{Block, Call, Expr};
use crate::ir::Op;
use crate::lower::build::{Builder, land};
use crate::lower::frame::Frame;

impl Builder<'_> {
    /// The first block whose question is answered yes, else the last.
    pub(super) fn if_st(&mut self, f: &mut Frame, code: &mut Vec<Op>, cases: &[(Expr, Block)], rest: Option<&Block>) {
        let mut ends = Vec::new();
        let mut next = None;
        for (test, block) in cases {
            leave(code, &mut ends, &mut next);
            let test = self.effect(f, code, test);
            next = Some(code.len());
            code.push(Op::Unless(test, 0));
            self.block(f, code, block);
        }
        if let Some(block) = rest {
            leave(code, &mut ends, &mut next);
            self.block(f, code, block);
        }
        for at in ends.into_iter().chain(next) {
            land(code, at);
        }
    }

    /// What a card does: of its sort, which is the first that it is.
    pub(super) fn card_happens(&mut self, f: &mut Frame, code: &mut Vec<Op>, arms: &[(Expr, Call)]) {
        let mut ends = Vec::new();
        let mut next = None;
        for (test, call) in arms {
            leave(code, &mut ends, &mut next);
            let test = self.effect(f, code, test);
            next = Some(code.len());
            code.push(Op::Unless(test, 0));
            self.call(f, code, call);
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
