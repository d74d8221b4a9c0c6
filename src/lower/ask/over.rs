//! Questions about many things at once: sums, extremes; and the faces of many dice.

use crate::dice::Histogram;
use crate::hir::{ChanceKind, ExprKind, Extreme, LocalId, Part, ProcId, ProcKind, Shown};
use crate::ir::{Bin, Ex, X};
use crate::lower::build::Builder;
use crate::lower::frame::Frame;
use crate::lower::number;
use crate::source::At;

impl Builder<'_> {
    /// A question about all of a description.
    pub(super) fn over(&mut self, f: &mut Frame, kind: &ExprKind) -> X {
        match kind {
            // there is none of which it is not so
            ExprKind::Most(Part::All, sel, test) => {
                let (sel, _) = self.sel(f, sel);
                let holds = self.ask(f, test);
                let fails = self.negate(true, holds);
                self.filter(sel, fails);
                let exception = self.ex(Ex::Exists(sel));
                self.negate(true, exception)
            }
            ExprKind::Most(part, sel, test) => {
                let (all, _) = self.sel(f, sel);
                let (so, _) = self.sel(f, sel);
                let holds = self.ask(f, test);
                self.filter(so, holds);
                let (all, so) = (self.ex(Ex::Count(all)), self.ex(Ex::Count(so)));
                let twice = self.two(Bin::Add, so, so);
                self.two(if *part == Part::MoreThanHalf { Bin::Lt } else { Bin::Le }, all, twice)
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

    /// `count of 6s in hits`: how many dice of that throw show the face; `largest set in hits`: how many show the same one.
    pub(super) fn faces(&mut self, f: &Frame, shown: Shown, result: LocalId, pool: ProcId, at: At) -> X {
        let reg = f.reg(result);
        let Some((_, counted, proc)) = f.thrown.iter().rev().find(|(r, ..)| Some(*r) == reg).copied() else {
            return self.nowhere(at, "the faces of this throw");
        };
        let histogram = self.histogram(pool);
        self.maps.counted.insert(proc, histogram);
        let counts = self.reg(counted);
        match shown {
            Shown::Face(n) if u32::from(n) == histogram.only() => counts,
            Shown::Face(face) => self.ex(Ex::Shown { counts, histogram, face }),
            Shown::Alike => self.ex(Ex::Alike { counts, histogram }),
        }
    }

    /// The faces of a pool that are counted apart.
    fn histogram(&self, pool: ProcId) -> Histogram {
        let sides = match self.rules.procs.get(pool).map(|p| &p.kind) {
            Some(ProcKind::Chance(chance)) => match &chance.kind {
                ChanceKind::Pool { each: Some(each), .. } => each.sides,
                _ => 0,
            },
            _ => 0,
        };
        self.rules.histograms.get(&pool).copied().unwrap_or_default().within(sides)
    }
}
