//! Offers that stand wherever an action may be taken, while something goes on: `anytime in P, may: ...`.

use crate::diag::Code;
use crate::hir::{Hook, Meeting, Moment};

use super::super::{Resolver, Scope};
use super::line::Line;
use super::mute::nothing;
use super::place::{Listed, Place};

impl<'a> Resolver<'a> {
    /// A line for each of the procedures while which it is offered. Nothing of them is known to it: they are further out.
    pub(super) fn at_any_time(&mut self, line: &Line<'a>, listed: Listed<'a>, may: bool) -> Vec<Meeting> {
        if !may {
            let help = "write `, may` before the colon";
            self.fault(Code::Place, line.item.at, "what may be done at any time is an offer", help);
        }
        let mut out = Vec::new();
        for (proc, _, any) in self.steps_met(listed.1) {
            let place = Place::new(line, listed, (Hook::Proc(proc), nothing(listed.1), any), Moment::Anytime);
            let (mut scope, mut met) = self.meet(line, &place, Scope::default());
            self.happens(line, &mut scope, &mut met, may);
            out.push(met);
        }
        out
    }
}
