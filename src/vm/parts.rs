//! What a number is made of: the values it asks for, and the rows that change them. Only asked by whoever listens.

use super::eval::{Ask, NOTHING};
use super::trace::Share;
use crate::ir::Type;
use crate::ir::{Bin, Ex, RowNo, SlotNo, WINDOW, X};

/// Values within values that are told.
const DEEPEST: u8 = 4;

impl Ask<'_> {
    /// The shares of all that an expression asks for.
    pub(super) fn parts(&self, x: X, regs: &mut [i64]) -> Vec<Share> {
        let mut out = Vec::new();
        self.parted(x, regs, DEEPEST, &mut out);
        // what is asked for twice is told once
        let mut told: Vec<Share> = Vec::with_capacity(out.len());
        for share in out {
            if !told.contains(&share) {
                told.push(share);
            }
        }
        told
    }

    fn parted(&self, x: X, regs: &mut [i64], left: u8, out: &mut Vec<Share>) {
        let Some(ex) = self.program.exs.get(x).filter(|_| left > 0) else { return };
        match *ex {
            Ex::Value { slot, args } => {
                let list = self.program.lists.get(args).map_or(&[][..], Vec::as_slice);
                let mut window = vec![NOTHING; list.len().max(WINDOW)];
                for (to, x) in window.iter_mut().zip(list) {
                    *to = self.x(*x, regs);
                }
                self.asked_for(slot, &mut window, left - 1, out);
            }
            Ex::Table { table, args } => {
                let amount = self.x(x, regs);
                out.extend(self.program.tables.get(table).map(|t| Share::new(t.row, "value", amount)));
                for key in self.program.lists.get(args).map_or(&[][..], Vec::as_slice) {
                    self.parted(*key, regs, left - 1, out);
                }
            }
            Ex::Neg(a) => self.parted(a, regs, left, out),
            Ex::Two(Bin::Add | Bin::Sub | Bin::Mul | Bin::Min | Bin::Max, a, b) | Ex::Div(a, b, _) => {
                self.parted(a, regs, left, out);
                self.parted(b, regs, left, out);
            }
            Ex::If(c, a, b) => {
                let taken = if self.x(c, regs) != 0 { a } else { b };
                self.parted(taken, regs, left, out);
            }
            _ => {}
        }
    }

    /// A value, and each row that touches it; what a roll adds up is told without a line of its own.
    fn asked_for(&self, slot: SlotNo, regs: &mut [i64], left: u8, out: &mut Vec<Share>) {
        let Some(s) = self.program.slots.get(slot).filter(|s| !s.truth) else { return };
        let head = self.program.slot_heads.get(slot);
        let length = head.is_some_and(|h| h.gives == Type::LENGTH);
        let is = self.slot(slot, &mut regs.to_vec());
        if head.is_none_or(|h| h.word != "roll") {
            out.push(Share { length, ..Share::new(s.row, "value", is) });
        }
        let share = |row: RowNo, what: &'static str, amount: i64| Share { length, ..Share::new(row, what, amount) };
        match s.sets.iter().find(|c| self.live(c, regs)) {
            Some(c) => {
                out.push(share(c.row, "set", self.x(c.x, regs)));
                self.parted(c.x, regs, left, out);
            }
            None => {
                if let Some(x) = s.base {
                    self.parted(x, regs, left, out);
                }
            }
        }
        for f in &s.scales {
            if self.live(&f.c, regs) {
                let by = if f.by == 0 { self.x(f.c.x, regs) } else { f.by };
                let what = match (by, f.over) {
                    (1, 2) => "half",
                    (_, 1) => "times",
                    _ => "part",
                };
                out.push(Share::new(f.c.row, what, by));
            }
        }
        for c in &s.adds {
            if self.live(c, regs) {
                let amount = self.x(c.x, regs);
                out.push(share(c.row, "add", amount));
                self.parted(c.x, regs, left, out);
            }
        }
        for (what, list) in [("at least", &s.floors), ("at most", &s.ceilings)] {
            for c in list {
                if self.live(c, regs) && self.x(c.x, regs) == is {
                    out.push(share(c.row, what, is));
                }
            }
        }
    }
}
