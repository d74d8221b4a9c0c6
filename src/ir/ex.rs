//! What is asked: expressions, and the descriptions they speak of.

use super::id::{ColumnNo, CountNo, KindNo, ListNo, RowNo, RuleNo, S, SlotNo, StateNo, TableNo, TerrainNo, ThingNo, X};
use crate::dice::Histogram;
use crate::num::Rounding;

/// A register of a code block. It is a small number by design: a question has `WINDOW` of them, a block of code no more than fit,
/// and what needs more is told (`lower::frame` counts them, `lower::room` tells). It is none of the numbers of things.
pub type Reg = u8;

/// Registers of a question while it is asked.
pub const WINDOW: usize = 48;

/// Two-place operators. Truths are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// Before its front.
    Front,
    /// Beside it.
    Flank,
    /// Behind it.
    Rear,
    /// Behind the line along its front edge.
    BehindFrontLine,
}

/// What is worked out of two directions, or of a direction and an angle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ring {
    /// Which way the second lies, seen from the first.
    Bearing,
    /// The angle between two directions, in thousandths of a degree.
    Angle,
    /// The direction so many thousandths of a degree clockwise of another.
    Turned,
}

/// An expression. Things are their numbers, rows their indices, lengths thousandths of an inch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ex {
    /// A constant.
    Int(i64),
    /// A register.
    Reg(Reg),
    /// The game itself.
    Game,
    /// The number of the turn.
    Turn,
    /// How many turns the scenario lasts.
    Turns,
    /// Whether a thing has a state.
    Bit {
        /// The thing.
        of: X,
        /// The state.
        state: StateNo,
    },
    /// Which of a formation set a thing is in.
    FormOf(X),
    /// Whether a row carries a rule.
    RowHas {
        /// The row.
        row: X,
        /// The rule.
        rule: RuleNo,
    },
    /// A stored number.
    Cell {
        /// Of this thing.
        of: X,
        /// Which.
        count: CountNo,
    },
    /// How many dice of a throw show a face.
    Shown {
        /// How many show each face that is counted.
        counts: X,
        /// The faces that are counted.
        histogram: Histogram,
        /// The face.
        face: u8,
    },
    /// How many dice of a throw show the same face, at most.
    Alike {
        /// How many show each face that is counted.
        counts: X,
        /// The faces that are counted.
        histogram: Histogram,
    },
    /// A column of a row.
    Column {
        /// The row.
        row: X,
        /// The column.
        col: ColumnNo,
    },
    /// The row that says what a piece is.
    TypeRow(X),
    /// Asks a value; the list holds what fills its blanks.
    Value {
        /// Which.
        slot: SlotNo,
        /// Its blanks.
        args: ListNo,
    },
    /// Looks up a table.
    Table {
        /// Which.
        table: TableNo,
        /// Its keys.
        args: ListNo,
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
    /// The row of a kind that most of a selection carry, ties to the first; -1 if none carries any.
    Commonest {
        /// Of these.
        sel: S,
        /// Rows of this kind.
        kind: KindNo,
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
    /// Whether a thing lies along a line: it, from, towards, how far to either side, how long (-1: as far as that).
    Along(ListNo),
    /// Where a thing stands.
    PlaceOf(X),
    /// Which way a thing faces.
    FacingOf(X),
    /// Directions and angles.
    Ring(Ring, X, X),
    /// The edge that the side of a thing set up at; of the game whichever is nearest.
    EdgeOf(X),
    /// A stored place.
    PlaceCell {
        /// Of this thing.
        of: X,
        /// Which.
        count: CountNo,
    },
    /// The place so far from a thing: it, how far, towards what (-1: nothing), which way (-1: straight ahead).
    PlaceFrom(ListNo),
    /// Base contact.
    Touches(X, X),
    /// Line of sight.
    Sees(X, X),
    /// Stands in ground of this sort.
    InTerrain(X, TerrainNo),
    /// Where one is, seen from another.
    In {
        /// The one.
        of: X,
        /// The other.
        from: X,
        /// Which side of it.
        spot: Spot,
    },
    /// Whether any of one lies within so many steps either side of straight ahead of another.
    InArc {
        /// The one.
        of: X,
        /// The other.
        from: X,
        /// In 1/65536 turn.
        half: u16,
    },
    /// A thing declared by name.
    Named(ThingNo),
    /// Whether a feature is ground of a sort.
    Ground(X, TerrainNo),
    /// Whose it is.
    Side(X),
    /// The enemy of a side.
    OtherSide(X),
    /// The leading piece of a group.
    Leader(X),
    /// The group of this kind that holds it.
    Up(X, KindNo),
    /// Its rank in the formation, 1 in front; 0 without ranks.
    Rank(X),
    /// Whether it is in play.
    InPlay(X),
    /// Whether it stands on the table.
    OnBoard(X),
    /// What was paid for a group, or for all of a side, in points.
    Price(X),
    /// The points that were agreed on for whoever's side it is.
    Allowance(X),
    /// Whether a piece carries a row.
    Carries(X, X),
    /// Whether another rule switches a row off here.
    Off(RowNo),
    /// Whether a procedure or tag is on the stack.
    During(u8),
}

/// Over what a selection runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Domain {
    /// Every thing of a kind that is in play.
    All(KindNo),
    /// Those of a kind held by a group or side.
    Of(KindNo, X),
    /// Those of a kind that something is, that it is a part of, or that are parts of it.
    With(KindNo, X),
    /// Rows of a kind carried by a thing or anything in it.
    RowsOf(KindNo, X),
    /// Every row of a kind.
    Rows(KindNo),
    /// Whoever may carry a rule.
    Carriers(RuleNo),
    /// Each formation.
    Forms(KindNo),
}

/// A description of things.
#[derive(Clone, Debug, PartialEq)]
pub struct Sel {
    /// Over what.
    pub domain: Domain,
    /// Where each candidate is put while it is looked at.
    pub var: Reg,
    /// All must hold.
    pub filters: Vec<X>,
    /// Only those for which each of these in turn is greatest, or least.
    pub extreme: Vec<(X, bool)>,
}
