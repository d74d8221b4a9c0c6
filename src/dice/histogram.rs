//! How many dice of a throw show each face, in one number. Only the faces that a rule asks for are counted.

use serde::{Deserialize, Serialize};

/// The faces of a throw that are counted, face 1 in bit 0, and how their counts lie in one number: a field for each,
/// the lowest face in the lowest bits. Counts of several dice add up as the numbers do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Histogram(u32);

/// Bits of a number of a register that is not negative.
const ROOM: u32 = 63;

impl Histogram {
    /// Every face, before it is known how many sides the dice have.
    pub const EVERY: Self = Self(u32::MAX);

    /// One face; none that lies beyond 32.
    #[must_use]
    pub fn of(face: u8) -> Self {
        Self(bit(u32::from(face)))
    }

    /// These faces and those.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those faces that dice of so many sides have.
    #[must_use]
    pub fn within(self, sides: i64) -> Self {
        let all = u32::try_from(sides).ok().and_then(|s| 1u32.checked_shl(s)).map_or(u32::MAX, |above| above - 1);
        Self(self.0 & all)
    }

    /// Whether nothing is counted.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether more faces than one are counted.
    #[must_use]
    pub const fn is_many(self) -> bool {
        self.0.count_ones() > 1
    }

    /// Whether a face is counted.
    #[must_use]
    pub fn has(self, face: u32) -> bool {
        self.0 & bit(face) != 0
    }

    /// The only face that is counted; 0 if there are none or several.
    #[must_use]
    pub const fn only(self) -> u32 {
        if self.0.is_power_of_two() { self.0.trailing_zeros() + 1 } else { 0 }
    }

    /// What one die adds that shows a face.
    #[must_use]
    pub fn die(self, face: u32) -> i64 {
        if self.has(face) { 1 << self.low(face) } else { 0 }
    }

    /// How many dice show a face.
    #[must_use]
    pub fn shown(self, counts: i64, face: u32) -> i64 {
        if self.has(face) { counts >> self.low(face) & self.most() } else { 0 }
    }

    /// How many dice are in the largest set of those that show the same face.
    #[must_use]
    pub fn largest(self, counts: i64) -> i64 {
        (1..=u32::BITS).map(|face| self.shown(counts, face)).max().unwrap_or(0)
    }

    /// So many dice can be counted, and no more.
    #[must_use]
    pub const fn most(self) -> i64 {
        (1 << self.width()) - 1
    }

    const fn width(self) -> u32 {
        match self.0.count_ones() {
            0 | 1 => ROOM - 1,
            faces => ROOM / faces,
        }
    }

    /// The lowest bit of the field of a face.
    fn low(self, face: u32) -> u32 {
        (self.0 & bit(face).wrapping_sub(1)).count_ones() * self.width()
    }
}

/// The bit of a face; none for what is no face.
fn bit(face: u32) -> u32 {
    face.checked_sub(1).and_then(|n| 1u32.checked_shl(n)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thrown(histogram: Histogram, faces: &[u32]) -> i64 {
        faces.iter().map(|f| histogram.die(*f)).sum()
    }

    #[test]
    fn each_face_is_counted_apart() {
        let two = Histogram::of(1).and(Histogram::of(6));
        let counts = thrown(two, &[6, 1, 3, 6, 6]);
        assert_eq!((two.shown(counts, 1), two.shown(counts, 6), two.shown(counts, 3)), (1, 3, 0));
    }

    #[test]
    fn the_largest_set_is_of_any_face() {
        let all = Histogram::EVERY.within(10);
        assert_eq!(all.largest(thrown(all, &[10, 1, 10, 2, 10, 1])), 3);
        assert_eq!(all.largest(thrown(all, &[])), 0);
        assert_eq!(all.largest(thrown(all, &[7; 63])), 63);
        assert_eq!(all.most(), 63);
    }

    #[test]
    fn a_single_face_has_all_the_room() {
        let one = Histogram::of(32);
        assert_eq!(one.shown(thrown(one, &[32; 1000]), 32), 1000);
        assert_eq!((one.only(), Histogram::EVERY.only()), (32, 0));
        assert!(Histogram::of(0).is_empty() && Histogram::of(33).is_empty());
    }

    #[test]
    fn faces_that_no_die_has_are_not_counted() {
        assert_eq!(Histogram::of(7).within(6), Histogram::default());
        assert_eq!(Histogram::EVERY.within(32), Histogram::EVERY);
    }
}
