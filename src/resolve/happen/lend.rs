//! Small helpers of this part.

use super::super::{Resolver, Scope};
use crate::ast;
use crate::hir::{Expr, ExprKind, Head, KindBase, ProcId, ProcKind, Sel, Ty};
use crate::intern::Sym;
use crate::source::At;

/// A name that stands alone, as a question.
pub(super) fn alone(name: ast::Name) -> ast::Expr {
    let name = ref_of(name);
    let call = ast::Call { name, args: Vec::new(), roles: Vec::new(), at: name.at };
    ast::Expr { kind: Box::new(ast::ExprKind::Call(call)), at: name.at }
}

/// A name with nothing behind it.
pub(super) const fn ref_of(name: ast::Name) -> ast::NameRef {
    ast::NameRef { name, param: None, at: name.at }
}

/// A whole number.
pub(super) fn int(n: i64, ty: Ty, at: At) -> Expr {
    Expr::new(ExprKind::Int(n), ty, at)
}

/// The clauses that are cited.
pub(super) fn cited(cites: &[ast::Cite]) -> Vec<Sym> {
    cites.iter().map(|c| c.id).collect()
}

impl Resolver<'_> {
    /// The word of a description becomes known.
    pub(super) fn call_by_its_word(&self, scope: &mut Scope, sel: &Sel) {
        if let Some(local) = self.rules.locals.get(sel.var) {
            scope.bind(local.word, sel.var);
        }
    }

    /// The head of something that happens.
    pub(in crate::resolve) fn head_of_proc(&self, proc: ProcId) -> Option<Head> {
        self.rules.procs.get(proc).map(|p| p.head.clone())
    }

    /// Whether something that happens is an action.
    pub(super) fn is_taken(&self, proc: ProcId) -> bool {
        matches!(self.rules.procs.get(proc).map(|p| &p.kind), Some(ProcKind::Action(_)))
    }

    /// Whether a word is a kind of action.
    pub(super) fn is_deed(&self, word: Sym) -> bool {
        self.kind(word).is_some_and(|k| self.is(k, KindBase::Action))
    }
}
