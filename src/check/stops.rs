//! `stop X` and `until end of this X` where no X can be going on.

use super::Whole;
use super::reach::Reach;
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::{self, Walk};
use crate::hir::{Hook, ProcId, Rules, Stmt, StmtKind, Stop, Until};
use crate::source::At;

/// What must be going on, and where that is said.
struct Stops<'a> {
    rules: &'a Rules,
    all: Vec<(ProcId, At)>,
}

impl Walk for Stops<'_> {
    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Stop(Stop::Proc(proc)) => self.all.push((*proc, s.at)),
            StmtKind::Wake(wake) => {
                let lasting = self.rules.lasting.get(wake.what).filter(|l| l.this);
                if let Some(Until::Proc(proc)) = lasting.map(|l| l.until.clone()) {
                    self.all.push((proc, s.at));
                }
            }
            _ => {}
        }
        walk::walk_stmt(self, s);
    }
}

/// Reports them. A sentence that meets several places is at fault only if it stops nothing at each of them.
pub(super) fn check(whole: Whole<'_>, reach: &Reach) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let mut found: Vec<(ProcId, At, bool)> = Vec::new();
    let mut note = |stopped: ProcId, at: At, runs: bool| match found.iter_mut().find(|f| f.0 == stopped && f.1.span() == at.span()) {
        Some(known) => known.2 |= runs,
        None => found.push((stopped, at, runs)),
    };
    for (id, proc) in rules.procs.iter() {
        let mut stops = Stops { rules, all: Vec::new() };
        walk::walk_proc(&mut stops, proc);
        stops.all.into_iter().for_each(|(stopped, at)| note(stopped, at, stopped == id || reach.may_run(stopped, id)));
    }
    for attach in rules.attaches.all() {
        let mut stops = Stops { rules, all: Vec::new() };
        walk::walk_attach(&mut stops, attach);
        for (stopped, at) in stops.all {
            let runs = attach.meets.iter().any(|m| match m.hook {
                Hook::Proc(met) | Hook::Step(met, _) => stopped == met || reach.may_run(stopped, met),
                _ => true,
            });
            note(stopped, at, runs || attach.meets.is_empty());
        }
    }
    let told = |(stopped, at, _): &(ProcId, At, bool)| {
        let name = rules.procs.get(*stopped).map_or("it", |p| rules.names.text(p.head.name));
        Diagnostic::new(Code::Never, at.span(), format!("no `{name}` is going on here, so nothing ends with it"))
            .here(format!("nothing that `{name}` does leads here"))
            .help("name what goes on here, or leave it out")
    };
    found.iter().filter(|f| !f.2).map(told).collect()
}
