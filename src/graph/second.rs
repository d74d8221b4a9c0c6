//! What is done with a pool once it lies there: dice rolled again, results turned, successes that become dice.

use super::compile::{HookId, Pass, land};
use super::ir::{Bin, Ex, Op, Reg, Slot, ThrowKind, X};
use super::numbers::{short, small};
use super::scope::Scope;
use super::toss::{Late, Toss};
use crate::diag::Code;
use crate::model::Head;
use crate::syntax::{Declaration, Node, Rule};

/// Where a pool's throw stands in the code.
struct Thrown {
    id: u16,
    reg: Reg,
    top: usize,
    /// What it needs to be passed.
    need: Option<X>,
}

impl<'a> Pass<'a> {
    /// Pools that are passed or failed get a quantity that says how many successes they need.
    pub fn pool_needs(&mut self, declarations: &'a [Declaration]) {
        for d in declarations.iter().filter(|d| d.head.rule == Rule::chance_d) {
            let Some(part) = d.body.iter().flat_map(|l| &l.parts).find(|p| p.rule == Rule::pass_item) else { continue };
            let (Some(HookId::Proc(proc)), Some(term)) = (self.hook_of(d), part.find(Rule::sum_term)) else { continue };
            let Some(head) = self.program.proc_heads.get(proc as usize).cloned() else { continue };
            let mut scope = self.scope_of(&head.roles);
            let (base, _) = self.expr(&mut scope, term);
            let row = self.program.procs.get(proc as usize).map_or(0, |p| p.row);
            let slot = short(self.program.slots.len());
            let roles = small(head.roles.len());
            self.program.slots.push(Slot { name: head.name.clone(), row, roles, base: Some(base), ..Slot::default() });
            self.program.slot_heads.push(Head { word: "pool".into(), ..head });
            if let Some(p) = self.program.procs.get_mut(proc as usize) {
                p.passes = Some(slot);
            }
        }
    }

    /// Whether a call passed: the number of successes against what its pool needs. None if it is not passed or failed.
    pub fn passed(&mut self, proc: u16, args: u32, reg: Reg) -> Option<X> {
        let slot = self.program.procs.get(proc as usize)?.passes?;
        let need = self.program.ex(Ex::Value { slot, args });
        let is = self.program.ex(Ex::Reg(reg));
        Some(self.program.ex(Ex::Two(Bin::Le, need, is)))
    }

