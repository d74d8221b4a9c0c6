//! From blocks of random bits to the faces of dice.
//!
//! A block of 128 bits is eight lanes of 16 bits, one die each. A lane `x` shows face
//! `1 + floor(x * sides / 2^16)`, unless the low 16 bits of the product are below
//! `2^16 mod sides`: leaving those out makes every face exactly as likely (Lemire, "Fast random
//! integer generation in an interval", 2019). A lane left out, and any die of more than
//! [`LANE_SIDES`] sides, draws 64 bits from a context of its own in the same manner.

use super::key::RollKey;
use super::philox::halves;

const LANES: u64 = 8;
const LANE_MASK: u64 = 0xFFFF;
/// A one in each half of a word.
const PAIR: u64 = 1 | 1 << 32;
/// The bit above each lane.
const GUARD: u64 = PAIR << LANE_BITS;
const LANE_BITS: u32 = 16;

/// The most sides a lane serves: no more than one lane in 64 is left out.
const LANE_SIDES: u32 = 1024;

/// Separates the draws of single dice from lanes; any odd constant does.
const SPARE_SALT: u64 = 0xD6E8_FEB8_6659_FD93;

/// The face, in `1..=sides`, of die `die` in throw `throw` (0 the first, 1 a re-roll, ...) of a
/// roll: a pure function of its arguments.
///
/// A die of no sides counts as a die of one: it shows 1.
#[must_use]
#[inline]
pub fn face(key: RollKey, throw: u32, die: u32, sides: u32) -> u32 {
    let sides = sides.max(1);
    if sides > LANE_SIDES {
        return spare_face(key, throw, die, sides);
    }
    lane_face(key, throw, die, sides, key.block(die / 8, throw))
}

/// Calls `see(die, face)` for the dice `0..dice` of a throw, in order. The faces are those of
/// [`face`].
#[inline]
pub fn roll_each(key: RollKey, throw: u32, dice: u32, sides: u32, mut see: impl FnMut(u32, u32)) {
    let sides = sides.max(1);
    let (mut die, end) = (0, u64::from(dice));
    if sides > LANE_SIDES {
        for die in 0..dice {
            see(die, spare_face(key, throw, die, sides));
        }
        return;
    }
    while die < end {
        // Two blocks made side by side overlap, and take little longer than one.
        die += if end - die <= LANES {
            see_blocks::<1>(key, throw, die, end, sides, &mut see)
        } else {
            see_blocks::<2>(key, throw, die, end, sides, &mut see)
        };
    }
}

/// The dice of the next `N` blocks as far as `end`, from the first of a block on; returns how many
/// dice such blocks hold.
#[inline]
fn see_blocks<const N: usize>(key: RollKey, throw: u32, first: u64, end: u64, sides: u32, see: &mut impl FnMut(u32, u32)) -> u64 {
    let times = u64::from(sides);
    let blocks: [[u32; 4]; N] = key.blocks(low(first / LANES), throw);
    // Two lanes at a time, each with 32 bits for its product.
    let mut products = blocks.map(|block| block.map(|word| times * spread(word)));
    // Bits 16 and 48 stay set while the low 16 bits of both products are at least `sides`.
    let sure = products.as_flattened().iter().fold(GUARD, |sure, product| sure & (((product & (PAIR * LANE_MASK)) | GUARD) - PAIR * times));
    if sure != GUARD {
        settle(key, throw, low(first), sides, products.as_flattened_mut());
    }
    let mut die = first;
    for product in products.as_flattened() {
        if die >= end {
            break;
        }
        see(low(die), low((product >> LANE_BITS) & LANE_MASK) + 1);
        die += 1;
        if die >= end {
            break;
        }
        see(low(die), low(product >> (32 + LANE_BITS)) + 1);
        die += 1;
    }
    N as u64 * LANES
}

