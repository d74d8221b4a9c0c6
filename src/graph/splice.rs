//! The rules that stand before, after or in place of a step.

use std::collections::HashMap;
use std::ops::Range;

use super::compile::{Pass, land};
use super::ir::{Bin, Domain, Ex, Op, Reg, Sel, X};
use super::loops::close_loop;
use super::numbers::short;
use super::overs::Over;
use super::scope::Scope;
use crate::diag::Code;
use crate::model::{Head, Key, Type};
use crate::source::Span;
use crate::syntax::{Line, Node, Rule};

/// Where a rule's statements are spliced into a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Splice {
    Before,
    After,
    Instead,
    Skip,
    Also,
}

/// Something that a rule puts at a step.
#[derive(Clone)]
pub(super) struct Spliced<'a> {
    pub at: Splice,
    /// The step; empty for the whole procedure.
    pub step: String,
    pub row: u16,
    pub rule: Option<u16>,
    pub attach: &'a Node,
    pub pattern: &'a Node,
    pub line: &'a Line,
    pub may: bool,
}

/// A rule's statements where they stand in a procedure, for the checks.
pub(super) struct Trigger<'a> {
    pub proc: u16,
    pub at: Splice,
    /// The step that they stand at; empty for the whole procedure.
    pub step: String,
    pub row: u16,
    /// When they happen.
    pub guard: X,
    /// Registers from here up are the rule's own.
    pub own: Reg,
    /// The instructions of the procedure that are its.
    pub code: Range<usize>,
    pub attach: &'a Node,
    pub pattern: &'a Node,
}

/// What rules put at steps.
#[derive(Default)]
pub(super) struct Splicing<'a> {
    /// By procedure and step; the empty step is the whole procedure.
    pub splices: HashMap<(u16, String), Vec<Spliced<'a>>>,
    /// Attachments that stand over others: rule, row, where.
    pub overs: Vec<Over<'a>>,
    /// Rules' statements where they stand in procedures.
    pub triggers: Vec<Trigger<'a>>,
    /// Offers that stand wherever an action may be taken.
    pub anytimes: Vec<Spliced<'a>>,
    /// What rules in the place of a step gave for its result: the type, and where.
    pub instead_given: Vec<(Type, Span)>,
    /// The steps of each procedure, with spans.
    pub step_names: HashMap<u16, Vec<(String, Span)>>,
}

