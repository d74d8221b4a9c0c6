//! What an action asks before it is taken, what it costs, and at whom it may aim.

use crate::diag::{Code, Diagnostic};
use crate::hir::{KindBase, KindId, Price, Proc, ProcId, ProcKind, Ty};
use crate::ir::{self, CountNo, Domain, Ex, Gate, Op, ProcNo};
use crate::lower::build::Builder;
use crate::lower::frame::Frame;
use crate::lower::number;
use crate::source::At;

impl Builder<'_> {
    /// Costs, needs and limits of an action, and at whom it may aim.
    pub(super) fn action_items(&mut self, proc: ProcId, p: &Proc, f: &mut Frame) {
        let number = number::proc(proc);
        self.costs(proc, p, f);
        for (i, need) in p.needs.iter().enumerate() {
            let holds = self.ask(f, &need.test);
            let row = self.need_row(proc, i);
            if let Some(p) = self.program.procs.get_mut(number) {
                p.gates.push(Gate { row, holds, me: None });
            }
        }
        for limit in &p.limits {
            self.limit_of(proc, f, limit);
        }
        let ProcKind::Action(kind) = p.kind else { return };
        if self.is(kind, KindBase::Action) {
            if let Some(span) = self.program.once_per {
                self.did_state(proc, span);
            }
            self.aim(proc, p, f);
        }
    }

    /// What an action costs. Rules change the first price; what else is asked for is as it is written.
    fn costs(&mut self, proc: ProcId, p: &Proc, f: &mut Frame) {
        let Some((first, others)) = p.costs.split_first() else { return };
        let number = number::proc(proc);
        let slot = self.cost_slot(proc);
        let args = self.blanks(p.head.roles.len());
        let args = self.list(args);
        let (count, of, base) = self.price(f, first);
        if let Some(s) = self.program.slots.get_mut(slot) {
            s.base = Some(base);
        }
        let amount = self.ex(Ex::Value { slot, args });
        let mut all = vec![(count, of, amount)];
        for price in others {
            all.push(self.price(f, price));
        }
        if let Some(p) = self.program.procs.get_mut(number) {
            p.costs.extend(all);
        }
    }

    fn price(&mut self, f: &mut Frame, price: &Price) -> (CountNo, ir::X, ir::X) {
        let of = self.ask(f, &price.of);
        (number::count(price.count), of, self.ask(f, &price.amount))
    }

    /// Pays for an action and notes that it was done.
    pub(super) fn pay(&mut self, code: &mut Vec<Op>, proc: ProcNo) {
        let costs = self.program.procs.get(proc).map_or_else(Vec::new, |p| p.costs.clone());
        for (count, of, amount) in costs {
            let minus = self.ex(Ex::Neg(amount));
            code.push(Op::Add(of, count, minus));
        }
        code.push(Op::Did(proc));
    }

    /// What may fill the second blank of an action, when a player chooses it.
    fn aim(&mut self, proc: ProcId, p: &Proc, f: &mut Frame) {
        let Some(second) = p.head.roles.get(1) else { return };
        let aim = if self.ty(second.local) == Ty::Formation {
            let first = p.head.roles.first().map(|r| self.ty(r.local));
            let kind = if let Some(Ty::Thing(k)) = first { k } else { KindId(0) };
            let var = f.fresh();
            let domain = Domain::Forms(number::kind(kind));
            Some(self.add_sel(ir::Sel { domain, var, filters: Vec::new(), extreme: Vec::new() }, second.at))
        } else {
            p.aim.as_ref().map(|s| self.sel(f, s).0)
        };
        let number = number::proc(proc);
        if let Some(p) = self.program.procs.get_mut(number) {
            p.aim = aim;
        }
    }

    /// Tells that a procedure needs more registers than there are.
    pub(super) fn too_much(&mut self, proc: ProcNo, at: At) {
        let name = self.program.procs.get(proc).map_or("", |p| p.name.as_str());
        let message = format!("`{name}` and the rules that meet it speak of too much at once");
        let d = Diagnostic::new(Code::Unready, at.span(), message);
        self.found.push(d.help("make procedures of parts of it, and do them in its steps"));
    }
}
