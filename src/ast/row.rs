//! Rows of lists, tables and profiles, and their cells.

use super::literal::{DiceSum, Range};
use super::name::{Name, NameOrWord, Text};
use crate::intern::Names;
use crate::source::At;

/// A row. In `| 1 | 2` there is no first cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The name or key that it begins with.
    pub first: Option<Cell>,
    /// What follows.
    pub cells: Vec<Cell>,
}

impl Row {
    /// All cells, the first one first.
    pub fn all(&self) -> impl Iterator<Item = &Cell> {
        self.first.iter().chain(&self.cells)
    }

    /// What the row heads, if it is no row of its own but says what stands in those below it.
    #[must_use]
    pub fn heads(&self, names: &Names) -> Option<Heads> {
        match names.text(self.first.as_ref()?.name?.sym) {
            "profile" => Some(Heads::Profiles),
            "base" => Some(Heads::Bases),
            _ => None,
        }
    }
}

/// What stands below a row of headings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heads {
    /// `profile | Command | Actions`
    Profiles,
    /// `base | is`
    Bases,
}

/// A cell. What it says is read from its signs alone; the same signs may mean two things, and the column decides:
/// `5+` is a score or `5 or more`, `6 Sider` an amount or a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What it says.
    pub says: CellSays,
    /// All of it, if it is meant as one name; empty cells have none.
    pub name: Option<Name>,
    /// Where, without the white space around it.
    pub at: At,
}

/// What a cell says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellSays {
    /// Nothing stands there.
    Empty,
    /// `-`
    Dash,
    /// `3`, `+2`, `-1`
    Int(i64),
    /// `6"`, `-2"`, in thousandths of an inch.
    Length(i64),
    /// `45°`, in thousandths of a degree.
    Degrees(i64),
    /// `5+`: a score, or five or more.
    Need(i64),
    /// `2 to 3`, `5 or less`, `under 9`, `else`
    Range(Range),
    /// `d3+1`
    Dice(DiceSum),
    /// `2 AP`
    Amount {
        /// How much.
        value: i64,
        /// Of what measure.
        measure: Name,
    },
    /// `yes`
    Yes,
    /// `no`
    No,
    /// `25 mm`, `40 x 20 mm`, `2" x 1"`: a base.
    Base(BaseSize),
    /// `Lamp`, `Foreman, Mover`, `Advance or Leap`, `profile`
    Names(Vec<Name>),
}

/// How large a base is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BaseSize {
    /// Its width, or how wide a round one is, in thousandths of its unit.
    pub width: i64,
    /// Its depth; a round one has none.
    pub depth: Option<i64>,
    /// Whether it is in millimetres; else in inches.
    pub metric: bool,
}

/// A column of profiles: `Command short "Cd"`, `Actions in AP`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortColumn {
    /// Its name.
    pub name: Name,
    /// What tables of profiles may head it by.
    pub short: Option<Text>,
    /// What it is measured in.
    pub measure: Option<NameOrWord>,
}

/// A key of a table on one line, and what it gives: `2 to 3 5+`, `Hold or Reform 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Its keys.
    pub keys: Vec<Key>,
    /// What they give.
    pub gives: Cell,
    /// Where.
    pub at: At,
}

/// A key of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Numbers.
    Range(Range),
    /// A name.
    Name(Name),
}

/// What a cell may be as a key or a span of numbers.
impl Cell {
    /// The numbers that a cell stands for, if it stands for numbers.
    #[must_use]
    pub fn range(&self) -> Option<Range> {
        use super::literal::{Bound, RangeKind};
        let plain = |value| Bound { value, inches: false };
        let kind = match &self.says {
            CellSays::Int(n) => RangeKind::Is(plain(*n)),
            CellSays::Length(n) => RangeKind::Is(Bound { value: *n, inches: true }),
            CellSays::Need(n) => RangeKind::OrMore(plain(*n)),
            CellSays::Range(range) => return Some(*range),
            _ => return None,
        };
        Some(Range { kind, at: self.at })
    }

    /// The names that a cell lists; none if it says something else.
    #[must_use]
    pub fn names(&self) -> &[Name] {
        if let CellSays::Names(names) = &self.says { names } else { &[] }
    }
}
