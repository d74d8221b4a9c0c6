//! What counts start at, and their bounds.

use crate::ast::{self, DeclKind};
use crate::diag::Code;
use crate::hir::{Expr, LocalId, Measure, Origin, Ty};

use super::super::{Resolver, Scope};

impl Resolver<'_> {
    /// What counts start at, and their bounds.
    pub(super) fn count_starts(&mut self) {
        for (_, d) in self.declared() {
            if let DeclKind::Count(count) = &*d.kind {
                self.count_start(count);
                self.count_bounds(count);
            }
        }
    }

    fn count_start(&mut self, count: &ast::Count) {
        let Some(start) = &count.starts else { return };
        let Some((local, mut scope, ty)) = self.bearer_of_count(count) else { return };
        let amount = self.expr(&mut scope, start);
        for name in &count.names {
            let id = self.count_of(name.sym, ty);
            if let Some(c) = id.and_then(|id| self.rules.counts.get_mut(id)) {
                c.starts = Some((local, amount.clone()));
            }
        }
    }

    fn count_bounds(&mut self, count: &ast::Count) {
        let Some(bounds) = &count.bounds else { return };
        let Some((local, mut scope, ty)) = self.bearer_of_count(count) else { return };
        let both = [&bounds.least, &bounds.most].map(|e| self.expr(&mut scope, e));
        for name in &count.names {
            let Some(id) = self.count_of(name.sym, ty) else { continue };
            let Some(holds) = self.rules.counts.get(id).map(|c| c.holds) else { continue };
            if !self.within_measure(holds, &both) {
                return;
            }
            if let Some(c) = self.rules.counts.get_mut(id) {
                c.bounds = Some((local, both.clone()));
            }
        }
    }

    /// Whether bounds are measured as what they bound. Plain numbers go with every measure that a count has introduced.
    fn within_measure(&mut self, holds: Ty, both: &[Expr; 2]) -> bool {
        for e in both {
            let named = matches!(holds, Ty::Number(Measure::Named(_))) && e.ty == Ty::PLAIN;
            if !matches!(holds, Ty::Number(_)) {
                let was = self.describe(holds);
                self.fault(Code::Type, e.at, format!("this count holds {was}, which has no least and no most"), "leave the bounds out");
                return false;
            }
            if !named && !self.zero(e) && !e.ty.fits(holds) {
                self.agree(holds, e.ty, e.at);
                return false;
            }
        }
        true
    }

    /// The word for whose a count is, what can be asked of him, and what he is.
    fn bearer_of_count(&mut self, count: &ast::Count) -> Option<(LocalId, Scope, Ty)> {
        let kind = self.kind(count.of.sym)?;
        let word = self.kind_of(kind).map_or(count.of.sym, |k| k.word);
        let ty = self.thing_type(kind);
        let local = self.local(word, ty, Origin::Blank);
        let mut scope = Scope::default();
        scope.bind(word, local);
        Some((local, scope, ty))
    }
}
