//! Checks: dice and a sum against a score.

use super::super::{Resolver, Scope};
use super::natural::Shown;
use super::pool::at_least;
use super::throw::Throw;
use crate::ast::{self, Chain, Expr, ExprKind, Level, Op, Part, Walk};
use crate::diag::Code;
use crate::hir::{ChanceKind, Dice, Expr as Asked, Ty};
use crate::source::At;
use crate::syntax::capital_dice;

/// A check taken apart.
pub(super) struct Parts<'e> {
    /// What is added to the dice: the sum, with nothing in their place.
    pub sum: Expr,
    dice: ast::Dice,
    op: Op,
    score: &'e Expr,
}

impl<'a> Resolver<'a> {
    /// What a check says itself.
    pub(super) fn check_body(&mut self, scope: &mut Scope, throw: Throw<'a>) {
        let Some(base) = &throw.says.base else {
            self.with_throw(throw.proc, |c| c.kind = ChanceKind::Error);
            let help = "write `: d6 + ... is at least 7` after the head";
            self.fault(Code::Place, throw.decl.head, "a check wants its sum and the score it needs", help);
            return;
        };
        let kind = self.sum_and_need(scope, base);
        let faces = match &kind {
            ChanceKind::Check { dice, .. } => Shown::sum(dice.number, dice.sides),
            _ => Shown { sides: 6, most: None },
        };
        let naturals = self.own_naturals(throw, faces);
        self.with_throw(throw.proc, |c| (c.kind, c.naturals) = (kind, naturals));
        self.rows_of_throw(scope, throw);
        let bands = self.result_bands(scope, throw);
        self.with_throw(throw.proc, |c| c.bands = bands);
        self.passed_or_failed(scope);
    }

    /// Splits `d6 + e >= 7` into dice, sum and score.
    fn sum_and_need(&mut self, scope: &mut Scope, base: &ast::ChanceBase) -> ChanceKind {
        let Some(parts) = parts_of(&base.expr) else {
            self.no_check(base);
            return ChanceKind::Error;
        };
        let dice = Dice { inches: false, ..self.dice_of(parts.dice) };
        let sum = self.expr(scope, &parts.sum);
        let score = self.expr(scope, parts.score);
        self.measured_alike(&sum, &score, parts.score.at);
        let (need, low) = at_least(parts.op, score);
        ChanceKind::Check { dice, base: sum, need, low }
    }
}

impl Resolver<'_> {
    /// Tells what keeps a base from being a check.
    fn no_check(&mut self, base: &ast::ChanceBase) {
        if let Some((at, n)) = exact_score(&base.expr) {
            let message = "a check is passed from a score on, or up to one";
            self.fault(Code::Place, at, message, format!("write `is at least {n}`"));
            return;
        }
        let mut big = None;
        base.expr.walk(&mut |part| {
            if let Part::Name(name) = part
                && let Some(small) = capital_dice(self.text(name.name.sym))
            {
                big.get_or_insert((name.at, small));
            }
        });
        if let Some((at, small)) = big {
            self.fault(Code::Habit, at, "dice have a small `d`", format!("write `{small}`"));
            return;
        }
        let mut needed = None;
        base.expr.walk(&mut |part| {
            if let Part::Expr(e) = part
                && let ExprKind::Need(n) = *e.kind
            {
                needed.get_or_insert((e.at, n));
            }
        });
        if let Some((at, n)) = needed {
            let help = format!("write `is at least {n}` in the place of this and of the word before it");
            self.fault(Code::Place, at, "the score of a check stands behind `is at least`", help);
            return;
        }
        let help = "write `d6 + ... is at least 7`; what hangs on something else stands in brackets";
        self.fault(Code::Place, base.at, "a check is dice, what is added to them, and the score that they need", help);
    }

    /// Tells of a score in another measure than the total.
    fn measured_alike(&mut self, sum: &Asked, score: &Asked, at: At) {
        let plain = score.ty == Ty::Need || score.ty.fits(Ty::PLAIN) || sum.ty == Ty::Unknown;
        if plain || score.ty.fits(sum.ty) {
            return;
        }
        let (total, is) = (self.describe(sum.ty), self.describe(score.ty));
        let whole = self.constant(score).map(|n| if matches!(score.ty, Ty::LENGTH | Ty::ANGLE) { n / 1000 } else { n });
        let bare = whole.map_or_else(|| format!("give it as {total}"), |n| format!("write `{n}`"));
        self.fault(Code::Measure, at, format!("the total of this check is {total}, and its score is {is}"), bare);
    }
}

/// The score of a base that asks whether the total is exactly that: `d6 is 7+`.
fn exact_score(e: &Expr) -> Option<(At, i64)> {
    let ExprKind::Chain(Chain { level: Level::Compare, rest, .. }) = &*e.kind else { return None };
    let [link] = rest.as_slice() else { return None };
    match *link.expr.kind {
        ExprKind::Need(n) | ExprKind::Int(n) if link.op == Op::Equal => Some((link.expr.at, n)),
        _ => None,
    }
}

/// The dice of a check, one throw, which is added; what is added to it; the score.
pub(super) fn parts_of(e: &Expr) -> Option<Parts<'_>> {
    let ExprKind::Chain(Chain { level: Level::Compare, first, rest }) = &*e.kind else { return None };
    let [link] = rest.as_slice() else { return None };
    let one_way = matches!(link.op, Op::AtLeast | Op::More | Op::AtMost | Op::Less);
    let mut thrown = 0;
    e.walk(&mut |part| thrown += usize::from(matches!(part, Part::Expr(e) if matches!(*e.kind, ExprKind::Dice(_)))));
    if !one_way || thrown != 1 || matches!(*link.expr.kind, ExprKind::Not(_)) {
        return None;
    }
    let mut sum = first.clone();
    let dice = without_dice(&mut sum)?;
    Some(Parts { sum, dice, op: link.op, score: &link.expr })
}

/// Takes the dice out of a sum, if they are added in it.
fn without_dice(sum: &mut Expr) -> Option<ast::Dice> {
    if let Some(found) = taken(sum) {
        return Some(found);
    }
    let ExprKind::Chain(Chain { level: Level::Sum, first, rest }) = &mut *sum.kind else { return None };
    taken(first).or_else(|| rest.iter_mut().filter(|l| l.op == Op::Plus).find_map(|l| taken(&mut l.expr)))
}

/// Nothing in the place of dice.
fn taken(e: &mut Expr) -> Option<ast::Dice> {
    let ExprKind::Dice(dice) = *e.kind else { return None };
    *e.kind = ExprKind::Int(0);
    Some(dice)
}
