//! Rules that switch others off for whoever carries both: `ignore RULE of me`.

use crate::ast::{Attach, During, ItemKind, Met, Mine, Pattern, PatternWho, Prep};
use crate::hir::{Blank, Body, Carrier, Fill, Head, Hook, KindId, Line as Cited, Meeting, Moment, Mute, RuleId, Terms, Ty};
use crate::intern::Sym;

use super::super::{Resolver, Scope};
use super::index::address;
use super::line::Line;
use super::place::{Listed, Place};

/// A rule that switches another off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Muting<'a> {
    /// The rule that is switched off.
    rule: RuleId,
    /// The rule that switches it off.
    by: RuleId,
    /// The line that says so.
    line: Line<'a>,
    /// Of whom.
    pattern: &'a Pattern,
    /// While what goes on.
    during: Option<&'a During>,
}

impl<'a> Resolver<'a> {
    /// Finds what switches rules off for their carriers.
    pub(super) fn find_mutings(&mut self) {
        let mut found = Vec::new();
        for (di, decl) in self.decls.iter().copied().enumerate() {
            for by in self.rules_meant(di).into_iter().flatten() {
                if self.rules.rules.get(by).is_none_or(|r| r.state.is_none()) {
                    continue;
                }
                for item in decl.kind.items() {
                    let ItemKind::Attach(a) = &item.kind else { continue };
                    for pattern in &a.patterns {
                        let Some(rule) = self.rule_muted(a, pattern) else { continue };
                        let during = pattern.during.as_ref().or(a.patterns.last().and_then(|p| p.during.as_ref()));
                        let line = Line { item, rule: Some(by), lasting: None };
                        found.push(Muting { rule, by, line, pattern, during });
                    }
                }
            }
        }
        self.meet.mutes = found;
    }

    /// The rule that `ignore RULE of me` means, if it is one that meets nothing `of` its carrier: there the name speaks
    /// of whoever carries it.
    fn rule_muted(&self, a: &Attach, pattern: &Pattern) -> Option<RuleId> {
        use crate::ast::{Body, ContribKind};
        let Some(Body::Contribs(list)) = &a.body else { return None };
        list.first().filter(|c| c.kind == ContribKind::Ignore)?;
        let [role] = pattern.roles.as_slice() else { return None };
        let me = matches!(role.who, PatternWho::Mine { whose: Mine::Me, .. });
        let Met::Named { name, .. } = &pattern.what else { return None };
        let rule = self.rule_named(name).filter(|_| me && role.prep == Prep::Of)?;
        self.meets_by_carrier(rule).then_some(rule)
    }

    /// Whether a rule meets the game with its carrier in blanks, none of which is `of`.
    fn meets_by_carrier(&self, rule: RuleId) -> bool {
        let mut preps = Vec::new();
        for item in self.items_of_rule(Some(rule)) {
            if let ItemKind::Attach(a) = &item.kind {
                let roles = a.patterns.iter().flat_map(|p| &p.roles);
                preps.extend(roles.filter(|r| matches!(r.who, PatternWho::Mine { .. })).map(|r| r.prep));
            }
        }
        !preps.is_empty() && !preps.contains(&Prep::Of)
    }

    /// The rule that a line switches off for its own carrier, if that is all that it does there.
    pub(super) fn muting(&self, line: &Line<'_>, pattern: &Pattern) -> Option<RuleId> {
        line.rule?;
        let here = |m: &&Muting<'_>| address(m.pattern) == address(pattern);
        self.meet.mutes.iter().find(here).map(|m| m.rule)
    }

    /// What switches a rule off at a place where it is met, for whoever carries it there.
    pub(super) fn mutes_here(&mut self, scope: &mut Scope, rule: Option<RuleId>) -> Vec<Mute> {
        let Some(me) = scope.me else { return Vec::new() };
        let mutings: Vec<Muting<'a>> = self.meet.mutes.iter().filter(|m| Some(m.rule) == rule).copied().collect();
        let (own, given) = (scope.rule, scope.given);
        let mut out = Vec::new();
        for m in mutings {
            // what is given is what the other rule was given
            scope.rule = Some(m.by);
            scope.given = self.given_word(m.by);
            let of = self.local_expr(me, m.pattern.at);
            let adjectives = m.pattern.roles.iter().filter_map(|r| match &r.who {
                PatternWho::Mine { adjectives, .. } => Some(adjectives),
                _ => None,
            });
            let tests = adjectives.flatten().collect::<Vec<_>>().into_iter().filter_map(|a| self.adjective(scope, &of, a)).collect();
            let during = m.during.map_or_else(Vec::new, |d| self.during(d));
            let guard = m.line.guards().flat_map(|g| self.guard(scope, g)).collect();
            out.push(Mute { by: m.by, of: tests, during, guard });
        }
        scope.rule = own;
        scope.given = given;
        out
    }

    /// The line that switches a rule off, as it is shown. When it does is asked, and told where wrong, wherever the rule is met.
    pub(super) fn mute_shown(&mut self, line: &Line<'a>, (listed, pattern): Listed<'a>, rule: RuleId) -> Vec<Meeting> {
        let told = self.found.len();
        let state = line.rule.and_then(|r| self.rules.rules.get(r)).and_then(|r| r.state);
        let of = state.and_then(|s| self.rules.states.get(s)).map_or(KindId(0), |s| s.of);
        let me = self.new_carrier(self.thing_type(of));
        let mut scope = self.scope_of_rule(Scope { me: Some(me), ..Scope::default() }, line.rule);
        let place = Place::new(line, (listed, pattern), (Hook::Rule(rule), nothing(pattern), None), Moment::On);
        let of = self.local_expr(me, pattern.at);
        let mut tests = Vec::new();
        for role in &pattern.roles {
            if let PatternWho::Mine { adjectives, .. } = &role.who {
                tests.extend(adjectives.iter().filter_map(|a| self.adjective(&mut scope, &of, a)));
            }
        }
        let during = place.during.map_or_else(Vec::new, |d| self.during(d));
        let guard = line.guards().flat_map(|g| self.guard(&mut scope, g)).collect();
        self.found.truncate(told);
        let blank = Blank { role: me, fill: Fill::Me(tests), called: None, at: pattern.at };
        vec![Meeting {
            hook: place.hook,
            within: None,
            listed,
            any: None,
            carrier: Carrier::Each(me),
            bearer: None,
            mutes: Vec::new(),
            blanks: vec![blank],
            during,
            guard,
            coming: None,
            terms: Terms::default(),
            body: Body::Mute,
            at: pattern.at,
        }]
    }
}

/// A head without blanks.
pub(super) fn nothing(pattern: &Pattern) -> Head {
    let line = Cited { name: None, at: pattern.at, cites: Vec::new() };
    Head { name: Sym(u32::MAX), roles: Vec::new(), gives: Ty::Nothing, line }
}