    /// The throw of a pool, and what rules make of it when it is seen.
    pub fn throw_pool(&mut self, proc: u16, id: u16, head: &Head, scope: &mut Scope, code: &mut Vec<Op>, hits: &[Late<'a>]) {
        let reg = scope.fresh();
        let (_lying, _shown) = (scope.fresh(), scope.fresh());
        let roles: Vec<X> = (0..head.roles.len()).map(|i| self.program.ex(Ex::Reg(small(i)))).collect();
        let need = self.program.procs.get(proc as usize).and_then(|p| p.passes).map(|slot| {
            let args = self.program.list(roles);
            self.program.ex(Ex::Value { slot, args })
        });
        let late = std::mem::take(&mut self.throwing.seen);
        let looked = late.iter().any(|l| !anew(&l.toss));
        self.with_throw(id, |t| t.seen |= looked);
        let throw = self.program.throws.get(id as usize).filter(|t| !t.keep.is_empty());
        let clash = throw.and_then(|t| {
            let others = if looked { Some("rolled again after they are seen") } else { None };
            Some((t.row, others.or((!t.explodes.is_empty()).then_some("brought by them"))?))
        });
        if let Some((row, others)) = clash {
            let span = self.program.rows.get(row as usize).map_or(head.span, |r| r.span);
            let message = format!("dice are dropped here, and others {others}");
            self.fault(Code::Unready, span, message, "leave one of the two out");
        }
        // whether a die that lies there was thrown or brought is not told apart
        let throw = self.program.throws.get(id as usize).filter(|_| looked);
        if let Some(row) = throw.and_then(|t| t.explodes.iter().find(|(_, once, _)| *once)).map(|(_, _, c)| c.row) {
            let span = self.program.rows.get(row as usize).map_or(head.span, |r| r.span);
            let message = "dice bring others `once` here, and are rolled again after they are seen";
            self.fault(Code::Unready, span, message, "leave `once` out, or what is offered when the dice are seen");
        }
        // a whole new test is made once for each rule that asks for it
        let done: Vec<Option<Reg>> = late.iter().map(|l| anew(&l.toss).then(|| scope.fresh())).collect();
        let zero = self.int(0);
        for flag in done.iter().flatten() {
            code.push(Op::Set(*flag, zero));
        }
        let thrown = Thrown { id, reg, top: code.len(), need };
        code.push(Op::Roll(id, reg));
        for (l, flag) in late.iter().zip(done) {
            self.late_rule(scope, code, &thrown, l, flag);
        }
        for l in hits {
            self.hits_count(scope, code, reg, l);
        }
        self.after(code);
        let x = self.program.ex(Ex::Reg(reg));
        code.push(Op::Give(x));
    }

    fn late_rule(&mut self, scope: &mut Scope, code: &mut Vec<Op>, thrown: &Thrown, late: &Late<'a>, flag: Option<Reg>) {
        let Some(core) = late.toss.contrib.find(Rule::contrib_core).and_then(Node::first) else { return };
        let mut inner = late.scope.clone();
        let (terms, asks, mut exits) = self.met_late(scope, &mut inner, code, late);
        if let Some(result) = self.wanted_result(&late.toss) {
            let Some(need) = thrown.need else {
                let span = late.toss.attach.unwrap_or(late.toss.contrib).span;
                self.fault(Code::Place, span, "this pool is neither passed nor failed", "add `passes with 1 or more` to the pool");
                return;
            };
            let is = self.program.ex(Ex::Reg(thrown.reg));
            let passed = self.program.ex(Ex::Two(Bin::Le, need, is));
            let test = self.negate(!result, passed);
            exits.push(code.len());
            code.push(Op::Unless(test, 0));
        }
        if let Some(flag) = flag {
            let done = self.program.ex(Ex::Reg(flag));
            let first = self.negate(true, done);
            exits.push(code.len());
            code.push(Op::Unless(first, 0));
        } else if core.rule == Rule::reroll {
            let left = inner.fresh();
            code.push(Op::Left(thrown.reg, late.faces, left));
            let any = self.program.ex(Ex::Reg(left));
            exits.push(code.len());
            code.push(Op::Unless(any, 0));
        }
        self.agreed(&inner, code, &terms, &asks, &mut exits);
        match (flag, core.rule, thrown.need) {
            (Some(flag), _, _) => {
                let one = self.int(1);
                code.push(Op::Set(flag, one));
                code.push(Op::Jump(u32::try_from(thrown.top).unwrap_or(0)));
            }
            (None, Rule::reroll, _) => code.push(Op::Again(thrown.id, thrown.reg, late.faces)),
            (None, _, Some(need)) => {
                let is = self.program.ex(Ex::Reg(thrown.reg));
                let turned = if self.text(core).starts_with("pass") {
                    self.program.ex(Ex::Two(Bin::Max, is, need))
                } else {
                    let one = self.int(1);
                    let short_of = self.program.ex(Ex::Two(Bin::Sub, need, one));
                    self.program.ex(Ex::Two(Bin::Min, is, short_of))
                };
                code.push(Op::Set(thrown.reg, turned));
            }
            (None, _, None) => {
                self.fault(Code::Place, core.span, "this pool is neither passed nor failed", "add `passes with 1 or more` to the pool");
            }
        }
        for e in exits {
            land(code, e);
        }
        scope.next = scope.next.max(inner.next);
        scope.most = scope.most.max(inner.most);
    }

    /// Whether a rule waits for a failure (no) or a pass (yes).
    pub fn wanted_result(&self, toss: &Toss<'a>) -> Option<bool> {
        let mut guards = toss.contrib.all(Rule::guard).chain(toss.attach.into_iter().flat_map(|a| a.all(Rule::guard)));
        guards.find_map(|g| self.awaited(g))
    }

    /// `each hit counts d3`: the successes are dice of their own, thrown together.
    fn hits_count(&mut self, scope: &mut Scope, code: &mut Vec<Op>, reg: Reg, late: &Late<'a>) {
        let Some(core) = late.toss.contrib.find(Rule::contrib_core).and_then(Node::first) else { return };
        let mut inner = late.scope.clone();
        let (terms, asks, mut exits) = self.met_late(scope, &mut inner, code, late);
        self.agreed(&inner, code, &terms, &asks, &mut exits);
        scope.next = scope.next.max(inner.next);
        let hits = self.program.ex(Ex::Reg(reg));
        if let Some(dice) = core.find(Rule::dice_term) {
            let step = format!("{} hits", scope.step);
            let saved = std::mem::replace(&mut scope.step, step);
            let text = self.text(dice).to_owned();
            let to = self.roll_dice(scope, code, &text, dice.span);
            scope.step = saved;
            let one = text.split_once('d').and_then(|(n, _)| n.parse().ok()).unwrap_or(1);
            let id = code.iter().rev().find_map(|op| if let Op::Roll(id, _) = op { Some(*id) } else { None });
            let number = match one {
                1 => hits,
                n => {
                    let n = self.int(n);
                    self.program.ex(Ex::Two(Bin::Mul, hits, n))
                }
            };
            if let Some(id) = id {
                self.with_throw(id, |t| {
                    t.dice = number;
                    t.row = late.c.row;
                    t.kind = ThrowKind::Sum;
                });
            }
            let to = self.program.ex(Ex::Reg(to));
            code.push(Op::Set(reg, to));
        } else if let Some(term) = core.find(Rule::sum_term) {
            let (x, _) = self.expr(&mut inner, term);
            let all = self.program.ex(Ex::Two(Bin::Mul, hits, x));
            code.push(Op::Set(reg, all));
        }
        scope.most = scope.most.max(inner.most);
        for at in exits {
            land(code, at);
        }
    }
}

/// Whether the whole test is made anew, as if it had not been made.
fn anew(toss: &Toss<'_>) -> bool {
    let core = toss.contrib.find(Rule::contrib_core).and_then(Node::first);
    core.is_some_and(|c| c.rule == Rule::reroll && c.has(Rule::kw_anew))
}
