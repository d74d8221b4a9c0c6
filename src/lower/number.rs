//! Numbers of the rules as the machine has them, where they are the same here and there.

use crate::hir::{ColumnId, CountId, KindId, ProcId, RowId, RuleId, StateId, TableId, TerrainId, ThingId, ValueId};
use crate::ir::{ColumnNo, CountNo, KindNo, ProcNo, RuleNo, SlotNo, StateNo, TableNo, TerrainNo, ThingNo};

/// The number of a kind.
pub(super) const fn kind(kind: KindId) -> KindNo {
    KindNo(kind.0)
}

/// The number of a state.
pub(super) const fn state(state: StateId) -> StateNo {
    StateNo(state.0)
}

/// The number of a count.
pub(super) const fn count(count: CountId) -> CountNo {
    CountNo(count.0)
}

/// The slot of a value.
pub(super) const fn slot(value: ValueId) -> SlotNo {
    SlotNo(value.0)
}

/// The number of a procedure.
pub(super) const fn proc(proc: ProcId) -> ProcNo {
    ProcNo(proc.0)
}

/// The number of a table.
pub(super) const fn table(table: TableId) -> TableNo {
    TableNo(table.0)
}

/// The number of a rule.
pub(super) const fn rule(rule: RuleId) -> RuleNo {
    RuleNo(rule.0)
}

/// The number of a column.
pub(super) const fn column(column: ColumnId) -> ColumnNo {
    ColumnNo(column.0)
}

/// A row of a list as a value.
pub(super) fn list_row(row: RowId) -> i64 {
    i64::from(row.0)
}

/// The number of a sort of ground.
pub(super) const fn terrain(terrain: TerrainId) -> TerrainNo {
    TerrainNo(terrain.0)
}

/// The number of a thing that is declared by name.
pub(super) const fn thing(thing: ThingId) -> ThingNo {
    ThingNo(thing.0)
}
