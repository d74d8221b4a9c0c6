//! What stands behind a kind.

use super::quality::plain_name;
use super::show::Shown;
use crate::ast::{self, Best, ExprKind as Ast, NameRef, Relative, RelativeKind, Whom};
use crate::diag::Code;
use crate::hir::{DeckId, Expr, Extreme, Pile, Test, Ty};
use crate::resolve::{Resolver, Scope};
use crate::source::{At, Span};

/// Which end of several values a word means.
pub(super) const fn end(best: Best) -> Extreme {
    if matches!(best, Best::Lowest) { Extreme::Lowest } else { Extreme::Highest }
}

impl Resolver<'_> {
    /// All that stands behind a kind. Where each side has a deck, the next says whose is meant: `in Orders of side`.
    pub fn relatives<'r>(&mut self, scope: &mut Scope, of: &Expr, all: impl IntoIterator<Item = &'r Relative>) -> Vec<Test> {
        let mut out = Vec::new();
        let mut rest = all.into_iter().peekable();
        while let Some(r) = rest.next() {
            let Some((deck, at)) = self.deck_of_each(r) else {
                out.extend(self.relative(scope, of, r));
                continue;
            };
            let whose = rest.next_if(|next| matches!(next.kind, RelativeKind::Of(_)));
            let whose = whose.and_then(|r| if let RelativeKind::Of(e) = &r.kind { Some(e) } else { None });
            let own = scope.it.pop();
            let pile = self.pile_of(scope, deck, whose, at);
            scope.it.extend(own);
            out.extend(pile.map(Test::InDeck));
        }
        out
    }

    /// The deck that something is said to be in, if each side has one.
    fn deck_of_each(&self, r: &Relative) -> Option<(DeckId, At)> {
        let RelativeKind::In(e) = &r.kind else { return None };
        let Ast::Call(c) = &*e.kind else { return None };
        let deck = self.deck_named(c.name.name.sym).filter(|_| plain_name(c))?;
        self.rules.decks.get(deck).is_some_and(|d| d.each).then_some((deck, c.at))
    }

    /// What stands behind a kind says of somebody who is in `of`, and is `it`. None if it says nothing, which has been told.
    pub fn relative(&mut self, scope: &mut Scope, of: &Expr, r: &Relative) -> Option<Test> {
        // to whom a candidate belongs does not hang on itself, nor is it within reach of itself: `it` is what is around
        let own = if hangs_on_others(&r.kind) { scope.it.pop() } else { None };
        let out = self.relative_test(scope, of, r);
        scope.it.extend(own);
        out
    }

    fn relative_test(&mut self, scope: &mut Scope, of: &Expr, r: &Relative) -> Option<Test> {
        match &r.kind {
            RelativeKind::From(e) => {
                self.told_from(scope, of, e, r.at);
                None
            }
            RelativeKind::Of(e) => Some(Test::Of(self.one(scope, e))),
            RelativeKind::In(e) => self.within_what(scope, e),
            RelativeKind::Within(w) => {
                let (limit, target) = self.within(scope, w);
                Some(Test::Within(limit, target, w.not))
            }
            RelativeKind::Touching { not, whom } => Some(Test::Touching(self.target(scope, whom), *not)),
            RelativeKind::SeenBy(e, not) => Some(Test::SeenBy(self.one(scope, e), *not)),
            RelativeKind::OtherThan(e) => Some(Test::OtherThan(self.one(scope, e))),
            RelativeKind::With { no, names } => Some(Test::With(names.iter().map(|n| self.quality(scope, of, n)).collect(), *no)),
            RelativeKind::WithBest { no, best, of: value } => Some(self.with_best(scope, of, (*no, *best), value, r)),
            RelativeKind::Where(e) => Some(Test::Where(self.truth(scope, e))),
            RelativeKind::NearestTo(e) => Some(Test::Nearest(self.one(scope, e), false)),
            RelativeKind::FurthestFrom(e) => Some(Test::Nearest(self.one(scope, e), true)),
            RelativeKind::Carrying(e) => Some(Test::Carrying(self.one(scope, e))),
            RelativeKind::Spot(s) => {
                let (arc, from) = self.spot(scope, s);
                Some(Test::InSpot(arc, from))
            }
        }
    }

    /// `unit from side`: whose it is, where it lies, or with whom `for each` begins.
    fn told_from(&mut self, scope: &mut Scope, of: &Expr, e: &ast::Expr, at: At) {
        let written = Shown(&self.rules.names).expr(e);
        let pile = matches!(&*e.kind, Ast::Call(c) if plain_name(c) && self.deck_named(c.name.name.sym).is_some());
        let help = if pile {
            format!("write `in {written}`")
        } else {
            let from = self.expr(scope, e);
            if from.ty != Ty::Unknown && from.ty == of.ty {
                format!("write `, from {written}`: with whom `for each` begins stands behind a comma")
            } else {
                format!("write `of {written}`")
            }
        };
        self.fault(Code::Place, at, "nothing is described by `from`", help);
    }

    /// `in Deck`, `in drawn`, `in Wood`, `in side`.
    fn within_what(&mut self, scope: &mut Scope, e: &ast::Expr) -> Option<Test> {
        match &*e.kind {
            Ast::Local(word) => {
                if let Some((_, hand, _)) = scope.hands.iter().rev().find(|(w, ..)| *w == word.sym) {
                    return Some(Test::InHand(*hand));
                }
            }
            Ast::Call(c) if plain_name(c) => {
                return match self.deck_named(c.name.name.sym) {
                    Some(deck) => Some(Test::InDeck(Pile::One(deck))),
                    None => self.terrain(&c.name).map(Test::InGround),
                };
            }
            _ => {}
        }
        let one = self.one(scope, e);
        Some(if self.rules.is_gathered(one.ty) { Test::Of(one) } else { Test::In(one) })
    }

    /// `with lowest Finesse`
    fn with_best(&mut self, scope: &mut Scope, of: &Expr, (no, best): (bool, Best), value: &NameRef, r: &Relative) -> Test {
        if no {
            let written = Shown(&self.rules.names).name_ref(value);
            let help = format!("compare it: `where {written} of it < ...`");
            // the word behind `with`
            let start = r.at.span().start as usize + "with ".len();
            let at = Span::new(start, start + "no".len()).into();
            self.fault(Code::Place, at, "only a marker, a tag or a rule can be missing", help);
        }
        let value = self.ask(scope, value, of);
        Test::Most(end(best), value)
    }
}

