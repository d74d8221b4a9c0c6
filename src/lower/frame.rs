//! Where the words of a block of code are kept while it runs, and what it knows of where it stands.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::hir::{KindId, LocalId, RuleId};
use crate::intern::Sym;
use crate::ir::{ProcNo, Reg, StateNo, X};
use crate::num::Rounding;

/// Whoever carries the rule whose sentences these are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bearer {
    /// Where it stands.
    pub reg: Reg,
    /// Whether it is a row of a list, which has no player.
    pub row: bool,
    /// Its kind, where that is known.
    pub kind: Option<KindId>,
}

/// The registers of one block of code.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    /// Where each word is kept.
    pub regs: FxHashMap<LocalId, Reg>,
    /// Words that are kept elsewhere: what was noted when an effect was woken.
    pub noted: FxHashMap<LocalId, X>,
    /// Results of pools: the register, where faces are counted apart, the procedure of the pool.
    pub thrown: Vec<(Reg, Reg, ProcNo)>,
    /// Cards that were drawn together: the state of those.
    pub hands: FxHashMap<LocalId, StateNo>,
    /// The next free register.
    pub next: Reg,
    /// The most registers in use at once.
    pub most: Reg,
    /// Registers below this are never free again.
    pub kept: Reg,
    /// Whether there were not registers enough.
    pub full: bool,
    /// Rounding that the receiver gives to fractions.
    pub rounds: Option<Rounding>,
    /// Steps that stand above, and where their code begins.
    pub steps: Vec<(Sym, usize)>,
    /// The procedure that the code belongs to.
    pub proc: Option<ProcNo>,
    /// The rule whose sentences these are.
    pub rule: Option<RuleId>,
    /// Whoever carries it.
    pub me: Option<Bearer>,
    /// From whose side friends and enemies are seen, where nobody carries a rule: the first blank that is a thing.
    pub viewer: Option<X>,
    /// Whether the throw that is being made passed, where that is known.
    pub passed: Option<X>,
    /// What throws and offers are called by, beside their procedure: the step, or the key of the rule.
    pub step: Arc<str>,
    /// The clauses under which the sentences stand.
    pub cites: Arc<[Sym]>,
    /// The declaration in which they stand.
    pub owner: Option<Sym>,
}

impl Frame {
    /// A fresh register.
    pub fn fresh(&mut self) -> Reg {
        let reg = self.next;
        match self.next.checked_add(1) {
            Some(next) => self.next = next,
            None => self.full = true,
        }
        self.most = self.most.max(self.next);
        reg
    }

    /// A register that nothing has used yet and nothing else will: it is 0 until it is set.
    pub fn untouched(&mut self) -> Reg {
        self.next = self.next.max(self.most);
        let reg = self.fresh();
        self.kept = self.next;
        reg
    }

    /// The register of a word, which is a fresh one.
    pub fn bind(&mut self, local: LocalId) -> Reg {
        let reg = self.fresh();
        self.regs.insert(local, reg);
        reg
    }

    /// Another word for a register.
    pub fn alias(&mut self, local: LocalId, reg: Reg) {
        self.regs.insert(local, reg);
    }

    /// Where a word is kept.
    pub fn reg(&self, local: LocalId) -> Option<Reg> {
        self.regs.get(&local).copied()
    }

    /// As far as registers go, what stands inside was done: none of them is free any more.
    pub fn after(&mut self, inner: &Self) {
        self.next = self.next.max(inner.next);
        self.most = self.most.max(inner.most);
        self.full |= inner.full;
    }

    /// The registers of what stands inside are free again, but for those that it keeps.
    pub fn behind(&mut self, inner: &Self) {
        self.most = self.most.max(inner.most);
        self.next = self.next.max(inner.kept);
        self.kept = self.kept.max(inner.kept);
        self.full |= inner.full;
    }
}
