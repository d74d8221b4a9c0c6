//! What statements give and take away.

use crate::hir::walk::{self, Walk};
use crate::hir::{Expr, ExprKind, LocalId, StateId, Stmt, StmtKind, Thing};
use crate::source::At;

/// A state that is given or taken away.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deal {
    /// Which.
    pub state: StateId,
    /// Whose it is, where that is a plain word.
    pub whose: Option<LocalId>,
    /// Where it is said.
    pub at: At,
}

/// All that is given, and all that is taken away.
#[derive(Default)]
pub(super) struct Dealt {
    /// Given.
    pub gained: Vec<Deal>,
    /// Taken away.
    pub lost: Vec<Deal>,
}

impl Dealt {
    /// Whether that is given anywhere.
    pub fn gains(&self, state: StateId) -> bool {
        self.gained.iter().any(|d| d.state == state)
    }

    /// Whether that is taken away anywhere.
    pub fn loses(&self, state: StateId) -> bool {
        self.lost.iter().any(|d| d.state == state)
    }
}

impl Walk for Dealt {
    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Gain(of, list) => self.gained.extend(deals(of, list, s.at)),
            StmtKind::Lose(of, list) => self.lost.extend(deals(of, list, s.at)),
            _ => {}
        }
        walk::walk_stmt(self, s);
    }
}

fn deals<'s>(of: &Expr, list: &'s [Thing], at: At) -> impl Iterator<Item = Deal> + use<'s> {
    let whose = if let ExprKind::Local(word) = *of.kind { Some(word) } else { None };
    list.iter().filter_map(move |t| if let Thing::State(state) = t { Some(Deal { state: *state, whose, at }) } else { None })
}
