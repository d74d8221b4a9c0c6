//! Moving, and what rules do around a move.

use crate::hir::{Course, LocalId, Motion, ProcId, ProcKind, Turn};
use crate::ir::{self, Op, S, X};
use crate::lower::build::{Builder, land, target};
use crate::lower::frame::Frame;
use crate::lower::number;
use crate::source::At;

impl<'a> Builder<'a> {
    /// `X moves ...`.
    pub(super) fn motion(&mut self, f: &mut Frame, code: &mut Vec<Op>, motion: &Motion, at: At) {
        let who = self.ask(f, &motion.who);
        match motion.manner.and_then(|m| self.manner(m)) {
            Some((mover, manner)) => {
                let reg = match self.program.exs.get(who) {
                    Some(ir::Ex::Reg(reg)) => *reg,
                    _ => {
                        let reg = f.fresh();
                        code.push(Op::Set(reg, who));
                        reg
                    }
                };
                f.alias(mover, reg);
                self.moves(f, code, &motion.in_manner(manner), (who, at));
            }
            None => self.moves(f, code, motion, (who, at)),
        }
    }

    /// Who moves in a manner, and what that says.
    fn manner(&self, proc: ProcId) -> Option<(LocalId, &'a Motion)> {
        let proc = self.rules.procs.get(proc)?;
        let ProcKind::Manner(motion) = &proc.kind else { return None };
        Some((proc.head.roles.first()?.local, motion))
    }

    fn moves(&mut self, f: &mut Frame, code: &mut Vec<Op>, motion: &Motion, (who, at): (X, At)) {
        let distance = motion.distance.as_ref().map(|e| self.effect(f, code, e));
        let course = self.course(f, &motion.course);
        let sel = |b: &mut Self, f: &mut Frame, s: &Option<crate::hir::Sel>| -> Option<S> { s.as_ref().map(|s| b.sel(f, s).0) };
        let keep = motion.keeping.as_ref().map(|(far, s)| (self.ask(f, far), self.sel(f, s).0));
        let end = motion.ending.as_ref().map(|(far, s)| (self.ask(f, far), self.sel(f, s).0));
        let through = sel(self, f, &motion.through);
        let forced = sel(self, f, &motion.if_surrounded);
        let without = sel(self, f, &motion.without);
        let inside = motion.inside.iter().map(|g| number::terrain(*g)).collect();
        let id = self.number(self.program.motions.len(), at, "moves");
        self.program.motions.push(ir::Motion {
            who,
            course,
            distance,
            up_to: motion.up_to,
            keep,
            end,
            through,
            forced,
            inside,
            without,
            coherent: motion.coherent,
            leaving: motion.leaving,
            turning: motion.turning,
            keeps_facing: motion.keeps_facing,
        });
        let reg = f.fresh();
        // the next register says whether some of the way is left
        let more = f.fresh();
        if matches!(motion.course, Course::Turn(_)) {
            // nobody comes anywhere
            code.push(Op::Move(id, reg));
            return;
        }
        let top = code.len();
        self.around_move(f, code, who, false);
        code.push(Op::Move(id, reg));
        self.around_move(f, code, who, true);
        if !self.program.arrivals.is_empty() {
            let more = self.reg(more);
            let end = code.len();
            code.push(Op::Unless(more, 0));
            code.push(Op::Jump(target(top)));
            land(code, end);
        }
    }

    fn course(&mut self, f: &mut Frame, course: &Course) -> ir::Course {
        match course {
            Course::Free => ir::Course::Free,
            Course::Towards(e) => ir::Course::Towards(self.ask(f, e)),
            Course::Away(e) => ir::Course::Away(self.ask(f, e)),
            Course::StraightAway(e) => ir::Course::StraightAway(self.ask(f, e)),
            Course::Turn(turn) => ir::Course::Turn(match turn {
                Turn::UpTo(e) => ir::Turn::UpTo(self.ask(f, e)),
                Turn::To(e) => ir::Turn::To(self.ask(f, e)),
                Turn::Towards(e) => ir::Turn::Towards(self.ask(f, e)),
                Turn::About => ir::Turn::About,
                Turn::Wheel(e) => ir::Turn::Wheel(self.ask(f, e)),
            }),
            Course::Contact(e) => ir::Course::Contact(self.ask(f, e)),
            Course::Home(e) => ir::Course::Home(self.ask(f, e)),
            Course::Forward => ir::Course::Forward,
            Course::Ahead => ir::Course::Ahead,
            Course::Back => ir::Course::Back,
            Course::Onto(e) => ir::Course::Onto(self.ask(f, e)),
        }
    }

    /// What stands before a move and after it.
    fn around_move(&mut self, f: &mut Frame, code: &mut Vec<Op>, who: X, after: bool) {
        let list = self.program.arrivals.clone();
        // all note who came before any of them happens
        let parts = if after { &[1, 2][..] } else { &[0] };
        for proc in parts.iter().flat_map(|part| list.iter().filter_map(|a| a.get(*part))) {
            let args = self.list(vec![who]);
            let to = f.fresh();
            code.push(Op::Call { proc: *proc, args, to, tags: 0, answers: None });
        }
    }
}
