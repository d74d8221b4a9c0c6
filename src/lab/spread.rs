//! The exact distribution of a toss: faces are counted, sequences never enumerated.

use crate::stats::Dist;
use crate::vm::{Lying, Outcome, Toss, TossKind, sum_of};

/// What may come of a toss, and how likely each is.
#[must_use]
pub fn spread(toss: &Toss) -> Dist<Outcome> {
    let die = Dist::uniform(1..=u32::from(toss.sides.max(1))).unwrap_or_else(|_| Dist::certain(1));
    match toss.kind {
        TossKind::Pool if toss.seen => pool(toss, &die, &seen(toss)).map(|(sum, lying)| {
            let (result, margin) = if toss.keep.all() { (*sum, lying.asked(toss)) } else { lying.kept(toss) };
            Outcome { result, margin, lying: *lying }
        }),
        TossKind::Pool if !toss.keep.all() => pool(toss, &die, &kept(toss)).map(|dice| outcome(&sum_of(dice))),
        TossKind::Pool => pool(toss, &die, &counted(toss)).map(outcome),
        TossKind::Sum => totals(toss, &die).map(|t| Outcome { result: *t, ..Outcome::default() }),
        TossKind::Check if toss.dice == 1 => die.map(|f| toss.judge(&mut [*f])),
        TossKind::Check => totals(toss, &die).map(|t| toss.verdict(*t, 0)),
    }
}

