//! What counts start at.

use crate::ast::{self, DeclKind};
use crate::hir::Origin;

use super::super::{Resolver, Scope};

impl Resolver<'_> {
    /// What counts start at.
    pub(super) fn count_starts(&mut self) {
        for (_, d) in self.declared() {
            if let DeclKind::Count(count) = &*d.kind {
                self.count_start(count);
            }
        }
    }

    fn count_start(&mut self, count: &ast::Count) {
        let (Some(kind), Some(start)) = (self.kind(count.of.sym), &count.starts) else { return };
        let word = self.kind_of(kind).map_or(count.of.sym, |k| k.word);
        let ty = self.thing_type(kind);
        let local = self.local(word, ty, Origin::Blank);
        let mut scope = Scope::default();
        scope.bind(word, local);
        let amount = self.expr(&mut scope, start);
        for name in &count.names {
            let id = self.count_of(name.sym, ty);
            if let Some(c) = id.and_then(|id| self.rules.counts.get_mut(id)) {
                c.starts = Some((local, amount.clone()));
            }
        }
    }
}
