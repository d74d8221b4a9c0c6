//! For how long what rules note is kept: for good, for a turn, or only while a rule is carried out.
//!
//! Nobody says of a marker or count that it is scratch: that follows from what the program does with it.
//! - A marker is scratch if it ends with a procedure or with somebody's go, or if whatever sets it surely takes it off
//!   before it is done: in the code of the procedure that sets it, or of each that calls this, as far as the action taken.
//! - A count is scratch if it holds no number, if only a computer player looks at it, or if it has neither a start nor a measure
//!   of its own and does not outlive what adds to it: nothing adds to it, or what leads there begins it anew before, or surely
//!   or for all things after.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{CountNo, Ex, Key, KindBase, List, Measure, Op, ProcNo, Procedure, Program, StateKind, StateNo, Type, Until, X, next_of};

/// For how long something is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Keep {
    /// While a rule is carried out.
    Scratch,
    /// For a turn or a phase, or until it is spent.
    Passing,
    /// Until something takes it away.
    Lasting,
}

/// For how long each marker and count of a program is kept.
#[derive(Clone, Debug)]
pub struct Keeps {
    states: List<StateNo, Keep>,
    counts: List<CountNo, Keep>,
}

impl Keeps {
    /// Reads it off the program.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let work = Work::of(program);
        Self {
            states: program.book.states.ids().map(|s| work.state(s)).collect(),
            counts: program.book.counts.ids().map(|c| work.count(c)).collect(),
        }
    }

    /// Of a state.
    #[must_use]
    pub fn state(&self, state: StateNo) -> Keep {
        self.states.get(state).copied().unwrap_or(Keep::Scratch)
    }

    /// Of a count.
    #[must_use]
    pub fn count(&self, count: CountNo) -> Keep {
        self.counts.get(count).copied().unwrap_or(Keep::Scratch)
    }
}

/// An instruction: of which procedure, and where.
type Site = (ProcNo, usize);

/// How deep calls are looked into.
const DEEP: u8 = 3;

/// What is looked for round an instruction.
struct Frame<'a> {
    /// What is surely done behind it.
    ends: &'a dyn Fn(&Op) -> bool,
    /// Or what is done before it.
    begins: Option<&'a dyn Fn(&Op) -> bool>,
    /// Whether on every way that leads to it.
    all: bool,
}

struct Work<'p> {
    program: &'p Program,
    /// Who calls each procedure.
    callers: List<ProcNo, Vec<Site>>,
}

impl<'p> Work<'p> {
    fn of(program: &'p Program) -> Self {
        let mut callers: List<ProcNo, Vec<Site>> = program.procs.iter().map(|_| Vec::new()).collect();
        for (from, p) in program.procs.iter() {
            for (at, op) in p.code.iter().enumerate() {
                if let Op::Call { proc, .. } = op {
                    if let Some(list) = callers.get_mut(*proc) {
                        list.push((from, at));
                    }
                }
            }
        }
        Self { program, callers }
    }

    fn sites(&self, hit: impl Fn(&Op) -> bool) -> Vec<Site> {
        let of = |(n, p): (ProcNo, &Procedure)| -> Vec<Site> {
            p.code.iter().enumerate().filter(|(_, op)| hit(op)).map(|(at, _)| (n, at)).collect()
        };
        self.program.procs.iter().flat_map(of).collect()
    }

    fn state(&self, n: StateNo) -> Keep {
        let Some(state) = self.program.book.states.get(n).filter(|s| s.kind.told()) else { return Keep::Scratch };
        if state.kind != StateKind::Marker || self.program.hands.contains(&n) {
            return Keep::Lasting;
        }
        if self.program.procs.iter().any(|(_, p)| p.clears.contains(&n)) || self.ends_with_a_go(&state.until) {
            return Keep::Scratch;
        }
        let set = self.sites(|op| matches!(op, Op::Gain(_, s) if *s == n));
        let off = |op: &Op| matches!(op, Op::Lose(_, s) | Op::Clear(s) if *s == n);
        if !set.is_empty()
            && set.iter().all(|site| self.framed(*site, &Frame { ends: &off, begins: None, all: true }, &mut BTreeSet::new()))
        {
            return Keep::Scratch;
        }
        let passes = state.until != Until::Stays || self.program.procs.iter().any(|(_, p)| p.nexts.iter().any(|next| next.state == n));
        if passes { Keep::Passing } else { Keep::Lasting }
    }

