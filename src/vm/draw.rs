//! One of many at random: a card from a deck, a victim.

use super::cast::NONE;
use super::machine::{Frame, Game, Machine, Stop};
use super::toss::{Dice, Toss};
use super::trace::{Event, Trace};
use crate::ir::Drawing;

impl Machine {
    /// One of a selection, each as likely: a die with as many sides as there are. No order is stored, so that whatever
    /// is left in a deck is all that there is to know of it.
    pub(super) fn pick<D: Dice, T: Trace>(
        &mut self,
        game: Game<'_>,
        frame: Frame,
        what: &Drawing,
        dice: &mut D,
        trace: &mut T,
    ) -> Option<Stop> {
        let Drawing { sel, throw, to } = *what;
        let mut found = Vec::new();
        let ask = Self::ask(game, &self.world, frame.context);
        let regs = self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []);
        ask.each(sel, regs, &mut |_, _, e| {
            found.push(e);
            true
        });
        if found.len() < 2 {
            self.set(to, found.first().copied().unwrap_or(NONE));
            return None;
        }
        // there are no more things than their numbers go
        let sides = u16::try_from(found.len()).unwrap_or(u16::MAX);
        let outcome = match self.outcome.take() {
            Some(o) => o,
            None => {
                let t = game.program.throws.get(throw)?;
                let context = self.next_key(game, frame, t);
                let toss = Toss::one_die(throw, context, sides);
                let mut faces = Vec::new();
                let mut see = |_: u32, face: u32, again: bool| faces.push((face, again));
                let Some(o) = dice.toss(&toss, Some(&mut see)) else { return Some(Stop::Chance(toss)) };
                trace.event(|| Event::Rolled { toss, faces, outcome: o, shares: Vec::new() });
                o
            }
        };
        let at = usize::try_from(outcome.result).ok().and_then(|n| n.checked_sub(1));
        self.set(to, at.and_then(|i| found.get(i)).copied().unwrap_or(NONE));
        None
    }
}
