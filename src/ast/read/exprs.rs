//! Questions: operators by how tightly they bind, in loops over a line however long it is.

use super::Reader;
use crate::ast::{Chain, Choice, Expr, ExprKind, Is, Level, Link, Op, Rounded, Said, Tail, TailKind};
use crate::diag::{Code, Diagnostic};
use crate::source::At;
use crate::syntax::{Node, Rule, limits};

/// How tightly factors and divisors bind.
const FACTORS: u8 = 6;
/// What `not` is said of: anything but `and` and `or`.
const NOT: u8 = 3;
/// Comparing, and saying with `is` what something is.
const COMPARE: u8 = 4;
/// What a sign is said of: one operand.
const SIGN: u8 = 7;

/// What is said behind a number, and the comparison that says it; then the one that says the contrary.
const OR_WAYS: &[(&str, &str, &str)] = &[
    ("less", "at most", "more than"),
    ("lower", "at most", "more than"),
    ("fewer", "at most", "more than"),
    ("below", "at most", "more than"),
    ("more", "at least", "less than"),
    ("better", "at least", "less than"),
    ("higher", "at least", "less than"),
    ("greater", "at least", "less than"),
    ("above", "at least", "less than"),
];

/// The operator that a rule stands for.
const fn op(rule: Rule) -> Option<Op> {
    Some(match rule {
        Rule::or => Op::Or,
        Rule::and => Op::And,
        Rule::equal => Op::Equal,
        Rule::not_equal => Op::NotEqual,
        Rule::at_most => Op::AtMost,
        Rule::at_least => Op::AtLeast,
        Rule::less => Op::Less,
        Rule::more => Op::More,
        Rule::plus => Op::Plus,
        Rule::minus => Op::Minus,
        Rule::times => Op::Times,
        Rule::divide => Op::Divide,
        _ => return None,
    })
}

/// How tightly an operator binds. `not` stands between `and` and comparisons.
const fn power(op: Op) -> u8 {
    match op.level() {
        Level::Or => 1,
        Level::And => 2,
        Level::Compare => COMPARE,
        Level::Sum => 5,
        Level::Product => FACTORS,
    }
}

/// Operands, operators and what is said behind them, in order.
pub(super) struct Terms<'n> {
    parts: Vec<&'n Node>,
    at: usize,
    /// How often a chain was wrapped into what is said of it: each time the tree goes deeper without a bracket.
    wraps: usize,
}

impl<'n> Terms<'n> {
    /// These parts.
    pub const fn new(parts: Vec<&'n Node>) -> Self {
        Self { parts, at: 0, wraps: 0 }
    }

    fn peek(&self) -> Option<&'n Node> {
        self.parts.get(self.at).copied()
    }

    fn take(&mut self) -> Option<&'n Node> {
        let node = self.peek();
        self.at += 1;
        node
    }

    /// Takes `rounded ...` if that comes next, and says whether a bracket stands right before it.
    fn rounding(&mut self) -> Option<(&'n Node, bool)> {
        let next = self.peek().filter(|n| n.rule == Rule::rounding)?;
        let before = self.at.checked_sub(1).and_then(|i| self.parts.get(i));
        self.at += 1;
        Some((next, before.is_some_and(|n| n.rule == Rule::paren)))
    }
}

impl Expr {
    /// A question of this kind.
    pub(super) fn of(kind: ExprKind, at: At) -> Self {
        Self { kind: Box::new(kind), at }
    }
}

