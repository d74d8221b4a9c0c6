//! The exact distribution of a toss: faces are counted, sequences never enumerated.

use crate::stats::Dist;
use crate::vm::{Lying, Outcome, Toss, TossKind, sum_of};

/// What may come of a toss, and how likely each is.
#[must_use]
pub fn spread(toss: &Toss) -> Dist<Outcome> {
    let die = Dist::uniform(1..=u32::from(toss.sides.max(1))).unwrap_or_else(|_| Dist::certain(1));
    match toss.kind {
        TossKind::Pool if toss.seen => pool(toss, &die, &seen(toss)).map(|(n, lying)| Outcome { result: *n, margin: *lying }),
        TossKind::Pool if !toss.keep.all() => pool(toss, &die, &kept(toss)).map(|dice| outcome(&sum_of(dice))),
        TossKind::Pool => pool(toss, &die, &counted(toss)).map(outcome),
        TossKind::Sum => totals(toss, &die).map(|t| Outcome { result: *t, margin: 0 }),
        TossKind::Check if toss.dice == 1 => die.map(|f| toss.judge(&mut [*f])),
        TossKind::Check => totals(toss, &die).map(|t| toss.verdict(*t, 0)),
    }
}

fn outcome(sum: &(i64, i64)) -> Outcome {
    Outcome { result: sum.0, margin: sum.1 }
}

/// What several dice are together, from what each is.
type Both<'a, P> = Box<dyn Fn(&P, &P) -> P + 'a>;

/// How dice of a pool are told apart: what one is that shows a face, rolled again or not; and several together.
struct Told<'a, P> {
    none: P,
    one: Box<dyn Fn(u32, bool) -> P + 'a>,
    both: Both<'a, P>,
}

/// By their sum, and by how many show each face that is asked for.
fn counted(toss: &Toss) -> Told<'_, (i64, i64)> {
    let one = |f, _| (toss.worth_of(f), toss.asked.die(f));
    Told { none: (0, 0), one: Box::new(one), both: Box::new(|a, b| (a.0 + b.0, a.1 + b.1)) }
}

/// By their sum, and by how they lie, as far as it matters to what may be rolled again.
fn seen(toss: &Toss) -> Told<'_, (i64, i64)> {
    let lies = |f, again| if again { Lying::settled(toss.is_asked(f)) } else { Lying::of(toss, f) };
    let one = move |f, again| (toss.worth_of(f), lies(f, again).packed());
    let both = |a: &(i64, i64), b: &(i64, i64)| (a.0 + b.0, Lying::unpacked(a.1).and(Lying::unpacked(b.1)).packed());
    Told { none: (0, 0), one: Box::new(one), both: Box::new(both) }
}

/// By those that are kept.
fn kept(toss: &Toss) -> Told<'_, Vec<(i64, i64)>> {
    let both = |a: &Vec<(i64, i64)>, b: &Vec<(i64, i64)>| {
        let mut all = [a.as_slice(), b.as_slice()].concat();
        toss.keep.among(&mut all);
        all
    };
    Told { none: Vec::new(), one: Box::new(|f, _| vec![(toss.worth_of(f), toss.asked.die(f))]), both: Box::new(both) }
}

fn pool<P: Ord + Clone>(toss: &Toss, die: &Dist<u32>, told: &Told<'_, P>) -> Dist<P> {
    // a die that lies there, with those that it brings
    let lies = |f: u32, again: bool, brought: &Dist<P>| {
        let one = (told.one)(f, again);
        if toss.more(f) { brought.map(|more| (told.both)(&one, more)) } else { Dist::certain(one) }
    };
    let rolled = |f: u32, brought: &Dist<P>| {
        if toss.again(f) { die.and_then(|g| lies(*g, true, brought)) } else { lies(f, false, brought) }
    };
    let chain = if toss.explode == 0 { 0 } else { toss.chain };
    let brought = (0..chain).fold(Dist::certain(told.none.clone()), |brought, _| die.and_then(|f| rolled(*f, &brought)));
    if toss.reroll_some == 0 {
        return die.and_then(|f| rolled(*f, &brought)).repeat(toss.dice, told.none.clone(), &told.both);
    }
    // failures of which some are rolled again are counted first, apart from those that show the face that is asked for
    let nothing = (told.none.clone(), [0u32; 2]);
    let each = die.and_then(|f| {
        if !toss.may_be_picked(*f) {
            return rolled(*f, &brought).map(|p| (p.clone(), [0; 2]));
        }
        let asked = u32::from(toss.is_asked(*f) == 1);
        Dist::certain((told.none.clone(), [1 - asked, asked]))
    });
    let thrown = each.repeat(toss.dice, nothing.clone(), |a, b| ((told.both)(&a.0, &b.0), [a.1[0] + b.1[0], a.1[1] + b.1[1]]));
    let fresh = die.and_then(|f| lies(*f, true, &brought));
    // a failure that is left lying, of either sort
    let left: [Option<Dist<P>>; 2] = [0, 1].map(|sort| {
        let failed = die.given(|f| toss.may_be_picked(*f) && toss.is_asked(*f) == sort)?;
        Some(failed.and_then(|f| lies(*f, false, &brought)))
    });
    let some = |dist: &Dist<P>, n: u32| dist.repeat(n, told.none.clone(), &told.both);
    thrown.and_then(|(rest, failed)| {
        let first = failed[0].min(toss.reroll_some);
        let last = failed[1].min(toss.reroll_some - first);
        let mut all = some(&fresh, first + last).map(|p| (told.both)(rest, p));
        for (dist, n) in left.iter().zip([failed[0] - first, failed[1] - last]) {
            if let Some(dist) = dist.as_ref().filter(|_| n > 0) {
                all = all.convolve(&some(dist, n), &told.both);
            }
        }
        all
    })
}

