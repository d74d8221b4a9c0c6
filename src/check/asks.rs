//! Which values a question asks.

use std::collections::BTreeMap;

use crate::hir::walk::{self, Walk};
use crate::hir::{Expr, ExprKind, Quality, Rules, ValueId};
use crate::source::Span;

/// What questions ask.
pub(super) struct Asks<'a> {
    rules: &'a Rules,
    /// The values, each with how often it is asked.
    pub values: BTreeMap<ValueId, u32>,
    /// Where each is asked first.
    pub first: BTreeMap<ValueId, Span>,
    /// Whether they ask what ground costs.
    pub ground: bool,
}

impl<'a> Asks<'a> {
    /// Nothing yet.
    pub const fn of(rules: &'a Rules) -> Self {
        Self { rules, values: BTreeMap::new(), first: BTreeMap::new(), ground: false }
    }

    fn asks(&mut self, value: ValueId) {
        let times = self.values.entry(value).or_default();
        *times = times.saturating_add(1);
    }
}

impl Walk for Asks<'_> {
    fn expr(&mut self, e: &Expr) {
        match &*e.kind {
            ExprKind::Ask(value, _) => {
                self.asks(*value);
                self.first.entry(*value).or_insert_with(|| e.at.span());
            }
            // how far it is hangs on what ground costs, and that on who goes there
            ExprKind::March(..) if !std::mem::replace(&mut self.ground, true) => {
                let rules = self.rules;
                let costs = rules.terrains.all().iter().flat_map(|t| &t.costs);
                costs.filter_map(|c| c.1.as_ref()).for_each(|(_, e)| self.expr(e));
            }
            _ => {}
        }
        walk::walk_expr(self, e);
    }

    fn quality(&mut self, q: &Quality) {
        match q {
            Quality::Condition(value, args) => {
                self.asks(*value);
                args.iter().for_each(|a| self.expr(a));
            }
            Quality::Same(e) => self.expr(e),
            Quality::State(_) | Quality::Rule(_) | Quality::Row(_) | Quality::Tagged(..) | Quality::Ground(_) | Quality::Error => {}
        }
    }
}
