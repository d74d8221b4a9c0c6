//! What ends or begins again.

use crate::hir::Stop;
use crate::intern::Sym;
use crate::ir::Op;
use crate::lower::build::{Builder, land, target};
use crate::lower::frame::Frame;
use crate::lower::number;
use crate::source::At;

impl Builder<'_> {
    pub(super) fn stop(&mut self, f: &mut Frame, code: &mut Vec<Op>, stop: &Stop) {
        code.push(match stop {
            Stop::This => match f.proc {
                Some(proc) => Op::Stop(proc),
                // no procedure runs that could end
                None => return,
            },
            Stop::Proc(proc) => Op::Stop(number::proc(*proc)),
            Stop::Movement(of) => Op::Halt(of.as_ref().map(|e| self.ask(f, e))),
        });
    }

    /// `again from STEP`, `again from STEP, once`.
    pub(super) fn again(&mut self, f: &mut Frame, code: &mut Vec<Op>, step: Sym, once: bool, at: At) {
        let names = &self.rules.names;
        let Some(to) = f.steps.iter().find(|(s, _)| names.same(*s, step)).map(|(_, to)| *to) else {
            self.nowhere(at, "this step");
            return;
        };
        if !once {
            code.push(Op::Jump(target(to)));
            return;
        }
        let done = f.untouched();
        let (x, one) = (self.reg(done), self.int(1));
        let first = self.negate(true, x);
        let jump = code.len();
        code.push(Op::Unless(first, 0));
        code.push(Op::Set(done, one));
        code.push(Op::Jump(target(to)));
        land(code, jump);
    }
}
