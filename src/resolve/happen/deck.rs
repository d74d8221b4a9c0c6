//! Cards that are drawn and put back; who joins and leaves a group.

use super::super::ask::Wanted;
use super::super::{Resolver, Scope};
use super::lend::int;
use crate::ast;
use crate::diag::{Code, with_article};
use crate::hir::{DeckId, Expr, KindBase, KindId, Origin, Pile, StmtKind, Ty};
use crate::source::At;

impl Resolver<'_> {
    /// The deck of a name, and whose it is; told if there is none.
    pub(super) fn pile_meant(&mut self, scope: &mut Scope, call: &ast::Call) -> Option<Pile> {
        let Some(deck) = self.deck_named(call.name.name.sym) else {
            self.unknown_name(&call.name, Wanted::Deck);
            return None;
        };
        self.called_pile(scope, deck, call)
    }

    /// A deck as it is called: by its name, and by whose it is where each side has one.
    pub(crate) fn called_pile(&mut self, scope: &mut Scope, deck: DeckId, call: &ast::Call) -> Option<Pile> {
        let whose = match (call.args.as_slice(), call.roles.as_slice()) {
            ([], []) => None,
            ([], [role]) if role.prep == ast::Prep::Of => Some(&role.with),
            _ => {
                let name = self.said(call.name.name.sym);
                self.fault(Code::Role, call.at, format!("`{name}` is asked with `of` alone"), format!("write `{name} of side`"));
                return None;
            }
        };
        self.pile_of(scope, deck, whose, call.name.at)
    }

    /// That of a side where each has one, else the one that there is.
    pub(crate) fn pile_of(&mut self, scope: &mut Scope, deck: DeckId, whose: Option<&ast::Expr>, at: At) -> Option<Pile> {
        let info = self.rules.decks.get(deck)?;
        let (name, sort, each) = (self.said(info.name), info.sees.word(), info.each);
        match whose {
            None if each => {
                let message = format!("each side has its own {sort} `{name}`, and nothing says whose is meant");
                self.fault(Code::Role, at, message, format!("write `{name} of side`"));
                None
            }
            None => Some(Pile::One(deck)),
            Some(whose) if !each => {
                let message = format!("there is one {sort} `{name}` in the game, and it is no side's");
                let help = format!("write `{name}` alone, or declare it `one for each side`");
                self.fault(Code::Role, whose.at, message, help);
                None
            }
            Some(whose) => {
                let side = self.expr(scope, whose);
                if !matches!(side.ty, Ty::Thing(k) if self.is(k, KindBase::Side)) && side.ty != Ty::Unknown {
                    let is = self.describe(side.ty);
                    let message = format!("each side has its own {sort} `{name}`, and this is {is}");
                    self.fault(Code::Type, whose.at, message, "say whose it is: `of side of unit`");
                    return None;
                }
                Some(Pile::Of(deck, side))
            }
        }
    }

    /// `hand = draw 3 from Deck`.
    pub(super) fn draw(&mut self, scope: &mut Scope, word: ast::Word, number: Option<&ast::Expr>, from: &ast::Call) -> Option<StmtKind> {
        let kind = self.deck_named(from.name.name.sym).and_then(|d| self.rules.decks.get(d)).map(|d| d.of);
        let ty = kind.map_or(Ty::Unknown, |kind| self.thing_type(kind));
        let pile = self.pile_meant(scope, from);
        let n = match number {
            Some(e) => self.how_many(scope, e, "how many"),
            None => int(1, Ty::PLAIN, word.at),
        };
        // the word is known, if nothing else of it
        let hand = self.local(word.sym, ty, Origin::Chosen);
        scope.bind(word.sym, hand);
        if ty != Ty::Unknown {
            let several = number.is_some_and(|n| !matches!(*n.kind, ast::ExprKind::Int(1)));
            scope.hands.push((word.sym, hand, several));
        }
        Some(StmtKind::Draw(hand, n, pile?))
    }

    /// `shuffle Deck`.
    pub(super) fn shuffle(&mut self, scope: &mut Scope, call: &ast::Call) -> Option<StmtKind> {
        let pile = self.pile_meant(scope, call)?;
        let info = self.rules.decks.get(pile.deck())?;
        if !info.sees.is_deck() {
            let message = format!("`{}` is {}, and only a deck is shuffled", self.said(info.name), with_article(info.sees.word()));
            self.fault(Code::Place, call.at, message, "let its cards join a deck, or draw at random from it");
            return None;
        }
        Some(StmtKind::Shuffle(pile))
    }

    /// `x joins y`, `x leaves y`: a deck or a group.
    pub(super) fn join(&mut self, scope: &mut Scope, who: &ast::Expr, what: &ast::Expr, joins: bool) -> Option<StmtKind> {
        let said = who.at;
        let who = self.expr(scope, who);
        let deck = match &*what.kind {
            ast::ExprKind::Call(call) => self.deck_named(call.name.name.sym).map(|deck| (deck, call)),
            _ => None,
        };
        if let Some((deck, call)) = deck {
            let pile = self.called_pile(scope, deck, call)?;
            self.only_cards_in(deck, &who, said);
            return Some(if joins { StmtKind::JoinDeck(who, pile) } else { StmtKind::LeaveDeck(who, pile) });
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
        Some(if joins { StmtKind::Join(who, group) } else { StmtKind::Leave(who) })
    }

    /// Faults what is no card of the kind that a hand, a tray or a deck of cards holds.
    fn only_cards_in(&mut self, deck: DeckId, who: &Expr, at: At) {
        let Some(info) = self.rules.decks.get(deck) else { return };
        let (of, name) = (info.of, self.said(info.name));
        if self.is(of, KindBase::Card) && matches!(who.ty, Ty::Thing(kind) if kind != of) {
            let (is, word) = (self.describe(who.ty), self.kind_of(of).map_or(String::new(), |k| self.said(k.word)));
            let help = format!("name one of the {word}s");
            self.fault(Code::Type, at, format!("`{name}` holds {word}s alone, and this is {is}"), help);
        }
    }

    /// Whether things of one kind are parts of another.
    fn part_of(&self, part: KindId, whole: KindId) -> bool {
        let (Some(p), Some(w)) = (self.kind_of(part), self.kind_of(whole)) else { return true };
        p.of.contains(&w.word) || w.of.contains(&p.word)
    }
}
