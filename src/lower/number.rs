//! Numbers of the rules as the machine has them, where they are the same here and there.

use super::build::Builder;
use crate::hir::{ColumnId, CountId, KindId, ProcId, RowId, RuleId, StateId, TableId, TerrainId, ThingId, ValueId};
use crate::ir::{ColumnNo, CountNo, KindNo, ProcNo, RuleNo, SlotNo, StateNo, TableNo, TerrainNo, ThingNo};

#[allow(clippy::unused_self, reason = "who asks need not know which numbers are the same")]
impl Builder<'_> {
    /// The number of a kind.
    pub fn kind(&self, kind: KindId) -> KindNo {
        KindNo(kind.0)
    }

    /// The number of a state.
    pub fn state(&self, state: StateId) -> StateNo {
        StateNo(state.0)
    }

    /// The number of a count.
    pub fn count(&self, count: CountId) -> CountNo {
        CountNo(count.0)
    }

    /// The slot of a value.
    pub fn slot(&self, value: ValueId) -> SlotNo {
        SlotNo(value.0)
    }

    /// The number of a procedure.
    pub fn proc(&self, proc: ProcId) -> ProcNo {
        ProcNo(proc.0)
    }

    /// The number of a table.
    pub fn table(&self, table: TableId) -> TableNo {
        TableNo(table.0)
    }

    /// The number of a rule.
    pub fn rule(&self, rule: RuleId) -> RuleNo {
        RuleNo(rule.0)
    }

    /// The number of a column.
    pub fn column(&self, column: ColumnId) -> ColumnNo {
        ColumnNo(column.0)
    }

    /// A row of a list as a value.
    pub fn list_row(&self, row: RowId) -> i64 {
        i64::from(row.0)
    }

    /// The number of a sort of ground.
    pub fn terrain(&self, terrain: TerrainId) -> TerrainNo {
        TerrainNo(terrain.0)
    }

    /// The number of a thing that is declared by name.
    pub fn thing(&self, thing: ThingId) -> ThingNo {
        ThingNo(thing.0)
    }
}
