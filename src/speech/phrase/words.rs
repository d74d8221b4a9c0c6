//! The words that stand in a phrase.

use crate::hir::walk::{Walk, walk_expr};
use crate::hir::{Expr, ExprKind, LocalId, Sel};

/// Whether a word stands anywhere in a question.
pub(super) fn mentions(e: &Expr, local: LocalId) -> bool {
    let mut words = Words::default();
    words.expr(e);
    words.all.contains(&local)
}

/// The words that stand in what is walked over, and those that it makes known itself.
#[derive(Default)]
pub(super) struct Words {
    all: Vec<LocalId>,
    own: Vec<LocalId>,
}

impl Words {
    /// Those that something else makes known.
    pub(super) fn others(&self) -> impl Iterator<Item = LocalId> {
        self.all.iter().filter(|l| !self.own.contains(l)).copied()
    }
}

impl Walk for Words {
    fn expr(&mut self, e: &Expr) {
        match &*e.kind {
            ExprKind::Local(l) | ExprKind::Faces(_, l, _) | ExprKind::InHand(_, l) => self.all.push(*l),
            ExprKind::HasAny(_, l, _) => self.own.push(*l),
            _ => {}
        }
        walk_expr(self, e);
    }

    fn sel(&mut self, s: &Sel) {
        self.own.push(s.var);
        s.tests.iter().for_each(|t| self.test(t));
    }
}
