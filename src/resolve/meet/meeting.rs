//! A line at one place: who carries its rule there, what fills the blanks, when it holds, what it asks and does.

use crate::ast::Body as Says;
use crate::hir::{Body, Carrier, Hook, Meeting, Moment, Terms};
use crate::intern::Sym;

use super::super::{Resolver, Scope};
use super::line::Line;
use super::place::Place;

impl<'a> Resolver<'a> {
    /// Fills in who a line is about at a place: `me`, the other blanks, when. What it does there is left open.
    pub(super) fn meet(&mut self, line: &Line<'a>, place: &Place<'_>, scope: Scope) -> (Scope, Meeting) {
        self.meet.met += 1;
        let mut scope = self.scope_of_rule(scope, line.rule);
        scope.tossing = matches!(place.hook, Hook::Proc(p) if place.moment == Moment::On && self.is_chance(p));
        let roles = self.roles_met(&place.head, place.roles);
        let mut met = Meeting {
            hook: place.hook.clone(),
            within: None,
            listed: place.listed,
            any: place.any,
            carrier: Carrier::Nobody,
            bearer: None,
            mutes: Vec::new(),
            blanks: Vec::new(),
            during: Vec::new(),
            guard: Vec::new(),
            coming: None,
            terms: Terms::default(),
            body: Body::Happens(Vec::new()),
            at: place.at,
        };
        met.carrier = self.carrier_here(&mut scope, line, &place.head, &roles);
        met.bearer = self.bearer_here(line, &place.head, &roles);
        self.notes_here(&mut scope, line);
        met.mutes = self.mutes_here(&mut scope, line.rule);
        self.called_alike(line, &place.head, &roles, scope.given);
        (met.blanks, met.during) = self.blanks(&mut scope, &place.head, &roles);
        met.during.extend(place.during.map_or_else(Vec::new, |d| self.during(d)));
        for g in line.guards() {
            let asked = self.guard(&mut scope, g);
            met.guard.extend(asked);
        }
        scope.step = line.rule.and_then(|r| self.rules.rules.get(r)).map(|r| r.name);
        (scope, met)
    }

    /// What a line does at a step, and what it asks before.
    pub(super) fn happens(&mut self, line: &Line<'a>, scope: &mut Scope, met: &mut Meeting, may: bool) {
        // what is called so around the rule is not its own
        scope.own = scope.words.len();
        // what stands in the place of a step may give its result
        if let Some((word, local)) = scope.result {
            scope.bind(word, local);
        }
        met.terms = self.terms_here(scope, line, may);
        let block = match line.body() {
            Some(Says::Contribs(list)) => {
                self.step_changed(line, met, list);
                Vec::new()
            }
            Some(Says::Block(block)) => self.block(scope, block),
            None => Vec::new(),
        };
        met.body = Body::Happens(block);
    }

    /// Whether a word is this one.
    pub(super) fn is_word(&self, sym: Sym, word: &str) -> bool {
        self.text(sym) == word
    }
}
