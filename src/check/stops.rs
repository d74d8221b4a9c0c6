//! `stop X` where no X can be going on.

use super::Whole;
use super::reach::Reach;
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::{self, Walk};
use crate::hir::{Hook, ProcId, Stmt, StmtKind, Stop};
use crate::source::At;

/// What is stopped, and where that is said.
#[derive(Default)]
struct Stops(Vec<(ProcId, At)>);

impl Walk for Stops {
    fn stmt(&mut self, s: &Stmt) {
        if let StmtKind::Stop(Stop::Proc(proc)) = s.kind {
            self.0.push((proc, s.at));
        }
        walk::walk_stmt(self, s);
    }
}

/// Reports them. A sentence that meets several places is at fault only if it stops nothing at each of them.
pub(super) fn check(whole: Whole<'_>, reach: &Reach) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let mut found: Vec<(ProcId, At, bool)> = Vec::new();
    let mut note = |stopped: ProcId, at: At, runs: bool| match found.iter_mut().find(|f| f.0 == stopped && f.1 == at) {
        Some(known) => known.2 |= runs,
        None => found.push((stopped, at, runs)),
    };
    for (id, proc) in rules.procs.iter() {
        let mut stops = Stops::default();
        walk::walk_proc(&mut stops, proc);
        stops.0.into_iter().for_each(|(stopped, at)| note(stopped, at, stopped == id || reach.may_run(stopped, id)));
    }
    for attach in rules.attaches.all() {
        let mut stops = Stops::default();
        walk::walk_attach(&mut stops, attach);
        for (stopped, at) in stops.0 {
            let runs = attach.meets.iter().any(|m| match m.hook {
                Hook::Proc(met) | Hook::Step(met, _) => stopped == met || reach.may_run(stopped, met),
                _ => true,
            });
            note(stopped, at, runs || attach.meets.is_empty());
        }
    }
    let told = |(stopped, at, _): &(ProcId, At, bool)| {
        let name = rules.procs.get(*stopped).map_or("it", |p| rules.names.text(p.head.name));
        Diagnostic::new(Code::Never, at.span(), format!("`{name}` is never going on here, so nothing is stopped"))
            .here(format!("nothing that `{name}` does leads here"))
            .help("write `stop` and what goes on here, or leave it out")
    };
    found.iter().filter(|f| !f.2).map(told).collect()
}
