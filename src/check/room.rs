//! Whether there is room for all that a question, a procedure or the running game has to keep apart.

use crate::diag::{Code, Diagnostic};
use crate::ir::{Domain, Ex, Program, Reg, WINDOW, X};
use crate::source::Span;

/// How many procedures and tags can be told apart while they run.
const CONTEXTS: usize = 64;

/// Reports what finds none.
pub(super) fn check(program: &Program) -> Vec<Diagnostic> {
    let mut known = Known { program, most: vec![None; program.exs.len()] };
    let mut out = Vec::new();
    let row = |row: u16| program.rows.get(row as usize).map(|r| r.span).unwrap_or_default();
    for (slot, head) in program.slots.iter().zip(&program.slot_heads) {
        let own = [slot.base, slot.least, slot.most].into_iter().flatten().map(|x| (x, head.span));
        let more = Program::contributions(slot).flat_map(|(_, c)| [(c.guard, row(c.row)), (c.x, row(c.row))]);
        // a roll knows all that was thrown and answered before it
        let room = WINDOW.max(usize::from(slot.roles));
        out.extend(own.chain(more).filter(|(x, _)| usize::from(known.of(*x)) >= room).map(|(_, span)| asks_much(span)));
    }
    for r in &program.rows {
        out.extend(r.off.iter().filter(|o| known.crowded(o.guard)).map(|o| asks_much(row(o.row))));
    }
    for (p, head) in program.procs.iter().zip(&program.proc_heads) {
        out.extend(p.gates.iter().filter(|g| known.crowded(g.holds)).map(|g| asks_much(row(g.row))));
        if p.regs == Reg::MAX {
            let message = format!("`{}` and the rules that meet it speak of too much at once", head.name);
            out.push(Diagnostic::new(Code::Unready, head.span, message).help("make procedures of parts of it, and do them in its steps"));
        }
    }
    for t in &program.terrains {
        out.extend(t.costs.iter().filter_map(|c| c.1).filter(|x| known.crowded(*x)).map(|_| asks_much(row(t.row))));
    }
    if let Some((proc, _)) = program.contexts.get(CONTEXTS) {
        let span = program.proc_heads.get(*proc as usize).map(|h| h.span).unwrap_or_default();
        let message = format!("rules ask of more than {CONTEXTS} procedures and tags whether they are going on");
        let help = "give a marker while some of it goes on, and ask for that";
        out.push(Diagnostic::new(Code::Unready, span, message).help(help));
    }
    out
}

fn asks_much(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Unready, span, "this asks about too many things at once").help("make values or conditions of parts of it")
}

/// The highest register of each question.
struct Known<'p> {
    program: &'p Program,
    most: Vec<Option<Reg>>,
}

impl Known<'_> {
    /// Whether a question needs more registers than there are.
    fn crowded(&mut self, x: X) -> bool {
        usize::from(self.of(x)) >= WINDOW
    }

    fn of(&mut self, x: X) -> Reg {
        if let Some(Some(most)) = self.most.get(x as usize) {
            return *most;
        }
        let Some(ex) = self.program.exs.get(x as usize) else { return 0 };
        let parts = ex.parts();
        let mut most = if let Ex::Reg(reg) = ex { *reg } else { 0 };
        let list = parts.list.and_then(|l| self.program.lists.get(l as usize)).map_or(&[][..], Vec::as_slice);
        for x in parts.kids.iter().chain(list) {
            most = most.max(self.of(*x));
        }
        if let Some(sel) = parts.sel.and_then(|s| self.program.sels.get(s as usize)) {
            let of = if let Domain::Of(_, of) | Domain::RowsOf(_, of) = sel.domain { Some(of) } else { None };
            for x in sel.filters.iter().chain(sel.extreme.iter().map(|(x, _)| x)).chain(&of) {
                most = most.max(self.of(*x));
            }
            most = most.max(sel.var);
        }
        if let Some(m) = self.most.get_mut(x as usize) {
            *m = Some(most);
        }
        most
    }
}
