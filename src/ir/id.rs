//! Numbers of what a program is made of: where the rules have numbers of their own for it, the program may have more.

use crate::intern::ids;
pub use crate::intern::{Id, List};

ids! {
    /// An expression of the arena.
    #[derive(Default)]
    X,
    /// A description of things.
    #[derive(Default)]
    S,
    /// A list of arguments.
    #[derive(Default)]
    ListNo,
    /// A quantity or condition.
    #[derive(Default)]
    SlotNo,
    /// Something that happens.
    #[derive(Default)]
    ProcNo,
    /// A table.
    #[derive(Default)]
    TableNo,
    /// A throw.
    #[derive(Default)]
    ThrowNo,
    /// A line that can be cited.
    #[derive(Default)]
    RowNo,
    /// A move.
    #[derive(Default)]
    MotionNo,
    /// A choice.
    #[derive(Default)]
    PickNo,
    /// The name of a choice or step.
    #[derive(Default)]
    LabelNo,
    /// Answers that a call gives.
    #[derive(Default)]
    AnswersNo,
    /// Of what an action is taken.
    #[derive(Default)]
    TakeNo,
    /// A yes-or-no that things can have.
    #[derive(Default)]
    StateNo,
    /// A stored number.
    #[derive(Default)]
    CountNo,
    /// A kind of thing.
    #[derive(Default)]
    KindNo,
    /// A rule.
    #[derive(Default)]
    RuleNo,
    /// A row of a list.
    #[derive(Default)]
    ListRowNo,
    /// A column of lists or profiles.
    #[derive(Default)]
    ColumnNo,
    /// A sort of ground.
    #[derive(Default)]
    TerrainNo,
    /// A thing that is declared by name.
    #[derive(Default)]
    ThingNo,
}

impl LabelNo {
    /// What is named has lesser numbers than this.
    pub const TOP: Self = Self(u32::MAX - 7);
    /// What the choice of an order is called.
    pub const ORDER: Self = Self(u32::MAX - 2);
    /// What the choice of an action is called.
    pub const ACTION: Self = Self(u32::MAX);
    /// What the choice of a place is called that a move asks for.
    pub const PLACE: Self = Self(u32::MAX - 1);
    /// What the choice of a facing is called.
    pub const FACING: Self = Self(u32::MAX - 3);
    /// What the choice of a front is called.
    pub const FRONT: Self = Self(u32::MAX - 4);
}
