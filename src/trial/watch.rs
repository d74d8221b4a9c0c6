//! Who listens while a test runs: what is not done, and what keeps it from being done.

use std::collections::HashSet;

use crate::ir::{ProcNo, Procedure, RowNo};
use crate::vm::{Ask, Event, Missed, Short, Trace};

/// What keeps something from being done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bar {
    /// Who does it has done it in this span already.
    Done(usize),
    /// It is used up.
    Used,
    /// It costs more than there is.
    Short(Short),
    /// The formation cannot be taken up.
    Form,
    /// This line forbids it, or is a need that does not hold.
    Line(RowNo),
    /// Nobody may choose this for it.
    Aim(i64),
}

/// Something that is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Barred {
    pub proc: ProcNo,
    pub args: Vec<i64>,
    pub bar: Bar,
}

impl Barred {
    /// Whether somebody would do it to himself, and cannot.
    pub fn at_itself(&self) -> bool {
        matches!(self.bar, Bar::Aim(target) if self.args.first() == Some(&target))
    }
}

/// So much of what is missed is remembered.
const MOST: usize = 10_000;

/// What was heard.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// The first thing that the test itself says and that is not done.
    pub barred: Option<Barred>,
    /// The first that the rules say and that is not done.
    pub below: Option<Barred>,
    /// What was passed over.
    pub missed: Vec<Missed>,
    /// What was done.
    pub called: HashSet<ProcNo>,
}

impl Trace for Watch {
    const ON: bool = true;

    fn event(&mut self, _: impl FnOnce() -> Event) {}

    fn missed(&mut self, what: impl FnOnce() -> Missed) {
        if self.missed.len() < MOST {
            self.missed.push(what());
        }
    }

    fn calls(&mut self, ask: Ask<'_>, proc: ProcNo, args: &[i64], depth: usize) {
        self.called.insert(proc);
        let own = depth == 1;
        let heard = if own { &mut self.barred } else { &mut self.below };
        if heard.is_none() {
            // what rules do is done whatever it costs, and to whomever they say
            let bar = if own { bar(&ask, proc, args) } else { ask.shut_gate(proc, &mut filled(args)).map(Bar::Line) };
            *heard = bar.map(|bar| Barred { proc, args: args.to_vec(), bar });
        }
    }
}

/// What keeps a player from doing something, if anything does.
fn bar(ask: &Ask<'_>, proc: ProcNo, args: &[i64]) -> Option<Bar> {
    let p = ask.program.procs.get(proc)?;
    let regs = || filled(args);
    // whom nobody may name is no answer, whatever else forbids it
    if args.first() == args.get(1)
        && let Some(aim) = beside(ask, p, regs())
    {
        return Some(aim);
    }
    if let Some(row) = ask.shut_gate(proc, &mut regs()) {
        return Some(Bar::Line(row));
    }
    if ask.why_not(proc, &mut regs()).is_some() {
        let who = args.first().copied().unwrap_or(0);
        let span = ask.program.once_per.filter(|span| p.did.get(*span).copied().flatten().is_some_and(|s| ask.world.has(who, s)));
        if let Some(span) = span {
            return Some(Bar::Done(span));
        }
        if p.limits.iter().any(|(x, state)| ask.world.has(ask.x(*x, &mut regs()), *state)) {
            return Some(Bar::Used);
        }
        let short = p.costs.iter().find_map(|(count, of, amount)| {
            let (who, wants) = (ask.x(*of, &mut regs()), ask.x(*amount, &mut regs()));
            let has = ask.world.cell(ask.cast, who, *count);
            (has < wants).then_some(Short { who, count: *count, has, wants })
        });
        return Some(short.map_or(Bar::Form, Bar::Short));
    }
    beside(ask, p, regs())
}

/// That somebody is none of those whom a player may name.
fn beside(ask: &Ask<'_>, p: &Procedure, mut regs: [i64; 64]) -> Option<Bar> {
    let target = std::mem::take(regs.get_mut(1)?);
    let mut found = false;
    ask.each(p.aim?, &mut regs, &mut |_, _, e| {
        found = e == target;
        !found
    });
    (!found).then_some(Bar::Aim(target))
}

/// Registers that begin with these.
pub(super) fn filled(args: &[i64]) -> [i64; 64] {
    let mut regs = [0i64; 64];
    for (r, a) in regs.iter_mut().zip(args) {
        *r = *a;
    }
    regs
}
