//! One instruction.

use super::great;
use super::machine::{Frame, Game, Machine, Stop};
use super::toss::Dice;
use super::trace::{Event, Missed, Short, Trace};
use crate::ir::{Bin, Ex, LabelNo, ListNo, Op, ProcNo, Reg, RowNo, Slot, X};

impl Machine {
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
                    trace.missed(|| Missed::Passed { proc: frame.proc, from: frame.at, to: *to, short: self.short(game, *x) });
                    self.jump(*to);
                }
            }
            Op::Call { proc, args, to, tags, answers } => {
                let mut window = [0i64; 8];
                let args = self.args(game, *args, &mut window);
                trace.calls(Self::ask(game, &self.world, frame.context | tags), *proc, args, self.frames.len());
                // an action that may not be taken is not: nothing happens
                if !self.may_begin(game, frame.context | tags, *proc, args) {
                    self.set(*to, 0);
                    return None;
                }
                let depth = self.frames.len();
                trace.event(|| Event::Begin { proc: *proc, args: args.to_vec(), depth });
                self.call(game, *proc, args, *to, *tags, *answers);
            }
            Op::Roll(id, reg) => return self.roll(game, frame, *id, *reg, dice, trace),
            Op::Left(what, to) => {
                let left = self.left_to_reroll(game, frame, *what);
                self.set(*to, left);
            }
            Op::Again(what) => return self.roll_again(game, frame, *what, dice, trace),
            Op::Each { sel, at, order } => self.begin_loop(game, frame, *sel, *at, order),
            Op::Order { by, at } => return self.order(game, *by, *at, trace),
            Op::Next { var, at, exit } => {
                if !self.next(*var, *at) {
                    self.jump(*exit);
                }
            }
            Op::Gain(x, state) => self.turn(game, *x, *state, true, trace),
            Op::Lose(x, state) => self.turn(game, *x, *state, false, trace),
            Op::Become(x, form) => self.becomes(game, *x, *form, trace),
            Op::Store(x, count, v) => self.store(game, *x, *count, *v, trace),
            Op::Add(x, count, v) => self.add(game, *x, *count, *v, trace),
            Op::Choose(what) => return self.choose(game, frame, what, trace),
            Op::Show(first, second, pick, label) => self.show_picked(game, (*first, *second), *pick, *label, trace),
            Op::Reveal(x, what) => self.reveal(game, *x, *what, trace),
            Op::Offer(what) => return self.offer(game, what, trace),
            Op::Take(what) => return self.take(game, frame, what, trace),
            Op::Did(proc) => self.did(game, *proc),
            Op::Stop(proc) => self.stop(game, *proc),
            Op::Give(x) => {
                self.tell_parts(game, frame, *x, trace);
                let v = self.eval(game, *x);
                self.pop(game, v);
            }
            Op::Tag(bit, proc) => self.tag(*bit, *proc),
            Op::Move(id, reg) => return self.motion(game, frame, *id, *reg, trace),
            Op::Halt(who) => {
                let who = who.map(|x| self.eval(game, x));
                self.halt(who);
            }
            Op::Form { who, form, limit, keeps } => {
                let (who, state) = (self.eval(game, *who), self.eval(game, *form));
                let limit = limit.map(|l| great::length(self.eval(game, l)));
                return self.form(game, (who, state), limit, *keeps, trace);
            }
            Op::Put(what) => self.put(game, frame, what, trace),
            Op::Lay(what) => return self.lay(game, frame, what, trace),
            Op::Remove(x) => self.remove(game, *x, trace),
            Op::Withdraw(x) => self.withdraw(game, *x, trace),
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
            Op::Clear(state) => self.world.clear(*state),
            Op::StorePlace(x, count, at) => self.store_place(game, *x, *count, *at),
            Op::AtOnce(what) => self.at_once(*what),
            Op::GiveBoth(a, b) => self.give_both(game, frame, *a, *b),
            Op::Win(x) => self.settle_game(game, Some(*x), trace),
            Op::End => self.settle_game(game, None, trace),
            Op::Note(row) | Op::Anew(row) | Op::Step(row) => trace.event(|| tells(op, *row)),
            Op::Result(label, reg) => self.tell_result(*label, *reg, trace),
        }
        None
    }

    /// What the blanks of a call are filled with.
    fn args<'w>(&mut self, game: Game<'_>, args: ListNo, window: &'w mut [i64; 8]) -> &'w [i64] {
        let list = game.program.lists.get(args).map_or(&[][..], Vec::as_slice);
        let n = list.len().min(window.len());
        for (w, x) in window.iter_mut().zip(list) {
            *w = self.eval(game, *x);
        }
        window.get(..n).unwrap_or(&[])
    }

    /// What there is too little of, where the question is whether there is enough.
    fn short(&mut self, game: Game<'_>, x: X) -> Option<Short> {
        let Some(Ex::Two(Bin::Le, wants, has)) = game.program.exs.get(x) else { return None };
        let Some(Ex::Cell { of, count }) = game.program.exs.get(*has) else { return None };
        Some(Short { who: self.eval(game, *of), count: *count, has: self.eval(game, *has), wants: self.eval(game, *wants) })
    }

    /// Whether nothing forbids a procedure.
    fn may_begin(&self, game: Game<'_>, context: u64, proc: ProcNo, args: &[i64]) -> bool {
        if game.program.procs.get(proc).is_none_or(|p| p.gates.is_empty()) {
            return true;
        }
        let mut regs = [0i64; 64];
        for (r, a) in regs.iter_mut().zip(args) {
            *r = *a;
        }
        Self::ask(game, &self.world, context).gates_hold(proc, &mut regs)
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
    /// Tags what runs from the first run of a procedure on.
    fn tag(&mut self, bit: u8, proc: ProcNo) {
        let mask = 1u64.checked_shl(u32::from(bit)).unwrap_or(0);
        let mut on = false;
        for f in &mut self.frames {
            on |= f.proc == proc;
            if on {
                f.context |= mask;
            }
        }
    }

    /// Ends the innermost procedure with two results.
    fn give_both(&mut self, game: Game<'_>, frame: Frame, a: X, b: X) {
        let (a, b) = (self.eval(game, a), self.eval(game, b));
        self.pop(game, a);
        if !self.frames.is_empty() {
            self.set(frame.to.saturating_add(1), b);
        }
    }

    /// A side has won, or else the game is over.
    fn settle_game<T: Trace>(&mut self, game: Game<'_>, side: Option<X>, trace: &mut T) {
        let result = match side {
            Some(side) => i8::try_from(self.eval(game, side)).unwrap_or(-1),
            None => self.world.result.unwrap_or(-1),
        };
        self.world.result = Some(result);
        trace.event(|| Event::Settled(result.into()));
    }

    /// Says the result of a step, and keeps it for who watches for it.
    fn tell_result<T: Trace>(&mut self, label: LabelNo, reg: Reg, trace: &mut T) {
        let value = self.get(reg);
        for (l, v) in &mut self.watch {
            if *l == label {
                *v = Some(value);
            }
        }
        trace.event(|| Event::Result { label, value });
    }
}

/// What an instruction tells that does nothing else.
fn tells(op: &Op, row: RowNo) -> Event {
    match op {
        Op::Anew(_) => Event::Again(row),
        Op::Step(_) => Event::Step(row),
        _ => Event::Note(row),
    }
}
