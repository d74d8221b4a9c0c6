//! Instructions, one at a time, until a chance node or a decision node.

use serde::{Deserialize, Serialize};

use super::cast::{Cast, EntId, NONE};
use super::decide::{Choice, Decision, Wanted};
use super::eval::{Ask, put};
use super::moves::{Limits, stand_there};
use super::toss::{Dice, Outcome, Toss};
use super::trace::{Event, Share, Trace};
use super::world::World;
use crate::dice::ContextHash;
use crate::graph::{Course, Natural, Op, Pick, Program, Reg, Throw, ThrowKind, X};
use crate::model::KindBase;
use crate::table::{self, Facing};

/// Instructions in one run before something must be wrong.
const FUEL: u32 = 5_000_000;
/// Loop entries hold the thing in their low bits and their tier above.
const LOOP_BITS: u32 = 40;
/// The low bits of a loop entry.
const LOOP_VALUE: i64 = (1 << LOOP_BITS) - 1;
/// Procedures that may stand on each other.
const DEEPEST: usize = 120;

/// What a machine runs on: the rules and the cast.
#[derive(Clone, Copy)]
pub struct Game<'a> {
    /// The rules.
    pub program: &'a Program,
    /// Who is who.
    pub cast: &'a Cast,
}

/// A running procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    /// Which.
    pub proc: u16,
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
    /// Answers that its call gave; the largest number for none.
    pub answers: u16,
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
    Stuck(u16),
}

/// A game at some moment: copied, compared, hashed and saved as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Machine {
    /// How things stand.
    pub world: World,
    /// What is running, the outermost first.
    pub frames: Vec<Frame>,
    /// Registers of all frames.
    pub regs: Vec<i64>,
    /// Loop entries of all frames.
    pub lists: Vec<i64>,
    /// What the last procedure gave.
    pub result: i64,
    /// Results to be kept: the label, and the last value under it.
    pub watch: Vec<(u16, Option<i64>)>,
    /// The answer that the waiting instruction will take.
    answer: Option<Choice>,
    /// The outcome that the waiting throw will take.
    outcome: Option<Outcome>,
}

impl Machine {
    /// A machine with nothing to do.
    #[must_use]
    pub fn resting(world: World) -> Self {
        Self { world, ..Self::default() }
    }

    /// A machine that is about to do a procedure.
    #[must_use]
    pub fn start(game: Game<'_>, world: World, proc: u16, args: &[i64], tags: u64) -> Self {
        let mut m = Self { world, ..Self::default() };
        m.call(game, proc, args, 0, tags, u16::MAX);
        m
    }

    /// Pushes a procedure.
    pub fn call(&mut self, game: Game<'_>, proc: u16, args: &[i64], to: Reg, tags: u64, answers: u16) {
        let Some(p) = game.program.procs.get(proc as usize) else { return };
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
        self.frames.push(Frame { proc, at: 0, base: fits(base), lists: fits(self.lists.len()), context: below | own | tags, to, answers });
    }

    /// Gives the answer to a decision.
    pub fn answer(&mut self, choice: Choice) {
        self.answer = Some(choice);
    }

