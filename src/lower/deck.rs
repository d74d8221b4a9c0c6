//! Decks: the state of having a card in each.

use super::build::Builder;
use crate::hir::DeckId;
use crate::ir::StateNo;
use crate::lower::number;

impl Builder<'_> {
    /// All decks, each with its state.
    pub fn decks(&mut self) {
        let rules = self.rules;
        let mut decks = Vec::with_capacity(rules.decks.len());
        for (id, deck) in rules.decks.iter() {
            let state = self.deck_state(id);
            decks.push((state, number::kind(deck.of)));
        }
        self.program.decks = decks;
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
