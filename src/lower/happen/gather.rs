//! `gather SEL into KIND`, of all that touch, of so many to so many, or of all that are alike.

use crate::hir::{Gather, KindId, Sel};
use crate::ir::Op;
use crate::lower::build::Builder;
use crate::lower::frame::Frame;
use crate::lower::number;

impl Builder<'_> {
    pub(super) fn gather(&mut self, f: &mut Frame, code: &mut Vec<Op>, sel: &Sel, kind: KindId, how: &Gather) {
        let (sel, _) = self.sel(f, sel);
        let kind = number::kind(kind);
        code.push(match how {
            Gather::Touching => Op::Gather(sel, kind),
            Gather::Pairs(most, to) => Op::Pair { sel, kind, most: self.ask(f, most), to: self.ask(f, to) },
            Gather::Alike(keys) => {
                let keys = self.all(f, keys);
                Op::Alike { sel, kind, keys: self.list(keys) }
            }
        });
    }
}
