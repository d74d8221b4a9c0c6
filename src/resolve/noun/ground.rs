//! Ground: what it costs and whom, what it hides.

use crate::ast::{self, DeclKind, Ground, GroundTest, ItemKind};
use crate::hir::{Expr, ExprKind, GroundCost, LocalId, Origin, Terrain, Ty};

use super::super::{Resolver, Scope};

impl Resolver<'_> {
    /// The lines below each `terrain`.
    pub(super) fn all_ground(&mut self) {
        for (place, d) in self.declared() {
            let (DeclKind::Terrain(t), Some(id)) = (&*d.kind, self.made.get(place).and_then(|m| m.terrain)) else { continue };
            for item in &t.items {
                let ItemKind::Ground(ground) = &item.kind else { continue };
                let cost = self.ground_cost(ground);
                if let Some(terrain) = self.rules.terrains.get_mut(id) {
                    hides(terrain, ground);
                    terrain.costs.extend(cost);
                }
            }
        }
    }

    /// What ground costs, and whom.
    fn ground_cost(&mut self, ground: &Ground) -> Option<(GroundCost, Option<(LocalId, Expr)>)> {
        let (cost, whom) = match ground {
            Ground::Costs { cost, whom } => (inside(*cost)?, whom),
            Ground::Crossing { cost, whom } => (crossing(*cost), whom),
            Ground::BlocksSight | Ground::Shelters(_) | Ground::Raised | Ground::ReachedByLeader => return None,
        };
        Some((cost, whom.as_ref().and_then(|w| self.whom(w))))
    }

    /// `if unit is ...`, `unless ...`: a condition of the group that moves.
    fn whom(&mut self, test: &GroundTest) -> Option<(LocalId, Expr)> {
        let word = self.home_of_pieces();
        let ty = self.thing_type(self.kind(word)?);
        let local = self.local(word, ty, Origin::Blank);
        let mut scope = Scope::default();
        scope.bind(word, local);
        let holds = self.truth(&mut scope, &test.expr);
        let at = holds.at;
        let holds = if test.unless { Expr::new(ExprKind::Not(holds), Ty::Truth, at) } else { holds };
        Some((local, holds))
    }
}

/// What ground is and hides.
fn hides(terrain: &mut Terrain, ground: &Ground) {
    match ground {
        Ground::BlocksSight => terrain.blocks = true,
        Ground::Shelters(length) => terrain.shelters = terrain.shelters.or(Some(length.mils)),
        Ground::Raised => terrain.raised = true,
        Ground::ReachedByLeader => terrain.by_leader = true,
        Ground::Costs { .. } | Ground::Crossing { .. } => {}
    }
}

/// What each inch on ground costs. A toll is paid at its edge only.
const fn inside(cost: ast::GroundCost) -> Option<GroundCost> {
    Some(match cost {
        ast::GroundCost::Double => GroundCost::Double,
        ast::GroundCost::HalfRest => GroundCost::HalfRest,
        ast::GroundCost::Forbidden => GroundCost::Forbidden,
        ast::GroundCost::Toll(_) | ast::GroundCost::Leaving(_) => return None,
    })
}

/// What crossing its edge costs.
const fn crossing(cost: ast::GroundCost) -> GroundCost {
    match cost {
        ast::GroundCost::Double => GroundCost::CrossingDouble,
        ast::GroundCost::HalfRest => GroundCost::CrossingHalfRest,
        ast::GroundCost::Forbidden => GroundCost::CrossingForbidden,
        ast::GroundCost::Toll(length) => GroundCost::Crossing(length.mils),
        ast::GroundCost::Leaving(length) => GroundCost::Leaving(length.mils),
    }
}
