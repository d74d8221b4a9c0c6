//! What meets what, as the effect graph knows it, for one carrier or for all.

use std::collections::BTreeSet;

use crate::graph::{Graph, Met, Quantity, Row, Shut, Source, Splice};
use crate::hir::{Carrier, Fill, Forbid, Head, Hook, KindBase, Meeting, Moment, ProcId, RuleId, Rules, StateKind};
use crate::intern::{KeyId, Sym};
use crate::speech::in_force;

/// A line that meets something, or forbids it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comer {
    /// A line.
    Line(Met),
    /// What is forbidden.
    Ban(Shut),
}

/// What meets what, as far as it is asked about.
pub struct Meetings<'a> {
    rules: &'a Rules,
    graph: Graph,
    /// What may be carried, if only one carrier is asked about.
    carried: Option<BTreeSet<KeyId>>,
}

impl<'a> Meetings<'a> {
    /// Of these rules; of one carrier's alone, if that is asked.
    #[must_use]
    pub fn new(rules: &'a Rules, carried: Option<BTreeSet<KeyId>>) -> Self {
        Self { rules, graph: Graph::of(rules), carried }
    }

    /// The rule of a line.
    #[must_use]
    pub fn rule_of(&self, comer: Comer) -> Option<RuleId> {
        match comer {
            Comer::Line(met) => met.of(self.rules).and_then(|(a, _)| a.rule),
            Comer::Ban(shut) => shut.of(self.rules).and_then(|(f, _)| f.rule),
        }
    }

    /// What is forbidden, and what happens before the whole.
    #[must_use]
    pub fn before(&self, proc: ProcId) -> Vec<Comer> {
        let bans = self.graph.forbids_of(proc).iter().map(|s| Comer::Ban(*s));
        self.fit(bans.chain(self.splices(proc, None, &[Splice::Before])).collect())
    }

    /// What changes the price.
    #[must_use]
    pub fn price(&self, proc: ProcId) -> Vec<Comer> {
        self.fit(self.graph.changes_of(Quantity::Cost(proc)).iter().map(|m| Comer::Line(*m)).collect())
    }

    /// What stands at a step, on one side of it.
    #[must_use]
    pub fn at_step(&self, proc: ProcId, step: Sym, splices: &[Splice]) -> Vec<Comer> {
        self.fit(self.splices(proc, Some(step), splices))
    }

    /// What changes a quantity.
    #[must_use]
    pub fn changes(&self, value: crate::hir::ValueId) -> Vec<Comer> {
        self.fit(self.graph.changes_of(Quantity::Value(value)).iter().map(|m| Comer::Line(*m)).collect())
    }

    /// What changes the whole, stands in its place, or may be done while it runs; and what comes at steps that it has not of its
    /// own.
    #[must_use]
    pub fn whole(&self, proc: ProcId) -> Vec<Comer> {
        let tosses = self.graph.tosses_of(proc).iter();
        let mut out: Vec<Comer> =
            tosses.filter_map(|t| if let Source::Met(met) = t.source { Some(Comer::Line(met)) } else { None }).collect();
        out.extend(self.splices(proc, None, &[Splice::Instead, Splice::Skip, Splice::Also]));
        let own: Vec<Sym> = self.rules.procs.get(proc).map_or_else(Vec::new, |p| p.steps.iter().filter_map(|s| s.line.name).collect());
        for ((p, step, _), list) in &self.graph.splices {
            if *p == proc && step.is_some_and(|s| !own.iter().any(|o| self.rules.names.same(*o, s))) {
                out.extend(list.iter().map(|m| Comer::Line(*m)));
            }
        }
        let anytime =
            self.graph.on(&Hook::Proc(proc)).iter().filter(|m| m.of(self.rules).is_some_and(|(a, _)| a.moment == Moment::Anytime));
        out.extend(anytime.map(|m| Comer::Line(*m)));
        self.fit(out)
    }

