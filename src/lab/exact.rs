//! Exact odds: at a chance node the driver forks, merges equal states, and carries exact fractions.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use super::run_on::{Open, Policy, to_throw};
use super::spread;
use crate::stats::Exact;
use crate::vm::{Game, Machine};

/// The distribution of what was asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// Each outcome and its chance; they add up to 1.
    pub outcomes: BTreeMap<i64, Exact>,
}

/// Positions held at once, at most.
const MOST: usize = 200_000;

/// The exact distribution of `measure` when `start` has run to its end. Each branch has the policy to itself.
///
/// # Errors
/// A decision that `policy` does not answer, too many positions, or a procedure that does not end.
pub fn odds<P: Policy>(game: Game<'_>, start: &Machine, policy: &P, measure: &mut dyn FnMut(&Machine) -> i64) -> Result<Odds, Open> {
    let mut outcomes: BTreeMap<i64, Exact> = BTreeMap::new();
    let mut front: HashMap<(Machine, P), Exact> = HashMap::new();
    front.insert((start.clone(), policy.clone()), Exact::ONE);
    while !front.is_empty() {
        let mut next: HashMap<(Machine, P), Exact> = HashMap::new();
        for ((mut machine, mut policy), weight) in front {
            match to_throw(game, &mut machine, &mut policy)? {
                None => {
                    let is = measure(&machine);
                    let sum = outcomes.get(&is).map_or(weight.clone(), |w| w + &weight);
                    outcomes.insert(is, sum);
                }
                Some(toss) => {
                    let dist = spread(&toss);
                    for (outcome, _) in dist.iter() {
                        let mut fork = machine.clone();
                        fork.settle(*outcome);
                        let w = &weight * &dist.probability(outcome);
                        match next.entry((fork, policy.clone())) {
                            Entry::Occupied(mut sum) => *sum.get_mut() = sum.get() + &w,
                            Entry::Vacant(place) => {
                                place.insert(w);
                            }
                        }
                    }
                }
            }
        }
        if next.len() > MOST {
            return Err(Open::TooMany(next.len()));
        }
        front = next;
    }
    Ok(Odds { outcomes })
}
