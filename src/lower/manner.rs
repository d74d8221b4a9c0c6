//! Manners of moving: what each says, and the rules that meet it, asked in registers of their own.

use super::build::Builder;
use super::meet::{Met, Of};
use crate::graph::{Source, Toss};
use crate::hir::{Body, Change, ChangeKind, ProcId, ProcKind};
use crate::ir::{MannerPart, RowNo};
use crate::lower::number;

impl<'a> Builder<'a> {
    /// What all manners say.
    pub fn manners(&mut self) {
        let rules = self.rules;
        let graph = self.effects();
        for (proc, p) in rules.procs.iter().filter(|(_, p)| matches!(p.kind, ProcKind::Manner(_))) {
            let own = p.rows().unwrap_or_default();
            for toss in graph.tosses_of(proc) {
                self.said_in_manner(proc, own, *toss);
            }
        }
    }

    fn said_in_manner(&mut self, proc: ProcId, own: &'a [crate::hir::OwnRow], toss: Toss) {
        let rules = self.rules;
        let Some(head) = rules.procs.get(proc).map(|p| &p.head) else { return };
        let frame = self.frame_of(head);
        match toss.source {
            Source::Own(i) => {
                let Some(row) = own.get(i as usize) else { return };
                let number = self.chance_row(proc, i as usize);
                self.manner_part(proc, number, Met { frame, guard: None, me: None }, &row.change);
            }
            Source::Met(place) => {
                let Some((attach, meeting)) = place.of(rules) else { return };
                let Body::Changes(changes) = &meeting.body else { return };
                let Some(change) = changes.get(toss.change as usize) else { return };
                let met = self.meet(&frame, meeting, Of::from(attach));
                let row = self.place_row(place);
                self.manner_part(proc, row, met, change);
            }
        }
    }

    fn manner_part(&mut self, proc: ProcId, row: RowNo, mut met: Met, change: &'a Change) {
        let ChangeKind::Moves(said) = &change.kind else { return };
        let mut guard = met.guard;
        for g in &change.guard {
            let x = self.ask(&mut met.frame, &g.test);
            guard = Some(self.both(guard, x));
        }
        let guard = guard.unwrap_or_else(|| self.int(1));
        let says = self.moves_besides(&mut met.frame, said);
        if let Some(p) = self.program.procs.get_mut(number::proc(proc)) {
            p.manner.push(MannerPart { row, guard, me: met.me, says });
        }
    }
}