impl Reader<'_> {
    /// Any question: `choice`, `expr`, `sum_expr`, `sum_term`, an operand, a reference.
    pub fn expr(&mut self, node: &Node) -> Option<Expr> {
        match node.rule {
            Rule::choice => self.choice(node),
            Rule::expr | Rule::sum_term | Rule::sum_expr | Rule::sum_of_words | Rule::role_number => {
                let parts = self.terms(node)?;
                self.one_sense(&parts);
                self.dashed(&parts);
                let e = self.sum(parts)?;
                self.asked_again(&e);
                Some(e)
            }
            _ => self.primary(node),
        }
    }

    /// `and` and `or` side by side can be read in two ways: brackets say which belong together.
    fn one_sense(&mut self, parts: &[&Node]) {
        let first = |rule: Rule| parts.iter().position(|p| p.rule == rule || rule == Rule::and && p.rule == Rule::and_p);
        if let Some(d) = first(Rule::or).and_then(|or| self.or_less(parts, or)) {
            return self.found.push(d);
        }
        let (Some(or), Some(and)) = (first(Rule::or), first(Rule::and)) else { return };
        // the first run between two `or` in which there is an `and`
        let start = parts.get(..and).and_then(|b| b.iter().rposition(|p| p.rule == Rule::or)).map_or(0, |i| i + 1);
        let end = parts.get(and..).and_then(|b| b.iter().position(|p| p.rule == Rule::or)).map_or(parts.len(), |i| and + i);
        let run = parts.get(start).zip(parts.get(end - 1)).map(|(a, b)| self.files.slice(a.span.to(b.span)));
        let help = run.map_or_else(
            || "put brackets round what belongs together".to_owned(),
            |run| format!("write `({run})`, if that belongs together"),
        );
        let at = parts.get(or.max(and)).map_or(At::default(), |p| At(p.span));
        self.fault(Code::Grouping, at, "`and` beside `or` can be read in two ways", help);
    }

    /// `is 1-3`, which would be read as a difference.
    fn dashed(&mut self, parts: &[&Node]) {
        let spans = parts.windows(4).filter_map(|of| {
            let [is, from, minus, to] = of else { return None };
            let compared = matches!(is.rule, Rule::equal | Rule::not_equal) && minus.rule == Rule::minus;
            let close = from.span.end == minus.span.start && minus.span.end == to.span.start;
            let (from, whole) = (self.files.slice(from.span), from.span.to(to.span));
            let to = self.files.slice(to.span);
            let number = |said: &str| said.starts_with(|c: char| c.is_ascii_digit());
            (compared && close && number(from) && number(to)).then(|| (whole, format!("write `{from} to {to}`")))
        });
        for (at, help) in spans.collect::<Vec<_>>() {
            self.fault(Code::Syntax, At(at), "numbers from one to another are written with `to`", help);
        }
    }

    /// `is 4 or less`, of what something is: that is `is at most 4`.
    fn or_less(&self, parts: &[&Node], or: usize) -> Option<Diagnostic> {
        let behind = parts.get(or + 1)?;
        let said = self.files.slice(behind.span);
        let (_, how, contrary) = OR_WAYS.iter().find(|(word, ..)| *word == said)?;
        let before = parts.get(..or)?;
        let is = before.iter().rfind(|p| matches!(p.rule, Rule::equal | Rule::not_equal | Rule::is_p))?;
        let whole = self.files.slice(is.span.to(before.last()?.span));
        let compared = whole.strip_prefix("is ")?;
        let (how, number) = compared.strip_prefix("not ").map_or((how, compared), |number| (contrary, number));
        let message = format!("`or {said}` is not said of what something is");
        Some(Diagnostic::new(Code::Grouping, is.span.to(behind.span), message).help(format!("write `is {how} {number}`")))
    }

    /// The parts of a row of operands; a `sum_expr` is a row of `sum_term`s, whose parts make one row.
    pub fn terms<'n>(&mut self, node: &'n Node) -> Option<Vec<&'n Node>>
    where
        Self: 'n,
    {
        self.read(node, |_, k| {
            let mut out = Vec::new();
            for part in k.rest() {
                if part.rule == Rule::sum_term { out.extend(part.kids.iter()) } else { out.push(part) }
            }
            Some(out)
        })
    }

    /// A row of operands, all of which must be read.
    pub fn sum(&mut self, parts: Vec<&Node>) -> Option<Expr> {
        let mut terms = Terms::new(parts);
        let out = self.climb(&mut terms, 0)?;
        match terms.peek() {
            Some(left) => {
                self.fault(Code::Unread, At(left.span), "nothing reads this here", "put brackets round what belongs together");
                None
            }
            None => Some(out),
        }
    }

    /// A row of operands that may end in its own `rounded ...`.
    pub fn rounded_operand(&mut self, node: &Node) -> Option<(Expr, Option<Rounded>)> {
        let mut parts = self.terms(node)?;
        let rounding = parts.pop_if(|last| last.rule == Rule::rounding);
        let rounded = match rounding {
            Some(node) => Some(self.rounding(node, false)?),
            None => None,
        };
        Some((self.sum(parts)?, rounded))
    }

    fn choice(&mut self, node: &Node) -> Option<Expr> {
        self.read(node, |r, k| {
            let first = k.take(Rule::expr).and_then(|e| r.expr(e))?;
            if !k.is(Rule::k_if) {
                return Some(first);
            }
            let mut choice = Choice { arms: Vec::new(), otherwise: None };
            let mut value = Some(first);
            // values and their questions by turns, until a value without one
            while let Some(holds) = value.take() {
                if !k.mark(Rule::k_if) {
                    return None;
                }
                let test = k.take(Rule::expr).and_then(|e| r.expr(e))?;
                choice.arms.push((holds, test));
                match k.take(Rule::else_part) {
                    Some(part) => choice.otherwise = Some(r.else_part(part)?),
                    None => {
                        value = match k.take(Rule::expr) {
                            Some(next) => Some(r.expr(next)?),
                            None => None,
                        }
                    }
                }
            }
            Some(Expr::of(ExprKind::Choice(choice), At(node.span)))
        })
    }

    fn else_part(&mut self, node: &Node) -> Option<Expr> {
        self.read(node, |r, k| {
            k.mark(Rule::k_otherwise);
            k.take(Rule::expr).and_then(|e| r.expr(e))
        })
    }

    /// An expression from operands on, of operators that bind more tightly than `least`.
    fn climb(&mut self, terms: &mut Terms<'_>, least: u8) -> Option<Expr> {
        let node = terms.take()?;
        let mut left = match node.rule {
            Rule::not => {
                let of = self.climb(terms, NOT)?;
                let at = At(node.span).to(of.at);
                Expr::of(ExprKind::Not(of), at)
            }
            Rule::negative => {
                let of = self.climb(terms, SIGN)?;
                let at = At(node.span).to(of.at);
                Expr::of(ExprKind::Negative(of), at)
            }
            _ => self.primary(node)?,
        };
        while let Some(next) = terms.peek() {
            if next.rule == Rule::rounding {
                // in `a / 2 rounded up` the words stand behind the divisor, and mean the quotient
                if least >= FACTORS {
                    break;
                }
                let (node, brackets) = terms.rounding()?;
                let rounded = self.rounding(node, brackets)?;
                left = self.tail(terms, left, Tail { kind: TailKind::Rounded(rounded), at: rounded.at })?;
                continue;
            }
            if next.rule == Rule::and_p {
                if power(Op::And) <= least {
                    break;
                }
                terms.at += 1;
                left = self.one_more(left, next)?;
                continue;
            }
            let Some(op) = op(next.rule) else {
                // `is` says something of all of a sum
                if !super::tails::is_tail(next.rule) || matches!(next.rule, Rule::is_p | Rule::span_p) && least >= COMPARE {
                    break;
                }
                terms.at += 1;
                self.agree(node.span, next.span);
                let tail = self.said(next)?;
                left = self.tail(terms, left, tail)?;
                continue;
            };
            if power(op) <= least {
                break;
            }
            terms.at += 1;
            let expr = self.climb(terms, power(op))?;
            let mut link = Link { op, expr, rounded: Vec::new(), at: At(next.span) };
            if op.level() == Level::Product {
                while let Some((node, brackets)) = terms.rounding() {
                    link.rounded.push(self.rounding(node, brackets)?);
                }
            }
            left = linked(left, link);
        }
        Some(left)
    }

    /// `and not Hidden`, behind `unit is Tired`: said of the same as before.
    fn one_more(&mut self, left: Expr, node: &Node) -> Option<Expr> {
        let said = last_said(&left)?;
        let of = said.of.clone();
        if let Some(TailKind::Is { not, what }) = said.tails.last().map(|t| &t.kind) {
            // `is not A and B` and `is A or B and C` are heard in two ways
            if *not || matches!(what, Is::Names(all) if all.len() > 1) {
                let whom = self.files.slice(of.at.span());
                let help = format!("say it in full, `... and {whom} is ...`, with brackets round what belongs together");
                self.fault(Code::Grouping, At(node.span), "`and` behind `or`, or behind `is not`, can be read in two ways", help);
                return None;
            }
        }
        let what = self.read(node, |r, k| {
            k.mark(Rule::k_and);
            let not = k.mark(Rule::no_not);
            let listed = k.take(Rule::listed)?;
            let name = r.read(listed, |r, k| k.take(Rule::name_ref).and_then(|n| r.name_ref(n)))?;
            Some(Tail { kind: TailKind::Is { not, what: Is::Names(vec![name]) }, at: At(node.span) })
        })?;
        let expr = Expr::of(ExprKind::Said(Said { of, tails: vec![what] }), At(node.span));
        Some(linked(left, Link { op: Op::And, expr, rounded: Vec::new(), at: At(node.span) }))
    }

    /// Something with one more thing said of it.
    fn tail(&mut self, terms: &mut Terms<'_>, of: Expr, tail: Tail) -> Option<Expr> {
        let at = of.at.to(tail.at);
        if matches!(*of.kind, ExprKind::Chain(_)) {
            terms.wraps += 1;
            if terms.wraps > limits::NESTING {
                self.fault(Code::Limit, at, "too much is said of sums here", "put brackets round what belongs together");
                return None;
            }
        }
        let said = match *of.kind {
            ExprKind::Said(mut said) => {
                said.tails.push(tail);
                said
            }
            kind => Said { of: Expr::of(kind, of.at), tails: vec![tail] },
        };
        Some(Expr::of(ExprKind::Said(said), at))
    }
}

/// What a question says last.
fn last_said(e: &Expr) -> Option<&Said> {
    match &*e.kind {
        ExprKind::Said(said) => Some(said),
        ExprKind::Chain(chain) => chain.rest.last().and_then(|l| last_said(&l.expr)),
        _ => None,
    }
}

/// A chain with one more link; operators of one level stand in one chain.
fn linked(left: Expr, link: Link) -> Expr {
    let end = link.rounded.last().map_or(link.expr.at, |r| r.at);
    let at = left.at.to(end);
    let level = link.op.level();
    let chain = match *left.kind {
        ExprKind::Chain(mut chain) if chain.level == level => {
            chain.rest.push(link);
            chain
        }
        kind => Chain { level, first: Expr::of(kind, left.at), rest: vec![link] },
    };
    Expr::of(ExprKind::Chain(chain), at)
}