impl<'a> Pass<'a> {
    /// The rules at a step, in the order of their names.
    pub fn splice_list(&self, proc: u16, step: &str) -> Vec<Spliced<'a>> {
        let mut list = self.splicing.splices.get(&(proc, step.to_owned())).cloned().unwrap_or_default();
        list.sort_by_cached_key(|s| {
            let name = self.program.rows.get(s.row as usize).map_or(String::new(), |r| Key::new(&r.name).as_str().to_owned());
            (name, self.text(s.attach).to_owned())
        });
        // those that say what they come before or after; the rest keep the order of names
        let mut out = Vec::new();
        while !list.is_empty() {
            let first = (0..list.len()).find(|i| {
                let free = |s: &Spliced<'a>| list.iter().all(|o| o.at != s.at || !self.comes_first(o.attach, o.row, s.attach, s.row));
                list.get(*i).is_some_and(free)
            });
            out.push(list.remove(first.unwrap_or(0)));
        }
        out
    }

    /// The union of the guards of all rules of one sort at a step.
    pub fn splice_guards(&mut self, scope: &mut Scope, list: &[Spliced<'a>], at: Splice, head: &Head) -> Option<X> {
        let mut any = None;
        for s in list.iter().filter(|s| s.at == at) {
            let mut met = self.meet_within(scope, s.rule, head, s.attach, s.pattern);
            let mut guard = met.guard;
            if at == Splice::Also {
                let mut also = None;
                s.attach.walk(&mut |n| {
                    if n.rule == Rule::also {
                        also = n.find(Rule::guard).cloned();
                    }
                });
                if let Some(g) = also {
                    let x = self.guard(&mut met.scope, &g);
                    guard = Some(self.both(guard, x));
                }
            }
            let x = guard.unwrap_or_else(|| self.int(1));
            let x = self.unless_off(x, s.row);
            let x = self.over_carriers(x, met.me);
            scope.most = scope.most.max(met.scope.most);
            any = Some(match any {
                None => x,
                Some(a) => self.program.ex(Ex::Two(Bin::Or, a, x)),
            });
        }
        any
    }

    /// Replacements: each jumps over the original when it applied.
    pub fn splice_instead(&mut self, scope: &mut Scope, code: &mut Vec<Op>, list: &[Spliced<'a>], head: &Head) -> Vec<usize> {
        let mut jumps = Vec::new();
        for s in list.iter().filter(|s| s.at == Splice::Instead) {
            let after = self.spliced(scope, code, s, head);
            jumps.push(code.len());
            code.push(Op::Jump(0));
            for at in after {
                land(code, at);
            }
        }
        jumps
    }

    /// Emits the rules that stand before or after a step.
    pub fn splice_at(&mut self, scope: &mut Scope, code: &mut Vec<Op>, proc: u16, step: &str, at: Splice, head: &Head) {
        let list = self.splice_list(proc, step).into_iter().filter(|s| s.at == at).collect();
        for cluster in self.clusters(list) {
            let [s] = cluster.as_slice() else {
                self.in_chosen_order(scope, code, &cluster, head);
                continue;
            };
            for exit in self.spliced(scope, code, s, head) {
                land(code, exit);
            }
        }
    }

    /// The body of one rule at a step, behind its guard; gives the jumps that leave it.
    pub fn spliced(&mut self, scope: &mut Scope, code: &mut Vec<Op>, s: &Spliced<'a>, head: &Head) -> Vec<usize> {
        let met = self.meet_within(scope, s.rule, head, s.attach, s.pattern);
        let mut inner = met.scope;
        // what is called so around the rule is not its own
        inner.own = inner.locals.len();
        // fresh registers start above those of the procedure
        inner.next = inner.next.max(scope.next);
        inner.most = inner.most.max(scope.most).max(inner.next);
        // what stands in the place of a step may give its result
        if let Some((name, reg)) = scope.result.clone().filter(|_| s.at == Splice::Instead) {
            inner.alias(&name, reg, Type::Unknown);
            inner.result = Some((name, reg));
        }
        inner.proc = scope.proc;
        inner.steps.clone_from(&scope.steps);
        inner.hands.clone_from(&scope.hands);
        inner.thrown.clone_from(&scope.thrown);
        inner.step = self.program.rows.get(s.row as usize).map_or(String::new(), |r| Key::new(&r.name).as_str().to_owned());
        let guard = met.guard.unwrap_or_else(|| self.int(1));
        let guard = self.unless_off(guard, s.row);
        let (from, own) = (code.len(), scope.next);
        let mut exits = Vec::new();
        let mut looped = None;
        // whether a replacement was made by any of those who carry it
        let mut made = None;
        if let Some((reg, rule)) = met.me {
            if s.at == Splice::Instead {
                let flag = inner.fresh();
                let zero = self.int(0);
                code.push(Op::Set(flag, zero));
                made = Some(flag);
            }
            let at = inner.fresh();
            let _end = inner.fresh();
            self.program.sels.push(Sel { domain: Domain::Carriers(rule), var: reg, filters: vec![guard], extreme: Vec::new() });
            let sel = short(self.program.sels.len() - 1);
            code.push(Op::Each { sel, at, order: Vec::new() });
            looped = Some(code.len());
            code.push(Op::Next { var: reg, at, exit: 0 });
        }
        exits.push(code.len());
        code.push(Op::Unless(guard, 0));
        self.rule_terms(&mut inner, code, s, &mut exits);
        if let Some(flag) = made {
            let one = self.int(1);
            code.push(Op::Set(flag, one));
        }
        code.push(Op::Step(s.row));
        let body = s.attach.find(Rule::body);
        let last = s.line.parts.last().is_some_and(|p| p.span == s.attach.span);
        let below: &[Line] = if last { &s.line.below } else { &[] };
        match body.and_then(Node::first) {
            Some(b) if b.rule == Rule::stmts => {
                let line = Line {
                    span: b.span,
                    parts: b.kids.iter().filter_map(|k| k.first().cloned()).collect(),
                    cites: Vec::new(),
                    below: below.to_vec(),
                };
                self.lines(&mut inner, code, std::slice::from_ref(&line));
            }
            Some(b) if b.rule == Rule::braced => {
                let block = Node { rule: Rule::block, span: b.span, kids: vec![b.clone()] };
                self.block(&mut inner, code, Some(&block), below);
            }
            Some(b) if b.rule == Rule::contribs => {
                self.fault(Code::Place, b.span, "a step is not a quantity", "write what happens, `skip` or `also when`");
            }
            _ => self.lines(&mut inner, code, below),
        }
        if let Some(top) = looped {
            // the first who replaces the step is the last; if nobody does, the step is done
            let done = (s.at == Splice::Instead).then(|| {
                code.push(Op::Jump(0));
                code.len() - 1
            });
            for e in exits.drain(..) {
                land(code, e);
            }
            close_loop(code, top);
            if let Some(done) = done {
                exits.push(code.len());
                code.push(Op::Jump(0));
                land(code, done);
            }
        }
        if let Some(flag) = made {
            let x = self.program.ex(Ex::Reg(flag));
            exits.push(code.len());
            code.push(Op::Unless(x, 0));
        }
        self.splicing.triggers.push(Trigger {
            proc: scope.proc.unwrap_or(u16::MAX),
            at: s.at,
            step: s.step.clone(),
            row: s.row,
            guard,
            own,
            code: from..code.len(),
            attach: s.attach,
            pattern: s.pattern,
        });
        // those of a rule are free again behind it
        scope.most = scope.most.max(inner.most);
        scope.next = scope.next.max(inner.kept);
        scope.kept = scope.kept.max(inner.kept);
        exits
    }
}
