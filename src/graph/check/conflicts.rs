//! Contributions that may meet and do not commute.

use super::reader::Reader;
use crate::diag::{Code, Diagnostic};
use crate::graph::compile::Pass;
use crate::graph::ir::{Contribution, Natural, Reg, X};
use crate::graph::splice::{Splice, Trigger};
use crate::source::{FileId, Span};
use crate::syntax::{Declaration, Rule};

/// Reports two `=` on one value, two needs, two results of one face or two worths of a hit on one throw, and two
/// `instead of` on one step, that nothing keeps apart. A `forbid` is a veto: any number of them may meet.
pub(super) fn check(pass: &Pass<'_>, reach: &[Vec<bool>], declarations: &[Declaration]) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let own = Own::of(pass, declarations);
    for slot in &pass.program.slots {
        let both = format!("set `{}`", slot.name);
        // what a pack says is told once, with all that it meets in its parents
        let mut met: Vec<(&Contribution, Vec<&Contribution>)> = Vec::new();
        for (a, b) in pairs(&slot.sets).filter(|(a, b)| may_meet(pass, reach, a, b, slot.roles)) {
            let (a, b, inherited) = own.first(pass, a, b);
            match met.iter_mut().find(|(c, _)| inherited && std::ptr::eq(*c, a)) {
                Some((_, others)) => others.push(b),
                None if inherited => met.push((a, vec![b])),
                None => out.push(clash(pass, (a, &[b]), inherited, &both, ("sets it to", "="))),
            }
        }
        out.extend(met.iter().map(|(a, others)| clash(pass, (a, others), true, &both, ("sets it to", "="))));
    }
    for throw in &pass.program.throws {
        // what a throw hears of has registers of its own already: none is shared by accident
        for (a, b) in pairs(&throw.needs) {
            if may_meet(pass, reach, a, b, Reg::MAX) {
                let (a, b, inherited) = own.first(pass, a, b);
                out.push(clash(pass, (a, &[b]), inherited, &format!("say what `{}` needs", throw.name), ("says", "need")));
            }
        }
        for (i, (face, what, a)) in throw.naturals.iter().enumerate() {
            for (other, that, b) in throw.naturals.iter().skip(i + 1) {
                if face == other && what != that && may_meet(pass, reach, a, b, Reg::MAX) {
                    out.push(two_results(pass, &throw.name, (*face, *what, a), (*that, b)));
                }
            }
        }
    }
    for (name, hits) in &pass.throwing.multiplied {
        for (a, b) in pairs(hits) {
            if !settled(pass, a.row, b.row) && !apart(pass, reach, a.guard, b.guard, Reg::MAX) {
                out.push(two_measures(pass, name, a, b));
            }
        }
    }
    let instead: Vec<&Trigger<'_>> = pass.splicing.triggers.iter().filter(|t| t.at == Splice::Instead).collect();
    for (i, a) in instead.iter().enumerate() {
        for b in instead.iter().skip(i + 1).filter(|b| b.proc == a.proc && place(pass, a) == place(pass, b)) {
            if settled(pass, a.row, b.row) || apart(pass, reach, a.guard, b.guard, a.own.min(b.own)) {
                continue;
            }
            let what = place(pass, a);
            let d =
                Diagnostic::new(Code::Conflict, words(a), format!("two rules take the place of `{what}`, and nothing keeps them apart"))
                    .here("may replace it")
                    .label(words(b), "may replace it too")
                    .help(one_over_other(pass, a.row, b.row));
            out.push(d);
        }
    }
    out
}

fn pairs(list: &[Contribution]) -> impl Iterator<Item = (&Contribution, &Contribution)> {
    list.iter().enumerate().flat_map(|(i, a)| list.iter().skip(i + 1).map(move |b| (a, b)))
}

/// The step that a rule's statements stand at, as written.
pub(super) fn place(pass: &Pass<'_>, t: &Trigger<'_>) -> String {
    let name = pass.program.procs.get(t.proc as usize).map_or(String::new(), |p| p.name.clone());
    if t.step.is_empty() { name } else { format!("{name}.{}", t.step) }
}

/// From where it meets the game to the end of the place it meets.
pub(super) fn words(t: &Trigger<'_>) -> Span {
    Span { start: t.attach.span.start.min(t.pattern.span.start), end: t.pattern.span.end }
}

fn may_meet(pass: &Pass<'_>, reach: &[Vec<bool>], a: &Contribution, b: &Contribution, floor: Reg) -> bool {
    let constant = |c: &Contribution| pass.program.constant(c.x);
    if constant(a).is_some() && constant(a) == constant(b) && a.x != 0 {
        return false;
    }
    if settled(pass, a.row, b.row) {
        return false;
    }
    let same = a.x != 0 && Reader::new(&pass.program, reach).same(a.x, b.x, floor);
    !same && !apart(pass, reach, a.guard, b.guard, floor)
}

/// Whether two guards exclude each other.
pub(super) fn apart(pass: &Pass<'_>, reach: &[Vec<bool>], a: X, b: X, floor: Reg) -> bool {
    let mut reader = Reader::new(&pass.program, reach);
    let (a, b) = (reader.guard(a, floor, true), reader.guard(b, floor, true));
    reader.laws.apart(&a, &b)
}

fn at(pass: &Pass<'_>, c: &Contribution) -> Span {
    pass.rows.sets.get(&c.x).copied().or_else(|| pass.program.rows.get(c.row as usize).map(|r| r.span)).unwrap_or_default()
}

