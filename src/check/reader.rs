//! Questions read as guards: what two of them ask of the same thing becomes one term.

use rustc_hash::FxHashMap;

use super::guard::{Guard, Laws, Ranges, Term};
use super::idle::Drifts;
use super::known::Bounds;
use super::reach::Reach;
use super::term::number;
use crate::hir::{Comparison, Expr, ExprKind, LocalId, ProcId, Quality, Quantifier, Rules, Sel, StateId, StateKind, Target, Test, Ty};

/// Reads questions of some rules. What two of them call by one word is one thing.
pub(super) struct Reader<'a> {
    pub(super) rules: &'a Rules,
    pub(super) reach: &'a Reach,
    /// What is known of the terms met so far.
    pub laws: Laws,
    pub(super) ids: FxHashMap<(String, Vec<Term>), Term>,
    /// Words of descriptions that are being read.
    pub(super) bound: Vec<LocalId>,
    pub(super) aliases: FxHashMap<Term, Term>,
    pub(super) tags: FxHashMap<(usize, Term), usize>,
    pub(super) contexts: Vec<(ProcId, Term)>,
    /// Least and most of words that stand for dice.
    pub dice: Option<&'a Bounds>,
    /// Least and most of counts that only grow or only shrink.
    pub counts: Option<&'a Drifts>,
}

impl<'a> Reader<'a> {
    /// A reader; `reach` says which procedures may run within others.
    pub fn new(rules: &'a Rules, reach: &'a Reach) -> Self {
        Self {
            rules,
            reach,
            laws: Laws::default(),
            ids: FxHashMap::default(),
            bound: Vec::new(),
            aliases: FxHashMap::default(),
            tags: FxHashMap::default(),
            contexts: Vec::new(),
            dice: None,
            counts: None,
        }
    }

    /// All of these hold.
    pub fn all(&mut self, list: &[Expr]) -> Guard {
        self.aliases.clear();
        list.iter().for_each(|e| self.take_aliases(e));
        list.iter().fold(Guard::of(true), |all, e| {
            let one = self.open(e, true);
            all.and(&one)
        })
    }

    /// A question that is answered so.
    pub fn guard(&mut self, e: &Expr, yes: bool) -> Guard {
        self.aliases.clear();
        if yes {
            self.take_aliases(e);
        }
        self.open(e, yes)
    }

    /// A question that is asked beside the one that was read before.
    pub fn also(&mut self, e: &Expr, yes: bool) -> Guard {
        self.open(e, yes)
    }

    /// Whether two amounts are the same whenever both are asked.
    pub fn same(&mut self, a: &Expr, b: &Expr) -> bool {
        self.aliases.clear();
        self.term(a) == self.term(b)
    }

    /// What is known of the one number that a comparison, or its denial, asks.
    pub fn known(&mut self, e: &Expr) -> Option<(i64, i64)> {
        let (a, b) = match &*e.kind {
            ExprKind::Not(a) => return self.known(a),
            ExprKind::Compare(_, a, b) | ExprKind::Same(a, b) => (a.clone(), b.clone()),
            ExprKind::HasAmount(of, count, n) => (Expr::new(ExprKind::Count(*count, of.clone()), n.ty, e.at), n.clone()),
            _ => return None,
        };
        let (term, by, _) = self.difference(&a, &b)?;
        self.laws.bounds.get(&term?).filter(|_| by.abs() == 1).copied().filter(|b| *b != (i64::MIN, i64::MAX))
    }

    /// An equation that must hold makes its two sides one thing: `by my unit` is the carrier's unit.
    fn take_aliases(&mut self, e: &Expr) {
        match &*e.kind {
            ExprKind::And(list) => list.iter().for_each(|e| self.take_aliases(e)),
            ExprKind::Same(a, b) | ExprKind::Compare(Comparison::Equal, a, b) => {
                for (blank, other) in [(a, b), (b, a)] {
                    let word = |e: &Expr| matches!(*e.kind, ExprKind::Local(_));
                    let shared = if let ExprKind::Local(l) = *blank.kind { self.is_blank(l) } else { false };
                    if shared && !word(other) && number(self.rules, other).is_none() {
                        let (to, from) = (self.term(blank), self.term(other));
                        self.aliases.insert(from, to);
                        return;
                    }
                }
            }
            _ => {}
        }
    }

    fn is_blank(&self, local: LocalId) -> bool {
        self.rules.locals.get(local).is_some_and(|l| l.origin == crate::hir::Origin::Blank)
    }

