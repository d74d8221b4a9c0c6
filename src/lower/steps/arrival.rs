//! Rules that meet the moves of others: `as enemy unit mover comes within 8" of me: ...`.
//!
//! Each becomes four procedures. Before a move, every carrier notes whether any of those that are about to move is near
//! already. The move stops where one of them first comes near: every carrier near whom one of them stands now, and none
//! did, notes which. Then for each that moved the rule happens, for each carrier that noted it: so moves within the rule
//! disturb nothing. Then it goes on from there in the same way.

use crate::hir::{Attach, Carrier, Coming, KindBase, KindId, LocalId, Meeting, RuleId, Ty};
use crate::ir::{self, Bin, Domain, Ex, Near, Op, Reg, S, StateNo, X};
use crate::lower::build::{Arrival, Builder, Place, land};
use crate::lower::frame::{Bearer, Frame};
use crate::lower::happen::close_loop;
use crate::lower::number;
use crate::source::At;

/// What such a procedure is called by.
const WORD: &str = "arrival";

/// One such rule.
struct Waiting<'r> {
    place: Place,
    rule: RuleId,
    state: StateNo,
    meeting: &'r Meeting,
    coming: &'r Coming,
    /// The word for who carries it.
    me: LocalId,
    of: Arrival,
    at: At,
}

impl<'a> Builder<'a> {
    /// Enters the rules that meet moves, in the order in which they happen.
    pub(crate) fn enter_arrivals(&mut self) {
        for place in &self.effects().arrivals {
            let Some((attach, _)) = place.of(self.rules) else { continue };
            let Some(rule) = attach.rule.and_then(|r| self.rules.rules.get(r)) else { continue };
            let Some(of) = rule.state.and_then(|s| self.rules.states.get(s)).map(|s| s.of) else { continue };
            let (name, at) = (self.text(rule.name), attach.line.at);
            let noted = |what: &str| format!("{what} noted");
            let near = self.hidden_count(&noted("near before"), of, at);
            let met = self.hidden_count(&noted("came near"), of, at);
            let cites = if attach.line.cites.is_empty() { &rule.line.cites } else { &attach.line.cites };
            let procs = [0; 4].map(|_| self.new_proc_citing(&name, WORD, 1, at, cites));
            self.maps.arrivals.insert(*place, Arrival { near, met, procs });
            self.program.arrivals.push([procs[0], procs[1], procs[3]]);
        }
    }

    /// The code of all of them.
    pub(super) fn arrival_bodies(&mut self) {
        for place in &self.effects().arrivals {
            if let Some(a) = self.coming(*place) {
                self.before_move(&a);
                self.after_move(&a);
                self.for_each_that_moved(&a);
                self.arrived(&a);
            }
        }
    }

