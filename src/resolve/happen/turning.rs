//! Turning on the spot.

use super::super::{Resolver, Scope};
use crate::ast::{self, MoveOptionKind as Opt, TurnWay};
use crate::diag::Code;
use crate::hir::{Course, Motion, StmtKind, Turn, Ty};

impl Resolver<'_> {
    /// `x turns up to 45°`, `x turns to y`, `x turns about`.
    pub(super) fn turn(&mut self, scope: &mut Scope, said: &ast::Turn) -> StmtKind {
        let who = self.expr(scope, &said.who);
        let turn = match &said.way {
            TurnWay::About => Turn::About,
            TurnWay::UpTo(e) => {
                let x = self.effect(scope, e);
                if !x.ty.fits(Ty::ANGLE) {
                    let is = self.describe(x.ty);
                    self.fault(Code::Measure, e.at, format!("a turn is in degrees, and this is {is}"), "give an angle such as 45°");
                }
                Turn::UpTo(x)
            }
            TurnWay::Wheel(e) => {
                let x = self.effect(scope, e);
                if !x.ty.fits(Ty::LENGTH) {
                    let is = self.describe(x.ty);
                    let help = "say how far the outer corner goes, such as 4\"";
                    self.fault(Code::Measure, e.at, format!("a wheel is measured in inches, and this is {is}"), help);
                }
                Turn::Wheel(x)
            }
            TurnWay::To(e) => {
                let x = self.expr(scope, e);
                match x.ty {
                    Ty::Facing => Turn::To(x),
                    Ty::Thing(_) | Ty::Place | Ty::Edge | Ty::Unknown => Turn::Towards(x),
                    _ => {
                        let is = self.describe(x.ty);
                        let help = "name a facing, or a thing or place that it turns to; `up to 45°` says how far it may turn";
                        self.fault(Code::Type, e.at, format!("nobody can face {is}"), help);
                        Turn::Towards(x)
                    }
                }
            }
        };
        let mut motion = Motion::of(who, Course::Turn(turn));
        for option in &said.options {
            let wheels = matches!(motion.course, Course::Turn(Turn::Wheel(_)));
            if wheels && matches!(option.kind, Opt::Spending { .. }) {
                continue;
            }
            if let Opt::Spending { count, .. } = &option.kind {
                let help = format!("say in a line of its own what it costs: `... loses (2\") {}`", self.said(count.name.sym));
                self.fault(Code::Place, option.at, "a turn on the spot covers no inches", help);
            } else if !matches!(option.kind, Opt::Ending { .. } | Opt::Without(_)) {
                let help = "of a turn only `ending ... from ...` and `without ...` are said, and of a wheel what it is spending";
                self.fault(Code::Place, option.at, "whoever turns goes nowhere", help);
            }
        }
        self.move_options(scope, &mut motion, &said.options);
        StmtKind::Move(Box::new(motion))
    }
}
