//! Markers that nobody can ever gain, since all that gives them asks for them first.

use std::collections::BTreeMap;

use super::super::mentions::Mentions;
use super::super::{Whole, every};
use crate::ast::DeclKind;
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::{self, Walk};
use crate::hir::{Attach, Expr, ExprKind, Proc, Quality, StateId, StateKind, Stmt, StmtKind, Thing};

/// What statements give.
#[derive(Default)]
struct Gains(Vec<StateId>);

impl Walk for Gains {
    fn stmt(&mut self, s: &Stmt) {
        if let StmtKind::Gain(_, list) = &s.kind {
            self.0.extend(list.iter().filter_map(|t| if let Thing::State(state) = t { Some(*state) } else { None }));
        }
        walk::walk_stmt(self, s);
    }
}

/// Reports them.
pub(in crate::check) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let mut all = Gains::default();
    every::part(rules, &mut all);
    let mut times: BTreeMap<StateId, usize> = BTreeMap::new();
    all.0.iter().for_each(|s| *times.entry(*s).or_default() += 1);
    // what scenarios and situations say may be there from the start
    let scenes = whole.decls.iter().filter(|d| matches!(*d.kind, DeclKind::Scenario(_)));
    let said = Mentions::of(&rules.names, scenes);
    let mut out = Vec::new();
    for (state, times) in times {
        let Some(info) = rules.states.get(state).filter(|s| s.kind == StateKind::Marker) else { continue };
        let with: Vec<(&Proc, &Expr)> = rules.procs.all().iter().filter_map(|p| Some((p, asked(p, state)?))).collect();
        let within: usize = with.iter().map(|(p, _)| gains_in(p, state)).sum();
        if within == times && within > 0 && !said.used.contains(&rules.names.key_of(info.name)) && !met(rules.attaches.all(), state) {
            let name = rules.names.text(info.name);
            for (p, need) in with {
                let message = format!("nobody can ever do `{}`: nothing else makes anybody `{name}`", rules.names.text(p.head.name));
                let d = Diagnostic::new(Code::Never, need.at.span(), message).here(format!("it asks for `{name}` first, and gives it"));
                out.push(d.help(format!("write `is not {name}` if that is meant, or say what else gives it")));
            }
        }
    }
    out
}

/// What an action needs to be so of whoever does it, if that is one marker.
fn asked(p: &Proc, state: StateId) -> Option<&Expr> {
    let who = p.head.roles.first()?.local;
    let plain = |e: &Expr| match &*e.kind {
        ExprKind::Is(of, all) => {
            matches!(*of.kind, ExprKind::Local(l) if l == who) && matches!(all.as_slice(), [Quality::State(s)] if *s == state)
        }
        _ => false,
    };
    p.needs.iter().map(|n| &n.test).find(|e| plain(e))
}

fn gains_in(p: &Proc, state: StateId) -> usize {
    let mut gains = Gains::default();
    walk::walk_proc(&mut gains, p);
    gains.0.iter().filter(|s| **s == state).count()
}

/// Whether a rule gives it.
fn met(attaches: &[Attach], state: StateId) -> bool {
    let mut gains = Gains::default();
    attaches.iter().for_each(|a| walk::walk_attach(&mut gains, a));
    gains.0.contains(&state)
}
