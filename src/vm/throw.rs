//! Rolling a throw: its key, what was kept of it, its outcome.

use super::machine::{Frame, Game, Machine, Stop};
use super::making::Making;
use super::toss::{Dice, Toss};
use super::trace::{Event, Share, Trace};
use crate::dice::ContextHash;
use crate::ir::{Reg, Throw, ThrowKind, ThrowNo};

impl Machine {
    pub(super) fn roll<D: Dice, T: Trace>(
        &mut self,
        game: Game<'_>,
        frame: Frame,
        id: ThrowNo,
        reg: Reg,
        dice: &mut D,
        trace: &mut T,
    ) -> Option<Stop> {
        let t = game.program.throws.get(id)?;
        let outcome = match self.outcome.take() {
            Some(o) => o,
            None => {
                let mut shares = Vec::new();
                let mut toss = if T::ON { self.toss(game, frame, id, t, Some(&mut shares)) } else { self.known_toss(game, frame, id, t) };
                toss.context = self.next_key(game, frame, t);
                let mut faces = Vec::new();
                let mut see = |_: u32, face: u32, again: bool| faces.push((face, again));
                let outcome = dice.toss(&toss, if T::ON { Some(&mut see) } else { None });
                let Some(o) = outcome else { return Some(Stop::Chance(toss)) };
                trace.event(|| Event::Rolled { toss, faces, outcome: o, shares });
                o
            }
        };
        self.set(reg, outcome.result);
        if t.kind != ThrowKind::Sum {
            self.set(reg.saturating_add(1), outcome.margin);
        }
        if t.seen {
            self.lie(reg, outcome.lying);
        }
        None
    }

    /// A throw as it was worked out before, if nothing that it reads has changed.
    fn known_toss(&mut self, game: Game<'_>, frame: Frame, id: ThrowNo, t: &Throw) -> Toss {
        let regs = self.regs.get(frame.base as usize..).unwrap_or(&[]);
        let kept = game.memo.and_then(|m| Some((m, m.throw(id, &self.world, frame.context, regs)?)));
        let Some((memo, kept)) = kept else { return self.toss(game, frame, id, t, None) };
        if let Some(toss) = memo.toss(kept) {
            return toss;
        }
        let toss = self.toss(game, frame, id, t, None);
        memo.keep_toss(kept, toss);
        toss
    }

    /// Works out a throw: number of dice, score, modifiers, naturals, re-rolls.
    pub(super) fn toss(&mut self, game: Game<'_>, frame: Frame, id: ThrowNo, t: &Throw, shares: Option<&mut Vec<Share>>) -> Toss {
        let ask = Self::ask(game, &self.world, frame.context);
        let regs = self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []);
        Making { ask, t, regs, shares }.toss(id)
    }

    /// The key of a throw that is about to be made: a roll made again by a rule is the next throw of the same dice.
    pub(super) fn next_key(&mut self, game: Game<'_>, frame: Frame, t: &Throw) -> u64 {
        let place = self.key(game, frame, t);
        let n = self.world.rolls.next(place);
        ContextHash::new().word(place).word(u64::from(n)).finish()
    }

    /// Where in the game a throw is made, not how many were made before.
    fn key(&self, game: Game<'_>, frame: Frame, t: &Throw) -> u64 {
        let phase = game.program.procs.get(self.world.phase).map_or(0, |p| p.key);
        let roles = game.program.procs.get(frame.proc).map_or(0, |p| usize::from(p.roles));
        let mut key = ContextHash::new()
            .word(u64::from(self.world.turn()))
            .word(phase)
            .word(u64::from(self.world.actor))
            .word(t.key)
            .word(u64::from(t.twin));
        for r in self.regs.iter().skip(frame.base as usize).take(roles) {
            key = key.word(r.cast_unsigned());
        }
        key.finish()
    }
}