/// Whether what stands behind a kind speaks of `it` as of what is around the description.
fn hangs_on_others(r: &RelativeKind) -> bool {
    let it = speaks_of_it;
    match r {
        RelativeKind::Of(_) | RelativeKind::From(_) | RelativeKind::In(_) => true,
        RelativeKind::Within(w) => it(&w.of),
        RelativeKind::Touching { whom: Whom::One(e), .. }
        | RelativeKind::SeenBy(e, _)
        | RelativeKind::OtherThan(e)
        | RelativeKind::NearestTo(e)
        | RelativeKind::FurthestFrom(e)
        | RelativeKind::Carrying(e) => it(e),
        RelativeKind::Spot(s) => it(&s.of),
        RelativeKind::Touching { whom: Whom::Any(_), .. }
        | RelativeKind::With { .. }
        | RelativeKind::WithBest { .. }
        | RelativeKind::Where(_) => false,
    }
}

/// Whether something is `it`, or belongs to it: `its leader`.
fn speaks_of_it(e: &ast::Expr) -> bool {
    match &*e.kind {
        Ast::It => true,
        Ast::Of { of, .. } => speaks_of_it(of),
        Ast::Line(line) => speaks_of_it(&line.from) || speaks_of_it(&line.to),
        Ast::Call(c) => c.roles.iter().any(|r| speaks_of_it(&r.with)),
        _ => false,
    }
}
