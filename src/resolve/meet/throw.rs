//! What a rule or a row of its own changes in a throw: which changes fit which throw, and what waits for its result.

use crate::ast::{Contrib, ContribKind, DiceOp, Exploding, Level, Signed};
use crate::diag::{Code, Diagnostic};
use crate::hir::{Body, ChanceKind, Change, ChangeKind, DiceChange, Every, Expr, ExprKind, Guard, Meeting, ProcId, ProcKind, Ty};
use crate::source::At;

use super::super::ask::Shown as Spelt;
use super::super::happen::Shown;
use super::super::{Resolver, Scope};
use super::change::{Receiver, core_at};
use super::line::{Line, contribs};

/// What the line of a rule says of all that it changes in a throw. A row of the throw's own says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OfRow {
    /// Whether it is offered.
    pub may: bool,
    /// The result that it waits for.
    pub awaits: Option<bool>,
    /// Where the line stands.
    pub at: Option<At>,
}

/// What sort of throw it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// Successes are counted; whether it is passed or failed.
    Pool(bool),
    /// A total, or two that are compared.
    Total(Ty),
    /// Dice and a sum against a score.
    Check,
    /// What it is was told to be wrong.
    Unknown,
}

/// A change on its way: what waits, where it stands.
struct Tossed<'c> {
    sort: Sort,
    proc: ProcId,
    c: &'c Contrib,
    /// Whether it waits until the dice lie there.
    waits: bool,
    /// The result that it waits for.
    awaits: Option<bool>,
    /// Where its line stands.
    at: At,
}

impl<'a> Resolver<'a> {
    /// What a line changes in a throw, and what it asks before.
    pub(super) fn changes_throw(&mut self, line: &Line<'a>, scope: &Scope, met: &mut Meeting, (proc, may): (ProcId, bool)) -> Body {
        let mut inner = scope.clone();
        // what lasts was offered when it was woken
        let offered = if line.lasting.is_some() { line.says_may() } else { may };
        met.terms = self.terms_here(&mut inner, line, offered);
        let row = OfRow { may, awaits: awaited_by(&met.guard), at: Some(line.item.at) };
        let changes = contribs(line.body()).iter().filter_map(|c| self.change_in_throw(&mut inner.clone(), proc, c, row));
        Body::Changes(changes.collect())
    }

    /// One change in a throw.
    pub(super) fn change_in_throw(&mut self, scope: &mut Scope, proc: ProcId, c: &Contrib, row: OfRow) -> Option<Change> {
        let tossing = std::mem::replace(&mut scope.tossing, true);
        let guard = c.guard.as_ref().map_or_else(Vec::new, |g| self.guard(scope, g));
        scope.tossing = tossing;
        let awaits = awaited_by(&guard).or(row.awaits);
        let mut tossed = Tossed { sort: self.sort_of_throw(proc), proc, c, waits: false, awaits, at: row.at.unwrap_or(c.at) };
        tossed.waits = tossed.waits(row.may);
        if !tossed.waits && tossed.awaits.is_some() {
            let help = "ask for something else, or write `passes`, `fails` or `reroll all`";
            self.fault(Code::Place, c.at, "the result is not known yet where this is counted", help);
        }
        let kind = match tossed.sort {
            Sort::Total(ty) => self.change_in_total(scope, &tossed, ty),
            _ => self.change_in_dice(scope, &tossed),
        }?;
        Some(Change { kind, guard, at: c.at })
    }

    fn sort_of_throw(&self, proc: ProcId) -> Sort {
        let Some(ProcKind::Chance(chance)) = self.rules.procs.get(proc).map(|p| &p.kind) else { return Sort::Unknown };
        match &chance.kind {
            ChanceKind::Pool { passes, .. } => Sort::Pool(passes.is_some()),
            ChanceKind::Roll(e) | ChanceKind::Opposed { roll: e, .. } => e.as_ref().map_or(Sort::Unknown, |e| Sort::Total(e.ty)),
            ChanceKind::Check { .. } => Sort::Check,
            ChanceKind::Error => Sort::Unknown,
        }
    }

    /// In what the total of a throw is measured.
    pub(super) fn total_of(&self, proc: ProcId) -> Ty {
        match self.sort_of_throw(proc) {
            Sort::Total(ty) => ty,
            _ => Ty::PLAIN,
        }
    }

    /// What the dice of a throw can show.
    fn shown_by(&self, proc: ProcId) -> Shown {
        let usual = Shown { sides: 6, most: None };
        let Some(ProcKind::Chance(chance)) = self.rules.procs.get(proc).map(|p| &p.kind) else { return usual };
        match &chance.kind {
            ChanceKind::Pool { each, .. } => each.as_ref().map_or(usual, |e| Shown::each(e.sides)),
            ChanceKind::Check { dice, .. } => Shown::sum(dice.number, dice.sides),
            _ => usual,
        }
    }