/// Two that may meet: what both do, and the verb and the word before what each says.
fn clash(
    pass: &Pass<'_>,
    (a, others): (&Contribution, &[&Contribution]),
    inherited: bool,
    both: &str,
    (verb, word): (&str, &str),
) -> Diagnostic {
    let says = |c: &Contribution| {
        let text = pass.files.slice(at(pass, c)).trim_start_matches(word).trim();
        if word == "=" { format!("`{}` {verb} {text}", row_name(pass, c.row)) } else { format!("so {verb} `{}`", row_name(pass, c.row)) }
    };
    let how_many = if others.len() == 1 { "two" } else { "several" };
    let mut d = Diagnostic::new(Code::Conflict, at(pass, a), format!("{how_many} rules {both} and may meet")).here(says(a));
    for b in others {
        d = d.label(at(pass, b), says(b));
    }
    d.help(match others {
        [b] if !inherited => one_over_other(pass, a.row, b.row),
        _ => one_over_all(pass, a.row, others),
    })
}

/// The rules of a pack itself, as against those that it inherits.
struct Own {
    /// The file that says `pack`, and the folder if it speaks for all of one.
    head: Option<(FileId, Option<String>)>,
}

impl Own {
    fn of(pass: &Pass<'_>, declarations: &[Declaration]) -> Self {
        let span = declarations.iter().find(|d| d.head.rule == Rule::pack_d).map(|d| d.head.span);
        let head = span.and_then(|s| pass.files.file_of(s));
        let folder = |id| pass.files.name(id).strip_suffix("pack.grog").filter(|f| f.ends_with('/')).map(str::to_owned);
        Self { head: head.map(|id| (id, folder(id))) }
    }

    fn is(&self, pass: &Pass<'_>, c: &Contribution) -> bool {
        let Some(file) = pass.files.file_of(at(pass, c)) else { return false };
        self.head.as_ref().is_some_and(|(id, folder)| match folder {
            Some(folder) => pass.files.name(file).starts_with(folder.as_str()),
            None => file == *id,
        })
    }

    /// The pack's own before what it meets in a parent, and whether they are such.
    fn first<'c>(&self, pass: &Pass<'_>, a: &'c Contribution, b: &'c Contribution) -> (&'c Contribution, &'c Contribution, bool) {
        match (self.is(pass, a), self.is(pass, b)) {
            (false, true) => (b, a, true),
            (one, other) => (a, b, one != other),
        }
    }
}

/// A name as rules write it: in quotes if not all of its words have capitals.
fn written(name: &str) -> String {
    let small = name.split_whitespace().any(|w| w.starts_with(char::is_lowercase));
    if small { format!("\"{name}\"") } else { name.to_owned() }
}

/// One rule over all that it meets.
fn one_over_all(pass: &Pass<'_>, a: u16, others: &[&Contribution]) -> String {
    let of_rule = |row: u16| pass.program.rows.get(row as usize).is_some_and(|r| r.rule.is_some());
    let mut names: Vec<String> = others.iter().filter(|c| of_rule(c.row)).map(|c| written(&row_name(pass, c.row))).collect();
    names.sort();
    names.dedup();
    if !of_rule(a) || names.is_empty() {
        return "end it with `when`, so that they do not meet".to_owned();
    }
    format!("write `over {}` before the colon here", names.join(" over "))
}

fn two_results(
    pass: &Pass<'_>,
    name: &str,
    (face, what, a): (u8, Natural, &Contribution),
    (that, b): (Natural, &Contribution),
) -> Diagnostic {
    let says = |n: Natural| match n {
        Natural::Hits => "it succeeds".to_owned(),
        Natural::Misses => "it fails".to_owned(),
        Natural::Counts(n) => format!("it counts {n}"),
    };
    let row = |c: &Contribution| pass.program.rows.get(c.row as usize).map(|r| r.span).unwrap_or_default();
    Diagnostic::new(Code::Conflict, row(a), format!("a natural {face} of `{name}` is given two results that may meet"))
        .here(says(what))
        .label(row(b), says(that))
        .help(one_over_other(pass, a.row, b.row))
}

/// Which of two comes first would matter, and neither is meant to come after the other.
fn two_measures(pass: &Pass<'_>, name: &str, a: &Contribution, b: &Contribution) -> Diagnostic {
    let row = |c: &Contribution| pass.program.rows.get(c.row as usize).map(|r| r.span).unwrap_or_default();
    Diagnostic::new(Code::Conflict, row(a), format!("two rules say what each hit of `{name}` counts and may meet"))
        .here(format!("so says `{}`", row_name(pass, a.row)))
        .label(row(b), format!("so says `{}`", row_name(pass, b.row)))
        .help(one_over_other(pass, a.row, b.row))
}

pub(super) fn row_name(pass: &Pass<'_>, row: u16) -> String {
    pass.program.rows.get(row as usize).map_or(String::new(), |r| r.name.clone())
}

/// Only what belongs to a rule has a colon to write `over` before.
fn one_over_other(pass: &Pass<'_>, a: u16, b: u16) -> String {
    let of_rule = |row: u16| pass.program.rows.get(row as usize).is_some_and(|r| r.rule.is_some());
    let (here, there) = (written(&row_name(pass, a)), written(&row_name(pass, b)));
    match (of_rule(a), of_rule(b)) {
        (true, true) if here == there => "end one of them with `when`, so that they do not meet".to_owned(),
        (true, true) => format!("write `over {there}` before the colon here, or `over {here}` there"),
        (true, false) => format!("write `over {there}` before the colon here"),
        (false, true) => format!("write `over {here}` before the colon there"),
        (false, false) => "end one of them with `when`, so that they do not meet".to_owned(),
    }
}

/// Whether one of two rows switches the other off.
pub(super) fn settled(pass: &Pass<'_>, a: u16, b: u16) -> bool {
    let off = |x: u16, y: u16| pass.program.rows.get(x as usize).is_some_and(|r| r.off.iter().any(|o| o.row == y));
    off(a, b) || off(b, a)
}
