//! Rolls that give a total.

use super::compile::{Pass, land};
use super::ir::{Contribution, Ex, Faces, Op, Reg, Slot, X};
use super::numbers::short;
use super::scope::Scope;
use super::toss::{Late, Toss};
use crate::diag::Code;
use crate::model::Head;
use crate::syntax::{Declaration, Node, Rule};

impl<'a> Pass<'a> {
    /// A roll that gives a total.
    pub fn roll(&mut self, d: &'a Declaration, proc: u16, head: &Head, scope: &mut Scope, code: &mut Vec<Op>, tosses: &[Toss<'a>]) {
        let Some(body) = d.head.find(Rule::chance_body).and_then(|b| b.find(Rule::choice)) else {
            self.fault(Code::Place, d.head.span, "a roll wants its dice", "write `: 2d6` or the like after the head");
            return;
        };
        // what is added lives in a slot of its own, so that it composes as values do
        let total = scope.fresh();
        let again = scope.fresh();
        let row = self.program.procs.get(proc as usize).map_or(0, |p| p.row);
        let base = self.program.ex(Ex::Reg(total));
        let mut ready = Vec::new();
        for toss in tosses {
            let Some(core) = toss.contrib.find(Rule::contrib_core).and_then(Node::first) else { continue };
            ready.extend(self.ready(head, scope, code, toss, core.rule == Rule::reroll).map(|r| (toss, r)));
        }
        let slot = short(self.program.slots.len());
        self.program.slots.push(Slot {
            name: head.name.clone(),
            row,
            // what was rolled and answered before the throw is known to it too
            roles: scope.next,
            base: Some(base),
            ..Default::default()
        });
        self.program.slot_heads.push(Head {
            name: head.name.clone(),
            word: "roll".into(),
            roles: Vec::new(),
            gives: head.gives.clone(),
            span: head.span,
        });
        let known = scope.next;
        let zero = self.int(0);
        code.push(Op::Set(again, zero));
        let top = code.len();
        let (x, is) = self.effect(scope, code, body);
        code.push(Op::Set(total, x));
        // one throw, or one for each case
        let throws: Vec<u16> = code.iter().skip(top).filter_map(|o| if let Op::Roll(id, _) = o { Some(*id) } else { None }).collect();
        for t in &throws {
            self.register(proc, *t);
        }
        for part in d.body.iter().flat_map(|l| &l.parts).filter(|p| p.rule == Rule::keep_item) {
            if let Some(k) = part.find(Rule::keep) {
                for t in &throws {
                    self.kept_by_itself(*t, part, k);
                }
            }
        }
        let mut late = Vec::new();
        for (toss, ready) in ready {
            self.in_its_measure(head, &is, &ready);
            let c = ready.contribution.clone();
            match ready.core.rule {
                Rule::reroll => late.push(Late { c, faces: Faces::All, toss: toss.clone(), scope: ready.scope }),
                Rule::add | Rule::total_mod => self.slot_with(slot, |s| s.adds.push(c)),
                Rule::floor => self.slot_with(slot, |s| s.floors.push(c)),
                Rule::ceiling => self.slot_with(slot, |s| s.ceilings.push(c)),
                Rule::set => self.slot_with(slot, |s| s.sets.push(c)),
                Rule::scale => {
                    let factor = self.factor(slot, &ready.scope, ready.core, &c);
                    self.slot_with(slot, |s| s.scales.push(factor));
                }
                Rule::dice_mod | Rule::keep => self.dice_into(&throws, ready.core, &c),
                _ => {
                    self.fault(
                        Code::Place,
                        ready.core.span,
                        "this does not change a total",
                        "write `+ e`, `x n`, `reroll all` or `+ 1 dice, drop lowest`",
                    );
                }
            }
        }
        let args: Vec<X> = (0..known).map(|r| self.program.ex(Ex::Reg(r))).collect();
        let args = self.program.list(args);
        let all = self.program.ex(Ex::Value { slot, args });
        for late in late {
            self.rolled_anew(scope, code, &late, again, top);
        }
        self.after(code);
        let result = scope.fresh();
        code.push(Op::Set(result, all));
        if d.head.find(Rule::chance_word).is_none_or(|w| self.text(w) != "opposed") {
            self.score_bands(d, scope, code, result, &head.gives);
        }
        let all = self.program.ex(Ex::Reg(result));
        code.push(Op::Give(all));
    }

    /// A roll whose dice a rule may throw anew, once: `again` says whether it was done, `top` where the dice are thrown.
    fn rolled_anew(&mut self, scope: &mut Scope, code: &mut Vec<Op>, late: &Late<'a>, again: Reg, top: usize) {
        let toss = &late.toss;
        if self.wanted_result(toss).is_some() {
            let span = toss.attach.unwrap_or(toss.contrib).span;
            self.fault(Code::Place, span, "a roll is neither passed nor failed", "make it a `check`, or ask for something else");
        }
        let mut inner = late.scope.clone();
        let (terms, asks, mut exits) = self.met_late(scope, &mut inner, code, late);
        let done = self.program.ex(Ex::Reg(again));
        let first = self.negate(true, done);
        exits.push(code.len());
        code.push(Op::Unless(first, 0));
        self.agreed(&inner, code, &terms, &asks, &mut exits);
        scope.next = scope.next.max(inner.next);
        scope.most = scope.most.max(inner.most);
        let one = self.int(1);
        code.push(Op::Set(again, one));
        code.push(Op::Jump(u32::try_from(top).unwrap_or(0)));
        for e in exits {
            land(code, e);
        }
    }

    /// `+ 1 dice, drop lowest`, `drop highest`, `keep lowest 2`: in each throw of a roll.
    fn dice_into(&mut self, throws: &[u16], core: &Node, c: &Contribution) {
        let kept = if core.rule == Rule::keep { Some(core) } else { core.find(Rule::keep) };
        let kept = kept.map(|k| self.keep(k));
        let more = (core.rule == Rule::dice_mod).then(|| c.clone());
        for id in throws {
            let more = more.clone();
            self.with_throw(*id, |t| t.more.extend(more));
            if let Some(k) = kept {
                self.with_throw(*id, |t| t.keep.push((k, c.clone())));
            }
        }
    }

    fn slot_with(&mut self, slot: u16, f: impl FnOnce(&mut Slot)) {
        if let Some(s) = self.program.slots.get_mut(slot as usize) {
            f(s);
        }
    }
}
