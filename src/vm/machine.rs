//! A game at some moment, and running it until a chance node or a decision node.

use serde::{Deserialize, Serialize};

use super::at_once::Together;
use super::cast::Cast;
use super::decide::{Choice, Decision};
use super::eval::{Ask, put};
use super::great;
use super::listing::Listing;
use super::memo::Memo;
use super::position::{World, saved};
use super::toss::{Dice, Keyed, Outcome, Toss};
use super::trace::{Event, NoTrace, Trace};
use super::trip::Trip;
use crate::ir::{AnswersNo, LabelNo, Next, ProcNo, Program, Reg, X};

/// Instructions in one run before something must be wrong.
const FUEL: u32 = 5_000_000;
/// Procedures that may stand on each other.
const DEEPEST: usize = 120;

/// What a machine runs on: the rules and the cast.
#[derive(Clone, Copy)]
pub struct Game<'a> {
    /// The rules.
    pub program: &'a Program,
    /// Who is who.
    pub cast: &'a Cast,
    /// Answers kept from one question to the next, by whoever asks many.
    pub memo: Option<&'a Memo>,
    /// How each side wishes to be asked.
    pub listings: [Listing; 2],
}

impl<'a> Game<'a> {
    /// A game of which nothing is kept.
    #[must_use]
    pub fn new(program: &'a Program, cast: &'a Cast) -> Self {
        Self { program, cast, memo: None, listings: [Listing::All; 2] }
    }

    /// A game whose answers are kept in a memo that belongs to these rules and this cast.
    #[must_use]
    pub fn with(program: &'a Program, cast: &'a Cast, memo: &'a Memo) -> Self {
        Self { memo: Some(memo), ..Self::new(program, cast) }
    }

    /// How a side wishes to be asked.
    pub(super) fn listing(self, side: i64) -> Listing {
        let [first, second] = self.listings;
        if side == 2 { second } else { first }
    }

    /// How things stand in a world of this game.
    #[must_use]
    pub fn ask(self, world: &'a World, context: u64) -> Ask<'a> {
        Ask { program: self.program, cast: self.cast, world, context, memo: self.memo }
    }
}

/// A running procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    /// Which.
    pub proc: ProcNo,
    /// The next instruction.
    pub at: u32,
    /// Where its registers begin.
    pub base: u32,
    /// How many loop entries stood when it began.
    pub lists: u32,
    /// What is running: procedures and tags.
    pub context: u64,
    /// The register of the caller that gets the result.
    pub to: Reg,
    /// Answers that its call gave, if it gave any.
    pub answers: Option<AnswersNo>,
}

/// Why the machine stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// A player decides.
    Decision(Decision),
    /// Dice are rolled; only if the dice given did not answer.
    Chance(Toss),
    /// The first procedure has ended; its result.
    Done(i64),
    /// It ran too long: the procedure it was in.
    Stuck(ProcNo),
    /// A number came out greater than can be kept: the procedure it was in.
    Great(ProcNo),
}

/// A game at some moment: copied, compared, hashed and saved as it is.
#[derive(Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Machine {
    /// How things stand.
    pub world: World,
    /// What is running, the outermost first.
    pub frames: Vec<Frame>,
    /// Registers of all frames.
    #[serde(with = "saved")]
    pub regs: Vec<i64>,
    /// Loop entries of all frames.
    #[serde(with = "saved")]
    pub lists: Vec<i64>,
    /// What the last procedure gave.
    pub result: i64,
    /// Results to be kept: the label, and the last value under it.
    pub watch: Vec<(LabelNo, Option<i64>)>,
    /// Loops whose things are dealt with at once, the outermost first.
    pub(super) together: Vec<Together>,
    /// Moves that were met on the way, the outermost first.
    pub(super) trips: Vec<Trip>,
    /// The answer that the waiting instruction will take.
    pub(super) answer: Option<Choice>,
    /// Answers that the waiting instruction has taken, if it asks more than once.
    pub(super) picked: Vec<Choice>,
    /// The outcome that the waiting throw will take.
    pub(super) outcome: Option<Outcome>,
    /// What was picked in secret and not told yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) veiled: Vec<Veiled>,
}

