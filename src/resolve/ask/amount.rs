//! Parts of numbers and how they become whole: halves, shares, quotients, rounding.

use super::show::{self, Shown};
use crate::ast::{self, Part, Rounded, Share, Walk};
use crate::diag::Code;
use crate::hir::{Expr, ExprKind, Ty};
use crate::num::Rounding;
use crate::resolve::{Resolver, Scope};
use crate::source::At;

/// A quotient that is looked at for faults.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quotient {
    /// What it is divided by, if that is a constant.
    pub by: Option<i64>,
    /// What it is.
    pub ty: Ty,
    /// How it says that it is rounded.
    pub own: Option<Rounding>,
    /// Where it stands.
    pub at: At,
}

impl Quotient {
    /// Whether nothing says how it becomes whole.
    pub fn is_open(&self, scope: &Scope) -> bool {
        self.own.or(scope.rounds).is_none() && !self.ty.fits(Ty::LENGTH)
    }
}

impl Resolver<'_> {
    /// `half x`
    pub(super) fn half(&mut self, scope: &mut Scope, of: &ast::Expr, rounded: Option<Rounded>, at: At) -> Expr {
        self.part(scope, (1, 2), of, rounded, "half", at)
    }

    /// `25% of x`, `1/3 of x`
    pub(super) fn share_of(&mut self, scope: &mut Scope, share: Share, of: &ast::Expr, rounded: Option<Rounded>, at: At) -> Expr {
        self.part(scope, share.over(), of, rounded, &show::share(share), at)
    }

    fn part(&mut self, scope: &mut Scope, over: (i64, i64), of: &ast::Expr, rounded: Option<Rounded>, part: &str, at: At) -> Expr {
        let x = self.expr(scope, of);
        let own = rounded.map(|r| r.way);
        let ty = x.ty;
        let q = Quotient { by: Some(over.1), ty, own, at };
        let what = format!("{part} of {}", self.subject_of(of));
        if let Some(fault) = self.divided(scope, &q, &what) {
            return fault;
        }
        Expr::new(ExprKind::Share(over.0, over.1, x, own), ty, at)
    }

    /// Faults a quotient that nothing rounds, or that is by 0; then what stands in its place.
    pub(super) fn divided(&mut self, scope: &Scope, q: &Quotient, what: &str) -> Option<Expr> {
        if q.is_open(scope) {
            self.fraction(scope, what, q.at);
        }
        (q.by == Some(0)).then(|| self.fault(Code::Type, q.at, "nothing can be divided by 0", "write what it is to be divided by"))
    }

    /// What ends in `rounded ...` and is no quotient of two terms: a length, a share, what stands in brackets.
    pub(super) fn rounded(&mut self, scope: &Scope, x: Expr, r: Rounded) -> Expr {
        let (ty, at) = (x.ty, x.at);
        // a length that says how it is rounded is in whole inches already
        let open = |own: &Option<Rounding>| own.is_none() || ty != Ty::LENGTH;
        match *x.kind {
            ExprKind::Quotient(a, b, own) if open(&own) => {
                let q = Quotient { by: self.constant(&b), ty, own: Some(r.way), at: r.at };
                self.divided(scope, &q, "").unwrap_or_else(|| Expr::new(ExprKind::Quotient(a, b, Some(r.way)), ty, at))
            }
            ExprKind::Share(n, d, of, own) if open(&own) => Expr::new(ExprKind::Share(n, d, of, Some(r.way)), ty, at),
            kind if ty == Ty::LENGTH => Expr::new(ExprKind::Rounded(Expr::new(kind, ty, at), r.way), ty, at),
            kind => {
                if ty != Ty::Unknown {
                    let help = "put `rounded ...` right behind the part that may leave a fraction";
                    self.fault(Code::Rounding, r.at, "there is no fraction to round here", help);
                }
                Expr::new(kind, ty, at)
            }
        }
    }

    /// The fault for a quotient that nothing rounds.
    pub fn fraction(&mut self, scope: &Scope, what: &str, at: At) {
        let wanted = match (scope.receiver, scope.rounds_sum) {
            (Some(r), Some(way)) => format!("`{}` is{} only as a whole", self.text(r), show::way(way)),
            (Some(r), None) => format!("`{}` is a whole number", self.text(r)),
            (None, _) => "a whole number is wanted here".to_owned(),
        };
        self.fault(
            Code::Rounding,
            at,
            format!("{what} may leave a fraction, and {wanted}"),
            "end it with `rounded up` (or `down`, `nearest`)",
        );
    }

    /// What an operand is about: the name it asks, or all of it.
    fn subject_of(&self, e: &ast::Expr) -> String {
        let shown = Shown(&self.rules.names);
        let text = first_name(e).map_or_else(|| shown.expr(e), |n| shown.name(n));
        format!("`{text}`")
    }
}

/// The first name in a question.
fn first_name(e: &ast::Expr) -> Option<ast::Name> {
    let mut found = None;
    e.walk(&mut |part| {
        let name = match part {
            Part::Name(n) => Some(n.name),
            Part::Expr(ast::Expr { kind, .. }) => match &**kind {
                ast::ExprKind::Amount { measure, .. } => Some(*measure),
                _ => None,
            },
            _ => None,
        };
        found = found.or(name);
    });
    found
}
