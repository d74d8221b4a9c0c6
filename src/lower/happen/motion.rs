//! Moving, and what rules do around a move.

use crate::hir::{Course, Expr, Motion, Moves, Sel, Turn};
use crate::ir::{self, Op, X};
use crate::lower::build::{Builder, land, target};
use crate::lower::frame::Frame;
use crate::lower::number;
use crate::source::At;

impl Builder<'_> {
    /// `X moves ...`.
    pub(super) fn motion(&mut self, f: &mut Frame, code: &mut Vec<Op>, motion: &Motion, at: At) {
        let who = self.ask(f, &motion.who);
        let distance = motion.distance.as_ref().map(|e| self.effect(f, code, e));
        let course = self.course(f, &motion.course);
        let says = said_of(motion).iter().map(|m| self.moves_besides(f, m)).collect();
        let manner = motion.manner.map(number::proc);
        let id = self.number(self.program.motions.len(), at, "moves");
        self.program.motions.push(ir::Motion { who, course, distance, up_to: motion.up_to, says, manner });
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

    /// What is said of a move beside its way.
    pub(crate) fn moves_besides(&mut self, f: &mut Frame, said: &Moves) -> ir::Moves {
        match said {
            Moves::Keeping(far, s) => ir::Moves::Keep(self.ask(f, far), self.sel(f, s).0),
            Moves::Ending(far, s) => ir::Moves::End(self.ask(f, far), self.sel(f, s).0),
            Moves::Through(s) => ir::Moves::Through(self.sel(f, s).0),
            Moves::IfSurrounded(s) => ir::Moves::Forced(self.sel(f, s).0),
            Moves::Without(s) => ir::Moves::Without(self.sel(f, s).0),
            Moves::Inside(grounds) => ir::Moves::Inside(grounds.iter().map(|g| number::terrain(*g)).collect()),
            Moves::Coherent => ir::Moves::Coherent,
            Moves::Leaving => ir::Moves::Leaving,
            Moves::Turning => ir::Moves::Turning,
            Moves::KeepsFacing => ir::Moves::KeepsFacing,
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

/// What a move says of itself beside its way.
fn said_of(m: &Motion) -> Vec<Moves> {
    let far = |f: fn(Expr, Sel) -> Moves, said: &Option<(Expr, Sel)>| said.clone().map(|(far, s)| f(far, s));
    let whom = |f: fn(Sel) -> Moves, said: &Option<Sel>| said.clone().map(f);
    [
        far(Moves::Keeping, &m.keeping),
        far(Moves::Ending, &m.ending),
        whom(Moves::Through, &m.through),
        whom(Moves::IfSurrounded, &m.if_surrounded),
        whom(Moves::Without, &m.without),
        (!m.inside.is_empty()).then(|| Moves::Inside(m.inside.clone())),
        m.coherent.then_some(Moves::Coherent),
        m.leaving.then_some(Moves::Leaving),
        m.turning.then_some(Moves::Turning),
        m.keeps_facing.then_some(Moves::KeepsFacing),
    ]
    .into_iter()
    .flatten()
    .collect()
}
