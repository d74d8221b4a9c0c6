//! What could be meant otherwise in questions, descriptions and statements.

use super::Mutator;
use crate::hir::walk::alter::{self as walk, Walk};
use crate::hir::{
    Bearing, Block, Call, Change, Choice, Comparison, Course, Expr, ExprKind, Guard, Guards, Limit, Meeting, Motion, Needs, Operator,
    Order, Part, Per, Period, Quantifier, Reach, Repeat, Sel, Shown, Spot, Stays, Stmt, StmtKind, Test, Thing, Ty,
};
use crate::source::At;

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

impl Mutator {
    /// Two blanks of one kind that are filled otherwise.
    fn swapped_roles(&mut self, at: At, args: &mut [Expr]) {
        for i in 1..args.len() {
            let same = args.get(i - 1).zip(args.get(i)).is_some_and(|(a, b)| a.ty == b.ty && a != b);
            if same && self.here_nth("roles swapped", at, i) {
                args.swap(i - 1, i);
            }
        }
    }

    fn spot(&mut self, at: At, spot: &mut Spot) {
        match spot {
            Spot::Arc(n) => self.number("arc", at, n, 1000),
            Spot::Rear | Spot::BehindFrontLine if self.here("side of it", at) => *spot = Spot::Front,
            Spot::Front | Spot::Flank if self.here("side of it", at) => *spot = Spot::Rear,
            _ => {}
        }
    }

    fn pair(&mut self, what: &'static str, at: At, a: &mut Expr, b: &mut Expr) {
        if a.ty == b.ty && a != b && self.here(what, at) {
            std::mem::swap(a, b);
        }
    }

    /// What a question says beside the questions below it.
    fn said(&mut self, e: &mut Expr) {
        let (at, ty) = (e.at, e.ty);
        match &mut *e.kind {
            ExprKind::Int(n) => self.number("number", at, n, if matches!(ty, Ty::LENGTH | Ty::ANGLE) { 1000 } else { 1 }),
            ExprKind::Truth(yes) => self.flip("yes or no", at, yes),
            ExprKind::Compass(n) if self.here("direction", at) => *n = (*n + 0x8000) & 0xFFFF,
            ExprKind::PlaceAt(x, y) => {
                self.number("place across", at, x, 1000);
                self.number("place along", at, y, 1000);
            }
            ExprKind::Takes(_, n) if self.here("reading", at) => *n = n.saturating_add(1),
            ExprKind::Ask(_, args) => self.swapped_roles(at, args),
            ExprKind::Sees(a, b) => self.pair("roles swapped", at, a, b),
            ExprKind::InSpot(a, spot, b) => {
                self.spot(at, spot);
                self.pair("roles swapped", at, a, b);
            }
            ExprKind::Exists(q, _) if self.here("any or no", at) => {
                *q = if *q == Quantifier::Any { Quantifier::No } else { Quantifier::Any };
            }
            ExprKind::Most(part, ..) if self.here("how many of them", at) => {
                *part = if *part == Part::AtLeastHalf { Part::MoreThanHalf } else { Part::AtLeastHalf };
            }
            ExprKind::Compare(how, ..) if self.here("comparison", at) => *how = otherwise(*how),
            ExprKind::Math(how, ..) if self.here("plus or minus", at) => {
                *how = if *how == Operator::Plus { Operator::Minus } else { Operator::Plus };
            }
            ExprKind::Quotient(_, _, rounding) => self.rounding(at, rounding),
            ExprKind::Share(a, b, _, rounding) => {
                self.number("times", at, a, 1);
                self.number("part", at, b, 1);
                self.rounding(at, rounding);
            }
            ExprKind::Pick(e, _) | ExprKind::ExtremeOf(e, ..) => self.extreme(at, e),
            ExprKind::Roll(dice) => self.dice(dice),
            ExprKind::Faces(Shown::Face(n), ..) => self.small("face", at, n),
            ExprKind::Is(_, list) | ExprKind::HasAny(_, _, list) if list.len() > 1 => self.leave_one_out("name left out", list, at),
            ExprKind::Did(_, _, period) if self.here("period", at) => {
                *period = if *period == Period::Game { Period::Turn } else { Period::Game };
            }
            ExprKind::Reach(reach @ (Reach::Side | Reach::OtherSide), _) if self.here("enemy or friend", at) => {
                *reach = if *reach == Reach::Side { Reach::OtherSide } else { Reach::Side };
            }
            ExprKind::PlaceFrom(_, _, bearing @ (Bearing::Ahead | Bearing::Behind)) if self.here("direction", at) => {
                *bearing = if *bearing == Bearing::Ahead { Bearing::Behind } else { Bearing::Ahead };
            }
            ExprKind::Distance(a, b) if self.here("way", at) => *e.kind = ExprKind::March(a.clone(), b.clone()),
            ExprKind::If(arms, _) => arms.iter_mut().for_each(|(test, _)| self.truth(Some(test))),
            _ => {}
        }
    }

