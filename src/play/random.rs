//! Picks any option with equal chance.

use super::{Player, Session};
use crate::dice::{RollKey, face};
use crate::vm::{Choice, Decision, Game};

/// A player that does not think. Its picks are a function of its seed and of how often it was asked.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    seed: u64,
    asked: u32,
}

impl Random {
    /// A random player.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, asked: 0 }
    }

    /// Any option.
    pub fn pick(&mut self, decision: &Decision) -> Choice {
        self.asked = self.asked.wrapping_add(1);
        let n = u32::try_from(decision.options.len()).unwrap_or(1).max(1);
        let key = RollKey { seed: self.seed, context: 0x0070_6c61_7965_7273 };
        let i = face(key, 0, self.asked, n) - 1;
        decision.options.get(i as usize).copied().unwrap_or(Choice::of(-1))
    }
}

impl Player for Random {
    fn skip(&mut self) {
        self.asked = self.asked.wrapping_add(1);
    }

    fn decide(&mut self, _: Game<'_>, _: &Session, decision: &Decision) -> Choice {
        self.pick(decision)
    }
}