    /// Gives the outcome of a toss.
    pub fn settle(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    fn ask<'a>(game: Game<'a>, world: &'a World, context: u64) -> Ask<'a> {
        Ask { program: game.program, cast: game.cast, world, context }
    }

    fn eval(&mut self, game: Game<'_>, x: X) -> i64 {
        let Some(f) = self.frames.last() else { return 0 };
        let ask = Self::ask(game, &self.world, f.context);
        ask.x(x, self.regs.get_mut(f.base as usize..).unwrap_or(&mut []))
    }

    fn set(&mut self, reg: Reg, value: i64) {
        let Some(f) = self.frames.last() else { return };
        put(self.regs.get_mut(f.base as usize..).unwrap_or(&mut []), reg, value);
    }

    fn get(&self, reg: Reg) -> i64 {
        self.frames.last().and_then(|f| self.regs.get(f.base as usize + usize::from(reg))).copied().unwrap_or(0)
    }

    fn jump(&mut self, to: u32) {
        if let Some(f) = self.frames.last_mut() {
            f.at = to;
        }
    }

    /// Ends the innermost procedure with a result.
    fn pop(&mut self, game: Game<'_>, result: i64) {
        let Some(f) = self.frames.pop() else { return };
        self.regs.truncate(f.base as usize);
        self.lists.truncate(f.lists as usize);
        self.result = result;
        if !self.frames.is_empty() {
            self.set(f.to, result);
        }
        let Some(p) = game.program.procs.get(f.proc as usize) else { return };
        if p.phase {
            self.world.lapse(game.program, Some(f.proc));
        }
        for state in &p.clears {
            for who in 0..i64::try_from(game.cast.ents.len()).unwrap_or(0) {
                self.world.set(who, *state, false);
            }
        }
    }

    /// Runs until it must stop.
    pub fn run<D: Dice, T: Trace>(&mut self, game: Game<'_>, dice: &mut D, trace: &mut T) -> Stop {
        for _ in 0..FUEL {
            if self.world.result.is_some() {
                self.frames.clear();
                return Stop::Done(self.result);
            }
            let Some(frame) = self.frames.last().copied() else { return Stop::Done(self.result) };
            let op = game.program.procs.get(frame.proc as usize).and_then(|p| p.code.get(frame.at as usize));
            let Some(op) = op else {
                self.pop(game, 0);
                continue;
            };
            self.jump(frame.at + 1);
            if self.frames.len() > DEEPEST {
                return Stop::Stuck(frame.proc);
            }
            if let Some(stop) = self.step(game, frame, op, dice, trace) {
                // the instruction is done again when the answer is there
                self.jump(frame.at);
                return stop;
            }
        }
        Stop::Stuck(self.frames.last().map_or(u16::MAX, |f| f.proc))
    }

    #[allow(clippy::too_many_lines)] // one arm for each instruction reads best in one place
    fn step<D: Dice, T: Trace>(&mut self, game: Game<'_>, frame: Frame, op: &Op, dice: &mut D, trace: &mut T) -> Option<Stop> {
        match op {
            Op::Set(r, x) => {
                let v = self.eval(game, *x);
                self.set(*r, v);
            }
            Op::Jump(to) => self.jump(*to),
            Op::Unless(x, to) => {
                if self.eval(game, *x) == 0 {
                    self.jump(*to);
                }
            }
            Op::Call { proc, args, to, tags, answers } => {
                let list = game.program.lists.get(*args as usize).map_or(&[][..], Vec::as_slice);
                let mut window = [0i64; 8];
                let n = list.len().min(window.len());
                for (w, x) in window.iter_mut().zip(list) {
                    *w = self.eval(game, *x);
                }
                let args = window.get(..n).unwrap_or(&[]);
                // an action that may not be taken is not: nothing happens
                if game.program.procs.get(*proc as usize).is_some_and(|p| !p.gates.is_empty()) {
                    let mut regs = [0i64; 64];
                    for (r, a) in regs.iter_mut().zip(args) {
                        *r = *a;
                    }
                    let ask = Self::ask(game, &self.world, frame.context | tags);
                    if !ask.gates_hold(*proc, &mut regs) {
                        self.set(*to, 0);
                        return None;
                    }
                }
                let depth = self.frames.len();
                trace.event(|| Event::Begin { proc: *proc, args: args.to_vec(), depth });
                self.call(game, *proc, args, *to, *tags, *answers);
            }
            Op::Roll(id, reg) => return self.roll(game, frame, *id, *reg, dice, trace),
            Op::Each { sel, at, order } => self.begin_loop(game, frame, *sel, *at, order),
            Op::Order { by, at } => return self.order(game, *by, *at, trace),
            Op::Next { var, at, exit } => {
                let (i, end) = (self.get(*at), self.get(at.saturating_add(1)));
                match usize::try_from(i).ok().filter(|_| i < end).and_then(|i| self.lists.get(i)).copied() {
                    Some(e) => {
                        self.set(*var, e & LOOP_VALUE);
                        self.set(*at, i + 1);
                    }
                    None => {
                        self.jump(*exit);
                    }
                }
            }
            Op::Gain(x, state) | Op::Lose(x, state) => {
                let who = self.eval(game, *x);
                let on = matches!(op, Op::Gain(..));
                if who >= 0 && self.world.has(who, *state) != on {
                    self.world.set(who, *state, on);
                    trace.event(|| Event::State { who, state: *state, on });
                }
            }
            Op::Become(x, form) => {
                let (who, state) = (self.eval(game, *x), self.eval(game, *form));
                self.become_form(game, who, state);
                trace.event(|| Event::State { who, state: u16::try_from(state).unwrap_or(0), on: true });
            }
            Op::Store(x, count, v) => {
                let (who, v) = (self.eval(game, *x), self.eval(game, *v));
                self.world.store(game.cast, who, *count, v);
                trace.event(|| Event::Count { who, count: *count, value: v });
            }
            Op::Add(x, count, v) => {
                let (who, v) = (self.eval(game, *x), self.eval(game, *v));
                let now = self.world.cell(game.cast, who, *count).saturating_add(v);
                let now = if v < 0 { now.max(0) } else { now };
                self.world.store(game.cast, who, *count, now);
                if v != 0 {
                    trace.event(|| Event::Count { who, count: *count, value: now });
                }
            }
            Op::Choose { pick, by, to, none, may, label } => return self.choose(game, frame, *pick, *by, *to, *none, *may, *label, trace),
            Op::Offer { by, no, label, row, who } => {
                let side = self.eval(game, *by);
                let who = self.eval(game, *who);
                let choice = match self.given(game, *label) {
                    Some(v) => Choice::of(v),
                    None => match self.answer.take() {
                        Some(c) => c,
                        None => {
                            let options = vec![Choice::of(0), Choice::of(1)];
                            return Some(Stop::Decision(Decision { side, label: *label, row: *row, who, wanted: Wanted::YesNo, options }));
                        }
                    },
                };
                trace.event(|| Event::Decided { side, label: *label, answer: if choice.value == 0 { "no".into() } else { "yes".into() } });
                if choice.value == 0 {
                    self.jump(*no);
                }
            }
            Op::Take { who, kind, may, exit } => return self.take(game, frame, *who, *kind, *may, *exit, trace),
            Op::Did(proc) => self.did(game, *proc),
            Op::Stop(proc) => self.stop(game, *proc),
            Op::Give(x) => {
                let v = self.eval(game, *x);
                self.pop(game, v);
            }
            Op::Tag(bit, proc) => {
                let mask = 1u64.checked_shl(u32::from(*bit)).unwrap_or(0);
                let mut on = false;
                for f in &mut self.frames {
                    on |= f.proc == *proc;
                    if on {
                        f.context |= mask;
                    }
                }
            }
            Op::Move(id, reg) => return self.motion(game, frame, *id, *reg, trace),
            Op::Form(x, form, limit) => {
                let (who, state) = (self.eval(game, *x), self.eval(game, *form));
                let limit = limit.map(|l| self.eval(game, l)).and_then(|l| i32::try_from(l).ok());
                self.form(game, who, state, limit);
            }
            Op::Put { who, at, zone } => {
                let (who, at) = (self.eval(game, *who), self.eval(game, *at));
                if let Some(z) = zone {
                    let z = self.eval(game, *z);
                    let side = Self::ask(game, &self.world, 0).side(who);
                    if let (Some(home), Ok(z)) = (usize::try_from(side).ok().and_then(|s| self.world.homes.get_mut(s)), EntId::try_from(z))
                    {
                        *home = z;
                    }
                }
                self.put_down(game, frame, who, at);
                trace.event(|| Event::Moved { who, to: self.where_is(game, who) });
            }
            Op::Remove(x) => {
                let who = self.eval(game, *x);
                self.remove(game, who);
                trace.event(|| Event::Gone(who));
            }
            Op::Lead(m, g) => {
                let (m, g) = (self.eval(game, *m), self.eval(game, *g));
                self.lead(m, g);
            }
            Op::Gather(sel, kind) => self.gather(game, frame, *sel, *kind),
            Op::Win(x) => {
                let side = self.eval(game, *x);
                self.world.result = Some(i8::try_from(side).unwrap_or(-1));
            }
            Op::End => self.world.result = Some(self.world.result.unwrap_or(-1)),
            Op::Step(row) => trace.event(|| Event::Step(*row)),
            Op::Result(label, reg) => {
                let value = self.get(*reg);
                for (l, v) in &mut self.watch {
                    if l == label {
                        *v = Some(value);
                    }
                }
                trace.event(|| Event::Result { label: *label, value });
            }
        }
        None
    }

    /// An answer that a call further out gave for a label.
    fn given(&mut self, game: Game<'_>, label: u16) -> Option<i64> {
        for f in self.frames.iter().rev() {
            let list = game.program.answers.get(f.answers as usize);
            if let Some((_, x)) = list.and_then(|l| l.iter().find(|(w, _)| *w == label)) {
                let (x, base, context) = (*x, f.base, f.context);
                // answers were compiled where the call stands: one frame further out
                let outer = self.frames.iter().rev().skip_while(|g| g.base >= base).map(|g| g.base).next().unwrap_or(0);
                let ask = Self::ask(game, &self.world, context);
                return Some(ask.x(x, self.regs.get_mut(outer as usize..).unwrap_or(&mut [])));
            }
        }
        None
    }

    fn begin_loop(&mut self, game: Game<'_>, frame: Frame, sel: u16, at: Reg, order: &[(X, bool)]) {
        let ask = Self::ask(game, &self.world, frame.context);
        let regs = self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []);
        let mut found: Vec<(Vec<i64>, i64)> = Vec::new();
        ask.each(sel, regs, &mut |ask, regs, e| {
            let ranks = order.iter().map(|(x, high)| if *high { -ask.x(*x, regs) } else { ask.x(*x, regs) }).collect();
            found.push((ranks, e));
            true
        });
        found.sort();
        let start = self.lists.len();
        let mut tier = 0;
        let mut before: Option<Vec<i64>> = None;
        for (ranks, e) in found {
            if before.as_ref().is_some_and(|b| *b != ranks) {
                tier += 1;
            }
            self.lists.push(e | tier << LOOP_BITS);
            before = Some(ranks);
        }
        let end = self.lists.len();
        self.set(at, i64::try_from(start).unwrap_or(0));
        self.set(at.saturating_add(1), i64::try_from(end).unwrap_or(0));
    }

