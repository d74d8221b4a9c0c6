//! Loops whose things are dealt with at once, where none looks at what another does: they need no more than the loop.

use rustc_hash::FxHashSet;

use super::build::target;
use crate::ir::{AtOnce, Contribution, CountNo, Domain, Ex, Op, Program, Reg, RowNo, S, SlotNo, StateNo, X};

/// What a position is read by, or written: states and stored numbers, by their numbers.
#[derive(Default)]
struct Facts {
    states: FxHashSet<StateNo>,
    counts: FxHashSet<CountNo>,
}

/// Makes loops of those whose things each change nothing but themselves, by what nobody else changes.
pub(super) fn separate(program: &mut Program) {
    let mut plain = Vec::new();
    for (proc, p) in program.procs.iter() {
        let begins = p.code.iter().enumerate().filter(|(_, op)| **op == Op::AtOnce(AtOnce::Begin));
        plain.extend(begins.filter_map(|(at, _)| is_separate(program, &p.code, at)).map(|all| (proc, all)));
    }
    for (proc, all) in plain {
        let Some(p) = program.procs.get_mut(proc) else { continue };
        for at in all {
            if let Some(op) = p.code.get_mut(at) {
                *op = Op::Jump(target(at + 1));
            }
        }
    }
}

/// Where a loop begins, goes on and ends, if its things have nothing to do with each other.
fn is_separate(program: &Program, code: &[Op], begin: usize) -> Option<[usize; 3]> {
    let find = |from: usize, what: &dyn Fn(&Op) -> bool| code.iter().skip(from).position(what).map(|n| from + n);
    let top = find(begin, &|op| matches!(op, Op::Next { .. }))?;
    let Op::Next { var, .. } = *code.get(top)? else { return None };
    // of loops in each other the outer one has another beginning in its body, and is left as it is
    let next = find(top, &|op| matches!(op, Op::AtOnce(_))).filter(|n| code.get(*n) == Some(&Op::AtOnce(AtOnce::Next)))?;
    let end = find(next, &|op| *op == Op::AtOnce(AtOnce::End))?;
    let mut body = Body { program, var, reads: Facts::default(), writes: Facts::default(), seen: FxHashSet::default(), known: true };
    for op in code.get(top + 1..next)? {
        body.op(op);
    }
    let apart = body.reads.states.is_disjoint(&body.writes.states) && body.reads.counts.is_disjoint(&body.writes.counts);
    (body.known && apart).then_some([begin, next, end])
}

/// What the body of a loop does, as far as it was looked through.
struct Body<'a> {
    program: &'a Program,
    /// The register of the one that is dealt with.
    var: Reg,
    reads: Facts,
    writes: Facts,
    seen: FxHashSet<SlotNo>,
    /// Whether all of it is known.
    known: bool,
}

impl Body<'_> {
    fn op(&mut self, op: &Op) {
        match op {
            Op::Gain(x, state) | Op::Lose(x, state) => {
                // what a piece is may decide what its group is
                let counted = self.program.book.states.get(*state).is_none_or(|s| s.majority || s.any);
                self.known &= self.own(*x) && !counted;
                self.writes.states.insert(*state);
            }
            Op::Store(x, count, v) | Op::Add(x, count, v) => {
                self.known &= self.own(*x);
                self.writes.counts.insert(*count);
                let bounds = self.program.bounds.get(*count).copied().flatten();
                for x in bounds.into_iter().flatten().chain([*v]) {
                    self.x(x);
                }
            }
            Op::Unless(x, _) => self.x(*x),
            Op::Jump(_) => {}
            _ => self.known = false,
        }
    }

    fn own(&self, x: X) -> bool {
        self.program.exs.get(x) == Some(&Ex::Reg(self.var))
    }

    fn x(&mut self, x: X) {
        let program = self.program;
        let Some(ex) = program.exs.get(x).filter(|_| self.known) else { return };
        match ex {
            Ex::Bit { state, .. } => self.reads.states.extend([*state]),
            Ex::Cell { count, .. } => self.reads.counts.extend([*count]),
            Ex::FormOf(_) => self.reads.states.extend(program.forms.iter().map(|f| f.state)),
            Ex::Off(row) => self.row(*row),
            Ex::Value { slot, .. } => self.slot(*slot),
            Ex::Int(_)
            | Ex::Reg(_)
            | Ex::Game
            | Ex::Turn
            | Ex::Turns
            | Ex::Named(_)
            | Ex::During(_)
            | Ex::RowHas { .. }
            | Ex::Column { .. }
            | Ex::TypeRow(_)
            | Ex::Table { .. }
            | Ex::Neg(_)
            | Ex::Not(_)
            | Ex::Two(..)
            | Ex::Div(..)
            | Ex::If(..)
            | Ex::Count(_)
            | Ex::Exists(_)
            | Ex::First(_)
            | Ex::Extreme { .. }
            | Ex::Majority { .. }
            | Ex::Commonest { .. }
            | Ex::Sum { .. }
            | Ex::Side(_)
            | Ex::OtherSide(_)
            | Ex::Leader(_)
            | Ex::Up(..)
            | Ex::InPlay(_)
            | Ex::Price(_)
            | Ex::Allowance(_)
            | Ex::Carries(..) => {}
            // the table has too much to say
            _ => self.known = false,
        }
        let parts = ex.parts();
        for x in parts.kids {
            self.x(x);
        }
        for x in parts.list.and_then(|l| program.lists.get(l)).into_iter().flatten() {
            self.x(*x);
        }
        if let Some(s) = parts.sel {
            self.sel(s);
        }
    }

    fn sel(&mut self, s: S) {
        let Some(sel) = self.program.sels.get(s) else { return };
        if let Domain::Of(_, of) | Domain::With(_, of) | Domain::RowsOf(_, of) = sel.domain {
            self.x(of);
        }
        for x in sel.filters.iter().chain(sel.extreme.iter().map(|(x, _)| x)) {
            self.x(*x);
        }
    }

    fn slot(&mut self, slot: SlotNo) {
        if !self.seen.insert(slot) {
            return;
        }
        let Some(s) = self.program.slots.get(slot) else { return };
        for (_, c) in Program::contributions(s) {
            self.contribution(c);
        }
        for x in s.base.iter().chain(&s.least).chain(&s.most) {
            self.x(*x);
        }
    }

    fn contribution(&mut self, c: &Contribution) {
        self.x(c.guard);
        self.x(c.x);
        self.row(c.row);
    }

    fn row(&mut self, row: RowNo) {
        for off in self.program.rows.get(row).into_iter().flat_map(|r| &r.off) {
            self.x(off.guard);
        }
    }
}
