//! Ground: what it costs and whom, what it hides.

use super::build::Builder;
use super::frame::Frame;
use crate::hir::{Expr, GroundCost, LocalId, Terrain};
use crate::ir::{self, X};
use crate::table::Cost;

impl Builder<'_> {
    /// All sorts of ground.
    pub fn grounds(&mut self) {
        let rules = self.rules;
        let terrains = rules.terrains.all().iter().map(|t| self.ground(t)).collect();
        self.program.terrains = terrains;
    }

    fn ground(&mut self, t: &Terrain) -> ir::Terrain {
        let costs = t.costs.iter().map(|(cost, whom)| (price(*cost), whom.as_ref().map(|(of, e)| self.of_one(*of, e)))).collect();
        ir::Terrain {
            name: self.text(t.name),
            costs,
            blocks: t.blocks,
            shelters: t.shelters.map(mils),
            raised: t.raised,
            by_leader: t.by_leader,
            row: self.row(self.text(t.name), t.line.at, &t.line.cites, None),
        }
    }

    /// A question of the thing in register 0, which stands for a word.
    pub fn of_one(&mut self, of: LocalId, e: &Expr) -> X {
        let mut frame = Frame::default();
        frame.bind(of);
        self.ask(&mut frame, e)
    }
}

/// A length of the board. None is so long that it would not fit.
pub(super) fn mils(n: i64) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// What each inch costs, or the edge: the machine takes the sort of the ground for it.
fn price(cost: GroundCost) -> Cost {
    match cost {
        GroundCost::Double | GroundCost::CrossingDouble => Cost::Times { num: 2, den: 1 },
        GroundCost::HalfRest | GroundCost::CrossingHalfRest => Cost::HalfRest,
        GroundCost::Forbidden | GroundCost::CrossingForbidden => Cost::Forbidden,
        GroundCost::Crossing(toll) => Cost::Toll(mils(toll)),
        GroundCost::Leaving(toll) => Cost::Exit(mils(toll)),
    }
}
