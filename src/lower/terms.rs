//! What a rule asks before it acts: needs, limits, the offer, the price.

use super::build::{Builder, Place};
use super::frame::Frame;
use crate::hir::{Hook, KindId, Limit, Meeting, Ty};
use crate::ir::{Bin, CountNo, Ex, Offering, Op, RowNo, StateNo, X};
use crate::lower::number;
use crate::source::At;

/// What a rule asks where it is met, and what it takes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asks {
    /// What must hold: needs, limits that are free, enough to pay with.
    pub holds: Vec<X>,
    /// Limits of the first time, which is over whatever is made of it: whose, which state.
    pub met: Vec<(X, StateNo)>,
    /// Limits of what is done: whose, which state.
    pub used: Vec<(X, StateNo)>,
    /// What is paid: by whom, which count, how much.
    pub costs: Vec<(X, CountNo, X)>,
}

impl Builder<'_> {
    /// Whether a line asks or takes anything where it is met. `may` says whether it is an offer there.
    pub fn has_terms(&self, place: Place, may: bool) -> bool {
        let terms = place.of(self.rules).map(|(_, m)| &m.terms);
        may || terms.is_some_and(|t| !t.needs.is_empty() || !t.limits.is_empty() || !t.costs.is_empty())
    }

    /// What a line asks before it happens at a step: the jumps that leave it.
    pub(super) fn rule_terms(&mut self, f: &mut Frame, code: &mut Vec<Op>, place: Place, exits: &mut Vec<usize>) {
        let asks = self.asks_of(f, code, place);
        for x in &asks.holds {
            exits.push(code.len());
            code.push(Op::Unless(*x, 0));
        }
        let may = place.of(self.rules).is_some_and(|(_, m)| m.terms.may);
        let row = self.place_row(place);
        self.agreed(f, code, may.then_some(row), &asks, exits);
    }

    /// What a line asks where it is met.
    pub fn asks_of(&mut self, f: &mut Frame, code: &mut Vec<Op>, place: Place) -> Asks {
        let mut asks = Asks::default();
        let Some((_, meeting)) = place.of(self.rules) else { return asks };
        let terms = &meeting.terms;
        for need in &terms.needs {
            asks.holds.push(self.ask(f, &need.test));
        }
        for limit in &terms.limits {
            let (who, kind) = self.limited(f, limit, meeting);
            let state = self.limit_bit(limit, kind);
            let bit = self.ex(Ex::Bit { of: who, state });
            asks.holds.push(self.negate(true, bit));
            let limits = if limit.first { &mut asks.met } else { &mut asks.used };
            limits.push((who, state));
        }
        for price in &terms.costs {
            let of = self.ask(f, &price.of);
            let amount = self.effect(f, code, &price.amount);
            let count = number::count(price.count);
            let cell = self.ex(Ex::Cell { of, count });
            asks.holds.push(self.two(Bin::Le, amount, cell));
            asks.costs.push((of, count, amount));
        }
        asks
    }

    /// Whose a limit of a rule is, and of what kind they are.
    fn limited(&mut self, f: &mut Frame, limit: &Limit, meeting: &Meeting) -> (X, KindId) {
        let thing = |ty: Ty| if let Ty::Thing(k) = ty { Some(k) } else { None };
        match &limit.of {
            Some(e) => (self.ask(f, e), thing(e.ty).unwrap_or(KindId(0))),
            None => {
                let carries = f.me.filter(|m| !m.row).and_then(|m| m.kind);
                let kind = carries.or_else(|| self.roles_of(&meeting.hook).into_iter().find_map(thing));
                (self.carrier(f), kind.unwrap_or(KindId(0)))
            }
        }
    }

    /// What stands in the blanks of a place.
    fn roles_of(&self, hook: &Hook) -> Vec<Ty> {
        let head = match hook {
            Hook::Value(v) => self.rules.values.get(*v).map(|v| &v.head),
            Hook::Cost(p) | Hook::Proc(p) | Hook::Step(p, _) => self.rules.procs.get(*p).map(|p| &p.head),
            Hook::Rule(_) | Hook::Row(_) | Hook::Coming => None,
        };
        head.map_or_else(Vec::new, |h| h.roles.iter().map(|r| self.ty(r.local)).collect())
    }

    /// The offer where all that is asked holds; what it uses up and costs. `may` is the row that offers, if it is an offer.
    pub fn agreed(&mut self, f: &Frame, code: &mut Vec<Op>, may: Option<RowNo>, asks: &Asks, exits: &mut Vec<usize>) {
        code.extend(asks.met.iter().map(|(who, state)| Op::Gain(*who, *state)));
        if let Some(row) = may {
            let who = self.carrier(f);
            let by = self.ex(Ex::Side(who));
            let label = self.label(&f.step, At::default());
            exits.push(code.len());
            code.push(Op::Offer(Offering { by, no: 0, label, row: Some(row), who }));
        }
        code.extend(asks.used.iter().map(|(who, state)| Op::Gain(*who, *state)));
        self.paid(code, asks);
    }

    /// Takes the price.
    pub fn paid(&mut self, code: &mut Vec<Op>, asks: &Asks) {
        for (of, count, amount) in &asks.costs {
            let minus = self.ex(Ex::Neg(*amount));
            code.push(Op::Add(*of, *count, minus));
        }
    }

    /// The state of one limit, made when it is first met.
    pub(super) fn limit_bit(&mut self, limit: &Limit, of: KindId) -> StateNo {
        if let Some(bit) = self.maps.limits.get(&limit.id) {
            return *bit;
        }
        let bit = self.limit_state(limit, of);
        self.maps.limits.insert(limit.id, bit);
        bit
    }
}
