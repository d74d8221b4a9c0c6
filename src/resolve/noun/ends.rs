//! When markers and effects end, and what comes along with rules.

use crate::ast::{self, DeclKind, ItemKind, NameRef, Period, UntilKind};
use crate::diag::Code;
use crate::hir::{ProcKind, RuleId, StateKind, Until};

use super::super::Resolver;

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
                let name = NameRef { name, param: None, member: None, at: name.at };
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

    /// What comes along with rules: `gains RULE` below a marker, a formation or a rule.
    pub(super) fn brought(&mut self) {
        for (place, d) in self.declared() {
            let rules = self.made.get(place).map_or_else(Vec::new, |m| m.rules.clone());
            for rule in rules {
                for item in d.kind.items() {
                    if let ItemKind::Gains(gains) = &item.kind {
                        self.gains(rule, &gains.rules);
                    }
                }
            }
        }
    }

    /// Whoever has a marker or a formation carries the rules that it brings; a rule brings what its own carriers may
    /// carry, and what else comes along is given when a force is mustered.
    fn gains(&mut self, rule: RuleId, names: &[NameRef]) {
        let state = self.rules.rules.get(rule).and_then(|r| r.state).and_then(|s| self.rules.states.get(s));
        let Some((kind, of)) = state.map(|s| (s.kind, s.of_word)) else { return };
        let passing = matches!(kind, StateKind::Marker | StateKind::Formation);
        for name in names {
            let found = self.rule_named(name);
            let brought = match found {
                None if passing => {
                    self.unknown_name(name, "a rule");
                    None
                }
                Some(other) if !passing => {
                    let state = self.rules.rules.get(other).and_then(|r| r.state).and_then(|s| self.rules.states.get(s));
                    state.filter(|s| s.of_word == of).map(|_| other)
                }
                found => found,
            };
            if let Some(r) = self.rules.rules.get_mut(rule) {
                r.brings.extend(brought);
            }
        }
    }
}
