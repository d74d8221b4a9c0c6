//! Who carries a rule: who has it, who has what brings it along, and who carries what switches it off.

use super::compile::Pass;
use super::guards::{guards_of, meanwhile};
use super::ir::{Bin, Ex, X};
use super::numbers::short;
use super::scope::Scope;
use crate::model::{StateKind, Symbol};
use crate::syntax::{Declaration, Node, Rule};

/// A rule that switches another off for whoever carries both.
#[derive(Clone, Copy)]
pub(super) struct Mute<'a> {
    /// The state that says somebody carries it.
    state: u16,
    /// Where it says so, of whom, and when.
    attach: &'a Node,
    pattern: &'a Node,
}

impl<'a> Pass<'a> {
    /// Finds what brings rules along (`gains RULE` below a formation) and what switches them off (`on RULE of me: ignore`).
    pub fn bearers(&mut self, declarations: &'a [Declaration]) {
        self.carriers_first(declarations);
        for d in declarations {
            let shared = d.head.rule == Rule::kind_d;
            for rule in self.rules_meant(d).into_iter().flatten() {
                let Some(state) = self.program.rules.get(rule as usize).and_then(|r| r.state) else { continue };
                let passing = self
                    .program
                    .book
                    .states
                    .get(state as usize)
                    .is_some_and(|s| matches!(s.kind, StateKind::Marker | StateKind::Formation));
                for part in d.body.iter().flat_map(|l| &l.parts) {
                    match part.rule {
                        Rule::gains_rule if passing => self.brings(state, part),
                        // given when a force is mustered, or with the rule in play
                        Rule::gains_rule if shared => {}
                        Rule::gains_rule => self.comes_along(state, part),
                        Rule::attach => self.mutes(state, part),
                        _ => {}
                    }
                }
            }
        }
    }

    fn brings(&mut self, state: u16, part: &'a Node) {
        for name in part.all(Rule::name_ref) {
            let written = self.text(name);
            match self.rule_named(written) {
                Some(rule) => self.program.brings.push((rule, state)),
                None => {
                    self.unknown_name(name, written, "a rule");
                }
            }
        }
    }

    fn comes_along(&mut self, state: u16, part: &'a Node) {
        let of = |p: &Self, s: u16| p.program.book.states.get(s as usize).map(|s| s.of.clone());
        for name in part.all(Rule::name_ref) {
            let rule = self.rule_named(self.text(name)).and_then(|r| self.program.rules.get(r as usize));
            let Some(brought) = rule.and_then(|r| r.state) else { continue };
            if of(self, state) == of(self, brought) {
                self.program.along.push((state, brought));
            }
        }
    }

    fn mutes(&mut self, state: u16, attach: &'a Node) {
        for pattern in attach.all(Rule::pattern) {
            if let Some(rule) = self.muted_rule(attach, pattern) {
                self.rules.muted.entry(rule).or_default().push(Mute { state, attach, pattern });
            }
        }
    }

    /// The rule that `on RULE of me: ignore` means, if it is one that meets nothing `of` its carrier: there the name
    /// speaks of whoever carries it.
    fn muted_rule(&self, attach: &Node, pattern: &Node) -> Option<u16> {
        let contrib = attach.find(Rule::body)?.find(Rule::contribs)?.find(Rule::contrib)?;
        contrib.find(Rule::contrib_core)?.find(Rule::ignore)?;
        let mut roles = pattern.all(Rule::pattern_role);
        let role = roles.next().filter(|r| roles.next().is_none() && r.has(Rule::my_sel))?;
        role.find(Rule::my_sel)?.find(Rule::me)?;
        (self.text(role.find(Rule::prep)?) == "of").then_some(())?;
        let name = pattern.find(Rule::pattern_head)?.find(Rule::name_ref)?;
        let rule = self.rule_named(self.text(name))?;
        let own = self.program.rules.get(rule as usize)?.span;
        self.rules.by_carrier.get(&own).copied().unwrap_or(false).then_some(rule)
    }

    /// Whether an attachment only switches off a rule of its own carrier.
    pub fn is_muting(&self, rule: Option<u16>, pattern: &Node) -> bool {
        rule.is_some() && self.rules.muted.values().flatten().any(|m| m.pattern.span == pattern.span)
    }

    fn rule_named(&self, name: &str) -> Option<u16> {
        self.program.book.find(name, Symbol::Rule).map(short)
    }

    /// Notes which rules meet the game with their carrier in no blank `of`.
    fn carriers_first(&mut self, declarations: &'a [Declaration]) {
        for d in declarations {
            let Some((_, span)) = self.title(&d.head) else { continue };
            let mut roles = Vec::new();
            for part in d.body.iter().flat_map(|l| &l.parts).filter(|p| p.rule == Rule::attach) {
                roles.extend(part.all(Rule::pattern).flat_map(|p| p.all(Rule::pattern_role)).filter(|r| r.has(Rule::my_sel)));
            }
            let of = roles.iter().any(|r| r.find(Rule::prep).is_some_and(|p| self.text(p) == "of"));
            self.rules.by_carrier.insert(span, !roles.is_empty() && !of);
        }
    }

    /// Whether somebody carries a rule, by itself or by what brings it along.
    pub fn carried(&mut self, rule: Option<u16>, who: X, state: u16) -> X {
        let mut out = self.program.ex(Ex::Bit { of: who, state });
        let brings = rule.map_or_else(Vec::new, |r| self.program.brings.iter().filter(|(b, _)| *b == r).map(|(_, s)| *s).collect());
        for state in brings {
            let other = self.program.ex(Ex::Bit { of: who, state });
            out = self.program.ex(Ex::Two(Bin::Or, out, other));
        }
        out
    }

    /// What must hold for a rule not to be switched off by another that its carrier carries.
    pub fn muted_here(&mut self, rule: Option<u16>, scope: &mut Scope) -> Option<X> {
        let list = rule.and_then(|r| self.rules.muted.get(&r)).cloned()?;
        let me = scope.me.clone()?;
        let who = self.program.ex(Ex::Reg(me.reg));
        let mut all = None;
        for mute in list {
            let by = self.program.rules.iter().position(|r| r.state == Some(mute.state)).map(short);
            let mut off = self.carried(by, who, mute.state);
            let own = std::mem::replace(&mut scope.param, by.and_then(|r| self.rules.params.get(&r)).cloned());
            for a in mute.pattern.all(Rule::pattern_role).filter_map(|r| r.find(Rule::my_sel)).flat_map(|s| s.all(Rule::adjective)) {
                let x = self.adjective(scope, who, &me.ty, a);
                off = self.both(Some(off), x);
            }
            for d in meanwhile(mute.attach, mute.pattern) {
                let x = self.during(d);
                off = self.both(Some(off), x);
            }
            for g in guards_of(mute.attach) {
                let x = self.guard(scope, g);
                off = self.both(Some(off), x);
            }
            scope.param = own;
            let on = self.negate(true, off);
            all = Some(self.both(all, on));
        }
        all
    }
}
