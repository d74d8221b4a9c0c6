//! Where rules meet the game: quantities, procedures, tables, and what is contributed to them.

use super::id::{CountNo, RowNo, RuleNo, S, SlotNo, StateNo, X};
use super::{MannerPart, Op, Reg};
use crate::num::Rounding;
use crate::source::Span;

/// A rule's part in a hook.
#[derive(Clone, Debug, PartialEq)]
pub struct Contribution {
    /// Which row says so.
    pub row: RowNo,
    /// Whether it applies.
    pub guard: X,
    /// What it contributes.
    pub x: X,
    /// The register of `me`, and the rule whose carriers are tried.
    pub me: Option<(Reg, RuleNo)>,
}

/// What switches a row off.
#[derive(Clone, Debug, PartialEq)]
pub struct Off {
    /// Whether it applies.
    pub guard: X,
    /// As for a contribution.
    pub me: Option<(Reg, RuleNo)>,
    /// Which row says so.
    pub row: RowNo,
}

/// A line of the rules that can be cited, named, ignored and explained.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowInfo {
    /// Its own name, or its rule's.
    pub name: String,
    /// Where.
    pub span: Span,
    /// The clauses it carries out.
    pub cites: Vec<String>,
    /// The rule it belongs to, if any.
    pub rule: Option<RuleNo>,
    /// What switches it off, by hook.
    pub off: Vec<Off>,
}

/// What a value is multiplied by.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    /// Where it applies; what it is, if that is worked out.
    pub c: Contribution,
    /// Numerator; 0 stands for what is worked out.
    pub by: i64,
    /// Denominator.
    pub over: i64,
    /// How it says that the product is rounded.
    pub rounded: Option<Rounding>,
    /// Whether that makes whole inches.
    pub whole: bool,
}

/// A quantity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slot {
    /// As written.
    pub name: String,
    /// Its own row.
    pub row: RowNo,
    /// Number of blanks.
    pub roles: u8,
    /// The base, if it has one of its own.
    pub base: Option<X>,
    /// How a fraction becomes whole.
    pub rounding: Option<Rounding>,
    /// Whether it is a yes or no.
    pub truth: bool,
    /// `= e`.
    pub sets: Vec<Contribution>,
    /// Whether a length is rounded to whole inches.
    pub whole: bool,
    /// `x n`, `half`.
    pub scales: Vec<Factor>,
    /// `+ e`.
    pub adds: Vec<Contribution>,
    /// `at least e`.
    pub floors: Vec<Contribution>,
    /// `at most e`.
    pub ceilings: Vec<Contribution>,
    /// `no`.
    pub vetoes: Vec<Contribution>,
    /// Its own floor and ceiling.
    pub least: Option<X>,
    /// Its own ceiling.
    pub most: Option<X>,
}

/// A gate of an action: `needs` or `forbid`.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    /// The row that says so.
    pub row: RowNo,
    /// What must hold.
    pub holds: X,
    /// As for a contribution.
    pub me: Option<(Reg, RuleNo)>,
}

/// Something that happens.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Procedure {
    /// As written.
    pub name: String,
    /// A number that stands for its name, the same in every program.
    pub key: u64,
    /// Its own row.
    pub row: RowNo,
    /// Kind words: `action`, `phase` ...
    pub word: String,
    /// Number of blanks.
    pub roles: u8,
    /// Registers in all.
    pub regs: u8,
    /// Instructions.
    pub code: Vec<Op>,
    /// What must hold for it to be chosen.
    pub gates: Vec<Gate>,
    /// For a pool that is passed or failed: the quantity of successes that it needs.
    pub passes: Option<SlotNo>,
    /// What it costs: the count, of whom, the slot that says how much.
    pub costs: Vec<(CountNo, X, X)>,
    /// The description of what may fill the second blank.
    pub aim: Option<S>,
    /// Bits set on the first blank when done: turn, phase, game.
    pub did: [Option<StateNo>; 3],
    /// Limits: a state of a thing that must not be set, and is set by doing it.
    pub limits: Vec<(X, StateNo)>,
    /// The bit of the running context.
    pub during: Option<u8>,
    /// Whether it is a phase.
    pub phase: bool,
    /// States that end when it does.
    pub clears: Vec<StateNo>,
    /// States that last until the end of its next run.
    pub nexts: Vec<Next>,
    /// For a manner of moving: all that whoever moves so does besides.
    pub manner: Vec<MannerPart>,
}

/// A state that lasts through the next run of a procedure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Next {
    /// Which.
    pub state: StateNo,
    /// The state that says that the run has begun.
    pub begun: StateNo,
    /// Whether only a run for its bearer counts: the first blank is the bearer, or one belongs to the other.
    pub of_one: bool,
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// As written.
    pub name: String,
    /// Its own row.
    pub row: RowNo,
    /// For each key, the ranges of its rows: inclusive; one list a key.
    pub keys: Vec<Vec<(i64, i64)>>,
    /// Cells, last key fastest.
    pub cells: Vec<i64>,
    /// What each key is.
    pub takes: Vec<super::Type>,
    /// The quantity that asks for the keys and looks up, where they are not numbers of their own.
    pub slot: Option<SlotNo>,
    /// Dice that cells hold, as written.
    pub dice: Vec<String>,
    /// Whether its cells are things by the numbers of their names.
    pub named: bool,
}

impl Table {
    /// A cell that holds the first of the table's dice; the others follow.
    pub const DICE: i64 = -1_000_000_000_000;
}
