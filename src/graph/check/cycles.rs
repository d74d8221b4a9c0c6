//! Values that ask themselves, and procedures that do themselves again whatever happens.

use std::collections::BTreeSet;

use crate::diag::{Code, Diagnostic};
use crate::graph::compile::Pass;
use crate::graph::ir::{Bin, Domain, Ex, Op, S, X};
use crate::ir::{Program, Terrain};
use crate::model::StateKind;
use crate::source::Span;

/// Reports both.
pub(super) fn check(pass: &Pass<'_>) -> Vec<Diagnostic> {
    let program = &pass.program;
    let asks: Vec<Vec<(usize, Span)>> = (0..program.slots.len()).map(|s| asked_by(program, s)).collect();
    let does: Vec<Vec<(usize, Span)>> = (0..program.procs.len()).map(|p| surely_done(pass, p)).collect();
    let name = |heads: &[crate::model::Head], i: usize| heads.get(i).map_or(String::new(), |h| h.name.clone());
    let mut out = Vec::new();
    for chain in circles(&asks) {
        let label = |i: usize| name(&program.slot_heads, i);
        out.push(told(
            &chain,
            label,
            "asks",
            "a question that comes back to itself has no answer",
            "let one of them ask for something that is known without the others",
        ));
    }
    if out.is_empty() {
        out.extend(deep(&asks).map(|s| {
            let head = program.slot_heads.get(s);
            let message = format!("`{}` asks through more than {DEEP} others", head.map_or("", |h| h.name.as_str()));
            let help = "let it, or one of those that it asks, be known without so many";
            Diagnostic::new(Code::Unready, head.map(|h| h.span).unwrap_or_default(), message).help(help)
        }));
    }
    out.extend(program.terrains.iter().filter_map(|t| ground(program, t)));
    for chain in circles(&does) {
        let label = |i: usize| name(&program.proc_heads, i);
        out.push(told(
            &chain,
            label,
            "does",
            "nothing stops it, so it would go on without end",
            "let one of them ask first whether it is still needed, or limit it: `once per turn`",
        ));
    }
    out
}

/// How many values may stand behind each other.
const DEEP: usize = 100;

/// A value behind which there are more, where none comes back to itself.
fn deep(next: &[Vec<(usize, Span)>]) -> Option<usize> {
    let mut behind = vec![0; next.len()];
    loop {
        let mut grown = false;
        for (at, asked) in next.iter().enumerate() {
            let most = asked.iter().filter_map(|(to, _)| behind.get(*to)).max().map_or(0, |n| n + 1);
            if most > DEEP {
                return Some(at);
            }
            if let Some(old) = behind.get_mut(at).filter(|old| **old < most) {
                *old = most;
                grown = true;
            }
        }
        if !grown {
            return None;
        }
    }
}

/// Ground whose cost hangs on a way over ground.
fn ground(program: &Program, terrain: &Terrain) -> Option<Diagnostic> {
    let mut found = Found::default();
    terrain.costs.iter().filter_map(|c| c.1).for_each(|x| values_in(program, x, &mut found));
    let span = program.rows.get(terrain.row as usize).filter(|_| found.ground)?.span;
    let message = format!("what `{}` costs hangs on a way over ground", terrain.name);
    Some(Diagnostic::new(Code::Cycle, span, message).help("ask how far it is with `distance`, which no ground makes longer"))
}

fn told(chain: &[(usize, Span)], name: impl Fn(usize) -> String, verb: &str, why: &str, help: &str) -> Diagnostic {
    let (first, span) = chain.first().copied().unwrap_or_default();
    let through: Vec<String> = chain.iter().skip(1).map(|(i, _)| format!("`{}`", name(*i))).collect();
    let message = if through.is_empty() {
        format!("`{}` {verb} itself", name(first))
    } else {
        format!("`{}` {verb} itself, through {}", name(first), through.join(", "))
    };
    let mut d = Diagnostic::new(Code::Cycle, span, message).help(help);
    for (k, (i, at)) in chain.iter().enumerate() {
        let next = chain.get(k + 1).map_or(first, |n| n.0);
        let says = format!("`{}` {verb} `{}`", name(*i), name(next));
        d = if k == 0 { d.here(if through.is_empty() { why.to_owned() } else { says }) } else { d.label(*at, says) };
    }
    d
}

/// One shortest circle through each knot of a graph: where it goes, and the words that lead on from there.
fn circles(next: &[Vec<(usize, Span)>]) -> Vec<Vec<(usize, Span)>> {
    let mut done = BTreeSet::new();
    let mut out = Vec::new();
    for start in 0..next.len() {
        if done.contains(&start) {
            continue;
        }
        let mut paths: Vec<Vec<(usize, Span)>> = vec![Vec::new()];
        let mut at = vec![start];
        let mut seen = BTreeSet::new();
        let mut circle = None;
        let mut i = 0;
        while let (Some(here), None) = (at.get(i).copied(), &circle) {
            for (to, span) in next.get(here).into_iter().flatten() {
                let mut path = paths.get(i).cloned().unwrap_or_default();
                path.push((here, *span));
                if *to == start {
                    circle = Some(path);
                    break;
                }
                if seen.insert(*to) {
                    at.push(*to);
                    paths.push(path);
                }
            }
            i += 1;
        }
        if let Some(c) = circle {
            done.extend(c.iter().map(|(i, _)| *i));
            out.push(c);
        }
    }
    out
}

