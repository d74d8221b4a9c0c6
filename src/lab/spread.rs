//! The exact distribution of a toss: faces are counted, sequences never enumerated.

use crate::graph::Faces;
use crate::stats::Dist;
use crate::vm::{Lying, Outcome, Toss, TossKind};

/// What may come of a toss, and how likely each is.
#[must_use]
pub fn spread(toss: &Toss) -> Dist<Outcome> {
    let die = Dist::uniform(1..=u32::from(toss.sides.max(1))).unwrap_or_else(|_| Dist::certain(1));
    match toss.kind {
        TossKind::Pool if toss.seen => seen(toss, &die),
        TossKind::Pool if toss.keep != 0 => {
            let each = die.and_then(|f| once_or_twice(toss, &die, *f));
            some_kept(&each, toss).map(|n| Outcome { result: *n, margin: 0 })
        }
        TossKind::Pool => pool(toss, &die).map(|n| Outcome { result: n.0, margin: n.1 }),
        TossKind::Sum => totals(toss, &die).map(|t| Outcome { result: *t, margin: 0 }),
        TossKind::Check if toss.dice == 1 => die.map(|f| toss.judge(&mut [*f])),
        TossKind::Check => totals(toss, &die).map(|t| toss.verdict(*t, 0)),
    }
}

/// What a die of a pool comes to: successes, and dice that show the face that is asked for.
type Part = (i64, i64);

fn plus(a: &Part, b: &Part) -> Part {
    (a.0 + b.0, a.1 + b.1)
}

fn pool(toss: &Toss, die: &Dist<u32>) -> Dist<Part> {
    let of = |f: &u32| (toss.worth_of(*f), toss.is_asked(*f));
    // the face that lies there in the end, unless only some failures are rolled again
    let lies = die.and_then(|f| if toss.again(*f) { die.clone() } else { Dist::certain(*f) });
    let brings = |lies: &Dist<u32>, next: &Dist<Part>| {
        lies.and_then(|f| if toss.more(*f) { next.map(|n| plus(&of(f), n)) } else { Dist::certain(of(f)) })
    };
    let mut each = lies.map(of);
    // what the dice come to that a first one has brought
    let mut brought = each.clone();
    if toss.explode != 0 {
        for _ in 0..toss.chain {
            brought = each;
            each = brings(&lies, &brought);
        }
    }
    if toss.reroll_some == 0 {
        return each.repeat(toss.dice, (0, 0), plus);
    }
    // some failures are rolled again: tell them apart from successes and from faces that are rolled again in any case
    let chain = |f: &u32| if toss.more(*f) { brought.map(|n| plus(&of(f), n)) } else { Dist::certain(of(f)) };
    let apart = die.and_then(|f| {
        if toss.again(*f) {
            die.and_then(|g| chain(g)).map(|p| (*p, 0))
        } else if toss.worth_of(*f) == 0 {
            Dist::certain((of(f), 1))
        } else {
            chain(f).map(|p| (*p, 0))
        }
    });
    let thrown = apart.repeat(toss.dice, ((0, 0), 0), |a, b| (plus(&a.0, &b.0), a.1 + b.1));
    let fresh = die.and_then(|f| chain(f));
    thrown.and_then(|(part, missed)| {
        let part = *part;
        fresh.repeat((*missed).min(toss.reroll_some), (0, 0), plus).map(|more| plus(&part, more))
    })
}

/// What a die of a pool counts in the end.
fn once_or_twice(toss: &Toss, die: &Dist<u32>, face: u32) -> Dist<i64> {
    if toss.again(face) { die.map(|f| toss.worth_of(*f)) } else { Dist::certain(toss.worth_of(face)) }
}

/// A pool that is looked at: how the dice lie is told apart, as far as it matters to what may be rolled again.
fn seen(toss: &Toss, die: &Dist<u32>) -> Dist<Outcome> {
    let each = die.and_then(|f| {
        if toss.again(*f) {
            die.map(|f| (toss.worth_of(*f), Lying::settled(toss.is_asked(*f)).packed()))
        } else {
            Dist::certain((toss.worth_of(*f), Lying::of(toss, *f).packed()))
        }
    });
    let both = |a: i64, b: i64| Lying::unpacked(a).and(Lying::unpacked(b)).packed();
    let thrown = each.repeat(toss.dice, (0, 0), |a, b| (a.0 + b.0, both(a.1, b.1)));
    let fresh = die.map(|f| (toss.worth_of(*f), toss.is_asked(*f)));
    let all = thrown.and_then(|(hits, lying)| {
        let some = u8::try_from(toss.reroll_some).unwrap_or(u8::MAX);
        let (again, _, stays) = Lying::unpacked(*lying).picked(Faces::Some(some), toss.worth_of(u32::from(toss.asked)));
        fresh.repeat(again, (0, 0), plus).map(|more| (hits + more.0, stays.and(Lying::settled(more.1)).packed()))
    });
    all.map(|(result, margin)| Outcome { result: *result, margin: *margin })
}

/// The sum of the dice that are kept.
fn some_kept(one: &Dist<i64>, toss: &Toss) -> Dist<i64> {
    let keep = toss.keep.unsigned_abs() as usize;
    let best = toss.keep > 0;
    let one = one.map(|p| vec![*p]);
    let kept = one.repeat(toss.dice, Vec::new(), |a, b| {
        let mut all: Vec<i64> = a.iter().chain(b).copied().collect();
        all.sort_unstable();
        if best {
            all.reverse();
        }
        all.truncate(keep);
        all
    });
    kept.map(|v| v.iter().sum())
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
    if toss.keep == 0 {
        return pips.repeat(toss.dice, 0, |a, b| a + b).map(|t| t + base);
    }
    some_kept(&pips, toss).map(|t| t + base)
}