    /// Lets a player say which of several entries of one tier comes next in a loop.
    fn order<T: Trace>(&mut self, game: Game<'_>, by: X, at: Reg, trace: &mut T) -> Option<Stop> {
        let from = usize::try_from(self.get(at)).unwrap_or(0);
        let end = usize::try_from(self.get(at.saturating_add(1))).unwrap_or(0);
        let entries = self.lists.get(from..end).unwrap_or(&[]);
        let tier = entries.first()? >> LOOP_BITS;
        let tied: Vec<Choice> = entries.iter().filter(|e| **e >> LOOP_BITS == tier).map(|e| Choice::of(*e & LOOP_VALUE)).collect();
        if tied.len() < 2 {
            return None;
        }
        let side = self.eval(game, by);
        let Some(choice) = self.answer.take().filter(|c| tied.contains(c)) else {
            return Some(Stop::Decision(Decision { side, label: u16::MAX - 2, row: 0, who: NONE, wanted: Wanted::Thing, options: tied }));
        };
        trace.event(|| Event::Decided { side, label: u16::MAX - 2, answer: show(game, choice.value) });
        let chosen = tied.iter().position(|c| c.value == choice.value).unwrap_or(0);
        // the others keep their canonical order
        if let Some(part) = self.lists.get_mut(from..=from + chosen) {
            part.rotate_right(1);
        }
        None
    }

