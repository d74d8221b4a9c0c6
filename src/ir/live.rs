//! Which registers are read again: positions that differ in no others go on alike.

use super::Program;
use super::id::{PickNo, ProcNo, ThrowNo, X};
use super::reads::{Footprints, Reads};
use super::{Choosing, Id, List, Offering, Op, Pick, Procedure, Reg, Taking, ThrowKind};

/// Registers as bits. Those beyond are taken for read.
const TOLD_APART: u16 = 64;
/// Of an instruction that is not looked into.
const ALL: u64 = u64::MAX;
/// Passes over a procedure until nothing new is read: as deep as its loops stand in each other, and some.
const PASSES: usize = 40;

/// For each procedure, the registers that are read at an instruction or after it.
#[derive(Clone, Debug, Default)]
pub struct Live {
    procs: List<ProcNo, Vec<u64>>,
}

impl Live {
    /// Works out what is read after each instruction, backwards (Aho, Sethi and Ullman, live variables).
    #[must_use]
    pub fn of(program: &Program, reads: &Footprints) -> Self {
        Self { procs: program.procs.all().iter().map(|p| before(program, reads, p)).collect() }
    }

    /// What is read from where a call goes on, but for the register of its result.
    #[must_use]
    pub fn behind_call(&self, proc: ProcNo, on: u32, to: Reg) -> u64 {
        self.at(proc, on) & !bit(to)
    }

    /// What is read behind a throw at an instruction, but for what it writes.
    #[must_use]
    pub fn behind_throw(&self, program: &Program, proc: ProcNo, at: u32, (id, reg): (ThrowNo, Reg)) -> u64 {
        self.at(proc, at + 1) & !written_by_throw(program, id, reg)
    }

    /// What is read at an instruction or after it; all if it is not known.
    fn at(&self, proc: ProcNo, at: u32) -> u64 {
        self.procs.get(proc).and_then(|p| p.get(at as usize)).copied().unwrap_or(ALL)
    }
}

/// The registers that a throw writes.
fn written_by_throw(program: &Program, id: ThrowNo, reg: Reg) -> u64 {
    let Some(t) = program.throws.get(id) else { return 0 };
    let margin = if t.kind == ThrowKind::Sum { 0 } else { bit(reg.saturating_add(1)) };
    let lying = if t.seen { (2..6).fold(0, |all, n| all | bit(reg.saturating_add(n))) } else { 0 };
    bit(reg) | margin | lying
}

fn bit(reg: Reg) -> u64 {
    if u16::from(reg) < TOLD_APART { 1 << reg } else { 0 }
}

fn before(program: &Program, reads: &Footprints, p: &Procedure) -> Vec<u64> {
    let work = Work { program, reads };
    let reads: Vec<u64> = p.code.iter().map(|op| work.read_by(op)).collect();
    // nothing is read where a procedure has ended
    let mut live = vec![0; p.code.len() + 1];
    for _ in 0..PASSES {
        let mut changed = false;
        for (at, (op, read)) in p.code.iter().zip(&reads).enumerate().rev() {
            let after = next_of(op, at).into_iter().flatten().fold(0, |all, to| all | live.get(to).copied().unwrap_or(ALL));
            let now = read | after & !work.written_by(op);
            if let Some(slot) = live.get_mut(at) {
                changed |= *slot != now;
                *slot = now;
            }
        }
        if !changed {
            return live;
        }
    }
    vec![ALL; p.code.len() + 1]
}

/// Where an instruction may go on.
#[must_use]
pub fn next_of(op: &Op, at: usize) -> [Option<usize>; 2] {
    let on = Some(at + 1);
    match op {
        Op::Give(_) | Op::GiveBoth(..) => [None, None],
        Op::Jump(to) => [Some(*to as usize), None],
        Op::Unless(_, to)
        | Op::Next { exit: to, .. }
        | Op::Choose(Choosing { none: to, .. })
        | Op::Offer(Offering { no: to, .. })
        | Op::Take(Taking { exit: to, .. }) => [on, Some(*to as usize)],
        _ => [on, None],
    }
}

struct Work<'a> {
    program: &'a Program,
    reads: &'a Footprints,
}

impl Work<'_> {
    fn x(&self, x: X) -> u64 {
        self.reads.exs.get(x).map_or(ALL, |r| r.regs)
    }

    fn all<'x>(&self, xs: impl IntoIterator<Item = &'x X>) -> u64 {
        xs.into_iter().fold(0, |all, x| all | self.x(*x))
    }

    fn of<I: Id>(list: &List<I, Reads>, at: I) -> u64 {
        list.get(at).map_or(ALL, |r| r.regs)
    }

    /// What an instruction reads of the registers of its own run.
    fn read_by(&self, op: &Op) -> u64 {
        match op {
            Op::Set(_, x)
            | Op::Unless(x, _)
            | Op::Give(x)
            | Op::Gain(x, _)
            | Op::Lose(x, _)
            | Op::Remove(x)
            | Op::Withdraw(x)
            | Op::Win(x) => self.x(*x),
            Op::Become(a, b) | Op::Store(a, _, b) | Op::Add(a, _, b) | Op::GiveBoth(a, b) => self.all([a, b]),
            Op::Offer(Offering { by, who, .. }) => self.all([by, who]),
            Op::Call { args, .. } => self.program.lists.get(*args).map_or(ALL, |list| self.all(list)),
            Op::Roll(id, _) => Self::of(&self.reads.throws, *id),
            Op::Each { sel, order, .. } => Self::of(&self.reads.sels, *sel) | self.all(order.iter().map(|(x, _)| x)),
            Op::Next { at, .. } => bit(*at) | bit(at.saturating_add(1)),
            Op::Order { by, at } => self.x(*by) | bit(*at) | bit(at.saturating_add(1)),
            Op::Choose(Choosing { pick, by, .. }) => self.x(*by) | self.pick(*pick),
            Op::Show(first, second, ..) => bit(*first) | bit(*second),
            Op::Did(p) => bit(0) | self.program.procs.get(*p).map_or(ALL, |p| self.all(p.limits.iter().map(|(x, _)| x))),
            Op::Result(_, reg) => bit(*reg),
            Op::Jump(_) | Op::Tag(..) | Op::Step(_) | Op::Note(_) | Op::Anew(_) | Op::Stop(_) | Op::Clear(_) | Op::End => 0,
            _ => ALL,
        }
    }

    fn pick(&self, pick: PickNo) -> u64 {
        match self.program.picks.get(pick) {
            Some(Pick::Thing { of, .. }) => Self::of(&self.reads.sels, *of),
            Some(Pick::Number(a, b)) => self.all([a, b]),
            Some(Pick::Names(names) | Pick::Forms(names)) => self.all(names),
            Some(Pick::Rules(rules)) => self.all(rules.iter().map(|(_, x)| x)),
            _ => ALL,
        }
    }

    /// What an instruction writes wherever it goes on. Those that a question leaves behind are not counted: they may be
    /// read.
    fn written_by(&self, op: &Op) -> u64 {
        match op {
            Op::Set(reg, _) | Op::Call { to: reg, .. } => bit(*reg),
            Op::Roll(id, reg) => written_by_throw(self.program, *id, *reg),
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Registers beyond those that are told apart are no others.
    #[test]
    fn a_result_takes_only_its_own_register() {
        let live = Live { procs: vec![vec![ALL; 2]].into() };
        assert_eq!(live.behind_call(ProcNo(0), 0, 6), ALL & !(1 << 6));
        assert_eq!(live.behind_call(ProcNo(0), 0, 70), ALL);
    }
}
