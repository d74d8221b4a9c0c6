//! What is remembered between two moments, and when the order of two that touch it matters.

use std::collections::BTreeSet;

use crate::hir::{CountId, LimitId, ProcId, StateId};

/// Something that is remembered between two moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cell {
    /// A state.
    State(StateId),
    /// A stored number.
    Count(CountId),
    /// Who did something.
    Did(ProcId),
    /// What a limit has left.
    Limit(LimitId),
    /// Which formation.
    Form,
    /// Where things stand, who is in play, who leads.
    Places,
    /// Who belongs to whom.
    Groups,
}

/// What something touches.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    pub reads: BTreeSet<Cell>,
    pub gains: BTreeSet<Cell>,
    pub loses: BTreeSet<Cell>,
    pub adds: BTreeSet<Cell>,
    pub sets: BTreeSet<Cell>,
    /// Whether it rolls.
    pub rolls: bool,
    /// Whether somebody decides.
    pub decides: bool,
    /// Whether it may end what runs around it.
    pub stops: bool,
}

impl Touched {
    /// Whether it would be seen by somebody who decides.
    pub fn shows(&self) -> bool {
        self.rolls || self.decides || !self.writes().is_empty()
    }

    /// What it changes.
    fn writes(&self) -> BTreeSet<Cell> {
        [&self.gains, &self.loses, &self.adds, &self.sets].into_iter().flatten().copied().collect()
    }

    /// Something on which the order of the two hangs, if there is anything.
    pub fn clash(&self, other: &Self) -> Option<Cell> {
        let (mine, theirs) = (self.writes(), other.writes());
        let read = |w: &BTreeSet<Cell>, t: &Self| w.iter().find(|c| t.reads.contains(c)).copied();
        if let Some(c) = read(&mine, other).or_else(|| read(&theirs, self)) {
            return Some(c);
        }
        // both add, both give or both take: in either order the same
        let only = |t: &Self, of: fn(&Self) -> &BTreeSet<Cell>, c: &Cell| {
            let others = [&t.gains, &t.loses, &t.adds, &t.sets].into_iter().filter(|s| !std::ptr::eq(*s, of(t)));
            of(t).contains(c) && !others.into_iter().any(|s| s.contains(c))
        };
        let alike = |of: fn(&Self) -> &BTreeSet<Cell>, c: &Cell| only(self, of, c) && only(other, of, c);
        mine.intersection(&theirs).copied().find(|c| !(alike(|t| &t.gains, c) || alike(|t| &t.loses, c) || alike(|t| &t.adds, c)))
    }
}
