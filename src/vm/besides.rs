//! What moves keep to: what is said of a move itself, what its manner says, and what rules say of whoever moves so.

use super::eval::{Ask, NOTHING, put};
use super::great;
use super::machine::{Frame, Game, Machine};
use super::way::Limits;
use crate::ir::{MannerPart, Motion, Moves, ProcNo, S, WINDOW};

impl Machine {
    /// What a move of somebody must keep to, as things stand.
    pub(super) fn limits(&mut self, game: Game<'_>, frame: Frame, m: &Motion, who: i64) -> Limits {
        let ask = Self::ask(game, &self.world, frame.context);
        let mut out = Limits::default();
        let regs = self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []);
        for says in &m.says {
            ask.besides(says, regs, &mut out);
        }
        if let Some(manner) = m.manner {
            ask.in_manner(manner, who, &mut out);
        }
        out
    }
}

impl Ask<'_> {
    /// What a manner says of somebody who moves so, and what the rules say that meet it.
    fn in_manner(&self, manner: ProcNo, who: i64, out: &mut Limits) {
        let Some(p) = self.program.procs.get(manner) else { return };
        if let Some(touched) = &self.program.touched {
            touched.note_proc(manner);
        }
        for part in &p.manner {
            let mut regs = [NOTHING; WINDOW];
            put(&mut regs, 0, who);
            self.part_of_manner(part, &mut regs, out);
        }
    }

    /// One thing that is said of whoever moves so: once, or once for each carrier of its rule for whom it holds.
    fn part_of_manner(&self, part: &MannerPart, regs: &mut [i64], out: &mut Limits) {
        let says = |ask: &Self, regs: &mut [i64], out: &mut Limits| {
            if ask.holds(part.guard, regs) && !ask.off(part.row, regs) {
                ask.besides(&part.says, regs, out);
            }
        };
        let Some((reg, rule)) = part.me else { return says(self, regs, out) };
        for e in self.carriers(rule) {
            let e = i64::from(*e);
            if self.world.alive(e) {
                put(regs, reg, e);
                says(self, regs, out);
            }
        }
    }

    fn besides(&self, says: &Moves, regs: &mut [i64], out: &mut Limits) {
        match says {
            Moves::Keep(far, s) => out.clear.push((great::length(self.x(*far, regs)), self.pieces_of(*s, regs))),
            Moves::End(far, s) => out.end.push((great::length(self.x(*far, regs)), self.pieces_of(*s, regs))),
            Moves::Through(s) => out.through.extend(self.pieces_of(*s, regs)),
            Moves::Forced(s) => out.forced.extend(self.pieces_of(*s, regs)),
            Moves::Without(s) => out.stay.extend(self.pieces_of(*s, regs)),
            Moves::Inside(grounds) => out.inside.push(grounds.clone()),
            Moves::Coherent => out.coherent = true,
            Moves::Leaving => out.leaving = true,
            Moves::Turning => out.turning = true,
            Moves::KeepsFacing => out.keeps_facing = true,
        }
    }

    /// The pieces of what a description finds.
    fn pieces_of(&self, s: S, regs: &mut [i64]) -> Vec<i64> {
        let mut out = Vec::new();
        self.each(s, regs, &mut |ask, _, e| {
            out.extend(ask.pieces(e));
            true
        });
        out
    }
}
