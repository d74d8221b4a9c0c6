//! Numbers as they are written, read once. What does not fit its number is an error where it is read.

use crate::num::Rounding;
use crate::source::At;

/// A whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Int {
    /// Its value.
    pub value: i64,
    /// Where.
    pub at: At,
}

/// A length: `6"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Length {
    /// In thousandths of an inch.
    pub mils: i64,
    /// Where.
    pub at: At,
}

/// Dice of a throw: `2d6`, `d3"`. Any number of any sides that fits: how many a throw may have is for resolve to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dice {
    /// How many.
    pub number: u32,
    /// Of how many sides.
    pub sides: u32,
    /// Whether they are inches.
    pub inches: bool,
    /// Where.
    pub at: At,
}

/// Dice of a cell with what is added to them: `d3+1`, `2d6"-1"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiceSum {
    /// The dice; they are inches if what is added is.
    pub dice: Dice,
    /// What is added; thousandths of an inch if they are inches.
    pub plus: i64,
}

/// A part of something: `25%`, `1/3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Share {
    /// `25%`
    Percent(i64),
    /// `1/3`
    Fraction(i64, i64),
}

impl Share {
    /// What is multiplied by, and what it is divided by.
    #[must_use]
    pub const fn over(self) -> (i64, i64) {
        match self {
            Self::Percent(n) => (n, 100),
            Self::Fraction(a, b) => (a, b),
        }
    }
}

/// `rounded up`, and where that is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounded {
    /// Which way.
    pub way: Rounding,
    /// Whether a closing bracket stands right before it: what is in the brackets is rounded so as well, where it says
    /// nothing itself.
    pub brackets: bool,
    /// Where.
    pub at: At,
}

/// An end of a range: a plain number, or a length in thousandths of an inch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bound {
    /// Its value.
    pub value: i64,
    /// Whether it is a length.
    pub inches: bool,
}

/// A span of numbers: `2 to 3`, `5 or more`, `under 4`, `to 6"`, `else`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Which numbers.
    pub kind: RangeKind,
    /// Where.
    pub at: At,
}

/// Which numbers a range holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RangeKind {
    /// `4`
    Is(Bound),
    /// `2 to 3`, `2-3`
    Between(Bound, Bound),
    /// `5 or more`, `5+`
    OrMore(Bound),
    /// `5 or less`
    OrLess(Bound),
    /// `under 4`
    Under(Bound),
    /// `over 4`
    Over(Bound),
    /// `to 6"`: begins where the one before it ends.
    To(Bound),
    /// `else`: what no other holds.
    Else,
}
