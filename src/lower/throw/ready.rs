//! Changes of a throw, ready to be put into it: when they are made, and by how much.

use super::super::build::{Builder, land};
use super::super::frame::Frame;
use super::super::meet::Met;
use super::Making;
use super::line::Line;
use crate::hir::{Change, ChangeKind, Every, Expr, Factor};
use crate::ir::{Contribution, Op, X};

/// A change that is ready.
pub(super) struct Ready {
    pub c: Contribution,
    pub frame: Frame,
}

/// What a change is an amount of, where it may be rolled or done.
fn amount_in(kind: &ChangeKind) -> Option<(&Expr, bool, Option<&Every>)> {
    Some(match kind {
        ChangeKind::Add { minus, amount, every } => (amount, *minus, every.as_ref()),
        ChangeKind::Each { minus, amount } | ChangeKind::Total { minus, amount } => (amount, *minus, None),
        ChangeKind::Dice { how, amount, every, .. } => (amount, *how == crate::hir::DiceChange::Minus, every.as_ref()),
        ChangeKind::Set(e)
        | ChangeKind::Floor(e)
        | ChangeKind::Ceiling(e)
        | ChangeKind::Exactly(e, _)
        | ChangeKind::Need(e)
        | ChangeKind::Scale(Factor::By(e), _) => (e, false, None),
        _ => return None,
    })
}

/// Whether a change rolls dice of its own before the throw.
fn rolls(change: &Change) -> bool {
    let Some((amount, _, every)) = amount_in(&change.kind) else { return false };
    Builder::happens_in(amount) || matches!(every, Some(Every::By(_, e)) if Builder::happens_in(e))
}

impl<'a> Builder<'a> {
    /// When a change is made and by how much, in the throw's frame; offers and dice go before the throw, unless it waits for
    /// the result.
    pub(super) fn ready(&mut self, m: &mut Making<'a>, line: &Line<'a>, waits: bool) -> Ready {
        let asks = line.met.is_some_and(|(_, _, place)| self.has_terms(place, line.offers()));
        let met = if !waits && asks {
            self.taken(m, line)
        } else {
            let mut met = self.met_by_throw(m, line);
            met.guard = self.when_of(&mut met, line.change);
            // the throw leaves out what is switched off; what is rolled, or done after it, asks for itself
            if waits || rolls(line.change) {
                let guard = met.guard.unwrap_or_else(|| self.int(1));
                met.guard = Some(self.unless_off(guard, line.row));
            }
            met
        };
        let ready = self.applied(m, line, met);
        m.frame.after(&ready.frame);
        ready
    }

    /// A change that is made wherever its guard holds.
    fn applied(&mut self, m: &mut Making<'a>, line: &Line<'a>, mut met: Met) -> Ready {
        let mut guard = met.guard.unwrap_or_else(|| self.int(1));
        let x;
        if rolls(line.change) {
            let flag = met.frame.fresh();
            let any = self.over_carriers(guard, met.me.take());
            m.code.push(Op::Set(flag, any));
            guard = self.reg(flag);
            let jump = m.code.len();
            m.code.push(Op::Unless(guard, 0));
            x = self.amount_of(m, &mut met.frame, &line.change.kind);
            land(&mut m.code, jump);
        } else {
            x = self.amount_of(m, &mut met.frame, &line.change.kind);
        }
        Ready { c: Contribution { row: line.row, guard, x, me: met.me }, frame: met.frame }
    }

    /// By how much. What has no amount has 1.
    fn amount_of(&mut self, m: &mut Making<'a>, frame: &mut Frame, kind: &'a ChangeKind) -> X {
        let Some((amount, minus, every)) = amount_in(kind) else { return self.int(1) };
        let before = m.code.len();
        let x = self.effect(frame, &mut m.code, amount);
        let x = if minus { self.minus(x) } else { x };
        if every.is_none() {
            return x;
        }
        // dice for every so many are that many dice, not one die that counts so often
        let thrown = m.code.iter().skip(before).find_map(|op| if let Op::Roll(id, _) = op { Some(*id) } else { None });
        match thrown.and_then(|id| self.program.throws.get(id).map(|t| (id, t.dice))) {
            Some((id, dice)) => {
                let all = self.times(frame, dice, every);
                self.with_throw(id, |t| t.dice = all);
                x
            }
            None => self.times(frame, x, every),
        }
    }
}
