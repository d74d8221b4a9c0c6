//! Rules with one thing in them meant otherwise: what tests must notice, and what no fingerprint and no speech may miss.
//!
//! A walk counts the places where something could be meant otherwise, and changes the one that is asked for.

use super::walk::{self, Walk};
use super::{
    Attach, Band, Chance, ChanceKind, Change, ChangeKind, Comparison, Expr, ExprKind, Extreme, Factor, Fill, Forbid, Forced, Guard, Keep,
    Limit, Meeting, Motion, Natural, Need, OwnRow, Per, Price, Proc, ProcKind, Quantifier, Rules, Sel, Step, Stmt, StmtKind, Terms, Test,
    Value,
};
use crate::num::Rounding;
use crate::source::At;

/// What was changed, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// What sort of change: `number`, `condition left out` ...
    pub what: &'static str,
    /// Where it stands.
    pub at: At,
}

/// A declaration that can be meant otherwise.
pub trait Mutable {
    /// Changes the `n`-th thing in it that could be meant otherwise; none where there are no more.
    fn mutate(&mut self, n: usize) -> Option<Mutation>;
}

macro_rules! mutable {
    ($($ty:ty: $walk:expr),* $(,)?) => { $(
        impl Mutable for $ty {
            fn mutate(&mut self, n: usize) -> Option<Mutation> {
                let mut m = Mutator { left: n, done: None };
                $walk(&mut m, self);
                m.done
            }
        }
    )* };
}

mutable!(
    Value: Mutator::value,
    Proc: Mutator::proc,
    Attach: Mutator::attach,
    Forbid: |m: &mut Mutator, f: &mut Forbid| walk::walk_forbid(m, f),
    Terms: Mutator::terms,
);

/// Every declaration of these rules with one thing in it changed, one at a time; `f` is given each mutant in turn and is
/// asked to go on.
pub fn mutants(rules: &Rules, mut f: impl FnMut(&Rules, &Mutation) -> bool) {
    let mut work = rules.clone();
    macro_rules! each {
        ($list:ident) => {
            for id in rules.$list.ids() {
                for n in 0.. {
                    let (Some(old), Some(new)) = (rules.$list.get(id), work.$list.get_mut(id)) else { break };
                    let Some(done) = new.mutate(n) else { break };
                    let on = f(&work, &done);
                    if let Some(new) = work.$list.get_mut(id) {
                        new.clone_from(old);
                    }
                    if !on {
                        return;
                    }
                }
            }
        };
    }
    each!(values);
    each!(procs);
    each!(attaches);
    for (i, old) in rules.forbids.iter().enumerate() {
        for n in 0.. {
            let Some(done) = work.forbids.get_mut(i).and_then(|f| f.mutate(n)) else { break };
            let on = f(&work, &done);
            if let Some(new) = work.forbids.get_mut(i) {
                new.clone_from(old);
            }
            if !on {
                return;
            }
        }
    }
}

struct Mutator {
    /// Places that are passed before the one that is meant.
    left: usize,
    done: Option<Mutation>,
}

impl Mutator {
    /// Whether this is the place that is meant.
    fn here(&mut self, what: &'static str, at: At) -> bool {
        if self.done.is_some() {
            return false;
        }
        if self.left > 0 {
            self.left -= 1;
            return false;
        }
        self.done = Some(Mutation { what, at });
        true
    }

    /// Leaves out one of a list.
    fn leave_out<T>(&mut self, what: &'static str, list: &mut Vec<T>, at: impl Fn(&T) -> At) {
        let found = (0..list.len()).find(|i| list.get(*i).is_some_and(|t| self.here(what, at(t))));
        if let Some(i) = found {
            list.remove(i);
        }
    }

    fn flip(&mut self, what: &'static str, at: At, flag: &mut bool) {
        if self.here(what, at) {
            *flag = !*flag;
        }
    }

    fn number(&mut self, at: At, n: &mut i64, by: i64) {
        if self.here("number", at) {
            *n = n.saturating_add(by);
        }
    }

    fn small(&mut self, at: At, n: &mut u8) {
        if self.here("number", at) {
            *n = n.saturating_add(1);
        }
    }

    fn extreme(&mut self, at: At, e: &mut Extreme) {
        if self.here("highest or lowest", at) {
            *e = if *e == Extreme::Highest { Extreme::Lowest } else { Extreme::Highest };
        }
    }

