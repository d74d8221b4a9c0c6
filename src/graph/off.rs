//! What switches lines off: `ignore`, and what one line is `over` at its place.

use crate::hir::{Attach, Body, Head, Hook, LocalId, Meeting, Precedence, ProcId, RuleId, Rules, Symbol, ValueId};
use crate::hir::{Carrier, Moment};
use crate::intern::Sym;

use super::{Graph, Met, Order, Shut};

/// A line that may be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Row {
    /// A line of a rule at one of its places.
    Met(Met),
    /// What a rule forbids, at an action.
    Shut(Shut),
    /// A row of a value's own, by its place.
    OfValue(ValueId, u32),
    /// A row of a throw's or a manner's own, by its place.
    OfThrow(ProcId, u32),
    /// What an action asks, by its place.
    Need(ProcId, u32),
}

/// A line that switches another off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Off {
    /// What is switched off.
    pub row: Row,
    /// What switches it off.
    pub by: Met,
    /// Whether that does so as it is `over` it: it does only where it changes something itself.
    pub over: bool,
}

/// What a hook is whose blanks a line speaks of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    Value(ValueId),
    Cost(ProcId),
    Proc(ProcId),
}

/// What a line stands at that is spliced into a procedure.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// The whole.
    Whole,
    /// A step.
    Named(Sym),
}

/// A line that may be switched off, and where it stands.
struct Stands {
    row: Row,
    base: Base,
    /// The step, of what is spliced into a procedure.
    step: Option<Step>,
}

/// All that switches anything off: first what ignores, then what is over others, each in canonical order.
pub(super) fn offs(rules: &Rules, graph: &Graph, order: &Order<'_>) -> Vec<Off> {
    let mut lines: Vec<Met> = graph.meets.values().flatten().copied().collect();
    lines.sort();
    order.by_name(&mut lines);
    let mut out = Vec::new();
    for met in &lines {
        let Some((_, meeting)) = met.of(rules) else { continue };
        if !matches!(meeting.body, Body::Ignore) {
            continue;
        }
        let found = match &meeting.hook {
            Hook::Rule(rule) => of_rule(rules, *rule),
            Hook::Row(name) => named(rules, *name),
            _ => Vec::new(),
        };
        let fits = found.into_iter().filter(|s| speaks_of(rules, meeting, s.base));
        out.extend(fits.map(|s| Off { row: s.row, by: *met, over: false }));
    }
    for met in &lines {
        let Some((attach, meeting)) = met.of(rules) else { continue };
        let Some((base, step)) = overrides(attach, meeting) else { continue };
        for (_, name, _) in attach.precedence.iter().filter(|(p, ..)| *p == Precedence::Over) {
            let found = gives_way(rules, *name).into_iter().filter(|s| s.base == base);
            let here = found.filter(|s| step.is_none() || s.step.is_none() || s.step == step);
            out.extend(here.map(|s| Off { row: s.row, by: *met, over: true }));
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    out.retain(|off| seen.insert(*off));
    out
}

/// Where a line stands that may be over others: the hook, and the step where it is spliced into a procedure.
fn overrides(attach: &Attach, meeting: &Meeting) -> Option<(Base, Option<Step>)> {
    if matches!(meeting.body, Body::Ignore | Body::Mute) || attach.moment == Moment::Anytime {
        return None;
    }
    stands(meeting)
}

/// The hook whose blanks a meeting speaks of, and the step where it is spliced into a procedure.
fn stands(meeting: &Meeting) -> Option<(Base, Option<Step>)> {
    let changes = matches!(meeting.body, Body::Changes(_));
    match &meeting.hook {
        Hook::Value(v) => Some((Base::Value(*v), None)),
        Hook::Cost(p) => Some((Base::Cost(*p), None)),
        Hook::Proc(p) => Some((Base::Proc(*p), (!changes).then_some(Step::Whole))),
        Hook::Step(p, step) => Some((Base::Proc(*p), (!changes).then_some(Step::Named(*step)))),
        Hook::Rule(_) | Hook::Row(_) | Hook::Coming => None,
    }
}

/// What a name before a colon means: rows that are called so, and the lines of rules of that name.
fn gives_way(rules: &Rules, name: Sym) -> Vec<Stands> {
    let mut out = named(rules, name);
    for symbol in rules.symbols.get(&rules.names.key_of(name)).into_iter().flatten() {
        if let Symbol::Rule(rule) = symbol {
            out.extend(of_rule(rules, *rule));
        }
    }
    out
}

/// The lines of a rule, where they stand at a hook.
fn of_rule(rules: &Rules, rule: RuleId) -> Vec<Stands> {
    let mut out = Vec::new();
    for (attach, line) in rules.attaches.iter().filter(|(_, a)| a.rule == Some(rule) && a.moment != Moment::Anytime) {
        for (met, meeting) in (0..).map(|nth| Met { attach, nth }).zip(&line.meets) {
            if let Some((base, step)) = overrides(line, meeting) {
                out.push(Stands { row: Row::Met(met), base, step });
            }
        }
    }
    for (forbid, line) in (0..).zip(&rules.forbids).filter(|(_, f)| f.rule == Some(rule)) {
        for (nth, meeting) in (0..).zip(&line.meets) {
            if let Some((base, _)) = stands(meeting) {
                out.push(Stands { row: Row::Shut(Shut { forbid, nth }), base, step: None });
            }
        }
    }
    out
}

/// The rows and needs of that name.
fn named(rules: &Rules, name: Sym) -> Vec<Stands> {
    let is = |own: Option<Sym>| own.is_some_and(|own| rules.names.same(own, name));
    let mut out = Vec::new();
    for (value, v) in rules.values.iter() {
        let rows = (0..).zip(&v.rows).filter(|(_, r)| is(r.line.name));
        out.extend(rows.map(|(i, _)| Stands { row: Row::OfValue(value, i), base: Base::Value(value), step: None }));
    }
    for (proc, p) in rules.procs.iter() {
        let base = Base::Proc(proc);
        let needs = (0..).zip(&p.needs).filter(|(_, n)| is(n.line.name));
        out.extend(needs.map(|(i, _)| Stands { row: Row::Need(proc, i), base, step: None }));
        if let Some(rows) = p.rows() {
            let rows = (0..).zip(rows).filter(|(_, r)| is(r.line.name));
            out.extend(rows.map(|(i, _)| Stands { row: Row::OfThrow(proc, i), base, step: None }));
        }
    }
    out
}

/// Whether the blanks that a line fills are those of a hook; one that fills none, and does not say where, speaks of every
/// hook.
fn speaks_of(rules: &Rules, meeting: &Meeting, base: Base) -> bool {
    if let Some(hook) = &meeting.within {
        let there = match hook {
            Hook::Value(v) => Base::Value(*v),
            Hook::Cost(p) => Base::Cost(*p),
            Hook::Proc(p) | Hook::Step(p, _) => Base::Proc(*p),
            Hook::Rule(_) | Hook::Row(_) | Hook::Coming => return false,
        };
        return there == base;
    }
    let head: Option<&Head> = match base {
        Base::Value(v) => rules.values.get(v).map(|v| &v.head),
        Base::Cost(p) | Base::Proc(p) => rules.procs.get(p).map(|p| &p.head),
    };
    let has = |local: LocalId| head.is_some_and(|h| h.roles.iter().any(|r| r.local == local));
    let carrier = if let Carrier::Blank(local) = meeting.carrier { Some(local) } else { None };
    meeting.blanks.iter().map(|b| b.role).chain(carrier).all(has)
}
