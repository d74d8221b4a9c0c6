//! What is asked for before a throw: once for all that a line changes in it.

use super::super::build::{Builder, land};
use super::super::meet::Met;
use super::super::terms::Asks;
use super::Making;
use super::line::{Line, late};
use crate::hir::{Body, Change};
use crate::ir::{Op, Reg, StateNo, X};

/// What a line asked for before the throw.
#[derive(Clone)]
pub(super) struct Taken {
    met: Met,
    /// Whether it is done.
    done: X,
    /// Whether each of its changes is made, by its place in the line.
    made: Vec<(usize, X)>,
}

/// What a throw uses up.
pub(super) struct Used {
    /// Whether it does.
    pub whether: X,
    /// Of whom.
    pub who: X,
    /// Which state says that it is used up.
    pub state: StateNo,
}

impl<'a> Builder<'a> {
    /// A change that is asked for before the throw: its guard says whether it is made.
    pub(super) fn taken(&mut self, m: &mut Making<'a>, line: &Line<'a>) -> Met {
        let place = line.met.map(|(_, _, place)| place);
        let known = place.and_then(|p| m.taken.get(&p)).cloned();
        let taken = known.unwrap_or_else(|| self.asked_before(m, line));
        let mut met = taken.met.clone();
        met.frame.next = met.frame.next.max(m.frame.next);
        met.guard = match taken.made.iter().find(|(nth, _)| *nth == line.nth) {
            Some((_, made)) => Some(*made),
            None => {
                met.guard = Some(taken.done);
                self.when_of(&mut met, line.change)
            }
        };
        if let Some(place) = place {
            m.taken.insert(place, taken);
        }
        met
    }

    /// Asks for all that a line changes in a throw: for whom it holds, the offer, the price, what it uses up.
    fn asked_before(&mut self, m: &mut Making<'a>, line: &Line<'a>) -> Taken {
        let mut met = self.met_by_throw(m, line);
        let mut changes: Vec<(usize, Option<X>)> = Vec::new();
        for (nth, change) in with_others(line) {
            changes.push((nth, self.when_of(&mut met, change)));
        }
        let asks = match line.met {
            Some((_, _, place)) => self.asks_of(&mut met.frame, &mut m.code, place),
            None => Asks::default(),
        };
        let whens: Vec<X> = changes.iter().map(|(_, when)| when.unwrap_or_else(|| self.int(1))).collect();
        let mut any = None;
        for when in &whens {
            any = Some(self.either(any, *when));
        }
        let mut guard = any;
        for x in &asks.holds {
            guard = Some(self.both(guard, *x));
        }
        let guard = guard.unwrap_or_else(|| self.int(1));
        let guard = self.unless_off(guard, line.row);
        let (zero, one) = (self.int(0), self.int(1));
        let (came, done) = (met.frame.fresh(), met.frame.fresh());
        let each: Vec<Reg> = changes.iter().map(|_| met.frame.fresh()).collect();
        m.code.extend([came, done].iter().chain(&each).map(|r| Op::Set(*r, zero)));
        // whoever is found stays in the register of `me`
        let found = self.over_carriers(guard, met.me.take());
        let mut exits = vec![m.code.len()];
        m.code.extend([Op::Unless(found, 0), Op::Set(came, one)]);
        self.agreed(&met.frame, &mut m.code, line.offers().then_some(line.row), &Asks::default(), &mut exits);
        m.code.push(Op::Set(done, one));
        m.code.extend(each.iter().zip(&whens).map(|(r, when)| Op::Set(*r, *when)));
        self.paid(&mut m.code, &asks);
        for at in exits {
            land(&mut m.code, at);
        }
        let (came, done) = (self.reg(came), self.reg(done));
        m.used.extend(asks.met.iter().map(|(who, state)| Used { whether: came, who: *who, state: *state }));
        m.used.extend(asks.used.iter().map(|(who, state)| Used { whether: done, who: *who, state: *state }));
        let made = changes.iter().zip(each).map(|((nth, _), r)| (*nth, self.reg(r))).collect();
        Taken { met, done, made }
    }
}

/// A change, and the others of its line that are made before the throw too.
fn with_others<'a>(line: &Line<'a>) -> Vec<(usize, &'a Change)> {
    let mut out = vec![(line.nth, line.change)];
    if let Some(Body::Changes(changes)) = line.met.map(|(_, meeting, _)| &meeting.body) {
        out.extend(changes.iter().enumerate().filter(|(nth, c)| *nth != line.nth && !late(&c.kind)));
    }
    out
}
