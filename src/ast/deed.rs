//! What is done by its name, what is chosen, what moves, what is placed.

use super::expr::{Call, Expr, Point, Role};
use super::name::{Name, NameOrWord, NameRef, Prep, Word};
use super::select::{Selector, Spot, Whom, Within};
use super::stmt::Block;
use crate::source::At;

/// An action, or any number of them, that a player chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Take {
    /// Whether any number is taken: `any`; else `one`.
    pub any: bool,
    /// The kind of action.
    pub kind: Word,
    /// By whom.
    pub by: Expr,
    /// To what it is done.
    pub roles: Vec<Role>,
    /// Which ones there are to choose from; all if none is named.
    pub among: Vec<NameRef>,
}

/// A choice that somebody makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choose {
    /// Whether nothing may be chosen.
    pub may: bool,
    /// What it is called.
    pub word: Word,
    /// Of what.
    pub of: Chosen,
    /// Who chooses, if that is said.
    pub by: Option<Chooser>,
    /// `by side, in secret`: that only who chooses knows the answer.
    pub secret: bool,
    /// `of each side`: that all of a kind choose.
    pub each: Option<Word>,
}

/// Of what a choice is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// `1 to 3`
    Numbers {
        /// The least.
        from: Expr,
        /// The most.
        to: Expr,
    },
    /// `place within 6" of x`, `facing`, `edge`
    Somewhere {
        /// What of the table.
        what: Somewhere,
        /// What it is limited to.
        limits: Vec<PlaceLimit>,
    },
    /// `Left, Right or Centre`
    OneOf(Vec<Name>),
    /// `enemy unit within 6" of x`, `model of unit, alike or not`
    Of {
        /// Whom.
        who: Selector,
        /// Whether of those who are alike each is offered.
        each: bool,
    },
}

/// Something of the table that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Somewhere {
    /// `place`
    Place,
    /// `facing`
    Facing,
    /// `edge`
    Edge,
}

/// What a place is limited to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceLimit {
    /// What it says.
    pub kind: PlaceLimitKind,
    /// Where.
    pub at: At,
}

/// What a place is limited to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceLimitKind {
    /// `within 6" of x`
    Within(Within),
    /// `in x`
    In(Expr),
    /// `more than 6" from x`, `... from enemy unit`
    MoreThan {
        /// How far.
        distance: Expr,
        /// From whom.
        from: Whom,
    },
    /// `where a`
    Where(Expr),
    /// `in front of x`
    Spot(Spot),
}

/// Who chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chooser {
    /// `x chooses`
    By(Expr),
    /// `at random`
    Random,
    /// `in secret`: each side, and none knows what another chose until all have.
    Secretly,
}

/// Something put on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceIt {
    /// What.
    pub who: Expr,
    /// Where, and how it faces.
    pub puts: Vec<Put>,
    /// Who decides, if that is said.
    pub by: Option<Expr>,
}

/// Where something is put, and how it faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Put {
    /// What it says.
    pub kind: PutKind,
    /// Where.
    pub at: At,
}

/// Where something is put, and how it faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PutKind {
    /// `at x`
    At(Expr),
    /// `facing x`
    Facing(Expr),
    /// `within 6" of x`
    Limit(PlaceLimit),
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who.
    pub who: Expr,
    /// Whether less is enough.
    pub up_to: bool,
    /// How far, if that is said.
    pub distance: Option<Expr>,
    /// Where to, if that is said.
    pub course: Option<Course>,
    /// What else is said of it.
    pub options: Vec<MoveOption>,
}

/// `x turns up to 45°`, `x turns to y`, `x turns about`, `x wheels up to 4"`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who.
    pub who: Expr,
    /// How far, or which way.
    pub way: TurnWay,
    /// What else is said of it.
    pub options: Vec<MoveOption>,
}

/// How something turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnWay {
    /// `up to 45°`
    UpTo(Expr),
    /// `to y`, `to facing of y`
    To(Expr),
    /// `about`
    About,
    /// `wheels up to 4"`
    Wheel(Expr),
}

/// Where a move goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// Which way.
    pub way: CourseWay,
    /// To or from whom.
    pub whom: Whom,
    /// Where.
    pub at: At,
}

/// Which way a move goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CourseWay {
    /// `towards`
    Towards,
    /// `away from`
    AwayFrom,
    /// `straight away from`
    StraightAwayFrom,
    /// `into contact with`
    IntoContactWith,
    /// `to`
    To,
    /// `after`
    After,
    /// `onto`
    Onto,
}

/// What is said of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveOption {
    /// What it says.
    pub kind: MoveOptionKind,
    /// Where.
    pub at: At,
}

/// What is said of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveOptionKind {
    /// `keeping 1" from enemy unit`, `stopping 1" from enemy unit`
    Keeping {
        /// How far.
        distance: Expr,
        /// From whom.
        from: Selector,
    },
    /// `ending 1" from enemy unit`
    Ending {
        /// How far.
        distance: Expr,
        /// From whom.
        from: Selector,
    },
    /// `Marching`: as a manner says.
    Manner(NameRef),
    /// `inside Wood or Marsh`
    Inside(Vec<Name>),
    /// `without model where ...`: who stay where they are.
    Without(Selector),
    /// `through friendly unit`, `through friendly unit if surrounded`
    Through {
        /// Whom.
        whom: Selector,
        /// Whether only if there is no other way.
        if_surrounded: bool,
    },
    /// `up to 22.5° left or right of straight ahead`
    Aside {
        /// Whether less is enough.
        up_to: bool,
        /// By what angle.
        angle: Expr,
    },
    /// `spending Steps Left`, `spending double Steps Left`: what it moves is taken from that count.
    Spending {
        /// Whether twice as much is taken.
        double: bool,
        /// From which.
        count: NameRef,
    },
    /// `forward`
    Forward,
    /// `straight`
    Straight,
    /// `straight back`
    StraightBack,
    /// `leaving board`
    LeavingBoard,
    /// `going on until there is room`
    GoingOn,
    /// `keeping coherency`
    KeepingCoherency,
    /// `keeping facing`
    KeepingFacing,
    /// `wheeling`
    Wheeling,
    /// `turning about`
    TurningAbout,
}

/// Something that is done by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Do {
    /// The tags that it is done with.
    pub tags: Vec<Word>,
    /// What.
    pub call: Call,
    /// What is answered in advance.
    pub answers: Vec<Answer>,
    /// What is done if it is failed.
    pub or_else: Option<Block>,
    /// Where.
    pub at: At,
}

/// A choice that is made in advance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What is asked: a choice by its word, an offer by its name.
    pub label: NameOrWord,
    /// What is answered.
    pub value: AnswerValue,
    /// Where.
    pub at: At,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerValue {
    /// `yes`
    Yes,
    /// `no`
    No,
    /// `none`
    None,
    /// `north`
    Heading(Heading),
    /// `Wave at Enemy`, `3`, `12",6"`, `the unit where ...`
    Is {
        /// What.
        what: Expr,
        /// What an action is done to.
        to: Option<(Prep, Expr)>,
    },
}

/// A point of the compass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heading {
    /// `north`
    North,
    /// `north east`
    NorthEast,
    /// `north west`
    NorthWest,
    /// `south east`
    SouthEast,
    /// `south west`
    SouthWest,
    /// `south`
    South,
    /// `east`
    East,
    /// `west`
    West,
}

/// How something faces that is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facing {
    /// `facing north`
    Heading(Heading),
    /// `facing 12",6"`
    Towards(Point),
}
