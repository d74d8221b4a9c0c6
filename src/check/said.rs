//! What lines say of one quantity or throw, each with when it counts.

use super::apart::met_holds;
use super::words::met_name;
use crate::graph::{Graph, Met, Quantity, Row, Source};
use crate::hir::{Body, Change, ChangeKind, Expr, OwnRow, ProcId, Rules, ValueId};
use crate::intern::Sym;
use crate::source::Span;

/// What one line says.
#[derive(Clone, Debug)]
pub(super) struct Said<'a> {
    /// The line, as something that may be switched off.
    pub row: Row,
    /// The line of a rule, where it is one.
    pub met: Option<Met>,
    /// What it is called.
    pub name: String,
    /// Whether it is the line of a rule.
    pub of_rule: bool,
    /// When it counts.
    pub when: Vec<Expr>,
    /// What it says.
    pub change: &'a Change,
    /// Its line.
    pub line: Span,
}

impl<'a> Said<'a> {
    /// Where it says it.
    pub const fn at(&self) -> Span {
        self.change.at.span()
    }

    fn own(rules: &Rules, head: Sym, row: Row, own: &'a OwnRow) -> Self {
        let name = rules.names.text(own.line.name.unwrap_or(head)).to_owned();
        let (when, line) = (tests(&own.change), own.line.at.span());
        Self { row, met: None, name, of_rule: false, when, change: &own.change, line }
    }

    fn met(rules: &'a Rules, met: Met, change: &'a Change) -> Option<Self> {
        let (attach, _) = met.of(rules)?;
        let mut when = met_holds(rules, met);
        when.extend(tests(change));
        let (name, line) = (met_name(rules, met), attach.line.at.span());
        Some(Self { row: Row::Met(met), met: Some(met), name, of_rule: attach.rule.is_some(), when, change, line })
    }
}

/// What must hold for a change. The result of a throw is asked after it.
fn tests(change: &Change) -> Vec<Expr> {
    change.guard.iter().filter(|g| g.result.is_none()).map(|g| g.test.clone()).collect()
}

/// All that changes a value, but what the value is before.
pub(super) fn of_value<'a>(rules: &'a Rules, graph: &Graph, id: ValueId) -> Vec<Said<'a>> {
    let Some(value) = rules.values.get(id) else { return Vec::new() };
    let mut based = value.base.is_some() || value.column.is_some();
    let mut out = Vec::new();
    for (i, own) in (0..).zip(&value.rows) {
        // of a value that says nothing else, the first that always holds is what it is
        if !based && matches!(own.change.kind, ChangeKind::Set(_)) && own.change.guard.is_empty() {
            based = true;
            continue;
        }
        out.push(Said::own(rules, value.head.name, Row::OfValue(id, i), own));
    }
    out.extend(of_quantity(rules, graph, Quantity::Value(id)));
    out
}

/// What rules change in a quantity.
pub(super) fn of_quantity<'a>(rules: &'a Rules, graph: &Graph, quantity: Quantity) -> Vec<Said<'a>> {
    let mut out = Vec::new();
    for met in graph.changes_of(quantity) {
        if let Some(Body::Changes(list)) = met.of(rules).map(|(_, m)| &m.body) {
            out.extend(list.iter().filter_map(|c| Said::met(rules, *met, c)));
        }
    }
    out
}

/// All that changes a throw, or how it is moved in a manner.
pub(super) fn of_throw<'a>(rules: &'a Rules, graph: &Graph, id: ProcId) -> Vec<Said<'a>> {
    let Some(proc) = rules.procs.get(id) else { return Vec::new() };
    let Some(rows) = proc.rows() else { return Vec::new() };
    let one = |toss: &crate::graph::Toss| match toss.source {
        Source::Own(i) => rows.get(i as usize).map(|own| Said::own(rules, proc.head.name, Row::OfThrow(id, i), own)),
        Source::Met(met) => match &met.of(rules)?.1.body {
            Body::Changes(list) => Said::met(rules, met, list.get(toss.change as usize)?),
            _ => None,
        },
    };
    graph.tosses_of(id).iter().filter_map(one).collect()
}
