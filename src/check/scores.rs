//! Scores that no dice reach, or all of them, and limits of rules beyond those of what they change.

use super::Whole;
use super::bounds::written;
use super::said::of_throw;
use super::term::number;
use crate::diag::{Code, Diagnostic};
use crate::graph::Graph;
use crate::hir::{Band, Body, Chance, ChanceKind, Change, ChangeKind, Dice, ExprKind, Faces, Hook, Line, ProcId, ProcKind, Rules, Value};
use crate::source::At;

/// Reports them.
pub(super) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let Whole { rules, graph, .. } = whole;
    let mut out: Vec<Diagnostic> = rules.procs.iter().filter_map(|(id, _)| score(rules, graph, id)).collect();
    out.extend(rules.procs.iter().filter_map(|(id, _)| hitless(rules, graph, id)));
    out.extend(rules.procs.iter().flat_map(|(id, _)| bands(rules, graph, id)));
    out.extend(rules.procs.iter().flat_map(|(id, _)| lines(rules, graph, id)));
    for (id, proc) in rules.procs.iter() {
        out.extend(proc.rows().into_iter().flatten().filter_map(|own| face(rules, graph, id, &own.change)));
    }
    for value in rules.values.all() {
        out.extend(value.rows.iter().filter_map(|row| limit(rules, value, &row.change)));
    }
    for meeting in rules.attaches.all().iter().flat_map(|a| &a.meets) {
        let Body::Changes(changes) = &meeting.body else { continue };
        out.extend(crossed(rules, changes));
        if let Hook::Proc(id) = &meeting.hook {
            out.extend(changes.iter().filter_map(|c| face(rules, graph, *id, c)));
        }
        let Hook::Value(value) = &meeting.hook else { continue };
        let Some(value) = rules.values.get(*value) else { continue };
        out.extend(changes.iter().filter_map(|c| limit(rules, value, c)));
    }
    out
}

/// A score that is settled before the dice fall, where nothing changes the throw.
fn score(rules: &Rules, graph: &Graph, id: ProcId) -> Option<Diagnostic> {
    if let Some(beyond) = beyond(rules, graph, id) {
        return Some(beyond);
    }
    match &plain(rules, graph, id)?.kind {
        ChanceKind::Check { dice, base, need, low } => {
            let (least, most) = spread(dice)?;
            let added = number(rules, base)?;
            told((least + added, most + added), number(rules, need)?, *low, need.at, "the total")
        }
        ChanceKind::Pool { each: Some(each), .. } if each.counts.is_empty() => {
            let need = each.need.as_ref()?;
            told((1, each.sides), number(rules, need)?, each.low, need.at, "a die")
        }
        _ => None,
    }
}

/// A score of a pool that no die reaches even with all that any rule adds to it.
fn beyond(rules: &Rules, graph: &Graph, id: ProcId) -> Option<Diagnostic> {
    let ProcKind::Chance(chance) = &rules.procs.get(id)?.kind else { return None };
    let ChanceKind::Pool { each: Some(each), .. } = &chance.kind else { return None };
    let need = each.need.as_ref().filter(|_| !each.low && each.counts.is_empty())?;
    let score = number(rules, need)?;
    let said = of_throw(rules, graph, id);
    let mut most = each.sides;
    for one in &said {
        match &one.change.kind {
            ChangeKind::Each { minus: false, amount } => most = most.saturating_add(number(rules, amount)?.max(0)),
            ChangeKind::Need(_) | ChangeKind::Set(_) | ChangeKind::Floor(_) | ChangeKind::Ceiling(_) => return None,
            _ => {}
        }
    }
    (score > most && !said.is_empty()).then(|| {
        Diagnostic::new(Code::Never, need.at.span(), "no dice reach this score")
            .here(format!("a die has {} sides, and comes to {most} with all that is added to it", each.sides))
            .help(format!("write a score such as {}", each.sides))
    })
}

