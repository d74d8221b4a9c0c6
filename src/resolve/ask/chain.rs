//! Operators that bind alike and what stands between them, with the measures that go together.

use super::amount::Quotient;
use super::show::{self, Shown};
use crate::ast::{self, Chain, ExprKind as Ast, Level, Link, Op};
use crate::diag::{Code, Diagnostic, with_article};
use crate::hir::{Comparison, Expr, ExprKind, Measure, Operator, Ty};
use crate::num::Rounding;
use crate::resolve::{Resolver, Scope};
use crate::source::{At, Span};

/// How many terms may stand in one row: sums are as deep as they are long.
const MOST_TERMS: usize = 500;

/// Inches times inches.
const AREA: Ty = Ty::Number(Measure::Area);

/// The first words of an operand: what messages about it point at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head<'a> {
    /// Where they stand.
    pub at: At,
    /// The dice that they are, if they are dice that count no inches.
    dice: Option<&'a ast::Dice>,
}

/// The first words of a question: `not`, `-`, what stands in brackets, or the first operand.
pub(super) fn head(mut e: &ast::Expr) -> Head<'_> {
    loop {
        let start = e.at.span().start as usize;
        let first = |length: usize| At(Span::new(start, start + length));
        let at = match &*e.kind {
            Ast::Chain(c) if c.first.at.span().start as usize == start => {
                e = &c.first;
                continue;
            }
            Ast::Said(s) if s.of.at.span().start as usize == start => {
                e = &s.of;
                continue;
            }
            Ast::Not(_) => first("not".len()),
            Ast::Negative(_) => first("-".len()),
            _ => e.at,
        };
        let dice = if let Ast::Dice(d) = &*e.kind { Some(d).filter(|d| !d.inches) } else { None };
        return Head { at, dice };
    }
}

/// A side of an operator: what it is worth, its first words.
struct Side<'a> {
    x: Expr,
    head: Head<'a>,
}

