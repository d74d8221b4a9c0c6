//! Chances as exact fractions, made by counting faces: nothing of the program is used here.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::{One, ToPrimitive, Zero};
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// A chance.
pub type Part = Ratio<BigInt>;

/// `a` in `b`.
pub fn part(a: i64, b: i64) -> Part {
    Ratio::new(BigInt::from(a), BigInt::from(b))
}

/// Each outcome and its chance.
#[derive(Clone, Debug, PartialEq)]
pub struct Law<T: Ord>(pub BTreeMap<T, Part>);

impl<T: Ord + Clone> Law<T> {
    /// One outcome, for sure.
    pub fn sure(t: T) -> Self {
        Self(BTreeMap::from([(t, Part::one())]))
    }

    /// What comes of each outcome, by itself a matter of chance.
    pub fn then<U: Ord + Clone>(&self, f: impl Fn(&T) -> Law<U>) -> Law<U> {
        let mut out: BTreeMap<U, Part> = BTreeMap::new();
        for (t, p) in &self.0 {
            for (u, q) in f(t).0 {
                *out.entry(u).or_insert_with(Part::zero) += p * q;
            }
        }
        out.retain(|_, p| !p.is_zero());
        Law(out)
    }

    /// Each outcome under another name.
    pub fn map<U: Ord + Clone>(&self, f: impl Fn(&T) -> U) -> Law<U> {
        self.then(|t| Law::sure(f(t)))
    }
}

/// A six-sided die.
pub fn d6() -> Law<i64> {
    Law((1..=6).map(|f| (f, part(1, 6))).collect())
}

/// A six-sided die halved, fractions up.
pub fn d3() -> Law<i64> {
    d6().map(|f| (f + 1) / 2)
}

/// The sum of several.
pub fn sum(laws: &[Law<i64>]) -> Law<i64> {
    laws.iter().fold(Law::sure(0), |so_far, l| so_far.then(|a| l.map(|b| a + b)))
}

/// How many of `n` dice succeed, each with the chance `p`: the binomial law, by its formula.
pub fn among(n: i64, p: &Part) -> Law<i64> {
    let q = Part::one() - p;
    let mut ways = BigInt::one();
    let mut out = BTreeMap::new();
    for k in 0..=n.max(0) {
        let chance = Ratio::from_integer(ways.clone()) * power(p, k) * power(&q, n - k);
        if !chance.is_zero() {
            out.insert(k, chance);
        }
        ways = ways * BigInt::from(n - k) / BigInt::from(k + 1);
    }
    Law(out)
}

fn power(p: &Part, n: i64) -> Part {
    (0..n).fold(Part::one(), |a, _| a * p)
}

/// The chance of a score of at least `need` on a die with `plus` added, where a natural 6 always and a natural 1 never does.
pub fn scores(need: i64, plus: i64) -> Part {
    let good = (1..=6).filter(|f| *f == 6 || (*f != 1 && f + plus >= need)).count();
    part(i64::try_from(good).unwrap_or(0), 6)
}

/// The same, failures rolled again.
pub fn again(p: &Part) -> Part {
    p + (Part::one() - p) * p
}

/// How likely a sample as far from the law as this one is, by a chi-square over outcomes of which at least five are expected;
/// rarer ones are taken together. 0 if something came that cannot come.
pub fn plausible(law: &Law<i64>, seen: &BTreeMap<i64, u64>) -> f64 {
    if seen.keys().any(|k| !law.0.contains_key(k)) {
        return 0.0;
    }
    let games: f64 = seen.values().map(|n| *n as f64).sum();
    let mut rest = (0.0, 0.0);
    let mut cells: Vec<(f64, f64)> = Vec::new();
    for (k, p) in &law.0 {
        let wanted = p.to_f64().unwrap_or(0.0) * games;
        let got = seen.get(k).copied().unwrap_or(0) as f64;
        if wanted < 5.0 {
            rest = (rest.0 + wanted, rest.1 + got);
        } else {
            cells.push((wanted, got));
        }
    }
    if rest.0 >= 5.0 || cells.is_empty() {
        cells.push(rest);
    } else if let Some(last) = cells.last_mut() {
        *last = (last.0 + rest.0, last.1 + rest.1);
    }
    if cells.len() < 2 {
        return 1.0;
    }
    let far: f64 = cells.iter().map(|(w, g)| (g - w) * (g - w) / w).sum();
    let freedom = (cells.len() - 1) as f64;
    ChiSquared::new(freedom).map_or(0.0, |c| c.sf(far))
}
