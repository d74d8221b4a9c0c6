//! Questions whose answer is always the same.

use std::collections::BTreeMap;

use super::Whole;
use super::bounds::written;
use super::guard::Guard;
use super::idle::Drifts;
use super::known::bounds;
use super::questions::{Asked, conjuncts, questions, settled};
use super::reach::Reach;
use super::reader::{Reader, finds_itself};
use super::spoilt;
use super::term::number;
use crate::diag::{Code, Diagnostic};
use crate::hir::{Comparison, Expr, ExprKind, Quality, Rules, StateId, Target, Test, Ty};
use crate::source::{Files, Span};

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
pub(super) fn check(whole: Whole<'_>, reach: &Reach, counts: Option<&Drifts>) -> Vec<Diagnostic> {
    let Whole { rules, graph, decls, files } = whole;
    let dice = bounds(rules, graph);
    let all = questions(rules, graph, decls);
    let mut by_place: BTreeMap<(u32, u32, bool), Vec<&Asked>> = BTreeMap::new();
    for a in &all {
        by_place.entry((a.span.start, a.span.end, a.whole)).or_default().push(a);
    }
    let mut out: Vec<Diagnostic> = Vec::new();
    // a line as a whole is passed over where one of its questions is told
    let (whole, single): (Vec<_>, Vec<_>) = by_place.into_iter().partition(|((_, _, whole), _)| *whole);
    for (_, list) in single.into_iter().chain(whole) {
        // a sentence is resolved once for each place it meets: it is only wrong if it is so everywhere
        let (mut found, mut either) = (None, true);
        for asked in &list {
            let mut reader = Reader::new(rules, reach);
            reader.dice = Some(&dice);
            reader.counts = counts;
            let now = verdict(&mut reader, asked);
            either &= spans_of_one(&mut reader, asked);
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
        if let Some(at) = needless(rules, reach, &list) {
            let d = Diagnostic::new(Code::Never, at, "this adds nothing").here("whenever this holds, what stands beside it holds too");
            out.push(d.help("leave it out, or ask for what is not among the rest"));
        }
        let part = Some(verdict).filter(|v| *v == Verdict::Never && !asked.whole).and_then(|_| excluding(rules, reach, asked));
        let d = told(part.as_ref().unwrap_or(asked), verdict, why).map(|d| match verdict {
            Verdict::Never if either => d.help("write `or` between them, if either will do"),
            Verdict::Never if asked.whole => rivals(rules, files, asked).unwrap_or(d),
            _ => d,
        });
        out.extend(d);
    }
    out
}

/// The part of what is asked together that already cannot be, if it is asked beside what can.
fn excluding(rules: &Rules, reach: &Reach, asked: &Asked) -> Option<Asked> {
    let [one] = asked.tests.as_slice() else { return None };
    let ExprKind::And(parts) = &*one.kind else { return None };
    let never = |part: &Expr| {
        let mut reader = Reader::new(rules, reach);
        let alone = reader.guard(part, true);
        reader.laws.never(&alone)
    };
    let part = parts.iter().find(|part| never(part))?;
    let inner = Asked { span: part.at.span(), tests: vec![part.clone()], earlier: Vec::new(), whole: false };
    excluding(rules, reach, &inner).or(Some(inner))
}

/// Whether two spans of one number are asked together.
fn spans_of_one(reader: &mut Reader<'_>, asked: &Asked) -> bool {
    let rules = reader.rules;
    let span = |e: &Expr| match &*e.kind {
        ExprKind::Compare(_, of, n) if number(rules, n).is_some() => Some(of.clone()),
        ExprKind::Between(of, low, high) if number(rules, low).is_some() && number(rules, high).is_some() => Some(of.clone()),
        _ => None,
    };
    let [one] = asked.tests.as_slice() else { return false };
    let ExprKind::And(parts) = &*one.kind else { return false };
    let [a, b] = parts.as_slice() else { return false };
    span(a).zip(span(b)).is_some_and(|(a, b)| reader.same(&a, &b))
}

/// What is asked of somebody: that he is this, here; perhaps only since a formation that is asked is of it.
#[derive(Clone, Copy)]
struct Tagged<'e> {
    of: &'e Expr,
    is: StateId,
    at: Span,
    by: Option<StateId>,
}

