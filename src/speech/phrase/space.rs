//! Where things are: distances, lines, arcs.

use super::english::of;
use crate::hir::{Expr, ExprKind, Ray, Spot, Target};
use crate::speech::Voice;

impl Voice<'_> {
    /// To what a distance is taken.
    #[must_use]
    pub fn target(&self, t: &Target) -> String {
        match t {
            Target::One(e) => self.noun(e),
            Target::Any(s) => self.sel(s),
            Target::Ray(Ray { from, to, length }) => {
                let (from, to) = (self.noun(from), self.noun(to));
                match length {
                    Some(l) => format!("the line from {from} through {to}, {} long", self.noun(l)),
                    None => format!("the line from {from} to {to}"),
                }
            }
        }
    }

    /// `within 6" of the unit`
    pub(super) fn near(&self, far: &Expr, target: &Target) -> String {
        let long = matches!(&*far.kind, ExprKind::Math(..) | ExprKind::Quotient(..) | ExprKind::If(..) | ExprKind::Rounded(..));
        if long {
            return format!("within a distance of {} from {}", self.noun(far), self.target(target));
        }
        format!("within {} of {}", self.noun(far), self.target(target))
    }

    /// `in the unit's front`
    pub(super) fn placed_at(&self, spot: Spot, from: &Expr) -> String {
        let from = self.held(from);
        match spot {
            Spot::Front => format!("in {}", of(&from, "front")),
            Spot::Flank => format!("in {}", of(&from, "flank")),
            Spot::Rear => format!("in {}", of(&from, "rear")),
            Spot::BehindFrontLine => format!("behind {}", of(&from, "front line")),
            Spot::Arc(n) => format!("within {}° left or right of straight ahead of {from}", degrees(n)),
        }
    }
}

/// Thousandths of a degree.
pub(super) fn degrees(n: i64) -> String {
    let (whole, rest) = (n / 1000, (n % 1000).abs());
    if rest == 0 { whole.to_string() } else { format!("{whole}.{rest:03}").trim_end_matches('0').to_owned() }
}
