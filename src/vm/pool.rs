//! Playing out a pool: which dice are rolled again, what they bring, and which are kept.

use super::reroll::Lying;
use super::toss::{MOST_MORE, Outcome, See, Toss};
use crate::dice::{RollKey, roll_each};

/// A pool that nobody looks at: the same dice as [`played`], counted a block at a time.
#[inline]
pub(super) fn counted(toss: &Toss, key: RollKey) -> Outcome {
    let sides = u32::from(toss.sides);
    let (mut hits, mut again) = (0i64, 0u64);
    roll_each(key, toss.again, toss.dice, sides, |die, face| {
        if toss.reroll != 0 && toss.again(face) {
            again |= 1 << (die & 63);
        } else {
            hits += toss.worth_of(face);
        }
    });
    if again != 0 {
        let last = 64 - again.leading_zeros();
        roll_each(key, toss.again + 1, last, sides, |die, face| {
            if again >> (die & 63) & 1 == 1 {
                hits += toss.worth_of(face);
            }
        });
    }
    Outcome { result: hits, ..Outcome::default() }
}

/// Plays out any pool. Of failures of which only some are rolled again, those that show a face that is asked for come
/// last, and of like ones those that lie there first come first.
pub(super) fn played(toss: &Toss, see: See<'_>, face: &mut dyn FnMut(u32, u32) -> u32) -> Outcome {
    let thrown: Vec<u32> = (0..toss.dice).map(|die| face(toss.again, die)).collect();
    let mut picked: Vec<usize> = Vec::new();
    if toss.reroll_some > 0 {
        picked.extend(thrown.iter().enumerate().filter(|(_, f)| toss.may_be_picked(**f)).map(|(i, _)| i));
        picked.sort_by_key(|i| thrown.get(*i).map(|f| toss.rank(*f)));
        picked.truncate(toss.reroll_some as usize);
    }
    let (mut all, mut lying) = (Vec::with_capacity(thrown.len()), Lying::default());
    for ((i, f), first) in thrown.iter().enumerate().zip(0u32..) {
        // a die that another has brought is keyed by the first
        for more in 0..=u32::from(MOST_MORE) {
            let die = first + more * 1000;
            let mut f = if more == 0 { *f } else { face(toss.again, die) };
            see(die, f, false);
            let again = toss.again(f) || more == 0 && picked.contains(&i);
            if again {
                f = face(toss.again + 1, die);
                see(die, f, true);
            }
            all.push((toss.worth_of(f), toss.asked.die(f)));
            if toss.seen {
                lying = lying.and(Lying::die(toss, f, again));
            }
            if !toss.more(f) || more >= u32::from(toss.chain) {
                break;
            }
        }
    }
    // of dice that count alike, those are better that show a face that is asked for, and the higher of such faces
    toss.keep.among(&mut all);
    let (result, asked) = sum_of(&all);
    Outcome { result, margin: asked, lying }
}

/// What dice count together, and how many show each face that is asked for.
#[must_use]
pub fn sum_of(dice: &[(i64, i64)]) -> (i64, i64) {
    dice.iter().fold((0, 0), |sum, die| (sum.0 + die.0, sum.1 + die.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Histogram, Kept};

    #[test]
    fn the_best_and_the_worst_are_kept() {
        let kept = |keep| {
            let mut dice = vec![(1, 0), (0, 0), (2, 0), (1, 1)];
            Kept::best(keep).among(&mut dice);
            sum_of(&dice)
        };
        assert_eq!(kept(2), (3, 1));
        assert_eq!(kept(-2), (1, 0));
        assert_eq!(kept(0), (4, 1));
    }

    /// What given faces come to, first those that are thrown.
    fn comes_to(toss: &Toss, faces: &[u32]) -> Outcome {
        let (thrown, later) = faces.split_at(toss.dice as usize);
        let mut later = later.iter();
        let mut face = |throw: u32, die: u32| if throw == 0 && die < toss.dice { thrown[die as usize] } else { *later.next().unwrap() };
        let outcome = played(toss, &mut |_, _, _| {}, &mut face);
        assert_eq!(later.next(), None, "every die is rolled");
        outcome
    }

    fn fours() -> Toss {
        let mut toss = Toss { dice: 3, sides: 6, asked: Histogram::of(1), told: Histogram::of(1), ..Toss::default() };
        toss.worth[3..6].fill(1);
        toss
    }

    #[test]
    fn one_failure_is_rolled_again_and_not_the_one_that_is_asked_for() {
        let toss = Toss { reroll_some: 1, ..fours() };
        // 1, 2 and 5 lie there: the 2 becomes a 1
        assert_eq!(comes_to(&toss, &[1, 2, 5, 1]), Outcome { result: 1, margin: 2, ..Outcome::default() });
        // nothing but a 1 has failed: it becomes a 4
        assert_eq!(comes_to(&toss, &[1, 6, 5, 4]), Outcome { result: 3, ..Outcome::default() });
    }

    #[test]
    fn dice_that_are_looked_at_bring_others() {
        let toss = Toss { explode: 1 << 5, chain: 1, seen: true, ..fours() };
        // a 6 brings a 1, and lies there with 2, 3 and that
        let outcome = comes_to(&toss, &[2, 6, 3, 1]);
        assert_eq!(outcome.result, 1);
        assert_eq!((outcome.margin, outcome.lying.picked(&toss, crate::ir::Faces::Failures).0), (1, 3));
    }
}
