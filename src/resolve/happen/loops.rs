//! Loops: over descriptions, by turns, so many times; and amounts that are dealt out.

use super::super::{Resolver, Scope};
use crate::ast::{self, HowOften, OrderKind};
use crate::diag::Code;
use crate::hir::{Expr, Extreme, KindBase, LocalId, Loop, Order, Origin, Repeat, StmtKind, Ty};
use crate::source::At;

/// What the block calls the part that falls on each.
const PART: &str = "share";

impl Resolver<'_> {
    /// `for each unit, lowest Finesse first: ...`.
    pub(super) fn for_each(&mut self, scope: &mut Scope, each: &ast::ForEach) -> StmtKind {
        let known = scope.words.len();
        let over = self.sel(scope, &each.each);
        let (mut order, mut chosen_by, mut together) = (Vec::new(), None, false);
        for o in &each.orders {
            match &o.kind {
                OrderKind::Together => together = true,
                OrderKind::ChosenBy { by, .. } => chosen_by = Some(self.expr(scope, by)),
                // one of them before all the others
                OrderKind::From(first) => {
                    let x = self.expr(scope, first);
                    self.one_of_them(over.var, &x, first.at);
                    order.push(Order::First(x));
                }
                OrderKind::First { best, of } => {
                    let one = self.local_expr(over.var, of.at);
                    order.push(Order::Rank(end_of(*best), self.ask(scope, of, &one)));
                }
            }
        }
        self.call_by_its_word(scope, &over);
        let block = self.block(scope, &each.block);
        scope.leave(known);
        StmtKind::ForEach(Loop { over, order, chosen_by, together }, block)
    }

    /// Faults a first one that is none of those who are gone through.
    fn one_of_them(&mut self, each: LocalId, first: &Expr, at: At) {
        let ty = self.local_ty(each);
        if first.ty.fits(ty) {
            return;
        }
        let (is, of, word) = (self.describe(first.ty), self.describe(ty), self.rules.locals.get(each).map_or("", |l| self.text(l.word)));
        let help = match first.ty {
            Ty::Thing(k) if self.is(k, KindBase::Side) => {
                format!("go through the sides first: `for each side, from ...:`, then `for each {word} of side`")
            }
            _ => format!("name {of} that is to be the first"),
        };
        self.fault(Code::Type, at, format!("each is {of}, and the first is {is}"), help);
    }

    /// `alternate side from x, while y: ...`.
    pub(super) fn by_turns(&mut self, scope: &mut Scope, turns: &ast::Alternate) -> StmtKind {
        let known = scope.words.len();
        let first = self.expr(scope, &turns.from);
        let written = self.said(turns.word.sym);
        let one = self.rules.kinds.all().iter().map(|k| self.text(k.word)).find(|kind| written.strip_suffix('s') == Some(*kind));
        let called = one.map(str::to_owned);
        let word = self.local(turns.word.sym, first.ty, Origin::Chosen);
        scope.bind(turns.word.sym, word);
        if let Some(one) = called {
            let message = format!("each `{one}` by itself is meant here, and `{written}` are many");
            self.fault(Code::Name, turns.word.at, message, format!("write `{one}`"));
            let sym = self.rules.names.intern(&one);
            scope.bind(sym, word);
        }
        let test = self.truth(scope, &turns.while_);
        let block = self.block(scope, &turns.block);
        scope.leave(known);
        StmtKind::Alternate(word, first, test, block)
    }

    /// `repeat 3 times: ...`, `repeat while a: ...`, `repeat until a: ...`.
    pub(super) fn again_and_again(&mut self, scope: &mut Scope, repeat: &ast::Repeat) -> StmtKind {
        let how = match &repeat.how {
            HowOften::Times(n) => Repeat::Times(self.how_many(scope, n, "how often")),
            HowOften::While(test) => Repeat::While(self.truth(scope, test)),
            HowOften::Until(test) => Repeat::Until(self.truth(scope, test)),
        };
        StmtKind::Repeat(how, self.block(scope, &repeat.block))
    }

    /// `share 5 among unit, by x: ...`.
    pub(super) fn share_out(&mut self, scope: &mut Scope, share: &ast::ShareOut) -> StmtKind {
        let known = scope.words.len();
        let amount = self.how_many(scope, &share.amount, "how many");
        let by = share.by.as_ref().map(|by| self.expr(scope, by));
        let among = self.sel(scope, &share.among);
        let word = self.rules.names.intern(PART);
        let part = self.local(word, Ty::PLAIN, Origin::Given);
        scope.bind(word, part);
        self.call_by_its_word(scope, &among);
        let block = self.block(scope, &share.block);
        scope.leave(known);
        StmtKind::Share(amount, among, by, part, block)
    }
}

/// Which end of several values is meant.
pub(super) const fn end_of(best: ast::Best) -> Extreme {
    match best {
        ast::Best::Lowest => Extreme::Lowest,
        ast::Best::Best | ast::Best::Highest | ast::Best::Most => Extreme::Highest,
    }
}
