//! What statements call, wherever it stands in them.

use crate::hir::walk::{self, Walk};
use crate::hir::{Call, Proc, ProcId, Stmt, StmtKind};
use crate::source::At;

/// What may be done.
#[derive(Default)]
pub(super) struct Deeds {
    /// What is called, and where.
    pub calls: Vec<(ProcId, At)>,
    /// Whether any action may be taken.
    pub takes: bool,
    /// Whether somebody moves.
    pub moves: bool,
}

/// Of some statements.
pub(super) fn deeds(block: &[Stmt]) -> Deeds {
    let mut out = Deeds::default();
    block.iter().for_each(|s| out.stmt(s));
    out
}

impl Deeds {
    /// Of something that happens, as far as it says so itself.
    pub fn proc(&mut self, proc: &Proc) {
        walk::walk_proc(self, proc);
    }
}

impl Walk for Deeds {
    fn call(&mut self, c: &Call) {
        self.calls.push((c.proc, c.at));
        c.args.iter().for_each(|a| self.expr(a));
        c.answers.iter().for_each(|(_, a)| self.expr(a));
    }

    fn stmt(&mut self, s: &Stmt) {
        self.takes |= matches!(s.kind, StmtKind::Take(_));
        self.moves |= matches!(s.kind, StmtKind::Move(_) | StmtKind::Place(_) | StmtKind::Form(..));
        walk::walk_stmt(self, s);
    }
}
