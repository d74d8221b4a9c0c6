//! Who a rule is about where it meets a hook: its carrier, the blanks, when.

use super::compile::Pass;
use super::guards::{guards_of, meanwhile};
use super::ir::{Bin, Domain, Ex, Reg, Sel, X};
use super::numbers::{short, small};
use super::scope::{Local, Scope};

use crate::model::{Head, Type};

use crate::syntax::{Node, Rule};

/// Who a rule is about, at one hook.
#[derive(Clone)]
pub(super) struct Met {
    pub scope: Scope,
    pub guard: Option<X>,
    pub me: Option<(Reg, u16)>,
}

/// Where a rule is being met.
#[derive(Default)]
pub(super) struct Here {
    /// Registers below this are in use where a rule is met.
    pub floor: Reg,
    /// Results that are known where a rule is met.
    pub around: Vec<Local>,
    /// Whether what is met is a throw, whose result is asked for later.
    pub tossing: bool,
}

impl Pass<'_> {
    /// As [`Self::meet`], where the code around already uses the registers of `scope`.
    pub fn meet_within(&mut self, around: &Scope, rule: Option<u16>, head: &Head, attach: &Node, pattern: &Node) -> Met {
        self.here.floor = around.next;
        // results of the steps before are known where a rule asks `when`
        self.here.around = around.locals.iter().skip(head.roles.len()).cloned().collect();
        let met = self.meet(rule, head, attach, pattern);
        self.here.floor = 0;
        self.here.around.clear();
        met
    }

    /// Fills in who a rule is about at a hook: `me`, the other blanks, when.
    pub fn meet(&mut self, rule: Option<u16>, head: &Head, attach: &Node, pattern: &Node) -> Met {
        let roles = self.pattern_roles(head, pattern);
        let mut met = Met { scope: self.blanks_of(rule, head), guard: None, me: None };
        self.carrier_here(&mut met, rule, head, attach, &roles);
        self.who_came_near(&mut met, rule, attach);
        let bearer = self.bearer_here(&met.scope, head, attach, &roles);
        self.notes_here(&mut met.scope, attach, bearer);
        if let Some(muted) = self.muted_here(rule, &mut met.scope) {
            self.and(&mut met, muted);
        }
        self.called_alike(attach, &roles, met.scope.param.as_ref().map(|p| p.word.as_str()));
        for role in &roles {
            self.pattern_role(&mut met, head, role);
        }
        for d in meanwhile(attach, pattern) {
            let x = self.during(d);
            self.and(&mut met, x);
        }
        for g in guards_of(attach) {
            // the result of a throw is asked after it
            let Some(g) = (if self.here.tossing { self.before_the_throw(g) } else { Some(g.clone()) }) else { continue };
            let x = self.guard(&mut met.scope, &g);
            self.and(&mut met, x);
        }
        if let Some(state) = self.sleep.asleep.get(&attach.span).and_then(|of| of.get(&rule)).copied() {
            let awake = self.program.ex(Ex::Bit { of: bearer, state });
            self.and(&mut met, awake);
        }
        if let Some(g) = met.guard {
            self.asks(&met.scope, guards_of(attach).fold(pattern.span, |s, g| s.to(g.span)), attach, g, &[]);
        }
        met
    }

    /// One thing more that must hold where a rule is met.
    pub fn and(&mut self, met: &mut Met, x: X) {
        met.guard = Some(self.both(met.guard, x));
    }

    /// What a rule can speak of at a hook before its own words are read.
    fn blanks_of(&mut self, rule: Option<u16>, head: &Head) -> Scope {
        let mut scope = self.scope_of(&head.roles);
        scope.proc = self.program.proc_heads.iter().position(|h| h.span == head.span).map(short);
        scope.rule = rule;
        scope.hears(&self.here.around);
        scope.param = rule.and_then(|r| self.rules.params.get(&r)).cloned();
        let Scope { locals, param, .. } = &mut scope;
        locals.iter_mut().filter(|l| param.as_ref().is_some_and(|p| p.word == l.name)).for_each(|l| l.name.clear());
        scope
    }

    /// Who carries the rule: the blank that `me` fills, or else whoever there is that carries it.
    fn carrier_here(&mut self, met: &mut Met, rule: Option<u16>, head: &Head, attach: &Node, roles: &[Node]) {
        let info = rule.and_then(|r| self.program.rules.get(r as usize));
        let by_row = info.is_some_and(|r| r.rows);
        // what lasts on somebody else hangs no more on who carried the rule
        let state = info.and_then(|r| r.state).filter(|_| !self.sleep.lasts_on.contains_key(&attach.span));
        let direct = roles.iter().find_map(|r| {
            let sel = r.find(Rule::my_sel)?;
            sel.find(Rule::me)?;
            let prep = r.find(Rule::prep).map(|p| self.text(p))?;
            head.roles.iter().position(|h| h.prep == prep)
        });
        if let Some(i) = direct {
            let ty = head.roles.get(i).map_or(Type::Unknown, |r| r.ty.clone());
            let var = self.program.ex(Ex::Reg(small(i)));
            met.scope.me = Some(Local { name: "me".into(), reg: small(i), ty: ty.clone() });
            let carried = match (&ty, state) {
                (Type::Row(_), _) if by_row => rule.map(|r| self.program.ex(Ex::RowHas { row: var, rule: r })),
                (_, Some(state)) => Some(self.carried(rule, var, state)),
                _ => None,
            };
            if let Some(c) = carried {
                self.and(met, c);
            }
        } else if let (Some(r), Some(state)) = (rule, state) {
            let reg = met.scope.fresh();
            let of = self.program.book.states.get(state as usize).map_or("game".to_owned(), |s| s.of.clone());
            let ty = self.program.book.kind(&of).map_or(Type::Unknown, |k| self.thing_type(k));
            met.scope.me = Some(Local { name: "me".into(), reg, ty });
            let var = self.program.ex(Ex::Reg(reg));
            let bit = self.carried(rule, var, state);
            self.and(met, bit);
            met.me = Some((reg, r));
        }
    }

    /// A rule that meets a move holds for whoever noted that this one came.
    fn who_came_near(&mut self, met: &mut Met, rule: Option<u16>, attach: &Node) {
        let count = rule.and_then(|r| self.arriving.met.get(&(attach.span, r))).copied();
        let (Some(count), Some(me)) = (count, met.scope.me.clone()) else { return };
        let of = self.program.ex(Ex::Reg(me.reg));
        let noted = self.program.ex(Ex::Cell { of, count });
        let (mover, one) = (self.program.ex(Ex::Reg(0)), self.int(1));
        let mark = self.program.ex(Ex::Two(Bin::Add, mover, one));
        let came = self.program.ex(Ex::Two(Bin::Eq, noted, mark));
        self.and(met, came);
    }

    /// Whoever has the effect that the rule is, if it lasts: the blank that is called so, or the carrier.
    fn bearer_here(&mut self, scope: &Scope, head: &Head, attach: &Node, roles: &[Node]) -> X {
        let lasts_on = self.sleep.lasts_on.get(&attach.span);
        let holder = roles.iter().find_map(|r| {
            let noun = r.find(Rule::selector_role)?.find(Rule::noun)?;
            let prep = r.find(Rule::prep).filter(|_| lasts_on.is_some_and(|w| self.just(noun, w)))?;
            head.roles.iter().position(|h| h.prep == self.text(prep))
        });
        match holder {
            Some(i) => self.program.ex(Ex::Reg(small(i))),
            None => self.bearer_of_effect(scope),
        }
    }

    /// What was noted when the effect was woken is meant, and not a blank of the same word that the rule calls otherwise.
    fn notes_here(&mut self, scope: &mut Scope, attach: &Node, of: X) {
        let Some(notes) = self.sleep.notes.get(&(attach.span, scope.rule)).cloned() else { return };
        scope.noted = notes.into_iter().map(|(w, count)| (w, self.program.ex(Ex::Cell { of, count }))).collect();
        let Scope { locals, noted, .. } = scope;
        locals.iter_mut().filter(|l| noted.iter().any(|(word, _)| *word == l.name)).for_each(|l| l.name.clear());
    }

    /// A guard that does not hold where another rule switches the row off.
    pub fn unless_off(&mut self, guard: X, row: u16) -> X {
        if self.program.rows.get(row as usize).is_none_or(|r| r.off.is_empty()) {
            return guard;
        }
        let off = self.program.ex(Ex::Off(row));
        let on = self.negate(true, off);
        self.both(Some(guard), on)
    }

    /// Whether a guard holds for any carrier of its rule.
    pub fn over_carriers(&mut self, guard: X, me: Option<(u8, u16)>) -> X {
        match me {
            None => guard,
            Some((reg, rule)) => {
                self.program.sels.push(Sel { domain: Domain::Carriers(rule), var: reg, filters: vec![guard], extreme: Vec::new() });
                let sel = short(self.program.sels.len() - 1);
                self.program.ex(Ex::Exists(sel))
            }
        }
    }

    /// Who a rule acts for: its carrier, else the first blank.
    pub fn carrier(&mut self, scope: &Scope) -> X {
        match &scope.me {
            // a row has no player
            Some(me) if !matches!(me.ty, Type::Row(_)) => self.program.ex(Ex::Reg(me.reg)),
            _ => self.viewer(scope).unwrap_or_else(|| self.program.ex(Ex::Game)),
        }
    }
}