/// The two lanes of a word, 32 bits apart.
#[inline]
fn spread(word: u32) -> u64 {
    let word = u64::from(word);
    (word & LANE_MASK) | (word >> LANE_BITS << 32)
}

/// Takes the faces (less one) again from lanes some of which may have to be left out.
#[cold]
#[inline(never)]
fn settle(key: RollKey, throw: u32, first: u32, sides: u32, products: &mut [u64]) {
    let mut die = first;
    for product in products {
        let mut settled = 0;
        for half in [0, 32] {
            let face = product_face(key, throw, die, sides, low(*product >> half));
            settled |= u64::from(face - 1) << (16 + half);
            die = die.wrapping_add(1);
        }
        *product = settled;
    }
}

/// The face of a die from its block.
#[inline]
fn lane_face(key: RollKey, throw: u32, die: u32, sides: u32, block: [u32; 4]) -> u32 {
    let [w0, w1, w2, w3] = block;
    let word = match die / 2 % 4 {
        0 => w0,
        1 => w1,
        2 => w2,
        _ => w3,
    };
    let lane = if die.is_multiple_of(2) { word & 0xFFFF } else { word >> LANE_BITS };
    product_face(key, throw, die, sides, lane * sides)
}

/// The face of a die from the product of its lane and `sides`.
#[inline]
fn product_face(key: RollKey, throw: u32, die: u32, sides: u32, product: u32) -> u32 {
    let rest = product % (1 << LANE_BITS);
    // What is left out is less than `sides`, so the division is nearly never done.
    if rest < sides && rest < (1 << LANE_BITS) % sides {
        return spare_face(key, throw, die, sides);
    }
    (product >> LANE_BITS) + 1
}

#[inline]
const fn low(word: u64) -> u32 {
    let [low, _] = halves(word);
    low
}

/// The face of a die that has blocks to itself.
#[cold]
#[inline(never)]
fn spare_face(key: RollKey, throw: u32, die: u32, sides: u32) -> u32 {
    let sides = u64::from(sides);
    let left_out = sides.wrapping_neg() % sides;
    let mut spare = key;
    loop {
        spare = spare.apart(SPARE_SALT);
        let [w0, w1, w2, w3] = spare.block(die, throw).map(u64::from);
        for draw in [w0 | w1 << 32, w2 | w3 << 32] {
            let product = u128::from(draw) * u128::from(sides);
            if low64(product) >= left_out {
                return low(low64(product >> 64)) + 1;
            }
        }
    }
}

#[inline]
const fn low64(word: u128) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = word.to_le_bytes();
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const KEY: RollKey = RollKey { seed: 1815, context: 618 };

    #[test]
    fn degenerate_dice() {
        assert_eq!(face(KEY, 0, 0, 0), 1);
        assert_eq!(face(KEY, 0, u32::MAX, 1), 1);
        let mut ones = 0;
        roll_each(KEY, 0, 9, 0, |_, face| ones += face);
        assert_eq!(ones, 9);
    }

    /// With 1000 sides 536 lanes of 65536 are left out, so this passes through all the ways.
    #[test]
    fn lanes_left_out_agree() {
        for context in 0..2000 {
            let key = RollKey { seed: 3, context };
            roll_each(key, 1, 37, 1000, |die, shown| {
                assert_eq!(shown, face(key, 1, die, 1000));
            });
        }
    }

    proptest! {
        #[test]
        fn pools_show_the_faces_of_their_dice(
            seed: u64, context: u64, throw: u32, dice in 0u32..100,
            sides in prop_oneof![1u32..130, 900u32..1200, any::<u32>()],
        ) {
            let key = RollKey { seed, context };
            let mut next = 0;
            roll_each(key, throw, dice, sides, |die, shown| {
                assert_eq!((die, shown), (next, face(key, throw, die, sides)));
                assert!((1..=sides.max(1)).contains(&shown));
                next += 1;
            });
            prop_assert_eq!(next, dice);
        }
    }
}
