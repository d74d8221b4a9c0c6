//! Rules that meet the moves of others: `as enemy unit mover comes within 8" of me: ...`.
//!
//! Each becomes four procedures. Before a move, every carrier notes whether any of those that are about to move is near
//! already. The move stops where one of them first comes near: every carrier near whom one of them stands now, and none
//! did, notes which. Then for each that moved the rule happens, for each carrier that noted it: so moves within the rule
//! disturb nothing. Then it goes on from there in the same way.

use std::collections::HashMap;

use super::compile::Pass;
use super::ir::Near;
use super::ir::{Bin, Domain, Ex, Op, Reg, Sel, X};
use super::loops::close_loop;
use super::numbers::{short, small};
use super::scope::{Local, Scope};
use super::splice::{Splice, Spliced};
use crate::diag::Code;
use crate::model::{Head, Key, KindBase, Role, Type};
use crate::source::Span;
use crate::syntax::{Line, Node, Rule};

/// One such rule.
pub(super) struct Arrival<'a> {
    spliced: Spliced<'a>,
    rule: u16,
    /// Whether somebody was near before the move.
    near: u16,
    /// Who came, and 1.
    met: u16,
    /// Before a move, after it, for each that moved, for all that moved.
    procs: [u16; 4],
}

/// Rules that meet moves.
#[derive(Default)]
pub(super) struct Arriving<'a> {
    /// Rules that meet the moves of others.
    pub arrivals: Vec<Arrival<'a>>,
    /// Where such a rule notes who came, by its place and rule.
    pub met: HashMap<(Span, u16), u16>,
}

impl<'a> Pass<'a> {
    /// Enters a rule that meets moves.
    pub fn arrival(&mut self, rule: Option<u16>, line: &'a Line, node: &'a Node) {
        let info = rule.and_then(|r| self.program.rules.get(r as usize)).cloned();
        let state = info.as_ref().and_then(|r| r.state).and_then(|s| self.program.book.states.get(s as usize)).cloned();
        let (Some(rule), Some(info), Some(state)) = (rule, info, state) else {
            let help = "write it in a rule of somebody, such as `rule ... of unit`";
            self.fault(Code::Place, node.span, "nobody carries this rule, so there is nobody to come near", help);
            return;
        };
        let cites = if line.cites.is_empty() {
            self.program.rows.get(info.row as usize).map_or_else(Vec::new, |r| r.cites.clone())
        } else {
            self.cites(&line.cites)
        };
        let row = self.new_row(&info.name, node.span, cites, Some(rule));
        let may = self.kind_says_may(rule) || node.all(Rule::mood).any(|m| self.text(m).trim() == "may");
        let near = self.hidden_count("near before", &state.of, node.span);
        let met = self.hidden_count("came near", &state.of, node.span);
        self.arriving.met.insert((node.span, rule), met);
        let name = info.name.clone();
        let procs = [0; 4].map(|_| short(self.new_procedure(&name, node.span, "arrival", Vec::new(), Type::Nothing, Vec::new())));
        let spliced = Spliced { at: Splice::After, step: String::new(), row, rule: Some(rule), attach: node, pattern: node, line, may };
        self.arriving.arrivals.push(Arrival { spliced, rule, near, met, procs });
    }

    /// The order in which such rules happen: that of their names.
    pub fn order_arrivals(&mut self) {
        let mut list = std::mem::take(&mut self.arriving.arrivals);
        list.sort_by_cached_key(|a| {
            let name = self.program.rules.get(a.rule as usize).map_or(String::new(), |r| Key::new(&r.name).as_str().to_owned());
            (name, self.text(a.spliced.attach).to_owned())
        });
        self.program.arrivals = list.iter().map(|a| [a.procs[0], a.procs[1], a.procs[3]]).collect();
        self.arriving.arrivals = list;
    }

    /// What stands before a move and after it.
    pub fn around_move(&mut self, scope: &mut Scope, code: &mut Vec<Op>, who: X, after: bool) {
        let list = self.program.arrivals.clone();
        // all note who came before any of them happens
        let parts = if after { &[1, 2][..] } else { &[0] };
        for proc in parts.iter().flat_map(|part| list.iter().filter_map(|a| a.get(*part))) {
            let args = self.program.list(vec![who]);
            let to = scope.fresh();
            code.push(Op::Call { proc: *proc, args, to, tags: 0, answers: u16::MAX });
        }
    }

    /// The code of all of them.
    pub fn arrival_bodies(&mut self) {
        for a in std::mem::take(&mut self.arriving.arrivals) {
            self.before_move(&a);
            self.after_move(&a);
            self.arrived(&a);
        }
    }

