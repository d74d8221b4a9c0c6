//! What a procedure does whenever it is done.

use super::apart::met_holds;
use super::deeds::Deeds;
use crate::graph::{Graph, Met, Splice};
use crate::hir::walk::Walk;
use crate::hir::{Body, Carrier, Expr, ExprKind, Id, Proc, ProcId, Quality, Rules, Sel, Step, Stmt, StmtKind, Terms, Test};
use crate::intern::Sym;
use crate::source::Span;

/// The procedures that a procedure does whenever it is done, each with the words of the rule or head that say so.
pub(super) fn surely_done(rules: &Rules, graph: &Graph, id: ProcId) -> Vec<(usize, Span)> {
    let Some(proc) = rules.procs.get(id) else { return Vec::new() };
    let mut sure = Sure { rules, graph, words: proc.head.line.at.span(), over: false, out: Vec::new() };
    sure.whole(id, proc);
    sure.out.into_iter().map(|(p, span)| (p.index(), span)).collect()
}

struct Sure<'a> {
    rules: &'a Rules,
    graph: &'a Graph,
    /// The rule or head whose statements these are.
    words: Span,
    /// Whether what comes may be behind the end.
    over: bool,
    out: Vec<(ProcId, Span)>,
}

impl Sure<'_> {
    fn whole(&mut self, id: ProcId, proc: &Proc) {
        self.lines(id, None, Splice::Before);
        let instead = self.graph.splices_at(id, None, Splice::Instead);
        if instead.is_empty() && self.graph.skips(id, None).is_empty() {
            for step in &proc.steps {
                self.step(id, step);
            }
        }
        self.lines(id, None, Splice::After);
    }

    fn step(&mut self, id: ProcId, step: &Step) {
        let name = step.line.name;
        let replaced = !self.graph.splices_at(id, name, Splice::Instead).is_empty() || !self.graph.skips(id, name).is_empty();
        let lasts = step.guard.as_ref().is_none_or(|g| lasting(self.rules, g));
        // what is not certain may yet be the end
        if replaced || !lasts {
            self.over |= ends(&step.block) || step.or_else.as_ref().is_some_and(|b| ends(b));
            return;
        }
        self.lines(id, name, Splice::Before);
        if let Some((_, e)) = &step.result {
            self.calls(e);
        }
        self.over |= step.or_else.as_ref().is_some_and(|b| ends(b));
        self.block(&step.block);
        self.lines(id, name, Splice::After);
    }

    fn lines(&mut self, id: ProcId, step: Option<Sym>, splice: Splice) {
        let graph = self.graph;
        for met in graph.splices_at(id, step, splice) {
            self.line(*met);
        }
    }

    fn line(&mut self, met: Met) {
        let Some((attach, meeting)) = met.of(self.rules) else { return };
        let Body::Happens(block) = &meeting.body else { return };
        let sure = meeting.carrier == Carrier::Nobody || attach.lasting.is_none();
        let free = asks_nothing(&meeting.terms) && self.graph.offs_of(crate::graph::Row::Met(met)).next().is_none();
        if !sure || !free || !met_holds(self.rules, met).iter().all(|e| lasting(self.rules, e)) {
            self.over |= ends(block);
            return;
        }
        let before = std::mem::replace(&mut self.words, attach.line.at.span());
        self.block(block);
        self.words = before;
    }

    fn block(&mut self, block: &[Stmt]) {
        for s in block {
            if self.over {
                return;
            }
            self.stmt(s);
        }
    }

    fn stmt(&mut self, s: &Stmt) {
        use StmtKind as K;
        match &s.kind {
            K::Do(call, or_else) => {
                self.out.push((call.proc, self.words));
                call.args.iter().for_each(|a| self.calls(a));
                self.over |= or_else.as_ref().is_some_and(|b| ends(b));
            }
            K::Stop(_) | K::End | K::Give(_) => self.over = true,
            K::If(cases, last) => {
                if let Some((test, _)) = cases.first() {
                    self.calls(test);
                }
                self.over |= cases.iter().map(|(_, b)| b).chain(last).any(|b| ends(b));
            }
            K::Let(_, e) | K::Set(_, e) => self.calls(e),
            // where two of them find each other, each does it for the other, again and again
            K::ForEach(l, b) if mutual(&l.over) => self.block(b),
            K::ForEach(_, b) | K::Alternate(_, _, _, b) | K::Repeat(_, b) | K::Share(_, _, _, _, b) => self.over |= ends(b),
            K::May(offer) => self.over |= ends(&offer.block),
            _ => {}
        }
    }

    /// What a question that is surely asked calls.
    fn calls(&mut self, e: &Expr) {
        if self.over || matches!(*e.kind, ExprKind::If(..)) {
            return;
        }
        let mut deeds = Deeds::default();
        deeds.expr(e);
        let words = self.words;
        self.out.extend(deeds.calls.into_iter().map(|(p, _)| (p, words)));
    }
}

/// Whether those who are meant are found by whoever is near, on one side or on both, and by nothing that passes: of two that
/// are found so, each finds the other.
fn mutual(sel: &Sel) -> bool {
    let plain =
        |t: &Test| matches!(t, Test::Within(_, _, false) | Test::Friendly(_) | Test::Enemy(_) | Test::Other(_) | Test::OtherThan(_));
    sel.tests.iter().any(|t| matches!(t, Test::Within(..))) && sel.tests.iter().all(plain)
}

/// Whether statements may end what they stand in.
fn ends(block: &[Stmt]) -> bool {
    struct Ends(bool);
    impl Walk for Ends {
        fn stmt(&mut self, s: &Stmt) {
            self.0 |= matches!(s.kind, StmtKind::Stop(_) | StmtKind::End | StmtKind::Give(_) | StmtKind::Win(_));
            crate::hir::walk::walk_stmt(self, s);
        }
    }
    let mut out = Ends(false);
    block.iter().for_each(|s| out.stmt(s));
    out.0
}

fn asks_nothing(terms: &Terms) -> bool {
    !terms.may && terms.needs.is_empty() && terms.limits.is_empty() && terms.costs.is_empty()
}

/// Whether a guard, once it holds, holds for good: who carries a rule, whose side somebody is on.
fn lasting(rules: &Rules, e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Truth(t) => *t,
        ExprKind::And(list) => list.iter().all(|e| lasting(rules, e)),
        ExprKind::Takes(ruling, reading) => rules.rulings.get(*ruling).is_some_and(|r| r.chosen == *reading),
        ExprKind::Is(_, list) => match list.as_slice() {
            [Quality::Rule(rule)] => rules.rules.get(*rule).is_some_and(|r| match r.state.and_then(|s| rules.states.get(s)) {
                Some(state) => state.kind == crate::hir::StateKind::Rule,
                None => true,
            }),
            _ => false,
        },
        ExprKind::EnemyOf(..) | ExprKind::FriendOf(..) => true,
        _ => false,
    }
}
