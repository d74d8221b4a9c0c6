//! What is known where rules meet something that happens.

use rustc_hash::FxHashMap;

use super::super::{Resolver, Scope};
use crate::ast::Prep;
use crate::hir::{ChanceKind, Head, LocalId, Moment, ProcId, ProcKind, Role};
use crate::intern::Sym;

/// What is known around one step.
#[derive(Clone, Debug)]
pub(super) struct Around {
    /// When it begins.
    pub before: Scope,
    /// When it is over, whether it happened or not.
    pub after: Scope,
    /// Its result.
    pub result: Option<(Sym, LocalId)>,
}

/// What is known at the steps of what happens, and at its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// Around each step.
    steps: FxHashMap<(ProcId, Sym), Around>,
    /// When all of it is over.
    ends: FxHashMap<ProcId, Scope>,
}

impl Resolver<'_> {
    /// The scope that a rule starts from where it meets a procedure or a step of it: the blanks under the words of the head,
    /// results that are known there where no blank is called so, steps above, cards in hand, pools that were thrown.
    ///
    /// `result` says in whose place something stands. Its word is not bound here: guards do not know it, so whoever resolves
    /// the body binds it behind them, as the first of the rule's own words (`own`). The results of a throw (`passed`,
    /// `winner`) are known after all of it; what changes a throw is met with `moment` [`Moment::On`] and knows none.
    pub fn scope_at(&mut self, proc: ProcId, step: Option<Sym>, moment: Moment) -> Scope {
        let on_throw = step.is_none() && moment == Moment::On;
        let head = if on_throw { self.head_thrown(proc) } else { self.head_of_proc(proc) };
        let Some(head) = head else { return Scope::default() };
        let mut scope = self.scope_of(&head);
        scope.proc = Some(proc);
        let around = step.and_then(|s| self.places.steps.get(&(proc, s)));
        let known = match (step, moment) {
            (None, Moment::After) => self.places.ends.get(&proc),
            (None, _) => None,
            (Some(_), Moment::After) => around.map(|a| &a.after),
            (Some(_), _) => around.map(|a| &a.before),
        };
        if let Some(known) = known {
            for (word, local) in known.words.iter().skip(head.roles.len()) {
                if scope.find(*word).is_none() {
                    scope.bind(*word, *local);
                }
            }
            scope.steps.clone_from(&known.steps);
            scope.hands.clone_from(&known.hands);
            scope.thrown.clone_from(&known.thrown);
        }
        scope.result = around.filter(|_| moment == Moment::Instead).and_then(|a| a.result);
        scope
    }

    /// The head whose blanks a line fills that changes what is thrown: that of the throw; where the sides roll against each
    /// other, `of side`, the one that rolls.
    pub fn head_thrown(&self, proc: ProcId) -> Option<Head> {
        let p = self.rules.procs.get(proc)?;
        let mut head = p.head.clone();
        if let ProcKind::Chance(chance) = &p.kind {
            if let ChanceKind::Opposed { side: Some(local), .. } = chance.kind {
                head.roles = vec![Role { prep: Prep::Of, local, at: head.line.at }];
            }
        }
        Some(head)
    }

    /// Notes what is known around a step.
    pub(super) fn known_around(&mut self, proc: ProcId, step: Sym, around: Around) {
        self.places.steps.insert((proc, step), around);
    }

    /// Notes what is known at the end; words behind the blanks are results that rules may ask for.
    pub(super) fn known_at_end(&mut self, proc: ProcId, scope: Scope) {
        if let Some(p) = self.rules.procs.get_mut(proc) {
            p.results = scope.words.iter().skip(p.head.roles.len()).copied().collect();
        }
        self.places.ends.insert(proc, scope);
    }
}