/// A pool that does not say which of its dice succeed, where no rule says it either.
fn hitless(rules: &Rules, graph: &Graph, id: ProcId) -> Option<Diagnostic> {
    let proc = rules.procs.get(id)?;
    let ProcKind::Chance(chance) = &proc.kind else { return None };
    let ChanceKind::Pool { dice, each, .. } = &chance.kind else { return None };
    let says = each.as_ref().is_some_and(|e| e.need.is_some() || !e.counts.is_empty()) || !chance.naturals.is_empty();
    if says || !of_throw(rules, graph, id).iter().all(|s| matches!(s.change.kind, ChangeKind::Dice { .. })) {
        return None;
    }
    let name = rules.names.text(proc.head.name);
    let (at, sides) = (dice.first().map_or(proc.head.line.at, |e| e.at), each.as_ref().map_or(6, |e| e.sides));
    let message = format!("`{name}` does not say which dice succeed, so that its result is always 0");
    let help = format!("write the score that a die must show: `each d{sides} hits on 4+`, or another");
    Some(Diagnostic::new(Code::Never, at.span(), message).help(help))
}

/// A throw that nothing changes.
fn plain<'r>(rules: &'r Rules, graph: &Graph, id: ProcId) -> Option<&'r Chance> {
    let ProcKind::Chance(chance) = &rules.procs.get(id)?.kind else { return None };
    let changed =
        !chance.rows.is_empty() || !chance.naturals.is_empty() || !chance.keep.is_empty() || !graph.on(&Hook::Proc(id)).is_empty();
    (!changed).then_some(chance)
}

/// Dice rolled again, or that bring others, for a face that they do not have or a score that they do not make.
fn face(rules: &Rules, graph: &Graph, id: ProcId, change: &Change) -> Option<Diagnostic> {
    let ProcKind::Chance(chance) = &rules.procs.get(id)?.kind else { return None };
    let sides = match &chance.kind {
        ChanceKind::Pool { each: Some(each), .. } => each.sides,
        ChanceKind::Check { dice, .. } => dice.sides,
        _ => return None,
    };
    let (ChangeKind::Reroll { faces, .. } | ChangeKind::Explode(faces, _)) = &change.kind else { return None };
    let message = match faces {
        Faces::Face(n) if i64::from(*n) > sides => format!("no die shows {n} here"),
        Faces::Score(n) if i64::from(*n) > sides && !adds(rules, graph, id) => format!("no die comes to {n} here"),
        _ => return None,
    };
    let why = if matches!(faces, Faces::Score(_)) {
        format!("these dice have {sides} sides, and nothing adds to them")
    } else {
        format!("these dice have {sides} sides")
    };
    Some(Diagnostic::new(Code::Never, change.at.span(), message).here(why).help(format!("write a face from 1 to {sides}")))
}

/// Whether anything may add to what each die of a throw shows.
fn adds(rules: &Rules, graph: &Graph, id: ProcId) -> bool {
    let chance = rules.procs.get(id).and_then(|p| if let ProcKind::Chance(chance) = &p.kind { Some(chance) } else { None });
    let based = chance.is_some_and(|c| matches!(&c.kind, ChanceKind::Check { base, .. } if number(rules, base) != Some(0)));
    based
        || of_throw(rules, graph, id)
            .iter()
            .any(|s| matches!(s.change.kind, ChangeKind::Each { .. } | ChangeKind::Total { .. } | ChangeKind::Add { .. }))
}

/// Failures by more than any dice fail.
fn bands(rules: &Rules, graph: &Graph, id: ProcId) -> Vec<Diagnostic> {
    let Some(chance) = plain(rules, graph, id) else { return Vec::new() };
    let ChanceKind::Check { dice, base, need, low } = &chance.kind else { return Vec::new() };
    let numbers = || Some((spread(dice)?, number(rules, base)?, number(rules, need)?));
    let Some(((least, most), added, need)) = numbers() else { return Vec::new() };
    let short = if *low { most + added - need } else { need - least - added };
    let beyond = |band: &Band| matches!(band, Band::FailedBy(from, _) if *from > short && short > 0);
    let told = |line: &Line| {
        let what = format!("no dice fail by more than {short}");
        Diagnostic::new(Code::Never, line.at.span(), "this failure never comes")
            .here(what)
            .help(format!("write a number from 1 to {short}"))
    };
    chance.bands.iter().filter(|(_, band, _)| beyond(band)).map(|(line, ..)| told(line)).collect()
}

