//! Questions to expressions, with their types and measures.

use super::compile::Pass;
use super::ir::{Bin, Ex, Spot, X};
use super::scope::Scope;
use crate::diag::{Code, Diagnostic, nearest};
use crate::model::{KindBase, Measure, Symbol, Type};
use crate::num::Rounding;
use crate::source::Span;
use crate::syntax::{Node, Rule};

/// How tightly an operator binds.
fn power(rule: Rule) -> u8 {
    match rule {
        Rule::or => 1,
        Rule::and => 2,
        Rule::equal | Rule::not_equal | Rule::at_most | Rule::at_least | Rule::less | Rule::more => 4,
        Rule::plus | Rule::minus => 5,
        Rule::times | Rule::divide => 6,
        _ => 0,
    }
}

fn is_postfix(rule: Rule) -> bool {
    matches!(rule, Rule::rounding | Rule::is_p | Rule::has_p | Rule::did_p | Rule::within_p | Rule::touches_p | Rule::sees_p | Rule::carries_p | Rule::spot_p)
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
        if !ty.fits(&Type::Truth) {
            let was = self.program.book.describe(&ty);
            self.fault(Code::Type, node.span, format!("this is {was}, not yes or no"), "compare it with something, or name a condition");
        }
        x
    }

    /// Any expression node: `choice`, `expr`, `sum_expr`, `sum_term`.
    pub fn expr(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        match node.rule {
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
        let mut values = Vec::new();
        let mut tests = Vec::new();
        let mut last = None;
        for (i, kid) in node.kids.iter().enumerate() {
            match kid.rule {
                Rule::else_part => last = kid.first().map(|e| self.expr(scope, e)),
                _ if i % 2 == 0 => values.push((self.expr(scope, kid), kid.span)),
                _ => tests.push(self.truth(scope, kid)),
            }
        }
        let Some(((first, ty), _)) = values.first().cloned() else { return (self.int(0), Type::Unknown) };
        if tests.is_empty() {
            return (first, ty);
        }
        for ((_, other), span) in &values {
            self.agree(&ty, other, *span);
        }
        let zero = self.int(0);
        if last.is_none() {
            let rest = if matches!(ty, Type::Number(_) | Type::Need | Type::Unknown) { "add `, else 0`" } else { "add `, else` and what it is then" };
            self.fault(Code::Syntax, node.span, "nothing says what it is otherwise", rest);
        }
        let mut out = last.map_or(zero, |(x, _)| x);
        for (test, ((value, _), _)) in tests.into_iter().zip(values).rev() {
            out = self.program.ex(Ex::If(test, value, out));
        }
        (out, ty)
    }

    fn agree(&mut self, a: &Type, b: &Type, span: Span) {
        if !a.fits(b) {
            let (x, y) = (self.program.book.describe(a), self.program.book.describe(b));
            self.fault(Code::Measure, span, format!("{x} and {y} do not go together"), format!("give both in {x}"));
        }
    }

    fn climb(&mut self, scope: &mut Scope, cursor: &mut Cursor<'_>, least: u8) -> (X, Type) {
        let Some(node) = cursor.take() else { return (self.int(0), Type::Unknown) };
        let (mut left, mut ty) = match node.rule {
            Rule::not => {
                let (x, _) = self.climb(scope, cursor, 3);
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
            _ => self.primary(scope, node),
        };
        let left_span = node.span;
        while let Some(next) = cursor.peek() {
            if is_postfix(next.rule) {
                cursor.at += 1;
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
            // in `a / 2 rounded up` the words stand behind the divisor, and mean the quotient
            let own = cursor.kids.get(cursor.at.saturating_sub(1)).filter(|k| k.rule == Rule::rounding).and_then(Node::first).map(|w| way(self.text(w)));
            (left, ty) = self.binary(scope, next, (left, ty, left_span), (right, right_ty, right_span), own);
        }
        (left, ty)
    }

    /// Two sides and what stands between them; `own` is the rounding that ends a quotient.
    fn binary(&mut self, scope: &Scope, op: &Node, a: Side, b: Side, own: Option<Rounding>) -> (X, Type) {
        let two = |p: &mut Self, o, x, y| p.program.ex(Ex::Two(o, x, y));
        match op.rule {
            Rule::and => (two(self, Bin::And, a.0, b.0), Type::Truth),
            Rule::or => (two(self, Bin::Or, a.0, b.0), Type::Truth),
            Rule::plus | Rule::minus => {
                self.same_measure(&a, &b, if op.rule == Rule::plus { "added" } else { "subtracted" });
                let o = if op.rule == Rule::plus { Bin::Add } else { Bin::Sub };
                let ty = if self.program.constant(a.0) == Some(0) { b.1 } else { a.1 };
                (two(self, o, a.0, b.0), ty)
            }
            Rule::times => {
                let ty = if a.1 == Type::PLAIN { b.1.clone() } else { a.1.clone() };
                if a.1 != Type::PLAIN && b.1 != Type::PLAIN && a.1 != Type::Unknown && b.1 != Type::Unknown {
                    self.fault(Code::Measure, b.2, "two measured amounts cannot be multiplied", "multiply by a plain number");
                }
                (two(self, Bin::Mul, a.0, b.0), ty)
            }
            Rule::divide => {
                let ty = if a.1 == b.1 { Type::PLAIN } else { a.1.clone() };
                let way = own.or(scope.rounds);
                if way.is_none() && !ty.fits(&Type::LENGTH) {
                    let span = a.2.to(b.2);
                    self.fraction(scope, &format!("`{}`", self.files.slice(span)), span);
                }
                (self.program.ex(Ex::Div(a.0, b.0, way.unwrap_or(Rounding::Down))), ty)
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
        // a die takes the measure of what it is added to
        if self.is_dice(a.2) || self.is_dice(b.2) {
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
            (Type::Number(Measure::Inches), Some(n)) => format!("write `{n}\"`"),
            (Type::Number(Measure::Named(_)), Some(n)) => format!("write `{n} {x}`"),
            _ => format!("give both in {x}"),
        };
        self.report(
            Diagnostic::new(Code::Measure, b.2, format!("{x} and {y} cannot be {done}")).here(format!("this is {y}")).label(a.2, format!("this is {x}")).help(fix),
        );
    }

    fn is_dice(&self, span: Span) -> bool {
        let text = self.files.slice(span);
        text.starts_with('d') && text.get(1..).is_some_and(|t| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit()))
    }

    fn primary(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        // what was done first lies in a register
        if let Some((x, ty)) = self.substitutes.get(&node.span) {
            return (*x, ty.clone());
        }
        let inner = node.first();
        match (node.rule, inner) {
            (Rule::paren | Rule::deep_ref | Rule::r#ref | Rule::literal | Rule::number | Rule::operand | Rule::operand_for, Some(kid)) => self.expr(scope, kid),
            (Rule::length | Rule::percent | Rule::need | Rule::fraction | Rule::integer, _) => self.literal(node),
            (Rule::amount, _) => self.amount(node),
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
            (Rule::pick_of, _) => self.lesser_greater(scope, node),
            (Rule::extreme | Rule::majority | Rule::sum_of, _) => self.over(scope, node),
            (Rule::distance, _) => self.distance(scope, node),
            (Rule::total_of, _) => self.fault(Code::Place, node.span, "a total of procedures stands alone", "write it as a step: `step damage = total of ...`"),
            (Rule::sum_of_words | Rule::role_number, _) => {
                let mut cursor = Cursor { kids: &node.kids, at: 0 };
                self.climb(scope, &mut cursor, 0)
            }
            (Rule::call, _) => self.call(scope, node),
            (Rule::name_ref | Rule::name, _) => self.bare(scope, node),
            _ => self.reference(scope, node),
        }
    }

    /// The fault for dice in a question.
    fn rolled_here(&mut self, scope: &Scope, node: &Node) -> (X, Type) {
        let (asker, help) = match scope.proc {
            None => ("a value", "make it a `roll`, and ask it in a step"),
            Some(_) => ("a question", "roll in a step of its own, `step x = ...`, and ask `x`"),
        };
        self.report(Diagnostic::new(Code::Dice, node.span, format!("{asker} may not roll dice")).here("rolled here").help(help));
        (self.int(0), Type::Unknown)
    }

    fn literal(&mut self, node: &Node) -> (X, Type) {
        let text = self.text(node);
        match node.rule {
            Rule::length => (self.int(mils(text)), Type::LENGTH),
            Rule::need => (self.int(text.trim_end_matches('+').parse().unwrap_or(0)), Type::Need),
            Rule::integer => (self.int(text.parse().unwrap_or(i64::MAX)), Type::PLAIN),
            _ => self.fault(Code::Type, node.span, "a share must be of something", format!("write `{text} of ...`")),
        }
    }

    fn amount(&mut self, node: &Node) -> (X, Type) {
        let n = node.find(Rule::integer).map_or(0, |i| self.text(i).parse().unwrap_or(i64::MAX));
        let x = self.int(n);
        let Some(name) = node.find(Rule::name) else { return (x, Type::PLAIN) };
        let written = self.name(name);
        match self.program.book.measure(written) {
            Some(m) => (x, Type::Number(m)),
            None => {
                let options: Vec<String> = self.program.book.measures.iter().map(|(_, n)| n.clone()).collect();
                let help = nearest(written, options.iter().map(String::as_str)).map_or("declare a count in it first".to_owned(), |m| format!("did you mean `{m}`?"));
                self.fault(Code::Name, name.span, format!("nothing is measured in `{written}`"), help)
            }
        }
    }

    /// An operand that may end in its own `rounded ...`.
    fn rounded_operand(&mut self, scope: &mut Scope, node: &Node) -> (X, Type, Option<Rounding>) {
        let mut inner = node.clone();
        let way = match inner.kids.last() {
            Some(last) if last.rule == Rule::rounding => last.first().map(|w| way(self.text(w))),
            _ => None,
        };
        if way.is_some() {
            inner.kids.pop();
        }
        let (x, ty) = self.expr(scope, &inner);
        (x, ty, way)
    }

    fn share(&mut self, scope: &mut Scope, node: &Node, share: &Node) -> (X, Type) {
        let text = self.text(share);
        let (num, den) = match share.rule {
            Rule::percent => (text.trim_end_matches('%').parse().unwrap_or(0), 100),
            _ => text.split_once('/').map_or((1, 1), |(a, b)| (a.parse().unwrap_or(1), b.parse().unwrap_or(1))),
        };
        let Some(of) = node.kids.get(1) else { return (self.int(0), Type::Unknown) };
        let (x, ty, way) = self.rounded_operand(scope, of);
        let num = self.int(num);
        let top = self.program.ex(Ex::Two(Bin::Mul, x, num));
        let den = self.int(den);
        let what = format!("{text} of {}", self.subject_of(of));
        self.divided(scope, (top, den), ty, way, &what, node.span)
    }

    /// A quotient, rounded as it says itself or as what receives it says.
    fn divided(&mut self, scope: &Scope, (x, by): (X, X), ty: Type, way: Option<Rounding>, what: &str, span: Span) -> (X, Type) {
        let way = way.or(scope.rounds);
        if way.is_none() && !ty.fits(&Type::LENGTH) {
            self.fraction(scope, what, span);
        }
        (self.program.ex(Ex::Div(x, by, way.unwrap_or(Rounding::Up))), ty)
    }

    /// The fault for a quotient that nothing rounds.
    fn fraction(&mut self, scope: &Scope, what: &str, span: Span) {
        let wanted = scope.receiver.as_ref().map_or("a whole number is wanted here".to_owned(), |r| format!("`{r}` is a whole number"));
        self.fault(Code::Rounding, span, format!("{what} may leave a fraction, and {wanted}"), "end it with `rounded up` (or `down`, `nearest`)");
    }

    /// What an operand is about: the name it asks, or all of it.
    fn subject_of(&self, node: &Node) -> String {
        let mut name = None;
        node.walk(&mut |n| {
            if n.rule == Rule::name && name.is_none() {
                name = Some(n);
            }
        });
        format!("`{}`", self.text(name.unwrap_or(node)))
    }

    fn exists(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        let word = node.first().map_or("any", |w| self.text(w));
        let Some(sel) = node.find(Rule::selector) else { return (self.int(0), Type::Truth) };
        let (s, _) = self.selector(scope, sel);
        let any = self.program.ex(Ex::Exists(s));
        (if word == "no" { self.program.ex(Ex::Not(any)) } else { any }, Type::Truth)
    }

    fn lesser_greater(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
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
    fn over(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        let (Some(sel_node), Some(name)) = (node.find(Rule::selector), node.find(Rule::name_ref)) else { return (self.int(0), Type::Unknown) };
        let (sel, local) = self.selector(scope, sel_node);
        scope.it.push(local.clone());
        let var = self.program.ex(Ex::Reg(local.reg));
        let (value, ty) = self.ask(scope, name, vec![(var, local.ty.clone())]);
        scope.it.pop();
        let ex = match node.rule {
            Rule::majority => Ex::Majority { sel, value },
            Rule::sum_of => Ex::Sum { sel, value },
            _ => Ex::Extreme { sel, value, high: node.first().is_none_or(|w| self.text(w) != "lowest") },
        };
        (self.program.ex(ex), ty)
    }

    fn distance(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        let gauge = node.first().map_or("distance", |g| self.text(g));
        let refs: Vec<X> = node.kids.iter().skip(1).map(|k| self.expr(scope, k).0).collect();
        let (a, b) = (refs.first().copied().unwrap_or(0), refs.get(1).copied().unwrap_or(0));
        (self.program.ex(if gauge == "distance" { Ex::Distance(a, b) } else { Ex::March(a, b) }), Type::LENGTH)
    }

    fn postfix(&mut self, scope: &mut Scope, x: X, ty: Type, span: Span, node: &Node) -> (X, Type) {
        match node.rule {
            Rule::rounding => {
                let way = node.first().map_or(Rounding::Up, |w| way(self.text(w)));
                if let Some(Ex::Div(a, b, _)) = self.program.exs.get(x as usize).copied() {
                    return (self.program.ex(Ex::Div(a, b, way)), ty);
                }
                (x, ty)
            }
            Rule::is_p => self.is(scope, x, &ty, span, node),
            Rule::has_p => self.has(scope, x, &ty, node),
            Rule::did_p => self.did(scope, x, &ty, node),
            Rule::within_p => {
                let far = node.has(Rule::no_within);
                let limit = node.find(Rule::sum_expr).map_or(0, |e| self.expr(scope, e).0);
                let of = node.find(Rule::r#ref).map_or(0, |r| self.expr(scope, r).0);
                (self.within(x, limit, of, far), Type::Truth)
            }
            Rule::touches_p => {
                let not = node.has(Rule::no_touch);
                let out = match (node.find(Rule::r#ref), node.find(Rule::selector)) {
                    (Some(r), _) => {
                        let other = self.expr(scope, r).0;
                        self.program.ex(Ex::Touches(x, other))
                    }
                    (None, Some(s)) => {
                        let (sel, local) = self.selector(scope, s);
                        let var = self.program.ex(Ex::Reg(local.reg));
                        let touch = self.program.ex(Ex::Touches(x, var));
                        if let Some(s) = self.program.sels.get_mut(sel as usize) {
                            s.filters.push(touch);
                        }
                        self.program.ex(Ex::Exists(sel))
                    }
                    _ => x,
                };
                (self.negate(not, out), Type::Truth)
            }
            Rule::sees_p => {
                let other = node.find(Rule::r#ref).map_or(0, |r| self.expr(scope, r).0);
                let out = self.program.ex(Ex::Sees(x, other));
                (self.negate(node.has(Rule::no_see), out), Type::Truth)
            }
            Rule::carries_p => {
                let other = node.find(Rule::operand).map_or(0, |r| self.expr(scope, r).0);
                let out = self.program.ex(Ex::Carries(x, other));
                (self.negate(node.has(Rule::no_carry), out), Type::Truth)
            }
            Rule::spot_p => (node.find(Rule::spot).map_or(0, |s| self.spot(scope, x, s)), Type::Truth),
            _ => (x, ty),
        }
    }

    pub fn negate(&mut self, not: bool, x: X) -> X {
        if not { self.program.ex(Ex::Not(x)) } else { x }
    }

    pub fn within(&mut self, a: X, limit: X, b: X, far: bool) -> X {
        let d = self.program.ex(Ex::Distance(a, b));
        let near = self.program.ex(Ex::Two(Bin::Le, d, limit));
        self.negate(far, near)
    }

    pub fn spot(&mut self, scope: &mut Scope, of: X, node: &Node) -> X {
        let spot = match node.first().map(|w| self.text(w)) {
            Some("flank") => Spot::Flank,
            Some("rear") => Spot::Rear,
            _ => Spot::Front,
        };
        let from = node.find(Rule::r#ref).map_or(0, |r| self.expr(scope, r).0);
        self.program.ex(Ex::In { of, from, spot })
    }

    fn is(&mut self, scope: &mut Scope, x: X, ty: &Type, span: Span, node: &Node) -> (X, Type) {
        let not = node.has(Rule::no_not);
        let Some(what) = node.kids.iter().find(|k| k.rule != Rule::no_not) else { return (x, Type::Truth) };
        let out = match what.rule {
            Rule::in_play => self.program.ex(Ex::InPlay(x)),
            Rule::off_board => {
                let there = self.program.ex(Ex::OnBoard(x));
                self.program.ex(Ex::Not(there))
            }
            Rule::in_terrain => match what.find(Rule::name_ref).and_then(|n| self.terrain(n)) {
                Some(t) => self.program.ex(Ex::InTerrain(x, t)),
                None => x,
            },
            Rule::enemy_of | Rule::friend_of => {
                let other = what.find(Rule::r#ref).map_or(0, |r| self.expr(scope, r).0);
                self.allegiance(x, other, what.rule == Rule::enemy_of)
            }
            Rule::spot => self.spot(scope, x, what),
            Rule::name_list => {
                let mut any: Option<X> = None;
                for listed in &what.kids {
                    let Some(name) = listed.find(Rule::name_ref) else { continue };
                    let one = self.quality(scope, x, ty, name);
                    any = Some(match any {
                        None => one,
                        Some(a) => self.program.ex(Ex::Two(Bin::Or, a, one)),
                    });
                }
                any.unwrap_or(x)
            }
            Rule::r#ref => {
                let (other, other_ty) = self.expr(scope, what);
                self.agree_thing(ty, &other_ty, span);
                self.program.ex(Ex::Two(Bin::Eq, x, other))
            }
            _ => {
                self.fault(Code::Syntax, what.span, "this cannot be what something is", "compare with `=`");
                x
            }
        };
        (self.negate(not, out), Type::Truth)
    }

    fn agree_thing(&mut self, a: &Type, b: &Type, span: Span) {
        if !a.fits(b) {
            let (x, y) = (self.program.book.describe(a), self.program.book.describe(b));
            self.fault(Code::Type, span, format!("{x} is never {y}"), "compare things of one kind");
        }
    }

    /// Whose side a thing is on, against another's.
    pub fn allegiance(&mut self, x: X, other: X, enemy: bool) -> X {
        let (a, b) = (self.program.ex(Ex::Side(x)), self.program.ex(Ex::Side(other)));
        self.program.ex(Ex::Two(if enemy { Bin::Ne } else { Bin::Eq }, a, b))
    }

    /// Whether `x` is what a name says: a state, a rule it carries, a condition, a row.
    pub fn quality(&mut self, scope: &mut Scope, x: X, ty: &Type, name: &Node) -> X {
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let mut symbols = self.program.book.lookup(written).to_vec();
        // of a feature, ground comes first
        symbols.sort_by_key(|s| !matches!(s, Symbol::Terrain(_)));
        for symbol in symbols {
            match symbol {
                Symbol::State(state) => return self.program.ex(Ex::Bit { of: x, state: short(state) }),
                Symbol::Rule(rule) => {
                    if matches!(ty, Type::Row(_)) {
                        return self.program.ex(Ex::RowHas { row: x, rule: short(rule) });
                    }
                    if let Some(state) = self.program.rules.get(rule).and_then(|r| r.state) {
                        return self.program.ex(Ex::Bit { of: x, state });
                    }
                }
                Symbol::Value(_) => return self.ask(scope, name, vec![(x, ty.clone())]).0,
                Symbol::Row(row) if matches!(ty, Type::Row(_)) => {
                    let row = self.int(i64::try_from(row).unwrap_or(-1));
                    return self.program.ex(Ex::Two(Bin::Eq, x, row));
                }
                Symbol::Terrain(t) if matches!(ty, Type::Thing(k) if self.program.book.is(*k, KindBase::Feature)) => {
                    return self.program.ex(Ex::Ground(x, short(t)));
                }
                Symbol::Reading(_) | Symbol::Word(_) | Symbol::Thing(_) => {
                    let (other, _) = self.bare(scope, name);
                    return self.program.ex(Ex::Two(Bin::Eq, x, other));
                }
                _ => {}
            }
        }
        self.unknown_name(name, written, "a marker, a tag or a condition");
        x
    }

    fn has(&mut self, scope: &mut Scope, x: X, ty: &Type, node: &Node) -> (X, Type) {
        let mut any: Option<X> = None;
        if let Some(list) = node.find(Rule::name_list) {
            let group = matches!(ty, Type::Thing(k) if self.program.book.is(*k, KindBase::Group) || self.program.book.is(*k, KindBase::Side));
            for name in list.kids.iter().filter_map(|l| l.find(Rule::name_ref)) {
                let one = if group {
                    self.any_piece(scope, x, name)
                } else {
                    self.quality(scope, x, ty, name)
                };
                any = Some(any.map_or(one, |a| self.program.ex(Ex::Two(Bin::Or, a, one))));
            }
        } else if let Some(sel) = node.find(Rule::selector) {
            let (s, local) = self.selector(scope, sel);
            if let Type::Thing(k) = local.ty {
                if let Some(s) = self.program.sels.get_mut(s as usize) {
                    s.domain = super::ir::Domain::Of(u8::try_from(k).unwrap_or(0), x);
                }
            }
            any = Some(self.program.ex(Ex::Exists(s)));
        }
        let out = any.unwrap_or(x);
        (self.negate(node.has(Rule::kw_no), out), Type::Truth)
    }

    /// Whether any piece of a group is what a name says.
    fn any_piece(&mut self, scope: &mut Scope, group: X, name: &Node) -> X {
        let Some(piece) = self.program.book.kinds.iter().position(|k| k.base == KindBase::Piece) else { return group };
        let reg = scope.fresh();
        let var = self.program.ex(Ex::Reg(reg));
        let test = self.quality(scope, var, &Type::Thing(piece), name);
        let domain = super::ir::Domain::Of(u8::try_from(piece).unwrap_or(0), group);
        self.program.sels.push(super::ir::Sel { domain, var: reg, filters: vec![test], extreme: None });
        let s = short(self.program.sels.len() - 1);
        self.program.ex(Ex::Exists(s))
    }

    fn did(&mut self, _scope: &mut Scope, x: X, _ty: &Type, node: &Node) -> (X, Type) {
        let span = match node.find(Rule::moment).map(|m| self.text(m)) {
            Some(t) if t.ends_with("game") => 2,
            Some(t) if t.ends_with("phase") => 1,
            _ => 0,
        };
        let mut any: Option<X> = None;
        let names: Vec<&Node> = node.find(Rule::name_list).map_or_else(Vec::new, |l| l.kids.iter().filter_map(|k| k.find(Rule::name_ref)).collect());
        for name in names {
            let written = self.name(name.find(Rule::name).unwrap_or(name));
            let Some(proc) = self.procedure_named(name, written) else { continue };
            let state = self.did_state(proc, span);
            let one = self.program.ex(Ex::Bit { of: x, state });
            any = Some(any.map_or(one, |a| self.program.ex(Ex::Two(Bin::Or, a, one))));
        }
        let out = any.unwrap_or(x);
        (self.negate(node.has(Rule::no_not), out), Type::Truth)
    }
}

/// A rounding by its word.
pub(super) fn way(word: &str) -> Rounding {
    match word {
        "down" => Rounding::Down,
        "nearest" => Rounding::Nearest,
        _ => Rounding::Up,
    }
}

/// Thousandths of an inch from a length as written.
pub(super) fn mils(text: &str) -> i64 {
    let text = text.trim_end_matches('"');
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let whole: i64 = whole.parse().unwrap_or(0);
    let digits: String = part.chars().chain("000".chars()).take(3).collect();
    whole.saturating_mul(1000).saturating_add(digits.parse().unwrap_or(0))
}

/// Slot numbers are short; a pack never comes near their end.
pub(super) fn short(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}
