//! Picks any option with equal chance.

use rand::seq::IndexedRandom as _;

use super::{Player, Session};
use crate::dice::{RollKey, Stream};
use crate::vm::{Choice, Decision, Game, Listing, NONE_CHOICE};

/// Keeps what players draw apart from the dice of the game.
const PLAYERS: u64 = 0x0070_6c61_7965_7273;

/// A player that does not think. Its picks are a function of its seed and of how often it was asked.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    seed: u64,
    asked: u64,
}

impl Random {
    /// A random player.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, asked: 0 }
    }

    /// What it draws by, the next time.
    fn key(&self) -> RollKey {
        RollKey { seed: self.seed, context: PLAYERS }.apart(self.asked)
    }

    /// Any option.
    pub fn pick(&mut self, decision: &Decision) -> Choice {
        let key = self.key();
        self.asked = self.asked.wrapping_add(1);
        // where one was drawn already, that one
        decision.options.choose(&mut Stream::new(key)).copied().unwrap_or(NONE_CHOICE)
    }
}

impl Player for Random {
    fn listing(&self) -> Listing {
        Listing::Lot(self.key())
    }

    fn skip(&mut self) {
        self.asked = self.asked.wrapping_add(1);
    }

    fn decide(&mut self, _: Game<'_>, _: &Session, decision: &Decision) -> Choice {
        self.pick(decision)
    }
}
