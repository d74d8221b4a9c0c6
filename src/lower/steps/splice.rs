//! The rules that stand before, after or in place of a step.

use std::ops::Range;

use crate::graph::Splice;
use crate::hir::{Body, Moment, ProcId};
use crate::intern::Sym;
use crate::ir::{self, Domain, Op, ProcNo, Reg, RowNo, X};
use crate::lower::build::{Builder, Place, land};
use crate::lower::frame::Frame;
use crate::lower::happen::close_loop;
use crate::lower::meet::{Met, Of};

/// A rule's statements where they stand in a procedure, for the checks.
#[derive(Clone, Debug)]
pub struct Trigger {
    /// The procedure.
    pub proc: ProcNo,
    /// Which line, at which of its places.
    pub place: Place,
    /// Its row.
    pub row: RowNo,
    /// When they happen.
    pub guard: X,
    /// Registers from here up are the rule's own.
    pub own: Reg,
    /// The instructions of the procedure that are its.
    pub code: Range<usize>,
}

impl Builder<'_> {
    /// The union of the guards of all that leaves a step out, or adds a case to it.
    pub(super) fn splice_guards(&mut self, f: &mut Frame, proc: ProcId, step: Option<Sym>, splice: Splice) -> Option<X> {
        let graph = self.effects();
        let mut any = None;
        for place in graph.splices_at(proc, step, splice) {
            let Some((attach, meeting)) = place.of(self.rules) else { continue };
            let mut met = self.meet(f, meeting, Of::from(attach));
            if let Body::Also(guards) = &meeting.body {
                for guard in guards {
                    let x = self.ask(&mut met.frame, &guard.test);
                    met.guard = Some(self.both(met.guard, x));
                }
            }
            let x = met.guard.unwrap_or_else(|| self.int(1));
            let row = self.place_row(*place);
            let x = self.unless_off(x, row);
            let x = self.over_carriers(x, met.me);
            f.most = f.most.max(met.frame.most);
            f.full |= met.frame.full;
            any = Some(self.either(any, x));
        }
        any
    }

    /// Emits what happens in place of a step: the jumps to where it is over.
    pub fn splice_instead(&mut self, f: &mut Frame, code: &mut Vec<Op>, proc: ProcId, step: Option<Sym>) -> Vec<usize> {
        let graph = self.effects();
        let mut jumps = Vec::new();
        for place in graph.at(proc, step, Moment::Instead) {
            let not = self.spliced(f, code, *place);
            jumps.push(code.len());
            code.push(Op::Jump(0));
            for at in not {
                land(code, at);
            }
        }
        jumps
    }

    /// Emits what rules put before or after a step of a procedure; of the whole where no step is named.
    pub fn splice_at(&mut self, f: &mut Frame, code: &mut Vec<Op>, proc: ProcId, step: Option<Sym>, moment: Moment) {
        let graph = self.effects();
        for cluster in self.clusters(&graph, graph.at(proc, step, moment)) {
            match cluster.as_slice() {
                [place] => {
                    for exit in self.spliced(f, code, *place) {
                        land(code, exit);
                    }
                }
                several => self.in_chosen_order(f, code, several),
            }
        }
    }

    /// Who a line is about at a step, and what its sentences are called by.
    pub(super) fn met_at(&mut self, f: &Frame, place: Place) -> Option<Met> {
        let (attach, meeting) = place.of(self.rules)?;
        let came = self.maps.arrivals.get(&place).map(|a| a.met);
        let mut met = self.meet(f, meeting, Of { came, ..Of::from(attach) });
        let rule = attach.rule.and_then(|r| self.rules.rules.get(r));
        let cites = if attach.line.cites.is_empty() { rule.map_or(&[][..], |r| &r.line.cites) } else { &attach.line.cites };
        met.frame.cites = cites.into();
        let row = self.place_row(place);
        met.frame.owner = self.maps.owners.get(&row).copied();
        met.frame.step = rule.map(|r| r.name).or(attach.line.name).map_or("", |n| self.key(n)).into();
        Some(met)
    }

    /// The body of one rule at a step, behind its guard; gives the jumps that leave it.
    pub fn spliced(&mut self, f: &mut Frame, code: &mut Vec<Op>, place: Place) -> Vec<usize> {
        let mut exits = Vec::new();
        let (Some((attach, meeting)), Some(met)) = (place.of(self.rules), self.met_at(f, place)) else { return exits };
        let instead = attach.moment == Moment::Instead;
        let row = self.place_row(place);
        let Met { frame: mut inner, guard, me } = met;
        inner.most = inner.most.max(inner.next);
        let guard = guard.unwrap_or_else(|| self.int(1));
        let guard = self.unless_off(guard, row);
        let (from, own) = (code.len(), f.next);
        let mut looped = None;
        // whether a replacement was made by any of those who carry it
        let mut made = None;
        if let Some((reg, rule)) = me {
            if instead {
                let flag = inner.fresh();
                let zero = self.int(0);
                code.push(Op::Set(flag, zero));
                made = Some(flag);
            }
            let at = inner.fresh();
            let _end = inner.fresh();
            let sel = ir::Sel { domain: Domain::Carriers(rule), var: reg, filters: vec![guard], extreme: Vec::new() };
            let sel = self.add_sel(sel, meeting.at);
            code.push(Op::Each { sel, at, order: Vec::new() });
            looped = Some(code.len());
            code.push(Op::Next { var: reg, at, exit: 0 });
        }
        exits.push(code.len());
        code.push(Op::Unless(guard, 0));
        self.rule_terms(&mut inner, code, place, &mut exits);
        if let Some(flag) = made {
            let one = self.int(1);
            code.push(Op::Set(flag, one));
        }
        code.push(Op::Step(row));
        if let Body::Happens(block) = &meeting.body {
            self.block(&mut inner, code, block);
        }
        if let Some(top) = looped {
            end_of_carriers(code, top, instead, &mut exits);
        }
        if let Some(flag) = made {
            let x = self.reg(flag);
            exits.push(code.len());
            code.push(Op::Unless(x, 0));
        }
        if let Some(proc) = f.proc {
            self.triggers.push(Trigger { proc, place, row, guard, own, code: from..code.len() });
        }
        // those of a rule are free again behind it
        f.behind(&inner);
        exits
    }
}

/// Ends the loop over those who carry a rule. The first who replaces a step is the last; if nobody does, it is done.
fn end_of_carriers(code: &mut Vec<Op>, top: usize, instead: bool, exits: &mut Vec<usize>) {
    let done = instead.then(|| {
        code.push(Op::Jump(0));
        code.len() - 1
    });
    for exit in exits.drain(..) {
        land(code, exit);
    }
    close_loop(code, top);
    if let Some(done) = done {
        exits.push(code.len());
        code.push(Op::Jump(0));
        land(code, done);
    }
}
