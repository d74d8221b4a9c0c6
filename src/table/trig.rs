//! Integer numerics: sines from a table built at compile time, square roots, rounding.

/// The fixed-point 1 of [`sine`]: 30 fraction bits.
pub(super) const ONE: i64 = 1 << ONE_BITS;
/// Fraction bits of [`sine`].
pub(super) const ONE_BITS: u32 = 30;

/// Steps of a facing in a quarter turn.
const QUARTER: u16 = 16_384;

/// Half of pi with 60 fraction bits.
const HALF_PI: i128 = 1_811_004_864_519_280_711;

/// Sines of every 128th step of the quarter, ends included.
const COARSE: [i64; 129] = coarse();
/// Sine and cosine of steps 0..128.
const FINE: [(i64, i64); 128] = fine();

/// Taylor series with 60 fraction bits, rounded to 30; `first` is 1 for the cosine, the angle for
/// the sine, and `degree` its power.
const fn series(angle: i128, first: i128, degree: i128) -> i64 {
    let mut term = first;
    let mut sum = first;
    let mut n = degree;
    // Term 26 of a quarter turn is below 2^-60.
    while n < 26 {
        term = (((term * angle) >> 60) * angle) >> 60;
        term = -term / ((n + 1) * (n + 2));
        sum += term;
        n += 2;
    }
    // a sine has 30 bits and a sign
    let [a, b, c, d, e, f, g, h, ..] = ((sum + (1 << 29)) >> 30).to_le_bytes();
    i64::from_le_bytes([a, b, c, d, e, f, g, h])
}

const fn angle(step: usize) -> i128 {
    HALF_PI * (step as i128) / 16_384
}

const fn coarse() -> [i64; 129] {
    let mut table = [0; 129];
    let (mut k, mut left): (usize, &mut [i64]) = (0, &mut table);
    while let [next, rest @ ..] = left {
        let a = angle(k * 128);
        *next = series(a, a, 1);
        (k, left) = (k + 1, rest);
    }
    table
}

const fn fine() -> [(i64, i64); 128] {
    let mut table = [(0, 0); 128];
    let (mut k, mut left): (usize, &mut [(i64, i64)]) = (0, &mut table);
    while let [next, rest @ ..] = left {
        let a = angle(k);
        *next = (series(a, a, 1), series(a, 1 << 60, 0));
        (k, left) = (k + 1, rest);
    }
    table
}

/// Sine of 0..=16384 steps by the sum of angles.
fn quarter(step: u16) -> i64 {
    let high = usize::from(step >> 7);
    let low = usize::from(step & 127);
    let at = |k: usize| COARSE.get(k).copied().unwrap_or(0);
    let (fine_sine, fine_cosine) = FINE.get(low).copied().unwrap_or((0, ONE));
    let sum = at(high) * fine_cosine + at(128_usize.saturating_sub(high)) * fine_sine;
    (sum + (ONE >> 1)) >> ONE_BITS
}

/// Sine of an angle in 1/65536 turn, with 30 fraction bits; off by at most 2 in the last place, and
/// exact at the quarters.
pub(super) fn sine(angle: u16) -> i64 {
    let rest = angle & (QUARTER - 1);
    match angle >> 14 {
        0 => quarter(rest),
        1 => quarter(QUARTER - rest),
        2 => -quarter(rest),
        _ => -quarter(QUARTER - rest),
    }
}

/// Cosine, as [`sine`].
pub(super) fn cosine(angle: u16) -> i64 {
    sine(angle.wrapping_add(QUARTER))
}

/// Square root of at most `i64::MAX`, rounded down. A float guesses it, integers put it right: the answer hangs on no float.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a guess that is put right")]
fn whole_root(n: u64) -> u64 {
    let mut low = (n as f64).sqrt() as u64;
    while low * low > n {
        low -= 1;
    }
    while (low + 1) * (low + 1) <= n {
        low += 1;
    }
    low
}

