//! Random numbers one after another, for those who draw lots outside of the game's own dice.

use std::convert::Infallible;

use rand::TryRng;

use super::key::RollKey;

/// The numbers of one key in order: a generator for the distributions and shuffles of `rand`. Two keys never share a number's
/// place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    key: RollKey,
    next: u32,
}

impl Stream {
    /// The numbers of a key from the first.
    #[must_use]
    pub const fn new(key: RollKey) -> Self {
        Self { key, next: 0 }
    }
}

impl TryRng for Stream {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let [low, ..] = self.key.block(self.next, 0);
        self.next = self.next.wrapping_add(1);
        Ok(low)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let [low, high, ..] = self.key.block(self.next, 0);
        self.next = self.next.wrapping_add(1);
        Ok(u64::from(high) << 32 | u64::from(low))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for part in bytes.chunks_mut(size_of::<u32>()) {
            let word = self.try_next_u32()?.to_le_bytes();
            part.iter_mut().zip(word).for_each(|(to, from)| *to = from);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::SliceRandom as _;

    use super::*;

    /// Of three things each comes first about as often as the others: 3,000 shuffles, within 5 standard deviations of 1,000.
    #[test]
    fn shuffles_are_even() {
        let mut first = [0u32; 3];
        for seed in 0..3000 {
            let mut things = [0usize, 1, 2];
            things.shuffle(&mut Stream::new(RollKey { seed, context: 1 }));
            first[things[0]] += 1;
        }
        assert!(first.iter().all(|n| n.abs_diff(1000) < 130), "{first:?}");
    }

    #[test]
    fn the_same_key_gives_the_same_numbers() {
        let key = RollKey { seed: 7, context: 9 };
        let [mut a, mut b] = [Stream::new(key), Stream::new(key)];
        assert_eq!(a.try_next_u64(), b.try_next_u64());
        assert_ne!(a.try_next_u32(), a.try_next_u32());
    }
}
