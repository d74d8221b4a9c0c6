//! Markers and counts that change, and effects that last.

use crate::hir::{CountId, Expr, Thing, Ty, Wake};
use crate::ir::{Ex, Op, StateNo, X};
use crate::lower::build::Builder;
use crate::lower::frame::Frame;
use crate::lower::number;

impl Builder<'_> {
    /// `X gains M`, `X loses 2 N`.
    pub(super) fn change(&mut self, f: &mut Frame, code: &mut Vec<Op>, who: &Expr, things: &[Thing], gain: bool) {
        let who = self.ask(f, who);
        for thing in things {
            match thing {
                Thing::State(state) => self.turn_state(code, who, number::state(*state), gain),
                Thing::Rule(rule) => {
                    if let Some(state) = self.rules.rules.get(*rule).and_then(|r| r.state) {
                        self.turn_state(code, who, number::state(state), gain);
                    }
                }
                Thing::Amount(count, amount) => {
                    let amount = self.effect(f, code, amount);
                    self.add(code, who, *count, amount, gain);
                }
                Thing::All(count) => {
                    let amount = self.ex(Ex::Cell { of: who, count: number::count(*count) });
                    self.add(code, who, *count, amount, gain);
                }
                Thing::Formation(form) => {
                    let form = self.ask(f, form);
                    code.push(Op::Become(who, form));
                }
            }
        }
    }

    fn add(&mut self, code: &mut Vec<Op>, who: X, count: CountId, amount: X, gain: bool) {
        let amount = if gain { amount } else { self.ex(Ex::Neg(amount)) };
        code.push(Op::Add(who, number::count(count), amount));
    }

    /// `COUNT of X becomes e`.
    pub(super) fn store(&mut self, f: &mut Frame, code: &mut Vec<Op>, count: CountId, of: &Expr, e: &Expr) {
        let of = self.ask(f, of);
        let x = self.effect(f, code, e);
        let place = self.rules.counts.get(count).is_some_and(|c| c.holds == Ty::Place);
        let count = number::count(count);
        code.push(if place { Op::StorePlace(of, count, x) } else { Op::Store(of, count, x) });
    }

    /// Somebody gets a state, or loses it; one that lasts through the next run of something begins anew.
    pub(crate) fn turn_state(&mut self, code: &mut Vec<Op>, who: X, state: StateNo, on: bool) {
        code.push(if on { Op::Gain(who, state) } else { Op::Lose(who, state) });
        let nexts = self.maps.nexts.get(&state).into_iter().flatten();
        code.extend(nexts.map(|begun| Op::Lose(who, *begun)));
        let mut along = vec![state];
        while let Some(next) = self.program.along.iter().find(|(by, s)| along.contains(by) && !along.contains(s)).map(|(_, s)| *s) {
            along.push(next);
            code.push(if on { Op::Gain(who, next) } else { Op::Lose(who, next) });
        }
    }

    /// Wakes an effect that lasts, and notes what it speaks of.
    pub(super) fn wake(&mut self, f: &mut Frame, code: &mut Vec<Op>, wake: &Wake) {
        let who = self.ask(f, &wake.on);
        for (inside, outside) in &wake.notes {
            let (Some(count), Some(reg)) = (self.maps.notes.get(inside).copied(), f.reg(*outside)) else { continue };
            let x = self.reg(reg);
            code.push(Op::Store(who, count, x));
        }
        if let Some(state) = self.maps.lasting.get(&wake.what).copied() {
            self.turn_state(code, who, state, true);
        }
    }

    /// Who has the state of an effect that lasts: whoever carries its rule, else the game.
    pub(crate) fn bearer_of_effect(&mut self, f: &Frame) -> X {
        match f.me {
            Some(me) => self.reg(me.reg),
            None => self.ex(Ex::Game),
        }
    }
}