    fn rounding(&mut self, at: At, r: &mut Option<Rounding>) {
        if r.is_some() && self.here("rounding", at) {
            *r = Some(if *r == Some(Rounding::Up) { Rounding::Down } else { Rounding::Up });
        }
    }

    fn value(&mut self, v: &mut Value) {
        self.rounding(v.head.line.at, &mut v.rounding);
        self.rows(&mut v.rows);
        for least in [&mut v.least, &mut v.most] {
            let at = least.as_ref().map(|e| e.at);
            if at.is_some_and(|at| self.here("limit left out", at)) {
                *least = None;
            }
        }
        walk::walk_value(self, v);
    }

    fn rows(&mut self, rows: &mut Vec<OwnRow>) {
        self.leave_out("row left out", rows, |r| r.line.at);
    }

    fn proc(&mut self, p: &mut Proc) {
        self.leave_out("need left out", &mut p.needs, |n: &Need| n.line.at);
        self.leave_out("limit left out", &mut p.limits, |l: &Limit| l.at);
        self.leave_out("price left out", &mut p.costs, |c: &Price| c.line.at);
        self.leave_out("step left out", &mut p.steps, |s: &Step| s.line.at);
        self.swapped(&mut p.steps);
        for step in &mut p.steps {
            if step.guard.as_ref().map(|g| g.at).is_some_and(|at| self.here("condition left out", at)) {
                step.guard = None;
            }
        }
        if let ProcKind::Chance(c) = &mut p.kind {
            self.chance(c);
        }
        walk::walk_proc(self, p);
    }

    /// Two steps in the other order.
    fn swapped(&mut self, steps: &mut [Step]) {
        let found = (1..steps.len()).find(|i| steps.get(*i).is_some_and(|s| self.here("order", s.line.at)));
        if let Some(i) = found {
            steps.swap(i - 1, i);
        }
    }

    fn chance(&mut self, c: &mut Chance) {
        match &mut c.kind {
            ChanceKind::Pool { each, or_less, passes, .. } => {
                if let Some(each) = each {
                    let at = each.need.as_ref().map_or(At::default(), |n| n.at);
                    self.number(at, &mut each.sides, 1);
                    self.flip("at most or at least", at, &mut each.low);
                    for (from, to, worth) in &mut each.counts {
                        self.number(at, from, 1);
                        self.number(at, to, 1);
                        self.number(at, worth, 1);
                    }
                }
                if let Some(p) = passes {
                    self.flip("or more or less", p.at, or_less);
                }
            }
            ChanceKind::Check { dice, low, .. } => {
                self.number(dice.at, &mut dice.number, 1);
                self.number(dice.at, &mut dice.sides, 1);
                self.flip("at most or at least", dice.at, low);
            }
            ChanceKind::Opposed { roll, ties_again, side: _ } => {
                if let Some(r) = roll {
                    self.flip("ties", r.at, ties_again);
                }
            }
            ChanceKind::Roll(_) | ChanceKind::Error => {}
        }
        for (line, natural, forced) in &mut c.naturals {
            self.natural(line.at, natural, forced);
        }
        self.leave_out("natural left out", &mut c.naturals, |n| n.0.at);
        for (line, keep) in &mut c.keep {
            self.keep(line.at, keep);
        }
        self.leave_out("dice kept left out", &mut c.keep, |k| k.0.at);
        self.rows(&mut c.rows);
        for (line, band, _) in &mut c.bands {
            if let Band::FailedBy(a, b) | Band::Difference(a, b) = band {
                self.number(line.at, a, 1);
                self.number(line.at, b, 1);
            }
        }
        self.leave_out("result left out", &mut c.bands, |b| b.0.at);
    }

    fn natural(&mut self, at: At, natural: &mut Natural, forced: &mut Forced) {
        let (Natural::Exactly(n) | Natural::OrMore(n) | Natural::OrLess(n)) = natural;
        self.number(at, n, 1);
        if self.here("forced result", at) {
            *forced = match forced {
                Forced::Succeeds | Forced::Counts(_) => Forced::Fails,
                Forced::Fails => Forced::Succeeds,
            };
        }
        if let Forced::Counts(n) = forced {
            self.number(at, n, 1);
        }
    }

    fn keep(&mut self, at: At, keep: &mut Keep) {
        self.flip("keep or drop", at, &mut keep.drop);
        self.extreme(at, &mut keep.which);
        self.small(at, &mut keep.number);
    }

