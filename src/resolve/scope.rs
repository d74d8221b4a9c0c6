//! What a sentence may speak of where it stands.

use crate::hir::{LocalId, ProcId, RuleId};
use crate::intern::Sym;
use crate::num::Rounding;

/// The words that stand for something here.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// Words in the order that they became known; a later one hides an earlier one.
    pub words: Vec<(Sym, LocalId)>,
    /// Words of blocks that have ended above.
    pub gone: Vec<Sym>,
    /// Candidates of the descriptions around, innermost last: what `it` is.
    pub it: Vec<LocalId>,
    /// Whoever carries the rule.
    pub me: Option<LocalId>,
    /// The rule whose sentences these are.
    pub rule: Option<RuleId>,
    /// The word for what the rule was given in brackets, where no other word hides it.
    pub given: Option<Sym>,
    /// From whose side friends and enemies are seen, where nobody carries a rule: the first blank that is a thing.
    pub viewer: Option<LocalId>,
    /// The first blank of a question or throw: what `it` is, where no description looks at another.
    pub subject: Option<LocalId>,
    /// Words from here on are those that a rule has given itself.
    pub own: usize,
    /// The procedure that the sentences belong to, or meet.
    pub proc: Option<ProcId>,
    /// The step that they stand in, for offers without a name of their own.
    pub step: Option<Sym>,
    /// The result of the step in whose place something stands.
    pub result: Option<(Sym, LocalId)>,
    /// Steps that stand above.
    pub steps: Vec<Sym>,
    /// Steps of the same procedure that give something a name, wherever they stand.
    pub naming: Vec<Sym>,
    /// Rounding that the receiver gives to fractions.
    pub rounds: Option<Rounding>,
    /// Rounding that the receiver gives to the sum of which this is a part.
    pub rounds_sum: Option<Rounding>,
    /// What receives what is asked, for messages.
    pub receiver: Option<Sym>,
    /// Words that an effect noted when it was woken.
    pub noted: Vec<(Sym, LocalId)>,
    /// The word for whoever has the effect in whose lines this stands, if it is not the carrier of its rule.
    pub bearer: Option<Sym>,
    /// Words for cards that were drawn, and whether they may be several.
    pub hands: Vec<(Sym, LocalId, bool)>,
    /// Results of pools, of which faces may be counted.
    pub thrown: Vec<LocalId>,
    /// Whether dice may be rolled and things done where this stands.
    pub effects: bool,
    /// Whether what is met is a throw, whose result is asked for later.
    pub tossing: bool,
    /// Whether this stands in a guard: see [`super::Resolver::tagged_truth`].
    pub guards: bool,
}

impl Scope {
    /// A word becomes known.
    pub fn bind(&mut self, word: Sym, local: LocalId) {
        self.words.push((word, local));
    }

    /// A block has ended, and the words that it brought with it: only so many are known now.
    pub fn leave(&mut self, known: usize) {
        self.gone.extend(self.words.drain(known.min(self.words.len())..).map(|(word, _)| word));
    }

    /// The newest that is called so.
    pub fn find(&self, word: Sym) -> Option<LocalId> {
        self.words.iter().rev().find(|(w, _)| *w == word).map(|(_, l)| *l)
    }

    /// What is called so by the same rule or procedure.
    pub fn said(&self, word: Sym) -> Option<LocalId> {
        self.words.iter().skip(self.own).rev().find(|(w, _)| *w == word).map(|(_, l)| *l)
    }
}
