//! One instruction.

use super::at_once::changed;
use super::cast::EntId;
use super::decide::{Choice, Decision, Wanted};
use super::great;
use super::machine::{Frame, Game, Machine, Stop};
use super::motion::Post;
use super::toss::Dice;
use super::trace::{Event, Trace};
use crate::ir::{Ex, Id as _, LabelNo, Op, ProcNo, Slot, StateNo, X};

/// Loop entries hold the thing in their low bits and their tier above.
pub(super) const LOOP_BITS: u32 = 40;
/// The low bits of a loop entry.
pub(super) const LOOP_VALUE: i64 = (1 << LOOP_BITS) - 1;

impl Machine {
    #[allow(clippy::too_many_lines)] // one arm for each instruction reads best in one place
    pub(super) fn step<D: Dice, T: Trace>(&mut self, game: Game<'_>, frame: Frame, op: &Op, dice: &mut D, trace: &mut T) -> Option<Stop> {
        match op {
            Op::Set(r, x) => {
                self.tell_parts(game, frame, *x, trace);
                let v = self.eval(game, *x);
                self.tell_value(game, frame, *x, v, trace);
                self.set(*r, v);
            }
            Op::Jump(to) => self.jump(*to),
            Op::Unless(x, to) => {
                if self.eval(game, *x) == 0 {
                    self.jump(*to);
                }
            }
            Op::Call { proc, args, to, tags, answers } => {
                let list = game.program.lists.get(*args).map_or(&[][..], Vec::as_slice);
                let mut window = [0i64; 8];
                let n = list.len().min(window.len());
                for (w, x) in window.iter_mut().zip(list) {
                    *w = self.eval(game, *x);
                }
                let args = window.get(..n).unwrap_or(&[]);
                // an action that may not be taken is not: nothing happens
                if game.program.procs.get(*proc).is_some_and(|p| !p.gates.is_empty()) {
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
            Op::Left(reg, faces, to) => {
                let left = self.left_to_reroll(*reg, *faces);
                self.set(*to, left);
            }
            Op::Again(what) => return self.roll_again(game, frame, what, dice, trace),
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
                    self.reclass(game, who, *state);
                    trace.event(|| Event::State { who, state: *state, on });
                }
            }
            Op::Become(x, form) => {
                let (who, state) = (self.eval(game, *x), self.eval(game, *form));
                self.become_form(game, who, state);
                if let Some(state) = StateNo::of_value(state) {
                    trace.event(|| Event::State { who, state, on: true });
                }
            }
            Op::Store(x, count, v) => {
                let (who, v) = (self.eval(game, *x), self.eval(game, *v));
                let told = T::ON && self.world.cell(game.cast, who, *count) != v;
                self.world.store(game.cast, who, *count, v);
                self.wrote(game, who, *count, None);
                if told {
                    trace.event(|| Event::Count { who, count: *count, value: v });
                }
            }
            Op::Add(x, count, v) => {
                let (who, v) = (self.eval(game, *x), self.eval(game, *v));
                let now = changed(self.world.cell(game.cast, who, *count), v);
                self.world.store(game.cast, who, *count, now);
                self.wrote(game, who, *count, Some(v));
                if v != 0 {
                    trace.event(|| Event::Count { who, count: *count, value: now });
                }
            }
            Op::Choose(what) => return self.choose(game, frame, what, trace),
            Op::Offer { by, no, label, row, who } => {
                let side = self.eval(game, *by);
                let who = self.eval(game, *who);
                let choice = match self.given(game, *label) {
                    Some(v) => Choice::of(v),
                    None => match self.answer.take() {
                        Some(c) => c,
                        None => {
                            let options = vec![Choice::of(0), Choice::of(1)];
                            let decision = Decision::new(side, *label, who, Wanted::YesNo, options);
                            return Some(Stop::Decision(Decision { row: *row, ..decision }));
                        }
                    },
                };
                trace.event(|| Event::Decided { side, label: *label, answer: if choice.value == 0 { "no".into() } else { "yes".into() } });
                if choice.value == 0 {
                    self.jump(*no);
                }
            }
            Op::Take(what) => return self.take(game, frame, what, trace),
            Op::Did(proc) => self.did(game, *proc),
            Op::Stop(proc) => self.stop(game, *proc),
            Op::Give(x) => {
                self.tell_parts(game, frame, *x, trace);
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
            Op::Halt(who) => {
                let who = who.map(|x| self.eval(game, x));
                self.halt(who);
            }
            Op::Form(x, form, limit) => {
                let (who, state) = (self.eval(game, *x), self.eval(game, *form));
                let limit = limit.map(|l| great::length(self.eval(game, l)));
                return self.form(game, who, state, limit, trace);
            }
            Op::Put { who, at, zone, facing } => {
                let (who, at) = (self.eval(game, *who), self.eval(game, *at));
                let facing = facing.map(|(x, direction)| (self.eval(game, x), direction));
                let zone = zone.map(|z| self.eval(game, z));
                if let Some(z) = zone.and_then(|z| EntId::try_from(z).ok()) {
                    let side = Self::ask(game, &self.world, 0).side(who);
                    self.world.set_home(side, z);
                }
                if self.put_down(game, frame, who, at, &Post { zone, facing }) {
                    trace.event(|| Event::Moved { who, to: self.where_is(game, who) });
                }
            }
            Op::Lay(what) => return self.lay(game, frame, what, trace),
            Op::Remove(x) => {
                let who = self.eval(game, *x);
                self.leave(game, who);
                trace.event(|| Event::Gone(who));
            }
            Op::Lead(m, g) => {
                let (m, g) = (self.eval(game, *m), self.eval(game, *g));
                self.lead(m, g);
            }
            Op::Gather(sel, kind) => self.gather(game, frame, *sel, *kind),
            Op::Pair { sel, kind, most, to } => {
                let (most, to) = (self.eval(game, *most), self.eval(game, *to));
                self.pair(game, frame, *sel, *kind, most, to);
            }
            Op::Alike { sel, kind, keys } => self.alike(game, frame, *sel, *kind, *keys),
            Op::Join(x, group) => {
                let (who, group) = (self.eval(game, *x), self.eval(game, *group));
                self.join(game, who, group);
            }
            Op::Leave(x) => {
                let who = self.eval(game, *x);
                self.leave_group(game, who);
            }
            Op::Pick(what) => return self.pick(game, frame, what, dice, trace),
            Op::Clear(state) => {
                for who in 0..i64::try_from(game.cast.ents.len()).unwrap_or(0) {
                    self.world.set(who, *state, false);
                }
            }
            Op::StorePlace(x, count, at) => {
                let (who, at) = (self.eval(game, *x), self.eval(game, *at));
                self.world.store_place(game.cast, who, *count, at);
                self.wrote(game, who, *count, None);
            }
            Op::AtOnce(what) => self.at_once(*what),
            Op::GiveBoth(a, b) => {
                let (a, b) = (self.eval(game, *a), self.eval(game, *b));
                let to = frame.to;
                self.pop(game, a);
                if !self.frames.is_empty() {
                    self.set(to.saturating_add(1), b);
                }
            }
            Op::Win(x) => {
                let side = self.eval(game, *x);
                self.world.result = Some(i8::try_from(side).unwrap_or(-1));
            }
            Op::End => self.world.result = Some(self.world.result.unwrap_or(-1)),
            Op::Note(row) => trace.event(|| Event::Note(*row)),
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

    /// Says what is added to the dice of a roll, and which rows add it.
    fn tell_parts<T: Trace>(&mut self, game: Game<'_>, frame: Frame, x: X, trace: &mut T) {
        if !T::ON || game.program.procs.get(frame.proc).is_none_or(|p| p.word != "roll") {
            return;
        }
        let ask = Self::ask(game, &self.world, frame.context);
        let shares = ask.parts(x, self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []));
        trace.event(|| Event::Added(shares));
    }

    /// Says what a value came to that rules touch, and which rows touch it.
    fn tell_value<T: Trace>(&mut self, game: Game<'_>, frame: Frame, x: X, value: i64, trace: &mut T) {
        let Some(Ex::Value { slot, args }) = game.program.exs.get(x).filter(|_| T::ON) else { return };
        let touched = |s: &Slot| !(s.truth || s.adds.is_empty() && s.scales.is_empty() && s.sets.is_empty());
        if !game.program.slots.get(*slot).is_some_and(touched) {
            return;
        }
        let ask = Self::ask(game, &self.world, frame.context);
        let regs = self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []);
        let shares = ask.parts(x, regs);
        let args = game.program.lists.get(*args).map_or_else(Vec::new, |l| l.iter().map(|x| ask.x(*x, regs)).collect());
        trace.event(|| Event::Worked { slot: *slot, args, value, shares });
    }

    /// An answer that a call further out gave for a label.
    pub(super) fn given(&mut self, game: Game<'_>, label: LabelNo) -> Option<i64> {
        for f in self.frames.iter().rev() {
            let list = f.answers.and_then(|a| game.program.answers.get(a));
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

    /// Notes a deed, and uses up its limits.
    pub(super) fn did(&mut self, game: Game<'_>, proc: ProcNo) {
        let Some(p) = game.program.procs.get(proc) else { return };
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
    pub(super) fn stop(&mut self, game: Game<'_>, proc: ProcNo) {
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
}