    fn before_move(&mut self, a: &Arrival<'a>) {
        let mut scope = Scope { next: 1, most: 1, ..Scope::default() };
        let mut code = Vec::new();
        let top = self.each_carrier(a, &mut scope, &mut code);
        let (sel, _) = self.who_is_near(a, &mut scope);
        self.wait_for(a, &scope, sel);
        let (me, near) = (self.carrier(&scope), self.program.ex(Ex::Exists(sel)));
        code.push(Op::Store(me, a.near, near));
        close_loop(&mut code, top);
        self.finish(a.procs[0], code, &scope);
    }

    fn after_move(&mut self, a: &Arrival<'a>) {
        let mut scope = Scope { next: 1, most: 1, ..Scope::default() };
        let mut code = Vec::new();
        let top = self.each_carrier(a, &mut scope, &mut code);
        let (sel, kind) = self.who_is_near(a, &mut scope);
        let me = self.carrier(&scope);
        let (one, none) = (self.int(1), self.int(0));
        let before = self.program.ex(Ex::Cell { of: me, count: a.near });
        let now = self.program.ex(Ex::Exists(sel));
        let beyond = self.negate(true, before);
        let comes = self.both(Some(beyond), now);
        let first = self.program.ex(Ex::First(sel));
        let first = self.program.ex(Ex::Two(Bin::Add, first, one));
        // what was noted of the same move is over; what was noted of another is not
        let noted = self.program.ex(Ex::Cell { of: me, count: a.met });
        let (mover, old) = self.moved(&mut scope, kind);
        let mover = self.program.ex(Ex::Reg(mover));
        let mark = self.program.ex(Ex::Two(Bin::Add, mover, one));
        let same = self.program.ex(Ex::Two(Bin::Eq, noted, mark));
        if let Some(s) = self.program.sels.get_mut(old as usize) {
            s.filters.push(same);
        }
        let old = self.program.ex(Ex::Exists(old));
        let kept = self.program.ex(Ex::If(old, none, noted));
        let mark = self.program.ex(Ex::If(comes, first, kept));
        code.push(Op::Store(me, a.met, mark));
        close_loop(&mut code, top);
        self.finish(a.procs[1], code, &scope);
        self.happens(a, kind);
    }

    /// The rule, for each that moved.
    fn happens(&mut self, a: &Arrival<'a>, kind: usize) {
        let mut scope = Scope { next: 1, most: 1, ..Scope::default() };
        let mut code = Vec::new();
        let at = scope.fresh();
        let _end = scope.fresh();
        let (mover, all) = self.moved(&mut scope, kind);
        code.push(Op::Each { sel: all, at, order: Vec::new() });
        let top = code.len();
        code.push(Op::Next { var: mover, at, exit: 0 });
        let mover = self.program.ex(Ex::Reg(mover));
        let args = self.program.list(vec![mover]);
        let to = scope.fresh();
        code.push(Op::Call { proc: a.procs[2], args, to, tags: 0, answers: u16::MAX });
        close_loop(&mut code, top);
        self.finish(a.procs[3], code, &scope);
    }

    fn arrived(&mut self, a: &Arrival<'a>) {
        let Some(sel) = a.spliced.attach.find(Rule::selector) else { return };
        let (kind, local) = self.noun(sel);
        let role = Role { prep: String::new(), ty: self.thing_type(kind), local, span: sel.span };
        let head = Head { name: String::new(), word: "arrival".into(), roles: vec![role], gives: Type::Nothing, span: sel.span };
        let mut scope = self.scope_of(&head.roles);
        scope.proc = Some(a.procs[2]);
        let mut code = Vec::new();
        for exit in self.spliced(&mut scope, &mut code, &a.spliced, &head) {
            super::compile::land(&mut code, exit);
        }
        self.finish(a.procs[2], code, &scope);
    }

    fn finish(&mut self, proc: u16, code: Vec<Op>, scope: &Scope) {
        if let Some(p) = self.program.procs.get_mut(proc as usize) {
            p.code = code;
            p.regs = scope.most.saturating_add(1);
            p.roles = 1;
        }
    }

