//! Which blanks of what happens always hold enemies: by whom a player may name, and by who is handed on.

use std::collections::{BTreeMap, BTreeSet};

use crate::hir::walk::every;
use crate::hir::walk::{self, Walk};
use crate::hir::{Call, Expr, ExprKind, LocalId, Proc, ProcId, ProcKind, Rules, Stmt, StmtKind, Test};

/// Two blanks of a head, by their places.
type Pair = (usize, usize);

/// For each procedure the blanks that hold enemies of each other whenever it is done.
pub(super) struct Foes(BTreeMap<ProcId, BTreeSet<Pair>>);

impl Foes {
    /// Of all rules. What is handed on from procedure to procedure is followed until nothing changes.
    pub fn of(rules: &Rules) -> Self {
        let mut sites = Sites::default();
        every::part(rules, &mut sites);
        let roles = rules.procs.iter().flat_map(|(id, p)| p.head.roles.iter().enumerate().map(move |(i, r)| (r.local, (id, i))));
        let blanks: BTreeMap<LocalId, (ProcId, usize)> = roles.filter(|(word, _)| !sites.set.contains(word)).collect();
        // what nobody has come to yet may hold anything
        let mut known: BTreeMap<ProcId, BTreeSet<Pair>> = BTreeMap::new();
        for _ in 0..=rules.procs.len() {
            let mut next = BTreeMap::new();
            for (id, proc) in rules.procs.iter() {
                let mut all: Option<BTreeSet<Pair>> = named(proc);
                for args in sites.args.get(&id).into_iter().flatten() {
                    let Some(handed) = handed(&blanks, &known, args) else { continue };
                    all = Some(match all {
                        Some(all) => all.intersection(&handed).copied().collect(),
                        None => handed,
                    });
                }
                if let Some(all) = all {
                    next.insert(id, all);
                }
            }
            if next == known {
                break;
            }
            known = next;
        }
        Self(known)
    }

    /// The words of two blanks that hold enemies of each other.
    pub fn at<'r>(&'r self, rules: &'r Rules, id: ProcId) -> impl Iterator<Item = (LocalId, LocalId)> + 'r {
        let roles = rules.procs.get(id).map_or(&[][..], |p| &p.head.roles);
        let local = move |i: usize| roles.get(i).map(|r| r.local);
        self.0.get(&id).into_iter().flatten().filter_map(move |(a, b)| Some((local(*a)?, local(*b)?)))
    }
}

/// What is handed on wherever something is done.
#[derive(Default)]
struct Sites {
    /// The arguments of each call.
    args: BTreeMap<ProcId, Vec<Vec<Expr>>>,
    /// Words that are given something else on the way.
    set: BTreeSet<LocalId>,
}

impl Walk for Sites {
    fn stmt(&mut self, s: &Stmt) {
        if let StmtKind::Set(word, _) = s.kind {
            self.set.insert(word);
        }
        walk::walk_stmt(self, s);
    }

    fn call(&mut self, c: &Call) {
        self.args.entry(c.proc).or_default().push(c.args.clone());
        c.args.iter().for_each(|a| self.expr(a));
        c.answers.iter().for_each(|(_, a)| self.expr(a));
    }
}

/// What a player may name, for an action; none for what nobody does of himself.
fn named(proc: &Proc) -> Option<BTreeSet<Pair>> {
    if !matches!(proc.kind, ProcKind::Action(_)) {
        return None;
    }
    let first = proc.head.roles.first()?.local;
    let foe = |t: &Test| matches!(t, Test::Enemy(of) if matches!(*of.kind, ExprKind::Local(l) if l == first));
    let enemies = proc.aim.as_ref().is_some_and(|sel| sel.tests.iter().any(foe));
    Some(if enemies { BTreeSet::from([(0, 1), (1, 0)]) } else { BTreeSet::new() })
}

/// What holds of those who are handed on; none where it is not known yet from where.
fn handed(blanks: &BTreeMap<LocalId, (ProcId, usize)>, known: &BTreeMap<ProcId, BTreeSet<Pair>>, args: &[Expr]) -> Option<BTreeSet<Pair>> {
    let from: Vec<Option<(ProcId, usize)>> = args
        .iter()
        .map(|a| match *a.kind {
            ExprKind::Local(l) => blanks.get(&l).copied(),
            _ => None,
        })
        .collect();
    let mut out = BTreeSet::new();
    for (i, a) in from.iter().enumerate() {
        for (j, b) in from.iter().enumerate() {
            let (Some((p, a)), Some((q, b))) = (a, b) else { continue };
            if i != j && p == q && known.get(p)?.contains(&(*a, *b)) {
                out.insert((i, j));
            }
        }
    }
    Some(out)
}