    /// A change in a roll, which gives a total.
    fn change_in_total(&mut self, scope: &mut Scope, t: &Tossed<'_>, total: Ty) -> Option<ChangeKind> {
        let c = t.c;
        if matches!(c.kind, ContribKind::Reroll(_)) && t.awaits.is_some() {
            self.fault(Code::Place, t.at, "a roll is neither passed nor failed", "make it a `check`, or ask for something else");
        }
        match &c.kind {
            ContribKind::Reroll(_)
            | ContribKind::Add { .. }
            | ContribKind::Total(_)
            | ContribKind::AtLeast(_)
            | ContribKind::AtMost(_)
            | ContribKind::Set(_)
            | ContribKind::Scale { .. }
            | ContribKind::Dice(_)
            | ContribKind::Keep(_) => self.tossed_amount(scope, t, total),
            _ => {
                self.for_nothing(scope, &c.kind);
                let help = "write `+ e`, `x n`, `reroll all` or `+ 1 dice, drop lowest`";
                self.fault(Code::Place, core_at(c), "this does not change a total", help);
                None
            }
        }
    }

    /// A change in a pool or a check, which look at each die or at a score.
    fn change_in_dice(&mut self, scope: &mut Scope, t: &Tossed<'_>) -> Option<ChangeKind> {
        let (c, at) = (t.c, core_at(t.c));
        let pool = matches!(t.sort, Sort::Pool(_));
        match &c.kind {
            ContribKind::Total(s) | ContribKind::Add { amount: s, .. } if pool => {
                self.for_nothing(scope, &c.kind);
                let sign = if s.minus { "-" } else { "+" };
                let said = Spelt(&self.rules.names).operand(&s.amount, Level::Product);
                let more = if s.minus { "fewer" } else { "more" };
                let help = format!("write `each die {sign} {said}` for every die, or `{sign} {said} dice` for {more} of them");
                self.fault(Code::Place, at, "a pool has no total: its successes are counted", help);
                return None;
            }
            ContribKind::Each(_)
            | ContribKind::Total(_)
            | ContribKind::Add { .. }
            | ContribKind::Dice(_)
            | ContribKind::Explode { .. }
            | ContribKind::Need(_)
            | ContribKind::Natural(_)
            | ContribKind::Reroll(_)
            | ContribKind::Passes
            | ContribKind::Fails
            | ContribKind::Exactly { .. }
            | ContribKind::Keep(_) => {}
            ContribKind::HitCounts(_) if t.waits => {}
            _ if t.sort == Sort::Unknown => {}
            ContribKind::Set(_) => {
                let help =
                    "write `exactly 2 dice` for how many are rolled, `need 4+` for the score that is wanted, `natural 6 hits` for a face";
                self.fault(Code::Place, at, "what a roll comes to is not set: it is rolled", help);
                return None;
            }
            _ => {
                let help = "write `each die +n`, `+n dice`, `reroll ...`, `natural ...` or `need s+`";
                self.fault(Code::Place, at, "this changes quantities or steps, not a roll", help);
                return None;
            }
        }
        let seen = t.waits && !matches!(c.kind, ContribKind::HitCounts(_));
        if seen && t.sort == Sort::Pool(false) {
            let help = "add `passes with 1 or more` to the pool";
            let turns = matches!(c.kind, ContribKind::Passes | ContribKind::Fails);
            let where_ = if t.awaits.is_some() { Some(t.at) } else { turns.then_some(at) };
            if let Some(at) = where_ {
                self.fault(Code::Place, at, "this pool is neither passed nor failed", help);
                return None;
            }
        }
        self.tossed_amount(scope, t, Ty::PLAIN)
    }

    /// The amount of what changes nothing: what is wrong with its words is told all the same.
    fn for_nothing(&mut self, scope: &mut Scope, kind: &ContribKind) {
        if let ContribKind::Each(s) | ContribKind::Total(s) | ContribKind::Add { amount: s, .. } = kind {
            self.effect(scope, &s.amount);
        }
    }

