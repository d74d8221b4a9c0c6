//! Exact odds: at a chance node the driver forks, merges equal states, and carries whole weights over one common sum.

use std::collections::BTreeMap;
use std::hash::BuildHasher as _;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::circles;
use super::pool::{Spread, weights};
use super::run_on::{Open, Policy, to_throw};
use crate::stats::{Exact, Weight, lcm};
use crate::vm::{Game, Machine, Outcome, Toss};

/// The distribution of what was asked: a number, or several at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds<T = i64> {
    /// Each outcome and its chance; they add up to 1.
    pub outcomes: BTreeMap<T, Exact>,
    /// How many of the dice that one brings were followed, where still more might come: then the chances are off by less than 1 in
    /// 10^12 for each die.
    pub followed: Option<u8>,
}

/// Positions held at once, at most.
const MOST: usize = 200_000;
/// Throws one after another, at most.
const DEEPEST: usize = 2_000;
/// After so many throws, positions are told apart from those met before: what takes longer may go round in circles.
const LONG: usize = 16;
/// Positions that wait for the same number of throws, with the throws that may wait there and the weight of each.
type Front<P> = FxHashMap<Position<P>, Vec<(Weight, Toss)>>;
/// A machine, and who decides for it.
type Position<P> = (Machine, P);

/// The exact distribution of `measure` when `start` has run to its end. Each branch has the policy to itself. Positions
/// may come again (a draw is rolled anew): then the chances are solved for.
///
/// # Errors
/// A decision that `policy` does not answer, too many positions, or a procedure that does not end.
pub fn odds<P: Policy, T: Ord + Clone>(
    game: Game<'_>,
    start: &Machine,
    policy: &P,
    measure: &mut dyn FnMut(&Machine) -> T,
) -> Result<Odds<T>, Open> {
    let mut layer = Layer { front: FxHashMap::default(), ends: BTreeMap::new(), spare: Vec::new(), followed: None, measure };
    // one position is set back for each branch: copying into it allocates nothing
    let mut branch = (start.clone(), policy.clone());
    layer.reach(game, &mut branch, &Weight::ONE)?;
    let mut total = Weight::ONE;
    let mut met: FxHashSet<u64> = FxHashSet::default();
    let mut waiting: Front<P> = FxHashMap::default();
    for depth in 0.. {
        if layer.front.is_empty() {
            break;
        }
        if depth >= DEEPEST {
            return Err(Open::Endless);
        }
        if depth >= LONG && !layer.front.keys().all(|k| met.insert(FxBuildHasher.hash_one(k))) {
            return circles::solve(game, start, policy, layer.measure);
        }
        std::mem::swap(&mut waiting, &mut layer.front);
        let spreads: Vec<Vec<_>> = waiting.values().map(|tosses| tosses.iter().map(|(_, toss)| weights(toss)).collect()).collect();
        let common = spreads.iter().flatten().fold(Weight::ONE, |c, (_, sum)| if *sum == c { c } else { lcm(&c, sum) });
        for w in layer.ends.values_mut() {
            *w = w.times(&common);
        }
        total = total.times(&common);
        // in the order in which their spreads were worked out
        for ((from, tosses), spreads) in waiting.drain().zip(spreads) {
            for (outcome, w) in outcomes(&tosses, spreads, &common) {
                branch.0.clone_from(&from.0);
                branch.1.clone_from(&from.1);
                branch.0.settle(outcome);
                layer.reach(game, &mut branch, &w)?;
            }
            layer.spare.push(from);
        }
    }
    let followed = layer.followed;
    let outcomes = layer.ends.into_iter().map(|(is, w)| (is, Exact::share(&w, &total).unwrap_or(Exact::ZERO))).collect();
    Ok(Odds { outcomes, followed })
}

/// What may come of all the throws that wait at one position, in order, weighed over one common sum.
fn outcomes(tosses: &[(Weight, Toss)], spreads: Vec<Spread>, common: &Weight) -> Vec<(Outcome, Weight)> {
    let mut all: Vec<(Outcome, Weight)> = Vec::new();
    for ((weight, _), (outcomes, sum)) in tosses.iter().zip(spreads) {
        let scale = weight.times(&common.over(&sum));
        for (outcome, w) in outcomes {
            let w = scale.times(&w);
            match all.binary_search_by(|(o, _)| o.cmp(&outcome)) {
                Ok(at) => all.get_mut(at).map_or((), |(_, sum)| *sum = sum.plus(&w)),
                Err(at) => all.insert(at, (outcome, w)),
            }
        }
    }
    all
}

/// How many of the dice that one brings are followed, if that leaves any out.
pub(super) fn cut(toss: &Toss) -> Option<u8> {
    Some(toss.followed()).filter(|n| toss.explode != 0 && *n < toss.chain)
}

/// Where branches have come to.
struct Layer<'a, P, T> {
    front: Front<P>,
    ends: BTreeMap<T, Weight>,
    /// Positions that are done with, for what they have allocated.
    spare: Vec<Position<P>>,
    followed: Option<u8>,
    measure: &'a mut dyn FnMut(&Machine) -> T,
}

impl<P: Policy, T: Ord> Layer<'_, P, T> {
    /// Runs a branch on to its next throw or its end, and enters it there. What nobody reads again once the throw is made
    /// is forgotten, so that positions that go on alike are one.
    fn reach(&mut self, game: Game<'_>, branch: &mut Position<P>, weight: &Weight) -> Result<(), Open> {
        let Some(toss) = to_throw(game, &mut branch.0, &mut branch.1)? else {
            let is = (self.measure)(&branch.0);
            self.ends.entry(is).and_modify(|sum| *sum = sum.plus(weight)).or_insert_with(|| weight.clone());
            return Ok(());
        };
        self.followed = self.followed.max(cut(&toss));
        branch.0.forget(game);
        let Some(tosses) = self.front.get_mut(branch) else {
            let next = self.spare.pop().unwrap_or_else(|| (Machine::default(), branch.1.clone()));
            self.front.insert(std::mem::replace(branch, next), vec![(weight.clone(), toss)]);
            return if self.front.len() > MOST { Err(Open::TooMany(self.front.len())) } else { Ok(()) };
        };
        match tosses.iter_mut().find(|(_, t)| *t == toss) {
            Some((sum, _)) => *sum = sum.plus(weight),
            None => tosses.push((weight.clone(), toss)),
        }
        Ok(())
    }
}
