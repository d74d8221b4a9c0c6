//! Markers that have ended whenever anything asks for them.

use std::collections::BTreeSet;

use super::super::Whole;
use super::super::mentions::title;
use super::super::names::names;
use super::super::reach::Reach;
use super::super::touch::Toucher;
use super::super::touched::{Cell, Touched};
use crate::ast::DeclKind;
use crate::diag::{Code, Diagnostic};
use crate::graph::Graph;
use crate::hir::walk::every;
use crate::hir::walk::{self, Walk};
use crate::hir::{ProcId, ProcKind, Quality, Rules, State, StateId, StateKind, Step, Stmt, StmtKind, Thing, Until};
use crate::intern::KeyId;
use crate::source::Span;

/// Reports them. A turn is taken as a row of moments: its steps, and where one of them is a phase, those of the phase. A game whose
/// turn is one step has no earlier and later in it.
pub(in crate::check) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let Whole { rules, graph, .. } = whole;
    let Some((turn, proc)) = rules.procs.iter().find(|(_, p)| p.kind == ProcKind::Turn && p.steps.len() > 1) else { return Vec::new() };
    let reach = Reach::of(rules, graph);
    let (mut phases, mut moments) = (Vec::new(), Vec::new());
    for (i, step) in proc.steps.iter().enumerate() {
        for part in parts(rules, turn, step) {
            phases.push((phase(rules, step), i));
            moments.push(moment(rules, graph, &reach, (turn, part)));
        }
    }
    let loose = loose(rules, graph);
    let set_up = set_up(whole);
    let marker = |s: &State| s.kind == StateKind::Marker && !set_up.contains(&rules.names.key_of(s.name));
    let mut out = Vec::new();
    for (id, state) in rules.states.iter().filter(|(_, s)| marker(s)) {
        let cell = Cell::State(id);
        let among = |set: &BTreeSet<Cell>| set.contains(&cell);
        if among(&loose.reads) || among(&loose.gains) {
            continue;
        }
        let at = |of: fn(&Touched) -> &BTreeSet<Cell>| {
            moments.iter().enumerate().filter(|(_, t)| among(of(t))).map(|(i, _)| i).collect::<Vec<_>>()
        };
        let (gained, asked) = (at(|t| &t.gains), at(|t| &t.reads));
        let last = |from: usize| match state.until {
            Until::Turn => Some(moments.len() - 1),
            Until::Phase => phases.get(from).and_then(|here| phases.iter().rposition(|p| p.1 == here.1)),
            Until::Proc(ends) => phases.iter().rposition(|p| p.0 == Some(ends)),
            Until::Stays | Until::NextTurn | Until::NextProc(_) => None,
        };
        let lives = |from: usize, when: usize| match last(from) {
            Some(last) if from <= last => (from..=last).contains(&when),
            // it lasts into the next turn
            Some(last) => when >= from || when <= last,
            None => true,
        };
        let ever = asked.iter().any(|when| gained.iter().any(|from| lives(*from, *when)));
        if !gained.is_empty() && !asked.is_empty() && !ever {
            out.extend(told(rules, id, state));
        }
    }
    out
}

/// The phase that a step of the turn is, if it is nothing else.
fn phase(rules: &Rules, step: &Step) -> Option<ProcId> {
    match step.block.iter().map(|s| &s.kind).collect::<Vec<_>>().as_slice() {
        [StmtKind::Do(call, None)] if step.result.is_none() => {
            rules.procs.get(call.proc).filter(|p| p.kind == ProcKind::Phase && p.steps.len() > 1).map(|_| call.proc)
        }
        _ => None,
    }
}

/// A step of the turn, or those of the phase that it is, each with whose it is.
fn parts<'r>(rules: &'r Rules, turn: ProcId, step: &'r Step) -> Vec<(ProcId, &'r Step)> {
    let of = phase(rules, step).and_then(|id| Some((id, rules.procs.get(id)?)));
    of.map_or_else(|| vec![(turn, step)], |(id, p)| p.steps.iter().map(|s| (id, s)).collect())
}

