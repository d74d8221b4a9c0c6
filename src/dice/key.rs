//! The name of one roll.

use serde::{Deserialize, Serialize};

use super::context::{ContextHash, mix};
use super::philox::{blocks, halves};

/// Which roll it is: the seed of the game, and the hash of where in the game it is thrown.
///
/// The seed is the key of the generator; the context is the upper half of its counter, so that two
/// contexts of one game never share a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RollKey {
    /// The seed of the whole game; any value.
    pub seed: u64,
    /// Where in the game; any value, see [`ContextHash`](super::ContextHash).
    pub context: u64,
}

impl RollKey {
    /// The block at a place of this key's counter space.
    #[inline]
    pub(super) fn block(self, low: u32, high: u32) -> [u32; 4] {
        let [block] = self.blocks(low, high);
        block
    }

    /// `N` consecutive blocks from a place of this key's counter space.
    #[inline]
    pub(super) fn blocks<const N: usize>(self, low: u32, high: u32) -> [[u32; 4]; N] {
        let ([k0, k1], [c2, c3]) = (halves(self.seed), halves(self.context));
        let mut place = low;
        let counters = [(); N].map(|()| {
            let counter = [place, high, c2, c3];
            place = place.wrapping_add(1);
            counter
        });
        blocks(counters, [k0, k1])
    }

    /// The lot of something that is told apart by some words: whose is least is drawn, each as likely.
    #[must_use]
    #[inline]
    pub fn lot(self, words: &[u64]) -> u64 {
        ContextHash::new().words(&[self.seed, self.context]).words(words).finish()
    }

    /// The same game at a context of its own, for draws that must not meet those of this key.
    #[must_use]
    #[inline]
    pub fn apart(self, salt: u64) -> Self {
        Self { context: mix(self.context ^ salt), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::philox::philox4x32_10;

    #[test]
    fn seed_is_the_key_and_context_the_upper_counter() {
        let key = RollKey { seed: 0x0000_000B_0000_000A, context: 0x0000_0004_0000_0003 };
        assert_eq!(key.block(1, 2), philox4x32_10([1, 2, 3, 4], [10, 11]));
        let [first, second] = key.blocks(1, 2);
        assert_eq!(first, key.block(1, 2));
        assert_eq!(second, key.block(2, 2));
    }

    #[test]
    fn apart_is_elsewhere() {
        let key = RollKey { seed: 1, context: 0 };
        assert_ne!(key.apart(1).context, key.context);
        assert_ne!(key.apart(1), key.apart(2));
        assert_eq!(key.apart(1).seed, key.seed);
    }
}
