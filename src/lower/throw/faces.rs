//! Faces of a pool that are counted apart: `count of 6s in hits`.

use super::super::build::Builder;
use crate::ir::{Op, ProcNo};

impl Builder<'_> {
    /// When all code is there: pools whose faces are asked for count them, and give them too.
    pub fn asked_faces(&mut self) {
        let mut counted: Vec<(ProcNo, u8)> = std::mem::take(&mut self.maps.counted).into_iter().collect();
        counted.sort_unstable();
        for (proc, face) in counted {
            let Some(p) = self.program.procs.get(proc) else { continue };
            let rolled = p.code.iter().rev().find_map(|op| if let Op::Roll(id, reg) = op { Some((*id, *reg)) } else { None });
            let Some((id, reg)) = rolled else { continue };
            let mut seen = false;
            self.with_throw(id, |t| {
                t.asked = Some(face);
                seen = t.seen;
            });
            // of dice that are looked at, the next register tells how they lie
            let counted = self.reg(reg.saturating_add(if seen { 2 } else { 1 }));
            let gives = self.program.procs.get_mut(proc).and_then(|p| p.code.iter_mut().rev().find(|o| matches!(o, Op::Give(_))));
            if let Some(op) = gives {
                if let Op::Give(x) = *op {
                    *op = Op::GiveBoth(x, counted);
                }
            }
        }
    }
}
