//! Whether the throw failed that is looked at where something is offered, as far as the position tells.
//!
//! What was thrown last is found in the code before the offer. Its result is still there: that of a throw of the same procedure
//! in its register, that of a check that was called as what the last procedure gave.

use std::collections::BTreeSet;

use super::script::names;
use crate::ir::{Op, ProcNo, Procedure, Program, Reg, ThrowKind, ThrowNo, next_of};
use crate::vm::{Decision, Game, Machine};

/// A throw that stands before an offer.
#[derive(Clone, Copy, PartialEq)]
enum Site {
    /// One of the same procedure, and the register of its result.
    Own(ThrowNo, Reg),
    /// One that is called.
    Called(ProcNo, ThrowKind),
    /// Something that may throw many.
    Many,
}

/// Whether the throw failed that was made last where a decision waits.
///
/// # Errors
/// Why that cannot be known, and what can be said instead.
pub(super) fn failed(game: Game<'_>, m: &Machine, d: &Decision) -> Result<bool, String> {
    let asked = names(game.program, d).into_iter().find(|n| !n.is_empty()).unwrap_or_default();
    known(game, m).map_err(|why| {
        format!("whether anything failed is not known where `{asked}` is offered, since {why}: answer `{asked} yes` or `{asked} no`")
    })
}

fn known(game: Game<'_>, m: &Machine) -> Result<bool, String> {
    let program = game.program;
    let frame = m.frames.last().ok_or("nothing is going on")?;
    let p = program.procs.get(frame.proc).ok_or("nothing is going on")?;
    let here = frame.at as usize;
    let (site, alone) = last(program, p, here).ok_or_else(|| format!("`{}` throws nothing before that", p.name))?;
    if !alone {
        return Err(format!("`{}` comes to it by several ways", p.name));
    }
    let regs = || m.regs.get(frame.base as usize..).unwrap_or(&[]);
    match site {
        Site::Own(throw, reg) => {
            let t = program.throws.get(throw).ok_or("nothing is thrown")?;
            let result = regs().get(usize::from(reg)).copied().unwrap_or(0);
            match (t.kind, p.passes) {
                (ThrowKind::Check, _) => Ok(result == 0),
                // further blanks are forgotten once the dice lie there
                (ThrowKind::Pool, Some(_)) if p.roles > 1 => Err(unneeded(&p.name)),
                (ThrowKind::Pool, Some(need)) => {
                    let need = game.ask(&m.world, frame.context).slot(need, &mut regs().to_vec());
                    Ok(result < need)
                }
                (kind, _) => Err(never_fails(&t.name, kind)),
            }
        }
        Site::Called(_, ThrowKind::Check) => Ok(m.result == 0),
        Site::Called(proc, kind) => {
            let called = program.procs.get(proc);
            let name = called.map_or("", |p| p.name.as_str());
            let counted = called.is_some_and(|p| p.passes.is_some());
            Err(if counted { unneeded(name) } else { never_fails(name, kind) })
        }
        Site::Many => Err(format!("what `{}` does before it may throw several times", p.name)),
    }
}

fn unneeded(name: &str) -> String {
    format!("the successes that `{name}` needs are not known there")
}

fn never_fails(name: &str, kind: ThrowKind) -> String {
    let what = if kind == ThrowKind::Pool { "counts successes, and does not fail as a whole" } else { "is a total, and never fails" };
    format!("`{name}` {what}")
}

/// The last throw before an instruction, and whether every way there comes by it and by no other after it.
fn last(program: &Program, p: &Procedure, here: usize) -> Option<(Site, bool)> {
    let before = || p.code.iter().enumerate().take(here);
    let mut sites = before().rev().filter_map(|(at, op)| site(program, op).map(|s| (at, s)));
    let (nearest, site) = sites.next()?;
    // a check that is thrown again is the same check
    let first = sites.take_while(|(_, s)| *s == site).last().map_or(nearest, |(at, _)| at);
    let past = |to: usize| first < to && to <= here;
    let jumps = |(at, op): (usize, &Op)| (at < first || at >= here) && next_of(op, at).into_iter().flatten().any(past);
    // what was called is told from what was called later only if nothing was
    let calls = |op: &Op| matches!(op, Op::Call { .. } | Op::Move(..));
    let later = matches!(site, Site::Called(..)) && before().skip(nearest + 1).any(|(_, op)| calls(op));
    Some((site, !later && !p.code.iter().enumerate().any(jumps)))
}

/// What an instruction throws.
fn site(program: &Program, op: &Op) -> Option<Site> {
    match op {
        Op::Roll(throw, reg) => Some(Site::Own(*throw, *reg)),
        Op::Take(_) => Some(Site::Many),
        Op::Call { proc, .. } => match chance(program, *proc) {
            Some(kind) => Some(Site::Called(*proc, kind)),
            None => throws(program, *proc).then_some(Site::Many),
        },
        _ => None,
    }
}

/// What a procedure throws that is there to throw.
fn chance(program: &Program, proc: ProcNo) -> Option<ThrowKind> {
    let code = &program.procs.get(proc).filter(|_| program.chances.contains(&proc))?.code;
    let thrown = code.iter().find_map(|op| if let Op::Roll(throw, _) = op { program.throws.get(*throw) } else { None });
    thrown.map(|t| t.kind)
}

/// Whether a procedure may throw anything, with all that it calls.
fn throws(program: &Program, from: ProcNo) -> bool {
    let (mut met, mut open) = (BTreeSet::from([from]), vec![from]);
    while let Some(p) = open.pop() {
        for op in program.procs.get(p).map_or(&[][..], |p| &p.code) {
            match op {
                Op::Roll(..) | Op::Take(_) => return true,
                Op::Call { proc, .. } if met.insert(*proc) => open.push(*proc),
                _ => {}
            }
        }
    }
    false
}
