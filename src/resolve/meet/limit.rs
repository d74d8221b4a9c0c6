//! How often something may be: `once per turn of unit`, `first time per game`.

use crate::ast::{self, NameRef, Period, Word};
use crate::diag::Code;
use crate::hir::{Expr, ExprKind, Limit, LimitId, Per, ProcId, Reach, RuleId, Symbol, Ty};
use crate::intern::KeyId;

use super::super::ask::Wanted;
use super::super::{Resolver, Scope};
use super::index::address;

/// What makes two limits one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Counted {
    /// They stand at one place in the lines of one rule.
    OfRule(usize, Option<RuleId>),
    /// They are counted under one name.
    Together(KeyId),
}

impl Resolver<'_> {
    /// `once per turn of unit`, of an action: those of one name are one limit.
    pub fn limit(&mut self, scope: &mut Scope, limit: &ast::Limit, first: bool) -> Option<Limit> {
        let id = match limit.called {
            Some(name) => {
                let key = Counted::Together(self.rules.names.key_of(name.sym));
                self.limit_of(key)
            }
            None => self.new_limit(),
        };
        self.limit_as(scope, limit, first, id)
    }

    /// The same of a rule: one limit at all places where the rule is met.
    pub(super) fn limit_of_rule(&mut self, scope: &mut Scope, limit: &ast::Limit, first: bool) -> Option<Limit> {
        let id = self.limit_of(Counted::OfRule(address(limit), scope.rule));
        self.limit_as(scope, limit, first, id)
    }

    fn limit_as(&mut self, scope: &Scope, limit: &ast::Limit, first: bool, id: LimitId) -> Option<Limit> {
        let per = self.per(&limit.per);
        let of = match &limit.of {
            Some(word) => Some(self.limited(scope, word)?),
            None => None,
        };
        Some(Limit { id, first, per, of, shared: limit.called.map(|n| n.sym), at: limit.at })
    }

    /// In what a limit is counted.
    fn per(&mut self, period: &Period) -> Per {
        match period {
            Period::Game => Per::Game,
            Period::Turn => Per::Turn,
            Period::Phase => Per::Phase,
            Period::Name(name) => {
                let found = self.lookup(name.sym).iter().find_map(|s| self.stretch(*s));
                found.map_or_else(
                    || {
                        self.unknown_name(&NameRef { name: *name, param: None, at: name.at }, Wanted::Stretch);
                        Per::Game
                    },
                    Per::Proc,
                )
            }
            Period::Word(word) => {
                let help = "write `per turn`, `per phase` or `per game`, or name a procedure";
                let message = format!("nothing lasts for a `{}`", self.text(word.sym));
                self.fault(Code::Name, word.at, message, help);
                Per::Game
            }
        }
    }

    /// What lasts a while: anything that happens but a throw.
    fn stretch(&self, symbol: Symbol) -> Option<ProcId> {
        if let Symbol::Proc(p) = symbol { Some(p).filter(|p| !self.is_chance(*p)) } else { None }
    }

    /// Whose a limit is: the side of whoever acts, or somebody in a blank, told if nobody is called so.
    fn limited(&mut self, scope: &Scope, word: &Word) -> Option<Expr> {
        if self.is_word(word.sym, "side") {
            let actor = self.acts_for(scope, word.at);
            return Some(Expr::new(ExprKind::Reach(Reach::Side, actor), Ty::Thing(self.side_kind()), word.at));
        }
        let local = scope.find(word.sym);
        if local.is_none() {
            let message = format!("nobody here is called `{}`", self.text(word.sym));
            self.fault(Code::Name, word.at, message, "write `of side`, or name a blank");
        }
        local.map(|l| self.local_expr(l, word.at))
    }

    fn limit_of(&mut self, key: Counted) -> LimitId {
        if let Some(id) = self.meet.limits.get(&key) {
            return *id;
        }
        let id = self.new_limit();
        self.meet.limits.insert(key, id);
        id
    }

    fn new_limit(&mut self) -> LimitId {
        let id = LimitId(self.meet.next_limit);
        self.meet.next_limit = self.meet.next_limit.saturating_add(1);
        id
    }
}
