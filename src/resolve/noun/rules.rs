//! Rules: who may carry them, and one for each thing that they are given.

use crate::ast::{Decl, Prep, RoleHead, Title};
use crate::diag::Code;
use crate::hir::{Given, KindBase, KindId, Rule, RuleId, StateId, StateKind, Symbol, Terms};
use crate::intern::Sym;

use super::super::Resolver;
use super::given::given_to;
use super::kinds::{SCENARIO, line};

/// The head of a rule, marker or formation.
pub(super) struct RuleHead<'a> {
    /// The word that it is declared with.
    pub word: Sym,
    /// Its name, and the word for what it is given.
    pub title: &'a Title,
    /// Who carries it.
    pub roles: &'a [RoleHead],
    /// What it costs in points.
    pub price: i64,
    /// Its state, if it is a marker or a formation.
    pub state: Option<StateId>,
}

impl Resolver<'_> {
    /// Enters a rule, or one rule for each thing that it is given.
    pub(super) fn declare_rule(&mut self, place: usize, d: &Decl, head: &RuleHead<'_>) {
        let name = head.title.name.sym;
        self.carried_of(head);
        if head.title.params.is_empty() {
            let id = self.new_rule(d, head, name, None);
            self.made_rule(place, id);
            return;
        }
        let given = given_to(&self.rules.names, &self.decls, self.rules.names.key_of(name));
        if given.is_empty() {
            // nobody has it: what it says is looked through all the same
            let id = self.new_rule(d, head, name, Some(Given::Nothing));
            self.made_rule(place, id);
        }
        for one in given {
            let called = format!("{}({})", self.text(name), one.text);
            let called = self.rules.names.intern(&called);
            let id = self.new_rule(d, head, called, Some(one.given));
            self.made_rule(place, id);
        }
    }

    /// Whoever carries a rule, a marker or a formation is told with `of`.
    fn carried_of(&mut self, head: &RuleHead<'_>) {
        for role in head.roles.iter().filter(|r| r.prep != Prep::Of) {
            let (prep, word) = (role.prep.word(), self.text(role.who.noun.kind.sym).to_owned());
            let message = format!("`{prep} {word}` stands where it is said who can have `{}`", self.text(head.title.name.sym));
            self.fault(Code::Role, role.at, message, format!("write `of {word}`"));
        }
    }

    fn made_rule(&mut self, place: usize, id: Option<RuleId>) {
        if let Some(made) = self.made.get_mut(place) {
            made.rules.extend(id);
        }
    }

    fn new_rule(&mut self, d: &Decl, head: &RuleHead<'_>, name: Sym, given: Option<Given>) -> Option<RuleId> {
        let at = head.title.name.at;
        let of = self.carrier_words(head);
        let rows = of.iter().filter_map(|w| self.kind(*w)).filter(|k| self.is(*k, KindBase::Row)).collect();
        // a marker that is given something is carried like a rule
        let own = head.state.filter(|_| name == head.title.name.sym);
        let state = match (own, self.bearer_of(&of)) {
            (Some(state), _) => Some(state),
            (None, Some(bearer)) => {
                let state = self.plain_state(name, StateKind::Rule, bearer, line(Some(name), at, d));
                self.rules.states.push(state)
            }
            (None, None) => None,
        };
        let id = self.rules.rules.push(Rule {
            name,
            title: head.title.name.sym,
            word: head.word,
            state,
            rows,
            price: head.price,
            given,
            terms: Terms::default(),
            brings: Vec::new(),
            line: line(Some(name), at, d),
        })?;
        // of two markers, or two formations, that has been told of their states
        let told = |cx: &Self, old: Option<StateId>| {
            let borne = |s: StateId| cx.rules.states.get(s).is_some_and(|s| s.kind != StateKind::Rule);
            own.is_some() && old.is_some_and(borne)
        };
        self.enter_once(name, at, Symbol::Rule(id), |cx, s| match s {
            Symbol::Rule(old) => cx.rules.rules.get(old).filter(|r| !told(cx, r.state)).map(|r| Some(r.line.at)),
            _ => None,
        });
        Some(id)
    }

    /// Who may carry a rule: as its head says, else as its kind says.
    fn carrier_words(&self, head: &RuleHead<'_>) -> Vec<Sym> {
        let said: Vec<Sym> = head.roles.iter().map(|r| r.who.noun.kind.sym).collect();
        if !said.is_empty() {
            return said;
        }
        self.kind(head.word).and_then(|k| self.kind_of(k)).map_or_else(Vec::new, |k| k.of.clone())
    }

    /// The word of the thing that has the state of carrying a rule, if anything has.
    fn bearer_of(&self, of: &[Sym]) -> Option<Sym> {
        let bears = |k: KindId| !self.is(k, KindBase::Row) && !self.is(k, KindBase::Game);
        let bearer = of.iter().copied().find(|w| self.kind(*w).is_some_and(bears));
        // a scenario's rule is carried by the game, and only where the scenario names it
        let game = self.kind_of(KindId(0)).map(|k| k.word);
        bearer.or_else(|| game.filter(|_| of.iter().any(|w| self.text(*w) == SCENARIO)))
    }
}