/// Two words of a line that are asked of the same one and exclude each other.
fn rivals(rules: &Rules, files: &Files, asked: &Asked) -> Option<Diagnostic> {
    let said: Vec<Tagged<'_>> = asked.tests.iter().flat_map(conjuncts).filter_map(|e| tag(rules, e)).collect();
    // what is asked around the line is no part of it
    let within = |t: &&Tagged<'_>| asked.span.start <= t.at.start && t.at.end <= asked.span.end;
    let tags: Vec<Tagged<'_>> = said.iter().filter(within).flat_map(|t| std::iter::once(*t).chain(of_form(rules, *t))).collect();
    let exclude = |a: StateId, b: StateId| a != b && rules.exclusive.iter().any(|set| set.contains(&a) && set.contains(&b));
    let pairs = tags.iter().enumerate().flat_map(|(i, a)| tags.iter().take(i).map(move |b| (a, b)));
    let (one, other) = pairs.into_iter().find(|(a, b)| a.of.kind == b.of.kind && exclude(a.is, b.is))?;
    let name = |s: StateId| rules.states.get(s).map_or("", |s| rules.names.text(s.name));
    let [word, against] = [one, other].map(|t| name(t.by.unwrap_or(t.is)));
    let (at, by) = (word_in(files, one.at, word), word_in(files, other.at, against));
    let why = |t: &Tagged<'_>| t.by.map_or(String::new(), |form| format!("`{}` is only of `{}`, and ", name(form), name(t.is)));
    let message =
        format!("{}{}`{}` and `{}` exclude each other, so this rule never applies", why(other), why(one), name(other.is), name(one.is));
    let d = Diagnostic::new(Code::Never, at, message);
    Some(d.label(by, format!("`{against}` is asked here")).help(format!("leave `{word}` or `{against}` out")))
}

/// What somebody is who is in a formation: `formation Line of Foot unit`.
fn of_form<'e>(rules: &'e Rules, t: Tagged<'e>) -> Option<Tagged<'e>> {
    let (_, open) = rules.forms.iter().find(|f| f.state == t.is)?.open.as_ref()?;
    let (_, is, _) = conjuncts(open).into_iter().find_map(|e| state(rules, e))?;
    Some(Tagged { is, by: Some(t.is), ..t })
}

/// Where a word stands in some words, if once; else all of them.
fn word_in(files: &Files, span: Span, word: &str) -> Span {
    let mut all = files.slice(span).match_indices(word);
    match (all.next(), all.next()) {
        (Some((i, _)), None) => Span::new(span.start as usize + i, span.start as usize + i + word.len()),
        _ => span,
    }
}

/// Of whom a question asks whether he is something, what that is, and where.
fn state<'e>(rules: &Rules, e: &'e Expr) -> Option<(&'e Expr, StateId, Span)> {
    let ExprKind::Is(of, list) = &*e.kind else { return None };
    let [Quality::State(state)] = list.as_slice() else { return None };
    rules.states.get(*state)?;
    Some((of, *state, e.at.span()))
}

fn tag<'e>(rules: &Rules, e: &'e Expr) -> Option<Tagged<'e>> {
    state(rules, e).map(|(of, is, at)| Tagged { of, is, at, by: None })
}

/// The first alternative that holds only where another of them does, wherever the sentence is asked.
fn needless(rules: &Rules, reach: &Reach, list: &[&Asked]) -> Option<Span> {
    let mut found = list.iter().map(|asked| match asked.tests.as_slice() {
        [one] => match &*one.kind {
            ExprKind::Or(parts) => alternative(rules, reach, parts),
            _ => None,
        },
        _ => None,
    });
    let first = found.next()??;
    found.all(|f| f == Some(first)).then_some(first)
}

fn alternative(rules: &Rules, reach: &Reach, parts: &[Expr]) -> Option<Span> {
    let covered = |i: usize, one: &Expr| {
        let mut reader = Reader::new(rules, reach);
        let alone = reader.guard(one, true);
        if settled(one) || number(rules, one).is_some() || reader.laws.never(&alone) {
            return false;
        }
        let mut all = alone;
        for (_, other) in parts.iter().enumerate().filter(|(j, _)| *j != i) {
            let (yes, no) = (reader.also(other, true), reader.also(other, false));
            // the rest must leave something open
            if reader.laws.never(&no) || reader.laws.never(&yes) {
                return false;
            }
            all = all.and(&no);
        }
        reader.laws.never(&all)
    };
    parts.iter().enumerate().rev().find(|(i, one)| covered(*i, one)).map(|(_, one)| one.at.span())
}

/// What a test asks although nothing could change the answer.
#[must_use]
pub fn foregone(rules: &Rules, e: &Expr) -> Option<Diagnostic> {
    if settled(e) || spoilt::any([e]) {
        return None;
    }
    let reach = Reach::unknown();
    let mut reader = Reader::new(rules, &reach);
    let asked = Asked { span: e.at.span(), tests: vec![e.clone()], earlier: Vec::new(), whole: false };
    let verdict = verdict(&mut reader, &asked);
    let why = why(&mut reader, &asked);
    let d = told(&asked, verdict, why)?;
    Some(match verdict {
        Verdict::Always => d.help("expect what could be otherwise, such as an exact number"),
        _ => d.help("expect what can come"),
    })
}

/// The answer to all that is asked, where it is all asked together.
fn read(reader: &mut Reader<'_>, tests: &[Expr], yes: bool) -> Guard {
    match tests {
        [one] => reader.guard(one, yes),
        several => reader.all(several),
    }
}

