//! Throws: what they have in common, and rolls that give a total.

use super::super::meet::Receiver;
use super::super::{Resolver, Scope};
use super::value::{line_below, own_row};
use crate::ast::{self, ChanceSort, ItemKind};
use crate::diag::Code;
use crate::dice::Keep;
use crate::hir::{Chance, ChanceKind, Line, Origin, OwnRow, ProcId, ProcKind, Ty};
use crate::intern::Sym;

/// A throw that is resolved.
#[derive(Clone, Copy)]
pub(super) struct Throw<'a> {
    /// Its declaration.
    pub decl: &'a ast::Decl,
    /// What it says.
    pub says: &'a ast::Chance,
    /// Which it is.
    pub proc: ProcId,
}

impl<'a> Resolver<'a> {
    /// What a throw says itself.
    pub(super) fn throw_body(&mut self, decl: &'a ast::Decl, says: &'a ast::Chance, proc: ProcId) {
        let Some(head) = self.head_of_proc(proc) else { return };
        let throw = Throw { decl, says, proc };
        let mut scope = self.scope_of(&head);
        scope.subject = scope.viewer;
        scope.proc = Some(proc);
        let word = match says.sort {
            ChanceSort::Roll => "roll",
            ChanceSort::Pool => "pool",
            ChanceSort::Check => "check",
            ChanceSort::Opposed => "opposed",
        };
        scope.step = Some(self.rules.names.intern(word));
        match says.sort {
            ChanceSort::Roll => self.roll_body(&mut scope, throw),
            ChanceSort::Pool => self.pool_body(&mut scope, throw),
            ChanceSort::Check => self.check_body(&mut scope, throw),
            ChanceSort::Opposed => self.opposed_body(&mut scope, throw),
        }
        self.known_at_end(proc, scope);
    }

    /// Rolls that give a total.
    fn roll_body(&mut self, scope: &mut Scope, throw: Throw<'a>) {
        let Some(base) = &throw.says.base else {
            self.with_throw(throw.proc, |c| c.kind = ChanceKind::Error);
            let help = "write `: 2d6` or the like after the head";
            self.fault(Code::Place, throw.decl.head, "a roll wants its dice", help);
            return;
        };
        let total = self.thrown_total(scope, &base.expr);
        let keep = Self::kept(throw);
        self.with_throw(throw.proc, |c| {
            c.kind = ChanceKind::Roll(Some(total));
            c.keep = keep;
        });
        self.rows_of_throw(scope, throw);
        let gives = self.rules.procs.get(throw.proc).map_or(Ty::Unknown, |p| p.head.gives);
        let bands = self.score_bands(scope, throw, gives);
        self.with_throw(throw.proc, |c| c.bands = bands);
    }

    /// The rows below a throw. What is thrown is known when they are resolved.
    pub(super) fn rows_of_throw(&mut self, scope: &Scope, throw: Throw<'a>) {
        let mut rows = Vec::new();
        for item in &throw.says.items {
            let Some((name, contrib)) = own_row(item) else { continue };
            if let Some(change) = self.change(&mut scope.clone(), Receiver::Throw(throw.proc), contrib) {
                rows.push(OwnRow { line: line_below(throw.decl, item, name), change });
            }
        }
        self.with_throw(throw.proc, |c| c.rows = rows);
    }

    /// Dice that a throw keeps or drops of itself.
    pub(super) fn kept(throw: Throw<'_>) -> Vec<(Line, Keep)> {
        let kept = |item: &ast::Item| match &item.kind {
            ItemKind::Keep(keep) => Some((Line { name: None, at: item.at, cites: Vec::new() }, keep.what)),
            _ => None,
        };
        throw.says.items.iter().filter_map(kept).collect()
    }

    /// Changes a throw.
    pub(super) fn with_throw(&mut self, proc: ProcId, change: impl FnOnce(&mut Chance)) {
        if let Some(p) = self.rules.procs.get_mut(proc) {
            if let ProcKind::Chance(chance) = &mut p.kind {
                change(chance);
            }
        }
    }

    /// Once it is made, the result of a throw is known as `passed` and `failed`.
    pub(super) fn passed_or_failed(&mut self, scope: &mut Scope) {
        for word in ["passed", "failed"] {
            self.result_of_throw(scope, word, Ty::Truth);
        }
    }

    /// A word for what a throw comes to.
    pub(super) fn result_of_throw(&mut self, scope: &mut Scope, word: &str, ty: Ty) {
        let word: Sym = self.rules.names.intern(word);
        let local = self.local(word, ty, Origin::Given);
        scope.bind(word, local);
    }
}
