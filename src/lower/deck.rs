//! Decks: the state of having a card in each; and what one side alone knows.

use super::build::Builder;
use crate::hir::{Deck, DeckId, Hidden, KindBase, KindId, Sees, Symbol, ThingId};
use crate::intern::Sym;
use crate::ir::{self, Bin, Deal, Ex, StateNo, X};
use crate::lower::number;
use crate::source::At;

impl Builder<'_> {
    /// All decks, each with its state, and the cards that lie in them from the start.
    pub fn decks(&mut self) {
        let rules = self.rules;
        let mut decks = Vec::with_capacity(rules.decks.len());
        for (id, deck) in rules.decks.iter() {
            for side in sides_of(deck) {
                let state = self.deck_state(id, *side);
                let (name, kind) = (self.text(deck.name), number::kind(deck.of));
                decks.push(ir::Deck { name, state, kind, sees: deck.sees, side: *side });
                if deck.lists.is_empty() {
                    continue;
                }
                let listed = self.hidden_state(&format!("of {}", self.text(deck.name)), deck.of, deck.line.at);
                self.maps.listed.insert((id, *side), listed);
                for (card, n) in &deck.lists {
                    self.deal(*card, *n, Some((state, listed)));
                }
            }
        }
        self.program.decks = decks;
        self.undealt();
    }

    /// What one side alone knows, each with the state of those of which it is revealed.
    pub fn secrets(&mut self) {
        let rules = self.rules;
        for (id, count) in rules.counts.iter().filter(|(_, c)| c.secret) {
            self.secret(Hidden::Count(id), ir::Hidden::Count(number::count(id)), count.name, count.of, count.line.at);
        }
        for (id, state) in rules.states.iter().filter(|(_, s)| s.secret) {
            self.secret(Hidden::State(id), ir::Hidden::State(number::state(id)), state.name, state.of, state.line.at);
        }
        for deck in rules.decks.all().iter().filter(|d| d.sees == Sees::Side) {
            if !self.maps.told.contains_key(&Hidden::Card(deck.of)) {
                self.secret(Hidden::Card(deck.of), ir::Hidden::Card(number::kind(deck.of)), deck.name, deck.of, deck.line.at);
            }
        }
    }

    fn secret(&mut self, of: Hidden, what: ir::Hidden, name: Sym, kind: KindId, at: At) {
        let state = Self::state_of(&format!("{} revealed", self.text(name)), ir::StateKind::Note, kind, at.span());
        let told = self.new_state(state, at);
        self.maps.told.insert(of, told);
        self.program.secrets.push(ir::Secret { what, told });
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

    /// The state of having a card in a deck of the game (0) or of a side.
    pub fn deck_state(&mut self, id: DeckId, side: i64) -> StateNo {
        if let Some(state) = self.maps.decks.get(&(id, side)) {
            return *state;
        }
        let Some(deck) = self.rules.decks.get(id) else { return StateNo::default() };
        let state = self.hidden_state(&format!("in {}", self.text(deck.name)), deck.of, deck.line.at);
        self.maps.decks.insert((id, side), state);
        state
    }

    /// Whether a thing has its card in a deck: where each side has one, that of the side that is meant.
    pub fn in_pile(&mut self, of: X, deck: DeckId, side: Option<X>) -> X {
        let Some(side) = side else {
            let state = self.deck_state(deck, 0);
            return self.ex(Ex::Bit { of, state });
        };
        let mut any = None;
        for number in [1, 2] {
            let (state, number_x) = (self.deck_state(deck, number), self.int(number));
            let (whose, lies) = (self.two(Bin::Eq, side, number_x), self.ex(Ex::Bit { of, state }));
            let one = self.two(Bin::And, whose, lies);
            any = Some(self.either(any, one));
        }
        any.unwrap_or(of)
    }
}

/// Whose decks of a name there are: the game's, 0, or one of each side.
pub(super) fn sides_of(deck: &Deck) -> &'static [i64] {
    if deck.each { &[1, 2] } else { &[0] }
}