    fn count(&self, n: CountNo) -> Keep {
        let Some(Type::Number(measure)) = self.program.book.counts.get(n).map(|c| &c.holds) else { return Keep::Scratch };
        if self.program.procs.iter().any(|(_, p)| p.costs.iter().any(|(c, ..)| *c == n)) {
            return Keep::Passing;
        }
        if self.is_for_the_computer(n) {
            return Keep::Scratch;
        }
        if matches!(measure, Measure::Named(_)) || self.program.starts.get(n).is_some_and(Option::is_some) {
            return Keep::Lasting;
        }
        let anew = |op: &Op| matches!(op, Op::Store(_, c, x) if *c == n && !self.reads(*x, n));
        let adds = |op: &Op| match op {
            Op::Add(_, c, _) => *c == n,
            Op::Store(_, c, x) => *c == n && self.reads(*x, n),
            _ => false,
        };
        let set = self.sites(adds);
        let within =
            set.iter().all(|site| self.framed(*site, &Frame { ends: &anew, begins: Some(&anew), all: false }, &mut BTreeSet::new()));
        if within { Keep::Scratch } else { Keep::Lasting }
    }

    /// Whether nothing asks for a count but what a computer player values.
    fn is_for_the_computer(&self, count: CountNo) -> bool {
        let Some(valued) = self.program.standing.and_then(|s| self.program.slots.get(s)) else { return false };
        let mut asked = BTreeSet::new();
        let mut todo: Vec<X> = valued.base.into_iter().collect();
        while let Some(x) = todo.pop() {
            if asked.insert(x) {
                todo.extend(self.program.exs.get(x).map_or_else(Vec::new, |ex| ex.parts().kids));
            }
        }
        let reads = |ex: &Ex| matches!(ex, Ex::Cell { count: c, .. } if *c == count);
        let mut reading = self.program.exs.iter().filter(|(_, ex)| reads(ex)).map(|(x, _)| x).peekable();
        reading.peek().is_some() && reading.all(|x| asked.contains(&x))
    }

    /// Whether an expression reads a count, other than through a value.
    fn reads(&self, x: X, count: CountNo) -> bool {
        match self.program.exs.get(x) {
            Some(Ex::Cell { count: c, .. }) if *c == count => true,
            Some(ex) => ex.parts().kids.iter().any(|x| self.reads(*x, count)),
            None => false,
        }
    }

    /// Whether a state ends with a phase that is somebody's.
    fn ends_with_a_go(&self, until: &Until) -> bool {
        let Until::Phase(key) = until else { return false };
        let mut named = self.program.procs.all().iter().filter(|p| p.phase && Key::new(&p.name) == *key);
        named.any(|p| p.roles > 0)
    }

    /// Whether there is such a frame round an instruction, in whatever leads to it.
    fn framed(&self, site: Site, frame: &Frame<'_>, seen: &mut BTreeSet<Site>) -> bool {
        // a circle adds no way in
        if !seen.insert(site) {
            return frame.all;
        }
        let (n, at) = site;
        let Some(p) = self.program.procs.get(n) else { return false };
        if p.phase || Some(n) == self.program.turn {
            return false;
        }
        let behind = || on_from(&p.code, at).iter().all(|to| self.surely(&p.code, *to, frame.ends, &mut BTreeMap::new(), DEEP));
        let ahead = || {
            let mut sites = p.code.iter().enumerate().filter(|(_, op)| frame.begins.is_some_and(|begins| begins(op)));
            sites.any(|(to, _)| leads(&p.code, to, at) || sweeps(&p.code, to, at) && leads(&p.code, at, to))
        };
        if behind() || ahead() {
            return true;
        }
        let taken = self.program.book.kind(&p.word).is_some_and(|k| self.program.book.is(k, KindBase::Action));
        let callers = self.callers.get(n).map_or(&[][..], Vec::as_slice);
        if taken || callers.is_empty() {
            return false;
        }
        let mut round = callers.iter().map(|c| self.framed(*c, frame, seen));
        if frame.all { round.all(|is| is) } else { round.any(|is| is) }
    }

