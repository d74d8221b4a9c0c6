//! Many runs from one position: each position that is met at a throw is worked out once and kept, and a run is a walk
//! from throw to throw. The dice are those that the machine would roll.

use rustc_hash::FxHashMap;

use super::run_on::{Open, Policy, to_throw};
use crate::vm::{Dice, Game, Keyed, Machine, Outcome, Toss};

/// Positions kept, at most: what meets more of them is run with [`super::to_end`].
const MOST: usize = 100_000;
/// Results that are looked up by their number; others are searched for.
const SMALL: usize = 64;
/// No node yet.
const UNKNOWN: u32 = u32::MAX;

/// A position at a throw, or at the end.
enum Node<P, T> {
    /// The throw, where each outcome leads, and the position itself until all is known.
    Throw { toss: Toss, small: Box<[u32; SMALL]>, others: Vec<(Outcome, u32)>, at: Box<(Machine, P)> },
    /// What came of it.
    End(T),
}

/// What tells one position at a throw from another: also how often its dice have been rolled, since they are keyed.
type Known<P> = (Machine, Vec<(u64, u32)>, P);

/// Positions that are met from a start, and where outcomes lead.
pub struct Walk<'a, P, T = i64> {
    game: Game<'a>,
    measure: Box<dyn Fn(&Machine) -> T + 'a>,
    nodes: Vec<Node<P, T>>,
    known: FxHashMap<Known<P>, u32>,
    start: u32,
}

impl<P, T> std::fmt::Debug for Walk<'_, P, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Walk").field("nodes", &self.nodes.len()).finish_non_exhaustive()
    }
}

impl<'a, P: Policy, T: Clone> Walk<'a, P, T> {
    /// Runs `start` to its first throw.
    ///
    /// # Errors
    /// A decision that the policy leaves open, or a procedure that does not end.
    pub fn new(game: Game<'a>, start: Machine, policy: P, measure: impl Fn(&Machine) -> T + 'a) -> Result<Self, Open> {
        let mut walk = Self { game, measure: Box::new(measure), nodes: Vec::new(), known: FxHashMap::default(), start: UNKNOWN };
        walk.start = walk.reach(start, policy)?;
        Ok(walk)
    }

    /// How many positions are kept.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// What one run with the dice of a seed comes to.
    ///
    /// # Errors
    /// As for [`Walk::new`], or more positions than can be kept.
    #[inline]
    pub fn run(&mut self, seed: u64) -> Result<T, Open> {
        let mut dice = Keyed { seed };
        let mut at = self.start;
        loop {
            let (outcome, next) = match self.nodes.get(at as usize) {
                None => return Err(Open::TooMany(self.nodes.len())),
                Some(Node::End(is)) => return Ok(is.clone()),
                Some(Node::Throw { toss, small, others, .. }) => {
                    let outcome = dice.toss(toss, None).unwrap_or_default();
                    (outcome, lookup(small, others, outcome))
                }
            };
            at = if next == UNKNOWN { self.follow(at, outcome)? } else { next };
        }
    }

    /// Where an outcome that was not met before leads.
    #[cold]
    fn follow(&mut self, at: u32, outcome: Outcome) -> Result<u32, Open> {
        let Some(Node::Throw { at: position, .. }) = self.nodes.get(at as usize) else { return Ok(UNKNOWN) };
        let (mut machine, policy) = (**position).clone();
        machine.settle(outcome);
        let next = self.reach(machine, policy)?;
        if let Some(Node::Throw { small, others, .. }) = self.nodes.get_mut(at as usize) {
            match small_place(outcome).and_then(|i| small.get_mut(i)) {
                Some(slot) => *slot = next,
                None => others.push((outcome, next)),
            }
        }
        Ok(next)
    }

    /// Runs on to the next throw, or to the end; the node there.
    fn reach(&mut self, mut machine: Machine, mut policy: P) -> Result<u32, Open> {
        let Some(toss) = to_throw(self.game, &mut machine, &mut policy)? else {
            let is = (self.measure)(&machine);
            return self.add(Node::End(is));
        };
        let counts = machine.world.rolls.0.clone();
        let key = (machine, counts, policy);
        if let Some(n) = self.known.get(&key) {
            return Ok(*n);
        }
        let at = Box::new((key.0.clone(), key.2.clone()));
        let n = self.add(Node::Throw { toss, small: Box::new([UNKNOWN; SMALL]), others: Vec::new(), at })?;
        self.known.insert(key, n);
        Ok(n)
    }

    fn add(&mut self, node: Node<P, T>) -> Result<u32, Open> {
        if self.nodes.len() >= MOST {
            return Err(Open::TooMany(self.nodes.len()));
        }
        self.nodes.push(node);
        Ok(u32::try_from(self.nodes.len() - 1).unwrap_or(UNKNOWN))
    }
}

#[inline]
fn small_place(o: Outcome) -> Option<usize> {
    if o == (Outcome { result: o.result, ..Outcome::default() }) { usize::try_from(o.result).ok().filter(|i| *i < SMALL) } else { None }
}

#[inline]
fn lookup(small: &[u32; SMALL], others: &[(Outcome, u32)], o: Outcome) -> u32 {
    match small_place(o).and_then(|i| small.get(i)) {
        Some(n) => *n,
        None => others.iter().find(|(k, _)| *k == o).map_or(UNKNOWN, |(_, n)| *n),
    }
}
