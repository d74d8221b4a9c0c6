//! Questions that are asked of one thing again, where one question asks them all.

use super::Reader;
use crate::ast::{Expr, ExprKind, Is, Level, NameRef, TailKind};
use crate::diag::Code;

impl Reader<'_> {
    /// Faults two questions whether one thing is in ground: one asks for several sorts.
    pub(super) fn asked_again(&mut self, e: &Expr) {
        let ExprKind::Chain(chain) = &*e.kind else { return };
        if chain.level != Level::Or {
            return;
        }
        let all: Vec<&Expr> = std::iter::once(&chain.first).chain(chain.rest.iter().map(|link| &link.expr)).collect();
        for run in all.chunk_by(|a, b| grounds(a).zip(grounds(b)).is_some_and(|((a, _), (b, _))| a == b)) {
            let [first, .., last] = run else { continue };
            let Some((of, _)) = grounds(first) else { continue };
            let names: Vec<&str> =
                run.iter().filter_map(|e| grounds(e)).flat_map(|(_, list)| list).map(|n| self.files.slice(n.at.span())).collect();
            let Some((end, before)) = names.split_last() else { continue };
            let help = format!("write `{} is in {} or {end}`", self.files.slice(of.at.span()), before.join(", "));
            self.fault(Code::Syntax, first.at.to(last.at), "one question asks for several sorts of ground", help);
        }
    }
}

/// What is asked whether it is in ground, and in which.
fn grounds(e: &Expr) -> Option<(&Expr, &[NameRef])> {
    let ExprKind::Said(said) = &*e.kind else { return None };
    match said.tails.as_slice() {
        [tail] => match &tail.kind {
            TailKind::Is { not: false, what: Is::InTerrain(list) } => Some((&said.of, list)),
            _ => None,
        },
        _ => None,
    }
}
