//! Offers.

use super::super::{Resolver, Scope};
use crate::ast::{self, Part, Walk};
use crate::hir::{Offer, StmtKind};
use crate::intern::Sym;

impl Resolver<'_> {
    /// `may ...`, `x may ...`.
    pub(super) fn offer(&mut self, scope: &mut Scope, may: &ast::May) -> StmtKind {
        let who = may.who.as_ref().map(|w| self.expr(scope, w));
        let label = way_set_by(&may.block).unwrap_or_else(|| self.called_here(scope));
        let spend = may.spend.as_ref().and_then(|s| self.spend(scope, s));
        // what is offered in one sentence may make a word known: `x may choose target: ...`
        let one = may.spend.is_none() && may.block.0.len() == 1;
        let block = if one { self.open_block(scope, &may.block) } else { self.block(scope, &may.block) };
        StmtKind::May(Offer { who, label, spend, block })
    }

    /// What an offer is called that sets no way: the step's name; in a rule, the key of the rule's.
    fn called_here(&mut self, scope: &Scope) -> Sym {
        match scope.step {
            Some(name) if scope.rule.is_some() => self.key_of_name(name),
            Some(step) => step,
            None => self.rules.names.intern(""),
        }
    }
}

/// The way in which something is done that statements set: what an offer of them is called by.
fn way_set_by(block: &ast::Block) -> Option<Sym> {
    let mut found = None;
    block.walk(&mut |part| {
        if let Part::Stmt(s) = part {
            if let ast::StmtKind::ThisBecomes(word) = &*s.kind {
                found = found.or(Some(word.sym));
            }
        }
    });
    found
}