    #[allow(clippy::too_many_arguments)] // the operands of one instruction
    fn choose<T: Trace>(
        &mut self,
        game: Game<'_>,
        frame: Frame,
        pick: u16,
        by: X,
        to: Reg,
        none: u32,
        may: bool,
        label: u16,
        trace: &mut T,
    ) -> Option<Stop> {
        let side = self.eval(game, by);
        if let Some(v) = self.given(game, label) {
            self.set(to, v);
            return None;
        }
        if let Some(c) = self.answer.take() {
            trace.event(|| Event::Decided { side, label, answer: show(game, c.value) });
            self.set(to, c.value);
            if c.value == NONE {
                self.jump(none);
            }
            return None;
        }
        let ask = Self::ask(game, &self.world, frame.context);
        let regs = self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []);
        let who = regs.first().copied().unwrap_or(NONE);
        let (mut options, wanted) = ask.options(pick, may, regs);
        if let Some(Pick::Place { near, zone, .. }) = game.program.picks.get(pick as usize) {
            let near = near.map(|(l, of)| (ask.x(l, regs), ask.x(of, regs)));
            let zone = zone.map(|z| ask.x(z, regs));
            let group = if ask.cast.ent(who).is_some_and(|e| e.base == KindBase::Group) {
                who
            } else {
                self.regs.get(frame.base as usize + 1).copied().unwrap_or(who)
            };
            let group = zone_group(game, group, who);
            let facing = ask.inwards(zone.unwrap_or(side));
            let fits = ask
                .spots(who, near, zone)
                .into_iter()
                .filter(|p| ask.deployed(group, *p, facing).is_some() || game.cast.ent(group).is_none());
            options.extend(fits.take(16).map(|p| Choice::of(table::pack_place(p.x, p.y))));
        }
        match options.as_slice() {
            [] => {
                self.set(to, NONE);
                self.jump(none);
                None
            }
            [one] => {
                self.set(to, one.value);
                if one.value == NONE {
                    self.jump(none);
                }
                None
            }
            _ => Some(Stop::Decision(Decision { side, label, row: 0, who, wanted, options })),
        }
    }

    #[allow(clippy::too_many_arguments)] // the operands of one instruction
    fn take<T: Trace>(&mut self, game: Game<'_>, frame: Frame, who: X, kind: u8, may: bool, exit: u32, trace: &mut T) -> Option<Stop> {
        let who = self.eval(game, who);
        if let Some(c) = self.answer.take() {
            let label = u16::MAX;
            let side = Self::ask(game, &self.world, frame.context).side(who);
            trace.event(|| Event::Decided { side, label, answer: show_action(game, c) });
            if c.value == NONE {
                self.jump(exit);
                return None;
            }
            let proc = u16::try_from(c.value).unwrap_or(u16::MAX);
            let depth = self.frames.len();
            trace.event(|| Event::Begin { proc, args: vec![who, c.second], depth });
            self.world.actor = EntId::try_from(who).unwrap_or(0);
            self.call(game, proc, &[who, c.second], 0, 0, u16::MAX);
            // the result is nobody's: it must not fall on a register in use
            if let Some(f) = self.frames.last_mut() {
                f.to = Reg::MAX;
            }
            return None;
        }
        let ask = Self::ask(game, &self.world, frame.context);
        let mut options = if ask.world.alive(who) { ask.actions(who, kind) } else { Vec::new() };
        if options.is_empty() {
            self.jump(exit);
            return None;
        }
        if may {
            options.push(Choice::of(NONE));
        }
        let side = ask.side(who);
        Some(Stop::Decision(Decision { side, label: u16::MAX, row: 0, who, wanted: Wanted::Action, options }))
    }

    /// Notes a deed, and uses up its limits.
    fn did(&mut self, game: Game<'_>, proc: u16) {
        let Some(p) = game.program.procs.get(proc as usize) else { return };
        let who = self.get(0);
        for state in p.did.iter().flatten() {
            self.world.set(who, *state, true);
        }
        for (x, state) in &p.limits {
            let bearer = self.eval(game, *x);
            self.world.set(bearer, *state, true);
        }
    }

    /// Ends the innermost run of a procedure, and all that it called.
    fn stop(&mut self, game: Game<'_>, proc: u16) {
        if !self.frames.iter().any(|f| f.proc == proc) {
            return;
        }
        while let Some(f) = self.frames.last().copied() {
            self.pop(game, 0);
            if f.proc == proc {
                return;
            }
        }
    }

    fn roll<D: Dice, T: Trace>(&mut self, game: Game<'_>, frame: Frame, id: u16, reg: Reg, dice: &mut D, trace: &mut T) -> Option<Stop> {
        let t = game.program.throws.get(id as usize)?;
        let outcome = match self.outcome.take() {
            Some(o) => o,
            None => {
                let mut shares = Vec::new();
                let mut toss = self.toss(game, frame, id, t, T::ON.then_some(&mut shares));
                // a roll made again by a rule is the next throw of the same dice
                let n = self.world.rolls.next(toss.context);
                toss.context = ContextHash::new().word(toss.context).word(u64::from(n)).finish();
                let mut faces = Vec::new();
                let outcome = dice.toss(&toss, &mut |_, face, again| {
                    if T::ON {
                        faces.push((face, again));
                    }
                });
                let Some(o) = outcome else { return Some(Stop::Chance(toss)) };
                trace.event(|| Event::Rolled { toss, faces, outcome: o, shares });
                o
            }
        };
        self.set(reg, outcome.result);
        if t.kind != ThrowKind::Sum {
            self.set(reg.saturating_add(1), outcome.margin);
        }
        None
    }

    /// Works out a throw: number of dice, score, modifiers, naturals, re-rolls.
    fn toss(&mut self, game: Game<'_>, frame: Frame, id: u16, t: &Throw, mut shares: Option<&mut Vec<Share>>) -> Toss {
        let context = self.key(game, frame, t);
        let ask = Self::ask(game, &self.world, frame.context);
        let regs = self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []);
        let mut add = |row: u16, what: &'static str, amount: i64| {
            if let Some(s) = shares.as_deref_mut() {
                s.push(Share { row, what, amount });
            }
        };
        let mut n = ask.x(t.dice, regs);
        add(t.row, "dice", n);
        for c in &t.more {
            if ask.live(c, regs) {
                let x = ask.x(c.x, regs);
                add(c.row, "dice", x);
                n += x;
            }
        }
        let mut need = t.need.map_or(0, |x| ask.x(x, regs));
        if t.need.is_some() {
            add(t.row, "need", need);
        }
        for c in &t.needs {
            if ask.live(c, regs) {
                need = ask.x(c.x, regs);
                add(c.row, "need", need);
            }
        }
        let mut each = 0;
        for c in &t.each {
            if ask.live(c, regs) {
                let x = ask.x(c.x, regs);
                add(c.row, "each", x);
                each += x;
            }
        }
        let mut toss = Toss {
            throw: id,
            context,
            again: 0,
            dice: u32::try_from(n.max(0)).unwrap_or(u32::MAX).min(1000),
            sides: t.sides,
            kind: t.kind.into(),
            halve: t.halve,
            worth: [0; 20],
            reroll: 0,
            reroll_some: 0,
            keep: 0,
            base: each,
            need,
            low: t.low,
            forced: (0, 0),
        };
        if let Some(b) = t.base {
            let x = ask.x(b, regs);
            add(t.row, "base", x);
            toss.base += x;
        }
        if t.kind == ThrowKind::Pool {
            for (i, w) in toss.worth.iter_mut().enumerate().take(usize::from(t.sides)) {
                let face = i64::try_from(i).unwrap_or(0) + 1;
                *w = match t.counts.iter().find(|(a, b, _)| i64::from(*a) <= face && face <= i64::from(*b)) {
                    Some((_, _, c)) => i8::try_from(*c).unwrap_or(1),
                    None => i8::from(t.need.is_some() && face + each >= need),
                };
            }
        }
        for (face, natural, c) in &t.naturals {
            if *face == 0 || *face > t.sides || !ask.live(c, regs) {
                continue;
            }
            add(c.row, "natural", i64::from(*face));
            let bit = 1u32.checked_shl(u32::from(*face) - 1).unwrap_or(0);
            let w = toss.worth.get_mut(usize::from(*face) - 1);
            match natural {
                Natural::Hits => {
                    toss.forced.0 |= bit;
                    if let Some(w) = w {
                        *w = (*w).max(1);
                    }
                }
                Natural::Misses => {
                    toss.forced.1 |= bit;
                    if let Some(w) = w {
                        *w = 0;
                    }
                }
                Natural::Counts(k) => {
                    if let Some(w) = w {
                        *w = i8::try_from(*k).unwrap_or(1);
                    }
                }
            }
        }
        for (faces, c) in &t.rerolls {
            if ask.live(c, regs) {
                add(c.row, "reroll", 0);
                toss.rerolled(*faces);
            }
        }
        for (keep, c) in &t.keep {
            if ask.live(c, regs) {
                toss.keep = *keep;
                add(c.row, "keep", i64::from(*keep));
            }
        }
        toss
    }

    /// The key of a throw: where in the game it is made, not how many were made before.
    fn key(&self, game: Game<'_>, frame: Frame, t: &Throw) -> u64 {
        let phase = game.program.procs.get(self.world.phase as usize).map_or(0, |p| hash_text(&p.name));
        let roles = game.program.procs.get(frame.proc as usize).map_or(0, |p| usize::from(p.roles));
        let mut key = ContextHash::new()
            .word(u64::from(self.world.turn))
            .word(phase)
            .word(u64::from(self.world.actor))
            .word(hash_text(&t.path))
            .word(u64::from(t.twin));
        for r in self.regs.iter().skip(frame.base as usize).take(roles) {
            key = key.word(r.cast_unsigned());
        }
        key.finish()
    }

    fn motion<T: Trace>(&mut self, game: Game<'_>, frame: Frame, id: u16, reg: Reg, trace: &mut T) -> Option<Stop> {
        let m = game.program.motions.get(id as usize)?;
        let who = self.eval(game, m.who);
        let distance = m.distance.map_or(1_000_000, |d| self.eval(game, d));
        let distance = i32::try_from(distance.clamp(0, 1_000_000)).unwrap_or(0);
        let keep = m.keep.map(|(d, s)| {
            let d = i32::try_from(self.eval(game, d)).unwrap_or(0);
            let ask = Self::ask(game, &self.world, frame.context);
            let regs = self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []);
            let mut from = Vec::new();
            ask.each(s, regs, &mut |ask, _, e| {
                from.extend(ask.pieces(e));
                true
            });
            (d, from)
        });
        let limits = Limits { clear: keep };
        let target = match m.course {
            Course::Towards(x) | Course::Away(x) | Course::Contact(x) | Course::Home(x) => self.eval(game, x),
            Course::Free => NONE,
        };
        let ask = Self::ask(game, &self.world, frame.context);
        let Some(lead) = ask.stand(ask.head(who)) else {
            self.set(reg, 0);
            return None;
        };
        let mut moved = 0;
        let standing = match m.course {
            Course::Free => {
                let to = match self.answer.take().and_then(|c| table::unpack_place(c.value)) {
                    Some(p) if p == lead.at || ask.may_go(who, p, distance, &limits) => p,
                    Some(_) => lead.at,
                    None => {
                        let options: Vec<Choice> =
                            ask.free_places(who, distance, &limits).into_iter().map(|p| Choice::of(table::pack_place(p.x, p.y))).collect();
                        let label = u16::MAX - 1;
                        if options.len() > 1 {
                            return Some(Stop::Decision(Decision {
                                side: ask.side(who),
                                label,
                                row: 0,
                                who,
                                wanted: Wanted::Place,
                                options,
                            }));
                        }
                        lead.at
                    }
                };
                if to == lead.at { None } else { ask.arranged(who, to, None, &limits, Some(distance)) }
            }
            Course::Contact(_) => ask.contact(who, target, distance),
            Course::Towards(_) | Course::Away(_) | Course::Home(_) => {
                let goal = match m.course {
                    Course::Home(_) => ask.home(target, lead.at),
                    _ => table::unpack_place(target).or_else(|| ask.nearest_stand(ask.head(who), target).map(|s| s.at)).unwrap_or(lead.at),
                };
                let goal =
                    if matches!(m.course, Course::Away(_)) { lead.at.offset(Facing::towards(goal, lead.at), 100_000, 0) } else { goal };
                let (standing, left) = ask.straight(who, goal, distance, &limits, m.leaving);
                if left {
                    self.set(reg, -1);
                    self.leave(game, who);
                    trace.event(|| Event::Gone(who));
                    return None;
                }
                standing
            }
        };
        if let Some(s) = standing {
            stand_there(&mut self.world, &s);
            moved = 1;
            trace.event(|| Event::Moved { who, to: self.where_is(game, who) });
        }
        self.set(reg, moved);
        None
    }

    fn where_is(&self, game: Game<'_>, who: i64) -> (i32, i32) {
        let ask = Self::ask(game, &self.world, 0);
        let p = self.world.place(ask.head(who));
        (p.x, p.y)
    }

    fn become_form(&mut self, game: Game<'_>, who: i64, state: i64) {
        for f in &game.program.forms {
            self.world.set(who, f.state, i64::from(f.state) == state);
        }
        // in a loose order nobody stands behind another
        if game.program.forms.iter().any(|f| i64::from(f.state) == state && f.loose.is_some()) {
            let pieces: Vec<i64> = Self::ask(game, &self.world, 0).pieces(who).collect();
            for p in pieces {
                if let Some(place) = usize::try_from(p).ok().and_then(|i| self.world.places.get_mut(i)) {
                    place.rank = place.rank.min(1);
                }
            }
        }
    }

    fn form(&mut self, game: Game<'_>, who: i64, state: i64, limit: Option<i32>) {
        let Some(form) = game.program.forms.iter().find(|f| i64::from(f.state) == state) else { return };
        let ask = Self::ask(game, &self.world, 0);
        let facing = ask.enemy_front(who);
        if let Some(s) = ask.formed(who, form, facing, limit) {
            stand_there(&mut self.world, &s);
            self.become_form(game, who, state);
        }
    }

    /// Puts a group on the table: its leader at a point, facing a way, in a formation; whether there was room.
    pub fn set_up(&mut self, game: Game<'_>, group: i64, at: table::Point, facing: Facing, form: Option<u16>) -> bool {
        let ask = Self::ask(game, &self.world, 0);
        let Some(s) = ask.deployed(group, at, facing) else { return false };
        stand_there(&mut self.world, &s);
        let Some(state) = form else { return true };
        let Some(f) = game.program.forms.iter().find(|f| f.state == state) else { return false };
        let ask = Self::ask(game, &self.world, 0);
        let Some(s) = ask.formed(group, f, facing, None) else { return false };
        stand_there(&mut self.world, &s);
        self.become_form(game, group, i64::from(state));
        true
    }

    fn put_down(&mut self, game: Game<'_>, frame: Frame, who: i64, at: i64) {
        let Some(p) = table::unpack_place(at) else { return };
        let ask = Self::ask(game, &self.world, frame.context);
        let facing = ask.inwards(ask.side(who));
        if let Some(s) = ask.deployed(who, p, facing) {
            stand_there(&mut self.world, &s);
        }
    }

    /// Takes a thing, and all in it, out of play.
    fn remove(&mut self, game: Game<'_>, who: i64) {
        self.leave(game, who);
    }

    fn leave(&mut self, game: Game<'_>, who: i64) {
        let ask = Self::ask(game, &self.world, 0);
        let pieces: Vec<i64> = ask.pieces(who).collect();
        let group = self.world.parent_of(pieces.first().copied().unwrap_or(who));
        for p in &pieces {
            self.world.set_live(*p, false);
        }
        if !pieces.contains(&who) {
            self.world.set_live(who, false);
        }
        self.settle_group(game, group);
    }

    /// After losses: an empty group is out of play, one without a leader gets the next piece.
    fn settle_group(&mut self, game: Game<'_>, group: i64) {
        if !game.cast.ent(group).is_some_and(|e| e.base == KindBase::Group && e.pieces.1 > 0) {
            return;
        }
        let ask = Self::ask(game, &self.world, 0);
        let left: Vec<i64> = ask.pieces(group).collect();
        match left.first() {
            None => self.world.set_live(group, false),
            Some(first) => {
                let lead = self.world.leader(group);
                if !self.world.alive(lead) {
                    let first = *first;
                    self.lead(first, group);
                }
            }
        }
        self.composition(game, group);
    }

    /// States that a group has by what most, or any, of its pieces are.
    pub fn composition(&mut self, game: Game<'_>, group: i64) {
        let ask = Self::ask(game, &self.world, 0);
        let pieces: Vec<i64> = ask.pieces(group).collect();
        for (i, s) in game.program.book.states.iter().enumerate() {
            if !s.majority && !s.any {
                continue;
            }
            let state = u16::try_from(i).unwrap_or(u16::MAX);
            let have = pieces.iter().filter(|p| self.world.has(**p, state)).count();
            let on = if s.majority { have * 2 >= pieces.len() && have > 0 } else { have > 0 };
            self.world.set(group, state, on);
        }
    }

    fn lead(&mut self, piece: i64, group: i64) {
        if let (Some(l), Ok(p)) = (usize::try_from(group).ok().and_then(|g| self.world.lead.get_mut(g)), EntId::try_from(piece)) {
            *l = p;
        }
    }

    /// Groups of the selection that touch each other become groups of a kind; earlier ones are dissolved.
    fn gather(&mut self, game: Game<'_>, frame: Frame, sel: u16, kind: u8) {
        let spare: Vec<EntId> = game.cast.spare.iter().filter(|(k, _)| *k == kind).map(|(_, e)| *e).collect();
        for (i, p) in self.world.parent.clone().iter().enumerate() {
            if spare.contains(p) {
                if let (Some(slot), Some(e)) = (self.world.parent.get_mut(i), game.cast.ents.get(i)) {
                    *slot = e.home;
                }
            }
        }
        for s in &spare {
            self.world.set_live(i64::from(*s), false);
        }
        let ask = Self::ask(game, &self.world, frame.context);
        let regs = self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []);
        let mut groups = Vec::new();
        ask.each(sel, regs, &mut |_, _, e| {
            groups.push(e);
            true
        });
        let mut clusters: Vec<Vec<i64>> = Vec::new();
        for g in groups {
            let (mut joined, apart): (Vec<_>, Vec<_>) =
                clusters.into_iter().partition(|c| c.iter().any(|o| ask.touches(g, *o) && ask.side(g) != ask.side(*o)));
            let mut one: Vec<i64> = joined.drain(..).flatten().collect();
            one.push(g);
            one.sort_unstable();
            clusters = apart;
            clusters.push(one);
        }
        clusters.sort();
        for (cluster, spare) in clusters.into_iter().filter(|c| c.len() > 1).zip(spare) {
            self.world.set_live(i64::from(spare), true);
            for g in cluster {
                if let Some(p) = usize::try_from(g).ok().and_then(|g| self.world.parent.get_mut(g)) {
                    *p = spare;
                }
            }
        }
    }
}

