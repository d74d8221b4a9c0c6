//! What is asked: quantities, yes-or-no questions, references. All of one type.
//!
//! Operators of one level stand in one [`Chain`], so that a tree is never deeper than its brackets and questions are:
//! a walk over it may recurse.

use super::literal::{Dice, Int, Length, Range, Rounded, Share};
use super::name::{Name, NameRef, Prep, Word};
use super::select::{Best, Gauge, Selector, Spot, Whom, Within};
use crate::source::At;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it asks.
    pub kind: Box<ExprKind>,
    /// All of its words.
    pub at: At,
}

/// What a question asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `6" if it is Foot, 10" if it is Horse, else 4"`
    Choice(Choice),
    /// `a or b`, `a + b - c`, `a x b / c rounded up`, `a < b`
    Chain(Chain),
    /// `not a`
    Not(Expr),
    /// `- a`
    Negative(Expr),
    /// `x is Tired`, `x has 2 AP`, `a rounded up`: what is said behind what it is said of.
    Said(Said),
    /// `half x rounded up`
    Half {
        /// Of what.
        of: Expr,
        /// How it is rounded itself.
        rounded: Option<Rounded>,
    },
    /// `25% of x rounded up`, `1/3 of x`
    ShareOf {
        /// Which part.
        share: Share,
        /// Of what.
        of: Expr,
        /// How it is rounded itself.
        rounded: Option<Rounded>,
    },
    /// `25%` alone. A factor of a row may be one; elsewhere it wants `of`.
    Share(Share),
    /// `3`
    Int(i64),
    /// `6"`, in thousandths of an inch.
    Length(i64),
    /// `45°`, in thousandths of a degree.
    Degrees(i64),
    /// `4+`
    Need(i64),
    /// `2 AP`
    Amount {
        /// How much.
        value: i64,
        /// Of what measure.
        measure: Name,
    },
    /// `15 pts`
    Points(i64),
    /// `yes`
    Yes,
    /// `no`
    No,
    /// `2d6`
    Dice(Dice),
    /// `count of 10s in kills`, `largest set in kills`
    FacesIn {
        /// The face; none for the largest set of like dice.
        face: Option<Int>,
        /// The throw.
        of: Expr,
    },
    /// `count of unit where ...`
    Count(Selector),
    /// `total of P by unit for each model of unit`
    Total(Total),
    /// `sum of V of model of unit`
    Sum {
        /// What is added up: a value by name, or a word.
        of: Expr,
        /// Over whom.
        among: Selector,
    },
    /// `lesser of (a, b)`, `greater of (a, b)`
    Pick {
        /// Whether the greater is meant.
        greater: bool,
        /// Of which.
        of: Vec<Expr>,
    },
    /// `distance from a to b`, `bearing from a to b`
    Between {
        /// What is asked.
        what: Gauge,
        /// From whom, or which facing.
        from: Expr,
        /// To whom, or which.
        to: Expr,
    },
    /// `best V of model of unit`, `lowest V among ...`
    Extreme {
        /// Which end.
        best: Best,
        /// Of which value.
        of: NameRef,
        /// Among whom.
        among: Selector,
    },
    /// `majority V of model of unit`
    Majority {
        /// What most of them have: a value by name, or a word.
        of: Expr,
        /// Among whom.
        among: Selector,
    },
    /// `any unit ...`, `no unit ...`, `every unit ...`
    Exists {
        /// How many there must be.
        quantifier: Quantifier,
        /// Of whom.
        among: Selector,
    },
    /// A name and its blanks: a value, a table, something that happens. With neither brackets nor blanks a bare name.
    Call(Call),
    /// `me`, `I`
    Me,
    /// `my unit`
    My(Word),
    /// `it`
    It,
    /// `this unit`
    This(Word),
    /// `this is aimed or delayed`: in which way what goes on is done.
    ThisIs {
        /// Whether it must be done in none of them.
        not: bool,
        /// Any of these ways.
        ways: Vec<Word>,
    },
    /// Whether a ruling is read so: what a line below a reading asks.
    Takes(Name, Name),
    /// `unit`, `target`, `hits`: a blank, a kind, a result; or a tag of what is going on.
    Local(Word),
    /// `leader of unit`
    Of {
        /// What of it.
        word: Word,
        /// Of what.
        of: Expr,
    },
    /// `the nearest unit`: the one that the description fits.
    The(Selector),
    /// `the line from a to b`, `the line from a through b for 30"`
    Line(Line),
    /// `the place 12" from a towards b`, `the place 3" ahead of a`
    Spot(PlaceAt),
    /// `12",6"`
    Place(Point),
}

/// A place on the table by its distances from the corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    /// Along the near edge.
    pub x: Length,
    /// Away from it.
    pub y: Length,
    /// Both.
    pub at: At,
}

/// Values, each with the question it holds for, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The value and when it holds.
    pub arms: Vec<(Expr, Expr)>,
    /// What it is else, if that is said.
    pub otherwise: Option<Expr>,
}

/// Operands with operators of one level between them, taken from left to right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// How tightly all of its operators bind.
    pub level: Level,
    /// The first operand.
    pub first: Expr,
    /// The others, each with what stands before it. Never empty.
    pub rest: Vec<Link>,
}

/// An operator and what stands behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The operator.
    pub op: Op,
    /// What is behind it.
    pub expr: Expr,
    /// `rounded ...` right behind it, in a product. Behind a division the first rounds that quotient; any other rounds
    /// all that stands before it.
    pub rounded: Vec<Rounded>,
    /// The operator's own place.
    pub at: At,
}

