//! What is wrong with a throw or a price when all that changes it is known.

use crate::ast::ItemKind;
use crate::diag::Code;
use crate::hir::{Body, ChanceKind, Change, ChangeKind, Faces, Forced, Guard, Hook, ProcId, ProcKind};
use crate::source::At;

use super::super::Resolver;

/// What a die of a pool counts at most that is looked at.
const MOST_LOOKED_AT: i64 = 7;

/// What is done with the dice of a pool.
#[derive(Default)]
struct Done {
    /// So many are put aside.
    dropped: bool,
    /// They count so many, at most.
    most: i64,
    /// They are looked at, and something is done then.
    looked: bool,
    /// They bring others.
    brought: bool,
    /// They bring others once: where that is said.
    once: Option<At>,
}

impl Resolver<'_> {
    /// Throws and prices with all that rules change in them.
    pub(super) fn throws_as_wholes(&mut self) {
        for proc in self.proc_ids() {
            self.whole_pool(proc);
            self.nothing_to_pay(proc);
        }
    }

    /// Faults dice that are dropped and bring others, or bring others once and are looked at, or are looked at and count too much.
    fn whole_pool(&mut self, proc: ProcId) {
        let Some(p) = self.rules.procs.get(proc).filter(|p| matches!(p.kind, ProcKind::Chance(_))) else { return };
        let head = p.head.line.at;
        if !self.done_with(proc, |_| true).is_too_much() {
            return;
        }
        // of readings that are not in force nothing is done
        let done = self.done_with(proc, |guards| !guards.iter().any(|g| self.never_holds(&g.test)));
        // of how many dice some are put aside is not known before all are thrown
        if done.dropped && done.brought {
            let message = "dice are dropped here, and others brought by them";
            self.fault(Code::Unready, head, message, "say how many are kept: `keep highest 2`");
        }
        if done.looked && done.most > MOST_LOOKED_AT {
            let message = format!("dice that are rolled again after they are seen count at most {MOST_LOOKED_AT}");
            self.fault(Code::Unready, head, message, "multiply the result of the pool");
        }
        // whether a die that lies there was thrown or brought is not told apart
        if let Some(at) = done.once.filter(|_| done.looked) {
            let message = "dice bring others `once` here, and are rolled again after they are seen";
            self.fault(Code::Unready, at, message, "leave `once` out, or what is offered when the dice are seen");
        }
    }

    /// What is done with the dice of a pool where these guards may hold.
    fn done_with(&self, proc: ProcId, may_hold: impl Fn(&[Guard]) -> bool) -> Done {
        let Some(ProcKind::Chance(chance)) = self.rules.procs.get(proc).map(|p| &p.kind) else { return Done::default() };
        let ChanceKind::Pool { each, .. } = &chance.kind else { return Done::default() };
        let counts = each.as_ref().map_or(&[][..], |e| e.counts.as_slice());
        let forced = chance.naturals.iter().map(|(_, _, forced)| counted(forced));
        let most = counts.iter().map(|(_, _, n)| *n).chain(forced).max().unwrap_or(1);
        let mut done = Done { dropped: chance.keep.iter().any(|(_, k)| k.drop), most, ..Done::default() };
        chance.rows.iter().filter(|r| may_hold(&r.change.guard)).for_each(|r| done.add(&r.change, false, r.line.at));
        for (_, a) in self.rules.attaches.iter() {
            let may = a.terms.may || self.kind_says_may(a.rule);
            for m in a.meets.iter().filter(|m| m.hook == Hook::Proc(proc) && may_hold(&m.guard)) {
                let asked = may || m.guard.iter().any(|g| g.result.is_some());
                if let Body::Changes(list) = &m.body {
                    list.iter().filter(|c| may_hold(&c.guard)).for_each(|c| done.add(c, asked, a.line.at));
                }
            }
        }
        done
    }

    /// Faults what changes the price of something that has none.
    fn nothing_to_pay(&mut self, proc: ProcId) {
        let Some(p) = self.rules.procs.get(proc).filter(|p| p.costs.is_empty()) else { return };
        // a price that says what is not there was told
        let made = self.made.iter().position(|m| m.proc == Some(proc)).and_then(|i| self.decls.get(i));
        if made.is_some_and(|d| d.kind.items().iter().any(|i| matches!(i.kind, ItemKind::Cost(_)))) {
            return;
        }
        let name = self.said(p.head.name);
        let changes = |body: &Body| matches!(body, Body::Changes(list) if !list.is_empty());
        let lines = self.rules.attaches.iter().map(|(_, a)| a);
        let faults: Vec<At> = lines
            .filter(|a| a.meets.iter().any(|m| m.hook == Hook::Cost(proc) && m.within.is_none() && changes(&m.body)))
            .map(|a| a.line.at)
            .collect();
        for at in faults {
            let help = format!("say what `{name}` costs, were it `cost 0 ...`");
            self.fault(Code::Place, at, format!("`{name}` costs nothing, and nobody asks for its price"), help);
        }
    }
}

/// What a natural score counts.
fn counted(forced: &Forced) -> i64 {
    if let Forced::Counts(n) = forced { *n } else { 1 }
}

impl Done {
    /// Whether this cannot be done with one throw.
    fn is_too_much(&self) -> bool {
        self.dropped && self.brought || self.looked && (self.most > MOST_LOOKED_AT || self.once.is_some())
    }

    /// One change more; whether its line is offered or asks for the result, so that it waits until the dice are seen.
    fn add(&mut self, change: &Change, asked: bool, at: At) {
        match &change.kind {
            ChangeKind::Keep(k) | ChangeKind::Dice { keep: Some(k), .. } => self.dropped |= k.drop,
            ChangeKind::Natural(_, forced) => self.most = self.most.max(counted(forced)),
            ChangeKind::Passes | ChangeKind::Fails => self.looked = true,
            ChangeKind::Reroll { faces, may, anew: false } => {
                let asked = asked || *may || change.guard.iter().any(|g| g.result.is_some());
                self.looked |= asked || matches!(faces, Faces::Worst(_));
            }
            ChangeKind::Explode(_, once) => {
                self.brought = true;
                if *once && self.once.is_none() {
                    self.once = Some(at);
                }
            }
            _ => {}
        }
    }
}