    fn terms(&mut self, t: &mut Terms) {
        self.leave_out("need left out", &mut t.needs, |n: &Need| n.line.at);
        self.leave_out("limit left out", &mut t.limits, |l: &Limit| l.at);
        self.leave_out("price left out", &mut t.costs, |c: &Price| c.line.at);
        walk::walk_terms(self, t);
    }

    fn attach(&mut self, a: &mut Attach) {
        let at = a.line.at;
        self.flip("may", at, &mut a.terms.may);
        self.terms(&mut a.terms);
        self.leave_out("place left out", &mut a.meets, |m: &Meeting| m.at);
        a.meets.iter_mut().for_each(|m| self.meeting(m));
    }

    fn change_kind(&mut self, c: &mut ChangeKind, at: At) {
        let instead = match c {
            ChangeKind::Floor(e) => Some(ChangeKind::Ceiling(e.clone())),
            ChangeKind::Ceiling(e) => Some(ChangeKind::Floor(e.clone())),
            ChangeKind::Yes => Some(ChangeKind::No),
            ChangeKind::No => Some(ChangeKind::Yes),
            ChangeKind::Passes => Some(ChangeKind::Fails),
            ChangeKind::Fails => Some(ChangeKind::Passes),
            _ => None,
        };
        if let Some(other) = instead.filter(|_| self.here("opposite", at)) {
            *c = other;
            return;
        }
        match c {
            ChangeKind::Add { minus, .. } | ChangeKind::Each { minus, .. } | ChangeKind::Total { minus, .. } => {
                self.flip("sign", at, minus);
            }
            ChangeKind::Scale(factor, rounding) => {
                if let Factor::Share(a, b) = factor {
                    self.number(at, a, 1);
                    self.number(at, b, 1);
                }
                self.rounding(at, rounding);
            }
            ChangeKind::Reroll { may, anew, .. } => {
                self.flip("may", at, may);
                self.flip("as a new test", at, anew);
            }
            ChangeKind::Natural(natural, forced) => self.natural(at, natural, forced),
            ChangeKind::Explode(_, once) => self.flip("once", at, once),
            ChangeKind::Keep(keep) => self.keep(at, keep),
            ChangeKind::HitDice(dice) => {
                self.number(dice.at, &mut dice.number, 1);
                self.number(dice.at, &mut dice.sides, 1);
            }
            _ => {}
        }
    }

    fn motion(&mut self, m: &mut Motion, at: At) {
        self.flip("up to", at, &mut m.up_to);
        self.flip("keeping coherency", at, &mut m.coherent);
        self.flip("leaving board", at, &mut m.leaving);
        if m.keeping.is_some() && self.here("distance kept left out", at) {
            m.keeping = None;
        }
        if m.ending.is_some() && self.here("distance at the end left out", at) {
            m.ending = None;
        }
        for passed in [&mut m.through, &mut m.if_surrounded, &mut m.without] {
            if passed.is_some() && self.here("who is passed left out", at) {
                *passed = None;
            }
        }
        self.leave_out("ground left out", &mut m.inside, |_| at);
    }
}

/// The comparison that differs from this one where both are the same.
const fn otherwise(how: Comparison) -> Comparison {
    match how {
        Comparison::Equal => Comparison::Unequal,
        Comparison::Unequal => Comparison::Equal,
        Comparison::Less => Comparison::AtMost,
        Comparison::AtMost => Comparison::Less,
        Comparison::More => Comparison::AtLeast,
        Comparison::AtLeast => Comparison::More,
    }
}

