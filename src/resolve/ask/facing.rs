//! Facings, bearings and the angles between.

use crate::ast::{self, Gauge, Op};
use crate::diag::Code;
use crate::hir::{Expr, ExprKind, Ring, Ty};
use crate::resolve::{Resolver, Scope};
use crate::source::At;

/// How the angle between two facings is asked for.
const BETWEEN: &str = "ask for the angle between two facings: `angle from ... to ...`";

impl Resolver<'_> {
    /// `distance from a to b`, `bearing from a to b`
    pub(super) fn between(&mut self, scope: &mut Scope, what: Gauge, from: &ast::Expr, to: &ast::Expr) -> Expr {
        match what {
            Gauge::Distance | Gauge::March => self.distance(scope, what == Gauge::March, from, to),
            Gauge::Bearing => self.bearing(scope, from, to),
            Gauge::Angle => self.angle(scope, from, to),
        }
    }

    /// `bearing from a to b`
    fn bearing(&mut self, scope: &mut Scope, from: &ast::Expr, to: &ast::Expr) -> Expr {
        let (a, b) = (self.one(scope, from), self.one(scope, to));
        for x in [&a, &b] {
            if !matches!(x.ty, Ty::Thing(_) | Ty::Place | Ty::Unknown) {
                let is = self.describe(x.ty);
                self.fault(Code::Type, x.at, format!("a bearing is taken from and to things and places, and this is {is}"), BETWEEN);
            }
        }
        let at = a.at.to(b.at);
        Expr::new(ExprKind::Ring(Ring::Bearing, a, b), Ty::Facing, at)
    }

    /// `angle from a to b`
    fn angle(&mut self, scope: &mut Scope, from: &ast::Expr, to: &ast::Expr) -> Expr {
        let (a, b) = (self.expr(scope, from), self.expr(scope, to));
        for x in [&a, &b] {
            if !x.ty.fits(Ty::Facing) {
                let is = self.describe(x.ty);
                let help = match x.ty {
                    Ty::Thing(_) => "write `facing of ...`, or `bearing from ... to ...`",
                    _ => "name a facing: `facing of ...`, `bearing from ... to ...`, a point of the compass",
                };
                self.fault(Code::Type, x.at, format!("an angle lies between two facings, and this is {is}"), help);
            }
        }
        let at = a.at.to(b.at);
        Expr::new(ExprKind::Ring(Ring::Angle, a, b), Ty::ANGLE, at)
    }

    /// A facing with an angle added or taken away.
    pub(super) fn turned_facing(&mut self, left: Expr, right: Expr, right_at: At, back: bool) -> Expr {
        if !right.ty.fits(Ty::ANGLE) && !self.zero(&right) {
            let (is, done) = (self.describe(right.ty), if back { "subtracted from" } else { "added to" });
            let help = if right.ty == Ty::Facing { BETWEEN } else { "a facing is turned by an angle, such as 45°" };
            self.fault(Code::Measure, right_at, format!("{is} cannot be {done} a facing"), help);
        }
        let at = left.at.to(right.at);
        let ring = if back { Ring::Back } else { Ring::Clockwise };
        Expr::new(ExprKind::Ring(ring, left, right), Ty::Facing, at)
    }

    /// Faults a facing where only numbers go.
    pub(super) fn no_order(&mut self, at: At, op: Op) -> Expr {
        let (message, help) = match op {
            Op::Times | Op::Divide => ("a facing cannot be multiplied or divided", BETWEEN),
            Op::Plus | Op::Minus => {
                ("an angle is added to a facing, not a facing to an angle", "write the facing first: `facing of unit + 45°`")
            }
            _ => ("no facing is more or less than another", BETWEEN),
        };
        self.fault(Code::Type, at, message, help)
    }
}
