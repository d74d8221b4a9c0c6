//! Who decides.

use super::Session;
use crate::vm::{Choice, Decision, Game, Listing};

/// Answers decisions. All players see the same.
pub trait Player {
    /// Picks one of the options.
    fn decide(&mut self, game: Game<'_>, session: &Session, decision: &Decision) -> Choice;

    /// How it wishes to be asked next.
    fn listing(&self) -> Listing {
        Listing::All
    }

    /// Whether it will answer no more, so that its last answer does not count.
    fn gone(&self) -> bool {
        false
    }

    /// What went wrong with it, if anything did: its answers from then on are not its own.
    fn fault(&self) -> Option<&str> {
        None
    }

    /// Is told that a decision was answered for it.
    fn skip(&mut self) {}
}