/// Something picked that the other side does not know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Veiled {
    /// Its register, among those of all frames.
    pub at: usize,
    /// Who picks.
    pub side: i64,
    /// What may be picked.
    pub options: Vec<i64>,
}

impl Clone for Machine {
    fn clone(&self) -> Self {
        let mut machine = Self::default();
        machine.clone_from(self);
        machine
    }

    fn clone_from(&mut self, from: &Self) {
        self.world.clone_from(&from.world);
        self.frames.clone_from(&from.frames);
        self.regs.clone_from(&from.regs);
        self.lists.clone_from(&from.lists);
        copy_unless_empty(&mut self.watch, &from.watch);
        copy_unless_empty(&mut self.together, &from.together);
        copy_unless_empty(&mut self.trips, &from.trips);
        copy_unless_empty(&mut self.picked, &from.picked);
        copy_unless_empty(&mut self.veiled, &from.veiled);
        (self.result, self.answer, self.outcome) = (from.result, from.answer, from.outcome);
    }
}

/// Most positions have nothing in these lists, before and after.
fn copy_unless_empty<T: Clone>(to: &mut Vec<T>, from: &Vec<T>) {
    if !(to.is_empty() && from.is_empty()) {
        to.clone_from(from);
    }
}

impl Machine {
    /// A machine with nothing to do.
    #[must_use]
    pub fn resting(world: World) -> Self {
        Self { world, ..Self::default() }
    }

    /// A machine that is about to do a procedure.
    #[must_use]
    pub fn start(game: Game<'_>, world: World, proc: ProcNo, args: &[i64], tags: u64) -> Self {
        let mut m = Self { world, ..Self::default() };
        m.call(game, proc, args, 0, tags, None);
        m
    }

    /// Pushes a procedure.
    pub fn call(&mut self, game: Game<'_>, proc: ProcNo, args: &[i64], to: Reg, tags: u64, answers: Option<AnswersNo>) {
        let Some(p) = game.program.procs.get(proc) else { return };
        if let Some(touched) = &game.program.touched {
            touched.note_proc(proc);
        }
        let base = self.regs.len();
        self.regs.resize(base + usize::from(p.regs).max(usize::from(p.roles) + 1), 0);
        for (slot, a) in self.regs.iter_mut().skip(base).zip(args) {
            *slot = *a;
        }
        let below = self.frames.last().map_or(0, |f| f.context);
        let own = p.during.map_or(0, |b| 1u64.checked_shl(u32::from(b)).unwrap_or(0));
        let fits = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        if p.phase {
            self.world.phase = proc;
            self.world.rolls.0.clear();
        }
        for n in &p.nexts {
            for who in self.bearers_of(game, *n, args.first().copied()) {
                let has = self.world.has(who, n.state);
                self.world.set(who, n.begun, has);
            }
        }
        self.frames.push(Frame { proc, at: 0, base: fits(base), lists: fits(self.lists.len()), context: below | own | tags, to, answers });
    }

    /// Gives the answer to a decision.
    pub fn answer(&mut self, choice: Choice) {
        self.answer = Some(choice);
    }

    /// Whether the decision that waits is asked again after an answer, since that will not do.
    #[must_use]
    pub fn refuses(&self, game: Game<'_>, choice: Choice) -> bool {
        let mut machine = self.clone();
        machine.answer(choice);
        matches!(machine.run(game, &mut Keyed { seed: 0 }, &mut NoTrace), Stop::Decision(Decision { refused: Some(_), .. }))
    }

