//! The throws that something which happens makes.

use crate::hir::walk::{Walk, walk_proc};
use crate::hir::{Call, ProcId, ProcKind, Rules};

/// How many throws are still named.
const FEW: usize = 3;

/// What is called.
#[derive(Default)]
struct Calls(Vec<ProcId>);

impl Walk for Calls {
    fn call(&mut self, c: &Call) {
        self.0.push(c.proc);
        c.args.iter().for_each(|a| self.expr(a));
        c.answers.iter().for_each(|(_, a)| self.expr(a));
    }
}

/// The throws that what has this name makes in its own steps, each once. None if it is a throw itself, or if they are many.
pub(super) fn by_name<'r>(rules: &'r Rules, name: &str) -> Vec<&'r str> {
    let throw = |p: ProcId| rules.procs.get(p).filter(|p| matches!(p.kind, ProcKind::Chance(_)));
    let mut calls = Calls::default();
    let called = rules.procs.iter().filter(|(id, p)| rules.names.text(p.head.name) == name && throw(*id).is_none());
    called.for_each(|(_, p)| walk_proc(&mut calls, p));
    let mut thrown: Vec<&str> = Vec::new();
    for name in calls.0.into_iter().filter_map(throw).map(|p| rules.names.text(p.head.name)) {
        if !thrown.contains(&name) {
            thrown.push(name);
        }
    }
    if thrown.len() > FEW { Vec::new() } else { thrown }
}
