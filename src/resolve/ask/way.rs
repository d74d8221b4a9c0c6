//! Words of guards that are ways of what goes on, or ask how a throw came out.

use super::refer::ALWAYS;
use crate::ast::{self, ExprKind as Ast, Part, Walk};
use crate::hir::{Expr, ExprKind, Ty};
use crate::intern::Sym;
use crate::resolve::{Resolver, Scope};
use crate::source::At;

impl Resolver<'_> {
    /// A question whose bare words may be ways of the running procedure: `unless delayed or standing`.
    pub fn tagged_truth(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let ways = self.ways_in(scope, e);
        let before = std::mem::replace(&mut scope.ways, ways);
        let out = self.truth(scope, e);
        scope.ways = before;
        out
    }

    /// The words of a question that stand for nothing else, where a procedure runs.
    fn ways_in(&self, scope: &Scope, e: &ast::Expr) -> Vec<Sym> {
        if scope.proc.is_none() {
            return Vec::new();
        }
        let (mut words, mut called) = (Vec::new(), Vec::new());
        e.walk(&mut |part| match part {
            Part::Expr(ast::Expr { kind, .. }) => {
                if let Ast::Local(word) = &**kind {
                    words.push(word.sym);
                }
            }
            Part::Selector(s) => called.extend([Some(s.noun.kind.sym), s.noun.called.map(|w| w.sym)].into_iter().flatten()),
            _ => {}
        });
        words.retain(|w| !called.contains(w) && !self.known_word(scope, *w));
        words
    }

    /// Whether a word stands for something here.
    fn known_word(&self, scope: &Scope, word: Sym) -> bool {
        scope.find(word).is_some()
            || scope.noted.iter().any(|(w, _)| *w == word)
            || ALWAYS.contains(&self.text(word))
            || self.given(scope, word).is_some()
            || scope.it.iter().any(|l| self.called(scope, *l) == Some(word))
    }

    /// What a word asks of what goes on: how the throw came out that is being made, or in which way the procedure runs.
    pub(super) fn way_or_result(&self, scope: &Scope, word: Sym, at: At) -> Option<Expr> {
        if !scope.ways.contains(&word) {
            return None;
        }
        let kind = match self.text(word) {
            "passed" if scope.tossing => ExprKind::Result(true),
            "failed" if scope.tossing => ExprKind::Result(false),
            _ => ExprKind::During(scope.proc?, Some(word)),
        };
        Some(Expr::new(kind, Ty::Truth, at))
    }
}