impl Resolver<'_> {
    /// Operators that bind alike, from left to right.
    pub(super) fn chain(&mut self, scope: &mut Scope, c: &Chain) -> Expr {
        if c.rest.len() >= MOST_TERMS && !matches!(c.level, Level::And | Level::Or) {
            let at = c.rest.get(MOST_TERMS - 1).map_or(c.first.at, |link| link.expr.at);
            let message = format!("more than {MOST_TERMS} terms stand in one row");
            return self.fault(Code::Unready, at, message, "give a part of it a name of its own: a `value` or a `condition`");
        }
        match c.level {
            Level::And | Level::Or => self.logic(scope, c),
            Level::Product => self.product(scope, c),
            Level::Compare | Level::Sum => self.row_of(scope, c),
        }
    }

    /// `a and b and c`, `a or b or c`.
    fn logic(&mut self, scope: &mut Scope, c: &Chain) -> Expr {
        let operands = std::iter::once(&c.first).chain(c.rest.iter().map(|link| &link.expr));
        let mut before = None;
        let list: Vec<Expr> = operands
            .map(|e| {
                let x = self.expr(scope, e);
                let many = before.replace(e).filter(|_| c.level == Level::And && !x.ty.fits(Ty::Truth));
                match many.and_then(|before| self.asked_of_many(before, e)) {
                    Some((at, help)) => {
                        let message = "of those whom this begins with, one thing is asked, and another is named behind it";
                        self.fault(Code::Type, at, message, help);
                    }
                    None => self.yes_or_no(x.ty, head(e).at),
                }
                x
            })
            .collect();
        let at = list.first().map_or_else(At::default, |x| list.last().map_or(x.at, |y| x.at.to(y.at)));
        Expr::new(if c.level == Level::And { ExprKind::And(list) } else { ExprKind::Or(list) }, Ty::Truth, at)
    }

    /// `no unit of side is Tired and Lost`: where the two things stand that are asked, and how both are.
    fn asked_of_many(&self, before: &ast::Expr, e: &ast::Expr) -> Option<(At, String)> {
        let (Ast::Exists { quantifier, among }, Ast::Call(c)) = (&*before.kind, &*e.kind) else { return None };
        let shown = Shown(&self.rules.names);
        let mut who = among.clone();
        let behind = who.relatives.pop_if(|r| matches!(r.kind, ast::RelativeKind::Where(_)));
        let (so, said) = match behind.map(|r| (r.kind, r.at)) {
            Some((ast::RelativeKind::Where(so), at)) => (shown.expr(&so), at),
            _ => {
                let before = who.adjectives.pop_if(|a| matches!(a.kind, ast::AdjectiveKind::Names(_)))?;
                (format!("it is {}", shown.adjective(&before)), before.at)
            }
        };
        let (who, name) = (shown.selector(&who), shown.name_ref(&c.name));
        let help = match quantifier {
            ast::Quantifier::Any => format!("write `there is {} where ({} and it is {name})`", with_article(&who), so),
            ast::Quantifier::No => format!("write `there is no {who} where ({so} and it is {name})`"),
            ast::Quantifier::Every => format!("write `and every {who} is {name}`"),
            _ => return None,
        };
        let at = said.to(e.at);
        (c.args.is_empty() && c.roles.is_empty()).then_some((at, help))
    }

    /// Sums, differences, comparisons.
    fn row_of(&mut self, scope: &mut Scope, c: &Chain) -> Expr {
        let mut left = Side { x: self.expr(scope, &c.first), head: head(&c.first) };
        for link in &c.rest {
            if let Some(told) = self.share_of_nothing(&left.x, link) {
                left.x = told;
                continue;
            }
            let right = Side { x: self.expr(scope, &link.expr), head: head(&link.expr) };
            if left.x.ty == Ty::Facing && matches!(link.op, Op::Plus | Op::Minus) {
                left.x = self.turned_facing(left.x, right.x, right.head.at, link.op == Op::Minus);
                continue;
            }
            let faced = [&left, &right].into_iter().find(|s| s.x.ty == Ty::Facing).map(|s| s.head.at);
            if let Some(at) = faced.filter(|_| !matches!(link.op, Op::Equal | Op::NotEqual)) {
                left.x = self.no_order(at, link.op);
                continue;
            }
            let done = match link.op {
                Op::Plus => "added",
                Op::Minus => "subtracted",
                _ => "compared",
            };
            self.same_measure(&left, &right, done);
            match link.op {
                Op::Equal => self.no_score((&left.x, &link.expr), "at least "),
                Op::NotEqual => self.no_score((&left.x, &link.expr), "is less than "),
                Op::Plus | Op::Minus => {}
                _ => self.no_score((&left.x, &link.expr), ""),
            }
            let ty = if self.zero(&left.x) { right.x.ty } else { left.x.ty };
            left.x = match link.op {
                Op::Plus => Self::math(Operator::Plus, left.x, right.x, ty),
                Op::Minus => Self::math(Operator::Minus, left.x, right.x, ty),
                other => {
                    let at = left.x.at.to(right.x.at);
                    Expr::new(ExprKind::Compare(comparison(other), left.x, right.x), Ty::Truth, at)
                }
            };
        }
        left.x
    }

    /// Faults `die is 4+`: a number is compared with a score that dice need. The help writes what is meant before the number.
    pub(super) fn no_score(&mut self, (left, right): (&Expr, &ast::Expr), meant: &str) {
        let ast::ExprKind::Need(n) = *right.kind else { return };
        if matches!(left.ty, Ty::Number(_)) {
            let help = if meant.starts_with("is ") {
                format!("write `{meant}{n}` in place of `is not {n}+`")
            } else {
                format!("write `{meant}{n}`")
            };
            self.fault(Code::Type, right.at, format!("`{n}+` is a score that dice need, and here a number is compared"), help);
        }
    }

    /// Two quantities, whether they are the same or are not.
    pub(super) fn compared_sides(&mut self, left: (Expr, &ast::Expr), right: (Expr, &ast::Expr), same: bool) -> Expr {
        self.no_score((&left.0, right.1), if same { "at least " } else { "is less than " });
        let (left, right) = (Side { x: left.0, head: head(left.1) }, Side { x: right.0, head: head(right.1) });
        self.same_measure(&left, &right, "compared");
        let at = left.x.at.to(right.x.at);
        let how = if same { Comparison::Equal } else { Comparison::Unequal };
        Expr::new(ExprKind::Compare(how, left.x, right.x), Ty::Truth, at)
    }

    /// `is 3 to 5`: whether a quantity lies between two others, both included.
    pub(super) fn in_span(&mut self, scope: &mut Scope, (x, of): (Expr, &ast::Expr), [low, high]: [&ast::Expr; 2], at: At) -> Expr {
        let side = Side { x, head: head(of) };
        for bound in [low, high] {
            self.no_score((&side.x, bound), "");
        }
        let low = Side { x: self.expr(scope, low), head: head(low) };
        let high = Side { x: self.expr(scope, high), head: head(high) };
        if side.x.ty == Ty::Facing {
            return self.no_order(side.head.at, Op::AtLeast);
        }
        self.same_measure(&side, &low, "compared");
        // what is wrong with both is told once
        if low.x.ty != high.x.ty || side.x.ty.fits(low.x.ty) {
            self.same_measure(&side, &high, "compared");
        }
        if let (Some(least), Some(most)) = (self.constant(&low.x), self.constant(&high.x)) {
            if least > most {
                let ends = low.head.at.to(high.head.at);
                self.fault(Code::Place, ends, "nothing lies between these bounds", "write the least first");
            }
        }
        Expr::new(ExprKind::Between(side.x, low.x, high.x), Ty::Truth, at)
    }

    /// Products and quotients.
    fn product(&mut self, scope: &mut Scope, c: &Chain) -> Expr {
        let mut left = self.expr(scope, &c.first);
        for (i, link) in c.rest.iter().enumerate() {
            let right = self.factor_of(scope, link);
            let mut behind = link.rounded.iter();
            left = if link.op == Op::Divide {
                // in `a / 2 rounded up` the words stand behind the divisor, and mean the quotient
                let own = behind.next().map(|r| r.way);
                self.quotient(scope, left, right, own, c, i)
            } else {
                self.times(left, right, head(&link.expr).at)
            };
            for r in behind {
                left = self.rounded(scope, left, *r);
            }
        }
        left
    }

    /// A factor or divisor. Words of rounding behind brackets speak of what is in them too.
    fn factor_of(&mut self, scope: &mut Scope, link: &Link) -> Expr {
        match link.rounded.first() {
            Some(r) if r.brackets => self.with_rounding(scope, r.way, &link.expr),
            _ => self.expr(scope, &link.expr),
        }
    }

    /// A question in brackets behind which words of rounding stand.
    pub(super) fn with_rounding(&mut self, scope: &mut Scope, way: Rounding, e: &ast::Expr) -> Expr {
        let rounds = scope.rounds.replace(way);
        let out = self.expr(scope, e);
        scope.rounds = rounds;
        out
    }

    fn times(&mut self, a: Expr, b: Expr, b_at: At) -> Expr {
        if a.ty == Ty::Facing || b.ty == Ty::Facing {
            return self.no_order(b_at, Op::Times);
        }
        // inches times inches, to be divided by inches: a part of a way
        if a.ty == Ty::LENGTH && b.ty == Ty::LENGTH {
            return Self::math(Operator::Times, a, b, AREA);
        }
        let ty = if a.ty == Ty::PLAIN { b.ty } else { a.ty };
        let counted = |ty: Ty| ty != Ty::PLAIN && ty != Ty::Unknown;
        if counted(a.ty) && counted(b.ty) {
            self.fault(Code::Measure, b_at, "two measured amounts cannot be multiplied", "multiply by a plain number");
        }
        Self::math(Operator::Times, a, b, ty)
    }

    /// `a / b`, the `i`-th link of its chain; `own` is the rounding that ends it.
    fn quotient(&mut self, scope: &Scope, a: Expr, b: Expr, own: Option<Rounding>, c: &Chain, i: usize) -> Expr {
        let ty = if b.is_error() {
            Ty::Unknown
        } else if a.ty == AREA && b.ty == Ty::LENGTH {
            Ty::LENGTH
        } else if a.ty == b.ty {
            Ty::PLAIN
        } else {
            a.ty
        };
        let first = head(&c.first).at;
        let last = c.rest.get(i).map_or(first, |link| head(&link.expr).at);
        let at = first.to(last);
        let q = Quotient { by: self.constant(&b), ty, own, at };
        let names = &self.rules.names;
        let what = if q.is_open(scope) { format!("`{}`", written(Shown(names), c, i)) } else { String::new() };
        if let Some(fault) = self.divided(scope, &q, &what) {
            return fault;
        }
        Expr::new(ExprKind::Quotient(a, b, own), ty, at)
    }

    /// Faults two sides that are not measured alike.
    fn same_measure(&mut self, a: &Side<'_>, b: &Side<'_>, done: &str) {
        // a die takes the measure of what it is added to; inches are kept in thousandths, and it has to say them
        let counted = |x: &Side<'_>| matches!(x.x.ty, Ty::Number(_) | Ty::Need | Ty::Unknown);
        let rolled = a.head.dice.or(b.head.dice).filter(|_| counted(a) && counted(b));
        let inches = a.x.ty == Ty::LENGTH || b.x.ty == Ty::LENGTH;
        if rolled.is_some() && !inches {
            return;
        }
        // a plain number may be compared with a score needed
        let scored = |x: Ty, y: Ty| x == Ty::Need && y == Ty::PLAIN;
        let (at, bt) = (a.x.ty, b.x.ty);
        if at.fits(bt) || self.zero(&a.x) || self.zero(&b.x) || scored(at, bt) || scored(bt, at) {
            return;
        }
        let (x, y) = (self.describe(at), self.describe(bt));
        let fix = match (at, self.constant(&b.x)) {
            _ if rolled.is_some() => format!("write `{}\"`", rolled.map_or_else(String::new, |d| show::dice(*d))),
            (Ty::LENGTH, Some(n)) => format!("write `{n}\"`"),
            (Ty::ANGLE, Some(n)) => format!("write `{n}°`"),
            (Ty::Number(Measure::Named(_) | Measure::Points | Measure::Area), Some(n)) => format!("write `{n} {x}`"),
            _ if !counted(a) => format!("give {y} in place of {x}"),
            _ if !counted(b) => format!("give {x} in place of {y}"),
            _ => format!("give both in {x}"),
        };
        self.report(
            Diagnostic::new(Code::Measure, b.head.at.span(), format!("{x} and {y} cannot be {done}"))
                .here(format!("this is {y}"))
                .label(a.head.at.span(), format!("this is {x}"))
                .help(fix),
        );
    }
}

/// A comparison by its sign.
fn comparison(op: Op) -> Comparison {
    match op {
        Op::NotEqual => Comparison::Unequal,
        Op::Less => Comparison::Less,
        Op::More => Comparison::More,
        Op::AtMost => Comparison::AtMost,
        Op::AtLeast => Comparison::AtLeast,
        _ => Comparison::Equal,
    }
}

/// A quotient as it is written: all before it in its chain, and the first words of its divisor.
fn written(shown: Shown<'_>, c: &Chain, i: usize) -> String {
    let before = shown.chain(c, i);
    let divisor = c.rest.get(i).map_or_else(String::new, |link| match &*link.expr.kind {
        Ast::Said(s) => shown.operand(&s.of, Level::Product),
        _ => shown.operand(&link.expr, Level::Product),
    });
    format!("{before} / {divisor}")
}
