//! Contributions that may meet and do not commute.

use super::compile::Pass;
use super::ir::{Bin, Contribution, Ex, X};
use super::splice::{Splice, Spliced};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::Rule;

/// Reports unequal `=` on one value, and two `instead of` on one step, that nothing keeps apart.
pub(super) fn check(pass: &mut Pass<'_>) {
    let mut found = Vec::new();
    for slot in &pass.program.slots {
        for (i, a) in slot.sets.iter().enumerate() {
            for b in slot.sets.iter().skip(i + 1) {
                if pass.program.constant(a.x).is_some() && pass.program.constant(a.x) == pass.program.constant(b.x) {
                    continue;
                }
                if settled(pass, a, b) || apart(pass, a.guard, b.guard) {
                    continue;
                }
                found.push(clash(pass, a, b, &slot.name));
            }
        }
    }
    let mut places: Vec<_> = pass.splices.iter().map(|(k, v)| (k.clone(), v.clone())).collect();
    places.sort_by(|a, b| a.0.cmp(&b.0));
    for ((proc, step), list) in places {
        let instead: Vec<_> = list.iter().filter(|s| s.at == Splice::Instead).collect();
        for (i, a) in instead.iter().enumerate() {
            for b in instead.iter().skip(i + 1) {
                let name = pass.program.procs.get(proc as usize).map_or(String::new(), |p| p.name.clone());
                let place = if step.is_empty() { name } else { format!("{name}.{step}") };
                let over = |s: &Spliced<'_>| s.attach.has(Rule::over);
                if over(a) || over(b) {
                    continue;
                }
                let at = |s: &Spliced<'_>| Span { start: s.attach.span.start, end: s.pattern.span.end };
                let d =
                    Diagnostic::new(Code::Conflict, at(a), format!("two rules take the place of `{place}`, and nothing keeps them apart"))
                        .here("may replace it")
                        .label(at(b), "may replace it too")
                        .help(one_over_other(pass, a.row, b.row));
                found.push(d);
            }
        }
    }
    pass.found.extend(found);
}

/// Two `=` that may meet.
fn clash(pass: &Pass<'_>, a: &Contribution, b: &Contribution, value: &str) -> Diagnostic {
    let at = |c: &Contribution| {
        pass.sets_at.get(&c.x).copied().or_else(|| pass.program.rows.get(c.row as usize).map(|r| r.span)).unwrap_or_default()
    };
    let says = |c: &Contribution| {
        let text = pass.files.slice(at(c)).trim_start_matches('=').trim();
        format!("`{}` sets it to {text}", row_name(pass, c.row))
    };
    Diagnostic::new(Code::Conflict, at(a), format!("two rules set `{value}` and may meet"))
        .here(says(a))
        .label(at(b), says(b))
        .help(one_over_other(pass, a.row, b.row))
}

fn row_name(pass: &Pass<'_>, row: u16) -> String {
    pass.program.rows.get(row as usize).map_or(String::new(), |r| r.name.clone())
}

/// Only what belongs to a rule has a colon to write `over` before.
fn one_over_other(pass: &Pass<'_>, a: u16, b: u16) -> String {
    let of_rule = |row: u16| pass.program.rows.get(row as usize).is_some_and(|r| r.rule.is_some());
    let (here, there) = (row_name(pass, a), row_name(pass, b));
    match (of_rule(a), of_rule(b)) {
        (true, true) => format!("write `over {there}` before the colon here, or `over {here}` there"),
        (true, false) => format!("write `over {there}` before the colon here"),
        (false, true) => format!("write `over {here}` before the colon there"),
        (false, false) => "end one of them with `when`, so that they do not meet".to_owned(),
    }
}

/// Whether one of two rows switches the other off.
fn settled(pass: &Pass<'_>, a: &Contribution, b: &Contribution) -> bool {
    let off =
        |x: &Contribution, y: &Contribution| pass.program.rows.get(x.row as usize).is_some_and(|r| r.off.iter().any(|o| o.row == y.row));
    off(a, b) || off(b, a)
}

/// Whether two guards exclude each other, as far as can be seen: one asks a state that the other denies,
/// or both ask for different states of one set of formations or exclusive tags.
fn apart(pass: &Pass<'_>, a: X, b: X) -> bool {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    atoms(pass, a, true, &mut left);
    atoms(pass, b, true, &mut right);
    left.iter().any(|l| right.iter().any(|r| excludes(pass, l, r)))
}

/// What a guard asks, where that can be compared with what another asks.
enum Atom {
    /// A state of a thing that must, or must not, hold.
    State { of: Ex, state: u16, yes: bool },
    /// Something that must be this constant.
    Is { what: Ex, value: i64 },
}

fn atoms(pass: &Pass<'_>, x: X, yes: bool, out: &mut Vec<Atom>) {
    match pass.program.exs.get(x as usize) {
        Some(Ex::Two(Bin::And, a, b)) if yes => {
            atoms(pass, *a, true, out);
            atoms(pass, *b, true, out);
        }
        Some(Ex::Not(a)) => atoms(pass, *a, !yes, out),
        Some(Ex::Bit { of, state }) => {
            if let Some(of) = pass.program.exs.get(*of as usize) {
                out.push(Atom::State { of: *of, state: *state, yes });
            }
        }
        Some(Ex::Two(Bin::Eq, a, b)) if yes => {
            if let (Some(what), Some(value)) = (pass.program.exs.get(*a as usize), pass.program.constant(*b)) {
                out.push(Atom::Is { what: *what, value });
            }
        }
        _ => {}
    }
}

fn excludes(pass: &Pass<'_>, a: &Atom, b: &Atom) -> bool {
    match (a, b) {
        (Atom::Is { what: x, value: m }, Atom::Is { what: y, value: n }) => x == y && m != n,
        (Atom::State { of: x, state: s, yes: p }, Atom::State { of: y, state: t, yes: q }) => {
            x == y && if s == t { p != q } else { *p && *q && pass.is_formation(*s) && pass.is_formation(*t) }
        }
        _ => false,
    }
}
