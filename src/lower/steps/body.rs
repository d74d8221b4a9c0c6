//! The code of a procedure: its steps, and what rules put around them.

use crate::graph::Splice;
use crate::hir::{KindBase, Moment, Proc, ProcId, ProcKind, Step};
use crate::ir::{Bin, Ex, Op, ProcNo, Reg};
use crate::lower::build::{Builder, land};
use crate::lower::frame::Frame;
use crate::lower::number;
use crate::source::At;

/// The step at which an action is paid for.
const PAY: &str = "pay";

impl Builder<'_> {
    /// The code of all that happens and is thrown, in order.
    pub(crate) fn bodies(&mut self) {
        self.pool_needs();
        for (proc, p) in self.rules.procs.iter() {
            match p.kind {
                ProcKind::Chance(_) => self.throw_body(proc),
                // what a manner says is asked by the moves that name it
                ProcKind::Opening | ProcKind::Manner(_) => {}
                ProcKind::Procedure | ProcKind::Phase | ProcKind::Turn | ProcKind::Action(_) | ProcKind::Card(_) => {
                    self.procedure_body(proc, p);
                }
            }
        }
        self.arrival_bodies();
        for (proc, p) in self.rules.procs.iter().filter(|(_, p)| p.kind == ProcKind::Opening) {
            self.opening(proc, p);
        }
        self.asked_faces();
    }

    /// What rules do before the game.
    fn opening(&mut self, proc: ProcId, p: &Proc) {
        let mut f = self.frame_of(&p.head);
        f.proc = Some(number::proc(proc));
        let mut code = Vec::new();
        self.splice_at(&mut f, &mut code, proc, None, Moment::Before);
        self.finish(number::proc(proc), code, &f, p.head.line.at);
    }

    fn procedure_body(&mut self, proc: ProcId, p: &Proc) {
        let mut f = self.frame_of(&p.head);
        f.proc = Some(number::proc(proc));
        f.owner = f.owner.filter(|_| p.kind != ProcKind::Turn);
        let mut code = Vec::new();
        self.action_items(proc, p, &mut f);
        let action = matches!(p.kind, ProcKind::Action(kind) if self.is(kind, KindBase::Action));
        let pays = p.steps.iter().any(|s| self.is_pay(s));
        let whole = self.splice_guards(&mut f, proc, None, Splice::Skip);
        let skip = whole.map(|g| {
            let x = self.negate(true, g);
            code.push(Op::Unless(x, 0));
            code.len() - 1
        });
        self.splice_at(&mut f, &mut code, proc, None, Moment::Before);
        let replaced = self.splice_instead(&mut f, &mut code, proc, None);
        if action && !pays {
            self.pay(&mut code, number::proc(proc));
        }
        for step in &p.steps {
            self.step(&mut f, &mut code, (proc, p), step, action);
        }
        for at in replaced {
            land(&mut code, at);
        }
        self.splice_at(&mut f, &mut code, proc, None, Moment::After);
        if let Some(at) = skip {
            land(&mut code, at);
        }
        self.finish(number::proc(proc), code, &f, p.head.line.at);
    }

    /// Whether a step is the one at which an action is paid for.
    fn is_pay(&self, step: &Step) -> bool {
        step.line.name.is_some_and(|n| self.rules.names.text(n) == PAY)
    }

    /// A step: what rules put before, after and in place of it, its result, its block.
    fn step(&mut self, f: &mut Frame, code: &mut Vec<Op>, (proc, p): (ProcId, &Proc), step: &Step, action: bool) {
        let Some(name) = step.line.name else { return };
        let cites = if step.line.cites.is_empty() { &p.head.line.cites } else { &step.line.cites };
        f.step = self.rules.names.text(name).into();
        f.cites = cites.as_slice().into();
        f.steps.push((name, code.len()));
        let title = format!("{}.{}", self.rules.names.text(p.head.name), f.step);
        let row = self.row_here(f, title, step.line.at);
        let guard = step.guard.as_ref().map(|g| self.ask(f, g));
        let also = self.splice_guards(f, proc, Some(name), Splice::Also);
        let skip = self.splice_guards(f, proc, Some(name), Splice::Skip);
        let mut when = match (guard, also) {
            (Some(g), Some(a)) => Some(self.two(Bin::Or, g, a)),
            (g, _) => g,
        };
        if let Some(s) = skip {
            let not = self.negate(true, s);
            when = Some(self.both(when, not));
        }
        // its result is known below, whether the step happens or not
        if let Some((local, _)) = &step.result {
            let reg = f.bind(*local);
            let zero = self.int(0);
            code.push(Op::Set(reg, zero));
        }
        let jump = when.map(|w| {
            code.push(Op::Unless(w, 0));
            code.len() - 1
        });
        code.push(Op::Step(row));
        self.splice_at(f, code, proc, Some(name), Moment::Before);
        let replaced = self.splice_instead(f, code, proc, Some(name));
        if action && self.is_pay(step) {
            self.pay(code, number::proc(proc));
        }
        let made = self.step_result(f, code, step);
        match (&step.or_else, made) {
            (Some(block), Some(reg)) => self.or_else(f, code, reg, block),
            _ => self.block(f, code, &step.block),
        }
        for at in replaced {
            land(code, at);
        }
        self.splice_at(f, code, proc, Some(name), Moment::After);
        if let Some(jump) = jump {
            land(code, jump);
        }
    }

    /// What a step comes to. If that is the result of a call and no more: its register.
    fn step_result(&mut self, f: &mut Frame, code: &mut Vec<Op>, step: &Step) -> Option<Reg> {
        let (local, value) = step.result.as_ref()?;
        let from = code.len();
        let x = self.effect(f, code, value);
        let made = code.iter().skip(from).rev().find_map(|op| match op {
            Op::Call { to, .. } if self.program.exs.get(x) == Some(&Ex::Reg(*to)) => Some(*to),
            _ => None,
        });
        self.keep(f, code, *local, x, step.line.at);
        made
    }

    /// Ends the code of a procedure: its registers are counted, and where there are too many, that is told.
    pub fn finish(&mut self, proc: ProcNo, code: Vec<Op>, f: &Frame, at: At) {
        let regs = f.most.checked_add(1).filter(|_| !f.full);
        if regs.is_none_or(|r| r == Reg::MAX) {
            self.too_much(proc, at);
        }
        if let Some(p) = self.program.procs.get_mut(proc) {
            p.code = code;
            p.regs = regs.unwrap_or(Reg::MAX);
        }
    }
}
