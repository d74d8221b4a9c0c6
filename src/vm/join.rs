//! Joining a group and leaving it: whose part a thing is now, and whose it was when it was mustered.

use super::cast::EntId;
use super::machine::{Game, Machine};
use crate::ir::KindBase;

impl Machine {
    /// A thing becomes part of a group; what it leaves may be left without a leader, or empty.
    pub(super) fn join(&mut self, game: Game<'_>, who: i64, group: i64) {
        let before = self.world.parent_of(who);
        let Ok(to) = EntId::try_from(group) else { return };
        if before == group || game.cast.ent(who).is_none() {
            return;
        }
        // a piece is in a group that was gathered beside being in its own
        if game.cast.ent(who).is_some_and(|e| e.base == KindBase::Piece) && game.cast.spare.iter().any(|(_, e)| *e == to) {
            self.world.set_ring(who, to);
            return;
        }
        self.world.set_parent(who, to);
        if game.cast.ent(who).is_some_and(|e| e.base == KindBase::Piece) {
            self.world.mix();
        }
        if !self.world.alive(group) {
            self.world.set_live(group, true);
        }
        // a leader who has gone leads no more
        if self.world.leader(before) == who {
            self.world.set_lead(before, 0);
        }
        self.settle_group(game, before);
        self.settle_group(game, group);
    }

    /// A thing goes back to the group that it came with.
    pub(super) fn leave_group(&mut self, game: Game<'_>, who: i64) {
        if let Some(home) = game.cast.ent(who).map(|e| e.home) {
            self.join(game, who, i64::from(home));
        }
    }
}
