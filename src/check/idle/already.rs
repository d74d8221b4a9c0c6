//! Markers that are given or taken away where a line before has done so already.

use std::collections::BTreeSet;

use super::super::touch::{asked, done};
use super::super::touched::{Cell, Touched};
use super::super::{Whole, spoilt};
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::every;
use crate::hir::walk::{self, Walk};
use crate::hir::{Block, Expr, ExprKind, LocalId, Quality, StateId, StateKind, Stmt, StmtKind, Thing};
use crate::source::At;

/// Reports them.
pub(in crate::check) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let mut lines = Lines { whole, now: Vec::new(), asked: None, found: Vec::new() };
    every::part(whole.rules, &mut lines);
    lines.found
}

/// What is sure behind a line: that somebody has a marker, or that he has not.
#[derive(Clone, PartialEq)]
struct Sure {
    who: Expr,
    state: StateId,
    has: bool,
    at: At,
    /// What says who that is.
    hangs: BTreeSet<Cell>,
}

impl Sure {
    fn is_of(&self, who: &Expr, state: StateId) -> bool {
        self.state == state && self.who.kind == who.kind
    }
}

struct Lines<'a> {
    whole: Whole<'a>,
    /// What is sure where the walk is.
    now: Vec<Sure>,
    /// Of whom the branch around asks that he has a marker, or has not.
    asked: Option<(Expr, StateId, bool)>,
    found: Vec<Diagnostic>,
}

impl Lines<'_> {
    fn deals(&mut self, who: &Expr, list: &[Thing], has: bool, at: At) {
        for thing in list {
            let Thing::State(state) = *thing else { continue };
            if let Some(before) = self.now.iter().find(|s| s.is_of(who, state) && s.has == has).map(|s| s.at) {
                self.tell(who, (state, has), at, before);
            }
            self.now.retain(|s| s.state != state || s.has == has);
            self.now.retain(|s| !s.is_of(who, state));
            self.now.extend(self.sure(who, (state, has), at));
        }
    }

    /// That this is so from here on, where it stays clear who is meant.
    fn sure(&self, who: &Expr, (state, has): (StateId, bool), at: At) -> Option<Sure> {
        let read = asked(self.whole.rules, self.whole.graph, std::slice::from_ref(who));
        let marker = self.whole.rules.states.get(state).is_some_and(|s| s.kind == StateKind::Marker);
        let clear = marker && !spoilt::any([who]) && !read.rolls && !read.decides;
        clear.then(|| Sure { who: who.clone(), state, has, at, hangs: read.reads })
    }

    fn tell(&mut self, who: &Expr, (state, has): (StateId, bool), at: At, before: At) {
        let Whole { rules, files, .. } = self.whole;
        let name = rules.states.get(state).map_or("", |s| rules.names.text(s.name));
        let whose = files.slice(who.at.span()).trim();
        let message = format!("`{whose}` has {} `{name}` already", if has { "gained" } else { "lost" });
        let other = self.asked.as_ref().filter(|(other, asked, is)| *asked == state && *is != has && other.kind != who.kind);
        let help = match other.map(|(other, ..)| files.slice(other.at.span()).trim()) {
            Some(other) => format!("write `{other} {} {name}`, if that is meant", if has { "gains" } else { "loses" }),
            None => "name somebody else or something else, or leave this out".to_owned(),
        };
        let d = Diagnostic::new(Code::Never, at.span(), message).here("this changes nothing");
        let d = d.label(before.span(), "it is done here").help(help);
        if !self.found.contains(&d) {
            self.found.push(d);
        }
    }

    /// A question and what is done for it. What is sure behind it is so whichever way it goes.
    fn branches(&mut self, arms: &[(Expr, Block)], last: Option<&Block>) {
        let before = std::mem::take(&mut self.now);
        let around = self.asked.take();
        let mut ways: Vec<Vec<Sure>> = Vec::new();
        for (test, block) in arms {
            self.asked = about(test);
            ways.push(self.behind(before.clone(), block));
        }
        self.asked = None;
        match (last, arms) {
            (Some(block), _) => ways.push(self.behind(before, block)),
            // who has not what is taken from those who have it is without it either way
            (None, [(test, _)]) => {
                let mut rest = before;
                if let Some((who, state, is)) = about(test) {
                    let at = ways.first().and_then(|w| w.iter().find(|s| s.is_of(&who, state) && s.has != is)).map(|s| s.at);
                    rest.extend(at.and_then(|at| self.sure(&who, (state, !is), at)));
                }
                ways.push(rest);
            }
            (None, _) => ways.push(before),
        }
        self.asked = around;
        let mut ways = ways.into_iter();
        let first = ways.next().unwrap_or_default();
        let others: Vec<Vec<Sure>> = ways.collect();
        let same = |s: &Sure, way: &[Sure]| way.iter().any(|o| o.is_of(&s.who, s.state) && o.has == s.has);
        self.now = first.into_iter().filter(|s| others.iter().all(|way| same(s, way))).collect();
    }

    fn behind(&mut self, before: Vec<Sure>, block: &Block) -> Vec<Sure> {
        self.now = before;
        block.iter().for_each(|s| self.stmt(s));
        std::mem::take(&mut self.now)
    }

    /// Drops what a statement may change.
    fn unsettle(&mut self, s: &Stmt) {
        if self.now.is_empty() {
            return;
        }
        let (touched, _) = done(self.whole.rules, self.whole.graph, std::slice::from_ref(s));
        let mut words = Words::default();
        words.stmt(s);
        self.now.retain(|sure| !changes(&touched, sure) && !words.in_expr(&sure.who));
    }
}

