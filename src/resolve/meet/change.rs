//! What a rule or a row of its own changes in a quantity.

use crate::ast::{self, Contrib, ContribKind, Counted, DeclKind, Factor as By, ForEvery, Part, Walk as _};
use crate::diag::{Code, Diagnostic};
use crate::hir::{Body, Change, ChangeKind, Every, Expr, Hook, ProcId, Ty, ValueId};
use crate::intern::Sym;
use crate::source::At;

use super::super::{Resolver, Scope};

/// What a change is made in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Receiver {
    /// A value or condition, which gives this.
    Value(ValueId),
    /// What an action costs.
    Cost(ProcId),
    /// A throw.
    Throw(ProcId),
    /// How whoever moves in a manner does so.
    Manner(ProcId),
}

/// An amount as a change takes it: what, its measure, whether it is taken away.
pub(super) struct Amount {
    /// What.
    pub kind: ChangeKind,
    /// Its measure.
    pub ty: Ty,
    /// Whether it is nothing, which is measured in anything.
    pub zero: bool,
}

impl Resolver<'_> {
    /// One change in a quantity or a throw, told where it does not fit.
    pub fn change(&mut self, scope: &mut Scope, to: Receiver, c: &Contrib) -> Option<Change> {
        if let ContribKind::Base(_) = &c.kind {
            let help = "write `it is` and a question for what takes its place: `it is 4 if ...`";
            self.fault(Code::Twice, c.at, "`=` says what a quantity is, and the head says that already", help);
            return None;
        }
        if let Receiver::Throw(proc) = to {
            return self.change_in_throw(scope, proc, c, super::throw::OfRow::default());
        }
        let guard = c.guard.as_ref().map_or_else(Vec::new, |g| self.guard(scope, g));
        if let Receiver::Manner(_) = to {
            let ContribKind::Moves(option) = &c.kind else {
                let help = "write `through ...`, `keeping 1\" from ...`, `ending 1\" from ...`, `without ...`, `leaving board` or the like";
                self.fault(Code::Place, core_at(c), "this does not say how something moves", help);
                return None;
            };
            let kind = ChangeKind::Moves(self.moves_besides(scope, option)?);
            return Some(Change { kind, guard, at: c.at });
        }
        if let ContribKind::Also(case) = &c.kind
            && self.received_by(to).1 == Ty::Truth
        {
            let guard = [guard, self.guard(scope, case)].concat();
            return Some(Change { kind: ChangeKind::Yes, guard, at: c.at });
        }
        let kind = self.change_in_quantity(scope, to, c)?;
        Some(Change { kind, guard, at: c.at })
    }

    /// What a line changes in a quantity, each change by itself.
    pub(super) fn changes_quantity(&mut self, scope: &Scope, hook: &Hook, contribs: &[Contrib]) -> Body {
        let to = match hook {
            Hook::Value(v) => Receiver::Value(*v),
            Hook::Cost(p) => Receiver::Cost(*p),
            Hook::Proc(p) => Receiver::Manner(*p),
            _ => return Body::Changes(Vec::new()),
        };
        Body::Changes(contribs.iter().filter_map(|c| self.change(&mut scope.clone(), to, c)).collect())
    }

    fn change_in_quantity(&mut self, scope: &Scope, to: Receiver, c: &Contrib) -> Option<ChangeKind> {
        let (name, gives) = self.received_by(to);
        let mut scope = scope.clone();
        scope.receiver = Some(name);
        scope.rounds = match to {
            Receiver::Value(v) => self.rules.values.get(v).and_then(|v| v.rounding),
            _ => None,
        };
        let Amount { kind, ty, zero } = self.amount_in_quantity(&mut scope, (to, gives), c)?;
        if !ty.fits(gives) && !zero && !matches!((ty, gives), (Ty::Number(_), Ty::Need)) {
            let (is, want) = (self.describe(ty), self.describe(gives));
            let message = format!("`{}` is {want}, and this is {is}", self.text(name));
            let plain = plain_amount(&kind);
            let help = self.given_in(gives, plain.and_then(Expr::constant));
            let at = plain.map_or_else(|| core_at(c), |e| e.at);
            self.report(Diagnostic::new(Code::Measure, at.span(), message).help(help));
        }
        match to {
            Receiver::Cost(proc) if !zero && !matches!(kind, ChangeKind::Scale(..)) => {
                let plain = plain_amount(&kind);
                let at = plain.map_or_else(|| core_at(c), |e| e.at);
                self.change_in_cost(proc, at, (ty, plain.and_then(Expr::constant)));
            }
            Receiver::Cost(_) => {}
            Receiver::Value(v) if self.column_of(v).is_some_and(|c| self.column_rolls(c)) && !matches!(kind, ChangeKind::Add { .. }) => {
                let message = format!("`{}` holds dice, which a rule can only add to", self.text(name));
                self.fault(Code::Place, core_at(c), message, "write `+ n` or `- n`");
                return None;
            }
            _ => {}
        }
        Some(kind)
    }

    fn amount_in_quantity(&mut self, scope: &mut Scope, (to, gives): (Receiver, Ty), c: &Contrib) -> Option<Amount> {
        Some(match &c.kind {
            ContribKind::Set(e) => {
                let e = self.expr(scope, e);
                self.amount(e, ChangeKind::Set)
            }
            ContribKind::AtLeast(e) => {
                let e = self.expr(scope, e);
                self.amount(e, ChangeKind::Floor)
            }
            ContribKind::AtMost(e) => {
                let e = self.expr(scope, e);
                self.amount(e, ChangeKind::Ceiling)
            }
            ContribKind::Exactly { number, dice } => {
                let e = self.expr(scope, number);
                self.amount(e, |e| ChangeKind::Exactly(e, *dice))
            }
            ContribKind::Add { amount, per } => {
                // what a rule adds is whole by itself, so that it does not hang on who else adds to the sum
                if scope.rule.is_some() {
                    scope.rounds_sum = scope.rounds.take();
                }
                let e = match *amount.amount.kind {
                    ast::ExprKind::Share(share) => self.part_of_itself(share, amount.minus, amount.amount.at),
                    _ => self.expr(scope, &amount.amount),
                };
                let every = per.as_ref().map(|p| self.for_every(scope, p));
                self.amount(e, |e| ChangeKind::Add { minus: amount.minus, amount: e, every })
            }
            ContribKind::Scale { by, .. } => {
                // a part of one is a factor by itself; anything else is worked out
                let worked_out = match by {
                    By::Times(e) if super::factor::share_of_one(e).is_none() => Some(self.expr(scope, e)),
                    _ => None,
                };
                if let (Some(e), By::Times(node)) = (&worked_out, by) {
                    self.plain_factor(e, node.at);
                }
                // what is multiplied stays in its measure
                Amount { kind: self.factor(to, scope, c, worked_out), ty: gives, zero: false }
            }
            ContribKind::Yes if gives == Ty::Truth => Amount { kind: ChangeKind::Yes, ty: gives, zero: false },
            ContribKind::No if gives == Ty::Truth => Amount { kind: ChangeKind::No, ty: gives, zero: false },
            ContribKind::Moves(_) => {
                let help = "name a manner of moving; of a move itself, say it in its sentence";
                self.fault(Code::Place, core_at(c), "this says how something moves, and that is no quantity", help);
                return None;
            }
            ContribKind::Reroll(_) | ContribKind::Explode { .. } => {
                let name = self.received_by(to).0;
                self.not_rolled(name, core_at(c), false);
                return None;
            }
            _ => {
                let help = "write `it is e`, `+ e`, `x n`, `at least e` or `at most e`";
                self.fault(Code::Place, core_at(c), "this changes rolls or steps, not a quantity", help);
                return None;
            }
        })
    }

    /// Dice of what has none, with the roll that asks for it; whether it is the name that is told to be wrong.
    pub(super) fn not_rolled(&mut self, name: Sym, at: At, named: bool) {
        let asks = |c: &ast::Chance| {
            let mut found = false;
            c.walk(&mut |part| {
                if let Part::Name(n) = part {
                    found |= self.rules.names.same(n.name.sym, name);
                }
            });
            found
        };
        let rolls = self.decls.iter().filter_map(|d| match &*d.kind {
            DeclKind::Chance(c) if asks(c) => Some(self.text(c.title.name.sym)),
            _ => None,
        });
        let help = match rolls.collect::<Vec<_>>().as_slice() {
            [] => "name the roll whose dice are meant".to_owned(),
            [roll] if named => format!("write `{roll}`, the roll that asks for it"),
            [roll, ..] => format!("name the roll that it is for: `on {roll} ...`"),
        };
        let message = format!("`{}` is not rolled, and has no dice", self.text(name));
        self.fault(Code::Place, at, message, help);
    }

    fn amount(&self, e: Expr, kind: impl FnOnce(Expr) -> ChangeKind) -> Amount {
        Amount { ty: e.ty, zero: self.zero(&e), kind: kind(e) }
    }

    /// The name and the measure of what is changed.
    fn received_by(&mut self, to: Receiver) -> (Sym, Ty) {
        let none = Sym(u32::MAX);
        match to {
            Receiver::Value(v) => self.rules.values.get(v).map_or((none, Ty::Unknown), |v| (v.head.name, v.head.gives)),
            Receiver::Cost(p) | Receiver::Throw(p) | Receiver::Manner(p) => {
                let name = self.rules.procs.get(p).map_or_else(String::new, |p| self.said(p.head.name));
                (self.rules.names.intern(&format!("cost of {name}")), Ty::Unknown)
            }
        }
    }

    /// Faults what rules change in a cost that is not there, or in another measure than it has.
    fn change_in_cost(&mut self, proc: ProcId, at: At, (ty, number): (Ty, Option<i64>)) {
        let Some(p) = self.rules.procs.get(proc) else { return };
        let name = self.said(p.head.name);
        let Some(price) = p.costs.first() else { return };
        let Some(wanted) = self.rules.counts.get(price.count).map(|c| c.holds) else { return };
        // what a count without a measure counts may be a plain number
        if wanted == Ty::PLAIN || ty.fits(wanted) {
            return;
        }
        let (is, want) = (self.describe(ty), self.describe(wanted));
        let help = self.given_in(wanted, number);
        self.fault(Code::Measure, at, format!("`{name}` costs {want}, and this is {is}"), help);
    }

    /// `for every full 5 KIND of X`.
    pub(super) fn for_every(&mut self, scope: &mut Scope, per: &ForEvery) -> Every {
        let number = per.number.map_or(1, |n| n.value);
        match &per.of {
            Counted::Things(s) => Every::Of(number, self.sel(scope, s)),
            Counted::Value(call) => {
                let asked = ast::Expr { kind: Box::new(ast::ExprKind::Call(call.clone())), at: call.at };
                Every::By(number, self.expr(scope, &asked))
            }
        }
    }

    /// The fault for `+ 50%`, which does not say of what.
    fn part_of_itself(&mut self, share: ast::Share, minus: bool, at: At) -> Expr {
        let (part, whole) = share.over();
        let (mut by, mut over) = (if minus { whole.saturating_sub(part) } else { whole.saturating_add(part) }, whole);
        for n in (2..=over.min(100)).rev() {
            if by % n == 0 && over % n == 0 {
                (by, over) = (by / n, over / n);
            }
        }
        let factor = if over == 1 { by.to_string() } else { format!("{by}/{over}") };
        let sign = if minus { "-" } else { "+" };
        let message = "a share must be of something; what changes by a part of itself is multiplied";
        self.fault(Code::Type, at, message, format!("write `x {factor}` in place of `{sign}` and this"))
    }

    /// The fault for a quotient that nothing rounds.
    pub(super) fn leaves_fraction(&mut self, scope: &Scope, what: &str, at: At) {
        let wanted = match scope.receiver {
            Some(r) => format!("`{}` is a whole number", self.text(r)),
            None => "a whole number is wanted here".to_owned(),
        };
        let help = "end it with `rounded up` (or `down`, `nearest`)";
        self.fault(Code::Rounding, at, format!("{what} may leave a fraction, and {wanted}"), help);
    }
}

/// Where a change stands without what asks when it is made.
pub(super) const fn core_at(c: &Contrib) -> At {
    c.core
}

/// The number by which something changes, if it has no measure.
fn plain_amount(kind: &ChangeKind) -> Option<&Expr> {
    let number = match kind {
        ChangeKind::Add { amount: e, .. } | ChangeKind::Set(e) | ChangeKind::Floor(e) | ChangeKind::Ceiling(e) => Some(e),
        _ => None,
    };
    number.filter(|e| e.ty == Ty::PLAIN)
}
