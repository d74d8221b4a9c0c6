//! What a value is, and in what it is measured.

use serde::{Deserialize, Serialize};

use super::{KindId, MeasureId};

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Measure {
    /// A plain number.
    Plain,
    /// Inches; held in thousandths.
    Inches,
    /// Inches by inches, on the way to a part of a length.
    Area,
    /// An angle; held in thousandths of a degree.
    Degrees,
    /// Points that forces are bought with.
    Points,
    /// A count that the pack names.
    Named(MeasureId),
}

/// What stands in a blank, a word or a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ty {
    /// A number.
    Number(Measure),
    /// Yes or no.
    Truth,
    /// A thing of this kind.
    Thing(KindId),
    /// A row of this kind of list.
    Row(KindId),
    /// A score needed, such as 4+.
    Need,
    /// A place on the table.
    Place,
    /// A direction on the table, in 1/65536 turn.
    Facing,
    /// An edge of the board, or whichever is nearest.
    Edge,
    /// One of the states that exclude each other.
    Formation,
    /// A name without a type of its own, such as a table's result.
    Name,
    /// Nothing comes of it.
    Nothing,
    /// Something was wrong and has been reported; fits everywhere.
    #[default]
    Unknown,
}

impl Ty {
    /// A plain number.
    pub const PLAIN: Self = Self::Number(Measure::Plain);
    /// A length.
    pub const LENGTH: Self = Self::Number(Measure::Inches);
    /// An angle.
    pub const ANGLE: Self = Self::Number(Measure::Degrees);
    /// A price.
    pub const POINTS: Self = Self::Number(Measure::Points);

    /// Whether a value of `self` may stand where `other` is wanted.
    #[must_use]
    pub fn fits(self, other: Self) -> bool {
        self == other || self == Self::Unknown || other == Self::Unknown
    }
}
