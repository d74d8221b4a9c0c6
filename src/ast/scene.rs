//! Scenarios, situations and tests: what lies where, what is done, what must come of it.

use super::deed::{Answer, Do, Facing};
use super::expr::{Expr, Point};
use super::literal::{Int, Length};
use super::name::{Name, NameOrWord, Word};
use super::stmt::Block;
use crate::source::At;

/// `board 48" x 36"`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Along its near edge.
    pub width: Length,
    /// Away from it.
    pub depth: Length,
}

/// What belongs to a side, or ground that belongs to none, under a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideItem {
    /// The side, or the heading.
    pub name: Name,
    /// From which list it is drawn.
    pub musters: Option<Musters>,
    /// What of it lies where. Never empty.
    pub placements: Vec<Placement>,
}

/// `musters 200 pts of Walkers`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Musters {
    /// Up to how many points, if that is said.
    pub points: Option<Int>,
    /// The list.
    pub force: Name,
    /// Where.
    pub at: At,
}

/// Something that lies somewhere: `First: Watch from Walkers, 5 models, Tired at 10",10" facing north`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The name that it has here.
    pub name: Name,
    /// What it is, if that is said behind a colon.
    pub entry: Option<Name>,
    /// From which list, if that is said.
    pub from: Option<Name>,
    /// What is said of it.
    pub bits: Vec<PlaceBit>,
    /// Where it lies, or how large it is.
    pub lies: Option<Lies>,
    /// All of it.
    pub at: At,
}

/// What is said of something that lies somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceBit {
    /// What.
    pub kind: PlaceBitKind,
    /// Where.
    pub at: At,
}

/// What is said of something that lies somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceBitKind {
    /// `5 models`
    Count {
        /// How many.
        number: Int,
        /// Of what.
        of: Word,
    },
    /// `with Option, Other Option`
    With(Vec<Name>),
    /// `Tired`
    Is(Name),
    /// `3 Tired`: for resolve to fault.
    Some {
        /// How many.
        number: Int,
        /// Of what.
        of: Name,
    },
}

/// Where something lies, or how large it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lies {
    /// `at 10",10" to 20",10" facing north`
    At {
        /// Through which points. Never empty.
        points: Vec<Point>,
        /// Which way it faces, if that is said.
        facing: Option<Facing>,
        /// Where.
        at: At,
    },
    /// `around 10",10" 4"`
    Around {
        /// Its middle.
        centre: Point,
        /// How far it goes.
        radius: Length,
        /// Where.
        at: At,
    },
    /// `8" across`
    Across(Length),
    /// `6" long`
    Long(Length),
    /// `6" x 4"`
    Sized {
        /// Its width.
        width: Length,
        /// Its depth.
        depth: Length,
    },
}

impl Lies {
    /// Whether it says how large something is, and not where it lies.
    #[must_use]
    pub const fn is_size(&self) -> bool {
        matches!(self, Self::Across(_) | Self::Long(_) | Self::Sized { .. })
    }
}

/// `given Throw 3 4 5`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The throw.
    pub name: Name,
    /// Its faces in order.
    pub faces: Vec<Int>,
}

/// `answer target Enemy`; with `refused`, what is answered first and will not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// Whether the game must not take it.
    pub refused: bool,
    /// What is answered.
    pub answers: Vec<Answer>,
}

/// What a test does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DoItem {
    /// `do setup`
    Setup,
    /// `do ...`
    Block(Block),
}

/// What a test wants to be so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expect {
    /// What.
    pub kind: ExpectKind,
    /// Where.
    pub at: At,
}

/// What a test wants to be so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectKind {
    /// `allowed Wave by Red`, `forbidden Wave by Red`
    Allowed {
        /// Whether it must be allowed.
        allowed: bool,
        /// What.
        deed: Do,
    },
    /// `chance 1/6 of a in Wave by Red`
    Chance {
        /// How many.
        over: Int,
        /// Of how many.
        under: Int,
        /// Of what.
        of: ChanceOf,
        /// In what, if that is said.
        deed: Option<ChanceDeed>,
    },
    /// `nobody asks target`
    NobodyAsks(NameOrWord),
    /// `the game is over`
    Ending(Ending),
    /// `Red is legal`, `Red is not legal: points, Too Many`
    Legal {
        /// The side.
        side: Name,
        /// All that it breaks; none if it is legal.
        breaches: Option<Vec<Breach>>,
    },
    /// `a`
    Holds(Expr),
}

/// Of what a chance is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChanceOf {
    /// How the game comes out.
    Ending(Ending),
    /// That something holds.
    Holds(Expr),
}

/// What is done for a chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChanceDeed {
    /// Whether `after` is said, and not `in`.
    pub after: bool,
    /// What.
    pub deed: Do,
}

/// How a game comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// How.
    pub kind: EndingKind,
    /// Where.
    pub at: At,
}

/// How a game comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingKind {
    /// `the game is over`, `the game is not over`
    Over {
        /// Whether the opposite is meant.
        not: bool,
    },
    /// `nobody has won`
    NobodyWon,
    /// `Red has won`, `Red has not won`
    Won {
        /// The side.
        side: Name,
        /// Whether the opposite is meant.
        not: bool,
    },
}

/// What a side breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// `points`
    Points(At),
    /// A question by its name.
    Name(Name),
}
