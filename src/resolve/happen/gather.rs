//! Groups that are gathered: of all that touch, of so many to so many, of those that are alike.

use super::super::{Resolver, Scope};
use super::lend::ref_of;
use crate::ast;
use crate::diag::Code;
use crate::hir::{Gather, KindBase, StmtKind};

impl Resolver<'_> {
    /// `gather unit into brawl`, with `, at most 2 to 1` or `, alike in Mark`.
    pub(super) fn gather(&mut self, scope: &mut Scope, gather: &ast::Gather) -> Option<StmtKind> {
        let who = self.sel(scope, &gather.who);
        let Some(kind) = self.kind(gather.into.sym).filter(|k| self.is(*k, KindBase::Group)) else {
            let word = self.said(gather.into.sym);
            let help = "declare it with `kind ... is group of ...`";
            self.fault(Code::Kind, gather.into.at, format!("`{word}` is not a kind of group"), help);
            return None;
        };
        let how = if !gather.alike.is_empty() {
            let one = self.local_expr(who.var, gather.who.at);
            Gather::Alike(gather.alike.iter().map(|n| self.ask(scope, &ref_of(*n), &one)).collect())
        } else if let Some((most, to)) = &gather.at_most {
            Gather::Pairs(self.expr(scope, most), self.expr(scope, to))
        } else {
            Gather::Touching
        };
        Some(StmtKind::Gather(who, kind, how))
    }
}