    /// What is changed, its amount in its measure.
    fn tossed_amount(&mut self, scope: &mut Scope, t: &Tossed<'_>, total: Ty) -> Option<ChangeKind> {
        let c = t.c;
        Some(match &c.kind {
            ContribKind::Each(s) => ChangeKind::Each { minus: s.minus, amount: self.tossed(scope, t, &s.amount, total) },
            ContribKind::Total(s) => ChangeKind::Total { minus: s.minus, amount: self.tossed(scope, t, &s.amount, total) },
            ContribKind::Add { amount: Signed { minus, amount }, per } => {
                let amount = self.tossed(scope, t, amount, total);
                let every = per.as_ref().map(|p| self.for_every(scope, p));
                ChangeKind::Add { minus: *minus, amount, every }
            }
            ContribKind::Dice(d) => {
                let how = match d.op {
                    DiceOp::Plus => DiceChange::Plus,
                    DiceOp::Minus => DiceChange::Minus,
                    DiceOp::Times => DiceChange::Times,
                };
                let amount = self.tossed(scope, t, &d.amount, Ty::PLAIN);
                let every: Option<Every> = d.per.as_ref().map(|p| self.for_every(scope, p));
                ChangeKind::Dice { how, amount, every, keep: d.keep.map(|k| k.what) }
            }
            ContribKind::AtLeast(e) => ChangeKind::Floor(self.tossed(scope, t, e, total)),
            ContribKind::AtMost(e) => ChangeKind::Ceiling(self.tossed(scope, t, e, total)),
            ContribKind::Set(e) => ChangeKind::Set(self.tossed(scope, t, e, total)),
            ContribKind::Exactly { number, dice } => ChangeKind::Exactly(self.tossed(scope, t, number, Ty::PLAIN), *dice),
            ContribKind::Scale { by, .. } => {
                let worked_out = match by {
                    crate::ast::Factor::Times(e) if super::factor::share_of_one(e).is_none() => Some(self.tossed(scope, t, e, Ty::PLAIN)),
                    _ => None,
                };
                self.factor(Receiver::Throw(t.proc), scope, c, worked_out)
            }
            ContribKind::Need(e) => ChangeKind::Need(self.effect(scope, e)),
            ContribKind::Natural(n) => {
                let shown = self.shown_by(t.proc);
                let (natural, forced) = self.natural_score(n, core_at(c), shown)?;
                ChangeKind::Natural(natural, forced)
            }
            ContribKind::Reroll(r) => {
                let faces = self.faces(&r.faces);
                ChangeKind::Reroll { faces, may: r.may, anew: r.anew }
            }
            ContribKind::Explode { which, once } => {
                let which: &Exploding = which;
                ChangeKind::Explode(self.exploding(which, core_at(c))?, *once)
            }
            ContribKind::Keep(k) => ChangeKind::Keep(k.what),
            // dice alone are thrown for each success; dice within an amount are none of it
            ContribKind::HitCounts(e) if matches!(*e.kind, crate::ast::ExprKind::Dice(_)) => match *self.effect(scope, e).kind {
                ExprKind::Roll(dice) => ChangeKind::HitDice(dice),
                _ => return None,
            },
            ContribKind::HitCounts(e) => ChangeKind::HitCounts(self.expr(scope, e)),
            ContribKind::Passes => ChangeKind::Passes,
            ContribKind::Fails => ChangeKind::Fails,
            _ => return None,
        })
    }

    /// An amount that may be rolled, told if it is in another measure than what it changes.
    fn tossed(&mut self, scope: &mut Scope, t: &Tossed<'_>, e: &crate::ast::Expr, wanted: Ty) -> Expr {
        let amount = self.effect(scope, e);
        if amount.ty.fits(wanted) || self.zero(&amount) {
            return amount;
        }
        let (is, want) = (self.describe(amount.ty), self.describe(wanted));
        let name = self.rules.procs.get(t.proc).map_or_else(String::new, |p| self.said(p.head.name));
        let what = if wanted == self.total_of(t.proc) { format!("`{name}` is {want}") } else { format!("{want} is wanted here") };
        let message = format!("{what}, and this is {is}");
        self.report(Diagnostic::new(Code::Measure, core_at(t.c).span(), message).help(format!("give it in {want}")));
        amount
    }
}

impl Tossed<'_> {
    /// Whether a change waits until the dice lie there.
    fn waits(&self, may: bool) -> bool {
        let pool = matches!(self.sort, Sort::Pool(_));
        match &self.c.kind {
            ContribKind::Reroll(_) if matches!(self.sort, Sort::Total(_)) => true,
            ContribKind::Reroll(r) => {
                let asked = may || r.may || self.awaits.is_some();
                asked || pool && (r.anew || matches!(r.faces, crate::ast::Faces::Some(_)))
            }
            // a total has no result of its own to wait for
            ContribKind::Passes | ContribKind::Fails => !matches!(self.sort, Sort::Total(_)),
            ContribKind::HitCounts(_) => pool,
            _ => false,
        }
    }
}

/// The result that guards wait for.
fn awaited_by(guards: &[Guard]) -> Option<bool> {
    guards.iter().find_map(|g| g.result)
}
