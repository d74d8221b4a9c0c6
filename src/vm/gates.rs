//! Whether something may be done.

use super::eval::{Ask, put};
use crate::ir::{ProcNo, RowNo};

impl Ask<'_> {
    /// Whether every gate of a procedure is open.
    #[must_use]
    pub fn gates_hold(&self, proc: ProcNo, regs: &mut [i64]) -> bool {
        self.shut_gate(proc, regs).is_none()
    }

    /// The row of the first gate that is shut. A gate with carriers of its own forbids: any of them may shut it.
    #[must_use]
    pub fn shut_gate(&self, proc: ProcNo, regs: &mut [i64]) -> Option<RowNo> {
        let p = self.program.procs.get(proc)?;
        if let Some(touched) = &self.program.touched {
            touched.note_proc(proc);
        }
        let shut = p.gates.iter().find(|g| {
            let holds = match g.me {
                None => self.holds(g.holds, regs),
                Some((reg, rule)) => self.cast.carriers.get(rule).is_none_or(|list| {
                    list.iter().all(|e| {
                        put(regs, reg, i64::from(*e));
                        !self.world.alive(i64::from(*e)) || self.holds(g.holds, regs)
                    })
                }),
            };
            !holds && !self.off(g.row, regs)
        });
        shut.map(|g| g.row)
    }
}
