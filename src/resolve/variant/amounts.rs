//! Amounts that are paid, gained or lost, as a change within a line speaks of them: `for 2 AP read 1 AP`.

use crate::ast::{Expr, ExprKind, NameRef, Thing, ThingKind};
use crate::diag::{Code, Diagnostic};
use crate::intern::Names;

/// Whether a price, or what somebody gains or loses, is so much of that.
pub(super) fn is(names: &Names, thing: &Thing, e: &Expr) -> bool {
    let (ThingKind::Amount { amount, of }, ExprKind::Amount { value, measure }) = (&thing.kind, &*e.kind) else { return false };
    *amount.kind == ExprKind::Int(*value) && of.param.is_none() && names.same(of.name.sym, measure.sym)
}

/// `2 AP` as what is paid or gained.
pub(super) fn of(e: &Expr) -> Option<Thing> {
    let ExprKind::Amount { value, measure } = *e.kind else { return None };
    let amount = Expr { kind: Box::new(ExprKind::Int(value)), at: e.at };
    let of = NameRef { name: measure, param: None, at: measure.at };
    Some(Thing { kind: ThingKind::Amount { amount, of }, at: e.at })
}

/// An amount in whose place something stands that says no measure.
pub(super) fn unmeasured(names: &Names, (old, was): (&Expr, &str), (new, is): (&Expr, &str)) -> Diagnostic {
    let ExprKind::Amount { value, measure } = *old.kind else { return Diagnostic::new(Code::Measure, new.at.span(), "this is no amount") };
    let measure = names.text(measure.sym);
    let number = if let ExprKind::Int(n) = *new.kind { n } else { value };
    Diagnostic::new(Code::Measure, new.at.span(), format!("`{was}` is an amount of {measure}, and `{is}` does not say of what it is"))
        .help(format!("write `{number} {measure}`"))
}
