//! The throws that something which happens makes.

use std::collections::HashSet;

use crate::ast::{Decl, ItemKind, Part, Walk as _};
use crate::hir::walk::{Walk, walk_proc};
use crate::hir::{Call, ProcId, ProcKind, Rules};
use crate::intern::Sym;

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

/// So many throws of a test are still named.
const SOME: usize = 6;

/// The names in what a test does.
pub(super) fn done_in(d: &Decl) -> Vec<Sym> {
    let mut names = Vec::new();
    for item in d.kind.items().iter().filter(|i| matches!(i.kind, ItemKind::Do(_))) {
        item.walk(&mut |part| {
            if let Part::Name(name) = part {
                names.push(name.name.sym);
            }
        });
    }
    names
}

/// The throws that come of what has these names and of all that it calls, each once. None if they are many.
pub(super) fn come_of<'r>(rules: &'r Rules, names: &[Sym]) -> Vec<&'r str> {
    let named = |sym: Sym| names.iter().any(|n| rules.names.same(*n, sym));
    let mut open = Calls(rules.procs.iter().filter(|(_, p)| named(p.head.name)).map(|(id, _)| id).collect());
    let (mut seen, mut thrown) = (HashSet::new(), Vec::new());
    while let Some(id) = open.0.pop() {
        let Some(proc) = rules.procs.get(id).filter(|_| seen.insert(id)) else { continue };
        let name = rules.names.text(proc.head.name);
        if matches!(proc.kind, ProcKind::Chance(_)) && !thrown.contains(&name) {
            thrown.push(name);
        }
        walk_proc(&mut open, proc);
    }
    thrown.sort_unstable();
    if thrown.len() > SOME { Vec::new() } else { thrown }
}
