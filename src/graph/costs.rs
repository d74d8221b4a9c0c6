//! What is paid: prices of actions, amounts that are spent.

use super::compile::Pass;
use super::ir::{Bin, Ex, Op, Slot, X};
use super::numbers::{short, small};
use super::scope::Scope;
use crate::diag::Code;
use crate::model::{Count, Head, Measure, Type};
use crate::source::Span;
use crate::syntax::{Node, Rule};

impl Pass<'_> {
    /// What an action costs.
    pub fn cost(&mut self, proc: u16, scope: &mut Scope, part: &Node) {
        let slot = self.cost_slot(proc);
        let mut code = Vec::new();
        let first = self.program.proc_heads.get(proc as usize).map_or(0, |h| h.roles.len());
        let args: Vec<X> = (0..first).map(|i| self.program.ex(Ex::Reg(small(i)))).collect();
        let of_first = args.first().copied().unwrap_or(0);
        let list = self.program.list(args);
        let first = self.program.proc_heads.get(proc as usize).and_then(|h| h.roles.first());
        let payer = (of_first, first.map_or(Type::Unknown, |r| r.ty.clone()));
        // an amount written out, or a value or ruling that is measured in a count
        let things = things_of(part);
        let found = if let Some((thing, of)) = things.first() {
            let (who, ty) = of.map_or_else(|| payer.clone(), |r| self.expr(scope, r));
            self.counted(scope, &mut code, thing, &ty).map(|(c, x)| (c, x, Some(who)))
        } else if let Some(name) = part.find(Rule::name_ref) {
            let (x, ty) = self.bare(scope, name);
            let count = self.program.book.counts.iter().position(|c| c.holds == ty && ty != Type::PLAIN).map(short);
            if count.is_none() {
                self.fault(Code::Measure, name.span, "nothing is paid in this", "name an amount of a count");
            }
            count.map(|c| (c, x, None))
        } else {
            None
        };
        let Some((count, x, of)) = found else { return };
        if let Some(s) = self.program.slots.get_mut(slot as usize) {
            s.base = Some(x);
        }
        let amount = self.program.ex(Ex::Value { slot, args: list });
        let mut all = vec![(count, of.unwrap_or(of_first), amount)];
        // rules change the first price; what else is asked for is as it is written
        for (thing, of) in things.iter().skip(1) {
            let (of, ty) = of.map_or_else(|| payer.clone(), |r| self.expr(scope, r));
            let Some((count, amount)) = self.counted(scope, &mut code, thing, &ty) else { continue };
            all.push((count, of, amount));
        }
        if !code.is_empty() {
            self.fault(Code::Dice, part.span, "a price is no matter of dice", "write how much it is");
        }
        if let Some(p) = self.program.procs.get_mut(proc as usize) {
            p.costs.extend(all);
        }
    }

    /// The slot of what a procedure costs.
    pub fn cost_slot(&mut self, proc: u16) -> u16 {
        if let Some(s) = self.cost_slots.get(&proc) {
            return *s;
        }
        let head = self.program.proc_heads.get(proc as usize).cloned();
        let (name, roles, span) = head.map_or((String::new(), Vec::new(), Span::default()), |h| (h.name, h.roles, h.span));
        let row = self.new_row(&format!("cost of {name}"), span, Vec::new(), None);
        let id = short(self.program.slots.len());
        self.program.slots.push(Slot { name: format!("cost of {name}"), row, roles: small(roles.len()), ..Default::default() });
        // what it is measured in is known when its procedure is compiled
        self.program.slot_heads.push(Head { name: format!("cost of {name}"), word: "cost".into(), roles, gives: Type::Unknown, span });
        self.cost_slots.insert(proc, id);
        id
    }

    /// Faults what rules change in a cost in another measure than it has.
    pub fn cost_changes(&mut self) {
        for (slot, span, ty) in std::mem::take(&mut self.cost_changes) {
            let proc = self.cost_slots.iter().find(|(_, s)| **s == slot).map(|(proc, _)| *proc);
            let proc = proc.and_then(|p| self.program.procs.get(p as usize));
            let count = proc.and_then(|p| p.costs.first()).and_then(|(count, ..)| self.program.book.counts.get(*count as usize));
            let (Some(proc), Some(count)) = (proc, count) else { continue };
            // what a count without a measure counts may be a plain number
            let wanted = if count.holds == Type::PLAIN { continue } else { &count.holds };
            if ty.fits(wanted) {
                continue;
            }
            let (is, want) = (self.program.book.describe(&ty), self.program.book.describe(wanted));
            let message = format!("`{}` costs {want}, and this is {is}", proc.name);
            self.fault(Code::Measure, span, message, format!("give it in {want}"));
        }
    }

    /// Pays for an action and notes that it was done.
    pub fn pay(&mut self, code: &mut Vec<Op>, proc: u16) {
        let Some(p) = self.program.procs.get(proc as usize).cloned() else { return };
        for (count, of, amount) in &p.costs {
            let minus = self.program.ex(Ex::Neg(*amount));
            code.push(Op::Add(*of, *count, minus));
        }
        code.push(Op::Did(proc));
    }

    /// `spend 1 COUNT of X`; with `exits`, only where it can be afforded.
    pub fn spend(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node, exits: Option<&mut Vec<usize>>) {
        let Some(thing) = node.find(Rule::thing) else { return };
        let (of, ty) = match node.find(Rule::r#ref) {
            Some(r) => self.expr(scope, r),
            None => (self.viewer(scope).unwrap_or(0), scope.me.as_ref().or(scope.locals.first()).map_or(Type::Unknown, |l| l.ty.clone())),
        };
        let Some((count, amount)) = self.counted(scope, code, thing, &ty) else { return };
        if let Some(exits) = exits {
            let cell = self.program.ex(Ex::Cell { of, count });
            let enough = self.program.ex(Ex::Two(Bin::Le, amount, cell));
            exits.push(code.len());
            code.push(Op::Unless(enough, 0));
        }
        let minus = self.program.ex(Ex::Neg(amount));
        code.push(Op::Add(of, count, minus));
    }

    /// Faults a number that does not say what it counts: most likely something of whoever it is said of.
    pub fn measureless(&mut self, number: &Node, who: &Type) {
        let book = &self.program.book;
        let of = |c: &&Count| matches!(who, Type::Thing(k) | Type::Row(k) if book.kind(&c.of) == Some(*k));
        let measured = || book.counts.iter().filter(|c| matches!(c.holds, Type::Number(Measure::Named(_))));
        let meant = measured().find(of).or_else(|| measured().next());
        let n = self.text(number);
        let help =
            meant.map_or_else(|| "write behind it which count is meant".to_owned(), |c| format!("write `{n} {}`", book.describe(&c.holds)));
        self.fault(Code::Measure, number.span, format!("`{n}` does not say what it counts"), help);
    }

    /// A count of such a thing, and how much of it.
    pub fn counted(&mut self, scope: &mut Scope, code: &mut Vec<Op>, thing: &Node, of: &Type) -> Option<(u16, X)> {
        if let Some(number) = thing.find(Rule::integer) {
            self.measureless(number, of);
            return None;
        }
        let name = thing.find(Rule::name_ref)?;
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let amount = match thing.find(Rule::sum_term_amount).and_then(Node::first) {
            Some(a) => self.effect(scope, code, a).0,
            None => self.int(1),
        };
        let count = self.count_of(written, of);
        match count {
            Some(c) => self.keeps(c, of, name),
            None => self.unknown_count(name, written, of),
        }
        count.map(|c| (c, amount))
    }
}

/// What is paid, each with whoever pays it if that is said.
pub(super) fn things_of(cost: &Node) -> Vec<(&Node, Option<&Node>)> {
    let mut out: Vec<(&Node, Option<&Node>)> = Vec::new();
    for kid in &cost.kids {
        match (kid.rule, out.last_mut()) {
            (Rule::thing, _) => out.push((kid, None)),
            (Rule::r#ref, Some((_, of))) => *of = Some(kid),
            _ => {}
        }
    }
    out
}
