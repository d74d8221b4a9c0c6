//! Forgetting what nobody reads again, so that positions that go on alike are one.

use super::machine::{Game, Machine};
use crate::ir::Op;

impl Machine {
    /// At a throw: registers that nobody reads again once its outcome is there become 0. What the machine does from there
    /// on stays the same, but for the keys of its dice. Without a memo nothing is known of registers, and nothing is
    /// forgotten.
    pub fn forget(&mut self, game: Game<'_>) {
        // what waits in a move, or is dealt with at once, goes on where it likes
        let (Some(memo), true) = (game.memo, self.trips.is_empty() && self.together.is_empty()) else { return };
        for n in 0..self.frames.len() {
            let Some(f) = self.frames.get(n).copied() else { return };
            let Some(proc) = game.program.procs.get(f.proc) else { return };
            let (read, end) = match self.frames.get(n + 1) {
                // answers that the call gives are worked out while it runs
                Some(above) if above.answers.is_some() => continue,
                Some(above) => (memo.live().behind_call(f.proc, f.at, above.to), above.base as usize),
                None => match proc.code.get(f.at as usize) {
                    Some(Op::Roll(id, reg)) => (memo.live().behind_throw(game.program, f.proc, f.at, (*id, *reg)), self.regs.len()),
                    _ => continue,
                },
            };
            let run = self.regs.get_mut(f.base as usize..end).unwrap_or(&mut []);
            // the first blank is read by what ends the run
            for (i, reg) in run.iter_mut().enumerate().take(64).skip(1) {
                if read >> i & 1 == 0 {
                    *reg = 0;
                }
            }
        }
    }
}