    /// Begins a loop over whoever carries the rule; gives the place that it returns to.
    fn each_carrier(&mut self, a: &Arrival<'a>, scope: &mut Scope, code: &mut Vec<Op>) -> usize {
        let state = self.program.rules.get(a.rule as usize).and_then(|r| r.state).unwrap_or(0);
        let of = self.program.book.states.get(state as usize).map_or("game".to_owned(), |s| s.of.clone());
        let ty = self.program.book.kind(&of).map_or(Type::Unknown, |k| self.thing_type(k));
        let at = scope.fresh();
        let _end = scope.fresh();
        let reg = scope.fresh();
        scope.me = Some(Local { name: "me".into(), reg, ty });
        let var = self.program.ex(Ex::Reg(reg));
        let carries = self.carried(Some(a.rule), var, state);
        self.program.sels.push(Sel { domain: Domain::Carriers(a.rule), var: reg, filters: vec![carries], extreme: Vec::new() });
        let sel = short(self.program.sels.len() - 1);
        code.push(Op::Each { sel, at, order: Vec::new() });
        code.push(Op::Next { var: reg, at, exit: 0 });
        code.len() - 1
    }

    /// Says what the rule waits for, so that a move stops where it comes to that. The last filter of those who are near is
    /// how near they are.
    fn wait_for(&mut self, a: &Arrival<'a>, scope: &Scope, near: u16) {
        let Some(mut sel) = self.program.sels.get(near as usize).cloned() else { return };
        let Some(Ex::Two(Bin::Le, distance, limit)) = sel.filters.pop().and_then(|x| self.program.exs.get(x as usize).copied()) else {
            return;
        };
        let Some(Ex::Distance(_, of)) = self.program.exs.get(distance as usize).copied() else { return };
        let Some(me) = scope.me.as_ref().map(|m| m.reg) else { return };
        let state = self.program.rules.get(a.rule as usize).and_then(|r| r.state).unwrap_or(0);
        let var = self.program.ex(Ex::Reg(me));
        let carries = self.carried(Some(a.rule), var, state);
        let mover = sel.var;
        self.program.sels.push(sel);
        let movers = short(self.program.sels.len() - 1);
        self.program.nears.push(Near { rule: a.rule, me, carries, movers, mover, limit, of });
    }

    /// Those who move, that the rule speaks of, and that are near; and their kind.
    fn who_is_near(&mut self, a: &Arrival<'a>, scope: &mut Scope) -> (u16, usize) {
        let node = a.spliced.attach;
        let Some(sel) = node.find(Rule::selector) else { return (0, 0) };
        scope.param = self.rules.params.get(&a.rule).cloned();
        let kind = self.noun(sel).0;
        let (found, local) = self.selector(scope, sel);
        let mover = self.program.ex(Ex::Reg(local.reg));
        let (limit, ty) = node.find(Rule::sum_expr).map_or((0, Type::LENGTH), |e| self.expr(scope, e));
        if !ty.fits(&Type::LENGTH) {
            let is = self.program.book.describe(&ty);
            let span = node.find(Rule::sum_expr).map_or(node.span, |e| e.span);
            self.fault(Code::Measure, span, format!("how near is in inches, and this is {is}"), "give a length such as 6\"");
        }
        let of = node.find(Rule::r#ref).map_or(0, |r| self.expr(scope, r).0);
        let near = self.within(mover, limit, of, false);
        let belongs = self.belongs(local.reg, kind);
        if let Some(s) = self.program.sels.get_mut(found as usize) {
            // cheap questions first
            s.filters.insert(0, belongs);
            s.filters.push(near);
        }
        (found, kind)
    }

    /// Things of a kind that belong to what moves, which is in the first blank.
    fn moved(&mut self, scope: &mut Scope, kind: usize) -> (Reg, u16) {
        let var = scope.fresh();
        let belongs = self.belongs(var, kind);
        self.program.sels.push(Sel { domain: Domain::All(small(kind)), var, filters: vec![belongs], extreme: Vec::new() });
        (var, short(self.program.sels.len() - 1))
    }

    /// Whether a thing is what moves, a part of it, or what it is a part of.
    fn belongs(&mut self, reg: Reg, kind: usize) -> X {
        let (thing, who) = (self.program.ex(Ex::Reg(reg)), self.program.ex(Ex::Reg(0)));
        let mut any = self.program.ex(Ex::Two(Bin::Eq, thing, who));
        let groups: Vec<usize> = (0..self.program.book.kinds.len()).filter(|k| self.program.book.is(*k, KindBase::Group)).collect();
        for k in groups {
            let up = self.program.ex(Ex::Up(thing, small(k)));
            let part = self.program.ex(Ex::Two(Bin::Eq, up, who));
            any = self.program.ex(Ex::Two(Bin::Or, any, part));
            if k == kind {
                let up = self.program.ex(Ex::Up(who, small(k)));
                let whole = self.program.ex(Ex::Two(Bin::Eq, up, thing));
                any = self.program.ex(Ex::Two(Bin::Or, any, whole));
            }
        }
        any
    }
}
