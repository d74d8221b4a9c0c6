//! Answers kept: a value is worked out again only when something that it reads has changed.

use std::cell::Cell;
use std::sync::Arc;

use super::apart::nears;
use super::position::World;
use super::toss::Toss;
use crate::ir::{Ex, Footprints, Gate, List, Live, Part, ProcNo, Program, Reads, Reg, S, Slot, SlotNo, ThrowNo, WINDOW, X, footprints};
use crate::table::{Bounds, Cost};

/// Values kept at once; a power of two.
const VALUES: usize = 1 << 14;
/// Throws kept at once; a power of two.
const THROWS: usize = 1 << 8;
/// Boxes kept at once; a power of two.
const BOXES: usize = 1 << 8;

/// What is known of a program before any game: what each question reads, and how it may be asked. All memos of it share it.
#[derive(Default)]
pub struct Known {
    reads: Footprints,
    live: Live,
    /// The gates of each procedure, the cheapest first.
    gates: List<ProcNo, Vec<usize>>,
    /// Quantities that are the length of a way, no shorter than the straight line, with whom it leads from and to.
    ways: Option<List<SlotNo, Option<(X, X)>>>,
    /// Filters of descriptions that say what whoever fits must be near.
    nears: List<S, Option<X>>,
}

impl Known {
    /// All of it; takes about as long as a game.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let reads = footprints(program);
        Self {
            live: Live::of(program, &reads),
            gates: program.procs.all().iter().map(|p| in_order(&p.gates, &reads)).collect(),
            ways: ways(program),
            nears: nears(program),
            reads,
        }
    }
}

/// Answers to questions about positions of one game, by what they read. Belongs to one program and one cast: with
/// others its answers are wrong. A newer answer takes the place of an older one.
pub struct Memo {
    known: Arc<Known>,
    values: Box<[Cell<(u64, i64)>]>,
    boxes: Box<[Cell<KeptBox>]>,
    throws: Box<[Cell<KeptToss>]>,
}

impl std::fmt::Debug for Memo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memo").finish_non_exhaustive()
    }
}

/// A box with its key.
type KeptBox = (u64, Option<Bounds>);
/// A throw that was worked out, with its key.
type KeptToss = Option<(u64, Toss)>;

/// Where an answer is kept.
#[derive(Clone, Copy)]
pub(super) struct Kept(u64);

/// What is asked, for its key.
#[derive(Clone, Copy)]
enum Asked {
    Ex = 1,
    Slot = 2,
    Throw = 3,
    Way = 4,
    Box = 5,
}

impl Memo {
    /// An empty memo for the games of a program.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        Self::with(Arc::new(Known::of(program)))
    }

    /// An empty memo for the games of a program of which all is known.
    #[must_use]
    pub fn with(known: Arc<Known>) -> Self {
        Self {
            known,
            values: (0..VALUES).map(|_| Cell::new((0, 0))).collect(),
            boxes: (0..BOXES).map(|_| Cell::new((0, None))).collect(),
            throws: (0..THROWS).map(|_| Cell::new(None)).collect(),
        }
    }

    /// A memo that keeps nothing.
    #[must_use]
    pub fn off() -> Self {
        Self { known: Arc::default(), values: Box::new([]), boxes: Box::new([]), throws: Box::new([]) }
    }

    /// What it knows of its program, for others of it.
    #[must_use]
    pub fn known(&self) -> Arc<Known> {
        Arc::clone(&self.known)
    }

    /// Which registers are read again.
    pub(super) fn live(&self) -> &Live {
        &self.known.live
    }

    /// The gates of a procedure by their places, the cheapest first.
    #[inline]
    pub(super) fn gates(&self, proc: ProcNo) -> Option<&[usize]> {
        self.known.gates.get(proc).map(Vec::as_slice)
    }

    /// How many registers are enough to work out a quantity.
    #[inline]
    pub(super) fn room(&self, slot: SlotNo) -> usize {
        self.known.reads.slots.get(slot).map_or(WINDOW, |r| r.room as usize)
    }

    /// Whether an expression may depend on a register.
    #[inline]
    pub(super) fn depends(&self, x: X, reg: Reg) -> bool {
        self.known.reads.exs.get(x).is_none_or(|r| r.volatile || r.regs >> reg & 1 == 1)
    }

    /// Whom a way leads from and to, if a quantity is its length, or less where one of its ceilings applies.
    #[inline]
    pub(super) fn way_of(&self, slot: SlotNo) -> Option<(X, X)> {
        self.known.ways.as_ref()?.get(slot).copied().flatten()
    }

    /// Whether no way costs less than the straight line is long.
    #[inline]
    pub(super) fn lines_bound_ways(&self) -> bool {
        self.known.ways.is_some()
    }

    /// The filter of a description that says what whoever fits must be near.
    #[inline]
    pub(super) fn near_of(&self, s: S) -> Option<X> {
        self.known.nears.get(s).copied().flatten()
    }

    /// The box round all of a thing, kept as long as nothing moves.
    #[inline]
    pub(super) fn bounds(&self, who: i64, world: &World, all: impl FnOnce() -> Option<Bounds>) -> Option<Bounds> {
        let Some(marks) = world.marks().of(Part::STANDS) else { return all() };
        let h = step(step(marks, who.cast_unsigned()), Asked::Box as u64) | 1;
        let Some(cell) = self.boxes.get(place(Kept(h), BOXES)) else { return all() };
        let (key, bounds) = cell.get();
        if key == h {
            return bounds;
        }
        let bounds = all();
        cell.set((h, bounds));
        bounds
    }

    /// The key of an expression, if its answer is worth keeping.
    #[inline]
    pub(super) fn ex(&self, x: X, world: &World, context: u64, regs: &[i64]) -> Option<Kept> {
        let reads = self.known.reads.exs.get(x).filter(|r| r.worth_keeping())?;
        key(Asked::Ex, u64::from(x.0), reads, world, context, reads.regs, regs)
    }

    /// The key of a quantity whose blanks are the first `roles` registers.
    #[inline]
    pub(super) fn slot(&self, slot: SlotNo, roles: usize, world: &World, context: u64, regs: &[i64]) -> Option<Kept> {
        let reads = self.known.reads.slots.get(slot).filter(|r| r.worth_keeping())?;
        let blanks = 1u64.checked_shl(u32::try_from(roles).unwrap_or(u32::MAX))? - 1;
        key(Asked::Slot, u64::from(slot.0), reads, world, context, blanks, regs)
    }

    /// The key of a throw.
    #[inline]
    pub(super) fn throw(&self, throw: ThrowNo, world: &World, context: u64, regs: &[i64]) -> Option<Kept> {
        let reads = self.known.reads.throws.get(throw).filter(|r| !r.volatile)?;
        key(Asked::Throw, u64::from(throw.0), reads, world, context, reads.regs, regs)
    }

    /// The key of a way over ground, by one number for all that it hangs on.
    #[inline]
    pub(super) fn way(all: u64) -> Kept {
        Kept(step(all, Asked::Way as u64) | 1)
    }

    #[inline]
    pub(super) fn value(&self, kept: Kept) -> Option<i64> {
        let (key, value) = self.values.get(place(kept, VALUES))?.get();
        (key == kept.0).then_some(value)
    }

    #[inline]
    pub(super) fn keep(&self, kept: Kept, value: i64) {
        if let Some(cell) = self.values.get(place(kept, VALUES)) {
            cell.set((kept.0, value));
        }
    }

    #[inline]
    pub(super) fn toss(&self, kept: Kept) -> Option<Toss> {
        let (key, toss) = self.throws.get(place(kept, THROWS))?.get()?;
        (key == kept.0).then_some(toss)
    }

    #[inline]
    pub(super) fn keep_toss(&self, kept: Kept, toss: Toss) {
        if let Some(cell) = self.throws.get(place(kept, THROWS)) {
            cell.set(Some((kept.0, toss)));
        }
    }
}

