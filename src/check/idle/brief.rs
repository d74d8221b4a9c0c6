//! Effects that have ended before anything is asked that they change.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Whole;
use super::super::reach::Reach;
use super::super::touch::Toucher;
use super::super::touched::Cell;
use super::dealt::Dealt;
use crate::diag::{Code, Diagnostic};
use crate::graph::{Graph, Splice};
use crate::hir::walk::{self, Walk};
use crate::hir::{
    Attach, Block, Body, Hook, LastingId, Moment, ProcId, ProcKind, Rules, StateId, StateKind, Stmt, StmtKind, Until, ValueId,
};
use crate::intern::Sym;
use crate::source::At;

/// Effects that begin in statements, and where.
#[derive(Default)]
struct Begun(Effects);

/// Effects, and where they begin.
type Effects = Vec<(LastingId, At)>;

impl Walk for Begun {
    fn stmt(&mut self, s: &Stmt) {
        if let StmtKind::Wake(wake) = &s.kind {
            self.0.push((wake.what, s.at));
        }
        walk::walk_stmt(self, s);
    }
}

/// Reports those that begin behind a step of what they end with.
pub(in crate::check) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let Whole { rules, graph, .. } = whole;
    let reach = Reach::of(rules, graph);
    let mut out = Vec::new();
    for attach in rules.attaches.all().iter().filter(|a| a.moment == Moment::After) {
        let Some((proc, step, begun)) = begins(attach) else { continue };
        for (effect, at) in begun {
            let Some(lasting) = rules.lasting.get(effect).filter(|l| l.until == Until::Proc(proc)) else { continue };
            let rest = rest(rules, graph, &reach, (proc, behind(rules, proc, step)));
            let changes: Vec<&Hook> =
                rules.attaches.all().iter().filter(|a| a.lasting == Some(effect)).flat_map(|a| &a.meets).map(|m| &m.hook).collect();
            let met = |hook: &&Hook| match hook {
                Hook::Value(value) => rest.values.contains(value),
                Hook::Proc(p) | Hook::Step(p, _) | Hook::Cost(p) => rest.procs.contains(p) || *p == proc,
                Hook::Rule(_) | Hook::Row(_) | Hook::Coming => true,
            };
            let bans = rules.forbids.iter().any(|f| f.lasting == Some(effect));
            if changes.is_empty() || bans || changes.iter().any(met) {
                continue;
            }
            let name = rules.procs.get(proc).map_or("", |p| rules.names.text(p.head.name));
            let d = Diagnostic::new(Code::Never, lasting.line.at.span(), "this has ended before it changes anything");
            let d = d.here(format!("in the rest of `{name}` nothing is asked that it changes"));
            let d = if at.span() == lasting.line.at.span() { d } else { d.label(at.span(), "it begins here") };
            out.push(d.help("let it last longer, such as `until end of turn`, or begin it sooner"));
        }
    }
    out.extend(markers(whole, &reach));
    out
}

/// Markers that end with the procedure behind a step of which they are gained, and of which nothing asks in the rest of it.
fn markers(whole: Whole<'_>, reach: &Reach) -> Vec<Diagnostic> {
    let Whole { rules, graph, .. } = whole;
    let mut gains: BTreeMap<StateId, Vec<Option<(ProcId, usize)>>> = BTreeMap::new();
    for attach in rules.attaches.all() {
        let here = place(attach).filter(|_| attach.moment == Moment::After).map(|(proc, step, _)| (proc, behind(rules, proc, step)));
        let mut all = Dealt::default();
        walk::walk_attach(&mut all, attach);
        all.gained.into_iter().for_each(|d| gains.entry(d.state).or_default().push(here));
    }
    for (id, proc) in rules.procs.iter() {
        if matches!(proc.kind, ProcKind::Chance(_)) {
            // what comes of a throw belongs to no step
            let mut all = Dealt::default();
            walk::walk_proc(&mut all, proc);
            all.gained.into_iter().for_each(|d| gains.entry(d.state).or_default().push(None));
        }
        for (i, step) in proc.steps.iter().enumerate() {
            let mut all = Dealt::default();
            walk::walk_step(&mut all, step);
            // what else is said in the step may ask for it
            all.gained.into_iter().for_each(|d| gains.entry(d.state).or_default().push(Some((id, i))));
        }
    }
    let mut out = Vec::new();
    for (id, places) in gains {
        let Some(state) = rules.states.get(id).filter(|s| s.kind == StateKind::Marker) else { continue };
        let Until::Proc(ends) = state.until else { continue };
        let gone = |place: &Option<(ProcId, usize)>| {
            place.is_some_and(|(proc, at)| proc == ends && !rest(rules, graph, reach, (proc, at)).reads.contains(&Cell::State(id)))
        };
        if places.iter().all(gone) {
            let (name, with) = (rules.names.text(state.name), rules.procs.get(ends).map_or("", |p| rules.names.text(p.head.name)));
            let d = Diagnostic::new(Code::Never, state.line.at.span(), format!("`{name}` is gone before anything asks for it"));
            let d = d.here(format!("it ends with the `{with}` in which it is gained"));
            out.push(d.help("let it last longer, such as `until end of turn`"));
        }
    }
    out
}

/// The number of the step behind one.
fn behind(rules: &Rules, id: ProcId, step: Sym) -> usize {
    let steps = rules.procs.get(id).map_or(&[][..], |p| &p.steps);
    steps.iter().position(|s| s.line.name == Some(step)).map_or(0, |i| i + 1)
}

/// The step at which a line stands, if it is one, and what it does there.
fn place(attach: &Attach) -> Option<(ProcId, Sym, &Block)> {
    let mut places = attach.meets.iter().map(|m| match (&m.hook, &m.body) {
        (Hook::Step(proc, step), Body::Happens(block)) => Some((*proc, *step, block)),
        _ => None,
    });
    let (proc, step, block) = places.next()??;
    let one = places.all(|p| p.is_some_and(|(p, s, _)| p == proc && s == step));
    one.then_some((proc, step, block))
}

/// The same, with the effects that begin there.
fn begins(attach: &Attach) -> Option<(ProcId, Sym, Effects)> {
    let (proc, step, block) = place(attach)?;
    let mut begun = Begun::default();
    begun.block(block);
    (!begun.0.is_empty()).then_some((proc, step, begun.0))
}

/// What may run, and what may be asked, in a procedure from one of its steps on.
struct Rest {
    procs: BTreeSet<ProcId>,
    values: BTreeSet<ValueId>,
    reads: BTreeSet<Cell>,
}

fn rest(rules: &Rules, graph: &Graph, reach: &Reach, (id, at): (ProcId, usize)) -> Rest {
    let mut toucher = Toucher::new(rules, graph);
    let steps = rules.procs.get(id).map_or(&[][..], |p| &p.steps);
    let after = at.checked_sub(1).and_then(|i| steps.get(i)).map(|s| s.line.name);
    let later: Vec<_> = steps.iter().skip(at).collect();
    later.iter().for_each(|s| walk::walk_step(&mut toucher, s));
    for ((proc, name, splice), list) in &graph.splices {
        let behind = later.iter().any(|s| s.line.name == *name) || Some(*name) == after && *splice == Splice::After;
        if *proc == id && (name.is_none() || behind) {
            list.iter().for_each(|m| toucher.met(*m));
        }
    }
    toucher.within(reach);
    Rest { procs: toucher.procs, values: toucher.values, reads: toucher.found.reads }
}
