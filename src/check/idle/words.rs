//! Words that are given a value or choice, and of which nobody asks.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Whole;
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::every;
use crate::hir::walk::{self, Walk};
use crate::hir::{Body, Expr, ExprKind, Hook, LocalId, Moment, Rules, Sel, Stmt, StmtKind, Test};
use crate::intern::Sym;
use crate::source::At;

#[derive(Default)]
struct Words {
    asked: BTreeSet<LocalId>,
    /// Where each is given what it stands for; whether somebody chose it.
    given: BTreeMap<LocalId, (At, bool)>,
}

impl Words {
    fn gives(&mut self, word: LocalId, at: At, chosen: bool) {
        self.given.entry(word).or_insert((at, chosen));
    }
}

impl Walk for Words {
    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Let(word, _) => self.gives(*word, s.at, false),
            StmtKind::Choose { to, .. } | StmtKind::PickAtRandom(to, _) => self.gives(*to, s.at, true),
            // a word that is set again and again may be asked in the next round
            StmtKind::Set(word, _) => drop(self.asked.insert(*word)),
            StmtKind::Wake(wake) => self.asked.extend(wake.notes.iter().map(|(_, here)| *here)),
            _ => {}
        }
        walk::walk_stmt(self, s);
    }

    fn expr(&mut self, e: &Expr) {
        match &*e.kind {
            ExprKind::Local(word) | ExprKind::InHand(_, word) | ExprKind::Faces(_, word, _) => drop(self.asked.insert(*word)),
            ExprKind::Picked(first, second, _) => self.asked.extend([*first, *second]),
            _ => {}
        }
        walk::walk_expr(self, e);
    }

    fn test(&mut self, t: &Test) {
        if let Test::InHand(word) = t {
            self.asked.insert(*word);
        }
        walk::walk_test(self, t);
    }

    fn sel(&mut self, s: &Sel) {
        s.tests.iter().for_each(|t| self.test(t));
    }
}

/// Reports them.
pub(in crate::check) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let mut words = Words::default();
    every::part(rules, &mut words);
    // results of steps and blanks are there for rules that meet them
    let known = rules.procs.all().iter().flat_map(|p| {
        let results = p.results.iter().map(|(_, local)| *local);
        results.chain(p.steps.iter().filter_map(|s| s.result.as_ref().map(|r| r.0))).chain(p.head.roles.iter().map(|r| r.local))
    });
    words.asked.extend(known);
    let instead = in_place_of(rules);
    let mut out: Vec<Diagnostic> = Vec::new();
    let asked: BTreeSet<(u32, Sym)> = words
        .given
        .iter()
        .filter(|(local, _)| words.asked.contains(local))
        .filter_map(|(local, (at, _))| Some((at.span().start, rules.locals.get(*local)?.word)))
        .collect();
    for (local, (at, chosen)) in &words.given {
        let Some(word) = rules.locals.get(*local).map(|l| l.word) else { continue };
        // a sentence is resolved once for each place that it meets
        if words.asked.contains(local) || asked.contains(&(at.span().start, word)) {
            continue;
        }
        let text = rules.names.text(word);
        let done = if *chosen { "chosen, and nothing is done with it" } else { "worked out, and nothing asks for it" };
        let step = instead.iter().find(|(span, _)| span.start <= at.span().start && at.span().end <= span.end);
        let help = match step {
            Some((_, step)) => format!("the result of the step is `{0}`: write `{0} = ...`", rules.names.text(*step)),
            None => format!("name `{text}` where it matters, or leave this out"),
        };
        let d = Diagnostic::new(Code::Unreachable, at.span(), format!("`{text}` is {done}")).help(help);
        if !out.contains(&d) {
            out.push(d);
        }
    }
    out
}

/// Where something stands in the place of a step that has a result, and what that is called.
fn in_place_of(rules: &Rules) -> Vec<(crate::source::Span, Sym)> {
    let mut out = Vec::new();
    for attach in rules.attaches.all().iter().filter(|a| a.moment == Moment::Instead) {
        for meeting in &attach.meets {
            let (Hook::Step(proc, step), Body::Happens(block)) = (&meeting.hook, &meeting.body) else { continue };
            let results = rules.procs.get(*proc).is_some_and(|p| p.results.iter().any(|(w, _)| w == step));
            if let (true, Some(first), Some(last)) = (results, block.first(), block.last()) {
                out.push((crate::source::Span { end: last.at.span().end, ..first.at.span() }, *step));
            }
        }
    }
    out
}
