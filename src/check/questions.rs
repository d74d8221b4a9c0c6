//! Questions on which it hangs whether something happens or counts.

use super::holds::holds;
use super::sides::Foes;
use crate::ast::{self, Part, Walk as _};
use crate::graph::{Graph, Row};
use crate::hir::walk::{self, Walk};
use crate::hir::{
    Attach, Body, Change, Expr, ExprKind, Guards, Hook, LastingId, LocalId, Meeting, Quality, RuleId, Rules, StateKind, Stmt, StmtKind,
    Test, Ty,
};
use crate::source::{At, Span};

/// A question.
pub(super) struct Asked {
    /// Its words.
    pub span: Span,
    /// What is asked; all of it.
    pub tests: Vec<Expr>,
    /// Those before it in one chain: it is only asked where none of them holds.
    pub earlier: Vec<Expr>,
    /// Whether it is all that a line asks where it meets the game, not one sentence of it.
    pub whole: bool,
}

/// All questions. Not those whose answer hangs on a ruling or on the number of a rule: they are meant to be settled before play.
pub(super) fn questions(rules: &Rules, graph: &Graph, decls: &[ast::Decl]) -> Vec<Asked> {
    let mut all = Questions { graph, foes: Foes::of(rules), out: Vec::new(), elses: elses(decls) };
    for value in rules.values.all() {
        // what a condition is from the outset; one that is only yes or no is there for its rows and for rules
        let base = value.base.as_ref().filter(|b| b.ty == Ty::Truth && !matches!(*b.kind, ExprKind::Truth(_)));
        base.iter().for_each(|b| all.asks(b.at, b));
        walk::walk_value(&mut all, value);
    }
    for proc in rules.procs.all() {
        proc.needs.iter().for_each(|n| all.asks(n.test.at, &n.test));
        proc.steps.iter().filter_map(|s| s.guard.as_ref()).for_each(|g| all.asks(g.at, g));
        walk::walk_proc(&mut all, proc);
    }
    for attach in rules.attaches.all() {
        all.lines(rules, attach.rule, attach.lasting, &attach.meets);
        for price in attach.meets.iter().flat_map(|m| &m.terms.needs) {
            all.expr(&price.test);
        }
        all.bodies(rules, attach);
    }
    for forbid in &rules.forbids {
        all.lines(rules, forbid.rule, forbid.lasting, &forbid.meets);
    }
    all.out
}

/// Where `otherwise` stands, by the question before it.
fn elses(decls: &[ast::Decl]) -> Vec<(Span, Span)> {
    let mut out = Vec::new();
    decls.iter().for_each(|d| {
        d.walk(&mut |part| {
            if let Part::Stmt(ast::Stmt { kind, .. }) = part {
                if let ast::StmtKind::If(ast::If { arms, otherwise: Some(otherwise) }) = &**kind {
                    out.extend(arms.last().map(|a| (a.test.at.span(), otherwise.at.span())));
                }
            }
        });
    });
    out
}

struct Questions<'a> {
    graph: &'a Graph,
    foes: Foes,
    out: Vec<Asked>,
    elses: Vec<(Span, Span)>,
}

impl Questions<'_> {
    fn asks(&mut self, at: At, test: &Expr) {
        self.chained(at.span(), vec![test.clone()], &[], false);
    }

    fn chained(&mut self, span: Span, tests: Vec<Expr>, earlier: &[Expr], whole: bool) {
        if !tests.iter().chain(earlier).any(settled) {
            self.out.push(Asked { span, tests, earlier: earlier.to_vec(), whole });
        }
    }

    /// What those who come to a place are for good: what its step asks of them, what its action needs, and whose enemies they are.
    fn around(&self, rules: &Rules, hook: &Hook) -> Vec<Expr> {
        let (Hook::Proc(id) | Hook::Step(id, _)) = hook else { return Vec::new() };
        let Some(proc) = rules.procs.get(*id) else { return Vec::new() };
        let always = |i: u32| self.graph.offs_of(Row::Need(*id, i)).next().is_none();
        let needs = (0..).zip(&proc.needs).filter(|(i, _)| always(*i)).map(|(_, n)| &n.test);
        let step = proc.steps.iter().find(|s| matches!(hook, Hook::Step(_, name) if s.line.name == Some(*name)));
        let guard = step.and_then(|s| s.guard.as_ref());
        let steady = needs.chain(guard).flat_map(conjuncts).filter(|e| of_tags(rules, e)).cloned();
        let at = proc.head.line.at;
        let word = |local: LocalId| Expr::new(ExprKind::Local(local), rules.locals.get(local).map_or(Ty::Unknown, |l| l.ty), at);
        let foe = |(a, b)| Expr::new(ExprKind::EnemyOf(word(a), word(b)), Ty::Truth, at);
        steady.chain(self.foes.at(rules, *id).map(foe)).collect()
    }

    /// Lines of one rule at their places. What is given to a rule is known before play.
    fn lines(&mut self, rules: &Rules, rule: Option<RuleId>, lasting: Option<LastingId>, meets: &[Meeting]) {
        if is_given(rules, rule) {
            return;
        }
        for meeting in meets {
            self.guards(&meeting.guard);
            let mut all = holds(rules, rule, lasting, meeting);
            all.extend(self.around(rules, &meeting.hook));
            let end = meeting.guard.iter().filter(|g| g.result.is_none()).map(|g| g.test.at).fold(meeting.at, At::to);
            self.chained(end.span(), all, &[], true);
        }
    }

    fn bodies(&mut self, rules: &Rules, attach: &Attach) {
        if is_given(rules, attach.rule) {
            return;
        }
        for meeting in &attach.meets {
            match &meeting.body {
                Body::Changes(list) => list.iter().for_each(|c| {
                    self.change(c);
                    self.where_changed(rules, attach, meeting, c);
                }),
                Body::Happens(block) => self.block(block),
                Body::Also(guards) => self.guards(guards),
                Body::Skip | Body::Ignore | Body::Mute => {}
            }
        }
    }
}