/// Lines of a roll for totals that its dice do not make.
fn lines(rules: &Rules, graph: &Graph, id: ProcId) -> Vec<Diagnostic> {
    let Some(Chance { kind: ChanceKind::Roll(Some(total)), bands, .. }) = plain(rules, graph, id) else { return Vec::new() };
    let ExprKind::Roll(dice) = &*total.kind else { return Vec::new() };
    let Some((least, most)) = spread(dice).map(|(least, most)| (least + dice.plus, most + dice.plus)) else { return Vec::new() };
    let beyond = bands.iter().filter_map(|(line, band, _)| match band {
        Band::Score(from, to) if *from > most || *to < least => Some(line),
        _ => None,
    });
    let told = |line: &Line| {
        Diagnostic::new(Code::Never, line.at.span(), "these dice never come to this")
            .here(format!("they make {least} to {most}, and no rule changes it"))
            .label(total.at.span(), "the dice")
            .help("write other dice, or a number that they make")
    };
    beyond.map(told).collect()
}

/// A least that is more than the most, said in one line.
fn crossed(rules: &Rules, changes: &[Change]) -> Option<Diagnostic> {
    let of = |floor: bool| {
        changes.iter().filter(|c| c.guard.is_empty()).find_map(|c| match &c.kind {
            ChangeKind::Floor(e) if floor => Some((number(rules, e)?, e.at)),
            ChangeKind::Ceiling(e) if !floor => Some((number(rules, e)?, e.at)),
            _ => None,
        })
    };
    let ((least, low), (most, high)) = (of(true)?, of(false)?);
    (least > most).then(|| {
        Diagnostic::new(Code::Never, low.to(high).span(), "nothing is both")
            .here("the least is more than the most")
            .help("write the lesser number behind `at least`, the greater behind `at most`")
    })
}

/// Least and most of a sum of dice.
fn spread(dice: &Dice) -> Option<(i64, i64)> {
    let most = dice.number.checked_mul(dice.sides)?;
    (dice.number > 0).then_some((dice.number, most))
}

fn told((least, most): (i64, i64), need: i64, low: bool, at: At, what: &str) -> Option<Diagnostic> {
    let (none, all) = if low { (need < least, need >= most) } else { (need > most, need <= least) };
    let (message, help) = if none {
        ("no dice reach this score", if low { least } else { most })
    } else if all {
        ("all dice reach this score", if low { most - 1 } else { least + 1 })
    } else {
        return None;
    };
    let why = format!("{what} is from {least} to {most}, and no rule changes it");
    Some(Diagnostic::new(Code::Never, at.span(), message).here(why).help(format!("write a score such as {help}")))
}

/// A least that a rule says and that is more than the most of the value, or the other way about.
fn limit(rules: &Rules, value: &Value, change: &Change) -> Option<Diagnostic> {
    let (own, says, beyond, words) = match &change.kind {
        ChangeKind::Floor(e) => (value.most.as_ref()?, e, i64::gt as fn(&i64, &i64) -> bool, "never more than"),
        ChangeKind::Ceiling(e) => (value.least.as_ref()?, e, i64::lt as fn(&i64, &i64) -> bool, "never less than"),
        _ => return None,
    };
    let (bound, n) = (number(rules, own)?, number(rules, says)?);
    beyond(&n, &bound).then(|| {
        let name = rules.names.text(value.head.name);
        Diagnostic::new(Code::Never, says.at.span(), format!("`{name}` is {words} {}", written(bound, own.ty)))
            .label(own.at.span(), "its own limit")
            .help("write a limit within its own, or change that one")
    })
}
