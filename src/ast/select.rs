//! Descriptions of things: `enemy Tired unit (the target) within 6" of me`.

use super::expr::Expr;
use super::name::{NameRef, Word};
use crate::source::At;

/// A description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selector {
    /// What stands before the kind.
    pub adjectives: Vec<Adjective>,
    /// The kind.
    pub noun: Noun,
    /// What stands behind it.
    pub relatives: Vec<Relative>,
    /// All of it.
    pub at: At,
}

/// A kind, and the word by which the one that is found is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noun {
    /// The kind; or a word that stands for one thing.
    pub kind: Word,
    /// The word of its own, if it has one.
    pub called: Option<Word>,
    /// Both.
    pub at: At,
}

impl Noun {
    /// The word by which the one that is found is called.
    #[must_use]
    pub fn local(self) -> Word {
        self.called.unwrap_or(self.kind)
    }
}

/// A word before a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjective {
    /// What it says.
    pub kind: AdjectiveKind,
    /// Where.
    pub at: At,
}

/// What a word before a kind says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdjectiveKind {
    /// `enemy`
    Enemy,
    /// `friendly`
    Friendly,
    /// `other`
    Other,
    /// `not Tired`
    Not(NameRef),
    /// `Foot or Horse`: any of these.
    Names(Vec<NameRef>),
}

/// What stands behind a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relative {
    /// What it says.
    pub kind: RelativeKind,
    /// Where.
    pub at: At,
}

/// What stands behind a kind says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RelativeKind {
    /// `within 6" of x`
    Within(Within),
    /// `touching x`, `not touching enemy unit`
    Touching {
        /// Whether the opposite is meant.
        not: bool,
        /// Whom.
        whom: Whom,
    },
    /// `seen by x`; whether the opposite is meant: `not seen by x`
    SeenBy(Expr, bool),
    /// `other than x`
    OtherThan(Expr),
    /// `with Lamp`, `with no Lamp or Rope`
    With {
        /// Whether it has none.
        no: bool,
        /// Any of these.
        names: Vec<NameRef>,
    },
    /// `with lowest Trade`
    WithBest {
        /// Whether it has not.
        no: bool,
        /// Which end.
        best: Best,
        /// Of which value.
        of: NameRef,
    },
    /// `of x`
    Of(Expr),
    /// `where it is Tired`
    Where(Expr),
    /// `nearest to x`
    NearestTo(Expr),
    /// `furthest from x`
    FurthestFrom(Expr),
    /// `in Wood`, `in zone`
    In(Expr),
    /// `carrying Lamp`
    Carrying(Expr),
    /// `in front of x`
    Spot(Spot),
    /// `from x`
    From(Expr),
}

/// A reference to one, or a description of any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whom {
    /// That one.
    One(Expr),
    /// Any that fits.
    Any(Selector),
}

/// Which end of several values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Best {
    /// `best`
    Best,
    /// `highest`
    Highest,
    /// `lowest`
    Lowest,
    /// `most`
    Most,
}

/// A part of what lies around somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Which part.
    pub arc: Arc,
    /// Around whom.
    pub of: Expr,
}

/// What is asked of two things, or of two facings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gauge {
    /// `distance`
    Distance,
    /// `march`: the way that can be walked.
    March,
    /// `bearing`
    Bearing,
    /// `angle`
    Angle,
}

/// Which part of what lies around somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arc {
    /// `front`
    Front,
    /// `flank`
    Flank,
    /// `rear`
    Rear,
    /// `behind the front line`
    BehindFrontLine,
    /// `within 45° left or right of straight ahead`: so many thousandths of a degree to either side.
    Degrees(i64),
}

/// How near something is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Within {
    /// Whether the opposite is asked.
    pub not: bool,
    /// How far at most.
    pub distance: Expr,
    /// Of whom.
    pub of: Expr,
}
