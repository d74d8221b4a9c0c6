//! Shares of a hundred compared with what counts in hundredths.

use super::show;
use crate::ast::{ExprKind as Ast, Link, Op};
use crate::diag::Code;
use crate::hir::walk::{self, Walk};
use crate::hir::{Expr, ExprKind, Ty};
use crate::resolve::Resolver;

impl Resolver<'_> {
    /// Tells of `Weariness of band is at least 60%` where the value counts in hundredths: there the number alone is meant.
    pub(super) fn share_of_nothing(&mut self, left: &Expr, link: &Link) -> Option<Expr> {
        let Ast::Share(share) = &*link.expr.kind else { return None };
        let (ExprKind::Ask(value, _), false) = (&*left.kind, matches!(link.op, Op::Plus | Op::Minus)) else { return None };
        let base = self.rules.values.get(*value)?.base.as_ref()?;
        let mut hundred = Hundred(false);
        hundred.expr(base);
        let written = show::share(*share);
        let number = written.strip_suffix('%').filter(|_| hundred.0 && left.ty == Ty::PLAIN)?;
        let name = self.rules.values.get(*value).map(|v| self.said(v.head.name)).unwrap_or_default();
        let message = format!("`{written}` is a share of something, and `{name}` is a plain number, which counts in hundredths");
        Some(self.fault(Code::Type, link.expr.at, message, format!("write `{number}`")))
    }
}

/// Whether a hundred is named.
struct Hundred(bool);

impl Walk for Hundred {
    fn expr(&mut self, e: &Expr) {
        self.0 |= matches!(*e.kind, ExprKind::Int(100));
        walk::walk_expr(self, e);
    }
}
