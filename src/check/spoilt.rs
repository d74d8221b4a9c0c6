//! Whether a part of the rules did not resolve, so that nothing can be said of it.

use crate::hir::walk::{self, Walk};
use crate::hir::{Expr, ExprKind, Quality, Stmt, StmtKind, Ty};

/// Looks for what did not resolve.
#[derive(Default)]
struct Look(bool);

impl Walk for Look {
    fn expr(&mut self, e: &Expr) {
        self.0 |= matches!(*e.kind, ExprKind::Error) || e.ty == Ty::Unknown;
        walk::walk_expr(self, e);
    }

    fn quality(&mut self, q: &Quality) {
        match q {
            Quality::Error => self.0 = true,
            Quality::Condition(_, args) => args.iter().for_each(|a| self.expr(a)),
            Quality::Same(e) => self.expr(e),
            _ => {}
        }
    }

    fn stmt(&mut self, s: &Stmt) {
        self.0 |= matches!(s.kind, StmtKind::Error);
        walk::walk_stmt(self, s);
    }
}

/// Whether any of these questions did not resolve.
pub(super) fn any<'e>(list: impl IntoIterator<Item = &'e Expr>) -> bool {
    list.into_iter().any(|e| {
        let mut look = Look::default();
        look.expr(e);
        look.0
    })
}

/// Whether any of these statements did not resolve.
pub(super) fn block(block: &[Stmt]) -> bool {
    block.iter().any(|s| {
        let mut look = Look::default();
        look.stmt(s);
        look.0
    })
}
