//! Nodes that say as little as they can, for tests that make rules by hand.

use super::{
    Attach, Body, Carrier, Given, Head, Hook, Kind, KindBase, Line, Meeting, Moment, Proc, ProcKind, Rule, RuleId, StateId, Terms,
};
use crate::intern::Sym;
use crate::source::At;

/// A kind.
pub(crate) fn kind(word: Sym, base: KindBase) -> Kind {
    Kind { word, base, of: Vec::new(), terms: Terms::default(), lines: Vec::new(), line: Line::default() }
}

/// Something that happens, without steps.
pub(crate) fn proc(head: Head, kind: ProcKind) -> Proc {
    Proc {
        head,
        kind,
        costs: Vec::new(),
        needs: Vec::new(),
        limits: Vec::new(),
        aim: None,
        steps: Vec::new(),
        shown: None,
        ways: Vec::new(),
        results: Vec::new(),
    }
}

/// A rule that asks for nothing.
pub(crate) fn rule(name: Sym, title: Sym, word: Sym, state: Option<StateId>) -> Rule {
    Rule {
        name,
        title,
        word,
        state,
        rows: Vec::new(),
        price: 0,
        given: Some(Given::Nothing),
        terms: Terms::default(),
        brings: Vec::new(),
        line: Line::default(),
    }
}

/// A line of a rule at one place.
pub(crate) fn attach(rule: RuleId, moment: Moment, hook: Hook, carrier: Carrier, terms: &Terms, body: Body) -> Attach {
    let meeting = Meeting {
        hook,
        within: None,
        listed: 0,
        any: None,
        carrier,
        bearer: None,
        mutes: Vec::new(),
        blanks: Vec::new(),
        during: Vec::new(),
        guard: Vec::new(),
        coming: None,
        terms: terms.clone(),
        body,
        at: At::default(),
    };
    Attach {
        line: Line::default(),
        rule: Some(rule),
        moment,
        terms: terms.clone(),
        precedence: Vec::new(),
        meets: vec![meeting],
        lasting: None,
    }
}
