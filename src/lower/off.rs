//! Rows that other lines switch off.

use super::build::Builder;
use super::frame::Frame;
use super::meet::Of;
use crate::graph::{Off, Row};
use crate::hir::{Body, Change, Head, Hook, ProcId, ValueId};
use crate::ir::{self, X};

/// The hook at which a row stands.
enum Stands {
    Value(ValueId),
    Proc(ProcId),
}

impl<'a> Builder<'a> {
    /// All that switches rows off. The rows are there before, the code that asks whether they are off comes behind.
    pub fn offs(&mut self) {
        let graph = self.effects();
        for off in &graph.offs {
            self.off(off);
        }
    }

    fn off(&mut self, off: &Off) {
        let rules = self.rules;
        let Some((attach, meeting)) = off.by.of(rules) else { return };
        let Some(head) = self.head_of(off.row) else { return };
        let frame = self.frame_of(head);
        let mut met = self.meet(&frame, meeting, Of::from(attach));
        // what is over others gives way to itself where it changes nothing
        if let (true, Body::Changes(changes)) = (off.over, &meeting.body) {
            if let Some(when) = self.changes_when(&mut met.frame, changes) {
                met.guard = Some(self.both(met.guard, when));
            }
        }
        let guard = met.guard.unwrap_or_else(|| self.int(1));
        let (row, by) = (self.row_of(off.row), self.place_row(off.by));
        if let Some(r) = self.program.rows.get_mut(row) {
            r.off.push(ir::Off { guard, me: met.me, row: by });
        }
    }

    /// The head whose blanks are known where a row stands.
    fn head_of(&self, row: Row) -> Option<&'a Head> {
        let rules = self.rules;
        let stands = match row {
            Row::Met(met) => stands(&met.of(rules)?.1.hook)?,
            Row::Shut(shut) => stands(&shut.of(rules)?.1.hook)?,
            Row::OfValue(value, _) => Stands::Value(value),
            Row::OfThrow(proc, _) | Row::Need(proc, _) => Stands::Proc(proc),
        };
        match stands {
            Stands::Value(value) => rules.values.get(value).map(|v| &v.head),
            Stands::Proc(proc) => rules.procs.get(proc).map(|p| &p.head),
        }
    }

    /// When any of these changes is made, by what is asked behind them before anything is thrown; none if one always is.
    fn changes_when(&mut self, frame: &mut Frame, changes: &'a [Change]) -> Option<X> {
        let mut any = None;
        for change in changes {
            let mut all = None;
            for g in &change.guard {
                if let Some(test) = super::throw::before_the_throw(g) {
                    let x = self.ask(frame, &test);
                    all = Some(self.both(all, x));
                }
            }
            let all = all?;
            any = Some(self.either(any, all));
        }
        any
    }
}

fn stands(hook: &Hook) -> Option<Stands> {
    match hook {
        Hook::Value(v) => Some(Stands::Value(*v)),
        Hook::Cost(p) | Hook::Proc(p) | Hook::Step(p, _) => Some(Stands::Proc(*p)),
        Hook::Rule(_) | Hook::Row(_) | Hook::Coming => None,
    }
}