    /// What happens after the whole.
    #[must_use]
    pub fn after(&self, proc: ProcId) -> Vec<Comer> {
        self.fit(self.splices(proc, None, &[Splice::After]))
    }

    /// What switches a row off.
    #[must_use]
    pub fn offs(&self, row: Row) -> Vec<Comer> {
        self.fit(self.graph.offs_of(row).map(|off| Comer::Line(off.by)).collect())
    }

    /// What switches off what stands at a place, beside what is over it there.
    #[must_use]
    pub fn offs_of(&self, comer: Comer) -> Vec<Comer> {
        let row = match comer {
            Comer::Line(met) => Row::Met(met),
            Comer::Ban(shut) => Row::Shut(shut),
        };
        self.fit(self.graph.offs_of(row).filter(|off| !off.over).map(|off| Comer::Line(off.by)).collect())
    }

    fn splices(&self, proc: ProcId, step: Option<Sym>, splices: &[Splice]) -> Vec<Comer> {
        splices.iter().flat_map(|s| self.graph.splices_at(proc, step, *s)).map(|m| Comer::Line(*m)).collect()
    }

    /// Those in force as rulings are read, and that may happen to the carrier asked about; each line once.
    fn fit(&self, all: Vec<Comer>) -> Vec<Comer> {
        let mut out: Vec<Comer> = Vec::new();
        for comer in all {
            let Some(m) = self.meeting(comer) else { continue };
            let known = out.iter().any(|o| line(*o) == line(comer));
            if !known && in_force(self.rules, &m.guard) && self.carries(self.rule_of(comer), m) {
                out.push(comer);
            }
        }
        out
    }

    fn meeting(&self, comer: Comer) -> Option<&'a Meeting> {
        match comer {
            Comer::Line(met) => met.of(self.rules).map(|(_, m)| m),
            Comer::Ban(shut) => shut.of(self.rules).map(|(_, m): (&Forbid, _)| m),
        }
    }

    /// Whether the carrier asked about may carry the rule, where it stands in the first blank.
    fn carries(&self, rule: Option<RuleId>, m: &Meeting) -> bool {
        let (Some(carried), Some(rule)) = (&self.carried, rule.and_then(|r| self.rules.rules.get(r))) else { return true };
        let state = rule.state.and_then(|s| self.rules.states.get(s));
        let comes = state.is_some_and(|s| matches!(s.kind, StateKind::Marker | StateKind::Formation));
        let of_game = state.is_some_and(|s| self.rules.kinds.get(s.of).is_some_and(|k| k.base == KindBase::Game));
        let named = [rule.name, rule.title].iter().any(|n| carried.contains(&self.rules.names.key_of(*n)));
        let first = self.head(m).and_then(|h| h.roles.first()).map(|r| r.local);
        let mine = match m.carrier {
            Carrier::Blank(l) => Some(l) == first,
            Carrier::Each(_) => m.blanks.iter().any(|b| Some(b.role) == first && matches!(b.fill, Fill::Me(_) | Fill::My(..))),
            Carrier::Nobody => false,
        };
        comes || of_game || named || !mine
    }

    fn head(&self, m: &Meeting) -> Option<&'a Head> {
        let of = |h: &Hook| match h {
            Hook::Value(v) => self.rules.values.get(*v).map(|v| &v.head),
            Hook::Cost(p) | Hook::Proc(p) | Hook::Step(p, _) => self.rules.procs.get(*p).map(|p| &p.head),
            Hook::Rule(_) | Hook::Row(_) | Hook::Coming => None,
        };
        of(&m.hook).or_else(|| m.within.as_ref().and_then(of))
    }
}

/// Which line it is.
fn line(comer: Comer) -> (bool, u32) {
    match comer {
        Comer::Line(met) => (true, met.attach.0),
        Comer::Ban(shut) => (false, shut.forbid),
    }
}