/// The values that a value asks, each with the words that ask.
fn asked_by(program: &Program, id: usize) -> Vec<(usize, Span)> {
    let Some(slot) = program.slots.get(id) else { return Vec::new() };
    let head = program.slot_heads.get(id).map(|h| h.span).unwrap_or_default();
    let mut out: Vec<(usize, Span)> = Vec::new();
    let mut add = |xs: &[Option<X>], span: Span| {
        let mut found = Found::default();
        xs.iter().flatten().for_each(|x| values_in(program, *x, &mut found));
        out.extend(found.slots.into_iter().map(|s| (s as usize, span)));
    };
    add(&[slot.base, slot.least, slot.most], head);
    for (_, c) in Program::contributions(slot) {
        let row = program.rows.get(c.row as usize);
        let span = row.map_or(head, |r| r.span);
        add(&[Some(c.guard), Some(c.x)], span);
        for off in row.map_or(&[][..], |r| &r.off) {
            add(&[Some(off.guard)], program.rows.get(off.row as usize).map_or(span, |r| r.span));
        }
    }
    out
}

/// What a question asks.
#[derive(Default)]
struct Found {
    slots: BTreeSet<u16>,
    /// Whether it asks what ground costs.
    ground: bool,
}

fn values_in(program: &Program, x: X, out: &mut Found) {
    let Some(ex) = program.exs.get(x as usize) else { return };
    match ex {
        Ex::Value { slot, .. } => {
            out.slots.insert(*slot);
        }
        // how far it is hangs on what ground costs, and that on who goes there
        Ex::March(..) if !std::mem::replace(&mut out.ground, true) => {
            program.terrains.iter().flat_map(|t| &t.costs).filter_map(|c| c.1).for_each(|x| values_in(program, x, out));
        }
        _ => {}
    }
    let parts = ex.parts();
    parts.kids.iter().for_each(|k| values_in(program, *k, out));
    parts.list.and_then(|l| program.lists.get(l as usize)).into_iter().flatten().for_each(|k| values_in(program, *k, out));
    if let Some(sel) = parts.sel {
        in_description(program, sel, out);
    }
}

fn in_description(program: &Program, sel: S, out: &mut Found) {
    let Some(sel) = program.sels.get(sel as usize) else { return };
    if let Domain::Of(_, of) | Domain::RowsOf(_, of) = sel.domain {
        values_in(program, of, out);
    }
    sel.filters.iter().chain(sel.extreme.iter().map(|(x, _)| x)).for_each(|x| values_in(program, *x, out));
}

/// The procedures that a procedure does whenever it is done, each with the words of the rule or head that say so.
fn surely_done(pass: &Pass<'_>, id: usize) -> Vec<(usize, Span)> {
    let program = &pass.program;
    let Some(p) = program.procs.get(id) else { return Vec::new() };
    let head = program.proc_heads.get(id).map(|h| h.span).unwrap_or_default();
    let mut out = Vec::new();
    let mut perhaps = 0;
    let mut carriers = false;
    for (i, op) in p.code.iter().enumerate() {
        let sure = i >= perhaps;
        match op {
            Op::Unless(x, to) if !lasting(program, *x) => perhaps = perhaps.max(*to as usize),
            Op::Each { sel, .. } => carriers = program.sels.get(*sel as usize).is_some_and(|s| matches!(s.domain, Domain::Carriers(_))),
            Op::Next { exit, .. } if !carriers => perhaps = perhaps.max(*exit as usize),
            Op::Offer { no: to, .. } | Op::Choose { none: to, may: true, .. } | Op::Take { exit: to, .. } => {
                perhaps = perhaps.max(*to as usize);
            }
            Op::Jump(to) if sure && (*to as usize) > i => perhaps = perhaps.max(*to as usize),
            Op::Stop(_) | Op::End | Op::Give(_) if sure => break,
            // what comes after something that may have ended this is not certain
            Op::Stop(_) | Op::End | Op::Give(_) => perhaps = usize::MAX,
            Op::Call { proc, .. } if sure => {
                let rule = pass.splicing.triggers.iter().find(|t| t.proc as usize == id && t.code.contains(&i));
                out.push((*proc as usize, rule.map_or(head, |t| t.attach.span)));
            }
            _ => {}
        }
    }
    out
}

/// Whether a guard, once it holds, holds for good: who carries a rule, whose side somebody is on.
fn lasting(program: &Program, x: X) -> bool {
    match program.exs.get(x as usize) {
        Some(Ex::Int(n)) => *n != 0,
        Some(Ex::Two(Bin::And, a, b)) => lasting(program, *a) && lasting(program, *b),
        Some(Ex::Bit { state, .. }) => program.book.states.get(*state as usize).is_some_and(|s| s.kind == StateKind::Rule),
        Some(Ex::RowHas { .. }) => true,
        Some(Ex::Two(Bin::Eq | Bin::Ne, a, b)) => [a, b].iter().all(|s| matches!(program.exs.get(**s as usize), Some(Ex::Side(_)))),
        _ => false,
    }
}
