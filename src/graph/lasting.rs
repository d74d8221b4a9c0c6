//! Effects that last: rules that are bound from the start and asleep until they are woken.

use super::compile::Pass;
use super::numbers::short;
use crate::model::{Key, State, StateKind, Symbol, Until};
use crate::syntax::{Line, Node, Rule};

impl<'a> Pass<'a> {
    /// Effects that last: their rules are bound from the start and asleep until they are woken.
    pub fn lasting(&mut self, rule: Option<u16>, line: &'a Line, ignores: &mut Vec<(Option<u16>, u16, &'a Node, &'a Node)>) {
        let mut found: Vec<&'a Node> = Vec::new();
        for part in &line.parts {
            part.walk(&mut |n| {
                if n.rule == Rule::until_st {
                    found.push(n);
                }
            });
        }
        for node in found {
            let what = node.find(Rule::until_what).map_or("", |w| self.text(w)).to_owned();
            let bearer = rule
                .and_then(|r| self.program.rules.get(r as usize))
                .and_then(|r| r.state)
                .and_then(|s| self.program.book.states.get(s as usize))
                .map_or("game".to_owned(), |s| s.of.clone());
            let named = node
                .find(Rule::until_what)
                .and_then(|w| {
                    let mut f = None;
                    w.walk(&mut |n| {
                        if n.rule == Rule::name {
                            f = Some(n.span);
                        }
                    });
                    f
                })
                .map(|s| self.files.slice(s).trim_matches('"').to_owned());
            let proc = named.as_ref().and_then(|n| {
                self.program.book.lookup(n).iter().find_map(|s| if let Symbol::Procedure(p) = s { Some(short(*p)) } else { None })
            });
            let phase = proc.filter(|p| self.program.procs.get(*p as usize).is_some_and(|p| p.phase));
            let until = match (phase, &named) {
                (Some(_), Some(n)) => Until::Phase(Key::new(n)),
                _ if what.ends_with("game") || proc.is_some() => Until::Stays,
                _ if what.ends_with("phase") => Until::Phase(Key::default()),
                _ => Until::Turn,
            };
            self.program.book.states.push(State {
                name: format!("until {what}"),
                kind: StateKind::Marker,
                of: bearer,
                until,
                majority: false,
                any: false,
                span: node.span,
            });
            let state = short(self.program.book.states.len() - 1);
            if let (Some(p), None) = (proc, phase) {
                if let Some(p) = self.program.procs.get_mut(p as usize) {
                    p.clears.push(state);
                }
            }
            self.sleepers.insert(node.span, state);
            let inner: Vec<&'a Node> = node.all(Rule::attach).chain(node.all(Rule::braced).flat_map(|b| b.all(Rule::attach))).collect();
            for attach in inner {
                self.asleep.insert(attach.span, state);
                self.attach(rule, line, attach, ignores);
            }
            for below in &line.below {
                for attach in below.parts.iter().filter(|p| p.rule == Rule::attach) {
                    self.asleep.insert(attach.span, state);
                    self.attach(rule, below, attach, ignores);
                }
            }
        }
        for below in &line.below {
            self.lasting(rule, below, ignores);
        }
    }
}
