//! What belongs to a thing or holds it, and places that are spoken of.

use super::Doing;
use crate::hir::{Bearing, Expr, Reach, Ring, Ty};
use crate::ir::{self, Bin, Ex, Reg, X};
use crate::lower::build::Builder;
use crate::lower::frame::Frame;
use crate::lower::number;
use crate::num::Rounding;
use crate::table::{Edge, Facing, pack_edge};

/// A quarter of a turn.
const QUARTER: i64 = 16_384;

impl Builder<'_> {
    /// `leader of`, `side of`, `rank of`, `price of`, or the group of a kind that holds it.
    pub(super) fn reach(&mut self, f: &mut Frame, code: &mut Doing<'_>, reach: Reach, of: &Expr) -> X {
        let x = self.put(f, code, of);
        let ex = match reach {
            Reach::Side => Ex::Side(x),
            Reach::OtherSide => Ex::OtherSide(self.ex(Ex::Side(x))),
            Reach::Leader => Ex::Leader(x),
            Reach::Rank => Ex::Rank(x),
            Reach::Place => Ex::PlaceOf(x),
            Reach::Facing => Ex::FacingOf(x),
            Reach::Edge => Ex::EdgeOf(x),
            Reach::Type => Ex::TypeRow(x),
            Reach::Formation => Ex::FormOf(x),
            Reach::Price => Ex::Price(x),
            Reach::Allowance => Ex::Allowance(x),
            // what is of the kind holds itself
            Reach::Up(kind) if of.ty == Ty::Thing(kind) => return x,
            Reach::Up(kind) => Ex::Up(x, number::kind(kind)),
        };
        self.ex(ex)
    }

    /// Directions and angles.
    pub(super) fn ring(&mut self, f: &mut Frame, code: &mut Doing<'_>, ring: Ring, a: &Expr, b: &Expr) -> X {
        let (a, mut b) = (self.put(f, code, a), self.put(f, code, b));
        let ring = match ring {
            Ring::Bearing => ir::Ring::Bearing,
            Ring::Angle => ir::Ring::Angle,
            Ring::Clockwise => ir::Ring::Turned,
            Ring::Back => {
                b = self.ex(Ex::Neg(b));
                ir::Ring::Turned
            }
        };
        self.ex(Ex::Ring(ring, a, b))
    }

    /// `the place 6" ahead of X`, `behind X`, `from X towards Y`, `from X facing East`.
    pub(super) fn place_from(&mut self, f: &mut Frame, code: &mut Doing<'_>, of: &Expr, far: &Expr, bearing: &Bearing) -> X {
        let (mut far, of) = (self.put(f, code, far), self.put(f, code, of));
        let (mut to, mut way) = (self.int(-1), self.int(-1));
        match bearing {
            Bearing::Ahead => {}
            Bearing::Behind => far = self.ex(Ex::Neg(far)),
            Bearing::Towards(e) => to = self.put(f, code, e),
            Bearing::Facing(e) => way = self.put(f, code, e),
        }
        let list = self.list(vec![of, far, to, way]);
        self.ex(Ex::PlaceFrom(list))
    }

    /// The edges of the board, each by where it lies.
    pub(crate) fn edges(&mut self) -> Vec<X> {
        let ways = Facing::COMPASS.iter().map(|(_, way)| i64::from(way.0)).filter(|way| way % QUARTER == 0);
        ways.map(|way| self.int(way)).collect()
    }

    /// The edge that lies where a direction points, which is in a register.
    pub(crate) fn edge_towards(&mut self, way: Reg) -> X {
        let first = self.int(pack_edge(Some(Edge::North)));
        let (way, quarter) = (self.reg(way), self.int(QUARTER));
        let n = self.ex(Ex::Div(way, quarter, Rounding::Down));
        self.two(Bin::Add, first, n)
    }
}