    fn open(&mut self, e: &Expr, yes: bool) -> Guard {
        // what did not resolve may be so or not
        if e.ty == Ty::Unknown || e.is_error() {
            return Guard::of(true);
        }
        match &*e.kind {
            ExprKind::Truth(t) => Guard::of(*t == yes),
            ExprKind::Int(n) => Guard::of((*n != 0) == yes),
            ExprKind::Takes(ruling, reading) => {
                let taken = self.rules.rulings.get(*ruling).is_some_and(|r| r.chosen == *reading);
                Guard::of(taken == yes)
            }
            ExprKind::Not(a) => self.open(a, !yes),
            ExprKind::And(list) => self.several(list, yes, yes),
            ExprKind::Or(list) => self.several(list, !yes, yes),
            ExprKind::If(cases, last) => {
                let mut out = self.open(last, yes);
                for (test, value) in cases.iter().rev() {
                    let held = self.open(test, true).and(&self.open(value, yes));
                    out = held.or(&self.open(test, false).and(&out));
                }
                out
            }
            ExprKind::Compare(how, a, b) => match (how, yes) {
                (Comparison::Equal, _) => self.equal(a, b, yes),
                (Comparison::Unequal, _) => self.equal(a, b, !yes),
                (Comparison::AtMost, true) | (Comparison::More, false) => self.below(a, b, 0),
                (Comparison::AtLeast, true) | (Comparison::Less, false) => self.below(b, a, 0),
                (Comparison::Less, true) | (Comparison::AtLeast, false) => self.below(a, b, 1),
                (Comparison::More, true) | (Comparison::AtMost, false) => self.below(b, a, 1),
            },
            ExprKind::Between(x, low, high) if yes => self.below(low, x, 0).and(&self.below(x, high, 0)),
            ExprKind::Between(x, low, high) => self.below(x, low, 1).or(&self.below(high, x, 1)),
            ExprKind::Same(a, b) => self.equal(a, b, yes),
            ExprKind::EnemyOf(a, b) | ExprKind::FriendOf(a, b) => {
                let side = |x: &Expr| Expr::new(ExprKind::Reach(crate::hir::Reach::Side, x.clone()), Ty::Name, x.at);
                let friends = matches!(*e.kind, ExprKind::FriendOf(..));
                self.equal(&side(a), &side(b), friends == yes)
            }
            ExprKind::HasAmount(of, count, n) => {
                let has = Expr::new(ExprKind::Count(*count, of.clone()), n.ty, e.at);
                if yes { self.below(n, &has, 0) } else { self.below(&has, n, 1) }
            }
            ExprKind::Within(a, limit, Target::One(b)) if self.term(a) == self.term(b) => {
                let none = Expr::new(ExprKind::Int(0), Ty::LENGTH, e.at);
                if yes { self.below(&none, limit, 0) } else { self.below(limit, &none, 1) }
            }
            ExprKind::Within(a, limit, Target::One(b)) => {
                let far = Expr::new(ExprKind::Distance(a.clone(), b.clone()), Ty::LENGTH, e.at);
                if yes { self.below(&far, limit, 0) } else { self.below(limit, &far, 1) }
            }
            ExprKind::Is(of, list) => {
                let mut out = Guard::of(!yes);
                for q in list {
                    let one = self.quality(of, q, yes);
                    out = if yes { out.or(&one) } else { out.and(&one) };
                }
                out
            }
            ExprKind::Did(of, procs, period) if procs.len() > 1 => {
                let each = procs.iter().map(|p| Expr::new(ExprKind::Did(of.clone(), vec![*p], *period), Ty::Truth, e.at));
                self.several(&each.collect::<Vec<_>>(), !yes, yes)
            }
            ExprKind::Exists(Quantifier::No, sel) => {
                self.open(&Expr::new(ExprKind::Exists(Quantifier::Any, sel.clone()), Ty::Truth, e.at), !yes)
            }
            ExprKind::Exists(Quantifier::Any, sel) if finds_itself(sel) => Guard::of(yes),
            ExprKind::Exists(Quantifier::Any, sel) => {
                let Some((limit, rest)) = near(self.rules, sel) else {
                    let term = self.term(e);
                    return holds(term, yes);
                };
                let nearest = Expr::new(ExprKind::Exists(Quantifier::Any, rest), Ty::LENGTH, e.at);
                let term = self.term(&nearest);
                let within = Ranges::span(i64::MIN, limit);
                Guard::within(term, if yes { within } else { within.not() })
            }
            ExprKind::Result(passed) => {
                let term = self.intern("result", Vec::new());
                Guard::within(term, Ranges::one(i64::from(*passed == yes)))
            }
            _ => {
                let term = self.term(e);
                holds(term, yes)
            }
        }
    }

    /// Several questions, each answered so, of which all must hold or any.
    fn several(&mut self, list: &[Expr], all: bool, yes: bool) -> Guard {
        list.iter().fold(Guard::of(all), |out, e| {
            let one = self.open(e, yes);
            if all { out.and(&one) } else { out.or(&one) }
        })
    }

