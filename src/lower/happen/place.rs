//! Putting down on the table, and laying features down.

use crate::hir::{Placing, Stays, Ty};
use crate::ir::{Choosing, Ex, Laying, Limit, Op, Pick, PickNo, Putting, X};
use crate::lower::build::{Builder, land};
use crate::lower::frame::Frame;
use crate::lower::number;
use crate::source::At;

/// What the choice of a place is called that has no name of its own.
const PLACE: &str = "place";

impl Builder<'_> {
    /// `X is placed ...`.
    pub(super) fn put_down(&mut self, f: &mut Frame, code: &mut Vec<Op>, placing: &Placing, at: At) {
        let who = self.ask(f, &placing.who);
        let by = placing.by.as_ref().map(|e| {
            let x = self.ask(f, e);
            self.ex(Ex::Side(x))
        });
        let spot = placing.spot.as_ref().map(|e| self.ask(f, e));
        let facing = placing.facing.as_ref().map(|(e, direction)| (self.ask(f, e), *direction));
        // features are nobody's, so who decides is said
        if placing.feature {
            let pick = self.where_to(f, &placing.limits, who, at).0;
            if let Ty::Thing(kind) = placing.who.ty {
                self.program.laid.push(number::kind(kind));
            }
            let by = by.unwrap_or_else(|| self.int(0));
            code.push(Op::Lay(Laying { who, pick, at: spot, facing, by }));
            return;
        }
        if let Some(at) = spot {
            code.push(Op::Put(Putting { who, at, zone: None, facing }));
            return;
        }
        // otherwise its player finds a place that fits
        let (pick, zone) = self.where_to(f, &placing.limits, who, at);
        let to = f.fresh();
        let label = self.label(PLACE, at);
        let by = by.unwrap_or_else(|| self.ex(Ex::Side(who)));
        let jump = code.len();
        code.push(Op::Choose(Choosing { pick, by, to, none: 0, may: false, label, secret: false, closed: false }));
        land(code, jump);
        let at = self.reg(to);
        code.push(Op::Put(Putting { who, at, zone, facing }));
    }

    /// Where something may be placed, and the zone if there is one.
    fn where_to(&mut self, f: &mut Frame, limits: &[(Stays, At)], who: X, at: At) -> (PickNo, Option<X>) {
        let said: Vec<At> = limits.iter().map(|(_, at)| *at).collect();
        let limits = self.limits(f, limits);
        let zone = limits.iter().find_map(Limit::zone);
        (self.add_pick(Pick::Place { limits, who: Some(who) }, &said, at), zone)
    }
}