    /// The parts of a condition: one of them less, or any instead of all.
    fn parts_of(&mut self, e: &mut Expr) {
        let at = e.at;
        let (and, list) = match &mut *e.kind {
            ExprKind::And(list) => (true, list),
            ExprKind::Or(list) => (false, list),
            // to say `no` for `any` below it says the same
            ExprKind::Not(inner) if matches!(*inner.kind, ExprKind::Exists(..)) => return,
            ExprKind::Not(inner) => {
                let inner = inner.clone();
                if self.here("not left out", at) {
                    *e = inner;
                }
                return;
            }
            _ => return,
        };
        let swapped = self.here("and or or", at);
        self.leave_out("condition left out", list, |e: &Expr| e.at);
        if swapped {
            let list = std::mem::take(list);
            *e.kind = if and { ExprKind::Or(list) } else { ExprKind::And(list) };
        }
    }

    pub(super) fn motion(&mut self, m: &mut Motion, at: At) {
        self.unsay("up to left out", at, &mut m.up_to);
        self.unsay("keeping coherency left out", at, &mut m.coherent);
        self.unsay("leaving the board left out", at, &mut m.leaving);
        self.unsay("going on left out", at, &mut m.going_on);
        self.unsay("facing its way left out", at, &mut m.turning);
        self.unsay("keeping facing left out", at, &mut m.keeps_facing);
        self.without("distance kept left out", &mut m.keeping, at);
        self.without("distance at the end left out", &mut m.ending, at);
        self.without("through whom left out", &mut m.through, at);
        self.without("if surrounded left out", &mut m.if_surrounded, at);
        self.without("who stays left out", &mut m.without, at);
        self.without("what it is paid from left out", &mut m.spending, at);
        if let Some(spending) = &mut m.spending {
            self.flip("once or double", at, &mut spending.double);
        }
        self.leave_one_out("ground left out", &mut m.inside, at);
        if let Course::Aside { less, .. } = &mut m.course {
            self.flip("as far aside or up to it", at, less);
        }
        let other = match &m.course {
            Course::Towards(e) => Some(Course::Away(e.clone())),
            Course::Away(e) => Some(Course::Towards(e.clone())),
            Course::StraightAway(e) => Some(Course::Away(e.clone())),
            Course::Ahead => Some(Course::Back),
            Course::Back => Some(Course::Ahead),
            _ => None,
        };
        if let Some(other) = other.filter(|_| self.here("direction", at)) {
            m.course = other;
        }
    }

    fn stays(&mut self, limits: &mut Vec<(Stays, At)>) {
        for (n, (stays, at)) in limits.iter_mut().enumerate() {
            let other = match stays {
                Stays::Within(a, b) => Some(Stays::Beyond(a.clone(), b.clone())),
                Stays::Beyond(a, b) => Some(Stays::Within(a.clone(), b.clone())),
                Stays::BeyondAll(..) | Stays::Inside(_) => None,
            };
            if let Some(other) = other.filter(|_| self.here_nth("within or beyond", *at, n)) {
                *stays = other;
            }
        }
        self.leave_out("limit left out", limits, |(_, at)| *at);
    }

    /// What a statement says beside what stands below it.
    fn told(&mut self, s: &mut Stmt) {
        let at = s.at;
        match &mut s.kind {
            StmtKind::If(arms, _) => arms.iter_mut().for_each(|(test, _)| self.truth(Some(test))),
            StmtKind::Repeat(how, _) => {
                let other = match how {
                    Repeat::While(e) => Some(Repeat::Until(e.clone())),
                    Repeat::Until(e) => Some(Repeat::While(e.clone())),
                    Repeat::Times(_) => None,
                };
                if let Some(other) = other.filter(|_| self.here("while or until", at)) {
                    *how = other;
                }
            }
            StmtKind::Move(m) => self.motion(m, at),
            StmtKind::Choose { may, choice, by, .. } => {
                self.unsay("may left out", at, may);
                self.without("who chooses left out", by, at);
                match choice {
                    Choice::Names(list) if list.len() > 1 => self.leave_one_out("name left out", list, at),
                    Choice::Place(limits, _) => self.stays(limits),
                    _ => {}
                }
            }
            StmtKind::ChooseApart { may, choice, .. } => {
                self.unsay("may left out", at, may);
                match choice {
                    Choice::Names(list) if list.len() > 1 => self.leave_one_out("name left out", list, at),
                    _ => {}
                }
            }
            StmtKind::Place(p) => {
                self.stays(&mut p.limits);
                self.without("facing left out", &mut p.facing, at);
            }
            StmtKind::ForEach(l, _) => {
                self.unsay("together left out", at, &mut l.together);
                for (n, order) in l.order.iter_mut().enumerate() {
                    if let Order::Rank(e, _) = order {
                        if self.here_nth("highest or lowest first", at, n) {
                            let highest = *e == crate::hir::Extreme::Highest;
                            *e = if highest { crate::hir::Extreme::Lowest } else { crate::hir::Extreme::Highest };
                        }
                    }
                }
                self.leave_one_out("order left out", &mut l.order, at);
                self.without("who chooses left out", &mut l.chosen_by, at);
            }
            StmtKind::Take(t) => {
                if let Some(among) = t.among.as_mut().filter(|a| a.len() > 1) {
                    self.leave_one_out("action left out", among, at);
                }
            }
            StmtKind::May(offer) => self.without("price left out", &mut offer.spend, at),
            StmtKind::Form(forming) => self.without("keeping facing left out", &mut forming.keeps, at),
            StmtKind::Again(_, once) => self.unsay("once left out", at, once),
            StmtKind::Gain(who, list) | StmtKind::Lose(who, list) if list.len() > 1 => {
                let at = who.at.to(at);
                self.leave_one_out("name left out", list, at);
            }
            _ => {}
        }
        let other = match &s.kind {
            StmtKind::Gain(who, list) if plain(list) => Some(StmtKind::Lose(who.clone(), list.clone())),
            StmtKind::Lose(who, list) if plain(list) => Some(StmtKind::Gain(who.clone(), list.clone())),
            _ => None,
        };
        if let Some(other) = other.filter(|_| self.here("gains or loses", at)) {
            s.kind = other;
        }
    }
}

