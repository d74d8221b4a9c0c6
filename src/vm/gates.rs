//! Whether something may be done.

use super::eval::{Ask, put};
use crate::ir::{Gate, ProcNo, Reg, RowNo};

impl Ask<'_> {
    /// Whether every gate of a procedure is open.
    #[must_use]
    pub fn gates_hold(&self, proc: ProcNo, regs: &mut [i64]) -> bool {
        // which of several is shut is not asked: the cheap ones are tried first. Who wants to know what is come by sees all
        let order = self.memo.and_then(|m| m.gates(proc)).filter(|_| self.program.touched.is_none());
        let (Some(p), Some(order)) = (self.program.procs.get(proc), order) else { return self.shut_gate(proc, regs).is_none() };
        order.iter().all(|i| p.gates.get(*i).is_none_or(|g| self.open(g, regs)))
    }

    /// Whether no gate shuts that stands open or shut whatever the register holds: then all others are to be asked.
    pub(super) fn gates_hold_whatever(&self, proc: ProcNo, reg: Reg, regs: &mut [i64]) -> bool {
        let (Some(memo), Some(p)) = (self.memo, self.program.procs.get(proc)) else { return true };
        let sure = |g: &&Gate| {
            let never_off = self.program.rows.get(g.row).is_none_or(|r| r.off.is_empty());
            g.me.is_none() && never_off && !memo.depends(g.holds, reg)
        };
        p.gates.iter().filter(sure).all(|g| self.holds(g.holds, regs))
    }

    /// The row of the first gate that is shut. A gate with carriers of its own forbids: any of them may shut it.
    #[must_use]
    pub fn shut_gate(&self, proc: ProcNo, regs: &mut [i64]) -> Option<RowNo> {
        let p = self.program.procs.get(proc)?;
        if let Some(touched) = &self.program.touched {
            touched.note_proc(proc);
        }
        p.gates.iter().find(|g| !self.open(g, regs)).map(|g| g.row)
    }

    fn open(&self, g: &Gate, regs: &mut [i64]) -> bool {
        let holds = match g.me {
            None => self.holds(g.holds, regs),
            Some((reg, rule)) => self.cast.carriers.get(rule).is_none_or(|list| {
                list.iter().all(|e| {
                    put(regs, reg, i64::from(*e));
                    !self.world.alive(i64::from(*e)) || self.holds(g.holds, regs)
                })
            }),
        };
        holds || self.off(g.row, regs)
    }
}
