//! Numbers of the rules as the machine has them, where they are the same here and there.

use super::build::Builder;
use crate::hir::{ColumnId, CountId, KindId, ProcId, RowId, RuleId, StateId, TableId, TerrainId, ThingId, ValueId};

/// A number of the rules as a short one of the machine. All are known to fit once [`super::Builder::new`] has looked.
fn short(n: u32) -> u16 {
    u16::try_from(n).unwrap_or_default()
}

#[allow(clippy::unused_self, reason = "who asks need not know which numbers are the same")]
impl Builder<'_> {
    /// The number of a kind.
    pub fn kind(&self, kind: KindId) -> u8 {
        u8::try_from(kind.0).unwrap_or_default()
    }

    /// The number of a state.
    pub fn state(&self, state: StateId) -> u16 {
        short(state.0)
    }

    /// The number of a count.
    pub fn count(&self, count: CountId) -> u16 {
        short(count.0)
    }

    /// The slot of a value.
    pub fn slot(&self, value: ValueId) -> u16 {
        short(value.0)
    }

    /// The number of a procedure.
    pub fn proc(&self, proc: ProcId) -> u16 {
        short(proc.0)
    }

    /// The number of a table.
    pub fn table(&self, table: TableId) -> u16 {
        short(table.0)
    }

    /// The number of a rule.
    pub fn rule(&self, rule: RuleId) -> u16 {
        short(rule.0)
    }

    /// The number of a column.
    pub fn column(&self, column: ColumnId) -> u16 {
        short(column.0)
    }

    /// A row of a list as a value.
    pub fn list_row(&self, row: RowId) -> i64 {
        i64::from(row.0)
    }

    /// The number of a sort of ground.
    pub fn terrain(&self, terrain: TerrainId) -> u16 {
        short(terrain.0)
    }

    /// The number of a thing that is declared by name.
    pub fn thing(&self, thing: ThingId) -> u16 {
        short(thing.0)
    }
}
