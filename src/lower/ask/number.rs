//! Quotients and choices among numbers.

use super::Doing;
use crate::hir::{Expr, ExprKind, Ty};
use crate::ir::{Bin, Ex, X};
use crate::lower::build::Builder;
use crate::lower::frame::Frame;
use crate::num::Rounding;

/// An inch, in thousandths.
pub(crate) const INCH: i64 = 1000;

impl Builder<'_> {
    /// Quotients, shares and lengths in whole inches.
    pub(super) fn divided(&mut self, f: &mut Frame, code: &mut Doing<'_>, e: &Expr) -> X {
        match &*e.kind {
            ExprKind::Quotient(a, b, own) => {
                let (a, b) = (self.put(f, code, a), self.put(f, code, b));
                self.quotient(f, (a, b), e.ty, *own)
            }
            ExprKind::Share(number, of, what, own) => {
                let what = self.put(f, code, what);
                let top = if *number == 1 {
                    what
                } else {
                    let number = self.int(*number);
                    self.two(Bin::Mul, what, number)
                };
                let of = self.int(*of);
                self.quotient(f, (top, of), e.ty, *own)
            }
            ExprKind::Rounded(x, way) => {
                let (x, one) = (self.put(f, code, x), self.int(1));
                self.in_whole_inches(x, one, *way)
            }
            _ => self.int(0),
        }
    }

    /// A quotient, rounded as it says itself or as what receives it says.
    fn quotient(&mut self, f: &Frame, (x, by): (X, X), ty: Ty, own: Option<Rounding>) -> X {
        match own {
            // a length that says how it is rounded is rounded to whole inches, and only once
            Some(way) if ty == Ty::LENGTH => self.in_whole_inches(x, by, way),
            own => self.ex(Ex::Div(x, by, own.or(f.rounds).unwrap_or(Rounding::Up))),
        }
    }

    fn in_whole_inches(&mut self, x: X, by: X, way: Rounding) -> X {
        let inch = self.int(INCH);
        let by = match self.program.constant(by) {
            Some(n) => self.int(n.saturating_mul(INCH)),
            None => self.two(Bin::Mul, by, inch),
        };
        let inches = self.ex(Ex::Div(x, by, way));
        self.two(Bin::Mul, inches, inch)
    }

    /// The first value whose question is answered yes. Where the values roll, only the one that is taken does.
    pub(super) fn chosen(&mut self, f: &mut Frame, code: &mut Doing<'_>, e: &Expr, cases: &[(Expr, Expr)], rest: &Expr) -> X {
        if let Some(code) = code.as_deref_mut().filter(|_| Self::happens_in(e)) {
            return self.branches(f, code, cases, rest);
        }
        let mut asked = Vec::new();
        for (test, value) in cases {
            // a value stands before its question
            let value = self.put(f, code, value);
            asked.push((self.put(f, code, test), value));
        }
        let rest = self.put(f, code, rest);
        asked.into_iter().rev().fold(rest, |rest, (test, value)| self.ex(Ex::If(test, value, rest)))
    }
}