fn outcome(sum: &(i64, i64)) -> Outcome {
    Outcome { result: sum.0, margin: sum.1, ..Outcome::default() }
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
fn seen(toss: &Toss) -> Told<'_, (i64, Lying)> {
    let one = |f, again| (toss.worth_of(f), Lying::die(toss, f, again));
    Told { none: (0, Lying::default()), one: Box::new(one), both: Box::new(|a, b| (a.0 + b.0, a.1.and(b.1))) }
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
    let brought = (0..toss.followed()).fold(Dist::certain(told.none.clone()), |brought, _| die.and_then(|f| rolled(*f, &brought)));
    if toss.reroll_some == 0 {
        return die.and_then(|f| rolled(*f, &brought)).repeat(toss.dice, told.none.clone(), &told.both);
    }
    // failures of which some are rolled again are counted first, those apart that show a face which is told apart
    let nothing = (told.none.clone(), (0u32, 0i64));
    let each = die.and_then(|f| {
        if !toss.may_be_picked(*f) {
            return rolled(*f, &brought).map(|p| (p.clone(), (0, 0)));
        }
        Dist::certain((told.none.clone(), (u32::from(!toss.told.has(*f)), toss.told.die(*f))))
    });
    let thrown = each.repeat(toss.dice, nothing.clone(), |a, b| ((told.both)(&a.0, &b.0), (a.1.0 + b.1.0, a.1.1 + b.1.1)));
    let fresh = die.and_then(|f| lies(*f, true, &brought));
    // failures of each sort, those first that are rolled again first: 0 for the faces that are not told apart
    let mut sorts: Vec<u32> = (0..=u32::from(toss.sides)).filter(|f| *f == 0 || toss.told.has(*f) && toss.may_be_picked(*f)).collect();
    sorts.sort_by_key(|f| toss.rank(*f));
    // a failure of a sort that is left lying
    let left = sorts.into_iter().map(|sort| {
        let of_sort = |f: u32| f == sort || sort == 0 && !toss.told.has(f);
        let failed = die.given(|f| toss.may_be_picked(*f) && of_sort(*f));
        (sort, failed.map(|failed| failed.and_then(|f| lies(*f, false, &brought))))
    });
    let left: Vec<(u32, Option<Dist<P>>)> = left.collect();
    let some = |dist: &Dist<P>, n: u32| dist.repeat(n, told.none.clone(), &told.both);
    thrown.and_then(|(rest, (others, shown))| {
        let failed = |sort| if sort == 0 { *others } else { u32::try_from(toss.told.shown(*shown, sort)).unwrap_or(0) };
        let all_failed: u32 = left.iter().map(|(sort, _)| failed(*sort)).sum();
        let mut picked = all_failed.min(toss.reroll_some);
        let mut all = some(&fresh, picked).map(|p| (told.both)(rest, p));
        for (sort, dist) in &left {
            let n = failed(*sort).saturating_sub(picked);
            picked = picked.saturating_sub(failed(*sort));
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
    use crate::ir::Faces;
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
        let more = (prop_oneof![Just(0u32), 0u32..8], 1u8..3, (0u8..8, 0u8..8), any::<bool>(), proptest::array::uniform3(-1i8..3));
        (dice, more).prop_map(|((dice, sides, reroll, reroll_some, keep), (explode, chain, (asked, told), seen, few))| {
            let mask = (1 << sides) - 1;
            let mut worth = [0; 20];
            worth[..3].copy_from_slice(&few.map(|w| if seen { w.max(0) } else { w }));
            let (reroll, explode) = (reroll & mask, explode & mask);
            let dice = if explode == 0 { dice } else { dice.min(2) };
            let keep = Kept::best(keep);
            let of = |bits: u8| (1..=3).filter(|f| bits >> (f - 1) & 1 == 1).fold(Histogram::default(), |t, f| t.and(Histogram::of(f)));
            let asked = of(asked).within(sides.into());
            let told = asked.and(if seen { of(told).within(sides.into()) } else { Histogram::default() });
            Toss { dice, sides, worth, reroll, reroll_some, keep, explode, chain, asked, told, seen, ..Toss::default() }
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

    fn some_faces() -> impl Strategy<Value = Faces> {
        let number = prop_oneof![Just(Faces::Failures), Just(Faces::Successes), Just(Faces::All), (1u8..3).prop_map(Faces::Some)];
        prop_oneof![number, (1u8..3).prop_map(Faces::Worst), (1u8..4).prop_map(Faces::Face), (2u8..4).prop_map(Faces::Score)]
    }

    /// What a pool and the dice of it that are rolled again come to, by rolling every face of every die: dice lie there as faces,
    /// each rolled again or not.
    fn looked_at(toss: &Toss, again: &[Faces]) -> BTreeMap<(i64, i64), Exact> {
        let sides = u32::from(toss.sides);
        let mut lie = vec![(Vec::<(u32, bool)>::new(), Exact::from(1))];
        let part = |p: &Exact| p.over(&Exact::from(i64::from(sides))).unwrap();
        for _ in 0..toss.dice {
            lie = lie.iter().flat_map(|(dice, p)| (1..=sides).map(move |f| ([dice.as_slice(), &[(f, false)]].concat(), part(p)))).collect();
        }
        // dice that are rolled again at once
        for die in 0..toss.dice as usize {
            let step = |(dice, p): &(Vec<(u32, bool)>, Exact)| {
                if !toss.again(dice[die].0) {
                    return vec![(dice.clone(), p.clone())];
                }
                (1..=sides).map(|f| (replaced(dice, die, f), part(p))).collect()
            };
            lie = lie.iter().flat_map(step).collect();
        }
        for faces in again {
            let mut next = Vec::new();
            for (dice, p) in lie {
                let mut rolled = vec![(dice.clone(), p)];
                for die in taken(toss, *faces, &dice) {
                    let all = |(d, p): &(Vec<(u32, bool)>, Exact)| (1..=sides).map(|f| (replaced(d, die, f), part(p))).collect::<Vec<_>>();
                    rolled = rolled.iter().flat_map(all).collect();
                }
                next.extend(rolled);
            }
            lie = next;
        }
        let mut out: BTreeMap<(i64, i64), Exact> = BTreeMap::new();
        for (dice, p) in lie {
            let mut dice: Vec<(i64, i64)> = dice.iter().map(|(f, _)| (toss.worth_of(*f), toss.asked.die(*f))).collect();
            toss.keep.among(&mut dice);
            let sum = out.get(&sum_of(&dice)).map_or(p.clone(), |q| q + &p);
            out.insert(sum_of(&dice), sum);
        }
        out
    }

    fn replaced(dice: &[(u32, bool)], die: usize, face: u32) -> Vec<(u32, bool)> {
        dice.iter().enumerate().map(|(i, d)| if i == die { (face, true) } else { *d }).collect()
    }

    /// Which dice are rolled again: of those that were not, the worst first.
    fn taken(toss: &Toss, faces: Faces, dice: &[(u32, bool)]) -> Vec<usize> {
        let wanted = |f: u32| match faces {
            Faces::All | Faces::Worst(_) => true,
            Faces::Failures | Faces::Some(_) => toss.worth_of(f) == 0,
            Faces::Successes => toss.worth_of(f) > 0,
            Faces::Face(n) => f == u32::from(n),
            Faces::Score(n) => f >= u32::from(n),
        };
        let mut found: Vec<usize> = (0..dice.len()).filter(|i| !dice[*i].1 && wanted(dice[*i].0)).collect();
        found.sort_by_key(|i| (toss.worth_of(dice[*i].0), toss.rank(dice[*i].0)));
        if let Faces::Some(n) | Faces::Worst(n) = faces {
            found.truncate(n.into());
        }
        found
    }

    fn lying_toss() -> impl Strategy<Value = Toss> {
        some_toss().prop_map(|toss| {
            let told = Histogram::EVERY.within(toss.sides.into());
            let mut worth = toss.worth;
            worth.iter_mut().for_each(|w| *w = (*w).max(0));
            Toss { told, worth, reroll_some: 0, explode: 0, seen: true, ..toss }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

        /// Dice that are looked at and rolled again, once or twice, come to what every roll of every die comes to.
        #[test]
        fn what_is_rolled_again_is_every_roll(toss in lying_toss(), again in proptest::collection::vec(some_faces(), 1..3)) {
            let mut dist = spread(&toss);
            for faces in &again {
                dist = dist.and_then(|o| {
                    let (number, worth, stays) = o.lying.picked(&toss, *faces);
                    if number == 0 {
                        return Dist::certain(*o);
                    }
                    spread(&toss.some_again(number)).map(|new| {
                        let (result, margin, lying) = toss.rolled_on(o.result - worth, stays, *new);
                        Outcome { result, margin, lying }
                    })
                });
            }
            let found: BTreeMap<(i64, i64), Exact> = dist.map(|o| (o.result, o.margin)).iter().map(|(o, p)| (*o, p)).collect();
            prop_assert_eq!(found, looked_at(&toss, &again));
        }
    }

    /// One die, 4 and more succeed, a failure is rolled again; 1s are counted: 1, 2 or 3, and then a 1.
    #[test]
    fn a_face_that_was_rolled_again_is_not_counted() {
        let mut toss = Toss { dice: 1, sides: 6, asked: Histogram::of(1), told: Histogram::of(1), reroll_some: 1, ..Toss::default() };
        toss.worth[3..6].fill(1);
        let ones = |n: i64| spread(&toss).map(|o| o.margin).probability(&n);
        assert_eq!(ones(1), Exact::from(1).over(&Exact::from(12)).unwrap());
        assert_eq!(ones(2), Exact::ZERO);
    }
}
