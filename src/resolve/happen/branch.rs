//! Cases: the first of which the question is answered yes.

use super::super::{Resolver, Scope};
use super::lend::cited;
use crate::ast;
use crate::hir::{Block, StmtKind};
use crate::intern::Sym;

impl Resolver<'_> {
    /// `if a: ...`, `otherwise if b: ...`, `otherwise: ...`.
    pub(super) fn cases(&mut self, scope: &mut Scope, cases: &ast::If) -> StmtKind {
        let mut arms = Vec::new();
        for (i, arm) in cases.arms.iter().enumerate() {
            let test = self.effect_truth(scope, &arm.test);
            let mut block = self.block(scope, &arm.block);
            // the line of the first is the statement's own
            if i > 0 {
                stands_under(&mut block, &cited(&arm.cites));
            }
            arms.push((test, block));
        }
        let otherwise = cases.otherwise.as_ref().map(|o| {
            let mut block = self.block(scope, &o.block);
            stands_under(&mut block, &cited(&o.cites));
            block
        });
        StmtKind::If(arms, otherwise)
    }
}

/// Statements that cite nothing stand under the clauses of the line around them.
fn stands_under(block: &mut Block, cites: &[Sym]) {
    for s in block.iter_mut().filter(|s| s.cites.is_empty()) {
        s.cites = cites.to_vec();
    }
}
