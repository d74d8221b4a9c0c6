//! What rules become: expressions and instructions over numbered slots.

use crate::num::Rounding;
use crate::source::Span;

/// An expression of the arena.
pub type X = u32;
/// A register of a code block.
pub type Reg = u8;
/// A selector.
pub type S = u16;

/// Two-place operators. Truths are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bin {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// The lesser.
    Min,
    /// The greater.
    Max,
    /// Same.
    Eq,
    /// Not the same.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Both.
    And,
    /// Either.
    Or,
}

/// Where something is, seen from a formed group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// Before its front.
    Front,
    /// Beside it.
    Flank,
    /// Behind it.
    Rear,
}

/// An expression. Things are their numbers, rows their indices, lengths thousandths of an inch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ex {
    /// A constant.
    Int(i64),
    /// A register.
    Reg(Reg),
    /// The game itself.
    Game,
    /// The number of the turn.
    Turn,
    /// Whether a thing has a state.
    Bit {
        /// The thing.
        of: X,
        /// The state.
        state: u16,
    },
    /// Which of a formation set a thing is in.
    FormOf(X),
    /// Whether a row carries a rule.
    RowHas {
        /// The row.
        row: X,
        /// The rule.
        rule: u16,
    },
    /// A stored number.
    Cell {
        /// Of this thing.
        of: X,
        /// Which.
        count: u16,
    },
    /// A column of a row.
    Column {
        /// The row.
        row: X,
        /// The column.
        col: u16,
    },
    /// The row that says what a piece is.
    TypeRow(X),
    /// Asks a value; the list holds what fills its blanks.
    Value {
        /// Which.
        slot: u16,
        /// Its blanks.
        args: u32,
    },
    /// Looks up a table.
    Table {
        /// Which.
        table: u16,
        /// Its keys.
        args: u32,
    },
    /// Minus.
    Neg(X),
    /// Not.
    Not(X),
    /// Two-place.
    Two(Bin, X, X),
    /// A quotient, rounded.
    Div(X, X, Rounding),
    /// A choice.
    If(X, X, X),
    /// How many.
    Count(S),
    /// Whether there is any.
    Exists(S),
    /// The first in canonical order, or -1.
    First(S),
    /// The greatest or least value over a selection.
    Extreme {
        /// Of these.
        sel: S,
        /// This value.
        value: X,
        /// The greatest.
        high: bool,
    },
    /// The commonest value, ties to the higher.
    Majority {
        /// Of these.
        sel: S,
        /// This value.
        value: X,
    },
    /// The sum over a selection.
    Sum {
        /// Of these.
        sel: S,
        /// This value.
        value: X,
    },
    /// Edge to edge, as the pack measures.
    Distance(X, X),
    /// Length of the way there.
    March(X, X),
    /// Base contact.
    Touches(X, X),
    /// Line of sight.
    Sees(X, X),
    /// Whether ground of this sort lies between.
    Behind {
        /// The one sheltered.
        of: X,
        /// What ground.
        terrain: u16,
        /// From here.
        from: X,
    },
    /// Stands in ground of this sort.
    InTerrain(X, u16),
    /// Where one is, seen from another.
    In {
        /// The one.
        of: X,
        /// The other.
        from: X,
        /// Which side of it.
        spot: Spot,
    },
    /// A thing declared by name.
    Named(u16),
    /// Whether a feature is ground of a sort.
    Ground(X, u16),
    /// Whose it is.
    Side(X),
    /// The enemy of a side.
    OtherSide(X),
    /// The leading piece of a group.
    Leader(X),
    /// The group of this kind that holds it.
    Up(X, u8),
    /// Its rank in the formation, 1 in front; 0 without ranks.
    Rank(X),
    /// Whether it is in play.
    InPlay(X),
    /// Whether it stands on the table.
    OnBoard(X),
    /// Whether a piece carries a row.
    Carries(X, X),
    /// Whether another rule switches a row off here.
    Off(u16),
    /// Whether a procedure or tag is on the stack.
    During(u8),
}

