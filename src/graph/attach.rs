//! Where rules meet hooks: patterns to places, contributions to ports.

use std::collections::HashMap;

use super::compile::{HookId, Pass};
use super::guards::WHOLE;
use super::ir::X;
use super::numbers::short;
use super::overs::Over;
use super::splice::{Splice, Spliced};
use super::toss::Toss;
use crate::diag::{Code, Diagnostic};
use crate::model::{Key, KindBase, Symbol, Type};
use crate::source::Span;
use crate::syntax::{Declaration, Line, Node, Rule};

/// Lines that can be named and switched off.
#[derive(Default)]
pub(super) struct Rows {
    /// Named rows, for `ignore`: the hook's row name to rows.
    pub named: HashMap<Key, Vec<(u16, HookId)>>,
    /// The row of each line of a hook.
    pub at: HashMap<Span, u16>,
    /// Where each `= e` stands, by what it sets to.
    pub sets: HashMap<X, Span>,
}

impl<'a> Pass<'a> {
    /// Gathers what every rule contributes.
    pub fn attachments(&mut self, declarations: &'a [Declaration]) {
        for d in declarations {
            self.own_rows(d);
        }
        // switching off comes last: it speaks of rows that others make
        let mut ignores = Vec::new();
        for d in declarations {
            let shared = d.head.rule == Rule::kind_d;
            for rule in self.rules_meant(d) {
                if let Some(r) = rule.filter(|_| !shared) {
                    let terms = d.body.iter().flat_map(|l| &l.parts).filter(|p| matches!(p.rule, Rule::needs | Rule::limit | Rule::cost));
                    self.rules.own_terms.insert(r, terms.collect());
                }
                let around = self.words_of_head(d);
                for line in &d.body {
                    self.lasting(rule, line, &mut ignores, &around);
                    for part in &line.parts {
                        match part.rule {
                            Rule::attach => self.attach(rule, line, part, &mut ignores),
                            Rule::comes => self.arrival(rule, line, part),
                            Rule::forbid => self.forbid(rule, line, part),
                            _ => {}
                        }
                    }
                }
            }
        }
        self.order_arrivals();
        for (rule, row, attach, pattern) in ignores {
            let target = pattern.find(Rule::pattern_head).and_then(|h| h.find(Rule::name_ref)).and_then(|n| n.find(Rule::name));
            if let Some(name) = target {
                self.ignore(rule, row, attach, pattern, name, None);
            }
        }
        self.give_way(declarations);
    }

    /// Rows that hooks have of their own: named rows of values and pools, and `needs`.
    fn own_rows(&mut self, d: &'a Declaration) {
        if d.head.rule == Rule::kind_d {
            self.shared_needs(d);
        }
        let Some(hook) = self.hook_of(d) else { return };
        for line in &d.body {
            for part in &line.parts {
                let name = match part.rule {
                    Rule::named_row | Rule::needs => part.find(Rule::name).map(|n| self.name(n).to_owned()),
                    Rule::row_contrib => None,
                    _ => continue,
                };
                let owner = self.title(&d.head).map_or(String::new(), |t| t.0);
                let cites = self.cites(if line.cites.is_empty() { &d.cites } else { &line.cites });
                let row = self.new_row(name.as_deref().unwrap_or(&owner), part.span, cites, None);
                if let Some(n) = name {
                    self.rows.named.entry(Key::new(&n)).or_default().push((row, hook));
                }
                self.rows.at.insert(part.span, row);
                if matches!(part.rule, Rule::named_row | Rule::row_contrib) {
                    if let Some(c) = part.find(Rule::contrib) {
                        self.own_contribution(d, hook, row, c);
                    }
                }
            }
        }
    }