    /// Gives the outcome of a toss.
    pub fn settle(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    pub(super) fn ask<'a>(game: Game<'a>, world: &'a World, context: u64) -> Ask<'a> {
        game.ask(world, context)
    }

    pub(super) fn eval(&mut self, game: Game<'_>, x: X) -> i64 {
        let Some(f) = self.frames.last() else { return 0 };
        let ask = Self::ask(game, &self.world, f.context);
        ask.x(x, self.regs.get_mut(f.base as usize..).unwrap_or(&mut []))
    }

    pub(super) fn set(&mut self, reg: Reg, value: i64) {
        let Some(f) = self.frames.last() else { return };
        put(self.regs.get_mut(f.base as usize..).unwrap_or(&mut []), reg, value);
    }

    pub(super) fn get(&self, reg: Reg) -> i64 {
        self.frames.last().and_then(|f| self.regs.get(f.base as usize + usize::from(reg))).copied().unwrap_or(0)
    }

    pub(super) fn jump(&mut self, to: u32) {
        if let Some(f) = self.frames.last_mut() {
            f.at = to;
        }
    }

    /// Ends the innermost procedure with a result.
    pub(super) fn pop(&mut self, game: Game<'_>, result: i64) {
        let Some(f) = self.frames.pop() else { return };
        let first = self.regs.get(f.base as usize).copied();
        self.regs.truncate(f.base as usize);
        self.lists.truncate(f.lists as usize);
        self.result = result;
        self.drop_at_once();
        self.drop_trips();
        if !self.frames.is_empty() {
            self.set(f.to, result);
        }
        let Some(p) = game.program.procs.get(f.proc) else { return };
        if p.phase {
            self.world.lapse(game.program, Some(f.proc));
        }
        for n in &p.nexts {
            for who in self.bearers_of(game, *n, first) {
                if self.world.has(who, n.begun) {
                    self.world.set(who, n.state, false);
                    self.world.set(who, n.begun, false);
                }
            }
        }
        for state in &p.clears {
            self.world.clear(*state);
        }
    }

    /// Whom a run concerns of those who may bear a state.
    fn bearers_of(&self, game: Game<'_>, next: Next, first: Option<i64>) -> Vec<i64> {
        let ask = Self::ask(game, &self.world, 0);
        let all = 0..i64::try_from(game.cast.ents.len()).unwrap_or(0);
        all.filter(|who| !next.of_one || first.is_some_and(|f| ask.akin(*who, f))).collect()
    }

    /// Says that procedures have ended, if fewer stand than stood.
    #[inline]
    fn tell_end<T: Trace>(&self, stood: usize, trace: &mut T) {
        if T::ON && self.frames.len() < stood {
            trace.event(|| Event::Ended { depth: self.frames.len(), value: self.result });
        }
    }

    /// Runs until it must stop.
    pub fn run<D: Dice, T: Trace>(&mut self, game: Game<'_>, dice: &mut D, trace: &mut T) -> Stop {
        // what was asked outside is not of this run
        great::came();
        for _ in 0..FUEL {
            if self.world.result.is_some() {
                self.frames.clear();
                return Stop::Done(self.result);
            }
            let stood = self.frames.len();
            let deep = stood > DEEPEST;
            let Some(top) = self.frames.last_mut() else { return Stop::Done(self.result) };
            let frame = *top;
            let op = game.program.procs.get(frame.proc).and_then(|p| p.code.get(frame.at as usize));
            let Some(op) = op else {
                self.pop(game, 0);
                self.tell_end(stood, trace);
                continue;
            };
            top.at += 1;
            if deep {
                return Stop::Stuck(frame.proc);
            }
            let stop = self.step(game, frame, op, dice, trace);
            if great::came() {
                return Stop::Great(frame.proc);
            }
            if let Some(stop) = stop {
                // the instruction is done again when the answer is there
                self.jump(frame.at);
                return match stop {
                    Stop::Decision(d) => {
                        let listing = game.listing(d.side);
                        Stop::Decision(d.listed(listing))
                    }
                    other => other,
                };
            }
            self.tell_end(stood, trace);
        }
        Stop::Stuck(self.frames.last().map_or(ProcNo::default(), |f| f.proc))
    }
}
