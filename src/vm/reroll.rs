//! Dice that are looked at before some of them are rolled again.

use super::lying::Lying;
use super::machine::{Frame, Game, Machine, Stop};
use super::toss::{Dice, Outcome, Toss};
use super::trace::{Event, Trace};
use crate::dice::Kept;
use crate::ir::{Reg, Rerolling};

impl Machine {
    /// How the dice of a pool lie, from the registers behind its result.
    fn lying(&self, reg: Reg) -> Lying {
        Lying::unpacked([2, 3, 4, 5].map(|n| self.get(reg.saturating_add(n))))
    }

    /// Remembers how the dice of a pool lie.
    pub(super) fn lie(&mut self, reg: Reg, lying: Lying) {
        for (n, packed) in (2..).zip(lying.packed()) {
            self.set(reg.saturating_add(n), packed);
        }
    }

    /// How many dice of a pool would be rolled again.
    pub(super) fn left_to_reroll(&mut self, game: Game<'_>, frame: Frame, what: Rerolling) -> i64 {
        let Some(t) = game.program.throws.get(what.throw) else { return 0 };
        let toss = self.toss(game, frame, what.throw, t, None);
        i64::from(self.lying(what.reg).picked(&toss, what.faces).0)
    }

    /// Rolls some dice of a pool again, those that lie there since the first throw.
    pub(super) fn roll_again<D: Dice, T: Trace>(
        &mut self,
        game: Game<'_>,
        frame: Frame,
        what: Rerolling,
        dice: &mut D,
        trace: &mut T,
    ) -> Option<Stop> {
        let Rerolling { throw: id, reg, faces } = what;
        let t = game.program.throws.get(id)?;
        let mut shares = Vec::new();
        let first = self.toss(game, frame, id, t, T::ON.then_some(&mut shares));
        let (number, worth, stays) = self.lying(reg).picked(&first, faces);
        if number == 0 {
            return None;
        }
        let outcome = match self.outcome.take() {
            Some(o) => o,
            None => {
                let toss = Toss { context: self.next_key(game, frame, t), ..first.some_again(number) };
                let mut shown = Vec::new();
                let mut see = |_: u32, face: u32, _: bool| shown.push((face, true));
                let outcome = dice.toss(&toss, if T::ON { Some(&mut see) } else { None });
                let Some(o) = outcome else { return Some(Stop::Chance(toss)) };
                trace.event(|| Event::Rolled { toss, faces: shown, outcome: o, shares });
                o
            }
        };
        let (result, asked, lying) = first.rolled_on(self.get(reg) - worth, stays, outcome);
        self.set(reg, result);
        self.set(reg.saturating_add(1), asked);
        self.lie(reg, lying);
        None
    }
}

impl Toss {
    /// So many of the dice of a pool, thrown again. Where dice are put aside at last, it matters how these lie too.
    #[must_use]
    pub fn some_again(&self, dice: u32) -> Self {
        Self { dice, reroll: 0, reroll_some: 0, seen: !self.keep.all(), keep: Kept::default(), ..*self }
    }

    /// What a pool comes to when some of its dice have been rolled again: those that stay count so much, and lie so.
    #[must_use]
    pub fn rolled_on(&self, result: i64, stays: Lying, again: Outcome) -> (i64, i64, Lying) {
        if self.keep.all() {
            let lying = stays.and(Lying::shown_again(self, again.margin));
            return (result + again.result, lying.asked(self), lying);
        }
        let lying = stays.and(again.lying.all_settled(self));
        let (result, asked) = lying.kept(self);
        (result, asked, lying)
    }
}
