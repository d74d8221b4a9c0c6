//! Places, lines and directions on the table.

use crate::ast::{self, Arc, Line, PlaceAt, Way};
use crate::diag::Code;
use crate::hir::{Bearing, Expr, ExprKind, KindBase, Ray, Spot, Ty};
use crate::resolve::{Resolver, Scope};
use crate::source::At;

/// The word between the two ends of a line that goes on beyond the second.
const BEYOND: &str = "through";
/// Half of a full turn, in thousandths of a degree.
const HALF_ROUND: i64 = 180_000;

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

    /// `in front of x`, `behind the front line of x`, `within 45° left or right of straight ahead of x`.
    pub(super) fn spot(&mut self, scope: &mut Scope, s: &ast::Spot) -> (Spot, Expr) {
        let from = self.one(scope, &s.of);
        let arc = match s.arc {
            Arc::Front => Spot::Front,
            Arc::Flank => Spot::Flank,
            Arc::Rear => Spot::Rear,
            Arc::BehindFrontLine => Spot::BehindFrontLine,
            Arc::Degrees(n) => Spot::Arc(n),
        };
        if let Spot::Arc(n) = arc {
            self.at_most_half_round(Some(n), s.of.at);
        }
        if matches!(arc, Spot::Arc(_) | Spot::BehindFrontLine) {
            self.has_front(&from);
        }
        (arc, from)
    }

    /// Faults an angle to one side that goes beyond straight behind.
    pub(in crate::resolve) fn at_most_half_round(&mut self, angle: Option<i64>, at: At) {
        if angle.is_some_and(|n| n > HALF_ROUND) {
            let help = "write how far it goes to the left or to the right; 180° is straight back";
            self.fault(Code::Measure, at, "an angle to one side is 180° at most", help);
        }
    }

    /// Faults what has no facing, where something is said of its front or of straight ahead.
    pub(in crate::resolve) fn has_front(&mut self, of: &Expr) {
        let Ty::Thing(kind) = of.ty else {
            if of.ty != Ty::Unknown {
                self.no_front(of);
            }
            return;
        };
        if !self.is(kind, KindBase::Group) && !self.is(kind, KindBase::Piece) {
            self.no_front(of);
        }
    }

    fn no_front(&mut self, of: &Expr) {
        let is = self.describe(of.ty);
        self.fault(
            Code::Type,
            of.at,
            format!("{is} has no facing, so nothing lies ahead of it or behind its front line"),
            "name a group or a piece",
        );
    }

    /// `the place 6" ahead of x`, `behind x`, `from x towards y`, `from x facing East`.
    pub(super) fn place_from(&mut self, scope: &mut Scope, p: &PlaceAt) -> Expr {
        let far = self.how_far(scope, &p.distance);
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
