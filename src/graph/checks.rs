//! Checks: a sum against a score, what rules make of the result, and what follows.

use super::compile::{Pass, land};
use super::ir::{Bin, Ex, Faces, Op, Reg, ThrowKind};
use super::scope::Scope;
use super::terms::Terms;
use super::toss::{Late, Toss};
use crate::diag::Code;
use crate::model::{Head, Type};
use crate::syntax::{Declaration, Node, Rule};

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
        let Some(expr) = body.find(Rule::choice).and_then(Node::first) else { return };
        let at = expr.kids.iter().position(|k| matches!(k.rule, Rule::at_least | Rule::more | Rule::at_most | Rule::less));
        let (left, right) = match at {
            Some(i) => (expr.kids.get(..i).unwrap_or(&[]), expr.kids.get(i + 1..).unwrap_or(&[])),
            None => (&expr.kids[..], &[][..]),
        };
        let part = |kids: &[Node]| Node { rule: Rule::expr, span: expr.span, kids: kids.to_vec() };
        let mut die = None;
        part(left).walk(&mut |n| {
            if n.rule == Rule::dice_term && die.is_none() {
                die = Some(n.span);
            }
        });
        if let Some(span) = die {
            let text = self.files.slice(span).trim_end_matches('"').to_owned();
            let (n, sides) = text.split_once('d').unwrap_or(("1", "6"));
            let n = self.int(n.parse().unwrap_or(1));
            let sides = self.sides(sides, u8::MAX, span);
            self.with_throw(id, |t| {
                t.dice = n;
                t.sides = sides;
            });
            let zero = self.int(0);
            self.substitutes.insert(span, (zero, Type::PLAIN));
        }
        let base = self.expr(scope, &part(left)).0;
        let (mut need, _) = if right.is_empty() { (0, Type::Unknown) } else { self.expr(scope, &part(right)) };
        // `<=` and `<` turn the comparison round: both sides change sign
        let op = at.and_then(|i| expr.kids.get(i)).map(|k| k.rule);
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

    /// Rules that meet a result: `when failed: passes`, `may reroll`.
    fn late_rules(&mut self, scope: &mut Scope, code: &mut Vec<Op>, id: u16, reg: Reg) {
        let late = std::mem::take(&mut self.late);
        let again = scope.fresh();
        let zero = self.int(0);
        // set where the dice have been rolled again: no die is rolled a third time
        code.push(Op::Set(again, zero));
        for Late { c, faces, toss, scope: mut inner, uses } in late {
            let guard = self.over_carriers(c.guard, c.me);
            let core = toss.contrib.find(Rule::contrib_core).and_then(Node::first);
            let Some(core) = core else { continue };
            let result = self.program.ex(Ex::Reg(reg));
            let mut exits = vec![code.len()];
            code.push(Op::Unless(guard, 0));
            let is_check = self.program.throws.get(id as usize).is_some_and(|t| t.kind == ThrowKind::Check);
            let wanted = self.wanted_result(&toss).or((faces == Faces::Failures).then_some(false));
            if let Some(passed) = wanted.filter(|_| is_check) {
                let test = self.negate(!passed, result);
                exits.push(code.len());
                code.push(Op::Unless(test, 0));
            }
            let may = toss.may || core.has(Rule::may);
            if core.rule == Rule::reroll {
                let done = self.program.ex(Ex::Reg(again));
                let first = self.negate(true, done);
                exits.push(code.len());
                code.push(Op::Unless(first, 0));
            }
            for (free, who, state) in uses {
                let jump = code.len();
                code.push(Op::Unless(free, 0));
                code.push(Op::Gain(who, state));
                land(code, jump);
            }
            let terms = Terms { rule: toss.rule, row: c.row, attach: toss.attach, may, counted: true };
            self.terms_of(&mut inner, code, &terms, &mut exits);
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
            scope.most = scope.most.max(inner.most);
        }
    }

    /// `failed by 1 to 2: ...`.
    fn bands(&mut self, d: &'a Declaration, scope: &mut Scope, code: &mut Vec<Op>, reg: Reg) {
        for line in &d.body {
            for part in line.parts.iter().filter(|p| p.rule == Rule::band) {
                let Some(what) = part.first() else { continue };
                let passed = self.program.ex(Ex::Reg(reg));
                let mut guard = self.negate(what.rule != Rule::passed, passed);
                if let Some(range) = what.find(Rule::range) {
                    let text = self.text(range).replace(" or more", "+");
                    let margin = self.program.ex(Ex::Reg(reg + 1));
                    // whoever is failed by a natural score or a rule fails by 1 at least
                    let (missing, least) = (self.program.ex(Ex::Neg(margin)), self.int(1));
                    let short_of = self.program.ex(Ex::Two(Bin::Max, missing, least));
                    let (lo, hi) = band_range(&text);
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

pub(super) fn band_range(text: &str) -> (i64, i64) {
    let text = text.trim();
    if let Some(n) = text.strip_suffix('+').and_then(|t| t.trim().parse().ok()) {
        return (n, i64::from(i32::MAX));
    }
    if let Some((a, b)) = text.split_once(" to ").or_else(|| text.split_once('-')) {
        if let (Ok(a), Ok(b)) = (a.trim().parse(), b.trim().parse()) {
            return (a, b);
        }
    }
    text.parse().map_or((1, i64::from(i32::MAX)), |n| (n, n))
}
