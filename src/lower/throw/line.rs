//! Lines that change a throw, and what they ask of its result.

use std::borrow::Cow;

use super::super::build::{Builder, Place};
use super::super::meet::{Met, Of};
use super::super::rows::cites_of;
use super::Making;
use crate::graph::{Source, Toss};
use crate::hir::{Attach, Body, Change, ChangeKind, Expr, ExprKind, Faces, Guard, Head, Meeting, ProcId, ProcKind};
use crate::intern::Sym;
use crate::ir::{RowNo, X};

/// One change of a throw, and whose line it is in.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub change: &'a Change,
    /// Which of the changes of its line.
    pub nth: usize,
    pub row: RowNo,
    /// The rule's line and what it says here; none for the throw's own rows.
    pub met: Option<(&'a Attach, &'a Meeting, Place)>,
    /// What it is called, for the dice that it rolls itself.
    pub name: Sym,
    /// Whether it is an offer, here or when it was woken.
    pub may: bool,
}

impl Line<'_> {
    /// Whether it is offered here. What lasts was offered when it was woken.
    pub fn offers(&self) -> bool {
        self.met.is_some_and(|(_, meeting, _)| meeting.terms.may)
    }

    /// The result that the line waits for: a pass (yes) or a failure (no). None where it asks for none.
    pub fn wanted(&self) -> Option<bool> {
        let around = self.met.map_or(&[][..], |(_, m, _)| m.guard.as_slice());
        self.change.guard.iter().chain(around).find_map(|g| g.result)
    }

    /// Whether the dice that it rolls again are those of a whole new test.
    pub fn anew(&self) -> bool {
        matches!(self.change.kind, ChangeKind::Reroll { anew: true, .. })
    }

    /// Whether it waits until the dice lie there.
    pub fn waits(&self, pool: bool) -> bool {
        match &self.change.kind {
            ChangeKind::Passes | ChangeKind::Fails => true,
            ChangeKind::HitCounts(_) | ChangeKind::HitDice(_) => pool,
            ChangeKind::Reroll { faces, may, anew, .. } => {
                let asked = self.may || *may || self.wanted().is_some();
                asked || pool && (*anew || matches!(faces, Faces::Worst(_)))
            }
            _ => false,
        }
    }
}

/// What may wait until the dice lie there.
pub(super) const fn late(kind: &ChangeKind) -> bool {
    matches!(kind, ChangeKind::Reroll { .. } | ChangeKind::Passes | ChangeKind::Fails | ChangeKind::HitCounts(_) | ChangeKind::HitDice(_))
}

/// A guard without the result that it waits for: what can be asked before the dice lie there. None if that is all.
pub(in super::super) fn before_the_throw(guard: &Guard) -> Option<Cow<'_, Expr>> {
    if guard.result.is_none() {
        return Some(Cow::Borrowed(&guard.test));
    }
    match &*guard.test.kind {
        ExprKind::And(parts) => {
            let mut rest: Vec<Expr> = parts.iter().filter(|e| !of_result(e)).cloned().collect();
            match rest.len() {
                0 => None,
                1 => rest.pop().map(Cow::Owned),
                _ => Some(Cow::Owned(Expr::new(ExprKind::And(rest), guard.test.ty, guard.test.at))),
            }
        }
        _ if of_result(&guard.test) => None,
        _ => Some(Cow::Borrowed(&guard.test)),
    }
}

/// Whether a question asks for the result alone.
fn of_result(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Result(_) | ExprKind::Truth(_) => true,
        ExprKind::Not(e) => of_result(e),
        _ => false,
    }
}

impl<'a> Builder<'a> {
    /// All that is changed in a throw, in canonical order.
    pub(super) fn lines_of(&mut self, id: ProcId, head: &'a Head) -> Vec<Line<'a>> {
        let graph = self.effects();
        graph.tosses_of(id).iter().filter_map(|toss| self.line_of(id, head, *toss)).collect()
    }

    fn line_of(&mut self, id: ProcId, head: &'a Head, toss: Toss) -> Option<Line<'a>> {
        let (rules, nth) = (self.rules, toss.change as usize);
        match toss.source {
            Source::Own(i) => {
                let ProcKind::Chance(chance) = &rules.procs.get(id)?.kind else { return None };
                let own = chance.rows.get(i as usize)?;
                let row = self.chance_row(id, i as usize);
                Some(Line { change: &own.change, nth, row, met: None, name: own.line.name.unwrap_or(head.name), may: false })
            }
            Source::Met(met) => {
                let (attach, meeting) = met.of(rules)?;
                let Body::Changes(changes) = &meeting.body else { return None };
                let rule = attach.rule.and_then(|r| rules.rules.get(r));
                let kind = rule.and_then(|r| rules.kinds.all().iter().find(|k| k.word == r.word));
                let may = meeting.terms.may || kind.is_some_and(|k| k.terms.may);
                let name = rule.map(|r| r.name).or(attach.line.name).unwrap_or(head.name);
                Some(Line { change: changes.get(nth)?, nth, row: self.place_row(met), met: Some((attach, meeting, met)), name, may })
            }
        }
    }

    /// Who a line is about.
    pub(super) fn met_by_throw(&mut self, m: &Making<'a>, line: &Line<'a>) -> Met {
        let mut met = match line.met {
            Some((attach, meeting, _)) => self.meet(&m.frame, meeting, Of::from(attach)),
            None => Met { frame: m.frame.clone(), guard: None, me: None },
        };
        met.frame.next = met.frame.next.max(m.frame.next);
        met.frame.most = met.frame.most.max(met.frame.next);
        met.frame.proc = m.frame.proc;
        met.frame.step = self.key(line.name).into();
        if let Some((attach, ..)) = line.met {
            let rule = attach.rule.and_then(|r| self.rules.rules.get(r));
            met.frame.owner = rule.map(|r| r.title).or(met.frame.owner);
            met.frame.cites = cites_of(&attach.line, rule.map(|r| &r.line)).into();
        }
        met
    }

    /// When a change is made: what its line asks, and what it asks itself.
    pub(super) fn when_of(&mut self, met: &mut Met, change: &'a Change) -> Option<X> {
        let mut guard = met.guard;
        for g in &change.guard {
            if let Some(test) = before_the_throw(g) {
                let x = self.ask(&mut met.frame, &test);
                guard = Some(self.both(guard, x));
            }
        }
        guard
    }
}
