//! What of all that happens somebody who looks on may know: what one side alone knows is left out until it is revealed.

use std::collections::HashSet;

use crate::ir::{Deck, Hidden, KindBase, KindNo, ProcNo, Sees};
use crate::vm::{Event, Game, UNSEEN};

/// Whose secrets are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    /// Everybody's.
    All,
    /// Those of the first side, of the second.
    Of([bool; 2]),
}

impl Eyes {
    /// Whether what a side knows is known.
    #[must_use]
    pub fn see(self, side: i64) -> bool {
        match self {
            Self::All => true,
            Self::Of([first, second]) => side == 1 && first || side == 2 && second,
        }
    }
}

/// A card that was drawn, and is not told of until it is clear whether it goes into a hand.
struct Drawn {
    card: i64,
    event: Event,
    depth: usize,
}

/// Lets through what may be known.
pub(super) struct Watch<'a> {
    game: Game<'a>,
    eyes: Eyes,
    /// What was revealed and has not changed since.
    known: HashSet<(i64, Hidden)>,
    /// Cards of which it is not known which they are.
    unseen: HashSet<i64>,
    drawn: Vec<Drawn>,
    depth: usize,
}

impl<'a> Watch<'a> {
    pub fn new(game: Game<'a>, eyes: Eyes) -> Self {
        Self { game, eyes, known: HashSet::new(), unseen: HashSet::new(), drawn: Vec::new(), depth: 0 }
    }

    pub fn look(&mut self, eyes: Eyes) {
        self.eyes = eyes;
    }

    /// What may be told of an event, and of those before it.
    pub fn pass(&mut self, event: &Event) -> Vec<Event> {
        if self.eyes == Eyes::All || self.game.program.secrets.is_empty() && !matches!(event, Event::Decided { closed: true, .. }) {
            return vec![open(event)];
        }
        let mut out = Vec::new();
        match event {
            Event::Begin { proc, args, depth } => {
                self.depth = *depth;
                if self.shows(*proc) {
                    out.extend(self.lay_open(|_| true));
                }
                out.push(Event::Begin { proc: *proc, args: self.masked(args), depth: *depth });
            }
            Event::Ended { depth, .. } => {
                // whoever called what drew may still put the card into a hand
                out.extend(self.lay_open(|d| *depth < d.depth));
                self.depth = *depth;
                out.push(event.clone());
            }
            Event::Turn(_) | Event::Settled(_) => {
                out.extend(self.lay_open(|_| true));
                out.push(event.clone());
            }
            // the die of a draw counts the cards that are there
            Event::Rolled { shares, .. } if shares.is_empty() => {}
            Event::Worked { slot, args, value, shares } => {
                out.push(Event::Worked { slot: *slot, args: self.masked(args), value: *value, shares: shares.clone() });
            }
            Event::State { who, state, on } => {
                let deck = self.game.program.decks.iter().find(|d| d.state == *state);
                if let Some(deck) = deck.filter(|d| self.holds_hands(d.kind)) {
                    out.extend(self.moved(*who, deck, *on));
                } else if *on && self.game.program.hands.contains(state) && self.of_hands(*who) {
                    self.drawn.push(Drawn { card: *who, event: event.clone(), depth: self.depth });
                } else if self.may_know(*who, Hidden::State(*state), !*on) {
                    out.push(event.clone());
                }
            }
            Event::Count { who, count, .. } | Event::Bound { who, count, .. } => {
                if self.may_know(*who, Hidden::Count(*count), false) {
                    out.push(event.clone());
                }
            }
            Event::Revealed { who, what, .. } => {
                self.known.insert((*who, *what));
                if matches!(what, Hidden::Card(_)) {
                    self.unseen.remove(who);
                    self.drawn.retain(|d| d.card != *who);
                }
                out.push(event.clone());
            }
            Event::Decided { side, closed: true, .. } if !self.eyes.see(*side) => out.push(event.clone()),
            other => out.push(open(other)),
        }
        out
    }

