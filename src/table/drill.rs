//! How a body of pieces stands besides its ranks: words that hold or do not. What is said of one, and what comes of it in
//! numbers, is known here alone.

use serde::{Deserialize, Serialize};

/// A word about how a formation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Drill {
    /// Its ranks are as equal in number as they can be.
    Even,
    /// It has at least as many full ranks as its front rank has pieces.
    Deep,
    /// It sees only to its front.
    ArcFront,
    /// Its pieces stand along four sides and look away from its middle; it has no flank and no rear.
    Outwards,
}

/// The sides along which a body stands that looks outwards.
pub const SIDES: u8 = 4;

impl Drill {
    /// Each of them.
    pub const ALL: &'static [Self] = &[Self::Even, Self::Deep, Self::ArcFront, Self::Outwards];

    /// As it is written: a word, or two.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::Deep => "deep",
            Self::ArcFront => "arc front",
            Self::Outwards => "faces outwards",
        }
    }

    /// As it is said of a formation.
    #[must_use]
    pub const fn said(self) -> &'static str {
        match self {
            Self::Even => "its ranks are as equal as they can be",
            Self::Deep => "it has at least as many full ranks as its front has pieces",
            Self::ArcFront => "it sees to the front only",
            Self::Outwards => "its pieces stand along four sides and face outwards",
        }
    }

    /// Whether so many pieces may stand so with a front of so many, neither of them 0.
    #[must_use]
    pub const fn allows(self, pieces: u8, front: u8) -> bool {
        match self {
            Self::Even => pieces.div_ceil(pieces.div_ceil(front)) == front,
            Self::Deep => pieces / front >= front,
            Self::ArcFront => true,
            Self::Outwards => pieces >= SIDES && front == pieces.div_ceil(SIDES),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Drill;

    #[test]
    fn ranks_are_even_or_deep() {
        let fronts = |m: Drill, n| (1..=n).filter(|f| m.allows(n, *f)).collect::<Vec<u8>>();
        // two ranks of five, never one of six and one of four
        assert_eq!(fronts(Drill::Even, 10), [1, 2, 3, 4, 5, 10]);
        assert_eq!(fronts(Drill::Deep, 10), [1, 2, 3]);
        assert_eq!(fronts(Drill::ArcFront, 3), [1, 2, 3]);
        // three cannot stand along four sides; of nine, three stand in front and two to each other side
        assert_eq!([3, 4, 8, 9].map(|n| fronts(Drill::Outwards, n)), [vec![], vec![1], vec![2], vec![3]]);
    }
}
