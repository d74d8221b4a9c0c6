//! Needs that can never be met together, of whatever is to be done.

use super::Whole;
use super::holds::holds;
use super::own::Own;
use super::questions::settled;
use super::reach::Reach;
use super::reader::Reader;
use super::spoilt;
use super::term::number;
use crate::diag::{Code, Diagnostic};
use crate::graph::{Graph, Row, Shut};
use crate::hir::{Expr, Need, Proc, ProcId, Rules};
use crate::source::Span;

/// Reports them, each once.
pub(super) fn check(whole: Whole<'_>, reach: &Reach) -> Vec<Diagnostic> {
    let Whole { rules, graph, .. } = whole;
    let mut out: Vec<Diagnostic> = Vec::new();
    for (id, proc) in rules.procs.iter() {
        let Some((first, last)) = excluded(rules, reach, &asked(rules, graph, (id, proc))) else { continue };
        let span = last.test.at.span();
        if out.iter().any(|d| d.span == span) {
            continue;
        }
        let name = rules.names.text(proc.head.name);
        let d = Diagnostic::new(Code::Never, span, format!("nobody can ever do `{name}`: two of its needs exclude each other"))
            .here("this can never hold beside the other")
            .label(first.test.at.span(), "the other");
        let inherited = whole.files.file_of(span) != whole.files.file_of(first.test.at.span());
        out.push(match first.line.name.filter(|_| inherited) {
            Some(other) => d.help(format!("write `remove {}` if this is needed instead", rules.names.text(other))),
            None => d.help("leave one of them out"),
        });
    }
    out.extend(rules.procs.iter().filter_map(|(id, proc)| forbidden(whole, reach, (id, proc))));
    out
}

/// An action that is forbidden to all who have what it needs.
fn forbidden(whole: Whole<'_>, reach: &Reach, (id, proc): (ProcId, &Proc)) -> Option<Diagnostic> {
    let Whole { rules, graph, .. } = whole;
    let needs = asked(rules, graph, (id, proc));
    let meant = |shut: &&Shut| graph.offs_of(Row::Shut(**shut)).next().is_none();
    graph.forbids.get(&id)?.iter().filter(meant).find_map(|shut| {
        let (forbid, meeting) = shut.of(rules).filter(|(f, _)| f.lasting.is_none())?;
        let asks = holds(rules, forbid.rule, None, meeting);
        if asks.is_empty() || asks.iter().any(settled) || spoilt::any(&asks) {
            return None;
        }
        let need = needs.iter().find(|n| implied(rules, reach, &n.test, &asks))?;
        let name = rules.names.text(proc.head.name);
        let (at, by) = (need.test.at.span(), forbid.line.at.span());
        let (first, other, _) = Own::of(whole.files, whole.decls).first(whole, (at, at), (by, by));
        let says = |span: Span| if span == at { "this it needs" } else { "to them it is forbidden" };
        let d = Diagnostic::new(Code::Never, first, format!("nobody can ever do `{name}`: who has what it needs may not"));
        let d = d.here(says(first)).label(other, says(other));
        Some(d.help(format!("except `{name}` from what is forbidden, or let it need something else")))
    })
}

/// Whether all of this is so wherever a question is answered yes, and that may be.
fn implied(rules: &Rules, reach: &Reach, e: &Expr, all: &[Expr]) -> bool {
    let mut reader = Reader::new(rules, reach);
    let yes = reader.guard(e, true);
    let sure = |one: &Expr| {
        let no = reader.also(one, false);
        reader.laws.never(&yes.and(&no))
    };
    all.iter().all(sure) && !reader.laws.never(&yes)
}

/// What an action needs, whoever takes it: not what a ruling settles, or another rule switches off.
fn asked<'r>(rules: &Rules, graph: &Graph, (id, proc): (ProcId, &'r Proc)) -> Vec<&'r Need> {
    let always = |i: u32| graph.offs_of(Row::Need(id, i)).next().is_none();
    let plain = |e: &Expr| !settled(e) && number(rules, e).is_none() && !spoilt::any([e]);
    (0..).zip(&proc.needs).filter(|(i, n)| always(*i) && plain(&n.test)).map(|(_, n)| n).collect()
}

/// The first two that exclude each other. One that can never hold by itself is told as such.
fn excluded<'r>(rules: &Rules, reach: &Reach, needs: &[&'r Need]) -> Option<(&'r Need, &'r Need)> {
    let never = |tests: &[Expr]| {
        let mut reader = Reader::new(rules, reach);
        let all = reader.all(tests);
        reader.laws.never(&all)
    };
    let possible: Vec<&Need> = needs.iter().copied().filter(|n| !never(std::slice::from_ref(&n.test))).collect();
    possible.iter().enumerate().find_map(|(i, last)| {
        let before = possible.iter().take(i);
        before.copied().find(|first| never(&[first.test.clone(), last.test.clone()])).map(|first| (first, *last))
    })
}
