//! Places that are spoken of: where a thing stands, so far ahead of it, and which way it faces.

use super::compile::Pass;
use super::ir::{Bin, Ex, Reg, X};
use super::scope::Scope;
use crate::diag::Code;
use crate::model::Type;
use crate::num::Rounding;
use crate::syntax::{Node, Rule};
use crate::table::Facing;

/// A quarter of a turn.
const QUARTER: i64 = 16384;

/// The direction of a point of the compass, in 1/65536 turn.
pub(super) fn direction(written: &str) -> Option<i64> {
    Facing::COMPASS.iter().find(|(name, _)| *name == written).map(|(_, way)| i64::from(way.0))
}

impl Pass<'_> {
    /// `the place 6" ahead of X`, `the place 6" behind X`, `the place 6" from X towards Y`, `the place 6" from X facing East`.
    pub fn spot_ref(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        let mut far = node.find(Rule::sum_expr).map_or(0, |e| self.expr(scope, e).0);
        let mut refs = node.all(Rule::r#ref);
        let of = refs.next().map_or(0, |r| self.expr(scope, r).0);
        let (mut to, mut way) = (self.int(-1), self.int(-1));
        match (node.find(Rule::spot_way).map(|w| self.text(w)), refs.next()) {
            (Some("facing"), Some(r)) => {
                let (x, direction) = self.faced(scope, r);
                if !direction {
                    self.fault(
                        Code::Type,
                        r.span,
                        "this is no direction",
                        "name a point of the compass, or what `choose ...: facing` chose",
                    );
                }
                way = x;
            }
            (_, Some(r)) => to = self.expr(scope, r).0,
            (_, None) if self.text(node).contains("behind") => far = self.program.ex(Ex::Neg(far)),
            (_, None) => {}
        }
        let list = self.program.list(vec![of, far, to, way]);
        (self.program.ex(Ex::PlaceFrom(list)), Type::Place)
    }

    /// The edges of the board, each by where it lies.
    pub fn edges(&mut self) -> Vec<(String, X)> {
        Facing::COMPASS
            .iter()
            .map(|(name, way)| (*name, i64::from(way.0)))
            .filter(|(_, way)| way % QUARTER == 0)
            .map(|(name, way)| (name.to_owned(), self.int(way)))
            .collect()
    }

    /// The edge that lies where a direction points, which is in a register.
    pub fn edge_towards(&mut self, way: Reg) -> X {
        let first = self.int(crate::table::pack_edge(Some(crate::table::Edge::North)));
        let (way, quarter) = (self.program.ex(Ex::Reg(way)), self.int(QUARTER));
        let n = self.program.ex(Ex::Div(way, quarter, Rounding::Down));
        self.program.ex(Ex::Two(Bin::Add, first, n))
    }

    /// A point of the compass.
    pub fn compass(&mut self, written: &str) -> Option<(X, Type)> {
        let found = direction(written)?;
        Some((self.int(found), Type::Name))
    }

    /// What `facing` speaks of: the expression, and whether it is a direction.
    pub fn faced(&mut self, scope: &mut Scope, node: &Node) -> (X, bool) {
        let (x, ty) = self.expr(scope, node);
        (x, ty == Type::Name)
    }
}
