//! Throws: pools, checks, rolls, rolls of one against another, with all that their own rows and the rules change.
//!
//! The code of a throw: what happens before it; what is offered and paid before it, and dice that decide about it; the throw;
//! what waited for the result; what was used up; what comes of it; what happens after it.

mod bands;
mod check;
mod faces;
mod late;
mod line;
mod opposed;
mod pool;
mod ready;
mod roll;
mod taken;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;

use super::build::{Builder, Place, land};
use super::frame::Frame;
use crate::graph::Splice;
use crate::hir::{Chance, ChanceKind, Head, LocalId, Moment, Proc, ProcId, ProcKind};
use crate::ir::{Op, ProcNo, RowNo, Throw, ThrowNo, X};
use crate::lower::number;

pub(super) use line::before_the_throw;

use late::Late;
use line::Line;
use taken::{Taken, Used};

/// A throw while its code is made.
struct Making<'a> {
    /// Which.
    id: ProcId,
    /// The procedure whose code it is: of rolls of one against another, the roll that each makes.
    proc: ProcNo,
    head: &'a Head,
    chance: &'a Chance,
    /// All that is changed in it.
    lines: Vec<Line<'a>>,
    frame: Frame,
    code: Vec<Op>,
    /// What was asked before the throw, by the line that asks it.
    taken: FxHashMap<Place, Taken>,
    /// What the throw uses up.
    used: Vec<Used>,
    /// What waits for the result.
    late: Vec<Late<'a>>,
    /// What makes more of each success.
    hits: Vec<Late<'a>>,
}

impl<'a> Builder<'a> {
    /// The code of a throw.
    pub fn throw_body(&mut self, id: ProcId) {
        let rules = self.rules;
        let Some(p) = rules.procs.get(id) else { return };
        let ProcKind::Chance(chance) = &p.kind else { return };
        let proc = number::proc(id);
        let mut frame = self.frame_of(&p.head);
        frame.proc = Some(proc);
        frame.step = word(&chance.kind).into();
        let lines = self.lines_of(id, &p.head);
        let mut m = Making {
            id,
            proc,
            head: &p.head,
            chance,
            lines,
            frame,
            code: Vec::new(),
            taken: FxHashMap::default(),
            used: Vec::new(),
            late: Vec::new(),
            hits: Vec::new(),
        };
        self.splice_at(&mut m.frame, &mut m.code, id, None, Moment::Before);
        match &chance.kind {
            ChanceKind::Pool { dice, each, .. } => self.pool(&mut m, dice, each.as_ref()),
            ChanceKind::Check { dice, base, need, low } => self.check(&mut m, dice, base, need, *low),
            ChanceKind::Roll(Some(roll)) => self.roll(&mut m, roll),
            ChanceKind::Opposed { side, roll: Some(roll), ties_again } => self.opposed(&mut m, p, *side, roll, *ties_again),
            ChanceKind::Roll(None) | ChanceKind::Opposed { roll: None, .. } | ChanceKind::Error => {}
        }
        self.after_the_throw(&mut m, p);
        self.finish(proc, m.code, &m.frame, p.head.line.at);
    }

    /// What rules do once a throw is made, its result known as passed or failed.
    fn after_the_throw(&mut self, m: &mut Making<'a>, p: &Proc) {
        let Some(Op::Give(result)) = m.code.last().cloned() else { return };
        if self.effects().splices_at(m.id, None, Splice::After).is_empty() {
            return;
        }
        m.code.pop();
        let passed = match &m.chance.kind {
            ChanceKind::Check { .. } => Some(result),
            ChanceKind::Pool { .. } => self.need_of(m).map(|need| self.two(crate::ir::Bin::Le, need, result)),
            _ => None,
        };
        if let Some(passed) = passed {
            let failed = self.negate(true, passed);
            for (word, x) in [("passed", passed), ("failed", failed)] {
                let reg = match self.result_word(p, word) {
                    Some(local) => m.frame.bind(local),
                    None => m.frame.fresh(),
                };
                m.code.push(Op::Set(reg, x));
            }
        }
        self.splice_at(&mut m.frame, &mut m.code, m.id, None, Moment::After);
        m.code.push(Op::Give(result));
    }

    /// The word by which rules know a result.
    fn result_word(&self, p: &Proc, word: &str) -> Option<LocalId> {
        p.results.iter().rev().find(|(w, _)| self.rules.names.text(*w) == word).map(|(_, local)| *local)
    }

    /// Changes a throw.
    fn with_throw(&mut self, id: ThrowNo, f: impl FnOnce(&mut Throw)) {
        if let Some(t) = self.program.throws.get_mut(id) {
            f(t);
        }
    }

    /// Notes which throw it is: it is told by its procedure's row, and under its name alone.
    fn register(&mut self, proc: ProcNo, throw: ThrowNo) {
        let row = self.program.procs.get(proc).map_or(RowNo::default(), |p| p.row);
        self.with_throw(throw, |t| {
            t.row = row;
            t.title.clone_from(&t.name);
        });
    }

    /// The blanks of a throw, as they stand in its first registers.
    fn blanks_of(&mut self, m: &Making<'a>) -> Vec<X> {
        self.blanks(m.head.roles.len())
    }
}

/// After the throw: what it used up.
fn used_up(m: &mut Making<'_>) {
    m.taken.clear();
    for Used { whether, who, state } in std::mem::take(&mut m.used) {
        let jump = m.code.len();
        m.code.push(Op::Unless(whether, 0));
        m.code.push(Op::Gain(who, state));
        land(&mut m.code, jump);
    }
}

/// The word that such throws are declared by; dice of its own are keyed by it.
const fn word(kind: &ChanceKind) -> &'static str {
    match kind {
        ChanceKind::Pool { .. } => "pool",
        ChanceKind::Check { .. } => "check",
        ChanceKind::Opposed { .. } => "opposed",
        ChanceKind::Roll(_) | ChanceKind::Error => "roll",
    }
}
