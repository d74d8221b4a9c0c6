//! Markers that end with the next time of what they forbid.

use super::super::Whole;
use super::super::holds::holds;
use super::dealt::Dealt;
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::every;
use crate::hir::{ExprKind, Forbid, Meeting, Quality, Rules, State, StateKind, Until};

/// Reports them.
pub(in crate::check) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let mut all = Dealt::default();
    every::part(rules, &mut all);
    let markers = rules.states.iter().filter(|(id, s)| s.kind == StateKind::Marker && !all.loses(*id));
    markers.filter_map(|(_, state)| told(whole, state)).collect()
}

fn told(whole: Whole<'_>, state: &State) -> Option<Diagnostic> {
    let Until::NextProc(proc) = state.until else { return None };
    let rules = whole.rules;
    let shut = whole.graph.forbids.get(&proc)?.iter().filter_map(|s| s.of(rules));
    let own = |(forbid, meeting): &(&Forbid, &Meeting)| {
        let asks = holds(rules, forbid.rule, None, meeting);
        let [one] = asks.as_slice() else { return false };
        forbid.lasting.is_none() && bears(rules, &one.kind, state)
    };
    let (forbid, _) = shut.into_iter().find(own)?;
    let name = rules.names.text(state.name);
    let with = rules.procs.get(proc).map_or("", |p| rules.names.text(p.head.name));
    let d = Diagnostic::new(Code::Never, state.line.at.span(), format!("`{name}` never ends"));
    let d = d.here(format!("it ends with the next `{with}`, which whoever has it may not do"));
    Some(d.label(forbid.line.at.span(), "this forbids it").help("let it end otherwise, such as `until end of next turn`"))
}

/// Whether it is asked that somebody has this marker, and no more.
fn bears(rules: &Rules, e: &ExprKind, state: &State) -> bool {
    let is = |q: &Quality| match q {
        Quality::State(s) => rules.states.get(*s).is_some_and(|s| s.name == state.name),
        Quality::Rule(r) => rules.rules.get(*r).and_then(|r| rules.states.get(r.state?)).is_some_and(|s| s.name == state.name),
        _ => false,
    };
    matches!(e, ExprKind::Is(_, list) if matches!(list.as_slice(), [q] if is(q)))
}