impl Questions<'_> {
    /// What a change asks, of whom its line has met.
    fn where_changed(&mut self, rules: &Rules, attach: &Attach, meeting: &Meeting, change: &Change) {
        let tests = || change.guard.iter().filter(|g| g.result.is_none()).map(|g| &g.test);
        let Some(at) = tests().map(|test| test.at).reduce(At::to) else { return };
        let mut all = holds(rules, attach.rule, attach.lasting, meeting);
        all.extend(tests().cloned());
        self.chained(at.span(), all, &[], true);
    }
}

fn is_given(rules: &Rules, rule: Option<RuleId>) -> bool {
    rule.and_then(|r| rules.rules.get(r)).is_some_and(|r| r.given.is_some())
}

/// Whether the answer hangs on a ruling.
pub(super) fn settled(e: &Expr) -> bool {
    struct Look(bool);
    impl Walk for Look {
        fn expr(&mut self, e: &Expr) {
            self.0 |= matches!(*e.kind, ExprKind::Takes(..) | ExprKind::Reading(..) | ExprKind::ReadingNumber(_));
            walk::walk_expr(self, e);
        }
    }
    let mut look = Look(false);
    look.expr(e);
    look.0
}

impl Walk for Questions<'_> {
    fn guards(&mut self, list: &Guards) {
        for guard in list.iter().filter(|g| g.result.is_none()) {
            if !matches!(*guard.test.kind, ExprKind::During(..)) {
                self.asks(guard.test.at, &guard.test);
            }
            self.expr(&guard.test);
        }
    }

    fn test(&mut self, t: &Test) {
        if let Test::Where(e) = t {
            self.asks(e.at, e);
        }
        walk::walk_test(self, t);
    }

    fn change(&mut self, c: &Change) {
        walk::walk_change(self, &c.kind);
        self.guards(&c.guard);
    }

    fn expr(&mut self, e: &Expr) {
        if let ExprKind::If(cases, last) = &*e.kind {
            let mut earlier = Vec::new();
            for (test, _) in cases {
                self.chained(test.at.span(), vec![test.clone()], &earlier, false);
                earlier.push(test.clone());
            }
            self.chained(last.at.span(), vec![always(last.at)], &earlier, false);
        }
        walk::walk_expr(self, e);
    }

    fn stmt(&mut self, s: &Stmt) {
        if let StmtKind::If(cases, last) = &s.kind {
            let mut earlier: Vec<Expr> = Vec::new();
            for (test, _) in cases {
                self.chained(test.at.span(), vec![test.clone()], &earlier, false);
                earlier.push(test.clone());
            }
            let before = earlier.last().map(|e| e.at.span());
            let word = self.elses.iter().find(|(test, _)| Some(*test) == before).map(|(_, word)| *word);
            if let (Some(_), Some(word)) = (last, word) {
                self.chained(word, vec![always(s.at)], &earlier, false);
            }
        }
        walk::walk_stmt(self, s);
    }
}

fn always(at: At) -> Expr {
    Expr::new(ExprKind::Truth(true), crate::hir::Ty::Truth, at)
}

/// The parts of a question all of which must be so.
pub(super) fn conjuncts(e: &Expr) -> Vec<&Expr> {
    match &*e.kind {
        ExprKind::And(list) => list.iter().flat_map(conjuncts).collect(),
        _ => vec![e],
    }
}

/// Whether it is asked what somebody in a blank is by nature, which nothing changes. What a group is by one of its pieces may
/// fall with that one.
fn of_tags(rules: &Rules, e: &Expr) -> bool {
    let tag = |q: &Quality| matches!(q, Quality::State(s) if rules.states.get(*s).is_some_and(|s| s.kind == StateKind::Tag && !s.any));
    match &*e.kind {
        ExprKind::Not(e) => of_tags(rules, e),
        ExprKind::Is(who, list) => matches!(*who.kind, ExprKind::Local(_)) && list.iter().all(tag),
        _ => false,
    }
}
