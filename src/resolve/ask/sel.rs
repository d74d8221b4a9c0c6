//! Descriptions of things.

use crate::ast::{Relative, Selector};
use crate::diag::Code;
use crate::hir::{Expr, ExprKind, LocalId, Origin, Sel, Test, Ty};
use crate::resolve::{Resolver, Scope};
use crate::source::At;

impl Resolver<'_> {
    /// A description. Its word is known to its own tests; who calls binds it for what follows (`sel.var`).
    pub fn sel(&mut self, scope: &mut Scope, s: &Selector) -> Sel {
        self.sel_of(scope, s, |_| true)
    }

    /// As [`Self::sel`], of what stands behind the kind only what is wanted.
    pub(super) fn sel_of(&mut self, scope: &mut Scope, s: &Selector, wanted: impl Fn(&Relative) -> bool) -> Sel {
        let (kind, word) = self.noun_of(s);
        let ty = self.thing_type(kind);
        let var = self.local(word, ty, Origin::Candidate);
        let one = Expr::new(ExprKind::Local(var), ty, s.noun.at);
        let seen = self.look_at(scope, var);
        let tests: Vec<Test> = self.only_asked(scope, |cx, scope| {
            let mut tests: Vec<Test> = s.adjectives.iter().filter_map(|a| cx.adjective(scope, &one, a)).collect();
            tests.extend(cx.relatives(scope, &one, s.relatives.iter().filter(|r| wanted(r))));
            tests
        });
        Self::look_away(scope, seen);
        Sel { kind, var, tests, at: s.at }
    }

    /// Looks at a candidate: it is `it`, and a word of its own hides what is called so around it. Says where that word
    /// stands among the known ones.
    pub fn look_at(&self, scope: &mut Scope, var: LocalId) -> Option<usize> {
        scope.it.push(var);
        let local = self.rules.locals.get(var)?;
        let kind = match local.ty {
            Ty::Thing(k) | Ty::Row(k) => self.kind_of(k),
            _ => None,
        };
        if kind.is_some_and(|k| k.word == local.word) {
            return None;
        }
        scope.bind(local.word, var);
        Some(scope.words.len() - 1)
    }

    /// Looks no more at the last candidate.
    pub fn look_away(scope: &mut Scope, seen: Option<usize>) {
        scope.it.pop();
        if let Some(at) = seen.filter(|at| *at < scope.words.len()) {
            scope.words.remove(at);
        }
    }

    /// The one that a description fits: `the nearest unit`.
    pub(super) fn the(&mut self, scope: &mut Scope, s: &Selector) -> Expr {
        let word = s.noun.kind;
        let bare = s.adjectives.is_empty() && s.relatives.is_empty() && self.kind(word.sym).is_none();
        if let Some(local) = scope.find(word.sym).filter(|_| bare) {
            let message = format!("no `the` stands before `{}`, which is a name here", self.text(word.sym));
            let help = format!("write `{}`", self.text(word.sym));
            self.fault(Code::Role, s.at, message, help);
            return self.local_expr(local, s.at);
        }
        let sel = self.sel(scope, s);
        let ty = self.local_ty(sel.var);
        Expr::new(ExprKind::The(sel), ty, s.at)
    }

    /// What a word stands for, as a question.
    pub fn local_expr(&self, local: LocalId, at: At) -> Expr {
        Expr::new(ExprKind::Local(local), self.local_ty(local), at)
    }
}
