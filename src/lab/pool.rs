//! The weights of a toss: for pools by powers of one die's polynomial in whole numbers, where they fit.

use super::spread;
use crate::stats::Weight;
use crate::vm::{Outcome, Toss};

/// What may come of a toss with the weight of each, and their sum.
pub(super) fn weights(toss: &Toss) -> (Vec<(Outcome, Weight)>, Weight) {
    if let Some(found) = pool(toss) {
        return found;
    }
    let dist = spread(toss);
    (dist.weights().map(|(o, w)| (*o, w.clone())).collect(), dist.total().clone())
}

/// A pool of dice that count nothing or more, each rolled again or not by its own face; none if the weights are too large.
fn pool(toss: &Toss) -> Option<(Vec<(Outcome, Weight)>, Weight)> {
    let sides = u32::from(toss.sides);
    if !toss.plain() || sides == 0 || sides > 20 || (1..=sides).any(|f| toss.worth_of(f) < 0) {
        return None;
    }
    let most = (1..=sides).map(|f| toss.worth_of(f)).max()?;
    let most = usize::try_from(most).ok()?;
    // by what a die counts: in how many of `ways` it does
    let mut die = vec![0u128; most + 1];
    let again = (1..=sides).any(|f| toss.again(f));
    let once = if again { u128::from(sides) } else { 1 };
    for face in 1..=sides {
        if toss.again(face) {
            for second in 1..=sides {
                *die.get_mut(usize::try_from(toss.worth_of(second)).ok()?)? += 1;
            }
        } else {
            *die.get_mut(usize::try_from(toss.worth_of(face)).ok()?)? += once;
        }
    }
    let ways = u128::from(sides) * once;
    let total = ways.checked_pow(toss.dice)?;
    if let [none, one] = *die {
        return Some((binomial(toss.dice, none, one), Weight::from(total)));
    }
    let mut sum = vec![1u128];
    for _ in 0..toss.dice {
        let mut next = vec![0u128; sum.len() + most];
        for (i, a) in sum.iter().enumerate() {
            for (to, b) in next.iter_mut().skip(i).zip(&die) {
                *to += a * b;
            }
        }
        sum = next;
    }
    let outcomes = sum.into_iter().enumerate().filter(|(_, w)| *w > 0);
    let outcomes = outcomes.map(|(n, w)| (Outcome { result: i64::try_from(n).unwrap_or(i64::MAX), margin: 0 }, Weight::from(w)));
    Some((outcomes.collect(), Weight::from(total)))
}

/// How many of `dice` like dice count, where `one` of the ways of each do and `none` do not. All weights together fit.
fn binomial(dice: u32, none: u128, one: u128) -> Vec<(Outcome, Weight)> {
    let mut out = Vec::with_capacity(dice as usize + 1);
    let mut ways = 1u128;
    for n in 0..=dice {
        let weight = ways * one.pow(n) * none.pow(dice - n);
        if weight > 0 {
            out.push((Outcome { result: i64::from(n), margin: 0 }, Weight::from(weight)));
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
        fn weights_are_the_spread(dice in 0u32..9, sides in 1u8..13, reroll in 0u32..4096, worth in proptest::array::uniform20(0i8..4)) {
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