impl Ask<'_> {
    /// Whether every gate of a procedure is open.
    #[must_use]
    pub fn gates_hold(&self, proc: u16, regs: &mut [i64]) -> bool {
        self.shut_gate(proc, regs).is_none()
    }

    /// The row of the first gate that is shut. A gate with carriers of its own forbids: any of them may shut it.
    pub(super) fn shut_gate(&self, proc: u16, regs: &mut [i64]) -> Option<u16> {
        let p = self.program.procs.get(proc as usize)?;
        let shut = p.gates.iter().find(|g| {
            let holds = match g.me {
                None => self.holds(g.holds, regs),
                Some((reg, rule)) => self.cast.carriers.get(rule as usize).is_none_or(|list| {
                    list.iter().all(|e| {
                        put(regs, reg, i64::from(*e));
                        !self.world.alive(i64::from(*e)) || self.holds(g.holds, regs)
                    })
                }),
            };
            !holds && !self.off(g.row, regs)
        });
        shut.map(|g| g.row)
    }
}

/// The group that a place is chosen for.
fn zone_group(game: Game<'_>, group: i64, who: i64) -> i64 {
    match game.cast.ent(group) {
        Some(e) if e.base == KindBase::Group => group,
        _ => who,
    }
}

/// A stable number for a name, for dice keys.
fn hash_text(text: &str) -> u64 {
    // FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

/// A value as people read it.
#[must_use]
pub fn show(game: Game<'_>, value: i64) -> String {
    if value == NONE {
        return "none".into();
    }
    if let Some(p) = table::unpack_place(value) {
        return format!(
            "{}, {}",
            crate::num::Measure::from_thousandths(i64::from(p.x)),
            crate::num::Measure::from_thousandths(i64::from(p.y))
        );
    }
    game.cast.ent(value).map_or_else(|| value.to_string(), |e| e.name.clone())
}

/// An action as people read it.
#[must_use]
pub fn show_action(game: Game<'_>, choice: Choice) -> String {
    if choice.value == NONE {
        return "nothing more".into();
    }
    let name = usize::try_from(choice.value).ok().and_then(|p| game.program.procs.get(p)).map_or(String::new(), |p| p.name.clone());
    if choice.second == NONE {
        return name;
    }
    let form = game
        .program
        .forms
        .iter()
        .find(|f| i64::from(f.state) == choice.second)
        .and_then(|f| game.program.book.states.get(f.state as usize))
        .map(|s| s.name.clone());
    let takes_form = usize::try_from(choice.value)
        .ok()
        .and_then(|p| game.program.proc_heads.get(p))
        .is_some_and(|h| h.roles.get(1).is_some_and(|r| r.ty == crate::model::Type::State));
    let second = match form {
        Some(f) if takes_form => f,
        _ => show(game, choice.second),
    };
    format!("{name} at {second}")
}