/// Over what a selection runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Domain {
    /// Every thing of a kind that is in play.
    All(u8),
    /// Those of a kind held by a group or side.
    Of(u8, X),
    /// Rows of a kind carried by a thing or anything in it.
    RowsOf(u8, X),
    /// Every row of a kind.
    Rows(u8),
    /// Whoever may carry a rule.
    Carriers(u16),
    /// Each formation.
    Forms(u8),
}

/// A description of things.
#[derive(Clone, Debug)]
pub struct Sel {
    /// Over what.
    pub domain: Domain,
    /// Where each candidate is put while it is looked at.
    pub var: Reg,
    /// All must hold.
    pub filters: Vec<X>,
    /// Only those for which this is greatest or least.
    pub extreme: Option<(X, bool)>,
}

/// A rule's part in a hook.
#[derive(Clone, Debug)]
pub struct Contribution {
    /// Which row says so.
    pub row: u16,
    /// Whether it applies.
    pub guard: X,
    /// What it contributes.
    pub x: X,
    /// The register of `me`, and the rule whose carriers are tried.
    pub me: Option<(Reg, u16)>,
}

/// What switches a row off.
#[derive(Clone, Debug)]
pub struct Off {
    /// Whether it applies.
    pub guard: X,
    /// As for a contribution.
    pub me: Option<(Reg, u16)>,
    /// Which row says so.
    pub row: u16,
}

/// A line of the rules that can be cited, named, ignored and explained.
#[derive(Clone, Debug, Default)]
pub struct RowInfo {
    /// Its own name, or its rule's.
    pub name: String,
    /// Where.
    pub span: Span,
    /// The clauses it carries out.
    pub cites: Vec<String>,
    /// The rule it belongs to, if any.
    pub rule: Option<u16>,
    /// What switches it off, by hook.
    pub off: Vec<Off>,
}

/// A quantity.
#[derive(Clone, Debug, Default)]
pub struct Slot {
    /// As written.
    pub name: String,
    /// Its own row.
    pub row: u16,
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
    /// `x n`; numerators and, for `half`, denominators.
    pub scales: Vec<(Contribution, i64, i64)>,
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
    /// At most so many that failed.
    Some(u8),
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
#[derive(Clone, Debug)]
pub struct Throw {
    /// As written.
    pub name: String,
    /// Procedure and step: what the dice are keyed by.
    pub path: String,
    /// Which of several throws on one path.
    pub twin: u32,
    /// Its own row.
    pub row: u16,
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
    /// How many dice are kept, the best or the worst.
    pub keep: Vec<(i8, Contribution)>,
}

/// How a group or piece moves.
#[derive(Clone, Debug)]
pub struct Motion {
    /// Who.
    pub who: X,
    /// Towards what, away from what, into contact with what.
    pub course: Course,
    /// How far.
    pub distance: Option<X>,
    /// Whether it may be less.
    pub up_to: bool,
    /// Keeps this far from these.
    pub keep: Option<(X, S)>,
    /// Passes through what stands in the way.
    pub through: bool,
    /// May leave the board.
    pub leaving: bool,
}

/// The sort of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Course {
    /// Where its player likes.
    Free,
    /// Straight at it.
    Towards(X),
    /// Straight away from it.
    Away(X),
    /// Until bases touch.
    Contact(X),
    /// To an edge of its side.
    Home(X),
}

/// What may be chosen.
#[derive(Clone, Debug)]
pub enum Pick {
    /// One of these things.
    Thing(S),
    /// A number from here to there.
    Number(X, X),
    /// One of these names.
    Names(Vec<(String, X)>),
    /// A place.
    Place {
        /// Within this of that.
        near: Option<(X, X)>,
        /// At least this far from these.
        clear: Option<(X, S)>,
        /// In the zone of a side.
        zone: Option<X>,
    },
}

