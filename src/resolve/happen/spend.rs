//! What is paid: amounts that are spent, prices of actions.

use super::super::{Resolver, Scope};
use super::lend::{alone, int};
use crate::ast::{self, ThingKind};
use crate::diag::Code;
use crate::hir::{Count, CountId, Expr, ExprKind, Line, Measure, Price, ProcId, Spend, Ty};
use crate::intern::Sym;

/// The name that stands alone, if a question is no more than that.
pub(super) fn name_of(e: &ast::Expr) -> Option<Sym> {
    match &*e.kind {
        ast::ExprKind::Call(call) if call.args.is_empty() && call.roles.is_empty() && call.name.param.is_none() => Some(call.name.name.sym),
        _ => None,
    }
}

impl Resolver<'_> {
    /// `spend 1 AP of x`.
    pub(super) fn spend(&mut self, scope: &mut Scope, spend: &ast::Spend) -> Option<Spend> {
        let (of, ty) = match &spend.of {
            Some(of) => {
                let of = self.expr(scope, of);
                let ty = of.ty;
                (of, ty)
            }
            None => {
                let of = self.viewer(scope, spend.at).unwrap_or_else(|| Expr::new(ExprKind::Game, Ty::Unknown, spend.at));
                let known = scope.me.or(scope.words.first().map(|(_, l)| *l));
                (of, known.map_or(Ty::Unknown, |l| self.local_ty(l)))
            }
        };
        let (count, amount) = self.counted(scope, &spend.thing, ty)?;
        Some(Spend { count, of, amount })
    }

    /// Faults a number that does not say what it counts: most likely something of whoever it is said of.
    pub(crate) fn measureless(&mut self, number: ast::Int, who: Ty) {
        let of = |c: &&Count| matches!(who, Ty::Thing(k) | Ty::Row(k) if c.of == k);
        let measured = || self.rules.counts.all().iter().filter(|c| matches!(c.holds, Ty::Number(Measure::Named(_))));
        let meant = measured().find(of).or_else(|| measured().next()).map(|c| c.holds);
        let n = number.value;
        let help =
            meant.map_or_else(|| "write behind it which count is meant".to_owned(), |ty| format!("write `{n} {}`", self.describe(ty)));
        self.fault(Code::Measure, number.at, format!("`{n}` does not say what it counts"), help);
    }

    /// A count of such a thing, and how much of it.
    pub(crate) fn counted(&mut self, scope: &mut Scope, thing: &ast::Thing, of: Ty) -> Option<(CountId, Expr)> {
        let (amount, name) = match &thing.kind {
            ThingKind::Number(n) => {
                self.measureless(*n, of);
                return None;
            }
            ThingKind::Word(_) => return None,
            ThingKind::Name(name) | ThingKind::All(name) => (None, name),
            ThingKind::Amount { amount, of } => (Some(amount), of),
        };
        let amount = match amount {
            Some(e) => self.effect(scope, e),
            None => int(1, Ty::PLAIN, name.at),
        };
        let Some(count) = self.count_of(name.name.sym, of) else {
            self.unknown_count(name, of);
            return None;
        };
        self.keeps(count, of, name.at);
        self.counts_so(count, &amount);
        Some((count, amount))
    }

    /// What an action costs.
    pub(super) fn price_of_action(&mut self, scope: &mut Scope, proc: ProcId, cost: &ast::Cost, line: &Line) -> Vec<Price> {
        let first = self.rules.procs.get(proc).and_then(|p| p.head.roles.first()).map(|r| r.local);
        let payer = match first {
            Some(local) => self.local_expr(local, line.at),
            None => Expr::new(ExprKind::Game, Ty::Unknown, line.at),
        };
        let mut out = Vec::new();
        if let (Some(name), true) = (&cost.named, cost.paid.is_empty()) {
            // a value or ruling that is measured in a count
            let amount = self.expr(scope, &named(name));
            let count = self.rules.count_in(amount.ty, |_| amount.ty != Ty::PLAIN);
            match count {
                Some(count) => out.push(Price { count, of: payer, amount, line: line.clone() }),
                None => {
                    self.fault(Code::Measure, name.at, "nothing is paid in this", "name an amount of a count");
                }
            }
            return out;
        }
        for (i, paid) in cost.paid.iter().enumerate() {
            let of = match &paid.of {
                Some(of) => self.expr(scope, of),
                None => payer.clone(),
            };
            match self.counted(scope, &paid.thing, of.ty) {
                Some((count, _)) if paid.of.is_none() && out.iter().any(|p| p.count == count && p.of == payer) => {
                    let message = "this is paid already, further to the left";
                    self.fault(Code::Twice, paid.thing.at, message, "take one of the two out");
                }
                Some((count, amount)) => out.push(Price { count, of, amount, line: line.clone() }),
                // without the first there is no price at all
                None if i == 0 => return out,
                None => {}
            }
        }
        let rolls = |p: &ast::Paid| matches!(&p.thing.kind, ThingKind::Amount { amount, .. } if self.rolls_or_does(amount));
        if cost.paid.iter().any(rolls) {
            self.fault(Code::Dice, line.at, "a price is no matter of dice", "write how much it is");
        }
        out
    }
}

/// A name with what stands behind it, as a question.
fn named(name: &ast::NameRef) -> ast::Expr {
    let mut e = alone(name.name);
    if let ast::ExprKind::Call(call) = &mut *e.kind {
        call.name = *name;
        call.at = name.at;
    }
    e.at = name.at;
    e
}
