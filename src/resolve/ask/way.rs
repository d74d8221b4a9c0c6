//! Words of guards that ask how a throw came out; in which way something is done.

use crate::ast;
use crate::diag::Code;
use crate::hir::{Expr, ExprKind, Ty};
use crate::intern::Sym;
use crate::resolve::{Resolver, Scope};
use crate::source::At;

impl Resolver<'_> {
    /// A question beside which a throw may be asked for its result: `if failed`.
    pub fn tagged_truth(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let before = std::mem::replace(&mut scope.guards, true);
        let out = self.truth(scope, e);
        scope.guards = before;
        out
    }

    /// What a word asks of the throw that is being made.
    pub(super) fn result_asked(&self, scope: &Scope, word: Sym, at: At) -> Option<Expr> {
        if !(scope.guards && scope.tossing) || scope.find(word).is_some() {
            return None;
        }
        let passed = match self.text(word) {
            "passed" => true,
            "failed" => false,
            _ => return None,
        };
        Some(Expr::new(ExprKind::Result(passed), Ty::Truth, at))
    }

    /// `this is aimed or delayed`: in which way what goes on is done.
    pub(super) fn this_is(&mut self, scope: &Scope, not: bool, ways: &[ast::Word], at: At) -> Expr {
        let Some(proc) = scope.proc else {
            let help = "ask it inside what is done, or write `during` and its name";
            return self.fault(Code::Place, at, "nothing goes on here that could be done in a way", help);
        };
        let known: Vec<&ast::Word> = ways.iter().filter(|w| self.way(proc, w)).collect();
        if known.len() < ways.len() {
            return Expr::error(at);
        }
        let any = known.into_iter().map(|w| Expr::new(ExprKind::During(proc, Some(w.sym)), Ty::Truth, w.at)).collect();
        let any = Self::any_of(any, at);
        Self::negate(not, any)
    }
}
