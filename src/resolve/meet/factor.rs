//! Factors: `half`, `x 1/2 rounded up`, `x n`, and how they are rounded.

use crate::ast::{self, Contrib, ContribKind, ExprKind as Asks, Factor as By, Rounded, Share, TailKind};
use crate::diag::Code;
use crate::hir::{ChangeKind, Expr, Factor, Ty};
use crate::num::Rounding;
use crate::source::At;

use super::super::{Resolver, Scope};
use super::change::{Receiver, core_at};

impl Resolver<'_> {
    /// What a product is over, and how it says that it is rounded. A part of one says so itself; what is worked out and ends
    /// in `rounded up` is rounded by itself.
    pub(super) fn factor(&mut self, to: Receiver, scope: &Scope, c: &Contrib, worked_out: Option<Expr>) -> ChangeKind {
        let ContribKind::Scale { by, rounded } = &c.kind else { return ChangeKind::Scale(Factor::Share(1, 1), None) };
        let (share, said) = match by {
            By::Half => (Some((1, 2)), *rounded),
            By::Times(e) => share_of_one(e).map_or((None, None), |(share, own)| (Some(share), own.or(*rounded))),
        };
        let factor = match (share, worked_out) {
            (Some((_, 0)), _) => {
                self.fault(Code::Type, core_at(c), "nothing can be divided by 0", "write what it is to be divided by");
                Factor::Share(1, 1)
            }
            (Some((n, d)), _) => Factor::Share(n, d),
            (None, Some(e)) => Factor::By(e),
            (None, None) => Factor::Share(1, 1),
        };
        let part = matches!(factor, Factor::Share(_, d) if d != 1);
        self.rounded_alike(to, scope, c, (part, said));
        ChangeKind::Scale(factor, said.map(|s| s.way))
    }

    /// Faults a rounding other than that of the same quantity elsewhere, and a part that nothing rounds.
    fn rounded_alike(&mut self, to: Receiver, scope: &Scope, c: &Contrib, (part, said): (bool, Option<Rounded>)) {
        let head = match to {
            Receiver::Value(v) => self.rules.values.get(v).map(|v| (v.head.name, v.rounding, v.head.gives.fits(Ty::LENGTH))),
            // what is paid is counted
            Receiver::Cost(_) | Receiver::Manner(_) => scope.receiver.map(|r| (r, None, false)),
            Receiver::Throw(p) => self.rules.procs.get(p).map(|proc| (proc.head.name, None, self.total_of(p).fits(Ty::LENGTH))),
        };
        let Some((name, own, length)) = head else { return };
        let way = said.map(|s| s.way);
        let others = self.meet.rounded.entry(to).or_default();
        let another = |r: &Rounding| Some(*r) != way;
        let differs = own.iter().chain(others.iter()).any(another);
        others.extend(way);
        if let Some(said) = said.filter(|_| differs) {
            let help = "say it in one place only, after the head or after the factor";
            let message = format!("`{}` is rounded another way already", self.text(name));
            self.fault(Code::Rounding, said.at, message, help);
        } else if part && way.or(own).is_none() && !length {
            self.leaves_fraction(scope, &format!("`{}`", shown(c)), core_at(c));
        }
    }

    /// Faults a factor that is measured in something.
    pub(super) fn plain_factor(&mut self, factor: &Expr, at: At) {
        if !factor.ty.fits(Ty::PLAIN) {
            let is = self.describe(factor.ty);
            self.fault(Code::Measure, at, format!("a factor is a plain number, and this is {is}"), "multiply by a plain number");
        }
    }
}

/// A bare fraction used as a factor, and how it says itself that it is rounded.
pub(super) fn share_of_one(e: &ast::Expr) -> Option<((i64, i64), Option<Rounded>)> {
    match &*e.kind {
        Asks::Share(Share::Fraction(n, d)) => Some(((*n, *d), None)),
        Asks::Said(said) => {
            let (share, _) = share_of_one(&said.of)?;
            let [tail] = said.tails.as_slice() else { return None };
            match tail.kind {
                TailKind::Rounded(rounded) => Some((share, Some(rounded))),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A part of one as it is written.
fn shown(c: &Contrib) -> String {
    match &c.kind {
        ContribKind::Scale { by: By::Times(e), .. } => match share_of_one(e) {
            Some(((n, d), _)) => format!("x {n}/{d}"),
            None => "x".to_owned(),
        },
        _ => "half".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::share_of_one;
    use crate::ast::{Expr, ExprKind, Rounded, Said, Share, Tail, TailKind};
    use crate::num::Rounding;
    use crate::source::At;

    #[test]
    fn parts_of_one() {
        let at = At::default();
        let e = |kind| Expr { kind: Box::new(kind), at };
        let third = e(ExprKind::Share(Share::Fraction(1, 3)));
        assert_eq!(share_of_one(&third), Some(((1, 3), None)));
        let rounded = Rounded { way: Rounding::Down, brackets: false, at };
        let tails = vec![Tail { kind: TailKind::Rounded(rounded), at }];
        assert_eq!(share_of_one(&e(ExprKind::Said(Said { of: third, tails }))), Some(((1, 3), Some(rounded))));
        assert_eq!(share_of_one(&e(ExprKind::Share(Share::Percent(25)))), None);
        assert_eq!(share_of_one(&e(ExprKind::Int(3))), None);
    }
}
