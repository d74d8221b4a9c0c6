//! What a rule asks before it acts: needs, limits, the offer, the price.

use super::compile::Pass;
use super::costs::things_of;
use super::ir::{Bin, Ex, Op, X};
use super::scope::{Local, Scope};
use super::splice::Spliced;
use crate::diag::Code;
use crate::model::Type;
use crate::syntax::{Node, Rule};

/// What asks something of whoever would do it.
const TERMS: &[Rule] = &[Rule::needs, Rule::limit, Rule::cost, Rule::mood];

/// A rule where it is met.
pub(super) struct Terms<'a> {
    pub rule: Option<u16>,
    pub row: u16,
    pub attach: Option<&'a Node>,
    pub may: bool,
}

/// What a rule asks where it is met, and what it takes.
#[derive(Default)]
pub(super) struct Asks {
    /// What must hold: needs, limits that are free, enough to pay with.
    pub holds: Vec<X>,
    /// Limits of the first time, which is over whatever is made of it: whose, which bit.
    pub met: Vec<(X, u16)>,
    /// Limits of what is done: whose, which bit.
    pub used: Vec<(X, u16)>,
    /// What is paid: by whom, which count, how much.
    pub costs: Vec<(X, u16, X)>,
}

impl<'a> Pass<'a> {
    /// What a rule's kind and moods ask before it acts: needs, limits, the offer, the price.
    pub fn rule_terms(&mut self, scope: &mut Scope, code: &mut Vec<Op>, s: &Spliced<'a>, exits: &mut Vec<usize>) {
        let terms = Terms { rule: s.rule, row: s.row, attach: Some(s.attach), may: s.may };
        let asks = self.asks_of(scope, code, &terms);
        for x in &asks.holds {
            exits.push(code.len());
            code.push(Op::Unless(*x, 0));
        }
        self.agreed(scope, code, &terms, &asks, exits);
    }

    /// Whether a rule asks or takes anything where it is met.
    pub fn has_terms(&self, s: &Terms<'a>) -> bool {
        let asks = |p: &&Node| matches!(p.rule, Rule::needs | Rule::cost) || self.text(p).contains(" per ");
        s.may || self.terms_said(s).iter().any(asks)
    }

    /// Where the terms of a rule are said: below its kind, below itself, and where it meets the game.
    fn terms_said(&self, s: &Terms<'a>) -> Vec<&'a Node> {
        // an effect that lasts was paid for when it was woken
        let awake = s.rule.filter(|_| s.attach.is_none_or(|a| !self.sleep.asleep.contains_key(&a.span)));
        let kind = awake.and_then(|r| self.program.rules.get(r as usize)).and_then(|r| self.rules.kind_items.get(&r.word));
        let own = awake.and_then(|r| self.rules.own_terms.get(&r));
        let parts = kind.into_iter().flatten().flat_map(|l| &l.parts).chain(own.into_iter().flatten().copied());
        let parts = parts.chain(s.attach.into_iter().flat_map(|a| a.all(Rule::mood)));
        parts.map(|p| p.find(Rule::limit).unwrap_or(p)).filter(|p| TERMS.contains(&p.rule)).collect()
    }

    /// What a rule asks where it is met.
    pub fn asks_of(&mut self, scope: &mut Scope, code: &mut Vec<Op>, s: &Terms<'a>) -> Asks {
        let who = self.carrier(scope);
        let mut asks = Asks::default();
        for part in self.terms_said(s) {
            let text = self.text(part).to_owned();
            match part.rule {
                Rule::needs => {
                    let x = part.find(Rule::expr).map_or(0, |e| self.truth(scope, e));
                    asks.holds.push(x);
                }
                Rule::limit | Rule::mood if text.contains(" per ") => {
                    let thing = |l: &&Local| matches!(l.ty, Type::Thing(_));
                    let of = scope.me.iter().chain(&scope.locals).find(thing).map_or(Type::Unknown, |l| l.ty.clone());
                    let of = if let Type::Thing(k) = of { self.program.book.kinds.get(k).map(|k| k.word.clone()) } else { None };
                    // whose limit it is, if it is not the carrier's
                    let (who, of) = match part.all(Rule::word).last().filter(|_| text.contains(" of ")) {
                        Some(w) => self.limited(scope, who, w),
                        None => (who, of.unwrap_or("game".into())),
                    };
                    let state = self.limit_bit(s.rule, &of, part);
                    let bit = self.program.ex(Ex::Bit { of: who, state });
                    let free = self.negate(true, bit);
                    asks.holds.push(free);
                    let limits = if text.starts_with("first") { &mut asks.met } else { &mut asks.used };
                    limits.push((who, state));
                }
                Rule::cost => {
                    if let Some(name) = part.find(Rule::name_ref) {
                        self.fault(
                            Code::Unready,
                            name.span,
                            "a rule has no price that is asked for yet",
                            "write an amount, such as `cost 1 AP`",
                        );
                    }
                    for (thing, of) in things_of(part) {
                        let mine = scope.me.as_ref().map_or(Type::Unknown, |m| m.ty.clone());
                        let (of, ty) = of.map_or((who, mine), |r| self.expr(scope, r));
                        if let Some((count, amount)) = self.counted(scope, code, thing, &ty) {
                            let cell = self.program.ex(Ex::Cell { of, count });
                            let enough = self.program.ex(Ex::Two(Bin::Le, amount, cell));
                            asks.holds.push(enough);
                            asks.costs.push((of, count, amount));
                        }
                    }
                }
                _ => {}
            }
        }
        asks
    }

    /// The offer where all that is asked holds; what it uses up and costs.
    pub fn agreed(&mut self, scope: &Scope, code: &mut Vec<Op>, s: &Terms<'a>, asks: &Asks, exits: &mut Vec<usize>) {
        code.extend(asks.met.iter().map(|(who, state)| Op::Gain(*who, *state)));
        if s.may {
            let who = self.carrier(scope);
            let by = self.program.ex(Ex::Side(who));
            let label = self.program.label(&scope.step);
            exits.push(code.len());
            code.push(Op::Offer { by, no: 0, label, row: s.row, who });
        }
        code.extend(asks.used.iter().map(|(who, state)| Op::Gain(*who, *state)));
        self.paid(code, asks);
    }

    /// Takes the price.
    pub fn paid(&mut self, code: &mut Vec<Op>, asks: &Asks) {
        for (of, count, amount) in &asks.costs {
            let minus = self.program.ex(Ex::Neg(*amount));
            code.push(Op::Add(*of, *count, minus));
        }
    }
}
