//! What a position is, part by part, as numbers that follow each change.
//!
//! Each fact (a state of a thing, a number, a place) has a random-looking number; the mark of a part is the exclusive or of
//! its facts, after Zobrist, "A New Hashing Method with Application for Game Playing" (1970). Equal parts have equal
//! marks whatever way led there; two different ones meet with a chance of about 2^-64.

use super::place::Place;
use crate::dice::ContextHash;
use crate::ir::Part;
use crate::vm::cast::EntId;

/// One mark for each part of a position.
#[derive(Clone, Copy, Debug)]
pub struct Marks {
    known: bool,
    at: [u64; Part::COUNT],
}

impl Default for Marks {
    fn default() -> Self {
        Self { known: false, at: [0; Part::COUNT] }
    }
}

// a position is compared by what is there
impl PartialEq for Marks {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Marks {}

impl Marks {
    /// The marks of nothing.
    pub(super) fn known() -> Self {
        Self { known: true, ..Self::default() }
    }

    /// Whether they say what is there.
    pub(super) fn are_known(&self) -> bool {
        self.known
    }

    /// Whether both are known and all are equal.
    #[inline]
    pub(super) fn same(&self, other: &Self) -> bool {
        self.known && other.known && self.at == other.at
    }

    /// The mark of several parts together, by the bits of `parts`; none if the marks are not known.
    #[must_use]
    #[inline]
    pub fn of(&self, parts: u32) -> Option<u64> {
        let mut left = parts;
        let mut sum = 0;
        while left != 0 {
            sum ^= self.at.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
        }
        self.known.then_some(sum)
    }

    #[inline]
    fn flip(&mut self, part: Part, words: [u64; 3]) {
        if let Some(m) = self.at.get_mut(part.index()) {
            *m ^= ContextHash::new().words(&words).finish();
        }
    }

    /// Flips those states of a thing that are set in `bits`, word `word` of its states.
    #[inline]
    pub(super) fn states(&mut self, who: usize, word: usize, bits: u64) {
        let mut left = bits;
        while left != 0 {
            let at = word * 64 + left.trailing_zeros() as usize;
            self.flip(Part::state_at(at), [1, who as u64, at as u64]);
            left &= left - 1;
        }
    }

    /// Flips a number, by its place among all numbers.
    #[inline]
    pub(super) fn cell(&mut self, at: usize, value: i32) {
        if value != 0 {
            self.flip(Part::Counts, [2, at as u64, u64::from(value.cast_unsigned())]);
        }
    }

    #[inline]
    pub(super) fn place(&mut self, who: usize, p: Place) {
        let at = u64::from(p.x.cast_unsigned()) << 32 | u64::from(p.y.cast_unsigned());
        let rest = u64::from(p.facing) << 16 | u64::from(p.rank) << 8 | u64::from(p.there);
        self.flip(Part::Places, [3 | (who as u64) << 8, at, rest]);
    }

    #[inline]
    pub(super) fn parent(&mut self, who: usize, group: EntId) {
        self.flip(Part::Groups, [4, who as u64, u64::from(group)]);
    }

    #[inline]
    pub(super) fn ring(&mut self, who: usize, group: EntId) {
        if group != 0 {
            self.flip(Part::Groups, [9, who as u64, u64::from(group)]);
        }
    }

    #[inline]
    pub(super) fn lead(&mut self, who: usize, piece: EntId) {
        self.flip(Part::Leads, [5, who as u64, u64::from(piece)]);
    }

    #[inline]
    pub(super) fn live(&mut self, who: usize, on: bool) {
        if !on {
            self.flip(Part::Live, [6, who as u64, 0]);
        }
    }

    #[inline]
    pub(super) fn turn(&mut self, turn: u16) {
        self.flip(Part::Turn, [7, u64::from(turn), 0]);
    }

    #[inline]
    pub(super) fn home(&mut self, side: usize, zone: EntId) {
        self.flip(Part::Homes, [8, side as u64, u64::from(zone)]);
    }
}
