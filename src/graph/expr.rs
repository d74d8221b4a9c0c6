//! Questions to expressions, with their types and measures.

use super::compile::Pass;
use super::ir::{Bin, Ex, X};
use super::numbers::way;
use super::scope::Scope;
use crate::diag::{Code, Diagnostic};
use crate::model::{Key, Measure, Type};
use crate::num::Rounding;
use crate::source::Span;
use crate::syntax::{Node, Rule};

/// How tightly factors and divisors bind.
const FACTORS: u8 = 6;

/// How tightly an operator binds.
fn power(rule: Rule) -> u8 {
    match rule {
        Rule::or => 1,
        Rule::and => 2,
        Rule::equal | Rule::not_equal | Rule::at_most | Rule::at_least | Rule::less | Rule::more => 4,
        Rule::plus | Rule::minus => 5,
        Rule::times | Rule::divide => FACTORS,
        _ => 0,
    }
}

fn is_postfix(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::rounding
            | Rule::is_p
            | Rule::has_p
            | Rule::did_p
            | Rule::within_p
            | Rule::touches_p
            | Rule::sees_p
            | Rule::carries_p
            | Rule::spot_p
    )
}

/// Inches times inches.
fn area() -> Type {
    Type::Number(Measure::Named(Key::new("square inches")))
}

/// A side of an operator: what it is worth, its type, where it stands.
type Side = (X, Type, Span);

struct Cursor<'n> {
    kids: &'n [Node],
    at: usize,
}

impl<'n> Cursor<'n> {
    fn peek(&self) -> Option<&'n Node> {
        self.kids.get(self.at)
    }
    fn take(&mut self) -> Option<&'n Node> {
        let node = self.kids.get(self.at);
        self.at += 1;
        node
    }
}

