//! The weights of a toss: for pools by powers of one die's polynomial in whole numbers, where they fit.

use super::spread;
use crate::stats::Weight;
use crate::vm::{Outcome, Toss};

/// What may come of a toss, each once and in order, with the weight of each; and their sum.
pub(super) type Spread = (Vec<(Outcome, Weight)>, Weight);

/// The spread of a toss.
pub(super) fn weights(toss: &Toss) -> Spread {
    if let Some(found) = pool(toss) {
        return found;
    }
    let dist = spread(toss);
    (dist.weights().map(|(o, w)| (*o, w.clone())).collect(), dist.total().clone())
}

/// A pool of dice that count nothing or more, each rolled again or not by its own face; none if the weights are too large.
fn pool(toss: &Toss) -> Option<Spread> {
    let sides = u32::from(toss.sides);
    if !toss.plain() || sides == 0 || sides > 20 || (1..=sides).any(|f| toss.worth_of(f) < 0) {
        return None;
    }
    let most = (1..=sides).map(|f| toss.worth_of(f)).max()?;
    let again = (1..=sides).any(|f| toss.again(f));
    let once = if again { u128::from(sides) } else { 1 };
    let ways = u128::from(sides) * once;
    let total = ways.checked_pow(toss.dice)?;
    // in how many of `ways` a die counts so much
    let counts = |much: i64| -> u128 {
        let like = u128::try_from((1..=sides).filter(|f| toss.worth_of(*f) == much).count()).unwrap_or(0);
        let one = |face: u32| if toss.again(face) { like } else { once * u128::from(toss.worth_of(face) == much) };
        (1..=sides).map(one).sum()
    };
    if most == 1 {
        return Some((binomial(toss.dice, counts(0), counts(1)), Weight::from(total)));
    }
    let die: Vec<u128> = (0..=most).map(counts).collect();
    let mut sum = vec![1u128];
    for _ in 0..toss.dice {
        let mut next = vec![0u128; sum.len() + die.len() - 1];
        for (i, a) in sum.iter().enumerate() {
            for (to, b) in next.iter_mut().skip(i).zip(&die) {
                *to += a * b;
            }
        }
        sum = next;
    }
    let outcomes = sum.into_iter().enumerate().filter(|(_, w)| *w > 0);
    let outcomes = outcomes.map(|(n, w)| (Outcome { result: i64::try_from(n).unwrap_or(i64::MAX), ..Outcome::default() }, Weight::from(w)));
    Some((outcomes.collect(), Weight::from(total)))
}

/// How many of `dice` like dice count, where `one` of the ways of each do and `none` do not. All weights together fit.
fn binomial(dice: u32, none: u128, one: u128) -> Vec<(Outcome, Weight)> {
    let mut out = Vec::with_capacity(dice as usize + 1);
    let mut ways = 1u128;
    for n in 0..=dice {
        let weight = ways * one.pow(n) * none.pow(dice - n);
        if weight > 0 {
            out.push((Outcome { result: i64::from(n), ..Outcome::default() }, Weight::from(weight)));
        }
        ways = ways * u128::from(dice - n) / u128::from(n + 1);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Powers of the polynomial are the convolutions of the distribution.
        #[test]
        fn weights_are_the_spread(dice in 0u32..9, sides in 1u16..13, reroll in 0u32..4096, worth in proptest::array::uniform20(0i8..4)) {
            let toss = Toss { dice, sides, reroll: reroll & ((1 << sides) - 1), worth, ..Toss::default() };
            let (found, total) = weights(&toss);
            let dist = spread(&toss);
            prop_assert_eq!(found.len(), dist.iter().count());
            for (outcome, weight) in found {
                prop_assert_eq!(crate::stats::Exact::share(&weight, &total).unwrap(), dist.probability(&outcome));
            }
        }
    }
}
