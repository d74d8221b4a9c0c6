//! Questions whose answer is always the same.

use std::collections::{BTreeMap, HashMap};

use super::asked::Asked;
use super::guard::Guard;
use super::reader::Reader;
use crate::diag::{Code, Diagnostic};
use crate::graph::compile::Pass;
use crate::graph::ir::{Ex, Op, Reg, ThrowKind};

/// What a question turns out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// It may be answered either way, as far as can be seen.
    Open,
    /// It is never so.
    Never,
    /// It is always so.
    Always,
    /// Those before it leave nothing.
    Covered,
}

/// Reports conditions that can never hold or always do, and branches that those before leave nothing.
pub(super) fn check(pass: &Pass<'_>, reach: &[Vec<bool>]) -> Vec<Diagnostic> {
    let mut by_place: BTreeMap<(u32, u32, bool), Vec<&Asked>> = BTreeMap::new();
    for a in &pass.asked {
        by_place.entry((a.span.start, a.span.end, a.whole)).or_default().push(a);
    }
    let mut out: Vec<Diagnostic> = Vec::new();
    for list in by_place.values() {
        // a sentence is compiled once for each place it meets: it is only wrong if it is so everywhere
        let mut found = None;
        for asked in list {
            let mut reader = Reader::new(&pass.program, reach);
            reader.dice = asked.proc.map(|p| dice(pass, p)).unwrap_or_default();
            let now = verdict(pass, &mut reader, asked);
            found = match found {
                None => Some((now, why(&mut reader, asked))),
                Some((v, why)) if v == now => Some((v, why)),
                Some(_) => Some((Verdict::Open, None)),
            };
        }
        let (Some((verdict, why)), Some(asked)) = (found, list.first()) else { continue };
        if asked.whole && out.iter().any(|d| asked.span.start <= d.span.start && d.span.end <= asked.span.end) {
            continue;
        }
        out.extend(told(asked, verdict, why));
    }
    out
}

fn verdict(pass: &Pass<'_>, reader: &mut Reader<'_>, asked: &Asked) -> Verdict {
    let constant = pass.program.constant(asked.x).is_some();
    let alone = reader.guard(asked.x, Reg::MAX, true);
    if reader.laws.never(&alone) {
        return if constant { Verdict::Open } else { Verdict::Never };
    }
    let mut all = alone;
    for earlier in &asked.earlier {
        // one that a ruling has settled leaves more or less than is meant
        let (yes, no) = (reader.also(*earlier, true), reader.also(*earlier, false));
        if reader.laws.never(&yes) || reader.laws.never(&no) {
            return Verdict::Open;
        }
        all = all.and(&no);
    }
    if reader.laws.never(&all) {
        return Verdict::Covered;
    }
    let not = reader.guard(asked.x, Reg::MAX, false);
    let always = !constant && !asked.whole && asked.earlier.is_empty() && reader.laws.implies(&Guard::of(true), &not);
    if always { Verdict::Always } else { Verdict::Open }
}

/// What is known of the number that a comparison asks, in words.
fn why(reader: &mut Reader<'_>, asked: &Asked) -> Option<String> {
    let (low, high) = reader.known(asked.x)?;
    match (low, high) {
        (i64::MIN, h) => Some(format!("it is never more than {h}")),
        (l, i64::MAX) => Some(format!("it is never less than {l}")),
        (l, h) => Some(format!("it is always from {l} to {h}")),
    }
}

fn told(asked: &Asked, verdict: Verdict, why: Option<String>) -> Option<Diagnostic> {
    let d = match verdict {
        Verdict::Open => return None,
        Verdict::Never if asked.whole => Diagnostic::new(Code::Never, asked.span, "this rule can never apply here")
            .here("what it asks of who is concerned, and of the moment, cannot be true together")
            .help("ask for something that can come, or leave the line out"),
        Verdict::Never => Diagnostic::new(Code::Never, asked.span, "this can never hold")
            .here(why.unwrap_or_else(|| "its parts exclude each other".to_owned()))
            .help("ask for something that can come, or leave the line out"),
        Verdict::Always => Diagnostic::new(Code::Never, asked.span, "this always holds, so it decides nothing")
            .here(why.unwrap_or_else(|| "whatever happens, it is so".to_owned()))
            .help("ask for something that may fail, or leave the condition out"),
        Verdict::Covered => Diagnostic::new(Code::Unreachable, asked.span, "this is never come to")
            .here("what stands before it leaves nothing for it")
            .help("leave it out, or ask less before it"),
    };
    Some(d)
}

/// Registers of a procedure that hold dice and nothing else, with what they may show.
fn dice(pass: &Pass<'_>, proc: u16) -> HashMap<Reg, (i64, i64)> {
    let mut out: HashMap<Reg, Option<(i64, i64)>> = HashMap::new();
    let Some(p) = pass.program.procs.get(proc as usize) else { return HashMap::new() };
    // what is in the blanks is not ours to know
    let put = |out: &mut HashMap<Reg, Option<(i64, i64)>>, reg: Reg, what: Option<(i64, i64)>| {
        let known = match out.get(&reg) {
            None => what,
            Some(old) => old.zip(what).map(|((a, b), (c, d))| (a.min(c), b.max(d))),
        };
        out.insert(reg, known);
    };
    for reg in 0..p.roles {
        put(&mut out, reg, None);
    }
    for op in &p.code {
        match op {
            Op::Roll(id, reg) => {
                let plain = pass.program.throws.get(*id as usize).filter(|t| {
                    t.kind == ThrowKind::Sum
                        && t.more.is_empty()
                        && t.each.is_empty()
                        && t.keep.is_empty()
                        && t.base.is_none()
                        && t.naturals.is_empty()
                });
                let spread = plain.and_then(|t| {
                    let n = pass.program.constant(t.dice)?;
                    let (low, high) = (n, n.checked_mul(i64::from(t.sides))?);
                    Some(if t.halve { ((low + 1) / 2, (high + 1) / 2) } else { (low, high) })
                });
                put(&mut out, *reg, spread);
                // a check leaves its margin beside its result
                if pass.program.throws.get(*id as usize).is_none_or(|t| t.kind != ThrowKind::Sum) {
                    put(&mut out, reg.saturating_add(1), None);
                }
            }
            Op::Again(_, reg, _) => {
                put(&mut out, *reg, None);
                put(&mut out, reg.saturating_add(1), None);
            }
            Op::Left(_, _, to) => put(&mut out, *to, None),
            Op::Set(reg, x) => {
                let from = match pass.program.exs.get(*x as usize) {
                    Some(Ex::Reg(r)) => out.get(r).copied().flatten(),
                    _ => None,
                };
                put(&mut out, *reg, from);
            }
            Op::Call { proc, to, .. } => {
                put(&mut out, *to, None);
                if pass.program.proc_heads.get(*proc as usize).is_none_or(|h| h.word == "check") {
                    put(&mut out, to.saturating_add(1), None);
                }
            }
            Op::Choose { to, .. } => put(&mut out, *to, None),
            Op::Each { at, .. } => {
                put(&mut out, *at, None);
                put(&mut out, at.saturating_add(1), None);
            }
            Op::Next { var, .. } => put(&mut out, *var, None),
            Op::Move(_, reg) => {
                put(&mut out, *reg, None);
                put(&mut out, reg.saturating_add(1), None);
            }
            _ => {}
        }
    }
    out.into_iter().filter_map(|(r, b)| b.map(|b| (r, b))).collect()
}
