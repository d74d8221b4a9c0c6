//! What follows from a result: `failed by 1 to 2: ...`, `6 to 8: ...`.

use super::super::build::{Builder, land};
use super::Making;
use crate::hir::{Band, Block, Line};
use crate::ir::{Bin, Ex, Op, Reg, X};

impl<'a> Builder<'a> {
    /// Whether a register lies between two numbers, both included.
    pub(super) fn between(&mut self, reg: Reg, low: i64, high: i64) -> X {
        let x = self.reg(reg);
        self.in_span(x, low, high)
    }

    fn in_span(&mut self, x: X, low: i64, high: i64) -> X {
        let (low, high) = (self.int(low), self.int(high));
        let (from, to) = (self.two(Bin::Le, low, x), self.two(Bin::Le, x, high));
        self.two(Bin::And, from, to)
    }

    /// A block that is done where it holds; gives the jump around it.
    pub(super) fn band(&mut self, m: &mut Making<'a>, line: &'a Line, guard: X, block: &'a Block) -> usize {
        let jump = m.code.len();
        m.code.push(Op::Unless(guard, 0));
        let around = m.frame.cites.clone();
        if !line.cites.is_empty() {
            m.frame.cites = line.cites.as_slice().into();
        }
        self.block(&mut m.frame, &mut m.code, block);
        m.frame.cites = around;
        jump
    }

    /// What comes of a check.
    pub(super) fn check_bands(&mut self, m: &mut Making<'a>, reg: Reg) {
        for (line, band, block) in &m.chance.bands {
            let passed = self.reg(reg);
            let guard = match band {
                Band::Passed => passed,
                Band::Failed => self.negate(true, passed),
                Band::FailedBy(low, high) => {
                    let failed = self.negate(true, passed);
                    let margin = self.reg(reg.saturating_add(1));
                    // whoever is failed by a natural score or a rule fails by 1 at least
                    let (missing, least) = (self.ex(Ex::Neg(margin)), self.int(1));
                    let short_of = self.two(Bin::Max, missing, least);
                    let by = self.in_span(short_of, *low, *high);
                    self.two(Bin::And, failed, by)
                }
                Band::Difference(..) | Band::Score(..) | Band::Otherwise => continue,
            };
            let jump = self.band(m, line, guard, block);
            land(&mut m.code, jump);
        }
    }

    /// What comes of a total that is in a register.
    pub(super) fn score_bands(&mut self, m: &mut Making<'a>, total: Reg) {
        let mut named: Option<X> = None;
        for (line, band, block) in &m.chance.bands {
            let guard = match band {
                Band::Score(low, high) => {
                    let within = self.between(total, *low, *high);
                    named = Some(self.either(named, within));
                    within
                }
                Band::Otherwise => {
                    let any = named.unwrap_or_else(|| self.int(0));
                    self.negate(true, any)
                }
                Band::Passed | Band::Failed | Band::FailedBy(..) | Band::Difference(..) => continue,
            };
            let jump = self.band(m, line, guard, block);
            land(&mut m.code, jump);
        }
    }
}
