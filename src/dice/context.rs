//! The hash that tells one roll of a game from every other.

/// 2^64 divided by the golden ratio, made odd: the increment of `SplitMix64`.
const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// Hashes a list of words (when, who, what for, the how-manieth) into 64 bits.
///
/// Word `i` is offset by `(i + 1) * GAMMA` and mixed by the finaliser of `SplitMix64` (Stafford's
/// variant 13 of the `MurmurHash3` finaliser); the mixed words are summed and the sum is mixed
/// again. Summing (as in `AdHash`, Bellare and Micciancio 1997) lets the processor mix all words
/// side by side. Order and length matter; two different lists meet with a chance of about 2^-64.
/// It does not withstand somebody who looks for collisions.
///
/// It is a `Copy` value: hash what many rolls share once, and go on from there for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[must_use]
pub struct ContextHash {
    sum: u64,
    offset: u64,
}

impl ContextHash {
    /// The hash of no words.
    #[inline]
    pub const fn new() -> Self {
        Self { sum: 0, offset: 0 }
    }

    /// The hash of the words so far and one more.
    #[inline]
    pub const fn word(self, word: u64) -> Self {
        let offset = self.offset.wrapping_add(GAMMA);
        let sum = self.sum.wrapping_add(mix(word.wrapping_add(offset)));
        Self { sum, offset }
    }

    /// The hash of the words so far and of those given, in their order.
    #[inline]
    pub fn words(self, words: &[u64]) -> Self {
        words.iter().fold(self, |hash, &word| hash.word(word))
    }

    /// The 64 bits.
    #[inline]
    #[must_use]
    pub const fn finish(self) -> u64 {
        mix(self.sum)
    }
}

/// A number that stands for a name in lists of words, the same on every platform.
#[must_use]
pub fn name_key(name: &str) -> u64 {
    // FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

/// The finaliser of `SplitMix64`: a bijection of 64 bits in which a change of any bit flips about
/// half of the others.
#[inline]
pub(super) const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    /// The first outputs of `SplitMix64` from seed 1234567, as published (Rosetta Code).
    #[test]
    fn mix_is_that_of_splitmix64() {
        let mut state = 1_234_567u64;
        for answer in [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ] {
            state = state.wrapping_add(GAMMA);
            assert_eq!(mix(state), answer);
        }
    }

    #[test]
    fn order_and_length_matter() {
        let hash = |words: &[u64]| ContextHash::new().words(words).finish();
        let lists: [&[u64]; 8] = [&[], &[0], &[0, 0], &[1], &[1, 2], &[2, 1], &[1, 2, 0], &[0, 1, 2]];
        let hashes: HashSet<u64> = lists.iter().map(|words| hash(words)).collect();
        assert_eq!(hashes.len(), lists.len());
    }

    /// All lists of small words, where games live: a million of them, no two alike (the chance of
    /// a meeting by accident is 3e-8).
    #[test]
    fn small_words_do_not_meet() {
        let mut seen = HashSet::new();
        for packed in 0..1_000_000u64 {
            let words = [packed % 10, packed / 10 % 10, packed / 100 % 100, packed / 10_000];
            assert!(seen.insert(ContextHash::new().words(&words).finish()), "{words:?}");
        }
    }

    proptest! {
        #[test]
        fn shared_beginnings_go_on(head: Vec<u64>, tail: Vec<u64>) {
            let whole = ContextHash::new().words(&[head.clone(), tail.clone()].concat());
            prop_assert_eq!(whole, ContextHash::new().words(&head).words(&tail));
        }
    }
}
