//! Places, lines and directions on the table.

use crate::ast::{self, Arc, Line, PlaceAt, Way};
use crate::diag::Code;
use crate::hir::{Bearing, Expr, ExprKind, Ray, Spot, Ty};
use crate::resolve::{Resolver, Scope};
use crate::source::At;

/// The word between the two ends of a line that goes on beyond the second.
const BEYOND: &str = "through";

impl Resolver<'_> {
    /// `the line from a to b`, `the line from a through b for 30"`.
    pub(super) fn ray(&mut self, scope: &mut Scope, line: &Line, at: At) -> Ray {
        let (from, to) = (self.one(scope, &line.from), self.one(scope, &line.to));
        let length = line.long.as_ref().map(|e| {
            let x = self.expr(scope, e);
            if !x.ty.fits(Ty::LENGTH) {
                let message = format!("a line is so many inches long, and this is {}", self.describe(x.ty));
                self.fault(Code::Measure, x.at, message, "give a length such as 30\"");
            }
            x
        });
        if line.beyond != length.is_some() {
            let help = format!("write `to`, or `{BEYOND}` and how long it is: `for 30\"`");
            self.fault(Code::Place, at, "nothing says where the line ends", help);
        }
        Ray { from, to, length }
    }

    /// `in front of x`, `in the 45° arc of x`.
    pub(super) fn spot(&mut self, scope: &mut Scope, s: &ast::Spot) -> (Spot, Expr) {
        let from = self.one(scope, &s.of);
        let arc = match s.arc {
            Arc::Front => Spot::Front,
            Arc::Flank => Spot::Flank,
            Arc::Rear => Spot::Rear,
            Arc::Degrees(n) => Spot::Arc(n),
        };
        (arc, from)
    }

    /// `the place 6" ahead of x`, `behind x`, `from x towards y`, `from x facing East`.
    pub(super) fn place_from(&mut self, scope: &mut Scope, p: &PlaceAt) -> Expr {
        let far = self.expr(scope, &p.distance);
        let (of, bearing) = match &p.way {
            Way::Ahead(of) => (self.one(scope, of), Bearing::Ahead),
            Way::Behind(of) => (self.one(scope, of), Bearing::Behind),
            Way::Towards { from, to } => {
                let of = self.one(scope, from);
                (of, Bearing::Towards(self.one(scope, to)))
            }
            Way::Facing { from, to } => {
                let of = self.one(scope, from);
                let (way, direction) = self.faced(scope, to);
                if !direction {
                    let help = "name a point of the compass, or what `choose ...: facing` chose";
                    self.fault(Code::Type, way.at, "this is no direction", help);
                }
                (of, Bearing::Facing(way))
            }
        };
        let at = far.at.to(of.at);
        Expr::new(ExprKind::PlaceFrom(of, far, bearing), Ty::Place, at)
    }

    /// What `facing` speaks of, and whether it is a direction.
    pub fn faced(&mut self, scope: &mut Scope, e: &ast::Expr) -> (Expr, bool) {
        let x = self.one(scope, e);
        let direction = matches!(x.ty, Ty::Facing | Ty::Name);
        (x, direction)
    }
}
