//! Descriptions of what fills a blank already: whose it is becomes a question, and so does that it is the nearest of all.

use super::open_sel;
use crate::hir::{KindBase, KindId, LocalId, Sel, Test, Ty};
use crate::ir::{self, Bin, Domain, Ex, Reg, X};
use crate::lower::build::Builder;
use crate::lower::frame::Frame;
use crate::lower::number;
use crate::source::At;

impl Builder<'_> {
    /// What must hold of whoever fills a blank for it to be as described. Its word is the blank's.
    pub(crate) fn filled(&mut self, f: &mut Frame, kind: KindId, blank: LocalId, tests: &[Test], at: At) -> Vec<X> {
        let Some(reg) = f.reg(blank) else { return Vec::new() };
        let described = Sel { kind, var: blank, tests: Vec::new(), at };
        let mut narrowed = open_sel(&described, reg);
        for test in tests {
            let all = narrowed.domain;
            self.test(f, &described, test, &mut narrowed);
            if narrowed.domain != all {
                let holds = self.belongs_so(f, test, reg, narrowed.domain, at);
                narrowed.filters.push(holds);
                narrowed.domain = all;
            }
        }
        let mut filters = narrowed.filters;
        // the nearest is one of all that are so
        if !narrowed.extreme.is_empty() {
            let var = f.bind(blank);
            let mut all = open_sel(&described, var);
            self.tests(f, &described, tests, &mut all);
            let all = self.close_sel(&described, all);
            f.alias(blank, reg);
            let (one, found) = (self.ex(Ex::First(all)), self.reg(reg));
            filters.push(self.two(Bin::Eq, found, one));
        }
        filters
    }

    /// Whether one is of another, of this type: a side, or what holds it.
    pub(super) fn is_part(&mut self, var: X, of: X, ty: Ty) -> X {
        let Ty::Thing(k) = ty else { return self.two(Bin::Eq, var, of) };
        if self.is(k, KindBase::Side) {
            let (a, b) = (self.ex(Ex::Side(var)), self.ex(Ex::Side(of)));
            return self.two(Bin::Eq, a, b);
        }
        let whole = self.ex(Ex::Up(var, number::kind(k)));
        self.two(Bin::Eq, whole, of)
    }

    /// Whether what fills a blank belongs as a description says.
    fn belongs_so(&mut self, f: &mut Frame, test: &Test, reg: Reg, domain: Domain, at: At) -> X {
        let var = self.reg(reg);
        let holder = match test {
            Test::Of(of) | Test::In(of) => of.ty,
            _ => Ty::Unknown,
        };
        let ex = match (domain, holder) {
            (Domain::RowsOf(_, of), _) => Ex::Carries(of, var),
            (Domain::Of(_, of), Ty::Thing(_)) => return self.is_part(var, of, holder),
            (among, _) => {
                let reg = f.fresh();
                let one = self.reg(reg);
                let same = self.two(Bin::Eq, one, var);
                let sel = self.add_sel(ir::Sel { domain: among, var: reg, filters: vec![same], extreme: Vec::new() }, at);
                Ex::Exists(sel)
            }
        };
        self.ex(ex)
    }
}
