//! What is asked.

use serde::{Deserialize, Serialize};

use super::{
    Call, CountId, Dice, Hidden, KindId, LocalId, Pile, ProcId, Quality, RowId, RulingId, Sel, StateId, TableId, TerrainId, ThingId, Ty,
    ValueId,
};
use crate::intern::Sym;
use crate::num::Rounding;
use crate::source::At;

/// A question, with its type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expr {
    /// What is asked.
    pub kind: Box<ExprKind>,
    /// What the answer is.
    pub ty: Ty,
    /// Where it stands.
    pub at: At,
}

/// How two numbers, or two things, are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Comparison {
    /// Same.
    Equal,
    /// Not the same.
    Unequal,
    /// Less.
    Less,
    /// Less or equal.
    AtMost,
    /// More.
    More,
    /// More or equal.
    AtLeast,
}

/// A sum, difference or product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Operator {
    /// Sum.
    Plus,
    /// Difference.
    Minus,
    /// Product.
    Times,
}

/// Which one of several is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Extreme {
    /// The greatest.
    Highest,
    /// The least.
    Lowest,
}

/// Which dice of a throw are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shown {
    /// Those that show this face.
    Face(u8),
    /// Those that show the same face, of whichever there are the most.
    Alike,
}

/// Of which part of what is described something must be true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// Of every one.
    All,
    /// Of half of them or more.
    AtLeastHalf,
    /// Of more than half.
    MoreThanHalf,
}

/// Of how many a description must be true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Quantifier {
    /// One or more.
    Any,
    /// None.
    No,
}

/// Where something is, seen from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Spot {
    /// Before its front.
    Front,
    /// Beside it.
    Flank,
    /// Behind it.
    Rear,
    /// Behind the line along its front edge.
    BehindFrontLine,
    /// Within so many thousandths of a degree to either side of straight ahead.
    Arc(i64),
}

/// What belongs to a thing or holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reach {
    /// Its player's side.
    Side,
    /// The enemy of its side.
    OtherSide,
    /// The leading piece of a group.
    Leader,
    /// Its rank in the formation.
    Rank,
    /// Which way it faces.
    Facing,
    /// Where it stands.
    Place,
    /// The edge that its side set up at.
    Edge,
    /// The row that says what a piece is.
    Type,
    /// The formation it is in.
    Formation,
    /// What was paid for it.
    Price,
    /// The points that its side may spend.
    Allowance,
    /// The group of this kind that holds it.
    Up(KindId),
}

/// A period in which something was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Period {
    /// The turn that runs.
    Turn,
    /// The turn before.
    LastTurn,
    /// The phase that runs.
    Phase,
    /// The whole game.
    Game,
}

/// A line on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ray {
    /// Where it begins.
    pub from: Expr,
    /// What it goes to, or through.
    pub to: Expr,
    /// How long it is, where it goes on beyond.
    pub length: Option<Expr>,
}

/// To what a distance is taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Target {
    /// A thing or place.
    One(Expr),
    /// Any of a description.
    Any(Sel),
    /// A line.
    Ray(Ray),
}

/// Which way a place lies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Bearing {
    /// Straight ahead.
    Ahead,
    /// Straight behind.
    Behind,
    /// Towards a thing or place.
    Towards(Expr),
    /// In a direction.
    Facing(Expr),
}

/// What is worked out of two directions, or of a direction and an angle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ring {
    /// Which way the second lies, seen from the first.
    Bearing,
    /// The angle between two directions.
    Angle,
    /// The direction that lies so far clockwise of another.
    Clockwise,
    /// The direction that lies so far the other way round.
    Back,
}

