//! Where things stand.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::saved::Runs;
use crate::table::{Facing, Point};

/// Where a piece stands, or a feature was put down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// Mils from the west edge.
    pub x: i32,
    /// Mils from the south edge.
    pub y: i32,
    /// In 1/65536 turn, 0 is north.
    pub facing: u16,
    /// Its rank in the formation; 0 without ranks.
    pub rank: u8,
    /// Whether it is on the table.
    pub there: bool,
}

impl Place {
    /// The point.
    #[must_use]
    pub fn point(self) -> Point {
        Point::new(self.x, self.y)
    }
    /// The direction.
    #[must_use]
    pub fn front(self) -> Facing {
        Facing(self.facing)
    }
}

/// Places, column by column.
#[derive(Serialize, Deserialize)]
struct Columns {
    x: Runs<i32>,
    y: Runs<i32>,
    facing: Runs<u16>,
    rank: Runs<u8>,
    there: Runs<bool>,
}

/// Writes places.
pub(super) fn serialize<S: Serializer>(list: &[Place], to: S) -> Result<S::Ok, S::Error> {
    let columns = Columns {
        x: Runs::of(list.iter().map(|p| p.x)),
        y: Runs::of(list.iter().map(|p| p.y)),
        facing: Runs::of(list.iter().map(|p| p.facing)),
        rank: Runs::of(list.iter().map(|p| p.rank)),
        there: Runs::of(list.iter().map(|p| p.there)),
    };
    columns.serialize(to)
}

/// Reads places.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Place>, D::Error> {
    let c = Columns::deserialize(from)?;
    let at = c.x.list()?.into_iter().zip(c.y.list()?);
    let stands = c.facing.list()?.into_iter().zip(c.rank.list()?).zip(c.there.list()?);
    Ok(at.zip(stands).map(|((x, y), ((facing, rank), there))| Place { x, y, facing, rank, there }).collect())
}
