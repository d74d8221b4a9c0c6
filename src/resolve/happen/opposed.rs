//! Rolls of one against another: each makes the same roll, and the difference says what comes of it.

use super::super::{Resolver, Scope};
use super::around::Around;
use super::throw::Throw;
use crate::diag::Code;
use crate::hir::{Band, ChanceKind, KindBase, Origin, Ty};

/// The step of an opposed roll that its differences are.
pub(crate) const RESULT: &str = "result";

impl<'a> Resolver<'a> {
    /// What an opposed roll says itself. Equal totals roll again unless a difference of 0 means something.
    pub(super) fn opposed_body(&mut self, scope: &mut Scope, throw: Throw<'a>) {
        let error = |c: &mut crate::hir::Chance| c.kind = ChanceKind::Error;
        let Some(base) = &throw.says.base else {
            self.with_throw(throw.proc, error);
            let help = "write `: d6 + ...` after the head";
            self.fault(Code::Place, throw.decl.head, "an opposed roll wants its dice", help);
            return;
        };
        let Some(head) = self.head_of_proc(throw.proc) else { return };
        let kinds: Vec<Ty> = head.roles.iter().map(|r| self.local_ty(r.local)).collect();
        let side = match kinds.as_slice() {
            [] => {
                let word = self.rules.names.intern("side");
                let kind = self.first_kind(KindBase::Side).map_or(Ty::Unknown, Ty::Thing);
                Some(self.local(word, kind, Origin::Blank))
            }
            [one, other, ..] if one == other => None,
            _ => {
                self.with_throw(throw.proc, error);
                let help = "give it two blanks of one kind, `by unit at unit (the target)`, or none: then the sides roll";
                self.fault(Code::Role, throw.says.title.name.at, "an opposed roll is between two of one kind", help);
                return;
            }
        };
        // whoever rolls knows the blanks as they stand for him
        self.with_throw(throw.proc, |c| c.kind = ChanceKind::Opposed { side, roll: None, ties_again: base.ties_roll_again });
        let Some(head_of_roll) = self.head_thrown(throw.proc) else { return };
        let mut inner = self.scope_of(&head_of_roll);
        (inner.proc, inner.step) = (scope.proc, scope.step);
        let total = self.thrown_total(&mut inner, &base.expr);
        let keep = Self::kept(throw);
        self.with_throw(throw.proc, |c| {
            c.kind = ChanceKind::Opposed { side, roll: Some(total), ties_again: base.ties_roll_again };
            c.keep = keep;
        });
        self.rows_of_throw(&inner, throw);
        self.result_of_throw(scope, "winner", head.gives);
        self.result_of_throw(scope, "loser", head.gives);
        self.result_of_throw(scope, "difference", Ty::PLAIN);
        let before = scope.clone();
        let bands = self.difference_bands(scope, throw);
        let level = bands.iter().any(|(_, b, _)| matches!(b, Band::Difference(0, _)));
        self.with_throw(throw.proc, |c| {
            c.bands = bands;
            if let ChanceKind::Opposed { ties_again, .. } = &mut c.kind {
                *ties_again |= !level;
            }
        });
        let result = self.rules.names.intern(RESULT);
        self.known_around(throw.proc, result, Around { before, after: scope.clone(), result: None });
    }
}
