//! A generator behind the traits of `rand`.

use std::convert::Infallible;

use rand::rand_core::{SeedableRng, TryRng, utils};

use super::key::{RollKey, halves};

/// Separates streams from the dice of the same key; any odd constant does.
const STREAM_SALT: u64 = 0xA076_1D64_78BD_642F;
const WORDS: u64 = 4;

/// The endless stream of 32-bit words of a key, for whatever asks for a `rand` generator.
///
/// The word at a place is a pure function of the key and the place, and none of them serves a die
/// of the same key. After 2^64 words the stream begins again.
///
/// What `rand` makes of the words (ranges, shuffles) may change with its minor versions; only the
/// words are recorded by [`GENERATOR`](super::GENERATOR).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stream {
    key: RollKey,
    place: u64,
    /// The block that holds the word at `place`.
    block: [u32; 4],
}

impl Stream {
    /// The stream of a key, from its beginning.
    #[must_use]
    pub fn new(key: RollKey) -> Self {
        let mut stream = Self { key: key.apart(STREAM_SALT), place: 0, block: [0; 4] };
        stream.seek(0);
        stream
    }

    /// How many words have been taken.
    #[must_use]
    pub const fn place(&self) -> u64 {
        self.place
    }

    /// Goes to where `place` words have been taken.
    pub fn seek(&mut self, place: u64) {
        let [low, high] = halves(place / WORDS);
        self.block = self.key.block(low, high);
        self.place = place;
    }

    #[inline]
    fn next_word(&mut self) -> u32 {
        let [w0, w1, w2, w3] = self.block;
        let word = match self.place % WORDS {
            0 => w0,
            1 => w1,
            2 => w2,
            _ => w3,
        };
        self.place = self.place.wrapping_add(1);
        if self.place.is_multiple_of(WORDS) {
            self.seek(self.place);
        }
        word
    }
}

impl TryRng for Stream {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.next_word())
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        utils::next_u64_via_u32(self)
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        utils::fill_bytes_via_next_word(bytes, || Ok(self.next_word()))
    }
}

/// The seed's first eight bytes, least first, are the seed of the key, the others its context.
impl SeedableRng for Stream {
    type Seed = [u8; 16];

    fn from_seed(seed: [u8; 16]) -> Self {
        let both = u128::from_le_bytes(seed);
        let [seed, context] = [both, both >> 64].map(low);
        Self::new(RollKey { seed, context })
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the low half is asked for")]
const fn low(both: u128) -> u64 {
    both as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, RngExt};

    const KEY: RollKey = RollKey { seed: 7, context: 9 };

    #[test]
    fn words_are_the_blocks_in_order() {
        let mut stream = Stream::new(KEY);
        let apart = KEY.apart(STREAM_SALT);
        for word in [apart.block(0, 0), apart.block(1, 0)].concat() {
            assert_eq!(stream.next_u32(), word);
        }
        assert_eq!(stream.place(), 8);
    }

    #[test]
    fn seeking_is_walking() {
        let mut walked = Stream::new(KEY);
        for place in 0..20 {
            let mut sought = Stream::new(KEY);
            sought.seek(place);
            assert_eq!(sought, walked);
            walked.next_u32();
        }
        let mut last = Stream::new(KEY);
        last.seek(u64::MAX);
        last.next_u32();
        assert_eq!(last, Stream::new(KEY));
    }

    #[test]
    fn wide_words_and_bytes_come_from_the_same_words() {
        let mut narrow = Stream::new(KEY);
        let [a, b] = [narrow.next_u32(), narrow.next_u32()].map(u64::from);
        assert_eq!(Stream::new(KEY).next_u64(), a | b << 32);
        let mut bytes = [0; 8];
        Stream::new(KEY).fill_bytes(&mut bytes);
        assert_eq!(u64::from_le_bytes(bytes), a | b << 32);
    }

    #[test]
    fn seeds_are_keys() {
        let mut seed = [0; 16];
        (seed[0], seed[8]) = (7, 9);
        assert_eq!(Stream::from_seed(seed), Stream::new(KEY));
    }

    #[test]
    fn serves_rand() {
        let mut stream = Stream::new(KEY);
        let mean = (0..10_000).map(|_| stream.random_range(1..=6u32)).sum::<u32>();
        // 35,000 give or take 171 (one standard deviation).
        assert!((34_300..35_700).contains(&mean), "{mean}");
    }
}
