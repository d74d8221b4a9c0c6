//! `6" if c, 10" if d, else 4"`: values, each with the question it holds for.

use crate::ast::{self, Choice};
use crate::diag::Code;
use crate::hir::{Expr, ExprKind, Measure, Ty};
use crate::resolve::{Resolver, Scope};
use crate::source::At;

impl Resolver<'_> {
    /// Values with questions. Where some of them roll or do something, only the one that is taken does so.
    pub(super) fn choice(&mut self, scope: &mut Scope, c: &Choice, at: At) -> Expr {
        if scope.effects && self.choice_rolls(c) { self.branches(scope, c, at) } else { self.plain_choice(scope, c, at) }
    }

    fn plain_choice(&mut self, scope: &mut Scope, c: &Choice, at: At) -> Expr {
        let mut arms = Vec::new();
        for (value, test) in &c.arms {
            let value = self.expr(scope, value);
            let test = self.truth(scope, test);
            arms.push((test, value));
        }
        let last = c.otherwise.as_ref().map(|e| self.expr(scope, e));
        let ty = match self.odd_first(&arms, last.as_ref()) {
            Some(meant) => meant,
            None => {
                let all: Vec<&Expr> = arms.iter().map(|(_, v)| v).chain(last.as_ref()).collect();
                // 0 goes with every measure
                let first = all.iter().find(|v| !self.zero(v)).or(all.first()).map_or(Ty::Unknown, |v| v.ty);
                for v in all.iter().filter(|v| !v.ty.fits(first)) {
                    if !self.zero(v) {
                        self.unlike(first, v);
                    }
                }
                first
            }
        };
        let last = last.unwrap_or_else(|| {
            let counted = matches!(ty, Ty::Number(_) | Ty::Need | Ty::Unknown);
            self.nothing_else(at, if counted { "add `, otherwise 0`" } else { "add `, otherwise` and what it is then" })
        });
        Expr::new(ExprKind::If(arms, last), ty, at)
    }

    /// A choice among amounts that roll: only the one that is chosen is rolled.
    fn branches(&mut self, scope: &mut Scope, c: &Choice, at: At) -> Expr {
        let mut arms = Vec::new();
        let mut ty = None;
        for (value, test) in &c.arms {
            let test = self.only_asked(scope, |cx, scope| cx.truth(scope, test));
            let value = self.branch(scope, value, &mut ty);
            arms.push((test, value));
        }
        let last = match &c.otherwise {
            Some(e) => self.branch(scope, e, &mut ty),
            None => self.nothing_else(at, "add `, otherwise 0`"),
        };
        Expr::new(ExprKind::If(arms, last), ty.unwrap_or_default(), at)
    }

    fn branch(&mut self, scope: &mut Scope, e: &ast::Expr, ty: &mut Option<Ty>) -> Expr {
        let x = self.expr(scope, e);
        match *ty {
            Some(first) => self.agree(first, x.ty, x.at),
            None => *ty = Some(x.ty),
        }
        x
    }

    /// Faults a value that is not measured as those before it.
    fn unlike(&mut self, first: Ty, v: &Expr) {
        let (x, y) = (self.describe(first), self.describe(v.ty));
        let help = match (first, self.constant(v)) {
            (Ty::LENGTH, Some(n)) => format!("write `{n}\"`"),
            (Ty::Number(Measure::Named(_) | Measure::Points), Some(n)) => format!("write `{n} {x}`"),
            _ => format!("give both in {x}"),
        };
        self.fault(Code::Measure, v.at, format!("{x} and {y} do not go together"), help);
    }

    fn nothing_else(&mut self, at: At, help: &str) -> Expr {
        self.fault(Code::Syntax, at, "nothing says what it is otherwise", help)
    }

    /// Faults the first of several values where it alone has no measure; the measure of the others.
    fn odd_first(&mut self, arms: &[(Expr, Expr)], last: Option<&Expr>) -> Option<Ty> {
        let ((_, first), rest) = arms.split_first()?;
        let number = self.constant(first).filter(|n| *n != 0 && first.ty == Ty::PLAIN)?;
        let others: Vec<&Expr> = rest.iter().map(|(_, v)| v).chain(last).collect();
        let meant = others.first().map(|v| v.ty).filter(|ty| matches!(ty, Ty::Number(_)) && *ty != Ty::PLAIN)?;
        if !others.iter().skip(1).all(|v| v.ty == meant || self.zero(v)) {
            return None;
        }
        let want = self.describe(meant);
        let help = if meant == Ty::LENGTH { format!("write `{number}\"`") } else { format!("write `{number} {want}`") };
        let message = format!("this is a plain number, and what stands beside it is {want}");
        self.fault(Code::Measure, first.at, message, help);
        Some(meant)
    }
}
