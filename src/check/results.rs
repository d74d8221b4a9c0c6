//! What is to be the result of something that gives none.

use super::Whole;
use super::faulty::Faulty;
use super::spoilt;
use crate::diag::{Code, Diagnostic};
use crate::graph::Graph;
use crate::hir::walk::every;
use crate::hir::walk::{self, Walk};
use crate::hir::{Body, Call, Expr, ExprKind, Proc, ProcId, ProcKind, Rules, Stmt, StmtKind};

/// Reports them.
pub(super) fn check(whole: Whole<'_>, faulty: &Faulty<'_>) -> Vec<Diagnostic> {
    let Whole { rules, graph, .. } = whole;
    let mut asked = Asked::default();
    every::part(rules, &mut asked);
    let mut out = Vec::new();
    for call in &asked.0 {
        let Some(proc) = rules.procs.get(call.proc).filter(|p| !matches!(p.kind, ProcKind::Chance(_) | ProcKind::Manner(_))) else {
            continue;
        };
        let name = rules.names.text(proc.head.name);
        if gives(rules, graph, (call.proc, proc)) || faulty.says(name) {
            continue;
        }
        let d = Diagnostic::new(Code::Type, call.at.span(), format!("`{name}` gives no result"))
            .here("whatever happens, this is 0")
            .label(proc.head.line.at.span(), "nothing in it says `the result is ...`")
            .help(format!("say in a step of `{name}` what comes of it: `the result is ...`"));
        if !out.contains(&d) {
            out.push(d);
        }
    }
    out
}

/// Calls whose result is asked.
#[derive(Default)]
struct Asked(Vec<Call>);

impl Walk for Asked {
    fn expr(&mut self, e: &Expr) {
        if let ExprKind::Do(call) | ExprKind::TotalOf(call, _) = &*e.kind {
            self.0.push(call.clone());
        }
        walk::walk_expr(self, e);
    }
}

/// Looks for a sentence that gives a result.
struct Gives(bool);

impl Walk for Gives {
    fn stmt(&mut self, s: &Stmt) {
        self.0 |= matches!(s.kind, StmtKind::Give(_) | StmtKind::Error);
        walk::walk_stmt(self, s);
    }
}

/// Whether something that happens, or a rule that meets it, may give a result.
fn gives(rules: &Rules, graph: &Graph, (id, proc): (ProcId, &Proc)) -> bool {
    let mut look = Gives(proc.steps.iter().any(|s| spoilt::block(&s.block)));
    walk::walk_proc(&mut look, proc);
    for met in graph.splices_of(id) {
        if let Some((_, meeting)) = met.of(rules) {
            if let Body::Happens(block) = &meeting.body {
                look.block(block);
            }
        }
    }
    look.0
}
