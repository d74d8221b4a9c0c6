//! Descriptions of things.

use serde::{Deserialize, Serialize};

use super::{ColumnId, Expr, Extreme, KindId, LocalId, Pile, RowId, RuleId, Spot, StateId, Target, TerrainId, ValueId};
use crate::source::At;

/// A description: `enemy Weary unit (the target) within 6" of me`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sel {
    /// Things of this kind.
    pub kind: KindId,
    /// The word for the one that is looked at.
    pub var: LocalId,
    /// What must be so of it, in the order that it is written.
    pub tests: Vec<Test>,
    /// Where it stands.
    pub at: At,
}

/// One thing that a description says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Test {
    /// It is one of these; or none of them.
    Is(Vec<Quality>, bool),
    /// An enemy of whoever speaks.
    Enemy(Expr),
    /// A friend of whoever speaks.
    Friendly(Expr),
    /// Not whoever speaks.
    Other(Expr),
    /// Belongs to this: a group, a side, or for rows whoever carries it.
    Of(Expr),
    /// Is within this group.
    In(Expr),
    /// Stands in ground of this sort.
    InGround(TerrainId),
    /// Its card is in this deck.
    InDeck(Pile),
    /// Its card is among those drawn together.
    InHand(LocalId),
    /// Is so near; or is not.
    Within(Expr, Target, bool),
    /// Touches; or does not.
    Touching(Target, bool),
    /// Is seen by this.
    SeenBy(Expr, bool),
    /// Is another than this.
    OtherThan(Expr),
    /// Carries or is all of these; or none.
    With(Vec<Quality>, bool),
    /// Carries this row.
    Carrying(Expr),
    /// Is there, seen from this.
    InSpot(Spot, Expr),
    /// Of this it is so; it speaks of the description's word.
    Where(Expr),
    /// Has the highest or lowest of them all.
    Most(Extreme, Expr),
    /// Is the nearest of them all to this; or the furthest from it.
    Nearest(Expr, bool),
}

/// What something can be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Quality {
    /// It has a state.
    State(StateId),
    /// It carries a rule, by itself or by what brings it along.
    Rule(RuleId),
    /// A condition holds of it; what fills the blanks, it among them.
    Condition(ValueId, Vec<Expr>),
    /// It is this row of a list.
    Row(RowId),
    /// A row has this tag, which a column says.
    Tagged(StateId, ColumnId),
    /// A feature is ground of this sort.
    Ground(TerrainId),
    /// It is the same as this: a reading, a word of tables, a thing.
    Same(Expr),
    /// What could not be resolved, and was told.
    Error,
}
