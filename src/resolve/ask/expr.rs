//! Questions.

use super::show;
use crate::ast::{self, ExprKind as Ast, Quantifier};
use crate::diag::Code;
use crate::hir::{Expr, ExprKind, Extreme, Operator, Part, Ty};
use crate::resolve::{Resolver, Scope};
use crate::source::At;

impl Resolver<'_> {
    /// A question. Dice and deeds are faults here unless the scope allows them.
    pub fn expr(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let out = self.asked(scope, e);
        Expr { at: e.at, ..out }
    }

    /// A question that must be answered yes or no.
    pub fn truth(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let out = self.expr(scope, e);
        self.yes_or_no(out.ty, e.at);
        out
    }

    /// A question that may roll or do: those parts are done first, in order.
    pub fn effect(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let before = std::mem::replace(&mut scope.effects, true);
        let out = self.expr(scope, e);
        scope.effects = before;
        out
    }

    /// As [`Self::effect`], answered yes or no.
    pub fn effect_truth(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let out = self.effect(scope, e);
        self.yes_or_no(out.ty, e.at);
        out
    }

    /// Resolves what may neither roll nor do, whatever is around it.
    pub fn only_asked<T>(&mut self, scope: &mut Scope, f: impl FnOnce(&mut Self, &mut Scope) -> T) -> T {
        let before = std::mem::replace(&mut scope.effects, false);
        let out = f(self, scope);
        scope.effects = before;
        out
    }

    /// What stands where a thing is named, without brackets: there a name is asked, and done only if it can be nothing else.
    pub fn one(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        match &*e.kind {
            Ast::Call(c) if c.args.is_empty() && c.roles.is_empty() && !self.only_done(c.name.name.sym) => {
                let out = self.only_asked(scope, |cx, scope| cx.call(scope, c));
                Expr { at: e.at, ..out }
            }
            _ => self.expr(scope, e),
        }
    }

    fn asked(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let at = e.at;
        let number = |n: i64, ty: Ty| Expr::new(ExprKind::Int(n), ty, at);
        match &*e.kind {
            Ast::Choice(c) => self.choice(scope, c, at),
            Ast::Chain(c) => self.chain(scope, c),
            Ast::Not(of) => self.opposite(scope, of),
            Ast::Negative(of) => self.negative(scope, of),
            Ast::Said(s) => self.said_of(scope, s),
            Ast::Half { of, rounded } => self.half(scope, of, *rounded, at),
            Ast::ShareOf { share, of, rounded } => self.share_of(scope, *share, of, *rounded, at),
            Ast::Share(s) => {
                let help = format!("write `{} of ...`", show::share(*s));
                self.fault(Code::Type, at, "a share must be of something", help)
            }
            Ast::Int(n) => number(*n, Ty::PLAIN),
            Ast::Length(n) => number(*n, Ty::LENGTH),
            Ast::Degrees(n) => number(*n, Ty::ANGLE),
            Ast::Need(n) => number(*n, Ty::Need),
            Ast::Points(n) => number(*n, Ty::POINTS),
            Ast::Amount { value, measure } => number(*value, self.measured(ast::NameOrWord::Name(*measure))),
            Ast::Yes => Expr::new(ExprKind::Truth(true), Ty::Truth, at),
            Ast::No => Expr::new(ExprKind::Truth(false), Ty::Truth, at),
            Ast::Dice(d) => self.dice(scope, *d),
            Ast::FacesIn { face, of } => self.faces_in(scope, *face, of, at),
            Ast::Count(s) => {
                let sel = self.sel(scope, s);
                Expr::new(ExprKind::CountOf(sel), Ty::PLAIN, at)
            }
            Ast::Total(t) => self.total(scope, t, at),
            Ast::Sum { of, among } => self.sum(scope, of, among, at),
            Ast::Pick { greater, of } => self.pick(scope, if *greater { Extreme::Highest } else { Extreme::Lowest }, of, at),
            Ast::Between { what, from, to } => self.between(scope, *what, from, to),
            Ast::Extreme { best, of, among } => self.extreme(scope, *best, of, among, at),
            Ast::Majority { of, among } => self.majority(scope, of, among, at),
            Ast::Exists { quantifier: Quantifier::Every, among } => self.most(scope, (Part::All, among), at),
            Ast::Exists { quantifier: Quantifier::AtLeastHalf, among } => self.most(scope, (Part::AtLeastHalf, among), at),
            Ast::Exists { quantifier: Quantifier::MoreThanHalf, among } => self.most(scope, (Part::MoreThanHalf, among), at),
            Ast::Exists { quantifier, among } => self.exists(scope, *quantifier, among, at),
            Ast::Takes(ruling, reading) => self.read_so(ruling, reading, e.at),
            Ast::Call(c) => self.call(scope, c),
            Ast::Me => self.me(scope, e),
            Ast::My(word) => {
                let me = self.me(scope, e);
                self.reach(me, word)
            }
            Ast::It => self.it(scope, at),
            Ast::This(word) => self.this_deed(scope, *word, at),
            Ast::ThisIs { not, ways } => self.this_is(scope, *not, ways, at),
            Ast::Local(word) => self.a_word(scope, *word),
            Ast::Of { word, of } => {
                let of = self.one(scope, of);
                self.picked(scope, *word, &of).unwrap_or_else(|| self.reach(of, word))
            }
            Ast::The(s) => self.the(scope, s),
            Ast::Line(_) => self.fault(
                Code::Place,
                at,
                "a line is not asked for itself",
                "write `touching the line ...` or `within 1\" of the line ...` in a description",
            ),
            Ast::Spot(p) => self.place_from(scope, p),
            Ast::Place(p) => Expr::new(ExprKind::PlaceAt(p.x.mils, p.y.mils), Ty::Place, at),
        }
    }

    /// `not c`
    fn opposite(&mut self, scope: &mut Scope, of: &ast::Expr) -> Expr {
        let x = self.expr(scope, of);
        self.yes_or_no(x.ty, super::chain::head(of).at);
        let at = x.at;
        Expr::new(ExprKind::Not(x), Ty::Truth, at)
    }

    /// `- n`
    fn negative(&mut self, scope: &mut Scope, of: &ast::Expr) -> Expr {
        let x = self.expr(scope, of);
        let (ty, at) = (x.ty, x.at);
        match *x.kind {
            ExprKind::Int(n) => Expr::new(ExprKind::Int(n.saturating_neg()), ty, at),
            _ => Expr::new(ExprKind::Neg(x), ty, at),
        }
    }

    /// An answer, or its opposite.
    pub fn negate(not: bool, x: Expr) -> Expr {
        let at = x.at;
        if not { Expr::new(ExprKind::Not(x), Ty::Truth, at) } else { x }
    }

    /// Two numbers worked into one.
    pub fn math(op: Operator, a: Expr, b: Expr, ty: Ty) -> Expr {
        let at = a.at.to(b.at);
        Expr::new(ExprKind::Math(op, a, b), ty, at)
    }

    /// Any of these. One alone is itself.
    pub fn any_of(mut list: Vec<Expr>, at: At) -> Expr {
        match (list.pop(), list.is_empty()) {
            (Some(only), true) => only,
            (Some(last), false) => {
                list.push(last);
                Expr::new(ExprKind::Or(list), Ty::Truth, at)
            }
            (None, _) => Expr::error(at),
        }
    }
}