/// What one step touches, with all that may run meanwhile.
fn moment(rules: &Rules, graph: &Graph, reach: &Reach, (turn, (own, step)): (ProcId, (ProcId, &Step))) -> Touched {
    let mut toucher = Toucher::new(rules, graph);
    walk::walk_step(&mut toucher, step);
    // what meets the turn, or a phase as a whole, is taken as done at each of its steps
    let here = |proc: ProcId, name: Option<_>| if proc == own { name.is_none() || name == step.line.name } else { proc == turn };
    let met = graph.splices.iter().filter(|((p, name, _), _)| here(*p, *name)).flat_map(|(_, list)| list);
    met.for_each(|m| toucher.met(*m));
    toucher.within(reach);
    toucher.found
}

/// What is touched at no moment of the turn, or at any.
fn loose(rules: &Rules, graph: &Graph) -> Touched {
    let mut toucher = Toucher::new(rules, graph);
    graph.arrivals.iter().for_each(|m| toucher.met(*m));
    graph.anytimes.iter().filter_map(|a| rules.attaches.get(*a)).for_each(|a| walk::walk_attach(&mut toucher, a));
    [rules.settings.score, rules.settings.standing].into_iter().flatten().for_each(|v| toucher.value(v));
    every::thing(rules, &mut toucher);
    let opening = rules.procs.iter().filter(|(_, p)| p.kind == ProcKind::Opening);
    opening.for_each(|(id, _)| toucher.proc(id));
    toucher.rest();
    toucher.found
}

/// What scenarios speak of: they may give it before the first turn.
fn set_up(whole: Whole<'_>) -> BTreeSet<KeyId> {
    let scenes = whole.decls.iter().filter(|d| matches!(*d.kind, DeclKind::Scenario(_)));
    let said = scenes.flat_map(|d| names(d).0.into_iter().filter(|(n, _)| Some(*n) != title(&d.kind)).collect::<Vec<_>>());
    said.map(|(n, _)| whole.rules.names.key_of(n)).collect()
}

/// The first place that gains a state, and the first that asks for it.
struct Places {
    state: StateId,
    here: Option<Span>,
    gained: Option<Span>,
    asked: Option<Span>,
}

impl Walk for Places {
    fn stmt(&mut self, s: &Stmt) {
        if let StmtKind::Gain(_, list) = &s.kind
            && list.iter().any(|t| matches!(t, Thing::State(state) if *state == self.state))
        {
            self.gained.get_or_insert(s.at.span());
        }
        self.here = Some(s.at.span());
        walk::walk_stmt(self, s);
    }

    fn expr(&mut self, e: &crate::hir::Expr) {
        let outer = self.here.replace(e.at.span());
        walk::walk_expr(self, e);
        self.here = outer;
    }

    fn meeting(&mut self, m: &crate::hir::Meeting) {
        self.here = Some(m.at.span());
        walk::walk_meeting(self, m);
    }

    fn quality(&mut self, q: &Quality) {
        if matches!(q, Quality::State(state) if *state == self.state) && self.asked.is_none() {
            self.asked = self.here;
        }
        match q {
            Quality::Condition(_, args) => args.iter().for_each(|a| self.expr(a)),
            Quality::Same(e) => self.expr(e),
            _ => {}
        }
    }
}

fn told(rules: &Rules, id: StateId, state: &State) -> Option<Diagnostic> {
    let mut places = Places { state: id, here: None, gained: None, asked: None };
    every::part(rules, &mut places);
    let name = rules.names.text(state.name);
    let (with, longer) = match state.until {
        Until::Phase => ("the phase in which it is gained", "until end of turn"),
        Until::Proc(_) => ("what its `until` names", "until end of turn"),
        _ => ("the turn", "until end of next turn"),
    };
    let d = Diagnostic::new(Code::Never, state.line.at.span(), format!("`{name}` is gone before anything asks for it"))
        .here(format!("it ends with {with}"))
        .help(format!("let it last longer: `{longer}`, or ask for it sooner"));
    Some(d.label(places.gained?, "it is gained here").label(places.asked?, "and this asks when it has ended"))
}
