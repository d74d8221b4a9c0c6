//! Which procedures may run within which others.

use super::deeds::{Deeds, deeds};
use crate::graph::{Graph, Met};
use crate::hir::{Body, Hook, Id, Meeting, ProcId, ProcKind, Rules};

/// For each procedure, which others may run while it does.
pub(super) struct Reach(Vec<Vec<bool>>);

impl Reach {
    /// Of all rules.
    pub fn of(rules: &Rules, graph: &Graph) -> Self {
        let n = rules.procs.len();
        let mut reach = vec![vec![false; n]; n];
        for ((id, proc), row) in rules.procs.iter().zip(&mut reach) {
            let mut deeds = Deeds::default();
            deeds.proc(proc);
            for list in graph.splices.iter().filter(|((p, _, _), _)| *p == id).map(|(_, list)| list) {
                list.iter().for_each(|met| met_does(rules, *met, &mut deeds));
            }
            // who moves may be met
            if deeds.moves {
                graph.arrivals.iter().for_each(|met| met_does(rules, *met, &mut deeds));
            }
            for (called, _) in &deeds.calls {
                if let Some(r) = row.get_mut(called.index()) {
                    *r = true;
                }
            }
            // any action may be taken
            if deeds.takes {
                for (r, (_, p)) in row.iter_mut().zip(rules.procs.iter()) {
                    *r |= matches!(p.kind, ProcKind::Action(_));
                }
            }
        }
        close(&mut reach);
        Self(reach)
    }

    /// Two procedures of which neither may run within the other are never under way together.
    pub fn never_together(&self, p: ProcId, q: ProcId) -> bool {
        let within = |p: ProcId, q: ProcId| self.0.get(p.index()).and_then(|r| r.get(q.index())).copied().unwrap_or(true);
        p != q && !within(p, q) && !within(q, p)
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

/// What runs within what runs within it.
fn close(reach: &mut [Vec<bool>]) {
    for via in 0..reach.len() {
        let through = reach.get(via).cloned().unwrap_or_default();
        for row in reach.iter_mut() {
            if row.get(via).copied().unwrap_or(false) {
                row.iter_mut().zip(&through).for_each(|(r, t)| *r |= t);
            }
        }
    }
}
