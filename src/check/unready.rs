//! Words that are read and of which nothing would come: told, so that nobody relies on them.

use super::Whole;
use super::faulty::Faulty;
use crate::ast::{DeclKind, Item, ItemKind, Part, Walk as _};
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::every;
use crate::hir::walk::{self, Walk};
use crate::hir::{Expr, ExprKind, ProcKind, Stmt, StmtKind};

/// The word for how many turns there are.
const TURNS: &str = "turns";
/// Words that end a game.
const ENDS: &[&str] = &["ends", "wins"];

/// Reports them.
pub(super) fn check(whole: Whole<'_>, faulty: &Faulty<'_>) -> Vec<Diagnostic> {
    let mut turns = Turns::default();
    every::part(whole.rules, &mut turns);
    let mut out: Vec<Diagnostic> = endless(&whole, &turns, faulty).into_iter().collect();
    if turns.asked || faulty.says(TURNS) {
        return out;
    }
    for d in whole.decls {
        d.walk(&mut |part| {
            if let Part::Item(Item { kind: ItemKind::Turns(_), at, .. }) = part {
                let help = "ask it in a rule: `after Ending if turn is at least turns: the game ends`";
                out.push(Diagnostic::new(Code::Unready, at.span(), "nothing asks how many turns there are").help(help));
            }
        });
    }
    out
}

/// That nothing ends the games of a pack with turns and scenarios.
fn endless(whole: &Whole<'_>, turns: &Turns, faulty: &Faulty<'_>) -> Option<Diagnostic> {
    let played = whole.decls.iter().any(|d| matches!(*d.kind, DeclKind::Scenario(_)));
    let turn = whole.rules.procs.all().iter().find(|p| matches!(p.kind, ProcKind::Turn))?;
    let ends = turns.ends || ENDS.iter().any(|word| faulty.says(word));
    (played && !ends).then(|| {
        Diagnostic::new(Code::Unmet, turn.head.line.at.span(), "nothing ends the game")
            .here("one turn follows another for ever")
            .help("say below it when it is over: `step over if turn is 6: the game ends`, or who `wins`")
    })
}

/// What is known of the length of a game.
#[derive(Default)]
struct Turns {
    /// Whether anybody asks how many turns it lasts.
    asked: bool,
    /// Whether anything ends it.
    ends: bool,
}

impl Walk for Turns {
    fn expr(&mut self, e: &Expr) {
        self.asked |= matches!(*e.kind, ExprKind::Turns);
        walk::walk_expr(self, e);
    }

    fn stmt(&mut self, s: &Stmt) {
        self.ends |= matches!(s.kind, StmtKind::End | StmtKind::Win(_));
        walk::walk_stmt(self, s);
    }
}
