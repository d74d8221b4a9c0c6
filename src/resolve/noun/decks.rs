//! Decks: a card for each thing of a kind.

use crate::ast::{DeckSort, Decl, DeclKind, Titled};
use crate::diag::Code;
use crate::hir::{Deck, KindBase, KindId, Sees, Symbol};

use crate::source::At;

use super::super::{Resolver, Scope};
use super::kinds::line;

impl Resolver<'_> {
    /// `deck Cards of unit`.
    pub(super) fn declare_deck(&mut self, place: usize, d: &Decl, t: &Titled) {
        let (sees, each) = seen_by(t);
        let Some(title) = &t.title else { return self.nameless(sees.word(), d.head) };
        let name = title.name;
        let Some(role) = t.roles.first() else {
            let message = format!("nothing says whose cards are in `{}`", self.text(name.sym));
            self.fault(Code::Place, d.head, message, "write `deck Cards of unit`");
            return;
        };
        let (of, _) = self.noun_of(&role.who);
        if self.kind(role.who.noun.kind.sym).is_none() {
            return;
        }
        if ![KindBase::Group, KindBase::Piece, KindBase::Feature, KindBase::Side, KindBase::Card].iter().any(|b| self.is(of, *b)) {
            let is = self.kind_of(of).map_or("this", |k| self.text(k.word));
            let message = format!("a deck holds a card for each that is in play, and no `{is}` is");
            let help = "name a kind of what is in play, or roll on a `table` for one line of a list";
            self.fault(Code::Kind, role.at, message, help);
            return;
        }
        if self.unfit(of, sees, t, role.at) {
            return;
        }
        let deck = Deck { name: name.sym, of, has: None, lists: Vec::new(), sees, each, line: line(Some(name.sym), name.at, d) };
        let Some(id) = self.rules.decks.push(deck) else { return };
        self.enter_once(name.sym, name.at, Symbol::Deck(id), |_, s| matches!(s, Symbol::Deck(_)).then_some(None));
        if let Some(made) = self.made.get_mut(place) {
            made.deck = Some(id);
        }
    }

    /// Faults a hand or tray of what is no card, and one deck each for whom there is none.
    fn unfit(&mut self, of: KindId, sees: Sees, t: &Titled, at: At) -> bool {
        let card = self.is(of, KindBase::Card);
        let is = self.kind_of(of).map_or(String::new(), |k| self.said(k.word));
        if !card && !sees.is_deck() {
            let message = format!("a {} holds cards, and a {is} is none", sees.word());
            let help = format!("declare a kind of cards, `kind event is card`, or a deck with a card for each: `deck Cards of {is}`");
            self.fault(Code::Kind, at, message, help);
            return true;
        }
        let Some(each) = t.holds.and_then(|h| h.each) else { return false };
        if !self.kind(each.sym).is_some_and(|k| self.is(k, KindBase::Side)) {
            let word = self.said(each.sym);
            self.fault(
                Code::Kind,
                each.at,
                format!("no `{word}` has a {} of its own: only sides have", sees.word()),
                "write `one for each side`",
            );
            return true;
        }
        if !card {
            let message = format!("a deck with a card for each {is} is there once, for both sides");
            let help = format!("leave `, one for each side` out, and name those of one side: `{is} of side in Cards`");
            self.fault(Code::Unready, each.at, message, help);
        }
        !card
    }

    /// Faults a description where a list says what is in a deck.
    fn undescribed(&mut self, who: &crate::ast::Selector) -> Option<crate::hir::Sel> {
        if !who.adjectives.is_empty() || !who.relatives.is_empty() {
            let help = "name the kind alone";
            self.fault(Code::Place, who.noun.at, "this deck lists its cards, so nothing describes them", help);
        }
        None
    }

    /// Who has a card in each deck.
    pub(super) fn cards(&mut self) {
        for (place, d) in self.declared() {
            let (DeclKind::Deck(t), Some(id)) = (&*d.kind, self.made.get(place).and_then(|m| m.deck)) else { continue };
            let Some(role) = t.roles.first() else { continue };
            let (kind, _) = self.noun_of(&role.who);
            let lists = self.listed_cards(d, t, kind);
            let card = self.is(kind, KindBase::Card);
            let sel =
                if lists.is_empty() && !card { Some(self.sel(&mut Scope::default(), &role.who)) } else { self.undescribed(&role.who) };
            if let Some(deck) = self.rules.decks.get_mut(id) {
                (deck.has, deck.lists) = (sel, lists);
            }
        }
    }
}

/// Who sees into what is declared, and whether each side has one.
fn seen_by(t: &Titled) -> (Sees, bool) {
    let Some(holds) = t.holds else { return (Sees::Nobody, false) };
    match holds.sort {
        DeckSort::Deck => (Sees::Nobody, holds.each.is_some()),
        DeckSort::Hand => (Sees::Side, true),
        DeckSort::Tray => (Sees::All, holds.each.is_some()),
    }
}