/// Square root rounded to the nearest integer; 0 for negative numbers.
pub(super) fn root(square: i64) -> i64 {
    let n = u64::try_from(square).unwrap_or(0);
    let low = whole_root(n);
    // sqrt(n) > low + 1/2 exactly when n > low^2 + low.
    let up = n - low * low > low;
    i64::try_from(low + u64::from(up)).unwrap_or(i64::MAX)
}

/// Quotient rounded to the nearest integer, halves away from zero; 0 when `den` is 0.
pub(super) fn div_round(num: i128, den: i128) -> i64 {
    if den == 0 {
        return 0;
    }
    let (n, d) = (num.unsigned_abs(), den.unsigned_abs());
    let q = i64::try_from((n + d / 2) / d).unwrap_or(i64::MAX);
    if (num < 0) == (den < 0) { q } else { -q }
}

/// `value / 2^bits` rounded to the nearest integer, halves away from zero.
pub(super) fn shift_round(value: i64, bits: u32) -> i64 {
    let half = (1_i64 << bits) >> 1;
    if value < 0 { -(value.saturating_neg().saturating_add(half) >> bits) } else { value.saturating_add(half) >> bits }
}

/// Narrow to mils, stopping at the ends of the range.
pub(super) fn narrow(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_are_exact() {
        assert_eq!((sine(0), cosine(0)), (0, ONE));
        assert_eq!((sine(16_384), cosine(16_384)), (ONE, 0));
        assert_eq!((sine(32_768), cosine(32_768)), (0, -ONE));
        assert_eq!((sine(49_152), cosine(49_152)), (-ONE, 0));
    }

    #[test]
    fn known_angles() {
        // sin 45 degrees = 0.70710678118..., times 2^30 = 759 250 124.99
        assert!((sine(8192) - 759_250_125).abs() <= 2);
        // One step is 2 pi / 65536 = 0.0000958737990960, times 2^30 = 102 943.71
        assert!((sine(1) - 102_944).abs() <= 2);
    }

    #[test]
    fn squares_add_up_to_one() {
        for angle in 0..=u16::MAX {
            let (s, c) = (i128::from(sine(angle)), i128::from(cosine(angle)));
            let off = s * s + c * c - (1 << 60);
            assert!(off.abs() < 6 << 30, "{angle}: {off}");
        }
    }

    #[test]
    fn sine_rises_over_the_first_quarter() {
        assert!((0..16_384).all(|a| sine(a) < sine(a + 1)));
    }

    #[test]
    fn the_table_is_the_same_everywhere() {
        let mut sum = 0_i64;
        for angle in 0..=u16::MAX {
            sum = sum.wrapping_mul(31).wrapping_add(sine(angle));
        }
        assert_eq!(sum, -6_195_710_422_872_489_984);
    }

    #[test]
    fn roots_and_quotients_round() {
        assert_eq!([0, 1, 2, 3, 6, 7, 12, 13].map(root), [0, 1, 1, 2, 2, 3, 3, 4]);
        assert_eq!(root(-5), 0);
        assert_eq!(root(i64::MAX), 3_037_000_500);
        let near = |k: u64| [k * k - 1, k * k, k * k + 1];
        let roots = [2, 3, 1 << 16, 94_906_267, 1 << 31, 3_037_000_498].into_iter().flat_map(near);
        assert!(roots.clone().all(|n| whole_root(n) == n.isqrt()), "{:?}", roots.collect::<Vec<_>>());
        assert_eq!([div_round(5, 2), div_round(-5, 2), div_round(5, -3)], [3, -3, -2]);
        assert_eq!(div_round(1, 0), 0);
        assert_eq!([shift_round(3, 1), shift_round(-3, 1), shift_round(5, 2)], [2, -2, 1]);
        assert_eq!(narrow(i64::MIN), i32::MIN);
    }
}