    /// Whether something is this, or is not.
    fn quality(&mut self, of: &Expr, q: &Quality, yes: bool) -> Guard {
        match q {
            Quality::State(state) => self.state(of, *state, yes),
            Quality::Rule(rule) if !matches!(of.ty, Ty::Row(_)) => {
                let Some(state) = self.rules.rules.get(*rule).and_then(|r| r.state) else { return Guard::of(yes) };
                let kind = |s| self.rules.states.get(s).map(|s| s.kind);
                // whoever has the marker or formation that brings it carries it too
                let brings = |r: &&crate::hir::Rule| {
                    r.brings.contains(rule) && matches!(r.state.and_then(kind), Some(StateKind::Marker | StateKind::Formation))
                };
                let others: Vec<StateId> = self.rules.rules.all().iter().filter(brings).filter_map(|r| r.state).collect();
                let mut out = self.state(of, state, yes);
                for other in others {
                    let one = self.state(of, other, yes);
                    out = if yes { out.or(&one) } else { out.and(&one) };
                }
                out
            }
            Quality::Condition(value, args) => {
                let term = self.term(&Expr::new(ExprKind::Ask(*value, args.clone()), Ty::Truth, of.at));
                holds(term, yes)
            }
            Quality::Row(row) => self.equal(of, &Expr::new(ExprKind::Row(*row), of.ty, of.at), yes),
            Quality::Same(other) => self.equal(of, other, yes),
            Quality::Rule(_) | Quality::Tagged(..) | Quality::Ground(_) => {
                let term = self.term(&Expr::new(ExprKind::Is(of.clone(), vec![q.clone()]), Ty::Truth, of.at));
                holds(term, yes)
            }
            Quality::Error => Guard::of(true),
        }
    }

    /// The tags that a unit has that is in a formation: `formation Line of Foot unit`.
    fn may_take(&mut self, of: Term, form: StateId) -> Guard {
        let rules = self.rules;
        let open = rules.forms.iter().find(|f| f.state == form).and_then(|f| f.open.as_ref());
        let Some((_, Expr { kind, .. })) = open else { return Guard::of(true) };
        let asked = match &**kind {
            ExprKind::And(all) => all.iter().map(|e| &*e.kind).collect(),
            one => vec![one],
        };
        let tag = |q: &Quality| match q {
            Quality::State(s) if rules.states.get(*s).is_some_and(|s| s.kind == StateKind::Tag) => Some(*s),
            _ => None,
        };
        let mut out = Guard::of(true);
        for kind in asked {
            let ExprKind::Is(_, list) = kind else { continue };
            let Some(tags) = list.iter().map(tag).collect::<Option<Vec<StateId>>>() else { continue };
            let mut any = Guard::of(false);
            for tag in tags {
                let term = self.has_state(of, tag);
                any = any.or(&holds(term, true));
            }
            out = out.and(&any);
        }
        out
    }

    /// Whether something has a state; a unit is in one formation at a time.
    fn state(&mut self, of: &Expr, state: StateId, yes: bool) -> Guard {
        let of = self.term(of);
        if self.rules.states.get(state).is_some_and(|s| s.kind == StateKind::Formation) {
            let only = Ranges::one(i64::from(state.0));
            let term = self.intern("form", vec![of]);
            let taken = Guard::within(term, if yes { only } else { only.not() });
            return if yes { taken.and(&self.may_take(of, state)) } else { taken };
        }
        let term = self.has_state(of, state);
        holds(term, yes)
    }
}

/// How near those of a description must be, where it says so once, and the description without that: how near the nearest of
/// these is makes out whether there is any.
fn near(rules: &Rules, sel: &Sel) -> Option<(i64, Sel)> {
    let limit = |t: &Test| match t {
        Test::Within(limit, Target::One(_), false) => number(rules, limit),
        _ => None,
    };
    let mut all = sel.tests.iter().enumerate().filter_map(|(i, t)| Some((i, limit(t)?)));
    let (i, n) = all.next()?;
    if all.next().is_some() {
        return None;
    }
    let mut rest = sel.clone();
    if let Some(Test::Within(limit, ..)) = rest.tests.get_mut(i) {
        *limit = Expr::new(ExprKind::Int(0), limit.ty, limit.at);
    }
    Some((n, rest))
}

/// Whether a description holds of the very thing that it is seen from: `any friendly unit within 6" of unit`.
pub(super) fn finds_itself(sel: &Sel) -> bool {
    let of = sel.tests.iter().find_map(|t| match t {
        Test::Within(_, Target::One(of), false) => Some(of),
        _ => None,
    });
    let Some(of) = of.filter(|of| of.ty == Ty::Thing(sel.kind)) else { return false };
    let same = |e: &Expr| matches!((&*e.kind, &*of.kind), (ExprKind::Local(a), ExprKind::Local(b)) if a == b);
    sel.tests.iter().all(|t| match t {
        Test::Within(limit, Target::One(x), false) => same(x) && limit.constant().is_some_and(|n| n >= 0),
        Test::Friendly(x) => same(x),
        _ => false,
    })
}

/// A term that is one of yes and no.
fn holds(term: Term, yes: bool) -> Guard {
    let no = Ranges::one(0);
    Guard::within(term, if yes { no.not() } else { no })
}
