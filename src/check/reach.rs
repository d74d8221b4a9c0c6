//! Which procedures may run within which others.

use std::collections::BTreeSet;
use std::rc::Rc;

use petgraph::graph::{DiGraph, NodeIndex};

use super::deeds::{Deeds, deeds};
use crate::graph::{Graph, Met};
use crate::hir::{Body, Hook, Id, Meeting, ProcId, ProcKind, Rules};

/// For each procedure, which others may run while it does.
pub(super) struct Reach {
    /// How many procedures there are.
    len: usize,
    /// For each that does anything, a bit for each of the others.
    within: Vec<Bits>,
}

impl Reach {
    /// Of all rules.
    pub fn of(rules: &Rules, graph: &Graph) -> Self {
        let len = rules.procs.len();
        // behind all procedures stands a knot that leads to all actions
        let mut calls: DiGraph<(), ()> = DiGraph::new();
        let knots: Vec<NodeIndex> = (0..=len).map(|_| calls.add_node(())).collect();
        let mut lead = |from: usize, to: usize| {
            if let (Some(a), Some(b)) = (knots.get(from), knots.get(to)) {
                calls.add_edge(*a, *b, ());
            }
        };
        for (id, proc) in rules.procs.iter() {
            let mut deeds = Deeds::default();
            deeds.proc(proc);
            graph.splices_of(id).for_each(|met| met_does(rules, met, &mut deeds));
            // who moves may be met
            if deeds.moves {
                graph.arrivals.iter().for_each(|met| met_does(rules, *met, &mut deeds));
            }
            let called: BTreeSet<usize> = deeds.calls.iter().map(|(called, _)| called.index()).collect();
            called.into_iter().filter(|c| *c < len).for_each(|c| lead(id.index(), c));
            // any action may be taken
            if deeds.takes {
                lead(id.index(), len);
            }
            if matches!(proc.kind, ProcKind::Action(_)) {
                lead(len, id.index());
            }
        }
        Self { len, within: closed(&calls) }
    }

    /// Of rules of which nothing is known: any may run within any.
    pub const fn unknown() -> Self {
        Self { len: 0, within: Vec::new() }
    }

    /// Two procedures of which neither may run within the other are never under way together.
    pub fn never_together(&self, p: ProcId, q: ProcId) -> bool {
        p != q && !self.may_run(p, q) && !self.may_run(q, p)
    }

    /// Whether a procedure, while it runs, may come to another.
    pub fn may_run(&self, outer: ProcId, inner: ProcId) -> bool {
        match self.within.get(outer.index()) {
            Some(bits) if inner.index() < self.len && outer.index() < self.len => bits.has(inner.index()),
            _ => true,
        }
    }
}

/// Bits for knots; those behind the last are not set.
#[derive(Clone, Default)]
struct Bits(Rc<Vec<u64>>);

impl Bits {
    fn has(&self, at: usize) -> bool {
        self.0.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }
}

/// What a line does at its place.
fn met_does(rules: &Rules, met: Met, out: &mut Deeds) {
    let Some((_, Meeting { hook, body, .. })) = met.of(rules) else { return };
    if let (Body::Happens(block), Hook::Proc(_) | Hook::Step(..) | Hook::Coming) = (body, hook) {
        let more = deeds(block);
        out.calls.extend(more.calls);
        out.takes |= more.takes;
        out.moves |= more.moves;
    }
}

/// For each knot all to which it leads, near or far.
fn closed(calls: &DiGraph<(), ()>) -> Vec<Bits> {
    let mut out = vec![Bits::default(); calls.node_count()];
    // those that are led to come before those that lead to them
    for part in petgraph::algo::kosaraju_scc(calls) {
        let mut all: Vec<u64> = Vec::new();
        for next in part.iter().flat_map(|knot| calls.neighbors(*knot)) {
            let at = next.index();
            if all.is_empty() {
                all.resize(calls.node_count().div_ceil(64), 0);
            }
            if let Some(word) = all.get_mut(at / 64) {
                *word |= 1 << (at % 64);
            }
            let behind = out.get(at).cloned().unwrap_or_default();
            all.iter_mut().zip(behind.0.iter()).for_each(|(to, from)| *to |= from);
        }
        let bits = Bits(Rc::new(all));
        for knot in part {
            if let Some(to) = out.get_mut(knot.index()) {
                *to = bits.clone();
            }
        }
    }
    out
}
