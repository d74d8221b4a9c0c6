//! What rules forbid: gates of actions.

use super::build::Builder;
use super::meet::Of;
use crate::ir::{Ex, Gate};
use crate::lower::number;

impl Builder<'_> {
    /// What is forbidden, before what actions need.
    pub(super) fn forbids(&mut self) {
        let graph = self.effects();
        for (proc, list) in &graph.forbids {
            let Some(p) = self.rules.procs.get(*proc) else { continue };
            for shut in list {
                let Some((forbid, meeting)) = shut.of(self.rules) else { continue };
                let frame = self.frame_of(&p.head);
                let met = self.meet(&frame, meeting, Of::from(forbid));
                let guard = met.guard.unwrap_or_else(|| self.int(1));
                let holds = self.ex(Ex::Not(guard));
                let row = self.shut_row(*shut);
                let number = number::proc(*proc);
                if let Some(p) = self.program.procs.get_mut(number) {
                    p.gates.push(Gate { row, holds, me: met.me });
                }
            }
        }
    }
}
