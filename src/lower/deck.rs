//! Decks: the state of having a card in each.

use super::build::Builder;
use crate::hir::{DeckId, KindBase, Symbol, ThingId};
use crate::ir::{Deal, StateNo};
use crate::lower::number;

impl Builder<'_> {
    /// All decks, each with its state.
    pub fn decks(&mut self) {
        let rules = self.rules;
        let mut decks = Vec::with_capacity(rules.decks.len());
        for (id, deck) in rules.decks.iter() {
            let state = self.deck_state(id);
            decks.push((state, number::kind(deck.of)));
            if deck.lists.is_empty() {
                continue;
            }
            let listed = self.hidden_state(&format!("of {}", self.text(deck.name)), deck.of, deck.line.at);
            self.maps.listed.insert(id, listed);
            for (card, n) in &deck.lists {
                self.deal(*card, *n, Some((state, listed)));
            }
        }
        self.program.decks = decks;
        self.undealt();
    }

    /// Of each sort of card that no deck lists there is one.
    fn undealt(&mut self) {
        let rules = self.rules;
        let listed = |card: ThingId| rules.decks.all().iter().any(|d| d.lists.iter().any(|(c, _)| *c == card));
        for (card, thing) in rules.things.iter() {
            let is_card = rules.kinds.get(thing.kind).is_some_and(|k| k.base == KindBase::Card);
            if is_card && !listed(card) {
                self.deal(card, 1, None);
            }
        }
    }

    fn deal(&mut self, card: ThingId, n: i64, deck: Option<(StateNo, StateNo)>) {
        let Some(thing) = self.rules.things.get(card) else { return };
        let sort = self.rules.find(thing.name, |s| if let Symbol::State(s) = s { Some(number::state(s)) } else { None });
        let Some(sort) = sort else { return };
        let (name, kind) = (self.text(thing.name), number::kind(thing.kind));
        self.program.deals.push(Deal { name, kind, sort, number: u16::try_from(n).unwrap_or(0), deck });
    }

    /// The state of having a card in a deck.
    pub fn deck_state(&mut self, id: DeckId) -> StateNo {
        if let Some(state) = self.maps.decks.get(&id) {
            return *state;
        }
        let Some(deck) = self.rules.decks.get(id) else { return StateNo::default() };
        let state = self.hidden_state(&format!("in {}", self.text(deck.name)), deck.of, deck.line.at);
        self.maps.decks.insert(id, state);
        state
    }
}
