//! Numbers as they are written: literals, measures, shares and quotients.

use super::compile::Pass;
use super::ir::{Bin, Ex, X};
use super::numbers::{mils, way};
use super::scope::Scope;
use crate::diag::{Code, Diagnostic, nearest};
use crate::model::{POINTS, Type};
use crate::num::{Measure, MeasureError, Rounding};
use crate::source::Span;
use crate::syntax::{Node, Rule};

impl Pass<'_> {
    /// The fault for dice in a question.
    pub fn rolled_here(&mut self, scope: &Scope, node: &Node) -> (X, Type) {
        let (asker, help) = match scope.proc {
            None => ("a value", "make it a `roll`, and ask it in a step"),
            Some(_) => ("a question", "roll in a step of its own, `step x = ...`, and ask `x`"),
        };
        self.report(Diagnostic::new(Code::Dice, node.span, format!("{asker} may not roll dice")).here("rolled here").help(help));
        (self.int(0), Type::Unknown)
    }

    /// A number as written.
    pub fn literal(&mut self, node: &Node) -> (X, Type) {
        let text = self.text(node);
        match node.rule {
            Rule::length => {
                if text.parse::<Measure>() == Err(MeasureError::TooFine) {
                    let help = "write at most three digits behind the point";
                    self.fault(Code::Measure, node.span, "lengths are kept to a thousandth of an inch", help);
                }
                (self.int(mils(text)), Type::LENGTH)
            }
            Rule::need => (self.int(text.trim_end_matches('+').parse().unwrap_or(0)), Type::Need),
            Rule::integer => (self.int(text.parse().unwrap_or(i64::MAX)), Type::PLAIN),
            _ => self.fault(Code::Type, node.span, "a share must be of something", format!("write `{text} of ...`")),
        }
    }

    /// A number with its measure.
    pub fn amount(&mut self, node: &Node) -> (X, Type) {
        let n = node.find(Rule::integer).map_or(0, |i| self.text(i).parse().unwrap_or(i64::MAX));
        let ty = node.find(Rule::name).map_or(Type::PLAIN, |name| self.measured(name));
        (self.int(n), ty)
    }

    /// What is measured in something that a count is kept in.
    pub fn measured(&mut self, name: &Node) -> Type {
        let written = self.name(name);
        if let Some(m) = self.program.book.measure(written) {
            return Type::Number(m);
        }
        let options = self.program.book.measures.iter().map(|(_, n)| n.as_str());
        let help = nearest(written, options).map_or("declare a count in it first".to_owned(), |m| format!("did you mean `{m}`?"));
        self.fault(Code::Name, name.span, format!("nothing is measured in `{written}`"), help).1
    }

    /// What prices are measured in.
    pub fn in_points(&self) -> Type {
        self.program.book.measure(POINTS).map_or(Type::PLAIN, Type::Number)
    }

    /// An operand that may end in its own `rounded ...`.
    pub fn rounded_operand(&mut self, scope: &mut Scope, node: &Node) -> (X, Type, Option<Rounding>) {
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

    /// A share of something: `25% of e`, `1/3 of e`.
    pub fn share(&mut self, scope: &mut Scope, node: &Node, share: &Node) -> (X, Type) {
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
    pub fn divided(&mut self, scope: &Scope, (x, by): (X, X), ty: Type, way: Option<Rounding>, what: &str, span: Span) -> (X, Type) {
        let own = way;
        let way = way.or(scope.rounds);
        if way.is_none() && !ty.fits(&Type::LENGTH) {
            self.fraction(scope, what, span);
        }
        if self.program.constant(by) == Some(0) {
            return self.fault(Code::Type, span, "nothing can be divided by 0", "write what it is to be divided by");
        }
        let x = match own {
            // a length that says how it is rounded is rounded to whole inches, and only once
            Some(way) if ty == Type::LENGTH => self.in_whole_inches(x, by, way),
            _ => self.program.ex(Ex::Div(x, by, way.unwrap_or(Rounding::Up))),
        };
        (x, ty)
    }

    fn in_whole_inches(&mut self, x: X, by: X, way: Rounding) -> X {
        let inch = self.int(1000);
        let by = match self.program.constant(by) {
            Some(n) => self.int(n.saturating_mul(1000)),
            None => self.program.ex(Ex::Two(Bin::Mul, by, inch)),
        };
        let inches = self.program.ex(Ex::Div(x, by, way));
        self.program.ex(Ex::Two(Bin::Mul, inches, inch))
    }

    /// What ends in `rounded ...` and is no quotient of two terms: a length, a share, what stands in brackets.
    pub fn rounded(&mut self, scope: &Scope, (x, ty): (X, Type), way: Rounding, span: Span) -> (X, Type) {
        if let Some(Ex::Div(a, b, _)) = self.program.exs.get(x as usize).copied() {
            return self.divided(scope, (a, b), ty, Some(way), "", span);
        }
        if ty == Type::LENGTH {
            let one = self.int(1);
            return (self.in_whole_inches(x, one, way), ty);
        }
        if ty != Type::Unknown {
            let help = "put `rounded ...` right behind the part that may leave a fraction";
            self.fault(Code::Rounding, span, "there is no fraction to round here", help);
        }
        (x, ty)
    }

    /// The fault for a quotient that nothing rounds.
    pub fn fraction(&mut self, scope: &Scope, what: &str, span: Span) {
        let wanted = scope.receiver.as_ref().map_or("a whole number is wanted here".to_owned(), |r| format!("`{r}` is a whole number"));
        self.fault(
            Code::Rounding,
            span,
            format!("{what} may leave a fraction, and {wanted}"),
            "end it with `rounded up` (or `down`, `nearest`)",
        );
    }

    /// What an operand is about: the name it asks, or all of it.
    pub fn subject_of(&self, node: &Node) -> String {
        let mut name = None;
        node.walk(&mut |n| {
            if n.rule == Rule::name && name.is_none() {
                name = Some(n);
            }
        });
        format!("`{}`", self.text(name.unwrap_or(node)))
    }
}