    /// The needs that all actions of a kind share.
    fn shared_needs(&mut self, d: &'a Declaration) {
        let word = d.head.find(Rule::word).map_or("", |w| self.text(w));
        let procs: Vec<u16> = (0..self.program.procs.len()).map(short).collect();
        let procs: Vec<u16> = procs.into_iter().filter(|p| self.program.procs.get(*p as usize).is_some_and(|p| p.word == word)).collect();
        for line in &d.body {
            for part in line.parts.iter().filter(|p| p.rule == Rule::needs) {
                let name = part.find(Rule::name).map_or(word, |n| self.name(n));
                let cites = self.cites(&line.cites);
                let row = self.new_row(name, part.span, cites, None);
                self.rows.named.entry(Key::new(name)).or_default().extend(procs.iter().map(|p| (row, HookId::Proc(*p))));
                self.rows.at.insert(part.span, row);
            }
        }
    }

    /// The hook that a declaration is.
    pub fn hook_of(&self, d: &Declaration) -> Option<HookId> {
        let (name, span) = self.title(&d.head)?;
        self.program.book.lookup(&name).iter().find_map(|s| match s {
            Symbol::Value(v) if self.program.slot_heads.get(*v).is_some_and(|h| h.span == span) => Some(HookId::Slot(short(*v))),
            Symbol::Procedure(p) if self.program.proc_heads.get(*p).is_some_and(|h| h.span == span) => Some(HookId::Proc(short(*p))),
            Symbol::Chance(c) => {
                let p = *self.program.chances.get(*c)?;
                (self.program.proc_heads.get(p as usize)?.span == span).then_some(HookId::Proc(p))
            }
            _ => None,
        })
    }

    /// Puts one attachment where it belongs: each of its patterns in turn.
    pub fn attach(
        &mut self,
        rule: Option<u16>,
        line: &'a Line,
        attach: &'a Node,
        ignores: &mut Vec<(Option<u16>, u16, &'a Node, &'a Node)>,
    ) {
        let at = attach.find(Rule::at_place).and_then(Node::first).map_or(Rule::on, |p| p.rule);
        for pattern in attach.all(Rule::pattern) {
            let name = rule.and_then(|r| self.program.rules.get(r as usize)).map_or(String::new(), |r| r.name.clone());
            let cites = if line.cites.is_empty() {
                rule.and_then(|r| self.program.rules.get(r as usize))
                    .and_then(|r| self.program.rows.get(r.row as usize))
                    .map_or_else(Vec::new, |r| r.cites.clone())
            } else {
                self.cites(&line.cites)
            };
            let row = self.new_row(&name, attach.span, cites, rule);
            let contribs: Vec<&Node> =
                attach.find(Rule::body).and_then(|b| b.find(Rule::contribs)).map_or_else(Vec::new, |c| c.all(Rule::contrib).collect());
            let moods: Vec<&Node> = attach.all(Rule::mood).collect();
            let kind_may = rule.is_some_and(|r| self.kind_says_may(r));
            let may = kind_may || moods.iter().any(|m| self.text(m).trim() == "may");
            let core = contribs.first().and_then(|c| c.find(Rule::contrib_core)).and_then(Node::first).map(|c| c.rule);
            if core.is_some_and(|c| WHOLE.contains(&c)) {
                self.stands_alone(&contribs);
                self.takes_no_terms(rule, attach, may, "this is so wherever it applies, and nobody is asked or pays for it");
            }
            if core == Some(Rule::ignore) && self.is_muting(rule, pattern) {
                continue;
            }
            if core == Some(Rule::ignore) {
                if let Some(any) = pattern.find(Rule::any_place) {
                    self.fault(Code::Place, any.span, "`ignore` switches off one thing by its name", "name what is ignored");
                }
                ignores.push((rule, row, attach, pattern));
                continue;
            }
            let splice = match at {
                Rule::before => Some(Splice::Before),
                Rule::after => Some(Splice::After),
                Rule::instead => Some(Splice::Instead),
                Rule::on => match core {
                    Some(Rule::skip) => Some(Splice::Skip),
                    Some(Rule::also) => Some(Splice::Also),
                    _ => None,
                },
                _ => {
                    if !may {
                        self.fault(Code::Place, attach.span, "what may be done at any time is an offer", "write `, may` before the colon");
                    }
                    self.splicing.anytimes.push(Spliced { at: Splice::Before, step: String::new(), row, rule, attach, pattern, line, may });
                    continue;
                }
            };
            match splice {
                Some(at) => self.splice(&Spliced { at, step: String::new(), row, rule, attach, pattern, line, may }),
                None => self.contribute(rule, row, attach, pattern, &contribs, may),
            }
        }
    }

