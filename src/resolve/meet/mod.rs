//! Where rules meet the game.
//!
//! A line of a rule (`on A of me, B by any unit: ...`) becomes one [`hir::Attach`] with one [`hir::Meeting`] for each place.
//! Its blanks, guards, terms and body are resolved once for each place, since words mean what the head of the place says.

mod anytime;
mod arrival;
mod blank;
mod carrier;
mod change;
mod faces;
mod factor;
mod forbid;
mod guard;
mod ignore;
mod index;
mod lasting;
mod limit;
mod line;
mod meeting;
mod mute;
mod pattern;
mod place;
mod precedence;
mod price;
mod result;
mod rolled;
mod terms;
mod throw;
mod whole;
mod words;

#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;

use super::{Resolver, Scope};
use crate::ast;
use crate::diag::Code;
use crate::hir::{AttachId, LastingId, LimitId, RuleId};
use crate::num::Rounding;

pub(crate) use change::Receiver;
pub(super) use pattern::another;

/// How many places of the game lines of rules may meet in all.
const MOST_MET: usize = 30_000;

/// What is known of rules where they meet the game, while they are resolved.
#[derive(Debug, Default)]
pub(crate) struct State<'a> {
    /// What stands where; none until it is first asked for.
    index: Option<index::Index<'a>>,
    /// What each effect that lasts became: for each of the rules in whose lines it stands.
    lasting: FxHashMap<(usize, Option<RuleId>), LastingId>,
    /// The number of each limit of each rule.
    limits: FxHashMap<limit::Counted, LimitId>,
    /// The next number of a limit.
    next_limit: u32,
    /// How many places lines meet so far.
    met: usize,
    /// How factors of each quantity say that they are rounded.
    rounded: FxHashMap<Receiver, Vec<Rounding>>,
    /// Rules that others switch off for whoever carries both.
    mutes: Vec<mute::Muting<'a>>,
    /// Lines that switch rows off: of which more is known when all lines are there.
    switches: Vec<ignore::Switch<'a>>,
    /// What each line became, by where it stands among the declarations.
    became: FxHashMap<usize, Vec<AttachId>>,
}

impl<'a> Resolver<'a> {
    /// Rules where they meet the game.
    pub fn meetings(&mut self) {
        self.prepare_meetings();
        self.find_mutings();
        for decl in 0..self.decls.len() {
            self.lines_of(decl);
        }
        self.switch_off();
        self.give_way();
        self.throws_as_wholes();
    }

    /// The lines of one declaration, for each of the rules whose lines they are.
    fn lines_of(&mut self, decl: usize) {
        let Some(declared) = self.decls.get(decl).copied() else { return };
        for rule in self.rules_meant(decl) {
            for (at, item) in declared.kind.items().iter().enumerate() {
                // effects are bound from the start, and asleep until they are woken
                for effect in self.meet.index.as_ref().map_or_else(Vec::new, |i| i.effects_in(decl, at)) {
                    self.bind_effect(effect, rule);
                }
                self.line_met(&line::Line { item, rule, lasting: None });
            }
        }
        self.shared_by_kind(declared, decl);
    }

    /// What a line says where it meets the game.
    fn line_met(&mut self, line: &line::Line<'a>) {
        if self.meet.met > MOST_MET {
            return;
        }
        self.line_met_here(line);
        if self.meet.met > MOST_MET {
            let message = format!("with this line, rules meet more than {MOST_MET} places of the game");
            self.fault(Code::Unready, line.item.at, message, "name the places that are meant, and not all of a kind");
        }
    }

    fn line_met_here(&mut self, line: &line::Line<'a>) {
        match &line.item.kind {
            ast::ItemKind::Attach(a) => self.attach(line, a),
            ast::ItemKind::Comes(c) if line.lasting.is_none() => self.arrival(line, c),
            ast::ItemKind::Forbid(f) => self.forbid(line, f),
            _ => {}
        }
    }

    /// The rules whose lines stand below a declaration: those that it is; below a kind of rules, all that are of it; below
    /// anything else, none in particular.
    fn rules_meant(&self, decl: usize) -> Vec<Option<RuleId>> {
        let (Some(declared), Some(made)) = (self.decls.get(decl), self.made.get(decl)) else { return Vec::new() };
        if let ast::DeclKind::Kind(k) = &*declared.kind {
            // most kinds say nothing of their rules
            if k.items.is_empty() {
                return Vec::new();
            }
            if self.kind(k.word.sym).is_some_and(|kind| self.is(kind, crate::hir::KindBase::Rule)) {
                return self.rules.rules.iter().filter(|(_, r)| r.word == k.word.sym).map(|(id, _)| Some(id)).collect();
            }
        }
        if made.rules.is_empty() { vec![None] } else { made.rules.iter().copied().map(Some).collect() }
    }

    /// The declaration of a rule.
    fn decl_of_rule(&self, rule: RuleId) -> Option<&'a ast::Decl> {
        let decl = self.meet.index.as_ref()?.rules.get(&rule)?;
        self.decls.get(*decl).copied()
    }

    /// The word for what a rule is given in brackets.
    fn given_word(&self, rule: RuleId) -> Option<crate::intern::Sym> {
        self.decl_of_rule(rule)?.kind.title()?.params.first().map(|w| w.sym)
    }

    /// What a scope knows of the rule whose sentences it holds.
    fn scope_of_rule(&self, mut scope: Scope, rule: Option<RuleId>) -> Scope {
        scope.rule = rule;
        scope.given = rule.and_then(|r| self.given_word(r));
        // the word for what it was given hides what is called so around the rule
        if let Some(given) = scope.given {
            scope.words.retain(|(word, _)| *word != given);
        }
        scope
    }
}