    /// Whether from here on such an instruction is come by on every way, also in what is called; a loop is gone round once.
    fn surely(&self, code: &[Op], at: usize, hit: &dyn Fn(&Op) -> bool, known: &mut BTreeMap<usize, bool>, deep: u8) -> bool {
        let Some(op) = code.get(at) else { return false };
        if let Some(known) = known.get(&at) {
            return *known;
        }
        let called = || match op {
            Op::Call { proc, .. } if deep > 0 => {
                self.program.procs.get(*proc).is_some_and(|p| self.surely(&p.code, 0, hit, &mut BTreeMap::new(), deep - 1))
            }
            _ => false,
        };
        let ways = if let Op::Next { .. } = op { vec![at + 1] } else { on_from(code, at) };
        let is = hit(op) || called() || !ways.is_empty() && ways.iter().all(|to| self.surely(code, *to, hit, known, deep));
        known.insert(at, is);
        is
    }
}

/// Whether one instruction comes behind another, loops gone round once at most.
fn leads(code: &[Op], from: usize, to: usize) -> bool {
    let mut seen = BTreeSet::new();
    let mut todo = on_from(code, from);
    while let Some(now) = todo.pop() {
        if now == to {
            return true;
        }
        if seen.insert(now) {
            todo.extend(on_from(code, now));
        }
    }
    false
}

/// Whether an instruction is done for each of many, and another is not.
fn sweeps(code: &[Op], sweep: usize, other: usize) -> bool {
    let loops =
        code.iter().enumerate().filter_map(|(head, op)| if let Op::Next { exit, .. } = op { Some(head..*exit as usize) } else { None });
    loops.into_iter().any(|round| round.contains(&sweep) && !round.contains(&other))
}

/// Where an instruction goes on, from the end of a loop behind it.
fn on_from(code: &[Op], at: usize) -> Vec<usize> {
    let Some(op) = code.get(at) else { return Vec::new() };
    let ends = |head: usize| {
        let round = code.get(head..at).unwrap_or(&[]);
        round.iter().enumerate().find_map(|(i, op)| next_of(op, head + i).into_iter().flatten().find(|to| *to > at))
    };
    next_of(op, at).into_iter().flatten().filter_map(|to| if to > at { Some(to) } else { ends(to) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Reg;

    const SET: Op = Op::Gain(X(0), StateNo(0));
    const OFF: Op = Op::Lose(X(0), StateNo(0));

    fn taken_off(code: Vec<Op>) -> bool {
        let at = code.iter().position(|op| *op == SET).unwrap();
        let mut program = Program::default();
        program.procs.push(Procedure { code, ..Procedure::default() });
        let ends = |op: &Op| *op == OFF;
        let frame = Frame { ends: &ends, begins: None, all: true };
        Work::of(&program).framed((ProcNo(0), at), &frame, &mut BTreeSet::new())
    }

    #[test]
    fn what_is_taken_off_behind_its_loop_is_scratch() {
        let each = |exit: u32| Op::Next { var: 1 as Reg, at: 2, exit };
        assert!(taken_off(vec![each(3), SET, Op::Jump(0), each(6), OFF, Op::Jump(3), Op::End]));
        // the one before it in the same loop is of another round
        assert!(!taken_off(vec![each(4), OFF, SET, Op::Jump(0), Op::End]));
        assert!(!taken_off(vec![OFF, SET]));
        assert!(!taken_off(vec![SET, Op::Jump(3), OFF, Op::End]));
        // it may stay
        assert!(!taken_off(vec![SET, Op::Unless(X(0), 3), OFF, Op::End]));
    }
}
