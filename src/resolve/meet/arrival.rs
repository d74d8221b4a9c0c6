//! Rules that meet the moves of others: `as enemy unit mover comes within 8" of me: ...`.

use crate::ast::{Comes, PatternRole, PatternWho, Prep};
use crate::diag::Code;
use crate::hir::{Coming, Head, Hook, Line as Cited, LocalId, Moment, Origin, Role, Ty};
use crate::intern::Sym;

use super::super::{Resolver, Scope};
use super::line::{Line, precedence};
use super::place::Place;

/// What comes near fills the only blank of a move; the word before it is never written.
const MOVER: Prep = Prep::By;

impl<'a> Resolver<'a> {
    /// A line that meets moves: who comes, how near, and what happens then, for each who came and each who carries the rule.
    pub(super) fn arrival(&mut self, line: &Line<'a>, c: &'a Comes) {
        let state = line.rule.and_then(|r| self.rules.rules.get(r)).and_then(|r| r.state);
        if state.is_none() {
            let help = "write it in a rule of somebody, such as `rule ... of unit`";
            self.fault(Code::Place, line.item.at, "nobody carries this rule, so there is nobody to come near", help);
            return;
        }
        let orders = c.overs.iter().map(|o| (precedence(o.how), o.name.sym, o.at)).collect();
        let id = self.enter_attach(line, Moment::After, orders);
        let may = self.kind_says_may(line.rule) || line.says_may();
        let (kind, word) = self.noun_of(&c.who);
        let mover = self.local(word, self.thing_type(kind), Origin::Blank);
        let role = Role { prep: MOVER, local: mover, at: c.who.at };
        let head = Head {
            name: Sym(u32::MAX),
            roles: vec![role],
            gives: Ty::Nothing,
            line: Cited { name: None, at: c.who.at, cites: Vec::new() },
        };
        let roles = [PatternRole { prep: MOVER, who: PatternWho::Any(c.who.clone()), at: c.who.at }];
        let scope = self.scope_of(&head);
        let place =
            Place { hook: Hook::Coming, head, moment: Moment::After, listed: 0, any: None, roles: &roles, during: None, at: line.item.at };
        let (mut scope, mut met) = self.meet(line, &place, scope);
        met.coming = Some(self.coming(line, c, scope.me));
        self.happens(line, &mut scope, &mut met, may);
        if let Some(attach) = self.rules.attaches.get_mut(id) {
            attach.meets.push(met);
        }
    }

    /// Who comes near, as it is asked before a move and after it: of whoever carries the rule, and nobody else.
    fn coming(&mut self, line: &Line<'_>, c: &Comes, me: Option<LocalId>) -> Coming {
        let mut scope = self.scope_of_rule(Scope { me, ..Scope::default() }, line.rule);
        let who = self.sel(&mut scope, &c.who);
        let limit = self.expr(&mut scope, &c.distance);
        if !limit.ty.fits(Ty::LENGTH) {
            let is = self.describe(limit.ty);
            let help = "give a length such as 6\"";
            self.fault(Code::Measure, c.distance.at, format!("how near is in inches, and this is {is}"), help);
        }
        Coming { who, limit, of: self.expr(&mut scope, &c.of) }
    }
}
