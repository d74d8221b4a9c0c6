//! Whether there is room for all that a question or the running game has to keep apart.

use super::build::Builder;
use crate::diag::{Code, Diagnostic};
use crate::ir::{Domain, Ex, KindBase, List, Moves, Program, Reg, RowNo, S, Type, WINDOW, X};
use crate::source::Span;

/// How many procedures and tags can be told apart while they run.
const CONTEXTS: usize = 64;

impl Builder<'_> {
    /// Tells what finds no room, when the whole program is there.
    pub fn crowded(&mut self) {
        let found = crowded(&self.program);
        self.found.extend(found);
    }
}

fn crowded(program: &Program) -> Vec<Diagnostic> {
    let mut known = Known { program, most: vec![None; program.exs.len()].into() };
    let mut out = Vec::new();
    let row = |row: RowNo| program.rows.get(row).map(|r| r.span).unwrap_or_default();
    for (slot, head) in program.slots.all().iter().zip(program.slot_heads.all()) {
        let own = [slot.base, slot.least, slot.most].into_iter().flatten().map(|x| (x, head.span));
        let more = Program::contributions(slot).flat_map(|(_, c)| [(c.guard, row(c.row)), (c.x, row(c.row))]);
        // a roll knows all that was thrown and answered before it
        let room = WINDOW.max(usize::from(slot.roles));
        out.extend(own.chain(more).filter(|(x, _)| usize::from(known.of(*x)) >= room).map(|(_, span)| asks_much(span)));
    }
    for r in program.rows.all() {
        out.extend(r.off.iter().filter(|o| known.crowded(o.guard)).map(|o| asks_much(row(o.row))));
    }
    for p in program.procs.all() {
        for part in &p.manner {
            let far = if let Moves::Keep(x, s) | Moves::End(x, s) = &part.says { Some((*x, *s)) } else { None };
            let whom = if let Moves::Through(s) | Moves::Forced(s) | Moves::Without(s) = &part.says { Some(*s) } else { None };
            let mut most = known.of(part.guard);
            most = most.max(far.map_or(0, |(x, _)| known.of(x)));
            most = most.max(far.map(|(_, s)| s).or(whom).map_or(0, |s| known.of_sel(s)));
            if usize::from(most) >= WINDOW {
                out.push(asks_much(row(part.row)));
            }
        }
        out.extend(p.gates.iter().filter(|g| known.crowded(g.holds)).map(|g| asks_much(row(g.row))));
    }
    for t in program.terrains.all() {
        out.extend(t.costs.iter().filter_map(|c| c.1).filter(|x| known.crowded(*x)).map(|_| asks_much(row(t.row))));
    }
    out.extend(remembers_much(program));
    if let Some((proc, _)) = program.contexts.get(CONTEXTS) {
        let span = program.proc_heads.get(*proc).map(|h| h.span).unwrap_or_default();
        let message = format!("rules ask of more than {CONTEXTS} procedures and tags whether they are going on");
        let help = "give a marker while some of it goes on, and ask for that";
        out.push(Diagnostic::new(Code::Unready, span, message).help(help));
    }
    out
}

/// The first count for which the game and its sides have no room, if there is one: these are always there.
fn remembers_much(program: &Program) -> Option<Diagnostic> {
    let mut held = 0;
    let count = program.book.counts.all().iter().find(|c| {
        let base = program.book.kinds.get(c.of).map(|k| k.base);
        let bearers = match base {
            Some(KindBase::Game) => 1,
            Some(KindBase::Side) => 2,
            _ => 0,
        };
        held += bearers * if c.holds == Type::Place { 2 } else { 1 };
        held > usize::from(u16::MAX)
    })?;
    let message = "the game and its sides remember more than there is room for";
    Some(Diagnostic::new(Code::Unready, count.span, message).help("count of units what can be counted of them"))
}

fn asks_much(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Unready, span, "this asks about too many things at once").help("make values or conditions of parts of it")
}

/// The highest register of each question.
struct Known<'p> {
    program: &'p Program,
    most: List<X, Option<Reg>>,
}

impl Known<'_> {
    /// Whether a question needs more registers than there are.
    fn crowded(&mut self, x: X) -> bool {
        usize::from(self.of(x)) >= WINDOW
    }

    fn of(&mut self, x: X) -> Reg {
        if let Some(Some(most)) = self.most.get(x) {
            return *most;
        }
        let Some(ex) = self.program.exs.get(x) else { return 0 };
        let parts = ex.parts();
        let mut most = if let Ex::Reg(reg) = ex { *reg } else { 0 };
        let list = parts.list.and_then(|l| self.program.lists.get(l)).map_or(&[][..], Vec::as_slice);
        for x in parts.kids.iter().chain(list) {
            most = most.max(self.of(*x));
        }
        if let Some(sel) = parts.sel {
            most = most.max(self.of_sel(sel));
        }
        if let Some(m) = self.most.get_mut(x) {
            *m = Some(most);
        }
        most
    }

    /// The highest register of a description.
    fn of_sel(&mut self, sel: S) -> Reg {
        let mut most = 0;
        if let Some(sel) = self.program.sels.get(sel) {
            let of = if let Domain::Of(_, of) | Domain::RowsOf(_, of) = sel.domain { Some(of) } else { None };
            for x in sel.filters.iter().chain(sel.extreme.iter().map(|(x, _)| x)).chain(&of) {
                most = most.max(self.of(*x));
            }
            most = most.max(sel.var);
        }
        most
    }
}