fn verdict(reader: &mut Reader<'_>, asked: &Asked) -> Verdict {
    let constant = asked.tests.iter().all(|e| number(reader.rules, e).is_some());
    let alone = read(reader, &asked.tests, true);
    if reader.laws.never(&alone) {
        return if constant { Verdict::Open } else { Verdict::Never };
    }
    let mut all = alone;
    for earlier in &asked.earlier {
        // one that a ruling has settled leaves more or less than is meant
        let (yes, no) = (reader.also(earlier, true), reader.also(earlier, false));
        if reader.laws.never(&yes) || reader.laws.never(&no) {
            return Verdict::Open;
        }
        all = all.and(&no);
    }
    if reader.laws.never(&all) {
        return Verdict::Covered;
    }
    if constant || asked.whole || !asked.earlier.is_empty() {
        return Verdict::Open;
    }
    let not = read(reader, &asked.tests, false);
    if reader.laws.implies(&Guard::of(true), &not) { Verdict::Always } else { Verdict::Open }
}

/// How it is told that who asks is found, too.
const AMONG: &str = " itself is among them";

/// What is known of the number that a comparison asks, in words.
fn why(reader: &mut Reader<'_>, asked: &Asked) -> Option<String> {
    let [one] = asked.tests.as_slice() else { return None };
    if let Some(who) = itself(reader, one) {
        return Some(format!("`{who}`{AMONG}: say `other than {who}`"));
    }
    let (low, high) = reader.known(one)?;
    let ty = compared(one).unwrap_or(Ty::PLAIN);
    let said = |n: i64| written(n, ty);
    match (low, high) {
        (i64::MIN, h) => Some(format!("it is never more than {}", said(h))),
        (l, i64::MAX) => Some(format!("it is never less than {}", said(l))),
        (l, h) => Some(format!("it is always from {} to {}", said(l), said(h))),
    }
}

/// What a comparison, or its denial, compares.
fn compared(e: &Expr) -> Option<Ty> {
    match &*e.kind {
        ExprKind::Not(e) => compared(e),
        ExprKind::Compare(_, a, _) | ExprKind::Same(a, _) => Some(a.ty),
        _ => None,
    }
}

/// Whether it is asked that one or another is not so.
fn neither(tests: &[Expr]) -> bool {
    let denied = |e: &Expr| matches!(&*e.kind, ExprKind::Not(_) | ExprKind::Compare(Comparison::Unequal, ..));
    matches!(tests, [one] if matches!(&*one.kind, ExprKind::Or(list) if list.iter().all(denied)))
}

/// Whether it is asked that several things are so, each of which is said in a word.
fn both(tests: &[Expr]) -> bool {
    let said = |e: &Expr| !matches!(&*e.kind, ExprKind::Not(_) | ExprKind::Compare(..) | ExprKind::And(_) | ExprKind::Or(_));
    match tests {
        [one] => matches!(&*one.kind, ExprKind::And(list) if list.iter().all(said)),
        several => several.iter().all(said),
    }
}

/// The word for the thing that is among those of which is asked whether there are any near it.
fn itself<'r>(reader: &Reader<'r>, e: &Expr) -> Option<&'r str> {
    let parts = match &*e.kind {
        ExprKind::And(list) | ExprKind::Or(list) => list.as_slice(),
        _ => std::slice::from_ref(e),
    };
    let seen = parts.iter().find_map(|part| match &*part.kind {
        ExprKind::Exists(_, sel) if finds_itself(sel) => sel.tests.iter().find_map(|t| match t {
            Test::Within(_, Target::One(of), _) => Some(of),
            _ => None,
        }),
        _ => None,
    })?;
    let ExprKind::Local(word) = *seen.kind else { return None };
    reader.rules.locals.get(word).map(|l| reader.rules.names.text(l.word))
}

fn told(asked: &Asked, verdict: Verdict, why: Option<String>) -> Option<Diagnostic> {
    let d = match verdict {
        Verdict::Open => return None,
        Verdict::Never if asked.whole => Diagnostic::new(Code::Never, asked.span, "this rule can never apply here")
            .here("what it asks of who is concerned, and of the moment, cannot be true together")
            .help("ask for something that can come, or leave the line out"),
        Verdict::Never => Diagnostic::new(Code::Never, asked.span, "this can never hold")
            .here(why.unwrap_or_else(|| "its parts exclude each other".to_owned()))
            .help(if both(&asked.tests) {
                "write `or` in place of `and` if either of them will do, or ask for something that can come"
            } else {
                "ask for something that can come, or leave the line out"
            }),
        Verdict::Always => Diagnostic::new(Code::Never, asked.span, "this always holds, so it decides nothing")
            .help(match &why {
                Some(why) if why.contains(AMONG) => "write `other than` and who it is behind what is looked for",
                _ if neither(&asked.tests) => "write `and` between them: of two that are not the same, one is always not so",
                _ => "ask for something that may fail, or leave the condition out",
            })
            .here(why.unwrap_or_else(|| "whatever happens, it is so".to_owned())),
        Verdict::Covered => Diagnostic::new(Code::Unreachable, asked.span, "this is never come to")
            .here("what stands before it leaves nothing for it")
            .help("leave it out, or ask less before it"),
    };
    Some(d)
}
