//! For whom a place is chosen: whoever is put there, or goes there, further on.

use super::super::ask::ALWAYS;
use super::super::{Resolver, Scope};
use crate::ast::{self, CourseWay, ExprKind, Part, PutKind, StmtKind, Walk, Whom};
use crate::hir::Expr;
use crate::intern::Sym;

impl<'a> Resolver<'a> {
    /// Who is to stand at the place that is chosen here, if he is known already.
    pub(super) fn stands_there(&mut self, scope: &mut Scope, choice: &ast::Choose) -> Option<Expr> {
        let who = self.who_goes(choice)?;
        let mut known = true;
        who.walk(&mut |part| {
            if let Part::Expr(ast::Expr { kind, .. }) = part {
                if let ExprKind::Local(word) = &**kind {
                    known &= ALWAYS.contains(&self.text(word.sym)) || scope.find(word.sym).is_some();
                }
            }
        });
        known.then(|| self.expr(scope, who))
    }

    /// Whom a later sentence of the same declaration puts or leads there.
    fn who_goes(&self, choice: &ast::Choose) -> Option<&'a ast::Expr> {
        for d in &self.decls {
            let mut said: Vec<&'a ast::Stmt> = Vec::new();
            d.walk(&mut |part| {
                if let Part::Stmt(s) = part {
                    said.push(s);
                }
            });
            let here = said.iter().position(|s| matches!(&*s.kind, StmtKind::Choose(c) if std::ptr::eq(c, choice)));
            if let Some(here) = here {
                return said.iter().skip(here + 1).find_map(|s| goes_to(s, choice.word.sym));
            }
        }
        None
    }
}

/// Who is placed at what a word stands for, or moves onto it.
fn goes_to(s: &ast::Stmt, word: Sym) -> Option<&ast::Expr> {
    let named = |e: &ast::Expr| matches!(&*e.kind, ExprKind::Local(w) if w.sym == word);
    match &*s.kind {
        StmtKind::Place(p) => p.puts.iter().any(|p| matches!(&p.kind, PutKind::At(e) if named(e))).then_some(&p.who),
        StmtKind::Move(m) => {
            let onto = m.course.as_ref().filter(|c| c.way == CourseWay::Onto)?;
            matches!(&onto.whom, Whom::One(e) if named(e)).then_some(&m.who)
        }
        _ => None,
    }
}
