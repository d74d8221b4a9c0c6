//! Moving, and what rules do around a move.

use crate::hir::{Course, Expr, Motion, Moves, Sel, Spending, Turn};
use crate::ir::{self, Bin, Ex, Op, Reg, X};
use crate::lower::build::{Builder, land, target};
use crate::lower::frame::Frame;
use crate::lower::number;
use crate::num::Rounding;
use crate::source::At;

impl Builder<'_> {
    /// `X moves ...`.
    pub(super) fn motion(&mut self, f: &mut Frame, code: &mut Vec<Op>, motion: &Motion, at: At) {
        let mut who = self.ask(f, &motion.who);
        let mut distance = motion.distance.as_ref().map(|e| self.effect(f, code, e));
        let mut course = self.course(f, &motion.course);
        if let Some(spending) = motion.spending {
            // whoever moves pays, whoever it would be afterwards
            let mover = f.fresh();
            code.push(Op::Set(mover, who));
            who = self.reg(mover);
            if let ir::Course::Turn(ir::Turn::Wheel(x)) = &mut course {
                *x = self.affordable(who, Some(*x), spending);
            } else {
                distance = Some(self.affordable(who, distance, spending));
            }
        }
        let says = said_of(motion).iter().map(|m| self.moves_besides(f, m)).collect();
        let manner = motion.manner.map(number::proc);
        let id = self.number(self.program.motions.len(), at, "moves");
        self.program.motions.push(ir::Motion {
            who,
            course,
            distance,
            up_to: motion.up_to,
            says,
            manner,
            noted: motion.spending.is_some(),
        });
        let reg = f.fresh();
        // the next register says whether some of the way is left
        let more = f.fresh();
        let paid = motion.spending.map(|spending| (spending, f.fresh()));
        if matches!(motion.course, Course::Turn(_)) {
            // nobody comes anywhere
            code.push(Op::Move(id, reg));
            self.pay_for(code, who, paid);
            return;
        }
        let top = code.len();
        self.around_move(f, code, who, false);
        code.push(Op::Move(id, reg));
        self.pay_for(code, who, paid);
        self.around_move(f, code, who, true);
        if !self.program.arrivals.is_empty() {
            let more = self.reg(more);
            let end = code.len();
            code.push(Op::Unless(more, 0));
            code.push(Op::Jump(target(top)));
            land(code, end);
        }
    }

    /// How far somebody can go: as far as he may, and as his count pays for.
    fn affordable(&mut self, who: X, distance: Option<X>, spending: Spending) -> X {
        let left = self.ex(Ex::Cell { of: who, count: number::count(spending.count) });
        let left = if spending.double {
            let two = self.int(2);
            self.ex(Ex::Div(left, two, Rounding::Down))
        } else {
            left
        };
        distance.map_or(left, |far| self.two(Bin::Min, far, left))
    }

    /// Takes from a count what a move took, which stands in a register.
    fn pay_for(&mut self, code: &mut Vec<Op>, who: X, paid: Option<(Spending, Reg)>) {
        let Some((spending, gone)) = paid else { return };
        let (gone, each) = (self.reg(gone), self.int(if spending.double { -2 } else { -1 }));
        let amount = self.two(Bin::Mul, gone, each);
        code.push(Op::Add(who, number::count(spending.count), amount));
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
            Moves::GoingOn => ir::Moves::GoingOn,
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
            Course::Aside { angle, less } => ir::Course::Aside(self.ask(f, angle), *less),
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
        m.going_on.then_some(Moves::GoingOn),
        m.turning.then_some(Moves::Turning),
        m.keeps_facing.then_some(Moves::KeepsFacing),
    ]
    .into_iter()
    .flatten()
    .collect()
}
