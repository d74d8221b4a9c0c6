//! What waits for the result of a throw: dice rolled again, results turned, successes that count more.

use super::super::build::{Builder, land, target};
use super::super::frame::Frame;
use super::super::terms::Asks;
use super::Making;
use super::line::Line;
use super::ready::Ready;
use crate::hir::ChangeKind;
use crate::ir::{Bin, Contribution, Faces, Op, Reg, Rerolling, RowNo, ThrowKind, ThrowNo, X};

/// A change that waits for the result.
pub(super) struct Late<'a> {
    pub c: Contribution,
    /// Which dice are rolled again.
    pub faces: Faces,
    pub line: Line<'a>,
    pub frame: Frame,
}

/// Where a pool's throw stands in the code.
#[derive(Clone, Copy)]
pub(super) struct Thrown {
    pub id: ThrowNo,
    pub reg: Reg,
    pub top: usize,
    /// What it needs to be passed.
    pub need: Option<X>,
}

/// A line where it is met behind the throw.
struct Behind {
    frame: Frame,
    asks: Asks,
    /// The row that offers, if it is an offer.
    may: Option<RowNo>,
    /// The jumps that leave it.
    exits: Vec<usize>,
}

impl<'a> Late<'a> {
    /// A change that is ready, which waits.
    pub fn new(ready: Ready, faces: Faces, line: Line<'a>) -> Self {
        Self { c: ready.c, faces, line, frame: ready.frame }
    }
}

impl<'a> Builder<'a> {
    /// Where a rule that waited for the result is met: what it asks.
    fn met_late(&mut self, m: &mut Making<'a>, late: &Late<'a>) -> Behind {
        let mut frame = late.frame.clone();
        frame.next = frame.next.max(m.frame.next);
        frame.most = frame.most.max(frame.next);
        let may = late.line.offers() || matches!(late.line.change.kind, ChangeKind::Reroll { may: true, .. });
        let asks = match late.line.met {
            Some((_, _, place)) => self.asks_of(&mut frame, &mut m.code, place),
            None => Asks::default(),
        };
        let mut guard = late.c.guard;
        for x in &asks.holds {
            guard = self.two(Bin::And, guard, *x);
        }
        let guard = self.over_carriers(guard, late.c.me);
        m.code.push(Op::Unless(guard, 0));
        Behind { frame, asks, may: may.then_some(late.line.row), exits: vec![m.code.len() - 1] }
    }

    /// Goes on only where it holds.
    fn only_if(m: &mut Making<'a>, behind: &mut Behind, x: X) {
        behind.exits.push(m.code.len());
        m.code.push(Op::Unless(x, 0));
    }

    /// Goes on only where a flag is not set yet.
    fn only_once(&mut self, m: &mut Making<'a>, behind: &mut Behind, flag: Reg) {
        let done = self.reg(flag);
        let first = self.negate(true, done);
        Self::only_if(m, behind, first);
    }

    /// The offer and the price.
    fn agree(&mut self, m: &mut Making<'a>, behind: &mut Behind) {
        self.agreed(&behind.frame, &mut m.code, behind.may, &behind.asks, &mut behind.exits);
    }

    /// It goes on here where nothing was changed.
    fn leave(m: &mut Making<'a>, behind: Behind) {
        for at in behind.exits {
            land(&mut m.code, at);
        }
        m.frame.after(&behind.frame);
    }

    /// Rules that meet the result of a check: `when failed: passes`, `may reroll`.
    pub(super) fn late_rules(&mut self, m: &mut Making<'a>, id: ThrowNo, reg: Reg) {
        let again = m.frame.fresh();
        let (zero, one) = (self.int(0), self.int(1));
        // set where the dice have been rolled again: no die is rolled a third time
        m.code.push(Op::Set(again, zero));
        for late in std::mem::take(&mut m.late) {
            let mut behind = self.met_late(m, &late);
            let is_check = self.program.throws.get(id).is_some_and(|t| t.kind == ThrowKind::Check);
            let wanted = late.line.wanted().or((late.faces == Faces::Failures).then_some(false));
            if let Some(passed) = wanted.filter(|_| is_check) {
                let result = self.reg(reg);
                let test = self.negate(!passed, result);
                Self::only_if(m, &mut behind, test);
            }
            let rerolls = matches!(late.line.change.kind, ChangeKind::Reroll { .. });
            if rerolls {
                self.only_once(m, &mut behind, again);
            }
            self.agree(m, &mut behind);
            if rerolls {
                m.code.extend([Op::Set(again, one), Op::Anew(late.line.row), Op::Roll(id, reg)]);
            } else {
                let turned = if matches!(late.line.change.kind, ChangeKind::Passes) { one } else { zero };
                m.code.push(Op::Set(reg, turned));
            }
            Self::leave(m, behind);
        }
    }

