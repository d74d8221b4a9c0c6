//! A statistical battery over the faces. The keys are fixed, so a pass today is a pass for ever; the
//! bounds are those a sound generator would break once in a million runs.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::{ContextHash, RollKey, face, roll_each};

const RARE: f64 = 1e-6;

/// Fails if the counts, expected to be even, are too uneven or too even.
fn assert_even(counts: &[u32], what: &str) {
    let faces = f64::from(u32::try_from(counts.len()).unwrap());
    let expected = f64::from(counts.iter().sum::<u32>()) / faces;
    let statistic = counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum::<f64>();
    let law = ChiSquared::new(faces - 1.0).unwrap();
    let p = law.sf(statistic);
    assert!(p > RARE && p < 1.0 - RARE, "{what}: chi-square {statistic:.1}, p {p:.2e}");
}

/// Counts pairs of faces over many ways to make one, and asks that each is as frequent.
fn assert_independent(sides: u32, what: &str, pair: impl Fn(u64) -> [u32; 2]) {
    let mut counts = vec![0; (sides * sides) as usize];
    for n in 0..400_000 {
        let [a, b] = pair(n);
        counts[((a - 1) * sides + b - 1) as usize] += 1;
    }
    assert_even(&counts, what);
}

fn key(context: u64) -> RollKey {
    RollKey { seed: 42, context }
}

#[test]
fn faces_are_even() {
    for sides in [2, 3, 6, 8, 10, 12, 20, 100, 1000] {
        let mut counts = vec![0; sides as usize];
        roll_each(key(1), 0, 2_000_000, sides, |_, face| counts[face as usize - 1] += 1);
        assert_even(&counts, &format!("d{sides}, one long throw"));
        counts.fill(0);
        for context in 0..200_000 {
            roll_each(key(context), 0, 10, sides, |_, face| counts[face as usize - 1] += 1);
        }
        assert_even(&counts, &format!("d{sides}, many pools"));
    }
}

/// The most sides but one that a lane serves, and two dice that need draws of their own; three
/// thousand million sides would show a third of their faces twice as often, were no draw left out
/// of 32 bits.
#[test]
fn awkward_sides_are_even() {
    for (sides, classes) in [(1023, 1023), (24_000, 1000), (3_000_000_000, 3000)] {
        let mut counts = vec![0; classes as usize];
        roll_each(key(2), 0, 500_000, sides, |_, face| {
            counts[((face - 1) / (sides / classes)) as usize] += 1;
        });
        assert_even(&counts, &format!("{sides} sides"));
    }
}

#[test]
fn each_lane_is_even() {
    for die in 0..16 {
        let mut counts = [0; 6];
        for context in 0..100_000 {
            counts[face(key(context), 0, die, 6) as usize - 1] += 1;
        }
        assert_even(&counts, &format!("die {die}"));
    }
}

#[test]
fn neighbours_are_independent() {
    for sides in [6, 10, 20] {
        let draw = |seed, context, throw, die| face(RollKey { seed, context }, throw, die, sides);
        let low = |n: u64| u32::try_from(n).unwrap();
        assert_independent(sides, "die, next die", |n| [draw(1, 1, 0, low(n)), draw(1, 1, 0, low(n) + 1)]);
        assert_independent(sides, "die, die of the next block", |n| [draw(1, 2, 0, low(n)), draw(1, 2, 0, low(n) + 8)]);
        assert_independent(sides, "throw, next throw", |n| [draw(1, n, 0, 3), draw(1, n, 1, 3)]);
        assert_independent(sides, "throws in a row", |n| [draw(1, 3, low(n), 0), draw(1, 3, low(n) + 1, 0)]);
        assert_independent(sides, "context, next context", |n| [draw(1, n, 0, 0), draw(1, n + 1, 0, 0)]);
        assert_independent(sides, "seed, next seed", |n| [draw(n, 1, 0, 0), draw(n + 1, 1, 0, 0)]);
    }
}

/// One more in any one word of a context: the face after is independent of the face before.
#[test]
fn contexts_avalanche() {
    for place in 0..8usize {
        assert_independent(6, &format!("word {place}"), |n| {
            let mut words = [n % 7, n % 5, n, 3, n % 40, n % 41, 0, n % 3];
            let before = face(RollKey { seed: 9, context: ContextHash::new().words(&words).finish() }, 0, 0, 6);
            words[place] += 1;
            [before, face(RollKey { seed: 9, context: ContextHash::new().words(&words).finish() }, 0, 0, 6)]
        });
    }
}

/// Each bit of a word flips each bit of the hash half of the time: over 20,000 contexts 10,000 give
/// or take 71 (one standard deviation); 6 of these are seen once in a billion.
#[test]
fn bits_avalanche() {
    const CONTEXTS: u64 = 20_000;
    for bit in 0..64 {
        let mut flips = [0i64; 64];
        for n in 0..CONTEXTS {
            let head = ContextHash::new().word(n % 11).word(4);
            let change = head.word(n).word(1).finish() ^ head.word(n ^ 1 << bit).word(1).finish();
            for (out, flip) in flips.iter_mut().enumerate() {
                *flip += i64::from(change >> out & 1 == 1);
            }
        }
        for (out, flip) in flips.into_iter().enumerate() {
            assert!((flip - 10_000).abs() < 6 * 71, "bit {bit} flips bit {out} {flip} times");
        }
    }
}

/// Sums of ten d6: mean 35, variance 175/6. Over 200,000 pools the mean errs by 0.012 and the
/// variance by 0.09 (one standard deviation each; the excess kurtosis is -0.127).
#[test]
fn sums_of_pools_have_the_right_spread() {
    let pools = 200_000u32;
    let (mut sum, mut squares) = (0.0, 0.0);
    for context in 0..u64::from(pools) {
        let mut total = 0;
        roll_each(key(context), 2, 10, 6, |_, face| total += face);
        sum += f64::from(total) - 35.0;
        squares += (f64::from(total) - 35.0).powi(2);
    }
    assert!((sum / f64::from(pools)).abs() < 5.0 * 0.012);
    assert!((squares / f64::from(pools) - 175.0 / 6.0).abs() < 5.0 * 0.09);
}