/// Whether something may change what is sure.
fn changes(touched: &Touched, sure: &Sure) -> bool {
    let cell = Cell::State(sure.state);
    let other = if sure.has { &touched.loses } else { &touched.gains };
    let all = [&touched.gains, &touched.loses, &touched.adds, &touched.sets];
    let moved = all.iter().any(|set| sure.hangs.iter().any(|c| set.contains(c)));
    moved || touched.stops || other.contains(&cell) || touched.sets.contains(&cell) || touched.sets.contains(&Cell::Groups)
}

/// Of whom a question asks that he has a marker, or has not, and no more.
fn about(test: &Expr) -> Option<(Expr, StateId, bool)> {
    match &*test.kind {
        ExprKind::Not(inner) => about(inner).map(|(who, state, is)| (who, state, !is)),
        ExprKind::Is(who, list) => match list.as_slice() {
            [Quality::State(state)] => Some((who.clone(), *state, true)),
            _ => None,
        },
        _ => None,
    }
}

/// The words that a statement gives a meaning.
#[derive(Default)]
struct Words(Vec<LocalId>);

impl Words {
    fn in_expr(&self, e: &Expr) -> bool {
        let mut asks = Asks { words: &self.0, any: false };
        asks.expr(e);
        asks.any
    }
}

impl Walk for Words {
    fn stmt(&mut self, s: &Stmt) {
        self.0.extend(s.kind.words());
        walk::walk_stmt(self, s);
    }
}

/// Whether one of some words stands in a question.
struct Asks<'w> {
    words: &'w [LocalId],
    any: bool,
}

impl Walk for Asks<'_> {
    fn expr(&mut self, e: &Expr) {
        self.any |= matches!(&*e.kind, ExprKind::Local(word) if self.words.contains(word));
        walk::walk_expr(self, e);
    }
}

impl Walk for Lines<'_> {
    fn block(&mut self, b: &Block) {
        let (now, asked) = (self.now.clone(), self.asked.take());
        b.iter().for_each(|s| self.stmt(s));
        (self.now, self.asked) = (now, asked);
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Gain(who, list) => self.deals(who, list, true, s.at),
            StmtKind::Lose(who, list) => self.deals(who, list, false, s.at),
            StmtKind::If(arms, last) => self.branches(arms, last.as_ref()),
            // it may have said anything
            StmtKind::Error => self.now.clear(),
            _ => {
                // what is done again and again may have been done before
                self.unsettle(s);
                walk::walk_stmt(self, s);
            }
        }
    }
}