    fn coming(&self, place: Place) -> Option<Waiting<'a>> {
        let (attach, meeting): (&'a Attach, &'a Meeting) = place.of(self.rules)?;
        let rule = attach.rule?;
        let state = self.rules.rules.get(rule)?.state?;
        let (Carrier::Each(me) | Carrier::Blank(me)) = meeting.carrier else { return None };
        let of = *self.maps.arrivals.get(&place)?;
        let (coming, at) = (meeting.coming.as_ref()?, attach.line.at);
        Some(Waiting { place, rule, state: number::state(state), meeting, coming, me, of, at })
    }

    fn before_move(&mut self, a: &Waiting<'_>) {
        let mut f = frame_around(a);
        let mut code = Vec::new();
        let top = self.each_carrier(a, &mut f, &mut code);
        let near = self.who_is_near(a, &mut f);
        self.wait_for(a, &f, &near);
        let me = self.carrier(&f);
        let now = self.ex(Ex::Exists(near.sel));
        code.push(Op::Store(me, a.of.near, now));
        close_loop(&mut code, top);
        self.finish(a.of.procs[0], code, &f, a.at);
    }

    fn after_move(&mut self, a: &Waiting<'_>) {
        let mut f = frame_around(a);
        let mut code = Vec::new();
        let top = self.each_carrier(a, &mut f, &mut code);
        let near = self.who_is_near(a, &mut f);
        let me = self.carrier(&f);
        let (one, none) = (self.int(1), self.int(0));
        let before = self.ex(Ex::Cell { of: me, count: a.of.near });
        let now = self.ex(Ex::Exists(near.sel));
        let beyond = self.negate(true, before);
        let comes = self.two(Bin::And, beyond, now);
        let first = self.ex(Ex::First(near.sel));
        let first = self.two(Bin::Add, first, one);
        // what was noted of the same move is over; what was noted of another is not
        let noted = self.ex(Ex::Cell { of: me, count: a.of.met });
        let (mover, old) = self.moved(&mut f, a.coming.who.kind, a.at);
        let mover = self.reg(mover);
        let mark = self.two(Bin::Add, mover, one);
        let same = self.two(Bin::Eq, noted, mark);
        self.filter(old, same);
        let old = self.ex(Ex::Exists(old));
        let kept = self.ex(Ex::If(old, none, noted));
        let mark = self.ex(Ex::If(comes, first, kept));
        code.push(Op::Store(me, a.of.met, mark));
        close_loop(&mut code, top);
        self.finish(a.of.procs[1], code, &f, a.at);
    }

    /// The rule, for each that moved.
    fn for_each_that_moved(&mut self, a: &Waiting<'_>) {
        let mut f = frame_around(a);
        let mut code = Vec::new();
        let at = f.fresh();
        let _end = f.fresh();
        let (mover, all) = self.moved(&mut f, a.coming.who.kind, a.at);
        code.push(Op::Each { sel: all, at, order: Vec::new() });
        let top = code.len();
        code.push(Op::Next { var: mover, at, exit: 0 });
        let mover = self.reg(mover);
        let args = self.list(vec![mover]);
        let to = f.fresh();
        code.push(Op::Call { proc: a.of.procs[2], args, to, tags: 0, answers: None });
        close_loop(&mut code, top);
        self.finish(a.of.procs[3], code, &f, a.at);
    }

    /// The rule itself. Its one blank is whoever moved.
    fn arrived(&mut self, a: &Waiting<'_>) {
        let mut f = frame_around(a);
        for blank in &a.meeting.blanks {
            f.alias(blank.role, 0);
        }
        let thing = !self.is(a.coming.who.kind, KindBase::Row);
        f.viewer = thing.then(|| self.reg(0));
        f.proc = Some(a.of.procs[2]);
        let mut code = Vec::new();
        for exit in self.spliced(&mut f, &mut code, a.place) {
            land(&mut code, exit);
        }
        self.finish(a.of.procs[2], code, &f, a.at);
    }

    /// Begins a loop over whoever carries the rule; gives the place that it returns to.
    fn each_carrier(&mut self, a: &Waiting<'_>, f: &mut Frame, code: &mut Vec<Op>) -> usize {
        let at = f.fresh();
        let _end = f.fresh();
        let reg = f.bind(a.me);
        let ty = self.ty(a.me);
        let kind = if let Ty::Thing(k) | Ty::Row(k) = ty { Some(k) } else { None };
        f.me = Some(Bearer { reg, row: matches!(ty, Ty::Row(_)), kind });
        let var = self.reg(reg);
        let carries = self.carried(Some(a.rule), var, a.state);
        let domain = Domain::Carriers(number::rule(a.rule));
        let sel = self.add_sel(ir::Sel { domain, var: reg, filters: vec![carries], extreme: Vec::new() }, a.at);
        code.push(Op::Each { sel, at, order: Vec::new() });
        code.push(Op::Next { var: reg, at, exit: 0 });
        code.len() - 1
    }

    /// Says what the rule waits for, so that a move stops where it comes to that.
    fn wait_for(&mut self, a: &Waiting<'_>, f: &Frame, near: &NearBy) {
        let Some(me) = f.me.map(|m| m.reg) else { return };
        let var = self.reg(me);
        let carries = self.carried(Some(a.rule), var, a.state);
        let movers = self.add_sel(near.movers.clone(), a.at);
        let (mover, rule) = (near.movers.var, number::rule(a.rule));
        self.program.nears.push(Near { rule, me, carries, movers, mover, limit: near.limit, of: near.of });
    }

    /// Those who move, that the rule speaks of, and that are near.
    fn who_is_near(&mut self, a: &Waiting<'_>, f: &mut Frame) -> NearBy {
        let (sel, mover) = self.sel(f, &a.coming.who);
        let thing = self.reg(mover);
        let (limit, of) = (self.ask(f, &a.coming.limit), self.ask(f, &a.coming.of));
        let near = self.within(thing, limit, of);
        let (kind, who) = (number::kind(a.coming.who.kind), self.reg(0));
        let belongs = self.belongs(mover, a.coming.who.kind);
        let mut movers = ir::Sel { domain: Domain::With(kind, who), var: mover, filters: Vec::new(), extreme: Vec::new() };
        if let Some(s) = self.program.sels.get_mut(sel) {
            // who moves is found at once, or asked first
            match s.domain {
                Domain::All(_) => s.domain = movers.domain,
                _ => s.filters.insert(0, belongs),
            }
            movers = s.clone();
            s.filters.push(near);
        }
        NearBy { sel, movers, limit, of }
    }

    /// Things of a kind that belong to what moves, which is in the first blank.
    fn moved(&mut self, f: &mut Frame, kind: KindId, at: At) -> (Reg, S) {
        let var = f.fresh();
        let domain = Domain::With(number::kind(kind), self.reg(0));
        (var, self.add_sel(ir::Sel { domain, var, filters: Vec::new(), extreme: Vec::new() }, at))
    }

    /// Whether a thing is what moves, a part of it, or what it is a part of.
    fn belongs(&mut self, reg: Reg, kind: KindId) -> X {
        let (thing, who) = (self.reg(reg), self.reg(0));
        let mut any = self.two(Bin::Eq, thing, who);
        for group in self.rules.kinds.ids().filter(|k| self.is(*k, KindBase::Group)).collect::<Vec<_>>() {
            let up = self.ex(Ex::Up(thing, number::kind(group)));
            let part = self.two(Bin::Eq, up, who);
            any = self.two(Bin::Or, any, part);
            if group == kind {
                let up = self.ex(Ex::Up(who, number::kind(group)));
                let whole = self.two(Bin::Eq, up, thing);
                any = self.two(Bin::Or, any, whole);
            }
        }
        any
    }
}

/// Whoever moves stands in the first register.
fn frame_around(a: &Waiting<'_>) -> Frame {
    Frame { next: 1, most: 1, rule: Some(a.rule), ..Frame::default() }
}

/// Who is near: a description of them, of all that move and are meant, how near, to what.
struct NearBy {
    sel: S,
    movers: ir::Sel,
    limit: X,
    of: X,
}
