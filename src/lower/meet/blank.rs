//! The blanks of a place, and what must hold of whatever fills them.

use super::Met;
use crate::hir::{Blank, Fill, LocalId, Test, Ty};
use crate::ir::Bin;
use crate::lower::build::Builder;
use crate::source::At;

impl Builder<'_> {
    /// What is said of one blank.
    pub(super) fn blank(&mut self, met: &mut Met, blank: &Blank) {
        let Some(reg) = met.frame.reg(blank.role) else { return };
        let var = self.reg(reg);
        match &blank.fill {
            Fill::Me(tests) => self.of_filler(met, blank.role, tests, blank.at),
            Fill::My(mine, tests) => {
                self.of_filler(met, blank.role, tests, blank.at);
                let mine = self.ask(&mut met.frame, mine);
                let same = self.two(Bin::Eq, var, mine);
                self.and(met, same);
            }
            Fill::Described(kind, tests) => {
                for x in self.filled(&mut met.frame, *kind, blank.role, tests, blank.at) {
                    self.and(met, x);
                }
            }
            Fill::Exactly(e) => {
                let x = self.ask(&mut met.frame, e);
                let same = self.two(Bin::Eq, var, x);
                self.and(met, same);
            }
            Fill::Number => {}
        }
    }

    /// What must be so of whoever fills a blank, whose kind the blank says.
    pub(super) fn of_filler(&mut self, met: &mut Met, local: LocalId, tests: &[Test], at: At) {
        let (Ty::Thing(kind) | Ty::Row(kind)) = self.ty(local) else { return };
        for x in self.filled(&mut met.frame, kind, local, tests, at) {
            self.and(met, x);
        }
    }
}