    /// A rule that meets the dice of a pool as they lie. `flag` is set where it has the whole test made anew.
    pub(super) fn late_rule(&mut self, m: &mut Making<'a>, thrown: Thrown, late: &Late<'a>, flag: Option<Reg>) {
        let mut behind = self.met_late(m, late);
        if let (Some(result), Some(need)) = (late.line.wanted(), thrown.need) {
            let is = self.reg(thrown.reg);
            let passed = self.two(Bin::Le, need, is);
            let test = self.negate(!result, passed);
            Self::only_if(m, &mut behind, test);
        }
        let rerolls = matches!(late.line.change.kind, ChangeKind::Reroll { .. });
        let rerolling = Rerolling { throw: thrown.id, reg: thrown.reg, faces: late.faces, row: late.line.row };
        if let Some(flag) = flag {
            self.only_once(m, &mut behind, flag);
        } else if rerolls {
            let left = behind.frame.fresh();
            m.code.push(Op::Left(rerolling, left));
            let any = self.reg(left);
            Self::only_if(m, &mut behind, any);
        }
        self.agree(m, &mut behind);
        match (flag, thrown.need) {
            (Some(flag), _) => {
                let one = self.int(1);
                m.code.extend([Op::Set(flag, one), Op::Anew(late.line.row), Op::Jump(target(thrown.top))]);
            }
            (None, _) if rerolls => {
                m.code.push(Op::Again(rerolling));
            }
            (None, Some(need)) => {
                let turned = self.turned(thrown.reg, need, matches!(late.line.change.kind, ChangeKind::Passes));
                m.code.push(Op::Set(thrown.reg, turned));
            }
            (None, None) => {}
        }
        Self::leave(m, behind);
    }

    /// The successes of a pool that is passed or failed whatever lies there.
    fn turned(&mut self, reg: Reg, need: X, passes: bool) -> X {
        let is = self.reg(reg);
        if passes {
            return self.two(Bin::Max, is, need);
        }
        let one = self.int(1);
        let short_of = self.two(Bin::Sub, need, one);
        self.two(Bin::Min, is, short_of)
    }

    /// A roll whose dice a rule may throw anew, once: `again` says whether it was done, `top` where the dice are thrown.
    pub(super) fn rolled_anew(&mut self, m: &mut Making<'a>, late: &Late<'a>, again: Reg, top: usize) {
        let mut behind = self.met_late(m, late);
        self.only_once(m, &mut behind, again);
        self.agree(m, &mut behind);
        let one = self.int(1);
        m.code.extend([Op::Set(again, one), Op::Anew(late.line.row), Op::Jump(target(top))]);
        Self::leave(m, behind);
    }

    /// `each hit counts d3`: the successes are dice of their own, thrown together.
    pub(super) fn hits_count(&mut self, m: &mut Making<'a>, reg: Reg, late: &Late<'a>) {
        let mut behind = self.met_late(m, late);
        self.agree(m, &mut behind);
        // what was found is known to the dice too
        m.frame.next = m.frame.next.max(behind.frame.next);
        let hits = self.reg(reg);
        match &late.line.change.kind {
            ChangeKind::HitDice(dice) => {
                let step = format!("{} hits", m.frame.step);
                let saved = std::mem::replace(&mut m.frame.step, step.into());
                let from = m.code.len();
                let to = self.roll_dice(&mut m.frame, &mut m.code, dice);
                m.frame.step = saved;
                let id = m.code.iter().skip(from).rev().find_map(|op| if let Op::Roll(id, _) = op { Some(*id) } else { None });
                let number = match dice.number {
                    1 => hits,
                    n => {
                        let n = self.int(n);
                        self.two(Bin::Mul, hits, n)
                    }
                };
                if let Some(id) = id {
                    self.with_throw(id, |t| {
                        t.dice = number;
                        t.row = late.c.row;
                        t.kind = ThrowKind::Sum;
                    });
                }
                let to = self.reg(to);
                m.code.push(Op::Set(reg, to));
            }
            ChangeKind::HitCounts(e) => {
                let x = self.ask(&mut behind.frame, e);
                let all = self.two(Bin::Mul, hits, x);
                m.code.push(Op::Set(reg, all));
            }
            _ => {}
        }
        m.frame.most = m.frame.most.max(behind.frame.most);
        m.frame.full |= behind.frame.full;
        for at in behind.exits {
            land(&mut m.code, at);
        }
    }
}
