//! What switches off: `ignore`, `over` and `forbid`.

use super::compile::{HookId, Pass};
use super::ir::Program;
use super::ir::{Bin, Ex, Gate, Off, X};
use super::numbers::short;
use super::scope::Scope;
use crate::diag::{Code, nearest};
use crate::model::{Key, KindBase, Symbol};
use crate::syntax::{Line, Node, Rule};

impl<'a> Pass<'a> {
    /// `on ROW by me: ignore`; with `only`, what one line is `over` at a hook, and at a step of it. Whether anything gives
    /// way to it; what has no such name has been told.
    pub fn ignore(
        &mut self,
        rule: Option<u16>,
        row: u16,
        attach: &'a Node,
        pattern: &'a Node,
        name: &'a Node,
        only: Option<(HookId, Option<&str>)>,
    ) -> bool {
        let written = self.name(name);
        let mut targets: Vec<(u16, HookId)> = self.rows.named.get(&Key::new(written)).cloned().unwrap_or_default();
        for s in self.program.book.lookup(written).to_vec() {
            if let Symbol::Rule(r) = s {
                targets.extend(self.rule_hooks(short(r)));
            }
        }
        if targets.is_empty() {
            self.unknown_name(name, written, "a rule or a named row");
            return true;
        }
        if let Some((at, step)) = only {
            targets.retain(|(target, hook)| *hook == at && self.stands_at(*target, at, step));
        }
        let gives_way = !targets.is_empty();
        for (target, hook) in targets {
            let head = match hook {
                HookId::Slot(s) => self.program.slot_heads.get(s as usize).cloned(),
                HookId::Proc(p) => self.program.proc_heads.get(p as usize).cloned(),
            };
            let Some(head) = head else { continue };
            let mut met = self.meet(rule, &head, attach, pattern);
            if let Some(when) = only.and_then(|_| self.contributes(&mut met.scope, attach)) {
                met.guard = Some(self.both(met.guard, when));
            }
            let guard = met.guard.unwrap_or_else(|| self.int(1));
            if let Some(r) = self.program.rows.get_mut(target as usize) {
                r.off.push(Off { guard, me: met.me, row });
            }
        }
        gives_way
    }

    /// Whether a line stands at a step, if it stands at one at all.
    fn stands_at(&self, row: u16, hook: HookId, step: Option<&str>) -> bool {
        let (HookId::Proc(proc), Some(step)) = (hook, step) else { return true };
        let mut here = self.splicing.splices.iter().filter(|((p, _), list)| *p == proc && list.iter().any(|s| s.row == row)).peekable();
        here.peek().is_none() || here.any(|((_, s), _)| s == step)
    }

    /// When a rule contributes anything, by what stands behind its contributions; none if it always does.
    fn contributes(&mut self, scope: &mut Scope, attach: &Node) -> Option<X> {
        let mut any = None;
        for contrib in attach.find(Rule::body)?.find(Rule::contribs)?.all(Rule::contrib) {
            let mut all = None;
            for g in contrib.all(Rule::guard) {
                let Some(g) = self.before_the_throw(g) else { continue };
                let x = self.guard(scope, &g);
                all = Some(self.both(all, x));
            }
            let all = all?;
            any = Some(any.map_or(all, |a| self.program.ex(Ex::Two(Bin::Or, a, all))));
        }
        any
    }

    /// The rows of a rule, each with its hook.
    fn rule_hooks(&self, rule: u16) -> Vec<(u16, HookId)> {
        let mine = |row: u16| self.program.rows.get(row as usize).is_some_and(|r| r.rule == Some(rule));
        let mut out = Vec::new();
        for (i, s) in self.program.slots.iter().enumerate() {
            out.extend(Program::contributions(s).filter(|(_, c)| mine(c.row)).map(|(_, c)| (c.row, HookId::Slot(short(i)))));
        }
        for (p, list) in &self.throwing.tosses {
            out.extend(list.iter().filter(|t| t.rule == Some(rule)).map(|t| (t.row, HookId::Proc(*p))));
        }
        for ((p, _), list) in &self.splicing.splices {
            out.extend(list.iter().filter(|s| s.rule == Some(rule)).map(|s| (s.row, HookId::Proc(*p))));
        }
        for (i, p) in self.program.procs.iter().enumerate() {
            out.extend(p.gates.iter().filter(|g| mine(g.row)).map(|g| (g.row, HookId::Proc(short(i)))));
        }
        out.sort_by_key(|(row, _)| *row);
        out
    }

    /// `forbid A, B by SEL when c`.
    pub fn forbid(&mut self, rule: Option<u16>, line: &'a Line, node: &'a Node) {
        let cites = self.cites(&line.cites);
        let name = rule.and_then(|r| self.program.rules.get(r as usize)).map_or(String::new(), |r| r.name.clone());
        let listed: Vec<u16> = node.find(Rule::forbid_list).map_or_else(Vec::new, |l| {
            l.all(Rule::name)
                .filter_map(|n| {
                    let w = self.name(n);
                    self.procedure_named(n, w)
                })
                .collect()
        });
        let any = node.find(Rule::any_action).map(|a| self.actions_of_kind(a));
        let actions = any.map_or_else(|| listed.clone(), |any| any.into_iter().filter(|p| !listed.contains(p)).collect());
        for p in actions {
            let Some(head) = self.program.proc_heads.get(p as usize).cloned() else { continue };
            let met = self.meet(rule, &head, node, node);
            let row = self.new_row(&name, node.span, cites.clone(), rule);
            let guard = met.guard.unwrap_or_else(|| self.int(1));
            let holds = self.program.ex(Ex::Not(guard));
            if let Some(q) = self.program.procs.get_mut(p as usize) {
                q.gates.push(Gate { row, holds, me: met.me });
            }
        }
    }

    /// Every action of the kind that is named, or of any.
    fn actions_of_kind(&mut self, any: &Node) -> Vec<u16> {
        let Some(node) = any.find(Rule::word) else { return Vec::new() };
        let word = self.text(node);
        let is_action = |p: &Self, w: &str| p.program.book.kind(w).is_some_and(|k| p.program.book.is(k, KindBase::Action));
        if !is_action(self, word) {
            let kinds = self.program.book.kinds.iter().filter(|k| k.base == KindBase::Action);
            let help = format!("write `any {}`", nearest(word, kinds.map(|k| k.word.as_str())).unwrap_or("action"));
            self.fault(Code::Kind, any.span, format!("`{word}` is no kind of action"), help);
        }
        let same = |w: &str| w == word || word == "action" && is_action(self, w);
        let all = self.program.procs.iter().enumerate().filter(|(_, p)| same(&p.word));
        all.map(|(i, _)| short(i)).collect()
    }
}
