//! Chance: a throw and all that touches it.

use super::Contribution;
use super::id::{RowNo, RuleNo, X};
use crate::dice::{Histogram, Keep};

/// What a face is forced to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Natural {
    /// Succeeds whatever else.
    Hits,
    /// Fails whatever else.
    Misses,
    /// Succeeds and counts so many.
    Counts(u8),
}

/// Which dice are rolled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faces {
    /// Those that failed.
    Failures,
    /// Those that succeeded.
    Successes,
    /// All.
    All,
    /// Those that show this.
    Face(u8),
    /// Those whose score is this or better.
    Score(u8),
    /// At most so many that failed.
    Some(u8),
    /// So many, those that count least.
    Worst(u8),
}

/// What a chance hook rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThrowKind {
    /// Many like dice, each of which succeeds or not.
    Pool,
    /// A total.
    Sum,
    /// A total against a score.
    Check,
}

/// Chance: one node however many dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Throw {
    /// As written.
    pub name: String,
    /// As it is told: with the rule that rolls, where that is not the procedure itself.
    pub title: String,
    /// Procedure and step: what the dice are keyed by.
    pub path: String,
    /// A number that stands for the path.
    pub key: u64,
    /// Which of several throws on one path.
    pub twin: u32,
    /// Its own row.
    pub row: RowNo,
    /// What it is.
    pub kind: ThrowKind,
    /// Sides of each die.
    pub sides: u8,
    /// Whether the total is halved, fractions up (a three-sided die from six).
    pub halve: bool,
    /// How many dice.
    pub dice: X,
    /// More dice.
    pub more: Vec<Contribution>,
    /// So many dice, whatever else is said.
    pub exact: Vec<Contribution>,
    /// The score needed of each die, or of the total.
    pub need: Option<X>,
    /// Whether the total must not exceed the score.
    pub low: bool,
    /// Other scores needed.
    pub needs: Vec<Contribution>,
    /// Added to each die, or to the total.
    pub each: Vec<Contribution>,
    /// Added to the total from the start.
    pub base: Option<X>,
    /// Faces with a result of their own.
    pub naturals: Vec<(u8, Natural, Contribution)>,
    /// What every face counts, when it says so.
    pub counts: Vec<(u8, u8, u8)>,
    /// Rolled again.
    pub rerolls: Vec<(Faces, Contribution)>,
    /// How many dice are kept, or put aside.
    pub keep: Vec<(Keep, Contribution)>,
    /// Whether the dice are looked at before some are rolled again.
    pub seen: bool,
    /// Dice that bring another, and whether only one more.
    pub explodes: Vec<(Explode, bool, Contribution)>,
    /// The faces that are counted apart.
    pub asked: Histogram,
    /// Rules that look at the dice before some are rolled again.
    pub looks: Vec<Look>,
}

/// A rule that looks at dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Who carries it, if not all do.
    pub rule: Option<RuleNo>,
    /// Whether it rolls all of them anew, whatever they show.
    pub anew: bool,
    /// Which it may have rolled again.
    pub faces: Faces,
}

impl Throw {
    /// All that rules contribute, in no order that matters.
    pub fn contributions(&self) -> impl Iterator<Item = &Contribution> {
        let plain = [&self.more, &self.exact, &self.needs, &self.each].into_iter().flatten();
        let faces = self.naturals.iter().map(|n| &n.2).chain(self.rerolls.iter().map(|r| &r.1));
        let dice = self.keep.iter().map(|k| &k.1).chain(self.explodes.iter().map(|e| &e.2));
        plain.chain(faces).chain(dice)
    }
}

/// Which dice bring another die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explode {
    /// Those that show this.
    Face(u8),
    /// Those whose score is this or better.
    Score(u8),
}
