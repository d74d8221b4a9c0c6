//! Which hooks a run comes by: what a change of the rules cannot reach, it cannot change.

use std::sync::atomic::{AtomicU64, Ordering};

use super::id::{Id as _, ProcNo, SlotNo, TableNo};

/// The quantities, procedures and tables that were asked for or done. A program notes them that carries one of these, and
/// so do its copies; without it nothing is noted.
#[derive(Debug, Default)]
pub struct Touched {
    slots: Bits,
    procs: Bits,
    tables: Bits,
    /// How often anything was noted.
    work: AtomicU64,
}

/// A set of numbers below a number that is known.
#[derive(Debug, Default)]
struct Bits(Vec<AtomicU64>);

impl Bits {
    fn room(n: usize) -> Self {
        Self((0..n.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    fn note(&self, n: usize) {
        if let Some(word) = self.0.get(n / 64) {
            word.fetch_or(1 << (n % 64), Ordering::Relaxed);
        }
    }

    /// Whether it was noted; what was made later than the set may have been.
    fn has(&self, n: usize) -> bool {
        self.0.get(n / 64).is_none_or(|word| word.load(Ordering::Relaxed) >> (n % 64) & 1 == 1)
    }
}

impl Touched {
    /// Nothing of a program yet.
    #[must_use]
    pub fn of(program: &super::Program) -> Self {
        Self {
            slots: Bits::room(program.slots.len()),
            procs: Bits::room(program.procs.len()),
            tables: Bits::room(program.tables.len()),
            work: AtomicU64::new(0),
        }
    }

    /// A quantity is asked for.
    pub fn note_slot(&self, slot: SlotNo) {
        self.slots.note(slot.index());
        self.work.fetch_add(1, Ordering::Relaxed);
    }

    /// Something is done, or it is asked whether it may be.
    pub fn note_proc(&self, proc: ProcNo) {
        self.procs.note(proc.index());
        self.work.fetch_add(1, Ordering::Relaxed);
    }

    /// A table is looked up.
    pub fn note_table(&self, table: TableNo) {
        self.tables.note(table.index());
        self.work.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether a quantity was asked for.
    #[must_use]
    pub fn slot(&self, slot: SlotNo) -> bool {
        self.slots.has(slot.index())
    }

    /// Whether something was done, or asked about.
    #[must_use]
    pub fn proc(&self, proc: ProcNo) -> bool {
        self.procs.has(proc.index())
    }

    /// Whether a table was looked up.
    #[must_use]
    pub fn table(&self, table: TableNo) -> bool {
        self.tables.has(table.index())
    }

    /// How often anything was asked for or done: how long whoever noted it has taken, whatever machine it was on.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }
}

/// What was noted of a program takes no part in what it is.
impl PartialEq for Touched {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
