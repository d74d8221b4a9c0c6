//! Whether there is room for all that a quantity speaks of while it is asked.

use std::collections::HashSet;

use crate::diag::{Code, Diagnostic};
use crate::graph::compile::Pass;
use crate::graph::ir::{Domain, Ex, Slot, X};
use crate::graph::program::Program;

/// Reports quantities that speak of more things than can be kept apart.
pub(super) fn check(pass: &Pass<'_>) -> Vec<Diagnostic> {
    let program = &pass.program;
    let heads = program.slots.iter().zip(&program.slot_heads);
    let full = heads.filter(|(slot, _)| !fits(program, slot));
    let told = full.map(|(slot, head)| {
        Diagnostic::new(Code::Unready, head.span, format!("`{}` speaks of too many things at once", slot.name))
            .help("make a condition or a value of a part of it, and ask that")
    });
    told.collect()
}

fn fits(program: &Program, slot: &Slot) -> bool {
    let room = Slot::WINDOW.max(usize::from(slot.roles));
    let mut seen = HashSet::new();
    let own = slot.base.iter().chain(&slot.least).chain(&slot.most).copied();
    let added = Program::contributions(slot).flat_map(|(_, c)| [c.guard, c.x]);
    own.chain(added).all(|x| within(program, x, room, &mut seen))
}

fn within(program: &Program, x: X, room: usize, seen: &mut HashSet<X>) -> bool {
    let Some(ex) = program.exs.get(x as usize).filter(|_| seen.insert(x)) else { return true };
    if matches!(ex, Ex::Reg(r) if usize::from(*r) >= room) {
        return false;
    }
    let parts = ex.parts();
    let listed = parts.list.and_then(|l| program.lists.get(l as usize)).into_iter().flatten().copied();
    let mut kids: Vec<X> = parts.kids.into_iter().chain(listed).collect();
    if let Some(sel) = parts.sel.and_then(|s| program.sels.get(s as usize)) {
        if usize::from(sel.var) >= room {
            return false;
        }
        if let Domain::Of(_, of) | Domain::RowsOf(_, of) = sel.domain {
            kids.push(of);
        }
        kids.extend(sel.filters.iter().chain(sel.extreme.iter().map(|(x, _)| x)));
    }
    kids.into_iter().all(|k| within(program, k, room, seen))
}
