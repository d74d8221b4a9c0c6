//! What a rule asks before it acts: needs, limits, the offer, the price. Some of it is said below its kind, some below the rule
//! itself, some before the colon of a line.

use crate::ast::{Item, ItemKind, MoodKind};
use crate::hir::{Line as Cited, Need, Terms};

use super::super::{Resolver, Scope};
use super::line::Line;

impl<'a> Resolver<'a> {
    /// What a rule asks where it is met, of whoever carries it there.
    pub(super) fn terms_here(&mut self, scope: &mut Scope, line: &Line<'a>, may: bool) -> Terms {
        let mut terms = Terms { may, ..Terms::default() };
        // an effect that lasts was paid for when it was woken
        let awake = line.rule.filter(|_| line.lasting.is_none());
        for item in self.items_of_kind_of(awake).iter().chain(self.items_of_rule(awake)) {
            self.term(scope, &mut terms, item);
        }
        self.moods(scope, &mut terms, line);
        terms
    }

    /// What one line below a rule or its kind asks.
    fn term(&mut self, scope: &mut Scope, terms: &mut Terms, item: &Item) {
        match &item.kind {
            ItemKind::Needs(n) => {
                let test = self.truth(scope, &n.expr);
                let cites = item.cites.iter().map(|c| c.id).collect();
                terms.needs.push(Need { line: Cited { name: n.name.map(|n| n.sym), at: item.at, cites }, test });
            }
            ItemKind::Limit(limit) => terms.limits.extend(self.limit_of_rule(scope, limit, false)),
            ItemKind::Cost(cost) => {
                let paid = self.paid_by_rule(scope, cost, item);
                terms.costs.extend(paid);
            }
            _ => {}
        }
    }

    /// What a line says before its colon.
    fn moods(&mut self, scope: &mut Scope, terms: &mut Terms, line: &Line<'_>) {
        for mood in line.moods() {
            match &mood.kind {
                MoodKind::May => {}
                MoodKind::FirstTime(limit) => terms.limits.extend(self.limit_of_rule(scope, limit, true)),
                MoodKind::Once(limit) => terms.limits.extend(self.limit_of_rule(scope, limit, false)),
            }
        }
    }

    /// The lines below a kind or rule that stand for all of it. What asks for a blank of the place where the rule is met is left to
    /// each place.
    fn terms(&mut self, scope: &mut Scope, items: &[Item]) -> Terms {
        let mut terms = Terms { may: items.iter().any(|i| i.kind == ItemKind::May), ..Terms::default() };
        for item in items {
            let (told, before) = (self.found.len(), terms.clone());
            self.term(scope, &mut terms, item);
            if self.found.len() > told {
                terms = before;
            }
        }
        terms
    }

    /// What a line says before its colon, as it is shown. What is wrong with it is told where the line is met.
    pub(super) fn shown_terms(&mut self, line: &Line<'_>) -> Terms {
        let told = self.found.len();
        let mut scope = self.scope_of_carrier(line.rule);
        let mut terms = Terms { may: line.says_may(), ..Terms::default() };
        self.moods(&mut scope, &mut terms, line);
        self.found.truncate(told);
        terms
    }

    /// What is shown of a kind or a rule: what stands for all of it. What is wrong with it is told where a rule is met.
    pub(super) fn shared_by_kind(&mut self, declared: &'a crate::ast::Decl, decl: usize) {
        let told = self.found.len();
        if let crate::ast::DeclKind::Kind(k) = &*declared.kind {
            let Some(kind) = self.kind(k.word.sym) else { return };
            if !self.is(kind, crate::hir::KindBase::Rule) {
                return;
            }
            let first = self.rules_meant(decl).first().copied().flatten();
            let mut scope = self.scope_of_carrier(first);
            let terms = self.terms(&mut scope, declared.kind.items());
            // each line is shown once, as it is of the first of the rules
            let lines = declared.kind.items().iter().filter_map(|i| self.meet.became.get(&super::index::address(i))?.first().copied());
            let lines = lines.collect();
            if let Some(kind) = self.rules.kinds.get_mut(kind) {
                kind.terms = terms;
                kind.lines = lines;
            }
        } else {
            for rule in self.rules_meant(decl).into_iter().flatten() {
                let mut scope = self.scope_of_carrier(Some(rule));
                let terms = self.terms(&mut scope, declared.kind.items());
                if let Some(rule) = self.rules.rules.get_mut(rule) {
                    rule.terms = terms;
                }
            }
        }
        self.found.truncate(told);
    }

    /// A scope in which only whoever carries a rule is known.
    fn scope_of_carrier(&mut self, rule: Option<crate::hir::RuleId>) -> Scope {
        let state = rule.and_then(|r| self.rules.rules.get(r)).and_then(|r| r.state);
        let of = state.and_then(|s| self.rules.states.get(s)).map(|s| s.of);
        let me = of.map(|of| self.new_carrier(self.thing_type(of)));
        self.scope_of_rule(Scope { me, ..Scope::default() }, rule)
    }
}
