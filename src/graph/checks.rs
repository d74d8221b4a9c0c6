//! Checks: a sum against a score, what rules make of the result, and what follows.

use super::compile::{Pass, land};
use super::ir::{Bin, Ex, Faces, Op, Reg, ThrowKind};
use super::scope::Scope;
use super::toss::Toss;
use crate::diag::Code;
use crate::model::{Head, Type};
use crate::source::Span;
use crate::syntax::{Declaration, Node, Rule};

/// What no sum and no score has in it.
const ODD: &[Rule] = &[Rule::and, Rule::or, Rule::not, Rule::equal, Rule::not_equal];

impl<'a> Pass<'a> {
    /// A check: dice and a sum against a score.
    pub fn check(&mut self, d: &'a Declaration, proc: u16, head: &Head, scope: &mut Scope, code: &mut Vec<Op>, tosses: &[Toss<'a>]) {
        let Some(body) = d.head.find(Rule::chance_body) else {
            self.fault(Code::Place, d.head.span, "a check wants its sum and the score it needs", "write `: d6 + ... >= 7` after the head");
            return;
        };
        let one = self.int(1);
        let id = self.throw(&head.name, "check", ThrowKind::Check, 6, one, head.span);
        self.register(proc, id);
        self.sum_and_need(scope, id, body);
        self.own_naturals(d, id);
        self.tosses_into(id, head, scope, code, tosses);
        let reg = scope.fresh();
        let _margin = scope.fresh();
        code.push(Op::Roll(id, reg));
        self.late_rules(scope, code, id, reg);
        self.after(code);
        self.bands(d, scope, code, reg);
        let x = self.program.ex(Ex::Reg(reg));
        code.push(Op::Give(x));
    }

    /// Splits `d6 + e >= 7` into die, sum and score.
    fn sum_and_need(&mut self, scope: &mut Scope, id: u16, body: &Node) {
        let expr = body.find(Rule::choice).filter(|c| c.kids.len() == 1).and_then(Node::first);
        let Some((expr, at, die)) = expr.and_then(|e| Self::parts_of_check(e).map(|(at, die)| (e, at, die))) else {
            let help = "write `d6 + ... >= 7`; what hangs on something else stands in brackets";
            self.fault(Code::Place, body.span, "a check is dice, what is added to them, and the score that they need", help);
            return;
        };
        let (left, right) = (expr.kids.get(..at).unwrap_or(&[]), expr.kids.get(at + 1..).unwrap_or(&[]));
        let part = |kids: &[Node]| Node { rule: Rule::expr, span: expr.span, kids: kids.to_vec() };
        let text = self.files.slice(die).trim_end_matches('"');
        let (n, sides) = self.dice_of(text, die);
        let n = self.int(n);
        self.with_throw(id, |t| {
            t.dice = n;
            t.sides = sides;
        });
        let zero = self.int(0);
        self.substitutes.insert(die, (zero, Type::PLAIN));
        let base = self.expr(scope, &part(left)).0;
        let mut need = self.expr(scope, &part(right)).0;
        // `<=` and `<` turn the comparison round: both sides change sign
        let op = expr.kids.get(at).map(|k| k.rule);
        if op == Some(Rule::more) {
            let one = self.int(1);
            need = self.program.ex(Ex::Two(Bin::Add, need, one));
        }
        let low = matches!(op, Some(Rule::at_most | Rule::less));
        if op == Some(Rule::less) {
            let one = self.int(1);
            need = self.program.ex(Ex::Two(Bin::Sub, need, one));
        }
        self.with_throw(id, |t| {
            t.base = Some(base);
            t.need = Some(need);
            t.low = low;
        });
    }

    /// Where the comparison of a check stands, and its dice: one throw, which is added.
    fn parts_of_check(expr: &Node) -> Option<(usize, Span)> {
        let compared = |k: &&Node| matches!(k.rule, Rule::at_least | Rule::more | Rule::at_most | Rule::less);
        let at = expr.kids.iter().position(|k| compared(&k))?;
        let dice = |n: &Node| {
            let mut all = Vec::new();
            n.walk(&mut |k| all.extend((k.rule == Rule::dice_term).then_some(k.span)));
            all
        };
        let odd = |k: &&Node| compared(k) || ODD.contains(&k.rule);
        let [die] = dice(expr)[..] else { return None };
        let (left, right) = (expr.kids.get(..at)?, expr.kids.get(at + 1..)?);
        let here = left.iter().position(|k| k.span == die)?;
        let sign = |i: Option<usize>| i.and_then(|i| left.get(i)).map(|k| k.rule);
        let added = matches!(sign(here.checked_sub(1)), None | Some(Rule::plus))
            && matches!(sign(Some(here + 1)), None | Some(Rule::plus | Rule::minus));
        (added && !right.is_empty() && !left.iter().chain(right).any(|k| odd(&k))).then_some((at, die))
    }

    /// Rules that meet a result: `when failed: passes`, `may reroll`.
    fn late_rules(&mut self, scope: &mut Scope, code: &mut Vec<Op>, id: u16, reg: Reg) {
        let late = std::mem::take(&mut self.throwing.late);
        let again = scope.fresh();
        let zero = self.int(0);
        // set where the dice have been rolled again: no die is rolled a third time
        code.push(Op::Set(again, zero));
        for late in late {
            let core = late.toss.contrib.find(Rule::contrib_core).and_then(Node::first);
            let Some(core) = core else { continue };
            let mut inner = late.scope.clone();
            let (terms, asks, mut exits) = self.met_late(scope, &mut inner, code, &late);
            let result = self.program.ex(Ex::Reg(reg));
            let is_check = self.program.throws.get(id as usize).is_some_and(|t| t.kind == ThrowKind::Check);
            let wanted = self.wanted_result(&late.toss).or((late.faces == Faces::Failures).then_some(false));
            if let Some(passed) = wanted.filter(|_| is_check) {
                let test = self.negate(!passed, result);
                exits.push(code.len());
                code.push(Op::Unless(test, 0));
            }
            if core.rule == Rule::reroll {
                let done = self.program.ex(Ex::Reg(again));
                let first = self.negate(true, done);
                exits.push(code.len());
                code.push(Op::Unless(first, 0));
            }
            self.agreed(&inner, code, &terms, &asks, &mut exits);
            if core.rule == Rule::reroll {
                let one = self.int(1);
                code.push(Op::Set(again, one));
                code.push(Op::Roll(id, reg));
            } else {
                let x = self.int(i64::from(self.text(core).starts_with("pass")));
                code.push(Op::Set(reg, x));
            }
            for e in exits {
                land(code, e);
            }
            scope.next = scope.next.max(inner.next);
            scope.most = scope.most.max(inner.most);
        }
    }

    /// `failed by 1 to 2: ...`.
    fn bands(&mut self, d: &'a Declaration, scope: &mut Scope, code: &mut Vec<Op>, reg: Reg) {
        for line in &d.body {
            for part in line.parts.iter().filter(|p| p.rule == Rule::band) {
                let Some(what) = part.first() else { continue };
                if !matches!(what.rule, Rule::passed | Rule::failed | Rule::failed_by) {
                    let help = "write `passed: ...`, `failed: ...` or `failed by 1 to 2: ...`";
                    self.fault(Code::Place, what.span, "a check is passed or failed, and nothing else comes of it", help);
                    continue;
                }
                let passed = self.program.ex(Ex::Reg(reg));
                let mut guard = self.negate(what.rule != Rule::passed, passed);
                if let Some(range) = what.find(Rule::range) {
                    let Some((lo, hi)) = self.span_of(range) else { continue };
                    let margin = self.program.ex(Ex::Reg(reg.saturating_add(1)));
                    // whoever is failed by a natural score or a rule fails by 1 at least
                    let (missing, least) = (self.program.ex(Ex::Neg(margin)), self.int(1));
                    let short_of = self.program.ex(Ex::Two(Bin::Max, missing, least));
                    let (lo, hi) = (self.int(lo), self.int(hi));
                    let a = self.program.ex(Ex::Two(Bin::Le, lo, short_of));
                    let b = self.program.ex(Ex::Two(Bin::Le, short_of, hi));
                    guard = self.both(Some(guard), a);
                    guard = self.both(Some(guard), b);
                }
                let jump = code.len();
                code.push(Op::Unless(guard, 0));
                self.block(scope, code, part.find(Rule::block), &line.below);
                land(code, jump);
            }
        }
    }
}
