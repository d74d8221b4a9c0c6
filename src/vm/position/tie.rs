//! What holds things together.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::saved::Runs;
use crate::vm::cast::EntId;

/// What holds a thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tie {
    /// The group that it is in now.
    pub group: EntId,
    /// The group that it was gathered into for a while; 0 for none.
    pub ring: EntId,
    /// Who leads it; 0 for nobody.
    pub lead: EntId,
    /// Where its numbers begin.
    pub cells: u32,
    /// Whether it is in play.
    pub live: bool,
}

/// What holds things, column by column.
#[derive(Serialize, Deserialize)]
struct Columns {
    group: Runs<EntId>,
    ring: Runs<EntId>,
    lead: Runs<EntId>,
    /// How many numbers each has: where those of the next begin, less where its own do.
    cells: Runs<u32>,
    live: Runs<bool>,
}

/// Writes what holds things.
pub(super) fn serialize<S: Serializer>(list: &[Tie], to: S) -> Result<S::Ok, S::Error> {
    let before = std::iter::once(0).chain(list.iter().map(|t| t.cells));
    let columns = Columns {
        group: Runs::of(list.iter().map(|t| t.group)),
        ring: Runs::of(list.iter().map(|t| t.ring)),
        lead: Runs::of(list.iter().map(|t| t.lead)),
        cells: Runs::of(list.iter().zip(before).map(|(t, before)| t.cells.wrapping_sub(before))),
        live: Runs::of(list.iter().map(|t| t.live)),
    };
    columns.serialize(to)
}

/// Reads what holds things.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Tie>, D::Error> {
    let c = Columns::deserialize(from)?;
    let mut at = 0u32;
    let cells = c.cells.list()?.into_iter().map(|many| {
        at = at.wrapping_add(many);
        at
    });
    let held = c.group.list()?.into_iter().zip(c.ring.list()?).zip(c.lead.list()?);
    let rest = cells.zip(c.live.list()?);
    Ok(held.zip(rest).map(|(((group, ring), lead), (cells, live))| Tie { group, ring, lead, cells, live }).collect())
}
