//! Rolls that give a total.

use super::super::build::Builder;
use super::super::value::put;
use super::late::Late;
use super::{Making, used_up};
use crate::hir::{ChanceKind, ChangeKind, Expr};
use crate::ir::{self, Contribution, Ex, Faces, Op, Reg, RowNo, Slot, SlotNo, ThrowNo, X};

impl<'a> Builder<'a> {
    pub(super) fn roll(&mut self, m: &mut Making<'a>, body: &'a Expr) {
        // what is added lives in a slot of its own, so that it composes as values do
        let (total, again) = (m.frame.fresh(), m.frame.fresh());
        let mut ready = Vec::new();
        for line in std::mem::take(&mut m.lines) {
            let waits = matches!(line.change.kind, ChangeKind::Reroll { .. });
            ready.push((line, self.ready(m, &line, waits)));
        }
        let known = m.frame.next;
        let slot = self.slot_of_total(m, total, known);
        let zero = self.int(0);
        m.code.push(Op::Set(again, zero));
        let top = m.code.len();
        let x = self.effect(&mut m.frame, &mut m.code, body);
        m.code.push(Op::Set(total, x));
        // one throw, or one for each case
        let throws: Vec<ThrowNo> = m.code.iter().skip(top).filter_map(|o| if let Op::Roll(id, _) = o { Some(*id) } else { None }).collect();
        for t in &throws {
            self.register(m.proc, *t);
        }
        for (line, keep) in &m.chance.keep {
            for t in &throws {
                self.kept_by_itself(m, *t, line, *keep);
            }
        }
        let mut late = Vec::new();
        for (line, ready) in ready {
            if matches!(line.change.kind, ChangeKind::Reroll { .. }) {
                late.push(Late::new(ready, Faces::All, line));
            } else {
                self.total_changed(m, slot, &throws, &line.change.kind, ready.c);
            }
        }
        let args: Vec<X> = (0..known).map(|r| self.reg(r)).collect();
        let args = self.list(args);
        let all = self.ex(Ex::Value { slot, args });
        for late in &late {
            self.rolled_anew(m, late, again, top);
        }
        used_up(m);
        let result = m.frame.fresh();
        m.code.push(Op::Set(result, all));
        if matches!(m.chance.kind, ChanceKind::Roll(_)) {
            self.score_bands(m, result);
        }
        let all = self.reg(result);
        m.code.push(Op::Give(all));
    }

    /// The quantity that a total is, from what the dice show. What was rolled and answered before the throw is known to it too.
    fn slot_of_total(&mut self, m: &Making<'a>, total: Reg, known: Reg) -> SlotNo {
        let base = self.reg(total);
        let row = self.program.procs.get(m.proc).map_or(RowNo::default(), |p| p.row);
        let name = self.text(m.head.name);
        let gives = self.program.proc_heads.get(m.proc).map_or(ir::Type::PLAIN, |h| h.gives.clone());
        let head = ir::Head { name: name.clone(), word: "roll".into(), roles: Vec::new(), gives, span: m.head.line.at.span() };
        self.new_slot(Slot { name, row, roles: known, base: Some(base), ..Slot::default() }, head, m.head.line.at)
    }

    /// What is changed in a total, or in the dice of each of its throws.
    fn total_changed(&mut self, m: &Making<'a>, slot: SlotNo, throws: &[ThrowNo], kind: &ChangeKind, c: Contribution) {
        match kind {
            ChangeKind::Add { .. }
            | ChangeKind::Total { .. }
            | ChangeKind::Floor(_)
            | ChangeKind::Ceiling(_)
            | ChangeKind::Set(_)
            | ChangeKind::Scale(..) => {
                let length = self.program.proc_heads.get(m.proc).is_some_and(|h| h.gives.fits(&ir::Type::LENGTH));
                let factor = self.factor(kind, &c, length);
                self.with_slot(slot, |s| put(s, kind, c, factor));
            }
            ChangeKind::Dice { keep, .. } => {
                for id in throws {
                    self.with_throw(*id, |t| {
                        t.more.push(c.clone());
                        t.keep.extend(keep.map(|k| (k, c.clone())));
                    });
                }
            }
            ChangeKind::Keep(keep) => {
                for id in throws {
                    self.with_throw(*id, |t| t.keep.push((*keep, c.clone())));
                }
            }
            // the rest does not change a total, and was told
            _ => {}
        }
    }
}
