//! Faces of a pool that are counted apart: `count of 6s in hits`, `largest set in hits`.

use super::super::build::Builder;
use crate::ir::{Op, ProcNo};

impl Builder<'_> {
    /// When all code is there: pools whose faces are asked for count them, and give them too.
    pub fn asked_faces(&mut self) {
        for (proc, histogram) in std::mem::take(&mut self.maps.counted) {
            let Some(p) = self.program.procs.get(proc) else { continue };
            let rolled = p.code.iter().rev().find_map(|op| if let Op::Roll(id, reg) = op { Some((*id, *reg)) } else { None });
            let Some((id, reg)) = rolled else { continue };
            self.with_throw(id, |t| t.asked = histogram);
            let counted = self.reg(reg.saturating_add(1));
            self.gives_both(proc, counted);
        }
    }

    /// A procedure gives this besides its result.
    fn gives_both(&mut self, proc: ProcNo, counted: crate::ir::X) {
        let gives = self.program.procs.get_mut(proc).and_then(|p| p.code.iter_mut().rev().find(|o| matches!(o, Op::Give(_))));
        if let Some(op) = gives {
            if let Op::Give(x) = *op {
                *op = Op::GiveBoth(x, counted);
            }
        }
    }
}
