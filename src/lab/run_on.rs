//! Running a position on to its next throw.

use crate::ir::ProcNo;
use crate::vm::{Choice, Decision, Dice, Game, Keyed, Machine, NoTrace, Outcome, See, Stop, Toss};

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq)]
pub enum Open {
    /// A decision that nobody answered.
    Decision(Box<Decision>),
    /// More positions than can be held at once.
    TooMany(usize),
    /// A procedure that does not end.
    Stuck(ProcNo),
    /// A number that is greater than can be kept, in a procedure.
    Great(ProcNo),
    /// Throws that lead to ever more throws.
    Endless,
}

/// Who decides while a position is run on. Its state is part of the position: two runs that meet must have the same
/// answers before them.
pub trait Policy: Clone + Eq + std::hash::Hash {
    /// The answer to a decision; none if it is left open.
    fn decide(&mut self, decision: &Decision, machine: &Machine) -> Option<Choice>;
}

/// Dice that never answer, so that the machine stops at each throw.
struct Waiting;

impl Dice for Waiting {
    fn toss(&mut self, _: &Toss, _: Option<See<'_>>) -> Option<Outcome> {
        None
    }
}

/// Runs on to the next throw that can come out more than one way; none at the end.
///
/// # Errors
/// A decision that the policy leaves open, or a procedure that does not end.
pub(super) fn to_throw<P: Policy>(game: Game<'_>, machine: &mut Machine, policy: &mut P) -> Result<Option<Toss>, Open> {
    loop {
        match machine.run(game, &mut Waiting, &mut NoTrace) {
            Stop::Done(_) => return Ok(None),
            Stop::Decision(d) => match policy.decide(&d, machine) {
                Some(c) => machine.answer(c),
                None => return Err(Open::Decision(Box::new(d))),
            },
            Stop::Stuck(p) => return Err(Open::Stuck(p)),
            Stop::Great(p) => return Err(Open::Great(p)),
            Stop::Chance(toss) if toss.dice == 0 => {
                let certain = Keyed { seed: 0 }.toss(&toss, None).unwrap_or_default();
                machine.settle(certain);
            }
            Stop::Chance(toss) => return Ok(Some(toss)),
        }
    }
}

/// Runs on to the end with the dice of a seed: as a [`super::Walk`] does, with nothing kept.
///
/// # Errors
/// As for [`super::Walk::new`].
pub fn to_end<P: Policy>(game: Game<'_>, machine: &mut Machine, policy: &mut P, seed: u64) -> Result<(), Open> {
    loop {
        match machine.run(game, &mut Keyed { seed }, &mut NoTrace) {
            Stop::Done(_) => return Ok(()),
            Stop::Decision(d) => match policy.decide(&d, machine) {
                Some(c) => machine.answer(c),
                None => return Err(Open::Decision(Box::new(d))),
            },
            Stop::Stuck(p) => return Err(Open::Stuck(p)),
            Stop::Great(p) => return Err(Open::Great(p)),
            // keyed dice always answer
            Stop::Chance(_) => return Err(Open::Endless),
        }
    }
}
