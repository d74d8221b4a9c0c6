//! Decks: a card for each thing of a kind.

use crate::ast::{Decl, DeclKind, Titled};
use crate::diag::Code;
use crate::hir::{Deck, KindBase, Symbol};

use super::super::{Resolver, Scope};
use super::kinds::line;

impl Resolver<'_> {
    /// `deck Cards of unit`.
    pub(super) fn declare_deck(&mut self, place: usize, d: &Decl, t: &Titled) {
        let Some(title) = &t.title else { return self.nameless("deck", d.head) };
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
        let deck = Deck { name: name.sym, of, has: None, lists: Vec::new(), line: line(Some(name.sym), name.at, d) };
        let Some(id) = self.rules.decks.push(deck) else { return };
        self.enter_once(name.sym, name.at, Symbol::Deck(id), |_, s| matches!(s, Symbol::Deck(_)).then_some(None));
        if let Some(made) = self.made.get_mut(place) {
            made.deck = Some(id);
        }
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
            let sel = if lists.is_empty() { Some(self.sel(&mut Scope::default(), &role.who)) } else { self.undescribed(&role.who) };
            if let Some(deck) = self.rules.decks.get_mut(id) {
                (deck.has, deck.lists) = (sel, lists);
            }
        }
    }
}
