//! Moves that cannot be as they are said: their manner says otherwise how they face at their end, or they lead to themselves.

use super::Whole;
use super::said::of_throw;
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::{self, Walk};
use crate::hir::{ChangeKind, Course, ExprKind, Moves, ProcId, ProcKind, Stmt, StmtKind};
use crate::source::At;

/// A move that names a manner.
struct Named {
    manner: ProcId,
    /// Whether it ends facing the way it went, or whom it touches.
    turns: bool,
    /// Whether it ends facing as it did.
    keeps: bool,
    at: At,
}

/// Moves that name manners, and those that lead away from, or to, whoever moves.
#[derive(Default)]
struct Motions(Vec<Named>, Vec<At>);

impl Walk for Motions {
    fn stmt(&mut self, s: &Stmt) {
        if let StmtKind::Move(m) = &s.kind
            && let Some(manner) = m.manner
        {
            let keeps = m.keeps_facing || matches!(m.course, Course::Aside { .. });
            let turns = m.turning || matches!(m.course, Course::Contact(_));
            self.0.push(Named { manner, turns, keeps, at: s.at });
        }
        if let StmtKind::Move(m) = &s.kind
            && let Course::Towards(e) | Course::Away(e) | Course::StraightAway(e) | Course::Contact(e) = &m.course
            && let (ExprKind::Local(who), ExprKind::Local(other)) = (&*m.who.kind, &*e.kind)
            && who == other
        {
            self.1.push(e.at);
        }
        walk::walk_stmt(self, s);
    }
}

/// Reports them where the manner, or a rule that meets it, says it.
pub(super) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let Whole { rules, graph, .. } = whole;
    let mut motions = Motions::default();
    rules.procs.iter().for_each(|(_, p)| walk::walk_proc(&mut motions, p));
    rules.attaches.iter().for_each(|(_, a)| walk::walk_attach(&mut motions, a));
    let mut out: Vec<Diagnostic> = Vec::new();
    for at in motions.1 {
        let d = Diagnostic::new(Code::Never, at.span(), "this is the one that moves");
        let d = d.here("nothing moves to itself, or away from itself").help("name the other one");
        if !out.contains(&d) {
            out.push(d);
        }
    }
    for (id, p) in rules.procs.iter().filter(|(_, p)| matches!(p.kind, ProcKind::Manner(_))) {
        for said in of_throw(rules, graph, id) {
            let ChangeKind::Moves(moves) = &said.change.kind else { continue };
            let (against, does): (fn(&Named) -> bool, _) = match moves {
                Moves::KeepsFacing => (|m| m.turns, "turns at its end"),
                Moves::Turning => (|m| m.keeps, "keeps its facing"),
                _ => continue,
            };
            let Some(other) = motions.0.iter().find(|m| m.manner == id && against(m)) else { continue };
            let name = rules.names.text(p.head.name);
            let d = Diagnostic::new(Code::Place, said.at(), format!("a move by `{name}` {does}, whatever this says"));
            out.push(d.label(other.at.span(), "this move").help("say it of the moves that are meant, or give this one another manner"));
        }
    }
    out
}