impl Walk for Mutator {
    fn expr(&mut self, e: &mut Expr) {
        let (at, ty) = (e.at, e.ty);
        match &mut *e.kind {
            ExprKind::Int(n) => self.number(at, n, if ty == super::Ty::LENGTH { 1000 } else { 1 }),
            ExprKind::Truth(yes) => self.flip("yes or no", at, yes),
            ExprKind::Takes(_, n) if self.here("reading", at) => *n = n.saturating_add(1),
            ExprKind::Ask(_, args) => {
                let same = args.first().zip(args.get(1)).is_some_and(|(a, b)| a.ty == b.ty && a != b);
                if same && self.here("roles swapped", at) {
                    args.swap(0, 1);
                }
            }
            ExprKind::Exists(q, _) if self.here("any or no", at) => {
                *q = if *q == Quantifier::Any { Quantifier::No } else { Quantifier::Any };
            }
            ExprKind::Compare(how, ..) if self.here("comparison", at) => *how = otherwise(*how),
            ExprKind::Quotient(_, _, rounding) => self.rounding(at, rounding),
            ExprKind::Share(a, b, _, rounding) => {
                self.number(at, a, 1);
                self.number(at, b, 1);
                self.rounding(at, rounding);
            }
            ExprKind::Pick(e, _) | ExprKind::ExtremeOf(e, ..) => self.extreme(at, e),
            ExprKind::Roll(dice) => {
                self.number(at, &mut dice.number, 1);
                self.number(at, &mut dice.sides, 1);
                self.number(at, &mut dice.plus, 1);
            }
            ExprKind::Is(_, list) | ExprKind::HasAny(_, _, list) if list.len() > 1 => {
                self.leave_out("name left out", list, |_| at);
            }
            ExprKind::Distance(a, b) if self.here("way", at) => *e.kind = ExprKind::March(a.clone(), b.clone()),
            _ => {}
        }
        let and = match &mut *e.kind {
            ExprKind::And(list) => Some((true, list)),
            ExprKind::Or(list) => Some((false, list)),
            _ => None,
        };
        if let Some((and, list)) = and {
            let swapped = self.here("and or or", at).then(|| std::mem::take(list));
            match swapped {
                Some(list) => *e.kind = if and { ExprKind::Or(list) } else { ExprKind::And(list) },
                None => self.leave_out("condition left out", list, |e: &Expr| e.at),
            }
        }
        if let ExprKind::Not(inner) = &*e.kind {
            let inner = inner.clone();
            if self.here("not left out", at) {
                *e = inner;
            }
        }
        walk::walk_expr(self, e);
    }

    fn sel(&mut self, s: &mut Sel) {
        let at = s.at;
        self.leave_out("condition left out", &mut s.tests, |_| at);
        s.tests.iter_mut().for_each(|t| self.test(t));
    }

    fn test(&mut self, t: &mut Test) {
        let at = At::default();
        match t {
            Test::Is(_, not) | Test::Within(_, _, not) | Test::Touching(_, not) | Test::With(_, not) => self.flip("not", at, not),
            Test::Nearest(_, furthest) => self.flip("nearest or furthest", at, furthest),
            Test::Most(e, _) => self.extreme(at, e),
            Test::Enemy(e) if self.here("enemy or friend", at) => *t = Test::Friendly(e.clone()),
            Test::Friendly(e) if self.here("enemy or friend", at) => *t = Test::Enemy(e.clone()),
            _ => {}
        }
        walk::walk_test(self, t);
    }

    fn guards(&mut self, g: &mut Vec<Guard>) {
        self.leave_out("condition left out", g, |g: &Guard| g.test.at);
        for guard in g.iter_mut() {
            if let Some(passed) = &mut guard.result {
                self.flip("passed or failed", guard.test.at, passed);
            }
        }
        g.iter_mut().for_each(|g| self.expr(&mut g.test));
    }

    fn change(&mut self, c: &mut Change) {
        self.change_kind(&mut c.kind, c.at);
        walk::walk_change(self, &mut c.kind);
        self.guards(&mut c.guard);
    }

    fn limit(&mut self, l: &mut Limit) {
        self.flip("first time or once", l.at, &mut l.first);
        if self.here("period", l.at) {
            l.per = if l.per == Per::Game { Per::Turn } else { Per::Game };
        }
    }

    fn meeting(&mut self, m: &mut Meeting) {
        self.leave_out("while left out", &mut m.during, |e: &Expr| e.at);
        for blank in &mut m.blanks {
            if let Fill::Me(tests) | Fill::My(_, tests) | Fill::Described(_, tests) = &mut blank.fill {
                self.leave_out("condition left out", tests, |_| blank.at);
            }
        }
        walk::walk_meeting(self, m);
    }

    fn stmt(&mut self, s: &mut Stmt) {
        let at = s.at;
        match &mut s.kind {
            StmtKind::Move(m) => self.motion(m, at),
            StmtKind::Choose { may, .. } => self.flip("may", at, may),
            StmtKind::ForEach(l, _) => self.flip("together", at, &mut l.together),
            StmtKind::Again(_, once) => self.flip("once", at, once),
            _ => {}
        }
        walk::walk_stmt(self, s);
    }

    fn block(&mut self, b: &mut super::Block) {
        self.leave_out("statement left out", b, |s: &Stmt| s.at);
        b.iter_mut().for_each(|s| self.stmt(s));
    }
}