/// One instruction.
#[derive(Clone, Debug)]
pub enum Op {
    /// A register gets a value.
    Set(Reg, X),
    /// Goes on elsewhere.
    Jump(u32),
    /// Goes on elsewhere unless it holds.
    Unless(X, u32),
    /// Does a procedure; its result goes to the register.
    Call {
        /// Which.
        proc: u16,
        /// Its blanks.
        args: u32,
        /// The result.
        to: Reg,
        /// Tags it runs under.
        tags: u64,
        /// Answers given by the call.
        answers: u16,
    },
    /// Rolls; the result goes to the register, the margin of a check to the next.
    Roll(u16, Reg),
    /// Collects a selection for a loop. Registers: index, end.
    Each {
        /// Of these.
        sel: S,
        /// Where the loop stands.
        at: Reg,
        /// First by these, greatest (true) or least; then canonical.
        order: Vec<(X, bool)>,
    },
    /// A player says which of the loop comes next, where several may.
    Order {
        /// Who.
        by: X,
        /// Where the loop stands.
        at: Reg,
    },
    /// The next of the loop, or on to the exit.
    Next {
        /// Gets the thing.
        var: Reg,
        /// Where the loop stands.
        at: Reg,
        /// Where to go when done.
        exit: u32,
    },
    /// Gives a state.
    Gain(X, u16),
    /// Takes a state.
    Lose(X, u16),
    /// Changes formation.
    Become(X, X),
    /// Sets a stored number.
    Store(X, u16, X),
    /// Changes a stored number.
    Add(X, u16, X),
    /// A player picks.
    Choose {
        /// What of.
        pick: u16,
        /// Who.
        by: X,
        /// The answer.
        to: Reg,
        /// Where to go when nothing is picked.
        none: u32,
        /// Whether nothing may be picked.
        may: bool,
        /// What it is called.
        label: u16,
    },
    /// A player says yes or no.
    Offer {
        /// Who.
        by: X,
        /// Where to go on no.
        no: u32,
        /// What it is called.
        label: u16,
        /// The row that offers.
        row: u16,
        /// For whom.
        who: X,
    },
    /// A player takes an action with a group, or goes to the exit.
    Take {
        /// Who acts.
        who: X,
        /// Of this kind.
        kind: u8,
        /// Whether none may be taken.
        may: bool,
        /// Where to go when none is.
        exit: u32,
    },
    /// Notes that an action was done.
    Did(u16),
    /// Ends a procedure further out.
    Stop(u16),
    /// Ends this one with a result.
    Give(X),
    /// Tags the running procedure of this number.
    Tag(u8, u16),
    /// Moves.
    Move(u16, Reg),
    /// Takes up a formation; at most so far.
    Form(X, X, Option<X>),
    /// Puts down on the table.
    Put {
        /// Who.
        who: X,
        /// At this place.
        at: X,
        /// The zone it was chosen in, if it was.
        zone: Option<X>,
    },
    /// Out of play.
    Remove(X),
    /// Takes the lead of its group.
    Lead(X, X),
    /// Groups linked by contact become groups of this kind.
    Gather(S, u8),
    /// A side has won.
    Win(X),
    /// The game is over.
    End,
    /// A step begins: for traces.
    Step(u16),
    /// A step's result is known: for traces and tests.
    Result(u16, Reg),
}

/// A gate of an action: `needs` or `forbid`.
#[derive(Clone, Debug)]
pub struct Gate {
    /// The row that says so.
    pub row: u16,
    /// What must hold.
    pub holds: X,
    /// As for a contribution.
    pub me: Option<(Reg, u16)>,
}

/// Something that happens.
#[derive(Clone, Debug, Default)]
pub struct Procedure {
    /// As written.
    pub name: String,
    /// Its own row.
    pub row: u16,
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
    /// What it costs: the count, of whom, the slot that says how much.
    pub costs: Vec<(u16, X, X)>,
    /// The description of what may fill the second blank.
    pub aim: Option<S>,
    /// Bits set on the first blank when done: turn, phase, game.
    pub did: [Option<u16>; 3],
    /// Limits: a state of a thing that must not be set, and is set by doing it.
    pub limits: Vec<(X, u16)>,
    /// The bit of the running context.
    pub during: Option<u8>,
    /// Whether it is a phase.
    pub phase: bool,
    /// States that end when it does.
    pub clears: Vec<u16>,
}

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// As written.
    pub name: String,
    /// Its own row.
    pub row: u16,
    /// For each key, the ranges of its rows: inclusive; one list a key.
    pub keys: Vec<Vec<(i64, i64)>>,
    /// Cells, last key fastest.
    pub cells: Vec<i64>,
}
