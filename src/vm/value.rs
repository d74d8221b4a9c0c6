//! Values, conditions and tables: what rules contribute, stage by stage.

use super::cast::NONE;
use super::eval::{Ask, NOTHING, put};
use super::great;
use crate::ir::{Contribution, ListNo, Off, Reg, RowNo, RuleNo, Slot, SlotNo, TableNo, ThingNo, WINDOW, X};
use crate::num::{Rounding, divide};

impl Ask<'_> {
    pub(super) fn table(&self, table: TableNo, args: ListNo, regs: &mut [i64]) -> i64 {
        let Some(t) = self.program.tables.get(table) else { return NOTHING };
        let Some(list) = self.program.lists.get(args) else { return NOTHING };
        if let Some(touched) = &self.program.touched {
            touched.note_table(table);
        }
        let mut at = 0;
        for (keys, x) in t.keys.iter().zip(list) {
            let k = self.x(*x, regs);
            let Some(i) = keys.iter().position(|(a, b)| *a <= k && k <= *b) else { return NOTHING };
            at = at * keys.len() + i;
        }
        let cell = t.cells.get(at).copied().unwrap_or(NOTHING);
        if !t.named {
            return cell;
        }
        let thing = u32::try_from(cell).ok().and_then(|n| self.cast.named.get(ThingNo(n)));
        thing.map_or(NONE, |e| i64::from(*e))
    }

    /// A value: base, set, scale, add, limit, in this order whatever file they came from.
    pub(super) fn value(&self, slot: SlotNo, args: ListNo, regs: &mut [i64]) -> i64 {
        let list = self.program.lists.get(args).map_or(&[][..], Vec::as_slice);
        // most need few registers, and to clear many takes longer than to use them
        match self.memo.map_or(WINDOW, |m| m.room(slot)).max(list.len()) {
            0..=8 => self.asked(slot, list, &mut [NOTHING; 8], regs),
            9..=16 => self.asked(slot, list, &mut [NOTHING; 16], regs),
            17..=WINDOW => self.asked(slot, list, &mut [NOTHING; WINDOW], regs),
            many => self.asked(slot, list, &mut vec![NOTHING; many], regs),
        }
    }

    fn asked(&self, slot: SlotNo, list: &[X], window: &mut [i64], regs: &mut [i64]) -> i64 {
        for (to, x) in window.iter_mut().zip(list) {
            *to = self.x(*x, regs);
        }
        let kept = self.memo.and_then(|m| Some((m, m.slot(slot, list.len(), self.world, self.context, window)?)));
        let Some((memo, kept)) = kept else { return self.slot(slot, window) };
        if let Some(v) = memo.value(kept) {
            return v;
        }
        let v = self.slot(slot, window);
        memo.keep(kept, v);
        v
    }

    /// A value whose blanks are in the first registers.
    pub fn slot(&self, slot: SlotNo, regs: &mut [i64]) -> i64 {
        let Some(s) = self.program.slots.get(slot) else { return NOTHING };
        if let Some(touched) = &self.program.touched {
            touched.note_slot(slot);
        }
        if s.truth {
            return self.condition(s, regs);
        }
        let mut value = match s.sets.iter().find(|c| self.live(c, regs)) {
            Some(c) => self.x(c.x, regs),
            None => s.base.map_or(0, |x| self.x(x, regs)),
        };
        let (mut num, mut den, mut rounded, mut unit) = (1i64, 1i64, s.rounding, 1i64);
        for f in &s.scales {
            if self.live(&f.c, regs) {
                num = great::product(num, if f.by == 0 { self.x(f.c.x, regs) } else { f.by });
                den = great::product(den, f.over);
                rounded = f.rounded.or(rounded);
                unit = if f.whole { 1000 } else { unit };
            }
        }
        if (num, den, unit) != (1, 1, 1) {
            let product = divide(great::product(value, num), great::product(den, unit), rounded.unwrap_or(Rounding::Up));
            value = great::product(product.unwrap_or(0), unit);
        }
        for c in &s.adds {
            if self.live(c, regs) {
                value = great::sum(value, self.x(c.x, regs));
            }
        }
        for c in &s.floors {
            if self.live(c, regs) {
                value = value.max(self.x(c.x, regs));
            }
        }
        for c in &s.ceilings {
            if self.live(c, regs) {
                value = value.min(self.x(c.x, regs));
            }
        }
        if s.whole {
            value = divide(value, 1000, s.rounding.unwrap_or(Rounding::Up)).unwrap_or(0).saturating_mul(1000);
        }
        if let Some(x) = s.least {
            value = value.max(self.x(x, regs));
        }
        if let Some(x) = s.most {
            value = value.min(self.x(x, regs));
        }
        value
    }

    pub(super) fn condition(&self, s: &Slot, regs: &mut [i64]) -> i64 {
        if s.vetoes.iter().any(|c| self.live(c, regs)) {
            return 0;
        }
        let yes = s.base.is_some_and(|x| self.holds(x, regs)) || s.adds.iter().any(|c| self.live(c, regs));
        i64::from(yes)
    }

    /// Whether a contribution applies here; leaves `me` in its register.
    pub fn live(&self, c: &Contribution, regs: &mut [i64]) -> bool {
        self.met(c.guard, c.me, regs) && !self.off(c.row, regs)
    }

    /// Whether a guard holds, for any carrier if it has one of its own.
    pub fn met(&self, guard: X, me: Option<(Reg, RuleNo)>, regs: &mut [i64]) -> bool {
        match me {
            None => self.holds(guard, regs),
            Some((reg, rule)) => self.carriers(rule).iter().any(|e| {
                let e = i64::from(*e);
                put(regs, reg, e);
                self.world.alive(e) && self.holds(guard, regs)
            }),
        }
    }

    /// Whether a row is switched off here.
    pub fn off(&self, row: RowNo, regs: &mut [i64]) -> bool {
        let offs: &[Off] = self.program.rows.get(row).map_or(&[], |r| r.off.as_slice());
        offs.iter().any(|o| {
            let mut scratch = [0i64; WINDOW];
            for (to, from) in scratch.iter_mut().zip(regs.iter()) {
                *to = *from;
            }
            self.met(o.guard, o.me, &mut scratch)
        })
    }
}