impl Pass<'_> {
    /// A question that must be answered yes or no.
    pub fn truth(&mut self, scope: &mut Scope, node: &Node) -> X {
        let (x, ty) = self.expr(scope, node);
        self.yes_or_no(&ty, node.span);
        x
    }

    /// Faults what is neither yes nor no.
    fn yes_or_no(&mut self, ty: &Type, span: Span) {
        if !ty.fits(&Type::Truth) {
            let was = self.program.book.describe(ty);
            self.fault(Code::Type, span, format!("this is {was}, not yes or no"), "compare it with something, or name a condition");
        }
    }

    /// Any expression node: `choice`, `expr`, `sum_expr`, `sum_term`.
    pub fn expr(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        match node.rule {
            Rule::choice if node.kids.len() > 1 && self.substitutes.contains_key(&node.span) => {
                self.substitutes.get(&node.span).cloned().unwrap_or_default()
            }
            Rule::choice => self.choice(scope, node),
            Rule::expr | Rule::sum_expr | Rule::sum_term => {
                // a `sum_expr` is a row of `sum_term`s; flattening them gives the same row of parts as an `expr`
                let flat: Vec<Node>;
                let kids = if node.rule == Rule::sum_expr {
                    flat = node.kids.iter().flat_map(|k| if k.rule == Rule::sum_term { k.kids.clone() } else { vec![k.clone()] }).collect();
                    &flat
                } else {
                    &node.kids
                };
                let mut cursor = Cursor { kids, at: 0 };
                self.climb(scope, &mut cursor, 0)
            }
            _ => self.primary(scope, node),
        }
    }

    fn choice(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        // where its branches roll, the one that is taken has been done
        if let Some((x, ty)) = self.substitutes.get(&node.span).filter(|_| node.kids.len() > 1) {
            return (*x, ty.clone());
        }
        let mut values = Vec::new();
        let mut tests = Vec::new();
        let mut last = None;
        for (i, kid) in node.kids.iter().enumerate() {
            match kid.rule {
                Rule::else_part => {
                    let any = self.int(1);
                    self.asks(scope, kid.span, kid, any, &tests);
                    last = kid.first().map(|e| self.expr(scope, e));
                }
                _ if i % 2 == 0 => values.push((self.expr(scope, kid), kid.span)),
                _ => {
                    let test = self.truth(scope, kid);
                    self.asks(scope, kid.span, kid, test, &tests);
                    tests.push(test);
                }
            }
        }
        let Some(((first, ty), _)) = values.first().cloned() else { return (self.int(0), Type::Unknown) };
        if tests.is_empty() {
            return (first, ty);
        }
        let ty = match self.odd_first(&values, last.as_ref()) {
            Some(meant) => meant,
            None => {
                for ((_, other), span) in &values {
                    self.agree(&ty, other, *span);
                }
                ty
            }
        };
        let zero = self.int(0);
        if last.is_none() {
            let rest = if matches!(ty, Type::Number(_) | Type::Need | Type::Unknown) {
                "add `, else 0`"
            } else {
                "add `, else` and what it is then"
            };
            self.fault(Code::Syntax, node.span, "nothing says what it is otherwise", rest);
        }
        let mut out = last.map_or(zero, |(x, _)| x);
        for (test, ((value, _), _)) in tests.into_iter().zip(values).rev() {
            out = self.program.ex(Ex::If(test, value, out));
        }
        (out, ty)
    }

    /// Faults the first of several values where it alone has no measure; the measure of the others.
    fn odd_first(&mut self, values: &[((X, Type), Span)], last: Option<&(X, Type)>) -> Option<Type> {
        let (((x, first), span), rest) = values.split_first()?;
        let number = self.program.constant(*x).filter(|n| *n != 0 && *first == Type::PLAIN)?;
        let mut others = rest.iter().map(|((x, ty), _)| (*x, ty)).chain(last.map(|(x, ty)| (*x, ty)));
        let meant = others.next().map(|(_, ty)| ty.clone()).filter(|ty| matches!(ty, Type::Number(_)) && *ty != Type::PLAIN)?;
        if !others.all(|(x, ty)| *ty == meant || self.program.constant(x) == Some(0)) {
            return None;
        }
        let want = self.program.book.describe(&meant);
        let help = if meant == Type::LENGTH { format!("write `{number}\"`") } else { format!("write `{number} {want}`") };
        self.fault(Code::Measure, *span, format!("this is a plain number, and what stands beside it is {want}"), help);
        Some(meant)
    }

    /// Faults two values of one question that are not measured alike.
    pub fn agree(&mut self, a: &Type, b: &Type, span: Span) {
        if !a.fits(b) {
            let (x, y) = (self.program.book.describe(a), self.program.book.describe(b));
            self.fault(Code::Measure, span, format!("{x} and {y} do not go together"), format!("give both in {x}"));
        }
    }

    fn climb(&mut self, scope: &mut Scope, cursor: &mut Cursor<'_>, least: u8) -> (X, Type) {
        let Some(node) = cursor.take() else { return (self.int(0), Type::Unknown) };
        let (mut left, mut ty) = match node.rule {
            Rule::not => {
                let span = cursor.peek().map_or(node.span, |n| n.span);
                let (x, ty) = self.climb(scope, cursor, 3);
                self.yes_or_no(&ty, span);
                (self.program.ex(Ex::Not(x)), Type::Truth)
            }
            Rule::negative => {
                let (x, ty) = self.climb(scope, cursor, 7);
                let x = match self.program.constant(x) {
                    Some(n) => self.int(-n),
                    None => self.program.ex(Ex::Neg(x)),
                };
                (x, ty)
            }
            // `(a / 2) rounded up`: the words behind the brackets speak of what is in them
            Rule::paren => {
                let behind = cursor.peek().filter(|n| n.rule == Rule::rounding).and_then(Node::first).map(|w| way(self.text(w)));
                let rounds = scope.rounds;
                scope.rounds = behind.or(rounds);
                let out = self.primary(scope, node);
                scope.rounds = rounds;
                out
            }
            _ => self.primary(scope, node),
        };
        let left_span = node.span;
        while let Some(next) = cursor.peek() {
            // in `a / 2 rounded up` the words stand behind the divisor, and mean the quotient
            if next.rule == Rule::rounding && least >= FACTORS {
                break;
            }
            if is_postfix(next.rule) {
                cursor.at += 1;
                let ruling = if next.rule == Rule::is_p { self.ruling_named(node) } else { None };
                if let Some(x) = ruling.and_then(|r| self.takes_reading(r, next)) {
                    (left, ty) = (x, Type::Truth);
                    continue;
                }
                (left, ty) = self.postfix(scope, left, ty, left_span, next);
                continue;
            }
            let p = power(next.rule);
            if p == 0 || p <= least {
                break;
            }
            cursor.at += 1;
            let right_node = cursor.peek();
            let right_span = right_node.map_or(next.span, |n| n.span);
            let (right, right_ty) = self.climb(scope, cursor, p);
            let own = cursor.peek().filter(|n| n.rule == Rule::rounding && next.rule == Rule::divide);
            cursor.at += usize::from(own.is_some());
            let own = own.and_then(Node::first).map(|w| way(self.text(w)));
            (left, ty) = self.binary(scope, next, (left, ty, left_span), (right, right_ty, right_span), own);
        }
        (left, ty)
    }

    /// Two sides and what stands between them; `own` is the rounding that ends a quotient.
    fn binary(&mut self, scope: &Scope, op: &Node, a: Side, b: Side, own: Option<Rounding>) -> (X, Type) {
        let two = |p: &mut Self, o, x, y| p.program.ex(Ex::Two(o, x, y));
        match op.rule {
            Rule::and | Rule::or => {
                self.yes_or_no(&a.1, a.2);
                self.yes_or_no(&b.1, b.2);
                (two(self, if op.rule == Rule::and { Bin::And } else { Bin::Or }, a.0, b.0), Type::Truth)
            }
            Rule::plus | Rule::minus => {
                self.same_measure(&a, &b, if op.rule == Rule::plus { "added" } else { "subtracted" });
                let o = if op.rule == Rule::plus { Bin::Add } else { Bin::Sub };
                let ty = if self.program.constant(a.0) == Some(0) { b.1 } else { a.1 };
                (two(self, o, a.0, b.0), ty)
            }
            Rule::times => {
                let ty = if a.1 == Type::PLAIN { b.1.clone() } else { a.1.clone() };
                // inches times inches, to be divided by inches: a part of a way
                if a.1 == Type::LENGTH && b.1 == Type::LENGTH {
                    return (two(self, Bin::Mul, a.0, b.0), area());
                }
                if a.1 != Type::PLAIN && b.1 != Type::PLAIN && a.1 != Type::Unknown && b.1 != Type::Unknown {
                    self.fault(Code::Measure, b.2, "two measured amounts cannot be multiplied", "multiply by a plain number");
                }
                (two(self, Bin::Mul, a.0, b.0), ty)
            }
            Rule::divide => {
                let ty = if a.1 == area() && b.1 == Type::LENGTH {
                    Type::LENGTH
                } else if a.1 == b.1 {
                    Type::PLAIN
                } else {
                    a.1.clone()
                };
                let span = a.2.to(b.2);
                self.divided(scope, (a.0, b.0), ty, own, &format!("`{}`", self.files.slice(span)), span)
            }
            _ => {
                self.same_measure(&a, &b, "compared");
                let (o, x, y) = match op.rule {
                    Rule::equal => (Bin::Eq, a.0, b.0),
                    Rule::not_equal => (Bin::Ne, a.0, b.0),
                    Rule::less => (Bin::Lt, a.0, b.0),
                    Rule::more => (Bin::Lt, b.0, a.0),
                    Rule::at_most => (Bin::Le, a.0, b.0),
                    _ => (Bin::Le, b.0, a.0),
                };
                (two(self, o, x, y), Type::Truth)
            }
        }
    }

    fn same_measure(&mut self, a: &Side, b: &Side, done: &str) {
        let zero = |p: &Self, x| p.program.constant(x) == Some(0);
        // a die takes the measure of what it is added to; inches are kept in thousandths, and it has to say them
        let rolled = [a, b].into_iter().find(|s| self.is_dice(s.2)).map(|s| s.2);
        let inches = a.1 == Type::LENGTH || b.1 == Type::LENGTH;
        if rolled.is_some() && !inches {
            return;
        }
        // a plain number may be compared with a score needed
        let need = |t: &Type| matches!(t, Type::Need);
        let plain = |t: &Type| *t == Type::PLAIN;
        if a.1.fits(&b.1) || zero(self, a.0) || zero(self, b.0) || (need(&a.1) && plain(&b.1)) || (plain(&a.1) && need(&b.1)) {
            return;
        }
        let (x, y) = (self.program.book.describe(&a.1), self.program.book.describe(&b.1));
        let fix = match (&a.1, self.program.constant(b.0)) {
            _ if rolled.is_some() => format!("write `{}\"`", rolled.map_or("", |s| self.files.slice(s))),
            (Type::Number(Measure::Inches), Some(n)) => format!("write `{n}\"`"),
            (Type::Number(Measure::Named(_)), Some(n)) => format!("write `{n} {x}`"),
            _ => format!("give both in {x}"),
        };
        self.report(
            Diagnostic::new(Code::Measure, b.2, format!("{x} and {y} cannot be {done}"))
                .here(format!("this is {y}"))
                .label(a.2, format!("this is {x}"))
                .help(fix),
        );
    }

    fn is_dice(&self, span: Span) -> bool {
        let text = self.files.slice(span);
        let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
        text.split_once('d').is_some_and(|(n, sides)| digits(n) && !sides.is_empty() && digits(sides))
    }

    fn primary(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        // what was done first lies in a register
        if let Some((x, ty)) = self.substitutes.get(&node.span) {
            return (*x, ty.clone());
        }
        let inner = node.first();
        match (node.rule, inner) {
            (
                Rule::paren
                | Rule::deep_ref
                | Rule::bracket_ref
                | Rule::r#ref
                | Rule::literal
                | Rule::number
                | Rule::operand
                | Rule::operand_for,
                Some(kid),
            ) => self.expr(scope, kid),
            (Rule::length | Rule::percent | Rule::need | Rule::fraction | Rule::integer, _) => self.literal(node),
            (Rule::amount, _) => self.amount(node),
            (Rule::points, _) => self.points(node),
            (Rule::yes, _) => (self.int(1), Type::Truth),
            (Rule::no_value, _) => (self.int(0), Type::Truth),
            (Rule::dice_term | Rule::dice, _) => self.rolled_here(scope, node),
            (Rule::half_of, Some(kid)) => {
                let (x, ty, way) = self.rounded_operand(scope, kid);
                let two = self.int(2);
                let what = format!("half of {}", self.subject_of(kid));
                self.divided(scope, (x, two), ty, way, &what, node.span)
            }
            (Rule::share_of, Some(share)) => self.share(scope, node, share),
            (Rule::count_of, Some(kid)) => {
                let (sel, _) = self.selector(scope, kid);
                (self.program.ex(Ex::Count(sel)), Type::PLAIN)
            }
            (Rule::exists, _) => self.exists(scope, node),
            (Rule::faces_in, _) => self.faces_in(scope, node),
            (Rule::pick_of, _) => self.lesser_greater(scope, node),
            (Rule::extreme | Rule::majority | Rule::sum_of, _) => self.over(scope, node),
            (Rule::distance, _) => self.distance(scope, node),
            (Rule::total_of, _) => {
                self.fault(Code::Place, node.span, "a total of procedures stands alone", "write it as a step: `step damage = total of ...`")
            }
            (Rule::sum_of_words | Rule::role_number, _) => {
                let mut cursor = Cursor { kids: &node.kids, at: 0 };
                self.climb(scope, &mut cursor, 0)
            }
            (Rule::call, _) => self.call(scope, node),
            (Rule::name_ref | Rule::name, _) => self.bare(scope, node),
            _ => self.reference(scope, node),
        }
    }
}
