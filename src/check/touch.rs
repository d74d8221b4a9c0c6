//! What lines, questions and statements touch, with all that they ask and call.

use std::collections::BTreeSet;

use super::apart::met_holds;
use super::holds::holds;
use super::reach::Reach as Order;
use super::touched::{Cell, Touched};
use crate::graph::{Graph, Met, Quantity, Row, Shut, Source};
use crate::hir::walk::{self, Walk};
use crate::hir::{
    Body, Call, Expr, ExprKind, KindBase, Limit, Price, ProcId, ProcKind, Quality, Reach, Ring, RuleId, Rules, Sel, StateId, StateKind,
    Stmt, Terms, ValueId,
};

/// What a line touches where it happens: when it holds, what it asks and takes, what it does.
pub(super) fn happening(rules: &Rules, graph: &Graph, met: Met) -> Touched {
    let mut toucher = Toucher::new(rules, graph);
    toucher.met(met);
    toucher.rest();
    toucher.found
}

/// What questions read.
pub(super) fn asked(rules: &Rules, graph: &Graph, list: &[Expr]) -> Touched {
    let mut toucher = Toucher::new(rules, graph);
    toucher.asks(list);
    toucher.rest();
    toucher.found
}

/// What statements touch, and the procedures that they may come to.
pub(super) fn done(rules: &Rules, graph: &Graph, block: &[Stmt]) -> (Touched, BTreeSet<ProcId>) {
    let mut toucher = Toucher::new(rules, graph);
    block.iter().for_each(|s| toucher.stmt(s));
    toucher.rest();
    (toucher.found, toucher.procs)
}

/// How many walks may stand in each other, however long a chain of calls is.
const NESTED: usize = 50;

/// What is yet to be walked over.
enum Left {
    Value(ValueId),
    Proc(ProcId),
}

/// Walks over rules, each value and procedure once.
pub(super) struct Toucher<'a> {
    pub(super) rules: &'a Rules,
    graph: &'a Graph,
    pub(super) values: BTreeSet<ValueId>,
    pub(super) procs: BTreeSet<ProcId>,
    /// What is met and not yet walked over.
    left: Vec<Left>,
    /// How many walks stand in each other.
    nested: usize,
    /// How deep in procedures that are called.
    pub(super) depth: usize,
    ground: bool,
    pub(super) found: Touched,
}

impl<'a> Toucher<'a> {
    pub(super) fn new(rules: &'a Rules, graph: &'a Graph) -> Self {
        Self {
            rules,
            graph,
            values: BTreeSet::new(),
            procs: BTreeSet::new(),
            left: Vec::new(),
            nested: 0,
            depth: 0,
            ground: false,
            found: Touched::default(),
        }
    }

    fn asks(&mut self, list: &[Expr]) {
        list.iter().for_each(|e| self.expr(e));
    }

    pub(super) fn reads(&mut self, cell: Cell) {
        self.found.reads.insert(cell);
    }

    pub(super) fn sets(&mut self, cells: &[Cell]) {
        self.found.sets.extend(cells);
    }

    pub(super) fn met(&mut self, met: Met) {
        self.holds(met);
        let Some((_, meeting)) = met.of(self.rules) else { return };
        self.terms(&meeting.terms);
        match &meeting.body {
            Body::Happens(block) => self.block(block),
            Body::Changes(list) => list.iter().for_each(|c| self.change(c)),
            Body::Also(guards) => guards.iter().for_each(|g| self.expr(&g.test)),
            Body::Skip | Body::Ignore | Body::Mute => {}
        }
    }

    /// What forbids an action.
    pub(super) fn shut(&mut self, shut: Shut) {
        if let Some((forbid, meeting)) = shut.of(self.rules) {
            self.asks(&holds(self.rules, forbid.rule, forbid.lasting, meeting));
        }
    }

    /// When a line holds, and what switches it off.
    fn holds(&mut self, met: Met) {
        self.asks(&met_holds(self.rules, met));
        self.offs(Row::Met(met));
    }

    fn offs(&mut self, row: Row) {
        let graph = self.graph;
        for off in graph.offs_of(row) {
            self.asks(&met_holds(self.rules, off.by));
        }
    }

    fn terms(&mut self, terms: &Terms) {
        self.found.decides |= terms.may;
        self.needs(&terms.needs);
        terms.limits.iter().for_each(|l| self.limit(l));
        terms.costs.iter().for_each(|p| self.price(p));
    }

    pub(super) fn state(&self, state: StateId) -> Cell {
        let form = self.rules.states.get(state).is_some_and(|s| s.kind == StateKind::Formation);
        if form { Cell::Form } else { Cell::State(state) }
    }

    /// The states that say that a rule is carried: its own, and of what brings it.
    fn carried(&self, rule: RuleId) -> Vec<Cell> {
        let rules = self.rules.rules.iter();
        let all = rules.filter(|(id, r)| *id == rule || self.rules.along(r).any(|b| b == rule)).filter_map(|(_, r)| r.state);
        all.map(|s| self.state(s)).collect()
    }

    /// Walks over something that was met: at once, or when walks that stand in each other have come to an end.
    fn next(&mut self, next: Left) {
        if self.nested >= NESTED {
            self.left.push(next);
            return;
        }
        self.nested += 1;
        match next {
            Left::Value(id) => self.value_met(id),
            Left::Proc(id) => self.proc_met(id),
        }
        self.nested -= 1;
    }

    /// Walks over all that was left for later.
    pub(super) fn rest(&mut self) {
        while let Some(next) = self.left.pop() {
            self.next(next);
        }
    }