/// The places of gates, the cheapest first; of those that cost the same, the one that stands first.
fn in_order(gates: &[Gate], reads: &Footprints) -> Vec<usize> {
    let mut order: Vec<usize> = (0..gates.len()).collect();
    order.sort_by_key(|i| gates.get(*i).and_then(|g| reads.exs.get(g.holds)).map_or(0, |r| r.cost));
    order
}

/// The quantities that are lengths of ways; none where some ground costs less than the open, for there the straight line is no
/// bound.
fn ways(program: &Program) -> Option<List<SlotNo, Option<(X, X)>>> {
    let eased = |c: &Cost| matches!(c, Cost::Times { num, den } if num < den);
    if program.terrains.all().iter().flat_map(|t| &t.costs).any(|(cost, _)| eased(cost)) {
        return None;
    }
    Some(program.slots.all().iter().map(|s| way(program, s)).collect())
}

/// Whom a way leads from and to, if a quantity is its length, or less where one of its ceilings applies.
fn way(program: &Program, s: &Slot) -> Option<(X, X)> {
    let plain = Program::contributions(s).all(|(sort, _)| sort == "at most") && s.least.is_none() && s.most.is_none();
    let plain = plain && !s.whole && !s.truth;
    match program.exs.get(s.base.filter(|_| plain)?)? {
        Ex::March(a, b) => Some((*a, *b)),
        _ => None,
    }
}

#[inline]
fn place(kept: Kept, size: usize) -> usize {
    // the high bits of a product are its best ones
    usize::try_from(kept.0 >> 32).unwrap_or(0) & (size - 1)
}

/// One key for what is asked, of whom, and how things stand as far as it is read.
#[inline]
fn key(asked: Asked, id: u64, reads: &Reads, world: &World, context: u64, blanks: u64, regs: &[i64]) -> Option<Kept> {
    let mut h = step(world.marks().of(reads.parts)?, (asked as u64) << 32 | id);
    h = step(h, context & reads.context);
    let mut left = blanks;
    while left != 0 {
        let r = regs.get(left.trailing_zeros() as usize).copied().unwrap_or(0);
        h = step(h, r.cast_unsigned());
        left &= left - 1;
    }
    h ^= h >> 32;
    h = h.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    // 0 is the key of nothing
    Some(Kept((h ^ h >> 29) | 1))
}

/// Takes one more word into a hash; for each word a bijection. The factor is that of `SplitMix64`.
#[inline]
const fn step(h: u64, word: u64) -> u64 {
    (h.rotate_left(23) ^ word).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}
