//! Amounts that something is done with: how many dice, how often, what a throw comes to.

use crate::ast;
use crate::diag::Code;
use crate::hir::{CountId, Expr, Measure, Ty};
use crate::intern::Sym;
use crate::resolve::{Resolver, Scope};
use crate::source::At;

impl Resolver<'_> {
    /// How many there are, or how often something is done: a plain number, or a number of what a pack counts.
    pub(super) fn how_many(&mut self, scope: &mut Scope, e: &ast::Expr, asked: &str) -> Expr {
        let x = self.effect(scope, e);
        if !matches!(x.ty, Ty::Number(Measure::Plain | Measure::Points | Measure::Named(_)) | Ty::Unknown) {
            let is = self.describe(x.ty);
            let help = if matches!(x.ty, Ty::Number(_)) { "count without a measure" } else { "give a number" };
            self.fault(Code::Measure, e.at, format!("{asked} is a plain number, and this is {is}"), help);
        }
        x
    }

    /// Faults an amount that is not measured as the count is of which so much is gained, lost or paid.
    pub(super) fn counts_so(&mut self, count: CountId, amount: &Expr) {
        let Some((name, holds)) = self.rules.counts.get(count).map(|c| (c.name, c.holds)) else { return };
        let measured = |ty: Ty| !matches!(ty, Ty::Number(Measure::Plain | Measure::Points | Measure::Named(_)));
        // a plain number may be so many of anything that is counted
        if measured(amount.ty) || measured(holds) {
            self.measured_so(name, holds, amount, amount.at);
        }
    }

    /// Faults what something of this name is given that is measured otherwise; nothing is measured in anything.
    pub(super) fn measured_so(&mut self, name: Sym, want: Ty, given: &Expr, at: At) {
        if given.ty.fits(want) || given.constant() == Some(0) {
            return;
        }
        let help = self.given_in(want, given.constant().filter(|_| given.ty == Ty::PLAIN));
        let (name, is, want) = (self.said(name), self.describe(given.ty), self.describe(want));
        self.fault(Code::Measure, at, format!("`{name}` is {want}, and this is {is}"), help);
    }

    /// What to write in place of a plain number where another measure is wanted.
    pub(in crate::resolve) fn given_in(&self, want: Ty, given: Option<i64>) -> String {
        match (want, given) {
            (Ty::LENGTH, Some(n)) => format!("write `{n}\"`"),
            (Ty::ANGLE, Some(n)) => format!("write `{n}°`"),
            (Ty::Number(Measure::Named(_) | Measure::Points), Some(n)) => format!("write `{n} {}`", self.describe(want)),
            _ => format!("give it in {}", self.describe(want)),
        }
    }

    /// What a throw comes to: a number of anything.
    pub(super) fn thrown_total(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let x = self.effect(scope, e);
        if !matches!(x.ty, Ty::Number(_) | Ty::Need | Ty::Unknown) {
            let is = self.describe(x.ty);
            self.fault(Code::Type, e.at, format!("a throw comes to a number, and this is {is}"), "write its dice, such as `2d6 + 1`");
        }
        x
    }
}
