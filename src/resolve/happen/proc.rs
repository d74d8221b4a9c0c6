//! Procedures, phases, the turn, actions: what they ask first, and their steps.

use super::super::{Resolver, Scope};
use super::lend::cited;
use crate::ast::{self, DeclKind, ItemKind};
use crate::diag::{Code, Diagnostic};
use crate::hir::{Limit, Line, Need, Price, ProcId, ProcKind, Sel, Ty};

/// What is asked before an action is taken.
#[derive(Default)]
struct Asked {
    costs: Vec<Price>,
    needs: Vec<Need>,
    limits: Vec<Limit>,
}

/// Steps of one procedure.
const MOST_STEPS: usize = 1_000;

impl<'a> Resolver<'a> {
    /// What a procedure, a phase, the turn or an action says itself. What its kind shares comes first.
    pub(super) fn procedure(&mut self, d: &ast::Decl, proc: ProcId, roles: &[ast::RoleHead], own: &[ast::Item]) {
        let Some(head) = self.head_of_proc(proc) else { return };
        let mut scope = self.scope_of(&head);
        scope.proc = Some(proc);
        let named = |i: &ast::Item| if let ItemKind::Step(s) = &i.kind { s.value.as_ref().map(|_| s.word.sym) } else { None };
        scope.naming = own.iter().filter_map(named).collect();
        let action = self.is_taken(proc);
        let card = matches!(self.rules.procs.get(proc).map(|p| &p.kind), Some(ProcKind::Card(_)));
        let shared = self.shared_items(proc);
        let asked = self.asked_first(&mut scope, d, proc, shared, own);
        let aim = if action { self.aim(&scope, roles) } else { None };
        let word = self.proc_word(proc).to_owned();
        self.named_once(own.iter().filter_map(|i| if let ItemKind::Step(s) = &i.kind { Some((s.word.sym, s.word.at, i)) } else { None }));
        let (mut steps, mut shown) = (Vec::new(), None);
        for item in shared.iter().chain(own) {
            match &item.kind {
                ItemKind::Step(_) if steps.len() > MOST_STEPS => {}
                ItemKind::Step(step) if steps.len() == MOST_STEPS => {
                    let message = format!("`{}` has more than {MOST_STEPS} steps", self.said(head.name));
                    self.fault(Code::Unready, item.at, message, "make procedures of parts of it, and do them in its steps");
                    steps.push(self.step(&mut scope, proc, step, item));
                }
                ItemKind::Step(step) => steps.push(self.step(&mut scope, proc, step, item)),
                ItemKind::Does(block) if card && steps.is_empty() => {
                    steps.push(self.whole(&mut scope, proc, block, item));
                }
                // below anything but a card it was told
                ItemKind::Does(_) if !card => {}
                ItemKind::Shown(text) => shown = Some(text.sym),
                ItemKind::Ways(_) => {}
                ItemKind::Cost(_) | ItemKind::Needs(_) | ItemKind::Limit(_) if !action => {
                    let message = format!("a {word} happens wherever it is called: nothing is asked or paid first");
                    self.fault(Code::Place, item.at, message, "make it an `action`, or say it where it is called");
                }
                ItemKind::Cost(_) | ItemKind::Needs(_) | ItemKind::Limit(_) | ItemKind::Attach(_) | ItemKind::Forbid(_) => {}
                _ => {
                    self.fault(Code::Place, item.at, format!("this does not belong in a {word}"), "put what happens in a `step`");
                }
            }
        }
        if let Some(p) = self.rules.procs.get_mut(proc) {
            (p.costs, p.needs, p.limits) = (asked.costs, asked.needs, asked.limits);
            (p.aim, p.steps, p.shown) = (aim, steps, shown);
        }
        self.known_at_end(proc, scope);
    }

    /// Costs, needs and limits.
    fn asked_first(&mut self, scope: &mut Scope, d: &ast::Decl, proc: ProcId, shared: &[ast::Item], own: &[ast::Item]) -> Asked {
        let kind = match self.rules.procs.get(proc).map(|p| &p.kind) {
            Some(ProcKind::Action(k)) => self.kind_of(*k).map(|k| k.word),
            _ => None,
        };
        self.paid_once(own);
        let mut asked = Asked::default();
        for (item, own) in shared.iter().map(|i| (i, false)).chain(own.iter().map(|i| (i, true))) {
            // a need without a clause of its own stands under those of its declaration
            let cites = if own && item.cites.is_empty() { cited(&d.cites) } else { cited(&item.cites) };
            let mut line = Line { name: None, at: item.at, cites };
            match &item.kind {
                ItemKind::Cost(cost) => asked.costs.extend(self.price_of_action(scope, proc, cost, &line)),
                ItemKind::Needs(needs) => {
                    line.name = needs.name.map(|n| n.sym).or(kind.filter(|_| !own));
                    let test = self.tagged_truth(scope, &needs.expr);
                    asked.needs.push(Need { line, test });
                }
                ItemKind::Limit(limit) => asked.limits.extend(self.limit(scope, limit, false)),
                _ => {}
            }
        }
        asked
    }

    /// Faults a second line of costs: what is paid in several counts stands on one.
    fn paid_once(&mut self, own: &[ast::Item]) {
        let mut costs = own.iter().filter(|i| matches!(i.kind, ItemKind::Cost(_)));
        let Some(first) = costs.next() else { return };
        for more in costs {
            let help = "take one of the two out, or say both on one line, with a comma between them";
            let d = Diagnostic::new(Code::Twice, more.at.span(), "this has a cost already").label(first.at.span(), "the first");
            self.report(d.help(help));
        }
    }

    /// What may fill the second blank of an action, when a player chooses it: whoever its head describes, who may speak of
    /// the first.
    fn aim(&mut self, scope: &Scope, roles: &[ast::RoleHead]) -> Option<Sel> {
        let second = roles.get(1)?;
        let mut first = scope.clone();
        let (_, local) = *first.words.get(1)?;
        if self.local_ty(local) == Ty::Formation {
            return None;
        }
        first.words.truncate(1);
        Some(self.sel(&mut first, &second.who))
    }

    /// What all actions of a procedure's kind have in common.
    fn shared_items(&self, proc: ProcId) -> &'a [ast::Item] {
        let Some(ProcKind::Action(kind)) = self.rules.procs.get(proc).map(|p| &p.kind) else { return &[] };
        let Some(word) = self.kind_of(*kind).map(|k| k.word) else { return &[] };
        let shared = self.decls.iter().rev().find_map(|d| match &*d.kind {
            DeclKind::Kind(k) if k.word.sym == word => Some(k.items.as_slice()),
            _ => None,
        });
        shared.unwrap_or_default()
    }
}