    /// Walks over all that may run within what was met, and what forbids it: that is asked where it is offered.
    pub(super) fn within(&mut self, order: &Order) {
        self.rest();
        let met: Vec<ProcId> = self.procs.iter().copied().collect();
        let within = self.rules.procs.iter().map(|(id, _)| id).filter(|id| met.iter().any(|outer| order.may_run(*outer, *id)));
        within.for_each(|id| self.proc(id));
        self.rest();
        for id in self.procs.clone() {
            let graph = self.graph;
            graph.forbids_of(id).iter().for_each(|shut| self.shut(*shut));
        }
        self.rest();
    }

    pub(super) fn value(&mut self, id: ValueId) {
        if self.values.insert(id) {
            self.next(Left::Value(id));
        }
    }

    pub(super) fn proc(&mut self, id: ProcId) {
        if self.procs.insert(id) {
            self.next(Left::Proc(id));
        }
    }

    fn value_met(&mut self, id: ValueId) {
        let (rules, graph) = (self.rules, self.graph);
        let Some(value) = rules.values.get(id) else { return };
        walk::walk_value(self, value);
        (0..).zip(&value.rows).for_each(|(i, _)| self.offs(Row::OfValue(id, i)));
        graph.changes_of(Quantity::Value(id)).iter().for_each(|m| self.met(*m));
    }

    fn proc_met(&mut self, id: ProcId) {
        let (rules, graph) = (self.rules, self.graph);
        let Some(proc) = rules.procs.get(id) else { return };
        self.depth += 1;
        self.found.gains.insert(Cell::Did(id));
        self.found.rolls |= matches!(proc.kind, ProcKind::Chance(_));
        walk::walk_proc(self, proc);
        graph.splices_of(id).for_each(|m| self.met(m));
        for toss in graph.tosses_of(id) {
            if let Source::Met(met) = toss.source {
                self.met(met);
            }
        }
        self.depth -= 1;
    }

    /// What ground costs hangs on who goes there.
    pub(super) fn ground(&mut self) {
        if !std::mem::replace(&mut self.ground, true) {
            let rules = self.rules;
            rules.terrains.all().iter().flat_map(|t| &t.costs).filter_map(|c| c.1.as_ref()).for_each(|(_, e)| self.expr(e));
        }
    }
}

impl Walk for Toucher<'_> {
    fn stmt(&mut self, s: &Stmt) {
        self.changes(s);
        walk::walk_stmt(self, s);
    }

    fn call(&mut self, c: &Call) {
        c.args.iter().for_each(|a| self.expr(a));
        c.answers.iter().for_each(|(_, a)| self.expr(a));
        self.proc(c.proc);
    }

    fn price(&mut self, p: &Price) {
        self.reads(Cell::Count(p.count));
        self.found.adds.insert(Cell::Count(p.count));
        self.expr(&p.of);
        self.expr(&p.amount);
    }

    fn limit(&mut self, l: &Limit) {
        self.reads(Cell::Limit(l.id));
        self.sets(&[Cell::Limit(l.id)]);
        l.of.iter().for_each(|e| self.expr(e));
    }

    fn sel(&mut self, s: &Sel) {
        // who is there at all
        if self.rules.kinds.get(s.kind).is_none_or(|k| k.base != KindBase::Row) {
            self.reads(Cell::Places);
        }
        s.tests.iter().for_each(|t| self.test(t));
    }

    fn test(&mut self, t: &crate::hir::Test) {
        use crate::hir::Test as T;
        match t {
            T::Within(..) | T::Touching(..) | T::SeenBy(..) | T::InSpot(..) | T::InGround(_) | T::Nearest(..) => self.reads(Cell::Places),
            T::InDeck(_) | T::InHand(_) => self.reads(Cell::Groups),
            _ => {}
        }
        walk::walk_test(self, t);
    }

    fn quality(&mut self, q: &Quality) {
        match q {
            Quality::State(state) => self.reads(self.state(*state)),
            Quality::Rule(rule) => self.found.reads.extend(self.carried(*rule)),
            Quality::Condition(value, args) => {
                args.iter().for_each(|a| self.expr(a));
                self.value(*value);
            }
            Quality::Same(e) => self.expr(e),
            Quality::Row(_) | Quality::Tagged(..) | Quality::Ground(_) | Quality::Error => {}
        }
    }

    fn expr(&mut self, e: &Expr) {
        use ExprKind as K;
        match &*e.kind {
            K::Count(count, _) | K::HasAmount(_, count, _) => self.reads(Cell::Count(*count)),
            K::Ask(value, _) => self.value(*value),
            K::Did(_, procs, _) => self.found.reads.extend(procs.iter().map(|p| Cell::Did(*p))),
            K::InDeck(..) | K::InHand(..) | K::Reach(Reach::Up(_), _) => self.reads(Cell::Groups),
            K::Reach(Reach::Formation, _) => self.reads(Cell::Form),
            K::March(..) => {
                self.reads(Cell::Places);
                self.ground();
            }
            K::InPlay(_)
            | K::OffBoard(_)
            | K::InGround(..)
            | K::Within(..)
            | K::Touches(..)
            | K::Sees(..)
            | K::Carries(..)
            | K::InSpot(..)
            | K::Distance(..)
            | K::PlaceFrom(..)
            | K::Ring(Ring::Bearing, ..)
            | K::Reach(Reach::Leader | Reach::Rank | Reach::Place | Reach::Facing | Reach::Edge, _) => self.reads(Cell::Places),
            K::Roll(_) | K::RollCell(_) => self.found.rolls = true,
            _ => {}
        }
        walk::walk_expr(self, e);
    }
}
