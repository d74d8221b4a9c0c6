//! Questions whether a choice is what it never can be: `if plan is Defend`, where Press or Stand is chosen.

use rustc_hash::FxHashMap;

use super::Whole;
use super::every;
use super::term::number;
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::{self, Walk};
use crate::hir::{Choice, Comparison, Expr, ExprKind, LocalId, Proc, Quality, Rules, Stmt, StmtKind};
use crate::intern::Sym;

/// What each word may come to: the names, and the numbers by which they are compared. None where it is given a value besides.
type Offered = FxHashMap<LocalId, Option<Vec<(Sym, i64)>>>;

struct Offers<'a> {
    rules: &'a Rules,
    offered: Offered,
}

impl Walk for Offers<'_> {
    fn stmt(&mut self, s: &Stmt) {
        let among = |choice: &Choice| match choice {
            Choice::Names(list) => list.iter().map(|(name, e)| Some((*name, number(self.rules, e)?))).collect(),
            _ => None,
        };
        match &s.kind {
            StmtKind::Let(word, _) | StmtKind::Set(word, _) | StmtKind::PickAtRandom(word, _) => {
                self.offered.insert(*word, None);
            }
            StmtKind::Choose { to, choice, .. } => {
                let names = among(choice).filter(|_| !self.offered.contains_key(to));
                self.offered.insert(*to, names);
            }
            StmtKind::ChooseApart { to: (first, second), choice, .. } => {
                let names: Option<Vec<(Sym, i64)>> = among(choice);
                self.offered.extend([(*first, names.clone()), (*second, names)]);
            }
            _ => {}
        }
        walk::walk_stmt(self, s);
    }
}

struct Picks<'a> {
    rules: &'a Rules,
    offered: Offered,
    found: Vec<Diagnostic>,
}

impl Picks<'_> {
    /// One that is compared with a choice.
    fn compared(&mut self, of: &Expr, with: &Expr) {
        let (ExprKind::Local(word) | ExprKind::Picked(word, ..)) = *of.kind else { return };
        let (Some(Some(names)), Some(n)) = (self.offered.get(&word), number(self.rules, with)) else { return };
        if names.iter().any(|(_, m)| *m == n) {
            return;
        }
        let text = |sym: Sym| self.rules.names.text(sym);
        let listed = names.iter().map(|(name, _)| format!("`{}`", text(*name))).collect::<Vec<_>>();
        let d = Diagnostic::new(Code::Never, with.at.span(), "this is never chosen")
            .here(format!("what is chosen is {}", listed.join(" or ")))
            .help("name one of these, or let it be chosen");
        if !self.found.contains(&d) {
            self.found.push(d);
        }
    }
}

impl Walk for Picks<'_> {
    fn expr(&mut self, e: &Expr) {
        match &*e.kind {
            ExprKind::Same(a, b) | ExprKind::Compare(Comparison::Equal | Comparison::Unequal, a, b) => {
                self.compared(a, b);
                self.compared(b, a);
            }
            ExprKind::Is(of, list) => {
                for q in list {
                    if let Quality::Same(e) = q {
                        self.compared(of, e);
                    }
                }
            }
            _ => {}
        }
        walk::walk_expr(self, e);
    }
}

/// Reports them.
pub(super) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let mut offers = Offers { rules: whole.rules, offered: FxHashMap::default() };
    every::part(whole.rules, &mut offers);
    let mut offered = offers.offered;
    // what stands in a blank or comes of a step is chosen elsewhere
    let known = |p: &Proc| p.head.roles.iter().map(|r| r.local).chain(p.steps.iter().filter_map(|s| Some(s.result.as_ref()?.0))).collect();
    for local in whole.rules.procs.all().iter().flat_map(|p| -> Vec<LocalId> { known(p) }) {
        offered.insert(local, None);
    }
    let mut picks = Picks { rules: whole.rules, offered, found: Vec::new() };
    every::part(whole.rules, &mut picks);
    picks.found
}
