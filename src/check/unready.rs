//! Words that are read and of which nothing would come: told, so that nobody relies on them.

use super::faulty::Faulty;
use super::{Whole, every};
use crate::ast::{Item, ItemKind, Part, Walk as _};
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::{self, Walk};
use crate::hir::{Expr, ExprKind};

/// The word for how many turns there are.
const TURNS: &str = "turns";

/// Reports them.
pub(super) fn check(whole: Whole<'_>, faulty: &Faulty<'_>) -> Vec<Diagnostic> {
    let mut turns = Turns(false);
    every::part(whole.rules, &mut turns);
    let mut out: Vec<Diagnostic> = Vec::new();
    if turns.0 || faulty.says(TURNS) {
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

/// Whether anybody asks how many turns the game lasts.
struct Turns(bool);

impl Walk for Turns {
    fn expr(&mut self, e: &Expr) {
        self.0 |= matches!(*e.kind, ExprKind::Turns);
        walk::walk_expr(self, e);
    }
}
