//! Descriptions of things to selectors.

mod filled;
mod test;

use super::build::Builder;
use super::frame::Frame;
use crate::hir::{KindBase, Sel, Test};
use crate::ir::{self, Domain, Reg, S, X};
use crate::lower::number;

impl Builder<'_> {
    /// A description; the register is where its candidate stands while it is looked at.
    pub fn sel(&mut self, frame: &mut Frame, s: &Sel) -> (S, Reg) {
        let var = frame.bind(s.var);
        let mut sel = open_sel(s, var);
        self.tests(frame, s, &s.tests, &mut sel);
        (self.close_sel(s, sel), var)
    }

    /// Rows asked for without an owner are those of the whole list.
    fn close_sel(&mut self, s: &Sel, mut sel: ir::Sel) -> S {
        let kind = number::kind(s.kind);
        if sel.domain == Domain::All(kind) && self.is(s.kind, KindBase::Row) {
            sel.domain = Domain::Rows(kind);
        }
        self.add_sel(sel, s.at)
    }

    /// What is said of the candidate, in order.
    fn tests(&mut self, f: &mut Frame, s: &Sel, tests: &[Test], sel: &mut ir::Sel) {
        for test in tests {
            self.test(f, s, test, sel);
        }
    }

    /// One thing more that must hold of what a selector finds.
    pub(crate) fn filter(&mut self, sel: S, test: X) {
        if let Some(s) = self.program.sels.get_mut(sel) {
            s.filters.push(test);
        }
    }
}

/// All of a kind, before anything is said of them.
fn open_sel(s: &Sel, var: Reg) -> ir::Sel {
    ir::Sel { domain: Domain::All(number::kind(s.kind)), var, filters: Vec::new(), extreme: Vec::new() }
}
