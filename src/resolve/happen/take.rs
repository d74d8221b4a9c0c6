//! Actions that are taken.

use super::super::{Resolver, Scope};
use crate::ast;
use crate::diag::Code;
use crate::hir::{KindBase, StmtKind, Take};

impl Resolver<'_> {
    /// `take any action by unit at target among A, B`.
    pub(super) fn take(&mut self, scope: &mut Scope, take: &ast::Take) -> Option<StmtKind> {
        let Some(kind) = self.kind(take.kind.sym).filter(|k| self.is(*k, KindBase::Action)) else {
            let word = self.said(take.kind.sym);
            let help = "take an `action`, or declare the kind with `is action`";
            self.fault(Code::Kind, take.kind.at, format!("`{word}` is not a kind of action"), help);
            return None;
        };
        let by = self.expr(scope, &take.by);
        let mut roles = take.roles.iter();
        let target = roles.next().map(|r| self.expr(scope, &r.with));
        if let Some(second) = roles.next() {
            self.fault(Code::Role, second.at, "an action is aimed at one thing", "name only what fills its second blank");
        }
        let among = if take.among.is_empty() { None } else { Some(take.among.iter().filter_map(|n| self.proc_named(n)).collect()) };
        Some(StmtKind::Take(Take { any: take.any, kind, by, target, among }))
    }
}
