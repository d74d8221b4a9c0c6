//! Which tests a change can reach.

use super::Tried;
use crate::hir::mutate::{Mutation, Part, acts};
use crate::hir::{Hook, Rules};
use crate::ir::{ProcNo, SlotNo, TableNo, Touched};
use crate::lower::Lowered;

/// Where a change acts.
pub(super) enum Reach {
    /// Wherever it likes.
    Anywhere,
    /// At these hooks, by their numbers in the program.
    At { slots: Vec<SlotNo>, procs: Vec<ProcNo>, tables: Vec<TableNo> },
}

impl Reach {
    /// Where a change acts.
    pub fn of(rules: &Rules, lowered: &Lowered, mutation: &Mutation) -> Self {
        let (mut slots, mut procs, mut tables) = (Vec::new(), Vec::new(), Vec::new());
        for part in &mutation.parts {
            if let Part::Table(table) = part {
                tables.push(TableNo(table.0));
                slots.extend(lowered.program.tables.get(TableNo(table.0)).and_then(|t| t.slot));
                continue;
            }
            let Some(hooks) = acts(rules, *part) else { return Self::Anywhere };
            for hook in hooks {
                match hook {
                    Hook::Value(value) => slots.push(SlotNo(value.0)),
                    Hook::Proc(proc) | Hook::Step(proc, _) => procs.push(ProcNo(proc.0)),
                    Hook::Cost(proc) => {
                        procs.push(ProcNo(proc.0));
                        slots.extend(lowered.cost_of(proc));
                    }
                    Hook::Rule(_) | Hook::Row(_) | Hook::Coming => return Self::Anywhere,
                }
            }
        }
        Self::At { slots, procs, tables }
    }

    /// Whether a test comes by.
    pub fn meets(&self, test: &Tried) -> bool {
        let touched: &Touched = &test.touched;
        match self {
            Self::Anywhere => true,
            Self::At { slots, procs, tables } => {
                slots.iter().any(|s| touched.slot(*s)) || procs.iter().any(|p| touched.proc(*p)) || tables.iter().any(|t| touched.table(*t))
            }
        }
    }
}
