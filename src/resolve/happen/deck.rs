//! Cards that are drawn and put back; who joins and leaves a group.

use super::super::{Resolver, Scope};
use super::lend::int;
use crate::ast;
use crate::diag::Code;
use crate::hir::{DeckId, KindId, Origin, StmtKind, Ty};

impl Resolver<'_> {
    /// The deck of a name, told if there is none.
    pub(super) fn deck_meant(&mut self, name: &ast::NameRef) -> Option<DeckId> {
        let found = self.deck_named(name.name.sym);
        if found.is_none() {
            self.unknown_name(name, "a deck");
        }
        found
    }

    /// `hand = draw 3 from Deck`.
    pub(super) fn draw(&mut self, scope: &mut Scope, word: ast::Word, number: Option<&ast::Expr>, from: &ast::NameRef) -> Option<StmtKind> {
        let Some((deck, kind)) = self.deck_meant(from).and_then(|d| Some((d, self.rules.decks.get(d)?.of))) else {
            // the word is known, if nothing else of it
            let hand = self.local(word.sym, Ty::Unknown, Origin::Chosen);
            scope.bind(word.sym, hand);
            return None;
        };
        let n = match number {
            Some(e) => self.effect(scope, e),
            None => int(1, Ty::PLAIN, word.at),
        };
        let hand = self.local(word.sym, self.thing_type(kind), Origin::Chosen);
        scope.bind(word.sym, hand);
        scope.hands.push((word.sym, hand));
        Some(StmtKind::Draw(hand, n, deck))
    }

    /// `x joins y`, `x leaves y`: a deck or a group.
    pub(super) fn join(&mut self, scope: &mut Scope, who: &ast::Expr, what: &ast::Expr, joins: bool) -> StmtKind {
        let who = self.expr(scope, who);
        let deck = match &*what.kind {
            ast::ExprKind::Call(call) if call.args.is_empty() && call.roles.is_empty() => self.deck_named(call.name.name.sym),
            _ => None,
        };
        if let Some(deck) = deck {
            return if joins { StmtKind::JoinDeck(who, deck) } else { StmtKind::LeaveDeck(who, deck) };
        }
        let group = self.expr(scope, what);
        let fits = match (who.ty, group.ty) {
            (Ty::Thing(a), Ty::Thing(b)) => self.part_of(a, b),
            _ => true,
        };
        if !fits {
            let (is, want) = (self.describe(who.ty), self.describe(group.ty));
            self.fault(Code::Type, what.at, format!("{is} is no part of {want}"), "name the group that its kind is `of`");
        }
        if joins { StmtKind::Join(who, group) } else { StmtKind::Leave(who) }
    }

    /// Whether things of one kind are parts of another.
    fn part_of(&self, part: KindId, whole: KindId) -> bool {
        let (Some(p), Some(w)) = (self.kind_of(part), self.kind_of(whole)) else { return true };
        p.of.contains(&w.word) || w.of.contains(&p.word)
    }
}
