//! What a value is, and in what it is measured.

use super::{Key, KindNo};

/// What prices are in, as it is written.
pub const POINTS: &str = "pts";

/// What a number counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// A plain number.
    None,
    /// Inches; held in thousandths.
    Inches,
    /// An angle; held in thousandths of a degree.
    Degrees,
    /// A count that the pack names.
    Named(Key),
}

/// What stands in a blank, a local or a result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Type {
    /// A number.
    Number(Measure),
    /// Yes or no.
    Truth,
    /// A thing of this kind.
    Thing(KindNo),
    /// A row of this kind of list.
    Row(KindNo),
    /// A score needed, such as 4+.
    Need,
    /// A place on the table.
    Place,
    /// A direction on the table, in 1/65536 turn.
    Facing,
    /// An edge of the board, or whichever is nearest.
    Edge,
    /// One of the states that exclude each other.
    State,
    /// A name without a type of its own, such as a table's result.
    Name,
    /// Nothing comes of it.
    Nothing,
    /// Something was wrong and has been reported; fits everywhere.
    #[default]
    Unknown,
}

impl Type {
    /// A plain number.
    pub const PLAIN: Self = Self::Number(Measure::None);
    /// A length.
    pub const LENGTH: Self = Self::Number(Measure::Inches);
    /// An angle.
    pub const ANGLE: Self = Self::Number(Measure::Degrees);

    /// Whether a value of `self` may stand where `other` is wanted.
    #[must_use]
    pub fn fits(&self, other: &Self) -> bool {
        self == other || *self == Self::Unknown || *other == Self::Unknown
    }
}
