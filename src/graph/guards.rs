//! Guards: `when`, `unless` and `during`, one or several of them, and what they ask of a result that is yet to come.

use super::compile::Pass;
use super::ir::{Ex, X};
use super::refs::ALWAYS;
use super::scope::Scope;
use crate::diag::Code;
use crate::syntax::{Node, Rule};

/// When an attachment holds: what it asks at its place, and what `skip`, `also` and `ignore` ask behind them, which have
/// no amount that could ask for itself.
pub(super) fn guards_of(attach: &Node) -> impl Iterator<Item = &Node> {
    let contribs = attach.find(Rule::body).and_then(|b| b.find(Rule::contribs));
    let whole = |c: &&Node| c.find(Rule::contrib_core).and_then(Node::first).is_some_and(|c| WHOLE.contains(&c.rule));
    let behind = contribs.into_iter().flat_map(|c| c.all(Rule::contrib)).filter(whole);
    attach.all(Rule::guard).chain(behind.flat_map(|c| c.all(Rule::guard)))
}

/// Every `during` that holds for one of the places of an attachment: after several, the last speaks of all of them.
pub(super) fn meanwhile<'n>(attach: &'n Node, pattern: &'n Node) -> impl Iterator<Item = &'n Node> {
    let last = attach.all(Rule::pattern).last().and_then(|p| p.find(Rule::during));
    pattern.find(Rule::during).or(last).into_iter().chain(attach.find(Rule::during))
}

/// What is done to a step or a row as a whole.
pub(super) const WHOLE: &[Rule] = &[Rule::skip, Rule::also, Rule::ignore];

impl Pass<'_> {
    /// `when c`, `unless c`, `during P`, or `when c, during P`: all of it must hold.
    pub fn guard(&mut self, scope: &mut Scope, node: &Node) -> X {
        let during = node.find(Rule::during).map(|d| self.during(d));
        let asked = node.find(Rule::expr).map(|e| {
            let x = self.tagged_truth(scope, e);
            let x = self.negate(node.has(Rule::kw_unless), x);
            self.asks(scope, node.span, node, x, &[]);
            x
        });
        match (during, asked) {
            (d, Some(x)) => self.both(d, x),
            (Some(d), None) => d,
            (None, None) => self.int(1),
        }
    }

    /// `during TAG P`.
    pub fn during(&mut self, node: &Node) -> X {
        let Some(name) = node.find(Rule::name_ref) else { return 0 };
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let Some(proc) = self.procedure_named(name, written) else { return 0 };
        let tags: Vec<String> = node.all(Rule::tag_word).filter_map(|t| t.find(Rule::word)).map(|w| self.text(w).to_owned()).collect();
        let mut guard = None;
        if tags.is_empty() {
            let bit = self.context(proc, None);
            guard = Some(self.program.ex(Ex::During(bit)));
        }
        for tag in tags {
            let bit = self.context(proc, Some(&tag));
            let x = self.program.ex(Ex::During(bit));
            guard = Some(self.both(guard, x));
        }
        guard.unwrap_or(0)
    }

    /// A question in which a bare word may be a tag of the running procedure: `unless delayed or standing`.
    pub fn tagged_truth(&mut self, scope: &mut Scope, expr: &Node) -> X {
        if let Some(proc) = scope.proc {
            let (mut words, mut called) = (Vec::new(), Vec::new());
            expr.walk(&mut |n| match n.rule {
                Rule::local => words.push(n.span),
                Rule::noun => called.extend(n.all(Rule::word).map(|w| self.text(w))),
                _ => {}
            });
            words.retain(|span| !called.contains(&self.files.slice(*span)));
            for span in words {
                let text = self.files.slice(span);
                let noted = scope.noted.iter().any(|(w, _)| w == text);
                let known = noted || ALWAYS.contains(&text) || scope.given(text).is_some();
                if !known && scope.find(text).is_none() && !scope.it.iter().any(|l| l.name == text) {
                    let bit = self.context(proc, Some(text));
                    let x = self.program.ex(Ex::During(bit));
                    self.tag_words.insert(span, x);
                }
            }
        }
        self.truth(scope, expr)
    }

    /// The result that a guard waits for: a pass (yes) or a failure (no). None where it asks for none.
    pub fn awaited(&self, guard: &Node) -> Option<bool> {
        let expr = guard.find(Rule::expr)?;
        let passed = expr.kids.iter().find_map(|k| self.result_word(k))?;
        Some(passed != guard.has(Rule::kw_unless))
    }

    /// A guard without the result that it waits for: what can be asked before the dice lie there. None if that is all.
    pub fn before_the_throw(&mut self, guard: &Node) -> Option<Node> {
        if self.awaited(guard).is_none() {
            return Some(guard.clone());
        }
        let mut rest = guard.clone();
        let mut mixed = guard.has(Rule::kw_unless);
        for expr in rest.kids.iter_mut().filter(|k| k.rule == Rule::expr) {
            mixed |= expr.kids.iter().any(|k| matches!(k.rule, Rule::or | Rule::not));
            let parts: Vec<&[Node]> = expr.kids.split(|k| k.rule == Rule::and).collect();
            let kept: Vec<&[Node]> = parts.into_iter().filter(|p| !p.iter().any(|k| self.result_word(k).is_some())).collect();
            let and = Node { rule: Rule::and, span: expr.span, kids: Vec::new() };
            expr.kids = kept.join(&and);
        }
        let alone = guard.find(Rule::expr).is_some_and(|e| e.kids.len() == 1);
        if mixed && !alone {
            let help = "write `when failed` or `when passed`, and what else is asked after `and`";
            self.fault(Code::Place, guard.span, "the result of a throw is asked for by itself", help);
        }
        rest.kids.retain(|k| k.rule != Rule::expr || !k.kids.is_empty());
        rest.kids.iter().any(|k| matches!(k.rule, Rule::expr | Rule::during)).then_some(rest)
    }

    fn result_word(&self, node: &Node) -> Option<bool> {
        match self.text(node).trim() {
            "passed" => Some(true),
            "failed" => Some(false),
            _ => None,
        }
    }
}