/// What is asked. Lengths are thousandths of an inch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ExprKind {
    /// What could not be resolved, and was told.
    Error,
    /// A number; in what, the type says.
    Int(i64),
    /// Yes or no.
    Truth(bool),
    /// A word that stands for something; `me` and `it` too.
    Local(LocalId),
    /// The game itself.
    Game,
    /// The number of the turn.
    Turn,
    /// How many turns the game lasts.
    Turns,
    /// A thing declared by name.
    Thing(ThingId),
    /// A row of a list.
    Row(RowId),
    /// A formation as a value; or, where its type is a name, another state that cells and keys of tables name.
    Formation(StateId),
    /// A name that only tables know.
    Word(Sym),
    /// A point of the compass, in 1/65536 turn.
    Compass(i64),
    /// An edge of the board as a value of the machine.
    Edge(i64),
    /// An action as a value.
    Deed(ProcId),
    /// What a side picked where each did: the words for what the first and the second picked, and which side.
    Picked(LocalId, LocalId, Expr),
    /// A place, in mils from the board's south-west corner.
    PlaceAt(i64, i64),
    /// A reading as a value: the ruling, which of its readings.
    Reading(RulingId, u32),
    /// Whether a ruling takes a reading.
    Takes(RulingId, u32),
    /// The number of the reading that a ruling takes.
    ReadingNumber(RulingId),
    /// A value or condition, its blanks filled in order.
    Ask(ValueId, Vec<Expr>),
    /// A stored number of somebody.
    Count(CountId, Expr),
    /// A table, its keys in order.
    Look(TableId, Vec<Expr>),
    /// Whether it is any of these.
    Is(Expr, Vec<Quality>),
    /// Whether any piece of it is any of these; the word stands for the piece.
    HasAny(Expr, LocalId, Vec<Quality>),
    /// Whether it has at least so much of a count.
    HasAmount(Expr, CountId, Expr),
    /// Whether any of a description belongs to it.
    HasSome(Expr, Sel),
    /// Whether it did any of these.
    Did(Expr, Vec<ProcId>, Period),
    /// Whether two are the same.
    Same(Expr, Expr),
    /// Whether the first is an enemy of the second.
    EnemyOf(Expr, Expr),
    /// Whether the first is a friend of the second.
    FriendOf(Expr, Expr),
    /// Whether it is in play.
    InPlay(Expr),
    /// Whether it is off the table.
    OffBoard(Expr),
    /// Whether it stands in ground of this sort.
    InGround(Expr, TerrainId),
    /// Whether its card is in a deck.
    InDeck(Expr, Pile),
    /// Whether everybody knows what one side alone knew of somebody.
    Revealed(Hidden, Expr),
    /// Whether its card is among those that were drawn together; the word of the draw.
    InHand(Expr, LocalId),
    /// Whether two are so near each other.
    Within(Expr, Expr, Target),
    /// Base contact.
    Touches(Expr, Target),
    /// Line of sight from the first to the second.
    Sees(Expr, Expr),
    /// Whether it carries a row.
    Carries(Expr, Expr),
    /// Where the first is, seen from the second.
    InSpot(Expr, Spot, Expr),
    /// Not.
    Not(Expr),
    /// All of these.
    And(Vec<Expr>),
    /// Any of these.
    Or(Vec<Expr>),
    /// A comparison.
    Compare(Comparison, Expr, Expr),
    /// Whether the first lies between the others, both included.
    Between(Expr, Expr, Expr),
    /// Minus.
    Neg(Expr),
    /// A sum, difference or product.
    Math(Operator, Expr, Expr),
    /// A quotient, and how it says that it is rounded; where it does not, as its receiver says.
    Quotient(Expr, Expr, Option<Rounding>),
    /// A part: numerator, denominator, of what.
    Share(i64, i64, Expr, Option<Rounding>),
    /// A length rounded to whole inches.
    Rounded(Expr, Rounding),
    /// The first value whose question is answered yes, else the last.
    If(Vec<(Expr, Expr)>, Expr),
    /// The lesser or greater of these.
    Pick(Extreme, Vec<Expr>),
    /// How many.
    CountOf(Sel),
    /// Whether there is any, or none.
    Exists(Quantifier, Sel),
    /// Whether this holds of so many of them.
    Most(Part, Sel, Expr),
    /// The one that is described; the first in canonical order.
    The(Sel),
    /// The greatest or least value over them; it speaks of the description's word.
    ExtremeOf(Extreme, Expr, Sel),
    /// The commonest value, ties to the higher.
    MajorityOf(Expr, Sel),
    /// The row of a kind that most of them carry.
    CommonestOf(KindId, Sel),
    /// The sum over them.
    SumOf(Expr, Sel),
    /// How many dice of a throw, the result of this pool, show a face.
    Faces(Shown, LocalId, ProcId),
    /// Edge to edge.
    Distance(Expr, Expr),
    /// Length of the way there.
    March(Expr, Expr),
    /// Directions and angles.
    Ring(Ring, Expr, Expr),
    /// What belongs to it or holds it.
    Reach(Reach, Expr),
    /// The place so far from a thing.
    PlaceFrom(Expr, Expr, Bearing),
    /// Whether a procedure, or one of its ways, is running.
    During(ProcId, Option<Sym>),
    /// The result of a throw that is being made: passed (yes) or failed (no).
    Result(bool),
    /// Dice that are rolled here; only where something happens.
    Roll(Dice),
    /// The result of something that happens here; only where something happens.
    Do(Call),
    /// The results of a call for each of a description, added up.
    TotalOf(Call, Sel),
    /// Dice that the cell of a column or table holds, rolled here: a `Count`, `Ask` or `Look`.
    RollCell(Expr),
}

impl Expr {
    /// A question.
    #[must_use]
    pub fn new(kind: ExprKind, ty: Ty, at: At) -> Self {
        Self { kind: Box::new(kind), ty, at }
    }

    /// What stands in the place of something that was told to be wrong.
    #[must_use]
    pub fn error(at: At) -> Self {
        Self::new(ExprKind::Error, Ty::Unknown, at)
    }

    /// Whether something was wrong here and has been told.
    #[must_use]
    pub fn is_error(&self) -> bool {
        matches!(*self.kind, ExprKind::Error)
    }

    /// The number that it is, if it is one.
    #[must_use]
    pub fn constant(&self) -> Option<i64> {
        match *self.kind {
            ExprKind::Int(n) => Some(n),
            _ => None,
        }
    }
}