/// The sum of the dice that are kept.
fn some_kept(one: &Dist<i64>, toss: &Toss) -> Dist<i64> {
    let one = one.map(|n| vec![(*n, 0)]);
    one.repeat(toss.dice, Vec::new(), kept(toss).both).map(|dice| sum_of(dice).0)
}

fn totals(toss: &Toss, die: &Dist<u32>) -> Dist<i64> {
    let pips = die.map(|f| toss.pips(*f));
    let base = toss.base;
    if toss.drop != (0, 0) {
        let one = die.map(|f| vec![*f]);
        let sorted = one.repeat(toss.dice, Vec::new(), |a, b| {
            let mut all: Vec<u32> = a.iter().chain(b).copied().collect();
            all.sort_unstable();
            all
        });
        return sorted.map(|faces| toss.judge_total(faces));
    }
    if toss.keep.all() {
        return pips.repeat(toss.dice, 0, |a, b| a + b).map(|t| t + base);
    }
    some_kept(&pips, toss).map(|t| t + base)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Histogram, Kept};
    use crate::stats::Exact;
    use crate::vm::roll;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// What comes of a toss, by rolling each face in each place of it.
    fn enumerated(toss: &Toss) -> BTreeMap<Outcome, Exact> {
        let sides = u32::from(toss.sides);
        let mut out: BTreeMap<Outcome, Exact> = BTreeMap::new();
        let mut waiting = vec![Vec::new()];
        while let Some(faces) = waiting.pop() {
            let mut rolled = 0;
            let outcome = roll(toss, &mut |_, _, _| {}, &mut |_, _| {
                rolled += 1;
                faces.get(rolled - 1).copied().unwrap_or(1)
            });
            if rolled > faces.len() {
                waiting.extend((1..=sides).map(|f| [faces.as_slice(), &[f]].concat()));
                continue;
            }
            let ways = Exact::from(i64::from(sides).pow(u32::try_from(faces.len()).unwrap()));
            let one = Exact::from(1).over(&ways).unwrap();
            let sum = out.get(&outcome).map_or(one.clone(), |p| p + &one);
            out.insert(outcome, sum);
        }
        out
    }

    fn some_toss() -> impl Strategy<Value = Toss> {
        let dice = (0u32..4, 2u16..4, prop_oneof![Just(0u32), 0u32..8], 0u32..3, -3i8..4);
        let more = (prop_oneof![Just(0u32), 0u32..8], 1u8..3, 0u8..8, any::<bool>(), proptest::array::uniform3(-1i8..3));
        (dice, more).prop_map(|((dice, sides, reroll, reroll_some, keep), (explode, chain, asked, seen, few))| {
            let mask = (1 << sides) - 1;
            let mut worth = [0; 20];
            worth[..3].copy_from_slice(&few.map(|w| if seen { w.max(0) } else { w }));
            let (reroll, explode) = (reroll & mask, explode & mask);
            let dice = if explode == 0 { dice } else { dice.min(2) };
            let keep = Kept::best(if seen { 0 } else { keep });
            let asked =
                (1..=3).filter(|face| asked >> (face - 1) & 1 == 1).fold(Histogram::default(), |t, face| t.and(Histogram::of(face)));
            Toss { dice, sides, worth, reroll, reroll_some, keep, explode, chain, asked, seen, ..Toss::default() }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

        /// The spread of a pool is what its faces come to, each as often as it comes.
        #[test]
        fn a_spread_is_every_roll(toss in some_toss()) {
            let found: BTreeMap<Outcome, Exact> = spread(&toss).iter().map(|(o, p)| (*o, p)).collect();
            prop_assert_eq!(found, enumerated(&toss));
        }
    }

    /// One die, 4 and more succeed, a failure is rolled again; 1s are counted: 1, 2 or 3, and then a 1.
    #[test]
    fn a_face_that_was_rolled_again_is_not_counted() {
        let mut toss = Toss { dice: 1, sides: 6, asked: Histogram::of(1), reroll_some: 1, ..Toss::default() };
        toss.worth[3..6].fill(1);
        let ones = |n: i64| spread(&toss).map(|o| o.margin).probability(&n);
        assert_eq!(ones(1), Exact::from(1).over(&Exact::from(12)).unwrap());
        assert_eq!(ones(2), Exact::ZERO);
    }
}
