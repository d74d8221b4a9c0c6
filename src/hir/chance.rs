//! Throws: pools, rolls, checks, rolls of one against another.

use serde::{Deserialize, Serialize};

use super::{Block, Dice, Expr, Forced, Line, LocalId, Natural, OwnRow};
use crate::dice::Keep;

/// What each die of a pool must show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EachDie {
    /// How many sides.
    pub sides: i64,
    /// The score that it needs, if it says so here.
    pub need: Option<Expr>,
    /// Whether it must not exceed it.
    pub low: bool,
    /// What faces count: from, to, how many.
    pub counts: Vec<(i64, i64, i64)>,
}

/// What comes of a throw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Band {
    /// It is passed.
    Passed,
    /// It is failed.
    Failed,
    /// It is failed by so many.
    FailedBy(i64, i64),
    /// The two totals differ by so many.
    Difference(i64, i64),
    /// The total lies between these, both included.
    Score(i64, i64),
    /// None of the totals that are named above it.
    Otherwise,
}

/// A throw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ChanceKind {
    /// Many like dice, each of which succeeds or not.
    Pool {
        /// How many.
        dice: Vec<Expr>,
        /// What each must show.
        each: Option<EachDie>,
        /// How many successes pass; whether more or fewer would not.
        passes: Option<Expr>,
        /// Whether fewer successes than that pass.
        or_less: bool,
    },
    /// A total.
    Roll(Option<Expr>),
    /// Dice and a sum against a score.
    Check {
        /// Its dice.
        dice: Dice,
        /// What is added.
        base: Expr,
        /// The score.
        need: Expr,
        /// Whether the total must not exceed it.
        low: bool,
    },
    /// Each of two makes the same roll.
    Opposed {
        /// The word for whoever rolls, where the head has no blanks and the sides roll.
        side: Option<LocalId>,
        /// The roll.
        roll: Option<Expr>,
        /// Whether equal totals roll again.
        ties_again: bool,
    },
    /// What could not be resolved, and was told.
    Error,
}

/// A throw with all that it says itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chance {
    /// What is thrown.
    pub kind: ChanceKind,
    /// Natural scores.
    pub naturals: Vec<(Line, Natural, Forced)>,
    /// Dice kept or put aside.
    pub keep: Vec<(Line, Keep)>,
    /// Its own rows.
    pub rows: Vec<OwnRow>,
    /// What comes of it.
    pub bands: Vec<(Line, Band, Block)>,
}
