//! When something holds, before what is done; and whether it can hold as rulings are read.

use crate::hir::walk::{self, Walk};
use crate::hir::{Body, Expr, ExprKind, Guard, Rules};
use crate::speech::phrase::english::{a, list};
use crate::speech::voice::Voice;

impl Voice<'_> {
    /// When something holds, behind it: ` when the unit is Tired`.
    pub(in crate::speech) fn guards(&self, guards: &[Guard]) -> String {
        format!("{}{}", self.guard(guards), Self::asked(guards).1)
    }

    /// When something holds, before what is done: `, if the unit is Tired`.
    pub(in crate::speech) fn if_guards(&self, guards: &[Guard]) -> String {
        let (tests, waits) = Self::asked(guards);
        let (during, tests): (Vec<&Expr>, Vec<&Expr>) =
            tests.into_iter().flat_map(|t| self.beside_played(t)).partition(|t| matches!(*t.kind, ExprKind::During(..)));
        let during = self.while_(&during.into_iter().cloned().collect::<Vec<_>>());
        format!("{during}{}", self.if_tests(&tests, waits))
    }

    /// What is said of a line below a reading that does not hang on it.
    pub(super) fn whatever(&self, guards: &[Guard], body: Option<&Body>) -> &'static str {
        let hangs = |guards: &[Guard]| guards.iter().any(|g| self.is_played(&g.test));
        let each = matches!(body, Some(Body::Changes(all)) if !all.is_empty() && all.iter().all(|c| hangs(&c.guard)));
        if self.played.get().is_none() || hangs(guards) || each { "" } else { ", whatever we play," }
    }

    fn if_tests(&self, tests: &[&Expr], waits: String) -> String {
        match tests {
            [] => waits,
            [one] => match &*one.kind {
                ExprKind::Not(inner) => format!(", unless {}{waits}", self.clause(inner)),
                _ => format!(", if {}{waits}", self.clause(one)),
            },
            _ => format!(", if {}{waits}", self.all_of(tests)),
        }
    }

    fn all_of(&self, tests: &[&Expr]) -> String {
        list(&tests.iter().map(|t| self.clause(t)).collect::<Vec<_>>(), "and")
    }

    /// What is asked, and for which result it waits beside what it asks.
    fn asked(guards: &[Guard]) -> (Vec<&Expr>, String) {
        let mut waits = String::new();
        let mut tests = Vec::new();
        for Guard { test, result } in guards {
            if let Some(passed) = result.filter(|passed| !asks_result(test, *passed)) {
                waits = format!("{waits}, once it is {}", if passed { "passed" } else { "failed" });
            }
            tests.push(test);
        }
        (tests, waits)
    }

    /// While something goes on: ` during an aimed Wave`.
    pub(in crate::speech) fn while_(&self, during: &[Expr]) -> String {
        during
            .iter()
            .map(|e| match &*e.kind {
                ExprKind::During(proc, None) => format!(" during {}", self.proc_name(*proc)),
                ExprKind::During(proc, Some(way)) => {
                    format!(" during {}", a(&format!("{} {}", self.name(*way), self.proc_name(*proc))))
                }
                _ => format!(" while {}", self.clause(e)),
            })
            .collect()
    }
}

/// Whether a question speaks of this result of the throw that is made.
fn asks_result(test: &Expr, passed: bool) -> bool {
    struct Results(bool, bool);
    impl Walk for Results {
        fn expr(&mut self, e: &Expr) {
            self.1 |= matches!(*e.kind, ExprKind::Result(r) if r == self.0);
            walk::walk_expr(self, e);
        }
    }
    let mut results = Results(passed, false);
    results.expr(test);
    results.1
}

/// Whether what is asked can be so as rulings are read: yes, no, or it hangs on the game.
fn settled(rules: &Rules, e: &Expr) -> Option<bool> {
    let all = |list: &[Expr], decides: bool| {
        let answers: Vec<Option<bool>> = list.iter().map(|e| settled(rules, e)).collect();
        if answers.contains(&Some(decides)) {
            return Some(decides);
        }
        answers.iter().all(|a| *a == Some(!decides)).then_some(!decides)
    };
    match &*e.kind {
        ExprKind::Takes(ruling, reading) => rules.rulings.get(*ruling).map(|r| r.chosen == *reading),
        ExprKind::Truth(yes) => Some(*yes),
        ExprKind::Not(inner) => settled(rules, inner).map(|yes| !yes),
        ExprKind::And(list) => all(list, false),
        ExprKind::Or(list) => all(list, true),
        _ => None,
    }
}

/// Whether guards leave something in force, as rulings are read.
#[must_use]
pub fn in_force(rules: &Rules, guards: &[Guard]) -> bool {
    guards.iter().all(|g| settled(rules, &g.test) != Some(false))
}