    /// Whether something that somebody is or has may be told; what is secret of it has changed, unless it `stays` known.
    fn may_know(&mut self, who: i64, what: Hidden, stays: bool) -> bool {
        if self.unseen.contains(&who) || self.drawn.iter().any(|d| d.card == who) {
            return false;
        }
        if !self.game.program.secrets.iter().any(|s| s.what == what) || self.eyes.see(self.side(who)) {
            return true;
        }
        let known = self.known.contains(&(who, what));
        if !stays {
            self.known.remove(&(who, what));
        }
        known && stays
    }

    /// A card went to a deck, a hand or a tray, or from it.
    fn moved(&mut self, card: i64, deck: &Deck, on: bool) -> Vec<Event> {
        let state = deck.state;
        let told = Event::State { who: card, state, on };
        let drawn = self.drawn.iter().position(|d| d.card == card);
        if !on {
            return match deck.sees {
                // what leaves a deck is drawn
                Sees::Nobody => Vec::new(),
                Sees::Side if self.unseen.contains(&card) => vec![Event::Unseen { side: deck.side, deck: state, drawn: false, on }],
                _ => vec![told],
            };
        }
        self.known.retain(|(who, what)| *who != card || !matches!(what, Hidden::Card(_)));
        let sees = match deck.sees {
            Sees::Side => self.eyes.see(deck.side),
            Sees::All => true,
            // a card that nobody else has seen goes back as it came
            Sees::Nobody => drawn.is_none() && !self.unseen.contains(&card),
        };
        let drawn = drawn.map(|at| self.drawn.remove(at).event);
        if sees {
            self.unseen.remove(&card);
            return drawn.into_iter().chain([told]).collect();
        }
        match deck.sees {
            Sees::Side => self.unseen.insert(card),
            _ => self.unseen.remove(&card),
        };
        vec![Event::Unseen { side: deck.side, deck: state, drawn: drawn.is_some() && deck.sees == Sees::Side, on }]
    }

    /// Cards that were drawn, and went into no hand.
    fn lay_open(&mut self, which: impl Fn(&Drawn) -> bool) -> Vec<Event> {
        let (out, kept) = std::mem::take(&mut self.drawn).into_iter().partition(which);
        self.drawn = kept;
        out.into_iter().map(|d: Drawn| d.event).collect()
    }

    /// Blanks, without those cards of which it is not known which they are.
    fn masked(&self, args: &[i64]) -> Vec<i64> {
        let hidden = |a: i64| self.unseen.contains(&a) || self.drawn.iter().any(|d| d.card == a);
        args.iter().map(|a| if self.of_hands(*a) && hidden(*a) { UNSEEN } else { *a }).collect()
    }

    /// Whether what begins shows which card was drawn: what a card does, or an action.
    fn shows(&self, proc: ProcNo) -> bool {
        let book = &self.game.program.book;
        let kind = self.game.program.procs.get(proc).and_then(|p| book.kind(&p.word));
        kind.is_some_and(|k| book.is(k, KindBase::Card) || book.is(k, KindBase::Action))
    }

    fn holds_hands(&self, kind: KindNo) -> bool {
        self.game.program.secrets.iter().any(|s| s.what == Hidden::Card(kind))
    }

    fn of_hands(&self, who: i64) -> bool {
        self.game.cast.ent(who).is_some_and(|e| self.holds_hands(e.kind))
    }

    fn side(&self, who: i64) -> i64 {
        self.game.cast.ent(who).map_or(0, |e| if e.base == KindBase::Side { who } else { i64::from(e.side) })
    }
}

/// An event that is told as it is.
fn open(event: &Event) -> Event {
    match event {
        Event::Decided { side, label, answer, offered, .. } => {
            Event::Decided { side: *side, label: *label, answer: answer.clone(), offered: offered.clone(), closed: false }
        }
        other => other.clone(),
    }
}