/// Whether something may as well be lost as gained.
fn plain(list: &[Thing]) -> bool {
    list.iter().all(|t| matches!(t, Thing::State(_) | Thing::Rule(_) | Thing::Amount(..)))
}

impl Walk for Mutator {
    fn expr(&mut self, e: &mut Expr) {
        walk::walk_expr(self, e);
        self.said(e);
        self.parts_of(e);
    }

    fn sel(&mut self, s: &mut Sel) {
        let outer = std::mem::replace(&mut self.near, s.at);
        for (n, test) in s.tests.iter_mut().enumerate() {
            self.turned(s.at, n, test);
            walk::walk_test(self, test);
        }
        self.leave_one_out("condition left out", &mut s.tests, s.at);
        self.near = outer;
    }

    fn test(&mut self, t: &mut Test) {
        self.turned(self.near, usize::MAX, t);
        walk::walk_test(self, t);
    }

    fn needs(&mut self, n: &mut Needs) {
        n.iter_mut().for_each(|n| self.expr(&mut n.test));
    }

    fn guards(&mut self, g: &mut Guards) {
        for guard in g.iter_mut() {
            if let Some(passed) = &mut guard.result {
                self.flip("passed or failed", guard.test.at, passed);
            }
            self.truth(Some(&mut guard.test));
            self.expr(&mut guard.test);
        }
        self.leave_out("condition left out", g, |g: &Guard| g.test.at);
    }

    fn change(&mut self, c: &mut Change) {
        walk::walk_change(self, &mut c.kind);
        self.change_kind(&mut c.kind, c.at);
        self.guards(&mut c.guard);
    }

    fn limit(&mut self, l: &mut Limit) {
        l.of.iter_mut().for_each(|e| self.expr(e));
        self.unsay("first time left out", l.at, &mut l.first);
        if self.here("period", l.at) {
            l.per = if l.per == Per::Game { Per::Turn } else { Per::Game };
        }
    }

    fn meeting(&mut self, m: &mut Meeting) {
        self.met(m);
    }

    fn call(&mut self, c: &mut Call) {
        c.args.iter_mut().for_each(|a| self.expr(a));
        c.answers.iter_mut().for_each(|(_, a)| self.expr(a));
        self.swapped_roles(c.at, &mut c.args);
        self.leave_one_out("way left out", &mut c.ways, c.at);
    }

    fn stmt(&mut self, s: &mut Stmt) {
        let (at, cites) = (s.at, s.cites.clone());
        self.on(at, &cites, s, |m, s| {
            walk::walk_stmt(m, s);
            m.told(s);
        });
    }

    fn block(&mut self, b: &mut Block) {
        b.iter_mut().for_each(|s| self.stmt(s));
        let mut out = Vec::new();
        for s in b.iter() {
            let mut gone = false;
            self.on(s.at, &s.cites, &mut gone, |m, gone| *gone = m.here("statement left out", s.at));
            out.push(gone);
        }
        super::keep(b, &out);
    }
}

impl Mutator {
    /// One thing that a description says, the other way.
    fn turned(&mut self, at: At, n: usize, t: &mut Test) {
        match t {
            Test::Is(_, not) | Test::Within(_, _, not) | Test::Touching(_, not) | Test::SeenBy(_, not) | Test::With(_, not)
                if self.here_nth("not", at, n) =>
            {
                *not = !*not;
            }
            Test::Nearest(_, furthest) if self.here_nth("nearest or furthest", at, n) => *furthest = !*furthest,
            Test::Most(e, _) => self.extreme(at, e),
            Test::InSpot(spot, _) => self.spot(at, spot),
            Test::Enemy(e) if self.here_nth("enemy or friend", at, n) => *t = Test::Friendly(e.clone()),
            Test::Friendly(e) if self.here_nth("enemy or friend", at, n) => *t = Test::Enemy(e.clone()),
            _ => {}
        }
    }
}
