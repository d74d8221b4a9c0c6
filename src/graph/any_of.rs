//! Places that are met by kind and not by name: `before any action by ...`, `on any pool of ...`.

use super::compile::{HookId, Pass};
use super::numbers::short;
use crate::diag::{Code, nearest};
use crate::syntax::{Node, Rule};

/// Words of throws that a rule may contribute to.
const THROWS: &[&str] = &["pool", "roll", "check"];

impl Pass<'_> {
    /// The procedures, and the step of each, that a pattern meets.
    pub fn places_met(&mut self, pattern: &Node) -> Vec<(u16, String)> {
        let step = |p: &Self, n: &Node| p.text(n).trim_start_matches('.').to_owned();
        if let Some(name) = pattern.find(Rule::pattern_head).and_then(|h| h.find(Rule::name_ref)) {
            let written = self.name(name.find(Rule::name).unwrap_or(name));
            let step = name.find(Rule::member).map_or(String::new(), |m| step(self, m));
            return self.procedure_named(name, written).map(|p| (p, step)).into_iter().collect();
        }
        let Some(any) = pattern.find(Rule::any_place) else { return Vec::new() };
        let step = any.all(Rule::word).nth(1).map_or(String::new(), |w| step(self, w));
        self.of_kind(pattern, any, |_| true).into_iter().map(|p| (p, step.clone())).collect()
    }

    /// The throws that a pattern without a name meets.
    pub fn throws_met(&mut self, pattern: &Node) -> Vec<HookId> {
        let Some(any) = pattern.find(Rule::any_place) else { return Vec::new() };
        self.of_kind(pattern, any, |word| THROWS.contains(&word)).into_iter().map(HookId::Proc).collect()
    }

    /// What happens of one kind, or of a kind of that kind, and has the blanks that the pattern fills.
    fn of_kind(&mut self, pattern: &Node, any: &Node, wanted: impl Fn(&str) -> bool) -> Vec<u16> {
        let Some(node) = any.find(Rule::word) else { return Vec::new() };
        let word = self.text(node);
        let preps: Vec<&str> = pattern.all(Rule::pattern_role).filter_map(|r| r.find(Rule::prep)).map(|p| self.text(p)).collect();
        let same = |w: &str| w == word || word == "action" && self.is_action(w);
        let kind: Vec<usize> = (0..self.program.procs.len())
            .filter(|p| self.program.procs.get(*p).is_some_and(|p| same(&p.word) && wanted(&p.word)))
            .collect();
        let blanks = |p: &usize| {
            let roles = self.program.proc_heads.get(*p).map_or(&[][..], |h| &h.roles);
            preps.iter().all(|prep| roles.iter().any(|r| r.prep == *prep))
        };
        let fit: Vec<u16> = kind.iter().filter(|p| blanks(p)).map(|p| short(*p)).collect();
        if fit.is_empty() {
            let words: Vec<&str> = self.program.procs.iter().map(|p| p.word.as_str()).filter(|w| wanted(w)).collect();
            let help = match nearest(word, words) {
                Some(near) if near != word => format!("did you mean `any {near}`?"),
                _ => "name what is meant".to_owned(),
            };
            let why = if kind.is_empty() {
                format!("nothing that can be met here is of the kind `{word}`")
            } else {
                format!("no `{word}` has all the blanks that are filled here")
            };
            self.fault(Code::Kind, any.span, why, help);
        }
        fit
    }

    fn is_action(&self, word: &str) -> bool {
        self.program.book.kind(word).is_some_and(|k| self.program.book.is(k, crate::model::KindBase::Action))
    }
}
