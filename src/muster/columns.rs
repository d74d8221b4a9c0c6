//! Profiles that leave out a column which all others of their kind have, so that it is 0.

use std::collections::BTreeSet;

use super::{Entries, Entry, Rulebook};
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::{self, Walk, every};
use crate::hir::{Column, Expr, ExprKind, Rules, ValueId};

/// So many others say that a column belongs in a profile.
const MANY: usize = 3;

impl Entries {
    /// Entries whose profiles leave out a column that rules ask for and that all others give.
    pub(super) fn incomplete(&self, book: Rulebook<'_>) -> Vec<Diagnostic> {
        let rules = book.rules;
        let lacking: Vec<(&Entry, usize)> = (0..rules.columns.len()).filter_map(|c| Some((self.alone_without(c)?, c))).collect();
        if lacking.is_empty() {
            return Vec::new();
        }
        let asked = Asked::of(rules);
        let wanted = |c: &Column| asked.0.contains(&c.value);
        let column = |c: usize| rules.columns.all().get(c).filter(|c| wanted(c));
        let told = |(e, c): (&Entry, usize)| {
            let (span, name) = (e.headed.as_ref()?.0, rules.names.text(column(c)?.name));
            let d = Diagnostic::new(Code::Outlier, span, format!("the profile of `{}` has no column `{name}`", e.name));
            let d = d.here("so it is 0, and all others of its kind have it");
            Some(d.help(format!("write `| {name}` here, and below it a number, or `0` if none is meant")))
        };
        lacking.into_iter().filter_map(told).collect()
    }

    /// The one entry that does not give a column, where all others of its kind do.
    fn alone_without(&self, column: usize) -> Option<&Entry> {
        // of two headings alike one may have been meant to be this, and that is told
        let twice = |all: &[usize]| all.iter().collect::<BTreeSet<_>>().len() < all.len();
        let gives = |e: &&Entry| e.headed.as_ref().is_some_and(|(_, all)| all.contains(&column) || twice(all));
        let kind = self.entries.iter().find(gives)?.kind;
        let headed = self.entries.iter().filter(|e| e.kind == kind && e.headed.is_some());
        let (with, without): (Vec<_>, Vec<_>) = headed.partition(gives);
        match without.as_slice() {
            [one] if with.len() >= MANY => Some(one),
            _ => None,
        }
    }
}

/// The values for which rules ask.
#[derive(Default)]
struct Asked(BTreeSet<ValueId>);

impl Asked {
    fn of(rules: &Rules) -> Self {
        let mut all = Self::default();
        every::part(rules, &mut all);
        all
    }
}

impl Walk for Asked {
    fn expr(&mut self, e: &Expr) {
        if let ExprKind::Ask(value, _) = *e.kind {
            self.0.insert(value);
        }
        walk::walk_expr(self, e);
    }
}
