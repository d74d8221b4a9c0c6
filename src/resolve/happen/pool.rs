//! Pools: many like dice, each of which succeeds or not.

use super::super::{Resolver, Scope};
use super::lend::int;
use super::natural::Shown;
use super::throw::Throw;
use crate::ast::{self, DieSays, ItemKind, Op, OrWay};
use crate::diag::{Code, Diagnostic};
use crate::hir::{ChanceKind, EachDie, Expr, ExprKind, Measure, Operator, ProcId, Ty};
use crate::source::At;

/// Sides of a die of a pool, at most: what each face counts is written down.
const MOST_SIDES: u32 = 20;

impl<'a> Resolver<'a> {
    /// How many successes a pool needs to be passed, if it is passed or failed.
    pub(super) fn pool_needs(&mut self, says: &ast::Chance, proc: ProcId) {
        let with =
            says.items.iter().find_map(|i| if let ItemKind::PassesWith { number, or } = &i.kind { Some((number, *or)) } else { None });
        let passes = with.and_then(|(number, _)| {
            let head = self.head_of_proc(proc)?;
            let mut scope = self.scope_of(&head);
            scope.subject = scope.viewer;
            Some(self.expr(&mut scope, number))
        });
        let or_less = with.is_some_and(|(_, or)| or == OrWay::Less);
        self.with_throw(proc, |c| c.kind = ChanceKind::Pool { dice: Vec::new(), each: None, passes, or_less });
    }

    /// What a pool says itself.
    pub(super) fn pool_body(&mut self, scope: &mut Scope, throw: Throw<'a>) {
        let (mut number, mut die) = (Vec::new(), None);
        for item in &throw.says.items {
            match &item.kind {
                ItemKind::Dice(e) => number.push(self.how_many(scope, e, "how many")),
                ItemKind::EachDie(each) => die = Some(self.each_die(scope, each)),
                ItemKind::Keep(_)
                | ItemKind::PassesWith { .. }
                | ItemKind::Named { .. }
                | ItemKind::Contrib(_)
                | ItemKind::Natural(_)
                | ItemKind::Ways(_)
                | ItemKind::Attach(_) => {}
                _ => {
                    let help = "a pool has `dice`, `each d6 hits on ...`, `natural ...` and contributions";
                    self.fault(Code::Place, item.at, "this does not belong in a pool", help);
                }
            }
        }
        self.dice_are_said(throw, number.is_empty());
        let faces = die.as_ref().map_or(Shown { sides: 6, most: None }, |d| Shown::each(d.sides));
        let (keep, naturals) = (Self::kept(throw), self.own_naturals(throw, faces));
        let mut passed = false;
        self.with_throw(throw.proc, |c| {
            (c.keep, c.naturals) = (keep, naturals);
            if let ChanceKind::Pool { dice, each, passes, .. } = &mut c.kind {
                (*dice, *each) = (number, die);
                passed = passes.is_some();
            }
        });
        self.rows_of_throw(scope, throw);
        if passed {
            self.passed_or_failed(scope);
        }
    }

    /// A pool says how many dice are rolled, or a row of it adds some.
    fn dice_are_said(&mut self, throw: Throw<'a>, none: bool) {
        let adds = |i: &ast::Item| match &i.kind {
            ItemKind::Named { contrib, .. } | ItemKind::Contrib(contrib) => matches!(contrib.kind, ast::ContribKind::Dice(_)),
            _ => false,
        };
        let Some(head) = self.rules.procs.get(throw.proc).map(|p| (p.head.name, p.head.line.at)) else { return };
        if none && !throw.says.items.iter().any(adds) {
            let message = format!("`{}` does not say how many dice are rolled", self.said(head.0));
            self.fault(Code::Unmet, head.1, message, "write `dice ...` below it, such as `dice count of model of unit`");
        }
    }

    /// `each d6 hits on 4+`, `each d6; 5 to 6 counts 1`.
    fn each_die(&mut self, scope: &mut Scope, each: &ast::EachDie) -> EachDie {
        let at = each.dice.at;
        let dice = self.dice_of(each.dice);
        if dice.number != 1 || dice.sides > i64::from(MOST_SIDES) || each.dice.inches {
            let help =
                format!("write one die of 1 to {MOST_SIDES} sides, such as `each d6 hits on 4+`; totals are of a `roll` or a `check`");
            self.fault(Code::Place, at, "each die of a pool shows one of a few faces", help);
        }
        let mut out = EachDie { sides: dice.sides, need: None, low: false, counts: Vec::new() };
        match &each.says {
            Some(DieSays::Compared(c)) => (out.need, out.low) = self.score_of(scope, c),
            Some(DieSays::Counts(faces)) => {
                let mut told: Vec<(i64, i64, At)> = Vec::new();
                for f in faces {
                    let from = self.at_most_counted(f.from.value, f.from.at);
                    let to = f.to.map_or(from, |to| self.at_most_counted(to.value, to.at));
                    let at = f.to.map_or(f.from.at, |to| f.from.at.to(to.at));
                    if let Some(first) = told.iter().find(|(a, b, _)| *a <= to && from <= *b) {
                        self.face_twice(*first, (from, to, at));
                    }
                    told.push((from, to, at));
                    out.counts.push((from, to, self.at_most_counted(f.counts.value, f.counts.at)));
                }
            }
            None => {}
        }
        out
    }

    /// Faults a face of which two parts of a line say what it counts.
    fn face_twice(&mut self, (a, b, first): (i64, i64, At), (from, to, at): (i64, i64, At)) {
        let both = a.max(from);
        let help = match (a < from, b < to) {
            (true, _) => format!("write `{}` for the first of the two", span(a, from - 1)),
            (_, true) => format!("write `{}` for the second of the two", span(b + 1, to)),
            _ => "take one of the two out".to_owned(),
        };
        let d = Diagnostic::new(Code::TwiceRow, at.span(), format!("what a {both} counts is said twice"));
        self.report(d.label(first.span(), "the other").help(help));
    }

    /// The score that a die is compared with, and whether it must not exceed it.
    fn score_of(&mut self, scope: &mut Scope, c: &ast::Comparison) -> (Option<Expr>, bool) {
        let x = self.expr(scope, &c.with);
        if !matches!(x.ty, Ty::Need | Ty::Number(Measure::Plain) | Ty::Unknown) {
            let is = self.describe(x.ty);
            self.fault(Code::Measure, c.at, format!("a die is compared with a score, and this is {is}"), "give a score such as 5+");
        }
        if c.op == Op::Equal {
            self.fault(Code::Unready, c.at, "one face alone cannot be asked for so", "write `each d6; 6 counts 1`");
        }
        let (x, low) = at_least(c.op, x);
        (Some(x), low)
    }
}

/// A score as it must be reached, or not be exceeded: of more than it, or of less, one beside it.
pub(super) fn at_least(op: Op, score: Expr) -> (Expr, bool) {
    let beside = |how, score: Expr| {
        let (ty, at) = (score.ty, score.at);
        Expr::new(ExprKind::Math(how, score, int(1, Ty::PLAIN, at)), ty, at)
    };
    match op {
        Op::More => (beside(Operator::Plus, score), false),
        Op::Less => (beside(Operator::Minus, score), true),
        Op::AtMost => (score, true),
        _ => (score, false),
    }
}

/// `4 to 5`, `6`
fn span(from: i64, to: i64) -> String {
    if from == to { from.to_string() } else { format!("{from} to {to}") }
}
