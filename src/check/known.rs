//! What is known of words that stand for dice: least and most.

use rustc_hash::FxHashMap;

use crate::graph::Graph;
use crate::hir::walk::{self, Walk};
use crate::hir::{Body, ChanceKind, Dice, Expr, ExprKind, LocalId, Proc, ProcId, ProcKind, Rules, Stmt, StmtKind};

/// Least and most of words.
pub(super) type Bounds = FxHashMap<LocalId, (i64, i64)>;

/// Of all words that are given what plain dice show, and nothing else.
pub(super) fn bounds(rules: &Rules, graph: &Graph) -> Bounds {
    let mut words = Words { rules, graph, known: FxHashMap::default() };
    for proc in rules.procs.all() {
        words.steps(proc);
    }
    for meeting in rules.attaches.all().iter().flat_map(|a| &a.meets) {
        if let Body::Happens(block) = &meeting.body {
            words.block(block);
        }
    }
    words.known.into_iter().filter_map(|(word, bounds)| Some((word, bounds?))).collect()
}

struct Words<'a> {
    rules: &'a Rules,
    graph: &'a Graph,
    /// None of words that may be anything.
    known: FxHashMap<LocalId, Option<(i64, i64)>>,
}

impl Words<'_> {
    fn steps(&mut self, proc: &Proc) {
        // what is given to it is not ours to know
        for role in &proc.head.roles {
            self.known.insert(role.local, None);
        }
        for step in &proc.steps {
            if let Some((word, e)) = &step.result {
                self.put(*word, e);
            }
        }
        walk::walk_proc(self, proc);
    }

    fn put(&mut self, word: LocalId, e: &Expr) {
        let now = self.shows(e);
        let known = match self.known.get(&word) {
            None => now,
            Some(old) => old.zip(now).map(|((a, b), (c, d))| (a.min(c), b.max(d))),
        };
        self.known.insert(word, known);
    }

    /// What dice may show.
    fn shows(&self, e: &Expr) -> Option<(i64, i64)> {
        match &*e.kind {
            ExprKind::Roll(dice) => spread(dice),
            ExprKind::Local(word) => self.known.get(word).copied().flatten(),
            ExprKind::Do(call) => self.thrown(call.proc),
            _ => None,
        }
    }

    /// What a throw may come to of which nothing changes the dice.
    fn thrown(&self, id: ProcId) -> Option<(i64, i64)> {
        let ProcKind::Chance(chance) = &self.rules.procs.get(id)?.kind else { return None };
        let plain = chance.keep.is_empty() && chance.naturals.is_empty() && self.graph.tosses_of(id).is_empty();
        match &chance.kind {
            ChanceKind::Roll(Some(e)) if plain => self.shows(e),
            _ => None,
        }
    }
}

pub(super) fn spread(dice: &Dice) -> Option<(i64, i64)> {
    let by = if dice.inches { 1000 } else { 1 };
    let most = dice.number.checked_mul(dice.sides)?;
    Some((dice.number.checked_add(dice.plus)?.checked_mul(by)?, most.checked_add(dice.plus)?.checked_mul(by)?))
}

impl Walk for Words<'_> {
    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Let(word, e) | StmtKind::Set(word, e) => self.put(*word, e),
            StmtKind::Choose { to, .. } | StmtKind::PickAtRandom(to, _) => {
                self.known.insert(*to, None);
            }
            StmtKind::ChooseApart { to: (first, second), .. } => {
                self.known.extend([(*first, None), (*second, None)]);
            }
            _ => {}
        }
        walk::walk_stmt(self, s);
    }
}
