//! Which values a question asks.

use std::collections::BTreeSet;

use crate::hir::walk::{self, Walk};
use crate::hir::{Expr, ExprKind, Quality, Rules, ValueId};

/// What questions ask.
pub(super) struct Asks<'a> {
    rules: &'a Rules,
    /// The values.
    pub values: BTreeSet<ValueId>,
    /// Whether they ask what ground costs.
    pub ground: bool,
}

impl<'a> Asks<'a> {
    /// Nothing yet.
    pub const fn of(rules: &'a Rules) -> Self {
        Self { rules, values: BTreeSet::new(), ground: false }
    }
}

impl Walk for Asks<'_> {
    fn expr(&mut self, e: &mut Expr) {
        match &*e.kind {
            ExprKind::Ask(value, _) => {
                self.values.insert(*value);
            }
            // how far it is hangs on what ground costs, and that on who goes there
            ExprKind::March(..) if !std::mem::replace(&mut self.ground, true) => {
                let rules = self.rules;
                let costs = rules.terrains.all().iter().flat_map(|t| &t.costs);
                costs.filter_map(|c| c.1.as_ref()).for_each(|(_, e)| self.expr(&mut e.clone()));
            }
            _ => {}
        }
        walk::walk_expr(self, e);
    }

    fn quality(&mut self, q: &mut Quality) {
        match q {
            Quality::Condition(value, args) => {
                self.values.insert(*value);
                args.iter_mut().for_each(|a| self.expr(a));
            }
            Quality::Same(e) => self.expr(e),
            Quality::State(_) | Quality::Rule(_) | Quality::Row(_) | Quality::Tagged(..) | Quality::Ground(_) | Quality::Error => {}
        }
    }
}
