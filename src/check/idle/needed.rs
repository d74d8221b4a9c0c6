//! Markers that an action asks for in vain: all that gives them asks for them first, or it takes away what nobody has there.

use std::collections::BTreeMap;

use super::super::Whole;
use super::super::mentions::Mentions;
use super::super::reach::Reach;
use super::super::touch::Toucher;
use super::super::touched::{Cell, Touched};
use super::dealt::Dealt;
use crate::ast::DeclKind;
use crate::diag::{Code, Diagnostic};
use crate::hir::walk;
use crate::hir::walk::every;
use crate::hir::{Attach, Expr, ExprKind, LocalId, Proc, ProcId, Quality, StateId, StateKind, Until};

/// Reports them.
pub(in crate::check) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let mut all = Dealt::default();
    every::part(rules, &mut all);
    let mut times: BTreeMap<StateId, usize> = BTreeMap::new();
    all.gained.iter().for_each(|d| *times.entry(d.state).or_default() += 1);
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

/// Reports actions that take away what nobody has there, or give what all have: this hangs on the action alone.
pub(in crate::check) fn in_vain(whole: Whole<'_>) -> Vec<Diagnostic> {
    let reach = Reach::of(whole.rules, whole.graph);
    let all = whole.rules.procs.iter();
    all.flat_map(|(id, p)| [taken(whole, &reach, id, p), given(whole, &reach, id, p)]).flatten().collect()
}

/// A marker that an action takes away from whoever must not have it.
fn taken(whole: Whole<'_>, reach: &Reach, id: ProcId, p: &Proc) -> Option<Diagnostic> {
    let who = p.head.roles.first()?.local;
    let denied = |e: &Expr| match &*e.kind {
        ExprKind::Not(inner) => marker_of(inner, who),
        _ => None,
    };
    let (state, need) = p.needs.iter().find_map(|n| Some((denied(&n.test)?, &n.test)))?;
    let at = dealt(p).lost.into_iter().find(|d| d.state == state && d.whose == Some(who))?.at;
    // what runs meanwhile may give it first
    (!meanwhile(whole, reach, id).gains.contains(&Cell::State(state))).then(|| {
        let names = &whole.rules.names;
        let name = whole.rules.states.get(state).map_or("", |s| names.text(s.name));
        let message = format!("`{}` is for those who are not `{name}`, and takes `{name}` away", names.text(p.head.name));
        let d = Diagnostic::new(Code::Never, need.at.span(), message).label(at.span(), "nobody has it here");
        d.help(format!("write `is {name}` if that is meant"))
    })
}

/// A marker that stays, and that an action gives to whoever must have it already.
fn given(whole: Whole<'_>, reach: &Reach, id: ProcId, p: &Proc) -> Option<Diagnostic> {
    let who = p.head.roles.first()?.local;
    let stays = |s: &StateId| whole.rules.states.get(*s).is_some_and(|s| s.kind == StateKind::Marker && s.until == Until::Stays);
    let (state, need) = p.needs.iter().find_map(|n| Some((marker_of(&n.test, who).filter(stays)?, &n.test)))?;
    let at = dealt(p).gained.into_iter().find(|d| d.state == state && d.whose == Some(who))?.at;
    // what runs meanwhile may take it away first
    (!meanwhile(whole, reach, id).loses.contains(&Cell::State(state))).then(|| {
        let name = whole.rules.states.get(state).map_or("", |s| whole.rules.names.text(s.name));
        let d = Diagnostic::new(Code::Never, at.span(), format!("who does this is `{name}` already"));
        let d = d.here("this changes nothing").label(need.at.span(), "it is needed here");
        d.help(format!("write `loses {name}` if that is meant, or leave it out"))
    })
}

fn dealt(p: &Proc) -> Dealt {
    let mut all = Dealt::default();
    walk::walk_proc(&mut all, p);
    all
}

/// What may change while something is done.
fn meanwhile(whole: Whole<'_>, reach: &Reach, id: ProcId) -> Touched {
    let mut all = Toucher::new(whole.rules, whole.graph);
    all.proc(id);
    all.within(reach);
    all.found
}

/// The one marker of which a question asks whether this blank has it.
fn marker_of(e: &Expr, who: LocalId) -> Option<StateId> {
    match &*e.kind {
        ExprKind::Is(of, all) if matches!(*of.kind, ExprKind::Local(l) if l == who) => match all.as_slice() {
            [Quality::State(s)] => Some(*s),
            _ => None,
        },
        _ => None,
    }
}

/// What an action needs to be so of whoever does it, if that is one marker.
fn asked(p: &Proc, state: StateId) -> Option<&Expr> {
    let who = p.head.roles.first()?.local;
    p.needs.iter().map(|n| &n.test).find(|e| marker_of(e, who) == Some(state))
}

fn gains_in(p: &Proc, state: StateId) -> usize {
    dealt(p).gained.iter().filter(|d| d.state == state).count()
}

/// Whether a rule gives it.
fn met(attaches: &[Attach], state: StateId) -> bool {
    let mut all = Dealt::default();
    attaches.iter().for_each(|a| walk::walk_attach(&mut all, a));
    all.gains(state)
}
