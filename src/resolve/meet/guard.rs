//! Guards: `if`, `unless` and `during`, one or several of them.

use crate::ast;
use crate::diag::Code;
use crate::hir::{Expr, ExprKind, Guard, Ty};

use super::super::{Resolver, Scope};

impl Resolver<'_> {
    /// `when c`, `unless c`, `during P`, or `when c, during P`: all of it must hold. Where what is met is a throw, its result
    /// is told apart: it is asked after it.
    pub fn guard(&mut self, scope: &mut Scope, guard: &ast::Guard) -> Vec<Guard> {
        let plain = |test| Guard { test, result: None };
        let mut out: Vec<Guard> = match &guard.during {
            Some(d) => self.during(d).into_iter().map(plain).collect(),
            None => Vec::new(),
        };
        let Some(test) = &guard.test else { return out };
        let awaited = if scope.tossing { self.awaited(guard) } else { None };
        let asked = match awaited {
            None => Some(self.tagged_truth(scope, &test.expr)),
            Some(_) => {
                let (rest, mixed) = self.before_the_throw(&test.expr, test.unless);
                if mixed {
                    let help = "write `if failed` or `if passed`, and what else is asked after `and`";
                    self.fault(Code::Place, guard.at, "the result of a throw is asked for by itself", help);
                }
                rest.map(|e| self.tagged_truth(scope, &e))
            }
        };
        if let Some(asked) = asked {
            let at = asked.at;
            out.push(plain(if test.unless { Expr::new(ExprKind::Not(asked), Ty::Truth, at) } else { asked }));
        }
        if let Some(passed) = awaited {
            let test = Expr::new(ExprKind::Result(passed), Ty::Truth, test.expr.at);
            out.push(Guard { test, result: Some(passed) });
        }
        out
    }

    /// `during TAG P`: while it runs, in all of these ways.
    pub(super) fn during(&mut self, during: &ast::During) -> Vec<Expr> {
        let Some(proc) = self.proc_named(&during.name) else { return vec![Expr::error(during.at)] };
        let running = |way| Expr::new(ExprKind::During(proc, way), Ty::Truth, during.at);
        if during.tags.is_empty() {
            return vec![running(None)];
        }
        let known: Vec<crate::intern::Sym> = during.tags.iter().filter(|t| self.way(proc, t)).map(|t| t.sym).collect();
        if known.len() < during.tags.len() {
            return vec![Expr::error(during.at)];
        }
        known.into_iter().map(|t| running(Some(t))).collect()
    }
}
