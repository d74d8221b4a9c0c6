//! When markers and effects end, and what comes along with rules.

use crate::ast::{self, DeclKind, ItemKind, NameRef, Period, UntilKind};
use crate::diag::Code;
use crate::hir::{KindBase, ProcKind, RuleId, Until};
use crate::intern::Sym;

use super::super::Resolver;
use super::super::ask::Wanted;

impl Resolver<'_> {
    /// Markers whose end is said.
    pub(super) fn marker_ends(&mut self) {
        for (place, d) in self.declared() {
            let (DeclKind::Marker(t), Some(state)) = (&*d.kind, self.made.get(place).and_then(|m| m.state)) else { continue };
            for item in &t.items {
                let ItemKind::Until(until) = &item.kind else { continue };
                let until = self.ends_with(until);
                if let Some(s) = self.rules.states.get_mut(state) {
                    s.until = until;
                }
            }
        }
    }

    /// When something ends, as `until ...` says it.
    pub fn ends_with(&mut self, until: &ast::Until) -> Until {
        let UntilKind::End { next, of, .. } = until.kind else { return Until::Stays };
        match of {
            // the next turn of a game that has none is never
            Period::Turn if next && self.has_turn() => Until::NextTurn,
            Period::Turn => Until::Turn,
            Period::Phase if !next => Until::Phase,
            Period::Game if !next => Until::Stays,
            Period::Phase => self.nothing_ends("phase", until),
            Period::Game => self.nothing_ends("game", until),
            Period::Word(word) => {
                let word = self.said(word.sym);
                self.nothing_ends(&word, until)
            }
            Period::Name(name) => {
                let name = NameRef { name, param: None, at: name.at };
                if self.proc_of(name.name.sym).is_none() {
                    self.unknown_name(&name, Wanted::Stretch);
                    return Until::Turn;
                }
                match self.proc_named(&name) {
                    Some(proc) if next => Until::NextProc(proc),
                    Some(proc) => Until::Proc(proc),
                    None => Until::Turn,
                }
            }
        }
    }

    fn has_turn(&self) -> bool {
        self.rules.procs.all().iter().any(|p| p.kind == ProcKind::Turn)
    }

    fn nothing_ends(&mut self, word: &str, until: &ast::Until) -> Until {
        let help = "write `until end of turn`, `phase` or `game`, or name what it ends with";
        self.fault(Code::Name, until.at, format!("nothing ends that is called `{word}`"), help);
        Until::Turn
    }

    /// What comes along with rules: `gains RULE` below a marker, a formation, a rule, or a kind of rules.
    pub(super) fn brought(&mut self) {
        for (place, d) in self.declared() {
            let bringers: Vec<RuleId> = match &*d.kind {
                DeclKind::Kind(k) if self.is_rules(k.word.sym) => {
                    self.rules.rules.iter().filter(|(_, r)| r.word == k.word.sym).map(|(id, _)| id).collect()
                }
                DeclKind::Marker(_) | DeclKind::Formation(_) => self.made.get(place).map_or_else(Vec::new, |m| m.rules.clone()),
                DeclKind::Named(n) if self.is_rules(n.word.sym) => self.made.get(place).map_or_else(Vec::new, |m| m.rules.clone()),
                _ => continue,
            };
            let brought = self.gained(d.kind.items());
            for bringer in bringers {
                if let Some(rule) = self.rules.rules.get_mut(bringer) {
                    rule.brings.extend(&brought);
                }
            }
        }
    }

    fn is_rules(&self, word: Sym) -> bool {
        self.kind(word).is_some_and(|k| self.is(k, KindBase::Rule))
    }

    /// The rules that stand behind `gains`.
    fn gained(&mut self, items: &[ast::Item]) -> Vec<RuleId> {
        let mut out = Vec::new();
        for item in items {
            let ItemKind::Gains(gains) = &item.kind else { continue };
            if let Some(guard) = &gains.guard {
                let help = "put the condition into the rule that is brought";
                self.fault(Code::Unready, guard.at, "what is brought along cannot depend on anything yet", help);
            }
            for name in &gains.rules {
                match self.rule_named(name) {
                    None => {
                        self.unknown_name(name, Wanted::Rule);
                    }
                    Some(rule) if self.rules.rules.get(rule).is_some_and(|r| r.state.is_some()) => out.push(rule),
                    Some(rule) => {
                        let rule = self.rules.rules.get(rule);
                        let called = rule.map_or("", |r| self.text(r.name)).to_owned();
                        let (what, help) = if rule.is_some_and(crate::hir::Rule::by_rows) {
                            ("is a rule of the rows of a list, and nothing else can carry it", "name it in the `rules` column of the list")
                        } else {
                            ("is always in force, and nothing carries it", "leave it out")
                        };
                        self.fault(Code::Kind, name.at, format!("`{called}` {what}"), help);
                    }
                }
            }
        }
        out
    }
}
