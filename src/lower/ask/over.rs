//! Questions about many things at once: sums, extremes; and the faces of many dice.

use crate::hir::{ExprKind, Extreme, LocalId};
use crate::ir::{Ex, X};
use crate::lower::build::Builder;
use crate::lower::frame::Frame;
use crate::lower::number;
use crate::source::At;

impl Builder<'_> {
    /// A question about all of a description.
    pub(super) fn over(&mut self, f: &mut Frame, kind: &ExprKind) -> X {
        match kind {
            // there is none of which it is not so
            ExprKind::Every(sel, test) => {
                let (sel, _) = self.sel(f, sel);
                let holds = self.ask(f, test);
                let fails = self.negate(true, holds);
                self.filter(sel, fails);
                let exception = self.ex(Ex::Exists(sel));
                self.negate(true, exception)
            }
            ExprKind::ExtremeOf(extreme, value, sel) => {
                let (sel, _) = self.sel(f, sel);
                let value = self.ask(f, value);
                self.ex(Ex::Extreme { sel, value, high: *extreme == Extreme::Highest })
            }
            ExprKind::MajorityOf(value, sel) => {
                let (sel, _) = self.sel(f, sel);
                let value = self.ask(f, value);
                self.ex(Ex::Majority { sel, value })
            }
            ExprKind::CommonestOf(kind, sel) => {
                let (sel, _) = self.sel(f, sel);
                self.ex(Ex::Commonest { sel, kind: number::kind(*kind) })
            }
            ExprKind::SumOf(value, sel) => {
                let (sel, _) = self.sel(f, sel);
                let value = self.ask(f, value);
                self.ex(Ex::Sum { sel, value })
            }
            _ => self.int(0),
        }
    }

    /// `count of 6s in hits`: how many dice of that throw show the face.
    pub(super) fn faces(&mut self, f: &Frame, face: u8, pool: LocalId, at: At) -> X {
        let reg = f.reg(pool);
        match f.thrown.iter().rev().find(|(r, ..)| Some(*r) == reg).copied() {
            Some((_, counted, proc)) => {
                self.maps.counted.insert(proc, face);
                self.reg(counted)
            }
            None => self.nowhere(at, "the faces of this throw"),
        }
    }
}
