//! Exact odds: at a chance node the driver forks, merges equal states, and carries exact fractions.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use super::spread;
use crate::stats::Exact;
use crate::vm::{Choice, Decision, Dice, Game, Machine, NoTrace, Outcome, Stop, Toss};

/// The distribution of what was asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// Each outcome and its chance; they add up to 1.
    pub outcomes: BTreeMap<i64, Exact>,
}

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq)]
pub enum Open {
    /// A decision that nobody answered.
    Decision(Box<Decision>),
    /// More positions than can be held at once.
    TooMany(usize),
    /// A procedure that does not end.
    Stuck(u16),
}

/// Positions held at once, at most.
const MOST: usize = 200_000;

/// Dice that never answer, so that the machine stops at each throw.
struct Waiting;

impl Dice for Waiting {
    fn toss(&mut self, _: &Toss, _: &mut dyn FnMut(u32, u32, bool)) -> Option<Outcome> {
        None
    }
}

/// The exact distribution of `measure` when `start` has run to its end. What `policy` remembers forks with the position,
/// so that an answer given on one way does not fail on another.
///
/// # Errors
/// A decision that `policy` does not answer, too many positions, or a procedure that does not end.
pub fn odds<P: Clone + Eq + Hash>(
    game: Game<'_>,
    start: &Machine,
    memory: P,
    policy: &mut dyn FnMut(&mut P, &Decision) -> Option<Choice>,
    measure: &mut dyn FnMut(&Machine) -> i64,
) -> Result<Odds, Open> {
    let mut outcomes: BTreeMap<i64, Exact> = BTreeMap::new();
    let mut front: HashMap<(Machine, P), Exact> = HashMap::new();
    front.insert((start.clone(), memory), Exact::ONE);
    while !front.is_empty() {
        let mut next: HashMap<(Machine, P), Exact> = HashMap::new();
        for ((mut machine, mut memory), weight) in front {
            loop {
                match machine.run(game, &mut Waiting, &mut NoTrace) {
                    Stop::Done(_) => {
                        let is = measure(&machine);
                        let sum = outcomes.get(&is).map_or(weight.clone(), |w| w + &weight);
                        outcomes.insert(is, sum);
                        break;
                    }
                    Stop::Decision(d) => match policy(&mut memory, &d) {
                        Some(c) => machine.answer(c),
                        None => return Err(Open::Decision(Box::new(d))),
                    },
                    Stop::Stuck(p) => return Err(Open::Stuck(p)),
                    Stop::Chance(toss) => {
                        let dist = spread(&toss);
                        for (outcome, _) in dist.iter() {
                            let mut fork = machine.clone();
                            fork.settle(*outcome);
                            let fork = (fork, memory.clone());
                            let w = &weight * &dist.probability(outcome);
                            match next.get_mut(&fork) {
                                Some(sum) => *sum = &*sum + &w,
                                None => {
                                    next.insert(fork, w);
                                }
                            }
                        }
                        break;
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