    /// What leaves a step out, adds a case or switches off is said once.
    fn stands_alone(&mut self, contribs: &[&'a Node]) {
        if let [_, second, ..] = contribs {
            let help = "write it on a line of its own";
            self.fault(Code::Place, second.span, "nothing can follow here: what stands before it is all that is done", help);
        }
    }

    /// Where a rule holds and does not happen, it is neither offered nor paid for nor used up.
    fn takes_no_terms(&mut self, rule: Option<u16>, attach: &'a Node, may: bool, why: &str) {
        // an effect that lasts was paid for when it was woken
        let awake = rule.filter(|_| !self.sleep.asleep.contains_key(&attach.span));
        let own = awake.and_then(|r| self.rules.own_terms.get(&r)).into_iter().flatten().copied();
        let kind = awake.and_then(|r| self.program.rules.get(r as usize)).and_then(|r| self.rules.kind_items.get(&r.word));
        // what limits a whole kind speaks of those of its rules that happen
        let kind = kind.into_iter().flatten().flat_map(|l| &l.parts).filter(|p| p.rule != Rule::limit);
        let terms = own.chain(kind).filter(|p| matches!(p.rule, Rule::needs | Rule::limit | Rule::cost | Rule::mood_item));
        let term = attach.all(Rule::mood).chain(terms).next();
        if term.is_some() || may && awake.is_some() {
            let help = "meet a step with `before`, `after` or `instead of`, and change there what is to be changed";
            let mut d = Diagnostic::new(Code::Place, attach.span, why).help(help);
            if let Some(t) = term {
                d = d.label(t.span, "this would have no effect");
            }
            self.report(d);
        }
    }

    fn splice(&mut self, spliced: &Spliced<'a>) {
        for (proc, step) in self.places_met(spliced.pattern) {
            if spliced.attach.has(Rule::over) {
                let Spliced { rule, row, attach, pattern, .. } = *spliced;
                self.splicing.overs.push(Over { rule, row, attach, pattern, hook: HookId::Proc(proc), step: Some(step.clone()) });
            }
            self.splicing.splices.entry((proc, step.clone())).or_default().push(Spliced { step, ..spliced.clone() });
        }
    }

    fn contribute(&mut self, rule: Option<u16>, row: u16, attach: &'a Node, pattern: &'a Node, contribs: &[&'a Node], may: bool) {
        if contribs.is_empty() {
            self.fault(
                Code::Place,
                attach.span,
                "`on` wants what is changed there",
                "write it after `:`, such as `+ 1`; statements go with `before` or `after`",
            );
            return;
        }
        let hooks = match pattern.find(Rule::pattern_head).and_then(|h| h.find(Rule::name_ref)) {
            Some(name) => {
                let written = self.name(name.find(Rule::name).unwrap_or(name));
                self.hooks_named(rule, name, written, pattern)
            }
            None => self.throws_met(pattern),
        };
        for hook in hooks {
            if attach.has(Rule::over) {
                self.splicing.overs.push(Over { rule, row, attach, pattern, hook, step: None });
            }
            match hook {
                HookId::Slot(slot) => {
                    let Some(head) = self.program.slot_heads.get(slot as usize).cloned() else { continue };
                    self.takes_no_terms(rule, attach, may, "a value is only asked for: nobody decides or pays anything there");
                    let met = self.meet(rule, &head, attach, pattern);
                    for contrib in contribs {
                        let scope = met.scope.clone();
                        self.contribute_to_slot(slot, row, scope, met.guard, met.me, contrib);
                    }
                }
                HookId::Proc(p) => {
                    for contrib in contribs {
                        self.throwing.tosses.entry(p).or_default().push(Toss {
                            row,
                            rule,
                            attach: Some(attach),
                            pattern: Some(pattern),
                            contrib,
                            may,
                        });
                    }
                }
            }
        }
    }

    /// The hooks that a name addresses: values overload on the kind of their first blank.
    fn hooks_named(&mut self, rule: Option<u16>, name: &Node, written: &str, pattern: &Node) -> Vec<HookId> {
        let symbols = self.program.book.lookup(written).to_vec();
        if pattern.has(Rule::pattern_words) {
            let Some(p) = self.procedure_named(name, written) else { return Vec::new() };
            return vec![HookId::Slot(self.cost_slot(p))];
        }
        let values: Vec<u16> = symbols.iter().filter_map(|s| if let Symbol::Value(v) = s { Some(short(*v)) } else { None }).collect();
        if values.len() > 1 {
            let me = pattern.all(Rule::pattern_role).any(|r| r.kids.iter().any(|k| k.rule == Rule::my_sel));
            let first = pattern.find(Rule::pattern_role);
            let described = first.and_then(|r| r.find(Rule::selector_role)).map(|s| self.noun(s).0);
            let wanted = described.or_else(|| self.kind_of_mine(rule, first?.find(Rule::my_sel)?, &values));
            let fits: Vec<HookId> = values
                .iter()
                .filter(|v| {
                    let kind = self.program.slot_heads.get(**v as usize).and_then(|h| h.roles.first()).map(|r| r.ty.clone());
                    match (&kind, wanted) {
                        (Some(Type::Thing(k) | Type::Row(k)), Some(w)) => *k == w,
                        (Some(Type::Thing(k)), None) => !me || !self.program.book.is(*k, KindBase::Piece),
                        _ => true,
                    }
                })
                .map(|v| HookId::Slot(*v))
                .collect();
            if fits.is_empty() {
                let asked = values.iter().filter_map(|v| self.program.slot_heads.get(usize::from(*v))?.roles.first());
                let asked: Vec<String> = asked.map(|r| self.program.book.describe(&r.ty)).collect();
                let is = wanted.map_or("who carries this".to_owned(), |k| self.program.book.describe(&self.thing_type(k)));
                let help = format!("name {}", asked.join(" or "));
                self.fault(Code::Type, pattern.span, format!("`{written}` is never asked of {is}"), help);
            }
            return fits;
        }
        if let Some(v) = values.first() {
            return vec![HookId::Slot(*v)];
        }
        for s in &symbols {
            match s {
                Symbol::Chance(c) => return self.program.chances.get(*c).map(|p| vec![HookId::Proc(*p)]).unwrap_or_default(),
                Symbol::Procedure(_) => {
                    self.fault(
                        Code::Place,
                        name.span,
                        format!("`{written}` is something that happens, not a quantity"),
                        "meet it with `before`, `after` or `instead of`",
                    );
                    return Vec::new();
                }
                _ => {}
            }
        }
        self.unknown_name(name, written, "a value or a roll");
        Vec::new()
    }

    /// The kind of `me` or `my unit`, if one of these values is asked of such.
    fn kind_of_mine(&self, rule: Option<u16>, mine: &Node, values: &[u16]) -> Option<usize> {
        let kind = match mine.find(Rule::my).and_then(|m| m.find(Rule::word)) {
            Some(word) => self.program.book.kind(self.text(word)),
            None => {
                let carried = rule.and_then(|r| self.program.rules.get(r as usize))?.state?;
                self.program.book.kind(&self.program.book.states.get(carried as usize)?.of)
            }
        }?;
        let first = |v: &u16| self.program.slot_heads.get(*v as usize).and_then(|h| h.roles.first()).map(|r| r.ty.clone());
        values.iter().any(|v| first(v) == Some(self.thing_type(kind))).then_some(kind)
    }
}
