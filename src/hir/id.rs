//! Numbers of what is declared.

use crate::intern::ids;
pub use crate::intern::{Id, List};

ids! {
    /// A kind of thing.
    KindId,
    /// A measure that counts and columns introduce.
    MeasureId,
    /// A yes-or-no that things can have.
    StateId,
    /// A stored number.
    CountId,
    /// A quantity or condition.
    ValueId,
    /// Something that happens: procedures, actions, phases, throws.
    ProcId,
    /// A table.
    TableId,
    /// A rule.
    RuleId,
    /// A row of a list.
    RowId,
    /// A column of lists or profiles.
    ColumnId,
    /// A ruling.
    RulingId,
    /// A sort of ground.
    TerrainId,
    /// A thing that is declared by name, such as a feature.
    ThingId,
    /// A deck.
    DeckId,
    /// A word that stands for something in a sentence.
    LocalId,
    /// A line where a rule meets the game.
    AttachId,
    /// An effect that lasts.
    LastingId,
    /// How often something may be.
    LimitId,
}
