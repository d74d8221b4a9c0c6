//! Limits that limit nothing: what they limit is never so little, or never so much.

use super::super::Whole;
use super::super::bounds::written;
use super::super::known::spread;
use super::super::reach::Reach;
use super::super::reader::Reader;
use super::super::said::{of_throw, of_value};
use super::super::term::number;
use crate::diag::{Code, Diagnostic};
use crate::hir::{ChanceKind, Change, ChangeKind, Comparison, Expr, ExprKind, Factor, Head, ProcKind, Ty};
use crate::source::Span;

/// Reports them.
pub(in crate::check) fn check(whole: Whole<'_>, reach: &Reach) -> Vec<Diagnostic> {
    let Whole { rules, graph, .. } = whole;
    let mut out = Vec::new();
    for (id, value) in rules.values.iter().filter(|(_, v)| v.column.is_none() && v.head.gives != Ty::Need) {
        let met = of_value(rules, graph, id);
        let changes: Vec<&Change> =
            value.rows.iter().map(|r| &r.change).chain(met.iter().filter(|s| s.met.is_some()).map(|s| s.change)).collect();
        let first = value.rows.iter().find(|r| r.change.guard.is_empty()).map(|r| &r.change.kind);
        let starts = match (&value.base, first) {
            (Some(base), _) => vec![base.clone()],
            (None, Some(ChangeKind::Set(e))) => vec![e.clone()],
            _ => continue,
        };
        // the limit of a plain number is for those who change it in packs of their own
        if starts.iter().all(|e| number(rules, e).is_some()) {
            continue;
        }
        let own = [(true, &value.least), (false, &value.most)].into_iter().filter_map(|(low, e)| Some((low, e.as_ref()?)));
        let look = Limited { whole, reach, head: &value.head, starts, changes };
        out.extend(own.filter_map(|(low, e)| look.needless(low, e)));
        out.extend(look.of_changes());
    }
    for (id, proc) in rules.procs.iter() {
        let ProcKind::Chance(chance) = &proc.kind else { continue };
        let ChanceKind::Roll(Some(total)) = &chance.kind else { continue };
        let ExprKind::Roll(dice) = &*total.kind else { continue };
        let Some((least, most)) = spread(dice) else { continue };
        let starts = [least, most].map(|n| Expr::new(ExprKind::Int(n), total.ty, total.at)).to_vec();
        let changes = of_throw(rules, graph, id).iter().map(|s| s.change).collect();
        out.extend(Limited { whole, reach, head: &proc.head, starts, changes }.of_changes());
    }
    out
}

/// Something that has limits: what it may be to begin with, and all that changes it.
struct Limited<'a> {
    whole: Whole<'a>,
    reach: &'a Reach,
    head: &'a Head,
    starts: Vec<Expr>,
    changes: Vec<&'a Change>,
}

impl Limited<'_> {
    /// Those of its limits that rules or rows say.
    fn of_changes(&self) -> Vec<Diagnostic> {
        let limit = |c: &&Change| match &c.kind {
            ChangeKind::Floor(e) => self.needless(true, e),
            ChangeKind::Ceiling(e) => self.needless(false, e),
            _ => None,
        };
        self.changes.iter().filter_map(limit).collect()
    }

    /// A least that it is never below, whatever changes it, or a most that it is never above.
    fn needless(&self, low: bool, limit: &Expr) -> Option<Diagnostic> {
        let n = number(self.whole.rules, limit)?;
        let beyond = if low { Comparison::Less } else { Comparison::More };
        let within = |e: &Expr| self.never(beyond, e, limit);
        let others = self
            .changes
            .iter()
            .filter(|c| !matches!(&c.kind, ChangeKind::Floor(e) | ChangeKind::Ceiling(e) if e.at.span() == limit.at.span()));
        if !self.starts.iter().all(within) || !others.into_iter().all(|c| self.keeps(&c.kind, low, limit, n)) {
            return None;
        }
        let name = self.whole.rules.names.text(self.head.name);
        let (side, other) = if low { ("less", "at most") } else { ("more", "at least") };
        let span = self.with_words(limit.at.span(), if low { "at least " } else { "at most " });
        let message = format!("`{name}` is never {side} than {} as it is", written(n, limit.ty));
        let d = Diagnostic::new(Code::Never, span, message).here("this limits nothing");
        Some(d.help(format!("leave it out, or write `{other}` if that is meant")))
    }

    /// Whether a change cannot bring it beyond a limit that it is within.
    fn keeps(&self, change: &ChangeKind, low: bool, limit: &Expr, n: i64) -> bool {
        let beyond = if low { Comparison::Less } else { Comparison::More };
        let zero = |like: &Expr| Expr::new(ExprKind::Int(0), like.ty, like.at);
        match change {
            ChangeKind::Set(e) | ChangeKind::Exactly(e, _) => self.never(beyond, e, limit),
            ChangeKind::Add { minus, amount, .. } | ChangeKind::Total { minus, amount } => {
                let wrong = if *minus == low { Comparison::More } else { Comparison::Less };
                self.never(wrong, amount, &zero(amount))
            }
            ChangeKind::Scale(Factor::Share(..), _) => low && n <= 0,
            ChangeKind::Scale(Factor::By(e), _) => low && n <= 0 && self.never(Comparison::Less, e, &zero(e)),
            ChangeKind::Floor(e) => low || self.never(beyond, e, limit),
            ChangeKind::Ceiling(e) => !low || self.never(beyond, e, limit),
            ChangeKind::Reroll { .. } => true,
            _ => false,
        }
    }

    fn never(&self, how: Comparison, a: &Expr, b: &Expr) -> bool {
        let mut reader = Reader::new(self.whole.rules, self.reach);
        let guard = reader.guard(&Expr::new(ExprKind::Compare(how, a.clone(), b.clone()), Ty::Truth, a.at), true);
        reader.laws.never(&guard)
    }

    /// A limit with the words before it.
    fn with_words(&self, limit: Span, words: &str) -> Span {
        let whole = Span { start: limit.start.saturating_sub(u32::try_from(words.len()).unwrap_or(0)), ..limit };
        if self.whole.files.slice(whole).starts_with(words) { whole } else { limit }
    }
}
