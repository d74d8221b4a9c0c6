//! Who decides, where nobody is asked.

use crate::play::{self, Doctrine, Greedy, Random};

/// A player that decides by itself.
pub struct Player(Box<dyn play::Player>);

impl Player {
    /// One that looks a decision ahead, with imagined dice of this seed.
    #[must_use]
    pub fn greedy(seed: u64) -> Self {
        Self(Box::new(Greedy::new(seed)))
    }

    /// One that picks any option with equal chance.
    #[must_use]
    pub fn random(seed: u64) -> Self {
        Self(Box::new(Random::new(seed)))
    }

    /// One whose mind is a script in rhai with `fn decide(decision)`, which gives the number of an option, from 0.
    ///
    /// # Errors
    /// What is wrong with the script.
    pub fn doctrine(script: &str) -> Result<Self, String> {
        Doctrine::new(script).map(|d| Self(Box::new(d)))
    }

    /// What went wrong with it, if anything did.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        self.0.fault().map(|why| format!("the doctrine failed, and the last option was taken from then on: {why}"))
    }

    pub(super) fn mind(&mut self) -> &mut dyn play::Player {
        self.0.as_mut()
    }
}
