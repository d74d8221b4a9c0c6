//! What a rule or a row changes in a quantity or a throw.

use serde::{Deserialize, Serialize};

use super::{Dice, Expr, Sel, TerrainId};
use crate::dice::Keep;
use crate::intern::Sym;
use crate::num::Rounding;
use crate::source::At;

/// A line of the rules: what it is called, where it stands, which clauses it carries out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Its name, if it has one.
    pub name: Option<Sym>,
    /// Where.
    pub at: At,
    /// The clauses that it cites.
    pub cites: Vec<Sym>,
}

/// A row below a value, condition or throw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OwnRow {
    /// Its line.
    pub line: Line,
    /// What it changes.
    pub change: Change,
}

/// One change, and when it applies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// What.
    pub kind: ChangeKind,
    /// When.
    pub guard: Vec<Guard>,
    /// Where.
    pub at: At,
}

/// When something holds: all of it must.
pub type Guards = Vec<Guard>;

/// A question of a guard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Guard {
    /// What must hold.
    pub test: Expr,
    /// Whether it asks for the result of the throw that it changes: passed (yes) or failed (no).
    pub result: Option<bool>,
}

/// How often something counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Every {
    /// For every so many full of a description.
    Of(i64, Sel),
    /// For every so many full of a number.
    By(i64, Expr),
}

/// What a quantity is multiplied by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Factor {
    /// A part: numerator, denominator.
    Share(i64, i64),
    /// What is worked out.
    By(Expr),
}

/// Which dice are rolled again, or bring others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// What a face is forced to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Forced {
    /// Succeeds whatever else.
    Succeeds,
    /// Fails whatever else.
    Fails,
    /// Succeeds and counts so many.
    Counts(i64),
}

/// Which natural scores are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Natural {
    /// This one.
    Exactly(i64),
    /// This or a higher one.
    OrMore(i64),
    /// This or a lower one.
    OrLess(i64),
}

/// What is done with the number of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DiceChange {
    /// More dice.
    Plus,
    /// Fewer dice.
    Minus,
    /// So many times the dice.
    Times,
}

/// What a manner, or a rule that meets it, says of those who move so. Any number of them hold side by side, in any order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Moves {
    /// Keeps this far from these.
    Keeping(Expr, Sel),
    /// Ends this far from these.
    Ending(Expr, Sel),
    /// Passes through these.
    Through(Sel),
    /// Passes through these if there is no other way.
    IfSurrounded(Sel),
    /// These of the group stay where they are.
    Without(Sel),
    /// Stays on ground of these sorts.
    Inside(Vec<TerrainId>),
    /// Keeps its pieces together.
    Coherent,
    /// May leave the board.
    Leaving,
    /// Goes on past those who stand where it would end.
    GoingOn,
    /// Ends facing the way it went.
    Turning,
    /// Ends facing as it did.
    KeepsFacing,
}

/// What is changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ChangeKind {
    /// It becomes this.
    Set(Expr),
    /// More, or less (`minus`), perhaps for every so many.
    Add {
        /// Less.
        minus: bool,
        /// How much.
        amount: Expr,
        /// How often.
        every: Option<Every>,
    },
    /// So many times as much.
    Scale(Factor, Option<Rounding>),
    /// At least this.
    Floor(Expr),
    /// At most this.
    Ceiling(Expr),
    /// Exactly this; of dice where it says so.
    Exactly(Expr, bool),
    /// It is so.
    Yes,
    /// It is not so.
    No,
    /// Each die counts more, or less (`minus`).
    Each {
        /// Less.
        minus: bool,
        /// How much.
        amount: Expr,
    },
    /// The total is more, or less (`minus`).
    Total {
        /// Less.
        minus: bool,
        /// How much.
        amount: Expr,
    },
    /// More or fewer dice.
    Dice {
        /// What is done with their number.
        how: DiceChange,
        /// How many.
        amount: Expr,
        /// How often.
        every: Option<Every>,
        /// Of all of them, these are kept.
        keep: Option<Keep>,
    },
    /// Dice are rolled again.
    Reroll {
        /// Which.
        faces: Faces,
        /// Whether it is offered.
        may: bool,
        /// Whether the whole test is made anew.
        anew: bool,
    },
    /// Natural scores that mean something by themselves.
    Natural(Natural, Forced),
    /// Another score is needed.
    Need(Expr),
    /// Dice bring others.
    Explode(Faces, bool),
    /// Some dice are kept or put aside.
    Keep(Keep),
    /// Each hit counts so many.
    HitCounts(Expr),
    /// Each hit counts what these dice show.
    HitDice(Dice),
    /// It is passed.
    Passes,
    /// It is failed.
    Fails,
    /// Whoever moves so does this besides.
    Moves(Moves),
}
