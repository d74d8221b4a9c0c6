//! What a change touches: hooks, the rules that meet them, units, clauses.

use std::collections::BTreeSet;

use super::Side;
use crate::graph::Graph;
use crate::hir::mutate::Part;
use crate::hir::{Hook, ProcId, ProcKind, RuleId, Rules};
use crate::intern::Sym;
use crate::ir::RuleNo;

/// What a hook is called, with its sort.
pub(super) fn hook_name(side: &Side<'_>, hook: &Hook) -> String {
    let r = side.book.rules;
    let text = |sym: Option<Sym>| sym.map_or("", |s| r.names.text(s)).to_owned();
    let proc = |p: &ProcId| text(r.procs.get(*p).map(|p| p.head.name));
    match hook {
        Hook::Value(v) => text(r.values.get(*v).map(|v| v.head.name)),
        Hook::Cost(p) => format!("cost of {}", proc(p)),
        Hook::Proc(p) => proc(p),
        Hook::Step(p, step) => format!("step {} of {}", r.names.text(*step), proc(p)),
        Hook::Rule(rule) => text(r.rules.get(*rule).map(|r| r.name)),
        Hook::Row(row) => r.names.text(*row).to_owned(),
        Hook::Coming => "moves".to_owned(),
    }
}

/// A hook with the word for its sort.
pub(super) fn hook_said(side: &Side<'_>, hook: &Hook) -> String {
    let r = side.book.rules;
    let word = match hook {
        Hook::Value(_) => "value",
        Hook::Proc(p) if r.procs.get(*p).is_some_and(|p| matches!(p.kind, ProcKind::Chance(_))) => "throw",
        Hook::Proc(p) if r.procs.get(*p).is_some_and(|p| matches!(p.kind, ProcKind::Manner(_))) => "manner",
        Hook::Proc(_) => "procedure",
        Hook::Cost(_) | Hook::Step(..) | Hook::Coming => "",
        Hook::Rule(_) => "rule",
        Hook::Row(_) => "row",
    };
    format!("{word} {}", hook_name(side, hook)).trim().to_owned()
}

/// The hooks that a declaration is.
pub(super) fn own_hooks(rules: &Rules, part: Part) -> Vec<Hook> {
    match part {
        Part::Value(v) => vec![Hook::Value(v)],
        Part::Proc(p) => {
            let steps = rules.procs.get(p).into_iter().flat_map(|p| &p.steps).filter_map(|s| s.line.name);
            std::iter::once(Hook::Proc(p)).chain(steps.map(|s| Hook::Step(p, s))).chain([Hook::Cost(p)]).collect()
        }
        _ => Vec::new(),
    }
}

/// The rules that meet a declaration.
pub(super) fn met_by(side: &Side<'_>, graph: &Graph, part: Part) -> BTreeSet<String> {
    let r = side.book.rules;
    let hooks = own_hooks(r, part);
    let lines = hooks.iter().flat_map(|h| graph.on(h)).filter_map(|met| r.attaches.get(met.attach));
    let of = |rule: Option<RuleId>| rule.and_then(|id| r.rules.get(id)).map(|rule| r.names.text(rule.name).to_owned());
    let forbids = hooks.iter().filter_map(|h| if let Hook::Proc(p) = h { Some(*p) } else { None }).flat_map(|p| graph.forbids_of(p));
    let forbids = forbids.filter_map(|shut| shut.of(r)).filter_map(|(f, _)| of(f.rule));
    lines.filter_map(|a| of(a.rule)).chain(forbids).collect()
}

/// The units that carry a rule, or can.
pub(super) fn units(side: &Side<'_>, part: Part) -> BTreeSet<String> {
    let Part::Rule(rule) = part else { return BTreeSet::new() };
    let id = RuleNo(rule.0);
    let entries = side.entries;
    // whoever carries what brings it carries it
    let brought = |have: &[RuleNo]| have.iter().any(|r| *r == id || entries.brings.get(*r).is_some_and(|b| b.contains(&id)));
    let all = entries.entries.iter().filter(|e| {
        let common = entries.common.iter().any(|(kind, rules)| (*kind == e.kind || *kind == e.piece) && brought(rules));
        let guise = |g: &crate::muster::Guise| g.rule == Some(id);
        common
            || brought(&e.rules)
            || e.has.iter().any(|c| c.guise.as_ref().is_some_and(guise))
            || e.offers.iter().any(|o| brought(&o.gains))
    });
    all.map(|e| e.name.clone()).collect()
}