/// How tightly operators bind, the loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// `or`
    Or,
    /// `and`
    And,
    /// `=`, `<`, ...
    Compare,
    /// `+`, `-`
    Sum,
    /// `x`, `/`
    Product,
}

/// An operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// `or`
    Or,
    /// `and`
    And,
    /// `=`
    Equal,
    /// `<>`
    NotEqual,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `<`
    Less,
    /// `>`
    More,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `x`
    Times,
    /// `/`
    Divide,
}

impl Op {
    /// How tightly it binds.
    #[must_use]
    pub const fn level(self) -> Level {
        match self {
            Self::Or => Level::Or,
            Self::And => Level::And,
            Self::Equal | Self::NotEqual | Self::AtMost | Self::AtLeast | Self::Less | Self::More => Level::Compare,
            Self::Plus | Self::Minus => Level::Sum,
            Self::Times | Self::Divide => Level::Product,
        }
    }
}

/// Something, and what is said of it. Several are said one after the other: each of what the one before comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Of what.
    pub of: Expr,
    /// What. Never empty.
    pub tails: Vec<Tail>,
}

/// What is said of what stands before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tail {
    /// What is said.
    pub kind: TailKind,
    /// Where.
    pub at: At,
}

/// What is said of something behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TailKind {
    /// `rounded up`
    Rounded(Rounded),
    /// `is Tired`, `is not in play`
    Is {
        /// Whether the opposite is asked.
        not: bool,
        /// What it is.
        what: Is,
    },
    /// `is 3 to 5`; `is not` where the first is true.
    Span(bool, Expr, Expr),
    /// `has 2 AP`, `has no Lamp`
    Has {
        /// Whether it has none.
        no: bool,
        /// What it has.
        what: Has,
    },
    /// `did Wave this turn`
    Did {
        /// Whether the opposite is asked.
        not: bool,
        /// Any of these.
        names: Vec<NameRef>,
        /// When, if that is said.
        when: Option<Moment>,
    },
    /// `within 6" of x`
    Within(Within),
    /// `touches x`, `touches enemy unit`
    Touches {
        /// Whether the opposite is asked.
        not: bool,
        /// Whom.
        whom: Whom,
    },
    /// `sees x`
    Sees {
        /// Whether the opposite is asked.
        not: bool,
        /// Whom.
        whom: Expr,
    },
    /// `carries x`
    Carries {
        /// Whether the opposite is asked.
        not: bool,
        /// What.
        what: Expr,
    },
    /// `in front of x`
    In(Spot),
}

/// What something may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Is {
    /// `in Wood`
    InTerrain(Vec<NameRef>),
    /// `in Orders of side`
    InPile(Call),
    /// `revealed`
    Revealed,
    /// `in play`
    InPlay,
    /// `off board`
    OffBoard,
    /// `enemy of x`
    EnemyOf(Expr),
    /// `friend of x`
    FriendOf(Expr),
    /// `in front of x`
    In(Spot),
    /// `5 or more`
    Range(Range),
    /// `Tired`, `Foot, Horse or Tired`: any of these.
    Names(Vec<NameRef>),
    /// `the ruling ... says Early or Late`: the readings in force.
    Says(Vec<NameRef>),
    /// `Weary of unit`: a condition and its blanks, or as much as a value.
    So(Call),
    /// `target`: the same thing.
    Thing(Expr),
}

/// What something may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Has {
    /// `2 AP`
    Amount {
        /// How much at least.
        value: Int,
        /// Of what measure.
        measure: Name,
    },
    /// `Lamp or Rope`: any of these.
    Names(Vec<NameRef>),
    /// `Tired model`
    Some(Selector),
}

/// `this turn`, `last turn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Whether the one before is meant.
    pub last: bool,
    /// Of what.
    pub of: super::name::Period,
    /// Where.
    pub at: At,
}

/// How many there must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// `any`
    Any,
    /// `no`
    No,
    /// `every`
    Every,
    /// `at least half of`
    AtLeastHalf,
    /// `more than half of`
    MoreThanHalf,
}

/// A name and what fills its brackets and blanks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The name.
    pub name: NameRef,
    /// What stands in brackets behind it. A single number or name may stand in [`NameRef::param`] instead.
    pub args: Vec<Expr>,
    /// What fills its blanks.
    pub roles: Vec<Role>,
    /// All of it.
    pub at: At,
}

/// A filled blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Role {
    /// Which.
    pub prep: Prep,
    /// With what.
    pub with: Expr,
    /// Where.
    pub at: At,
}

/// The results of something that happens once for each of several, added up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    /// What happens.
    pub of: NameRef,
    /// What fills its blanks.
    pub roles: Vec<Role>,
    /// For whom.
    pub each: Selector,
}

/// A line on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it begins.
    pub from: Expr,
    /// Where it ends, or what it goes through.
    pub to: Expr,
    /// Whether it goes on beyond that: `through`.
    pub beyond: bool,
    /// How long it is, if that is said.
    pub long: Option<Expr>,
}

/// A place that is found from somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceAt {
    /// How far away.
    pub distance: Expr,
    /// Which way.
    pub way: Way,
}

/// Which way a place lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// `from a towards b`
    Towards {
        /// From whom.
        from: Expr,
        /// To whom.
        to: Expr,
    },
    /// `from a facing b`
    Facing {
        /// From whom.
        from: Expr,
        /// Which way.
        to: Expr,
    },
    /// `ahead of a`
    Ahead(Expr),
    /// `behind a`
    Behind(Expr),
}
