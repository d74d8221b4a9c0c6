//! Working out a throw, and rolling it.

use super::machine::{Frame, Game, Machine, Stop};
use super::reroll::Lying;
use super::toss::{Dice, MOST_MORE, Toss};
use super::trace::{Event, Share, Trace};
use crate::dice::ContextHash;
use crate::graph::{Explode, Natural, Reg, Throw, ThrowKind};

impl Machine {
    pub(super) fn roll<D: Dice, T: Trace>(
        &mut self,
        game: Game<'_>,
        frame: Frame,
        id: u16,
        reg: Reg,
        dice: &mut D,
        trace: &mut T,
    ) -> Option<Stop> {
        let t = game.program.throws.get(id as usize)?;
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
        if t.seen && t.asked.is_some() {
            self.set(reg.saturating_add(2), Lying::unpacked(outcome.margin).shown());
        }
        None
    }

    /// A throw as it was worked out before, if nothing that it reads has changed.
    fn known_toss(&mut self, game: Game<'_>, frame: Frame, id: u16, t: &Throw) -> Toss {
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
    pub(super) fn toss(&mut self, game: Game<'_>, frame: Frame, id: u16, t: &Throw, mut shares: Option<&mut Vec<Share>>) -> Toss {
        let ask = Self::ask(game, &self.world, frame.context);
        let regs = self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []);
        let mut add = |row: u16, what: &'static str, amount: i64| {
            if let Some(s) = shares.as_deref_mut() {
                s.push(Share { row, what, amount });
            }
        };
        let mut n = ask.x(t.dice, regs);
        add(t.row, "dice", n);
        for c in &t.more {
            if ask.live(c, regs) {
                let x = ask.x(c.x, regs);
                add(c.row, "dice", x);
                n += x;
            }
        }
        for c in &t.exact {
            if ask.live(c, regs) {
                n = ask.x(c.x, regs);
                add(c.row, "dice exactly", n);
            }
        }
        let mut need = t.need.map_or(0, |x| ask.x(x, regs));
        if t.need.is_some() {
            add(t.row, "need", need);
        }
        for c in &t.needs {
            if ask.live(c, regs) {
                need = ask.x(c.x, regs);
                add(c.row, "need", need);
            }
        }
        let mut each = 0;
        for c in &t.each {
            if ask.live(c, regs) {
                let x = ask.x(c.x, regs);
                add(c.row, "each", x);
                each += x;
            }
        }
        let mut toss = Toss {
            throw: id,
            context: 0,
            again: 0,
            dice: u32::try_from(n.max(0)).unwrap_or(u32::MAX).min(1000),
            sides: t.sides.into(),
            kind: t.kind.into(),
            halve: t.halve,
            worth: [0; 20],
            reroll: 0,
            reroll_some: 0,
            keep: 0,
            drop: (0, 0),
            explode: 0,
            chain: 0,
            asked: t.asked.unwrap_or(0),
            seen: t.seen,
            base: each,
            need,
            low: t.low,
            forced: (0, 0),
        };
        if let Some(b) = t.base {
            let x = ask.x(b, regs);
            add(t.row, "base", x);
            toss.base += x;
        }
        if t.kind == ThrowKind::Pool {
            for (i, w) in toss.worth.iter_mut().enumerate().take(usize::from(t.sides)) {
                let face = i64::try_from(i).unwrap_or(0) + 1;
                *w = match t.counts.iter().find(|(a, b, _)| i64::from(*a) <= face && face <= i64::from(*b)) {
                    Some((_, _, c)) => i8::try_from(*c).unwrap_or(1),
                    None if t.low => i8::from(t.need.is_some() && face + each <= need),
                    None => i8::from(t.need.is_some() && face + each >= need),
                };
            }
        }
        for (face, natural, c) in &t.naturals {
            if *face == 0 || *face > t.sides || !ask.live(c, regs) {
                continue;
            }
            add(c.row, "natural", i64::from(*face));
            let bit = 1u32.checked_shl(u32::from(*face) - 1).unwrap_or(0);
            let w = toss.worth.get_mut(usize::from(*face) - 1);
            match natural {
                Natural::Hits => {
                    toss.forced.0 |= bit;
                    if let Some(w) = w {
                        *w = (*w).max(1);
                    }
                }
                Natural::Misses => {
                    toss.forced.1 |= bit;
                    if let Some(w) = w {
                        *w = 0;
                    }
                }
                Natural::Counts(k) => {
                    if let Some(w) = w {
                        *w = i8::try_from(*k).unwrap_or(1);
                    }
                }
            }
        }
        for (faces, c) in &t.rerolls {
            if ask.live(c, regs) {
                add(c.row, "reroll", 0);
                toss.rerolled(*faces);
            }
        }
        for (which, once, c) in &t.explodes {
            if ask.live(c, regs) {
                let brings = |face: &u8| match which {
                    Explode::Face(f) => face == f,
                    Explode::Score(s) => i64::from(*face) + each >= i64::from(*s),
                };
                add(c.row, "explode", 0);
                toss.chain = toss.chain.max(if *once { 1 } else { MOST_MORE });
                toss.explode |= (1..=t.sides.min(32)).filter(brings).fold(0, |m, f| m | 1 << (f - 1));
            }
        }
        for (keep, c) in t.keep.iter().filter(|(_, c)| ask.live(c, regs)) {
            if keep.drop && t.kind == ThrowKind::Sum {
                // several rules may each put dice aside, of the lowest and of the highest
                let side = if keep.highest { &mut toss.drop.1 } else { &mut toss.drop.0 };
                *side = side.saturating_add(keep.number);
                add(c.row, "drop", i64::from(keep.number));
            } else {
                toss.keep = keep.of(toss.dice);
                add(c.row, "keep", i64::from(toss.keep));
            }
        }
        toss
    }

    /// The key of a throw that is about to be made: a roll made again by a rule is the next throw of the same dice.
    pub(super) fn next_key(&mut self, game: Game<'_>, frame: Frame, t: &Throw) -> u64 {
        let place = self.key(game, frame, t);
        let n = self.world.rolls.next(place);
        ContextHash::new().word(place).word(u64::from(n)).finish()
    }

    /// Where in the game a throw is made, not how many were made before.
    fn key(&self, game: Game<'_>, frame: Frame, t: &Throw) -> u64 {
        let phase = game.program.procs.get(self.world.phase as usize).map_or(0, |p| p.key);
        let roles = game.program.procs.get(frame.proc as usize).map_or(0, |p| usize::from(p.roles));
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
