//! The customs of a pack: how it measures, how pieces keep together, whose move counts.

use crate::ast::{self, ActionsPer, Custom, CustomKind, GaugeEnd, ItemKind, Word};
use crate::diag::Code;
use crate::hir::{Comparison, Expr, ExprKind, KindBase, Origin};

use super::super::{Resolver, Scope};

/// What does not hang on any game: a number, or a reading of a ruling.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Settled {
    /// A number, or yes or no.
    Number(i64),
    /// A reading, by its ruling and its place there.
    Reading(crate::hir::RulingId, u32),
}

impl Resolver<'_> {
    /// The lines below `pack`. One with `if` holds only where the readings in force say so.
    pub(super) fn customs(&mut self, pack: &ast::Pack) {
        for item in &pack.items {
            match &item.kind {
                ItemKind::Simultaneous(by) => self.simultaneous(by),
                ItemKind::Custom(custom) if self.in_force(custom) => self.custom(custom),
                _ => {}
            }
        }
    }

    /// Who puts rules in order that happen at one moment.
    fn simultaneous(&mut self, by: &ast::Expr) {
        let who = self.expr(&mut Scope::default(), by);
        let side = self.first_kind(KindBase::Side).unwrap_or(crate::hir::KindId(0));
        let word = self.kind_of(side).map_or(crate::intern::Sym(u32::MAX), |k| k.word);
        let ty = self.thing_type(side);
        let local = self.local(word, ty, Origin::Candidate);
        self.rules.settings.simultaneous = Some((local, who));
    }

    fn custom(&mut self, custom: &Custom) {
        match custom.kind {
            CustomKind::MovementOfLeader => self.rules.settings.leader_walks = true,
            CustomKind::Measure { kind, from, to } => {
                if self.kind(kind.sym).is_some_and(|k| self.is(k, KindBase::Group)) {
                    self.rules.settings.from_leader = from == GaugeEnd::Leader;
                    self.rules.settings.to_leader = to == GaugeEnd::Leader;
                } else {
                    self.unknown_measure(kind);
                }
            }
            CustomKind::Coherency { distance, from_leader } => {
                self.rules.settings.coherency = Some(distance.mils);
                self.rules.settings.about_leader = from_leader;
            }
            CustomKind::ActionsOncePer(per) => self.rules.settings.once_per_phase = Some(per == ActionsPer::Phase),
        }
    }

    /// Faults a way of measuring of what is no group: groups of pieces are measured.
    fn unknown_measure(&mut self, kind: Word) {
        let (word, group) = (self.said(kind.sym), self.text(self.home_of_pieces()));
        let help = format!("write `{group}`");
        self.fault(Code::Kind, kind.at, format!("`{word}` is no kind of group, and groups of pieces are measured"), help);
    }

    /// Whether a custom holds: that hangs on readings only, which are known before any game.
    fn in_force(&mut self, custom: &Custom) -> bool {
        let Some(when) = &custom.when else { return true };
        let asked = self.truth(&mut Scope::default(), when);
        if asked.is_error() {
            return true;
        }
        match self.settled(&asked) {
            Some(settled) => settled != Settled::Number(0),
            None => {
                self.fault(Code::Place, when.at, "a custom holds in the whole game", "ask only which reading of a ruling is in force");
                true
            }
        }
    }

    /// Whether something cannot hold under the readings in force.
    pub(in crate::resolve) fn never_holds(&self, e: &Expr) -> bool {
        self.settled(e) == Some(Settled::Number(0))
    }

    /// What does not hang on any game.
    fn settled(&self, e: &Expr) -> Option<Settled> {
        let yes = |b: bool| Some(Settled::Number(i64::from(b)));
        match &*e.kind {
            ExprKind::Int(n) => Some(Settled::Number(*n)),
            ExprKind::Truth(b) => yes(*b),
            ExprKind::Takes(r, reading) => {
                self.settled.borrow_mut().insert(*r);
                yes(self.rules.rulings.get(*r)?.chosen == *reading)
            }
            ExprKind::ReadingNumber(r) => {
                self.settled.borrow_mut().insert(*r);
                let ruling = self.rules.rulings.get(*r)?;
                let (_, number) = ruling.readings.get(ruling.chosen as usize)?;
                Some(number.map_or(Settled::Reading(*r, ruling.chosen), Settled::Number))
            }
            ExprKind::Reading(r, reading) => Some(Settled::Reading(*r, *reading)),
            ExprKind::Not(e) => yes(self.settled(e)? == Settled::Number(0)),
            ExprKind::And(all) => {
                let all: Option<Vec<Settled>> = all.iter().map(|e| self.settled(e)).collect();
                yes(!all?.contains(&Settled::Number(0)))
            }
            ExprKind::Or(any) => {
                let any: Option<Vec<Settled>> = any.iter().map(|e| self.settled(e)).collect();
                yes(any?.iter().any(|s| *s != Settled::Number(0)))
            }
            ExprKind::Compare(Comparison::Equal, a, b) | ExprKind::Same(a, b) => yes(self.settled(a)? == self.settled(b)?),
            ExprKind::Compare(Comparison::Unequal, a, b) => yes(self.settled(a)? != self.settled(b)?),
            _ => None,
        }
    }
}
