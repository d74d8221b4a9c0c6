//! What an action asks before it is taken, and at whom it may aim.

use super::compile::Pass;
use super::decks::described;
use super::ir::{Domain, Gate, Sel};
use super::numbers::{short, small};
use super::scope::Scope;
use crate::model::{KindBase, Type};
use crate::syntax::{Declaration, Rule};

impl<'a> Pass<'a> {
    /// Costs, needs and limits of an action.
    pub fn action_items(&mut self, d: &'a Declaration, proc: u16, scope: &mut Scope) {
        for line in self.shared_lines(proc).into_iter().chain(&d.body) {
            for part in &line.parts {
                match part.rule {
                    Rule::cost => self.cost(proc, scope, part),
                    Rule::needs => {
                        let holds = part.find(Rule::expr).map_or(0, |e| self.tagged_truth(scope, e));
                        if let Some(e) = part.find(Rule::expr) {
                            self.asks(scope, e.span, e, holds, &[]);
                        }
                        let row = self.rows.at.get(&part.span).copied().unwrap_or(0);
                        if let Some(p) = self.program.procs.get_mut(proc as usize) {
                            p.gates.push(Gate { row, holds, me: None });
                        }
                    }
                    Rule::limit => self.limit(proc, scope, part),
                    _ => {}
                }
            }
        }
        let action = self
            .program
            .procs
            .get(proc as usize)
            .is_some_and(|p| self.program.book.kind(&p.word).is_some_and(|k| self.program.book.is(k, KindBase::Action)));
        if action {
            if let Some(span) = self.program.once_per {
                self.did_state(proc, span);
            }
            self.aim(d, proc, scope);
        }
    }

    /// What may fill the second blank of an action, when a player chooses it.
    fn aim(&mut self, d: &'a Declaration, proc: u16, scope: &mut Scope) {
        let Some(second) = d.head.all(Rule::role_head).nth(1) else { return };
        let Some(head) = self.program.proc_heads.get(proc as usize).cloned() else { return };
        if head.roles.get(1).is_some_and(|r| r.ty == Type::State) {
            let reg = scope.fresh();
            let kind = head.roles.first().and_then(|r| if let Type::Thing(k) = r.ty { Some(k) } else { None }).unwrap_or(0);
            self.program.sels.push(Sel { domain: Domain::Forms(small(kind)), var: reg, filters: Vec::new(), extreme: Vec::new() });
        } else {
            let saved = scope.locals.clone();
            let known = scope.locals.len().saturating_sub(head.roles.len() - 1);
            scope.locals.truncate(known);
            let (sel, _) = self.selector(scope, &described(second));
            scope.locals = saved;
            if let Some(p) = self.program.procs.get_mut(proc as usize) {
                p.aim = Some(sel);
            }
            return;
        }
        let sel = short(self.program.sels.len() - 1);
        if let Some(p) = self.program.procs.get_mut(proc as usize) {
            p.aim = Some(sel);
        }
    }
}
