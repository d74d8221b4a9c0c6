//! Questions about many things at once, or two: whether there is any, sums, extremes, distances.

use super::relative::end;
use super::said::truth;
use crate::ast::{self, Best, ExprKind as Ast, NameRef, RelativeKind, Selector, Word};
use crate::diag::Code;
use crate::hir::{Expr, ExprKind, Extreme, KindBase, Part, Quantifier, Sel, Ty};
use crate::resolve::{Resolver, Scope};
use crate::source::At;

/// Whether two words are the same one.
fn alike(a: &ast::Expr, b: &ast::Expr) -> bool {
    match (&*a.kind, &*b.kind) {
        (Ast::Local(a), Ast::Local(b)) => a.sym == b.sym,
        (Ast::Me, Ast::Me) => true,
        _ => false,
    }
}

impl Resolver<'_> {
    /// `any SEL`, `no SEL`.
    pub(super) fn exists(&mut self, scope: &mut Scope, how: ast::Quantifier, among: &Selector, at: At) -> Expr {
        let sel = self.sel(scope, among);
        let how = if how == ast::Quantifier::No { Quantifier::No } else { Quantifier::Any };
        truth(ExprKind::Exists(how, sel), at)
    }

    /// `every SEL is c`, `at least half of SEL are c`: what the last `where` asks is asked of each, and limits nobody.
    pub(super) fn most(&mut self, scope: &mut Scope, (part, among): (Part, &Selector), at: At) -> Expr {
        let asked = among.relatives.iter().rev().find_map(|r| if let RelativeKind::Where(e) = &r.kind { Some((r, e)) } else { None });
        let Some((asked, test)) = asked else {
            return self.fault(Code::Place, at, "nothing is asked of every one", "write `every ... is ...`");
        };
        let sel = self.sel_of(scope, among, |r| !std::ptr::eq(r, asked));
        let holds = self.looking_at(scope, &sel, |cx, scope| cx.truth(scope, test));
        truth(ExprKind::Most(part, sel, holds), at)
    }

    /// Resolves what is asked of each of those that are described.
    fn looking_at<T>(&mut self, scope: &mut Scope, sel: &Sel, f: impl FnOnce(&mut Self, &mut Scope) -> T) -> T {
        let seen = self.look_at(scope, sel.var);
        let out = self.only_asked(scope, f);
        Self::look_away(scope, seen);
        out
    }

    /// `lesser of (a, b)`, `greater of (a, b)`.
    pub(super) fn pick(&mut self, scope: &mut Scope, which: Extreme, of: &[ast::Expr], at: At) -> Expr {
        let list: Vec<Expr> = of.iter().map(|e| self.expr(scope, e)).collect();
        let Some(ty) = list.first().map(|x| x.ty) else { return Expr::error(at) };
        for x in list.iter().skip(1) {
            if !self.zero(x) {
                self.agree(ty, x.ty, x.at);
            }
        }
        Expr::new(ExprKind::Pick(which, list), ty, at)
    }

    /// `sum of V of SEL`, `sum of price of SEL`.
    pub(super) fn sum(&mut self, scope: &mut Scope, of: &ast::Expr, among: &Selector, at: At) -> Expr {
        let sel = self.sel(scope, among);
        let value = match &*of.kind {
            Ast::Call(c) => self.asked_of_each(scope, &sel, &c.name),
            Ast::Local(word) => {
                let one = self.local_expr(sel.var, word.at);
                let value = self.reach(one, word);
                if !matches!(value.ty, Ty::Number(_) | Ty::Unknown) {
                    let was = self.describe(value.ty);
                    return self.fault(
                        Code::Type,
                        word.at,
                        format!("this is {was}, and cannot be added up"),
                        "name a number, such as `price`",
                    );
                }
                value
            }
            _ => return Expr::error(at),
        };
        let ty = value.ty;
        Expr::new(ExprKind::SumOf(value, sel), ty, at)
    }

    /// `majority V of SEL`, `majority tool of SEL`.
    pub(super) fn majority(&mut self, scope: &mut Scope, of: &ast::Expr, among: &Selector, at: At) -> Expr {
        let sel = self.sel(scope, among);
        match &*of.kind {
            Ast::Call(c) => {
                let value = self.asked_of_each(scope, &sel, &c.name);
                let ty = value.ty;
                Expr::new(ExprKind::MajorityOf(value, sel), ty, at)
            }
            Ast::Local(word) => self.commonest_row(sel, *word, at),
            _ => Expr::error(at),
        }
    }

    /// The row of a list that most of them carry.
    fn commonest_row(&mut self, sel: Sel, word: Word, at: At) -> Expr {
        match self.kind(word.sym).filter(|k| self.is(*k, KindBase::Row)) {
            Some(kind) => Expr::new(ExprKind::CommonestOf(kind, sel), Ty::Row(kind), at),
            None => {
                let message = format!("`{}` is no list of rows", self.text(word.sym));
                self.fault(Code::Kind, word.at, message, "name a value, or a kind that `is item`")
            }
        }
    }

    /// `best V of SEL`, `lowest V among SEL`.
    pub(super) fn extreme(&mut self, scope: &mut Scope, best: Best, of: &NameRef, among: &Selector, at: At) -> Expr {
        let sel = self.sel(scope, among);
        let value = self.asked_of_each(scope, &sel, of);
        let ty = value.ty;
        Expr::new(ExprKind::ExtremeOf(end(best), value, sel), ty, at)
    }

    /// A value by name, asked of each of those that are described.
    fn asked_of_each(&mut self, scope: &mut Scope, sel: &Sel, name: &NameRef) -> Expr {
        let one = self.local_expr(sel.var, name.at);
        self.looking_at(scope, sel, |cx, scope| cx.ask(scope, name, &one))
    }

    /// `distance from A to B`, `march from A to B`.
    pub(super) fn distance(&mut self, scope: &mut Scope, march: bool, from: &ast::Expr, to: &ast::Expr) -> Expr {
        let (a, b) = (self.one(scope, from), self.one(scope, to));
        let at = a.at.to(b.at);
        if let (ExprKind::Local(x), ExprKind::Local(y)) = (&*a.kind, &*b.kind) {
            // what a fault has filled with the same is written otherwise
            if x == y && alike(from, to) {
                let message = "this is measured from something to itself, and is always 0\"";
                return self.fault(Code::Type, at, message, "name somebody else in one of the two places");
            }
        }
        Expr::new(if march { ExprKind::March(a, b) } else { ExprKind::Distance(a, b) }, Ty::LENGTH, at)
    }
}
