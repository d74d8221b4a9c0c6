//! Questions about many things at once, or two: sums, extremes, distances.

use super::compile::Pass;
use super::ir::{Bin, Ex, X};
use super::numbers::small;
use super::scope::Scope;
use crate::diag::Code;
use crate::model::{KindBase, Type};
use crate::syntax::{Node, Rule};

impl Pass<'_> {
    /// `any SEL`, `no SEL`.
    pub fn exists(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        let word = node.first().map_or("any", |w| self.text(w));
        let Some(sel) = node.find(Rule::selector) else { return (self.int(0), Type::Truth) };
        if word == "every" {
            return (self.every(scope, node, sel), Type::Truth);
        }
        let (s, _) = self.selector(scope, sel);
        let any = self.program.ex(Ex::Exists(s));
        (if word == "no" { self.program.ex(Ex::Not(any)) } else { any }, Type::Truth)
    }

    /// `every SEL where c`: there is none of which it is not so.
    fn every(&mut self, scope: &mut Scope, node: &Node, sel: &Node) -> X {
        let asks = |k: &&Node| k.rule == Rule::relative && k.first().is_some_and(|r| r.rule == Rule::where_r);
        let Some(test) = sel.kids.iter().rev().find(asks).and_then(Node::first).and_then(|w| w.find(Rule::expr)) else {
            self.fault(Code::Place, node.span, "nothing is asked of every one", "write `every ... where ...`");
            return 0;
        };
        let mut rest = sel.clone();
        rest.kids.retain(|k| !asks(&k));
        let (s, local) = self.selector(scope, &rest);
        let seen = self.look_at(scope, &local);
        let holds = self.truth(scope, test);
        Self::look_away(scope, seen);
        let fails = self.program.ex(Ex::Not(holds));
        if let Some(s) = self.program.sels.get_mut(s as usize) {
            s.filters.push(fails);
        }
        let exception = self.program.ex(Ex::Exists(s));
        self.program.ex(Ex::Not(exception))
    }

    /// `lesser of (a, b)`, `greater of (a, b)`.
    pub fn lesser_greater(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        let op = if node.first().is_some_and(|w| self.text(w) == "lesser") { Bin::Min } else { Bin::Max };
        let mut out: Option<(X, Type)> = None;
        for kid in node.kids.iter().skip(1) {
            let (x, ty) = self.expr(scope, kid);
            out = Some(match out {
                None => (x, ty),
                Some((a, first)) => {
                    if self.program.constant(x) != Some(0) {
                        self.agree(&first, &ty, kid.span);
                    }
                    (self.program.ex(Ex::Two(op, a, x)), first)
                }
            });
        }
        out.unwrap_or((0, Type::Unknown))
    }

    /// `highest V of SEL`, `majority V of SEL`, `sum of V of SEL`.
    pub fn over(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        if let (Some(sel_node), Some(word)) = (node.find(Rule::selector), node.find(Rule::word)) {
            return match node.rule {
                Rule::sum_of => self.sum_of_word(scope, sel_node, word),
                _ => self.commonest_row(scope, sel_node, word),
            };
        }
        let (Some(sel_node), Some(name)) = (node.find(Rule::selector), node.find(Rule::name_ref)) else {
            return (self.int(0), Type::Unknown);
        };
        let (sel, local) = self.selector(scope, sel_node);
        let seen = self.look_at(scope, &local);
        let var = self.program.ex(Ex::Reg(local.reg));
        let (value, ty) = self.ask(scope, name, vec![(var, local.ty.clone())]);
        Self::look_away(scope, seen);
        let ex = match node.rule {
            Rule::majority => Ex::Majority { sel, value },
            Rule::sum_of => Ex::Sum { sel, value },
            _ => Ex::Extreme { sel, value, high: node.first().is_none_or(|w| self.text(w) != "lowest") },
        };
        (self.program.ex(ex), ty)
    }

    /// `sum of price of SEL`.
    fn sum_of_word(&mut self, scope: &mut Scope, sel_node: &Node, word: &Node) -> (X, Type) {
        let (sel, local) = self.selector(scope, sel_node);
        let var = self.program.ex(Ex::Reg(local.reg));
        let (value, ty) = self.reach(var, &local.ty, word);
        if !matches!(ty, Type::Number(_) | Type::Unknown) {
            let was = self.program.book.describe(&ty);
            return self.fault(Code::Type, word.span, format!("this is {was}, and cannot be added up"), "name a number, such as `price`");
        }
        (self.program.ex(Ex::Sum { sel, value }), ty)
    }

    /// `majority gun of SEL`: the row of a list that most of them carry.
    fn commonest_row(&mut self, scope: &mut Scope, sel_node: &Node, word: &Node) -> (X, Type) {
        let (sel, _) = self.selector(scope, sel_node);
        match self.program.book.kind(self.text(word)).filter(|k| self.program.book.is(*k, KindBase::Row)) {
            Some(kind) => (self.program.ex(Ex::Commonest { sel, kind: small(kind) }), Type::Row(kind)),
            None => {
                let text = self.text(word);
                self.fault(Code::Kind, word.span, format!("`{text}` is no list of rows"), "name a value, or a kind that `is row`")
            }
        }
    }

    /// `distance from A to B`, `march from A to B`.
    pub fn distance(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        let gauge = node.first().map_or("distance", |g| self.text(g));
        let refs: Vec<X> = node.kids.iter().skip(1).map(|k| self.expr(scope, k).0).collect();
        let (a, b) = (refs.first().copied().unwrap_or(0), refs.get(1).copied().unwrap_or(0));
        (self.program.ex(if gauge == "distance" { Ex::Distance(a, b) } else { Ex::March(a, b) }), Type::LENGTH)
    }
}
