//! Comparisons, sides, and how things lie to each other.

use super::Doing;
use crate::hir::{Comparison, Expr, Ray, Sel, Spot, Target};
use crate::ir::{self, Bin, Ex, X};
use crate::lower::build::Builder;
use crate::lower::frame::Frame;

/// Steps of a whole turn, and thousandths of a degree in it.
const TURN: i64 = 65_536;
const DEGREES: i64 = 360_000;

impl Builder<'_> {
    pub(super) fn compared(&mut self, f: &mut Frame, code: &mut Doing<'_>, how: Comparison, a: &Expr, b: &Expr) -> X {
        let (a, b) = (self.put(f, code, a), self.put(f, code, b));
        let (op, a, b) = match how {
            Comparison::Equal => (Bin::Eq, a, b),
            Comparison::Unequal => (Bin::Ne, a, b),
            Comparison::Less => (Bin::Lt, a, b),
            Comparison::More => (Bin::Lt, b, a),
            Comparison::AtMost => (Bin::Le, a, b),
            Comparison::AtLeast => (Bin::Le, b, a),
        };
        self.two(op, a, b)
    }

    /// Whose side a thing is on, against another's.
    pub(crate) fn allegiance(&mut self, x: X, other: X, enemy: bool) -> X {
        let (a, b) = (self.ex(Ex::Side(x)), self.ex(Ex::Side(other)));
        self.two(if enemy { Bin::Ne } else { Bin::Eq }, a, b)
    }

    /// Whether two things are that near each other.
    pub(crate) fn within(&mut self, a: X, limit: X, b: X) -> X {
        let far = self.ex(Ex::Distance(a, b));
        self.two(Bin::Le, far, limit)
    }

    /// Whether a thing is within reach of something.
    pub(crate) fn near(&mut self, f: &mut Frame, code: &mut Doing<'_>, x: X, limit: &Expr, of: &Target) -> X {
        let limit = self.put(f, code, limit);
        match of {
            Target::One(of) => {
                let of = self.put(f, code, of);
                self.within(x, limit, of)
            }
            Target::Any(sel) => self.any_that(f, sel, |b, one| b.within(x, limit, one)),
            Target::Ray(ray) => self.along(f, x, ray, Some(limit)),
        }
    }

    /// Whether a thing touches something.
    pub(crate) fn touching(&mut self, f: &mut Frame, code: &mut Doing<'_>, x: X, of: &Target) -> X {
        match of {
            Target::One(of) => {
                let of = self.put(f, code, of);
                self.ex(Ex::Touches(x, of))
            }
            Target::Any(sel) => self.any_that(f, sel, |b, one| b.ex(Ex::Touches(x, one))),
            Target::Ray(ray) => self.along(f, x, ray, None),
        }
    }

    /// Whether there is any of a description of which something more is true.
    fn any_that(&mut self, f: &mut Frame, sel: &Sel, test: impl FnOnce(&mut Self, X) -> X) -> X {
        let (sel, one) = self.sel(f, sel);
        let one = self.reg(one);
        let test = test(self, one);
        self.filter(sel, test);
        self.ex(Ex::Exists(sel))
    }

    /// Whether `of` lies within `wide` of a line; touches it where `wide` is none.
    pub(crate) fn along(&mut self, f: &mut Frame, of: X, ray: &Ray, wide: Option<X>) -> X {
        let (from, to) = (self.ask(f, &ray.from), self.ask(f, &ray.to));
        let long = match &ray.length {
            Some(e) => self.ask(f, e),
            None => self.int(-1),
        };
        let wide = wide.unwrap_or_else(|| self.int(0));
        let list = self.list(vec![of, from, to, wide, long]);
        self.ex(Ex::Along(list))
    }

    /// Whether a thing is in front, on the flank or in the rear of another.
    pub(crate) fn in_spot(&mut self, of: X, spot: Spot, from: X) -> X {
        let spot = match spot {
            Spot::Arc(thousandths) => {
                let half = u16::try_from(thousandths.saturating_mul(TURN) / DEGREES).unwrap_or(u16::MAX / 2);
                return self.ex(Ex::InArc { of, from, half });
            }
            Spot::Front => ir::Spot::Front,
            Spot::Flank => ir::Spot::Flank,
            Spot::Rear => ir::Spot::Rear,
            Spot::BehindFrontLine => ir::Spot::BehindFrontLine,
        };
        self.ex(Ex::In { of, from, spot })
    }
}
