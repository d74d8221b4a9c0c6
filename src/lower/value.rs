//! Quantities: what each is before anything is changed, and what its own rows and the rules change.

use super::build::Builder;
use super::frame::Frame;
use super::meet::{Met, Of};
use crate::graph::{self, Quantity};
use crate::hir::{Body, Change, ChangeKind, Every, Factor, ProcId, Ty, Value, ValueId};
use crate::ir::{self, Bin, Contribution, Ex, RowNo, Slot, SlotNo, X};
use crate::lower::number;
use crate::num::Rounding;

/// Where a change of a quantity goes.
#[derive(Clone, Copy)]
struct Port {
    slot: SlotNo,
    row: RowNo,
    /// How its fractions become whole.
    rounding: Option<Rounding>,
    /// Whether what says itself how it is rounded makes whole inches.
    length: bool,
}

impl<'a> Builder<'a> {
    /// Values, conditions, costs: their bases, their own rows, what rules change.
    pub fn values(&mut self) {
        let rules = self.rules;
        self.room_for_values();
        for (id, value) in rules.values.iter() {
            self.value(id, value);
        }
        let graph = self.effects();
        for (quantity, list) in &graph.contributions {
            for met in list {
                match *quantity {
                    Quantity::Value(value) => self.changed(value, *met),
                    Quantity::Cost(proc) => self.cost_changed(proc, *met),
                }
            }
        }
    }

    /// Every value has its slot before any of them is spoken of.
    fn room_for_values(&mut self) {
        let rules = self.rules;
        for (id, value) in rules.values.iter().skip(self.program.slots.len()) {
            let truth = value.head.gives == Ty::Truth && value.column.is_none();
            let row = self.row(self.text(value.head.name), value.head.line.at, &value.head.line.cites, None);
            let (name, roles) = (self.text(value.head.name), u8::try_from(value.head.roles.len()).unwrap_or_default());
            let whole = value.rounding.is_some() && value.head.gives == Ty::LENGTH;
            debug_assert_eq!(Some(number::slot(id)), self.program.slots.next_id());
            self.program.slots.push(Slot { name, row, roles, rounding: value.rounding, whole, truth, ..Slot::default() });
            let head = self.program_head(&value.head, if truth { "condition" } else { "value" });
            self.program.slot_heads.push(head);
        }
    }

    /// Changes a slot.
    pub fn with_slot(&mut self, slot: SlotNo, f: impl FnOnce(&mut Slot)) {
        if let Some(s) = self.program.slots.get_mut(slot) {
            f(s);
        }
    }

    /// The frame of those who ask for a value.
    fn frame_of_value(&mut self, value: &'a Value) -> Frame {
        Frame { rounds: value.rounding, ..self.frame_of(&value.head) }
    }

    /// What a value says of itself. A column's base is its cell, which the lists know.
    fn value(&mut self, id: ValueId, value: &'a Value) {
        let mut frame = self.frame_of_value(value);
        let slot = number::slot(id);
        let [base, least, most] = [&value.base, &value.least, &value.most].map(|e| e.as_ref().map(|e| self.ask(&mut frame, e)));
        self.with_slot(slot, |s| {
            s.base = base.or(s.base);
            s.least = least;
            s.most = most;
        });
        let mut based = base.is_some() || value.column.is_some();
        for (i, own) in value.rows.iter().enumerate() {
            let mut frame = self.frame_of_value(value);
            // of a value that says nothing else, the first that always holds is what it is
            if let (false, ChangeKind::Set(e), true) = (based, &own.change.kind, own.change.guard.is_empty()) {
                let x = self.ask(&mut frame, e);
                self.with_slot(slot, |s| s.base = Some(x));
                based = true;
                continue;
            }
            let port = Port { slot, row: self.value_row(id, i), rounding: value.rounding, length: value.head.gives.fits(Ty::LENGTH) };
            self.contribute(port, &Met { frame, guard: None, me: None }, &own.change);
        }
    }

    /// What a rule changes in a value.
    fn changed(&mut self, id: ValueId, met: graph::Met) {
        let rules = self.rules;
        let Some(value) = rules.values.get(id) else { return };
        let frame = self.frame_of_value(value);
        let port =
            Port { slot: number::slot(id), row: self.place_row(met), rounding: value.rounding, length: value.head.gives.fits(Ty::LENGTH) };
        self.contributed(port, &frame, met);
    }

    /// What a rule changes in what an action costs.
    fn cost_changed(&mut self, proc: ProcId, met: graph::Met) {
        let rules = self.rules;
        let Some(p) = rules.procs.get(proc) else { return };
        let frame = self.frame_of(&p.head);
        let port = Port { slot: self.cost_slot(proc), row: self.place_row(met), rounding: None, length: false };
        self.contributed(port, &frame, met);
    }

