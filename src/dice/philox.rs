//! The block generator.

/// Multipliers and key steps of Philox4x32, from Salmon, Moraes, Dror and Shaw, "Parallel random
/// numbers: as easy as 1, 2, 3" (SC 2011), and the Random123 library.
const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
const KEY_STEPS: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];
const ROUNDS: usize = 10;

/// Philox4x32-10: a keyed bijection of 128-bit counters whose outputs, over distinct counters or
/// keys, pass for independent uniform bits.
#[cfg(test)]
pub(super) fn philox4x32_10(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let [block] = blocks([counter], key);
    block
}

/// Several blocks of one key at once, so that the processor overlaps their chains of products.
#[inline]
pub(super) fn blocks<const N: usize>(mut counters: [[u32; 4]; N], key: [u32; 2]) -> [[u32; 4]; N] {
    let [mut k0, mut k1] = key;
    for _ in 0..ROUNDS {
        for counter in &mut counters {
            let [c0, c1, c2, c3] = *counter;
            let (high0, low0) = product(MULTIPLIERS[0], c0);
            let (high1, low1) = product(MULTIPLIERS[1], c2);
            *counter = [high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0];
        }
        k0 = k0.wrapping_add(KEY_STEPS[0]);
        k1 = k1.wrapping_add(KEY_STEPS[1]);
    }
    counters
}

/// A word's low half, then its high half.
#[inline]
pub(super) const fn halves(word: u64) -> [u32; 2] {
    let [a, b, c, d, e, f, g, h] = word.to_le_bytes();
    [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h])]
}

/// The high and the low word of a product.
#[inline]
const fn product(a: u32, b: u32) -> (u32, u32) {
    let [low, high] = halves(a as u64 * b as u64);
    (high, low)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known-answer vectors published with Random123 (`kat_vectors`).
    #[test]
    fn known_answers() {
        let ones = u32::MAX;
        for (counter, key, answer) in [
            ([0; 4], [0; 2], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
            ([ones; 4], [ones; 2], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]),
            (
                [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
                [0xa409_3822, 0x299f_31d0],
                [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
            ),
        ] {
            assert_eq!(philox4x32_10(counter, key), answer);
        }
    }

    #[test]
    fn several_at_once_are_the_same() {
        let counters = [[1, 2, 3, 4], [5, 6, 7, 8], [0, 0, 0, 9]];
        let together = blocks(counters, [10, 11]);
        let alone = counters.map(|counter| philox4x32_10(counter, [10, 11]));
        assert_eq!(together, alone);
    }
}
