//! What a rule asks before it acts: needs, limits, the offer, the price.

use super::compile::Pass;
use super::costs::things_of;
use super::ir::{Bin, Ex, Op};
use super::scope::Scope;
use super::splice::Spliced;
use crate::diag::Code;
use crate::model::Type;
use crate::syntax::{Line, Node, Rule};

/// A rule where it is met.
pub(super) struct Terms<'a> {
    pub rule: Option<u16>,
    pub row: u16,
    pub attach: Option<&'a Node>,
    pub may: bool,
    /// Whether its own limits are kept elsewhere, by the throw that it meets.
    pub counted: bool,
}

impl<'a> Pass<'a> {
    /// What a rule's kind and moods ask before it acts: needs, limits, the offer, the price.
    pub fn rule_terms(&mut self, scope: &mut Scope, code: &mut Vec<Op>, s: &Spliced<'a>, exits: &mut Vec<usize>) {
        let terms = Terms { rule: s.rule, row: s.row, attach: Some(s.attach), may: s.may, counted: false };
        self.terms_of(scope, code, &terms, exits);
    }

    /// As [`Self::rule_terms`], for any place where a rule is met.
    pub fn terms_of(&mut self, scope: &mut Scope, code: &mut Vec<Op>, s: &Terms<'a>, exits: &mut Vec<usize>) {
        let rule = s.rule.and_then(|r| self.program.rules.get(r as usize)).cloned();
        let who = self.carrier(scope);
        let mut used = Vec::new();
        let mut costs = Vec::new();
        let lines: Vec<&'a Line> = rule.as_ref().and_then(|r| self.kind_items.get(&r.word)).cloned().unwrap_or_default();
        let own: Vec<&'a Node> = self.own_terms.get(&s.rule.unwrap_or(u16::MAX)).cloned().unwrap_or_default();
        let parts: Vec<&'a Node> = lines
            .iter()
            .flat_map(|l| &l.parts)
            .chain(own)
            .chain(s.attach.filter(|_| !s.counted).into_iter().flat_map(|a| a.all(Rule::mood)))
            .collect();
        for part in parts {
            let part = part.find(Rule::limit).unwrap_or(part);
            let text = self.text(part).to_owned();
            match part.rule {
                Rule::needs => {
                    let x = part.find(Rule::expr).map_or(0, |e| self.truth(scope, e));
                    exits.push(code.len());
                    code.push(Op::Unless(x, 0));
                }
                Rule::limit | Rule::mood if text.contains(" per ") => {
                    let of = scope
                        .me
                        .as_ref()
                        .and_then(|m| if let Type::Thing(k) = m.ty { self.program.book.kinds.get(k).map(|k| k.word.clone()) } else { None })
                        .unwrap_or("game".into());
                    // whose limit it is, if it is not the carrier's
                    let (who, of) = match part.all(Rule::word).last().filter(|_| text.contains(" of ")) {
                        Some(w) => self.limited(scope, who, w),
                        None => (who, of),
                    };
                    let state = self.limit_bit(s.rule, &of, part);
                    let bit = self.program.ex(Ex::Bit { of: who, state });
                    let free = self.negate(true, bit);
                    exits.push(code.len());
                    code.push(Op::Unless(free, 0));
                    used.push((who, state));
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
                            exits.push(code.len());
                            code.push(Op::Unless(enough, 0));
                            costs.push((of, count, amount));
                        }
                    }
                }
                _ => {}
            }
        }
        if s.may {
            let by = self.program.ex(Ex::Side(who));
            let label = self.program.label(&scope.step);
            exits.push(code.len());
            code.push(Op::Offer { by, no: 0, label, row: s.row, who });
        }
        for (who, state) in used {
            code.push(Op::Gain(who, state));
        }
        for (of, count, amount) in costs {
            let minus = self.program.ex(Ex::Neg(amount));
            code.push(Op::Add(of, count, minus));
        }
    }
}