    /// All that a line changes in one quantity.
    fn contributed(&mut self, port: Port, frame: &Frame, met: graph::Met) {
        let Some((attach, meeting)) = met.of(self.rules) else { return };
        let Body::Changes(changes) = &meeting.body else { return };
        let mut met = self.meet(frame, meeting, Of::from(attach));
        met.frame.rounds = port.rounding;
        for change in changes {
            self.contribute(port, &met, change);
        }
    }

    /// Puts one change into a slot.
    fn contribute(&mut self, port: Port, met: &Met, change: &'a Change) {
        let mut frame = met.frame.clone();
        let mut guard = met.guard;
        for g in &change.guard {
            let x = self.ask(&mut frame, &g.test);
            guard = Some(self.both(guard, x));
        }
        let guard = guard.unwrap_or_else(|| self.int(1));
        if self.never(guard) {
            return;
        }
        let Some(x) = self.amount(&mut frame, &change.kind) else { return };
        let c = Contribution { row: port.row, guard, x, me: met.me };
        let factor = self.factor(&change.kind, &c, port.length);
        self.with_slot(port.slot, |s| put(s, &change.kind, c, factor));
    }

    /// What a quantity is changed by. None of what does not change quantities.
    fn amount(&mut self, frame: &mut Frame, kind: &'a ChangeKind) -> Option<X> {
        Some(match kind {
            ChangeKind::Set(e) | ChangeKind::Floor(e) | ChangeKind::Ceiling(e) | ChangeKind::Exactly(e, _) => self.ask(frame, e),
            ChangeKind::Add { minus, amount, every } => {
                let x = self.ask(frame, amount);
                let x = if *minus { self.ex(Ex::Neg(x)) } else { x };
                self.times(frame, x, every.as_ref())
            }
            ChangeKind::Scale(Factor::By(e), _) => self.ask(frame, e),
            ChangeKind::Scale(Factor::Share(..), _) | ChangeKind::Yes | ChangeKind::No => self.int(1),
            _ => return None,
        })
    }

    /// So much for every so many full of something.
    pub fn times(&mut self, frame: &mut Frame, x: X, every: Option<&Every>) -> X {
        let (n, times) = match every {
            None => return x,
            Some(Every::Of(n, sel)) => {
                let (sel, _) = self.sel(frame, sel);
                (*n, self.ex(Ex::Count(sel)))
            }
            Some(Every::By(n, e)) => (*n, self.ask(frame, e)),
        };
        let n = self.int(n);
        let full = self.ex(Ex::Div(times, n, Rounding::Down));
        self.two(Bin::Mul, x, full)
    }

    /// A factor, and how it says that the product is rounded.
    pub fn factor(&self, kind: &ChangeKind, c: &Contribution, length: bool) -> Option<ir::Factor> {
        let ChangeKind::Scale(factor, rounded) = kind else { return None };
        let (by, over) = match factor {
            Factor::Share(by, over) => (*by, *over),
            Factor::By(_) => (self.program.constant(c.x).unwrap_or(0), 1),
        };
        Some(ir::Factor { c: c.clone(), by, over, rounded: *rounded, whole: rounded.is_some() && length })
    }

    /// The slot of what an action costs. One that costs nothing has a slot without a base, of which nobody asks.
    pub fn cost_slot(&mut self, proc: ProcId) -> SlotNo {
        if let Some(slot) = self.maps.costs.get(&proc) {
            return *slot;
        }
        let rules = self.rules;
        let Some(p) = rules.procs.get(proc) else { return SlotNo::default() };
        let name = format!("cost of {}", self.text(p.head.name));
        let row = self.row(name.clone(), p.head.line.at, &p.head.line.cites, None);
        let head = ir::Head { name: name.clone(), gives: ir::Type::Unknown, ..self.program_head(&p.head, "cost") };
        let roles = u8::try_from(p.head.roles.len()).unwrap_or_default();
        let slot = self.new_slot(Slot { name, row, roles, ..Slot::default() }, head, p.head.line.at);
        self.maps.costs.insert(proc, slot);
        slot
    }

    /// Another slot than those of values.
    pub fn new_slot(&mut self, slot: Slot, head: ir::Head, at: crate::source::At) -> SlotNo {
        let id = self.number(self.program.slots.len(), at, "values");
        self.program.slots.push(slot);
        self.program.slot_heads.push(head);
        id
    }
}

/// Puts a contribution where its sort of change belongs.
pub(super) fn put(s: &mut Slot, kind: &ChangeKind, c: Contribution, factor: Option<ir::Factor>) {
    match kind {
        ChangeKind::Set(_) => s.sets.push(c),
        ChangeKind::Add { .. } | ChangeKind::Total { .. } | ChangeKind::Yes => s.adds.push(c),
        ChangeKind::Floor(_) => s.floors.push(c),
        ChangeKind::Ceiling(_) => s.ceilings.push(c),
        ChangeKind::Exactly(..) => {
            s.floors.push(c.clone());
            s.ceilings.push(c);
        }
        ChangeKind::No => s.vetoes.push(c),
        _ => s.scales.extend(factor),
    }
}
