//! The exact distribution of a toss: faces are counted, sequences never enumerated.

use crate::stats::Dist;
use crate::vm::{Outcome, Toss, TossKind};

/// What may come of a toss, and how likely each is.
#[must_use]
pub fn spread(toss: &Toss) -> Dist<Outcome> {
    let die = Dist::uniform(1..=u32::from(toss.sides.max(1))).unwrap_or_else(|_| Dist::certain(1));
    match toss.kind {
        TossKind::Pool => pool(toss, &die).map(|n| Outcome { result: *n, margin: 0 }),
        TossKind::Sum => totals(toss, &die).map(|t| Outcome { result: *t, margin: 0 }),
        TossKind::Check if toss.dice == 1 => die.map(|f| toss.judge(&mut [*f])),
        TossKind::Check => totals(toss, &die).map(|t| toss.verdict(*t, 0)),
    }
}

fn pool(toss: &Toss, die: &Dist<u32>) -> Dist<i64> {
    let once = |f: &u32| toss.worth_of(*f);
    let each = die.and_then(|f| if toss.again(*f) { die.map(once) } else { Dist::certain(toss.worth_of(*f)) });
    if toss.reroll_some == 0 {
        return each.repeat(toss.dice, 0, |a, b| a + b);
    }
    // some failures are rolled again: tell them apart from successes and from faces that are rolled again in any case
    let apart =
        die.and_then(|f| if toss.again(*f) { die.map(|g| (once(g), 0)) } else { Dist::certain((once(f), u32::from(once(f) == 0))) });
    let thrown = apart.repeat(toss.dice, (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    let fresh = die.map(once);
    thrown.and_then(|(hits, missed)| {
        let hits = *hits;
        fresh.repeat((*missed).min(toss.reroll_some), 0, |a, b| a + b).map(|more| hits + more)
    })
}

fn totals(toss: &Toss, die: &Dist<u32>) -> Dist<i64> {
    let pips = die.map(|f| toss.pips(*f));
    let base = toss.base;
    if toss.keep == 0 {
        return pips.repeat(toss.dice, 0, |a, b| a + b).map(|t| t + base);
    }
    let keep = toss.keep.unsigned_abs() as usize;
    let best = toss.keep > 0;
    let one = pips.map(|p| vec![*p]);
    let kept = one.repeat(toss.dice, Vec::new(), |a, b| {
        let mut all: Vec<i64> = a.iter().chain(b).copied().collect();
        all.sort_unstable();
        if best {
            all.reverse();
        }
        all.truncate(keep);
        all
    });
    kept.map(|v| v.iter().sum::<i64>() + base)
}
