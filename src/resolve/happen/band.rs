//! What follows from what is thrown: totals, passes and failures, differences.

use super::super::{Resolver, Scope};
use super::lend::cited;
use super::throw::Throw;
use crate::ast::{self, BandKind, Bound, ExprKind, Item, ItemKind, Part, Range, RangeKind, Walk as _};
use crate::diag::{Code, Diagnostic};
use crate::hir::{Band, Block, Line, Ty};
use crate::num::Measure;
use crate::source::At;

impl<'a> Resolver<'a> {
    /// What follows from the total of a roll; `otherwise` is for what none above it names.
    pub(super) fn score_bands(&mut self, scope: &mut Scope, throw: Throw<'a>, gives: Ty) -> Vec<(Line, Band, Block)> {
        let mut out = Vec::new();
        self.meant_once(throw);
        for (item, band) in bands(throw) {
            let BandKind::Score(range) = &band.what else {
                let help = "write `1 to 3: ...`, or `otherwise: ...`";
                self.fault(Code::Place, band.what_at, "a roll has a total, and is neither passed nor won", help);
                continue;
            };
            let what = if range.kind == RangeKind::Else {
                Band::Otherwise
            } else {
                let inches = in_inches(range);
                if inches != (gives == Ty::LENGTH) {
                    let (is, help) =
                        if inches { ("a plain number", "leave out the `\"`") } else { ("a length", "write inches, such as `3\"`") };
                    self.fault(Code::Measure, range.at, format!("the total of this roll is {is}"), help);
                }
                let (low, high) = span_of(range);
                Band::Score(low, high)
            };
            out.push((line(item), what, self.block(scope, &band.block)));
        }
        out
    }

    /// What follows from a check.
    pub(super) fn result_bands(&mut self, scope: &mut Scope, throw: Throw<'a>) -> Vec<(Line, Band, Block)> {
        let mut out = Vec::new();
        self.meant_once(throw);
        for (item, band) in bands(throw) {
            let what = match &band.what {
                BandKind::Passed => Band::Passed,
                BandKind::Failed => Band::Failed,
                BandKind::FailedBy(range) => {
                    let (low, high) = span_of(range);
                    Band::FailedBy(low, high)
                }
                BandKind::Score(range) if range.kind == RangeKind::Else => {
                    let has_failed = bands(throw).any(|(_, b)| matches!(b.what, BandKind::Failed));
                    let other = if has_failed { "passed" } else { "failed" };
                    let help = format!("write `{other}:` in place of `otherwise:`");
                    self.fault(Code::Place, band.what_at, "a check is passed or failed, and has no `otherwise`", help);
                    continue;
                }
                BandKind::Difference(_) | BandKind::Score(_) => {
                    let help = "write `passed: ...`, `failed: ...` or `failed by 1 to 2: ...`";
                    self.fault(Code::Place, band.what_at, "a check is passed or failed, and nothing else comes of it", help);
                    continue;
                }
            };
            out.push((line(item), what, self.block(scope, &band.block)));
        }
        out
    }

    /// Faults two lines of one result, and two that share some of their numbers. What is open to one side may hold a whole other:
    /// `1 or more` says what comes of `3 or more` besides.
    fn meant_once(&mut self, throw: Throw<'a>) {
        let mut known: Vec<((i64, i64), At)> = Vec::new();
        let mut plain: Vec<(BandKind, At)> = Vec::new();
        for (_, band) in bands(throw) {
            if let BandKind::Passed | BandKind::Failed = band.what {
                if let Some((_, first)) = plain.iter().find(|(what, _)| *what == band.what) {
                    let said = if band.what == BandKind::Passed { "passed" } else { "failed" };
                    let d = Diagnostic::new(Code::TwiceRow, band.what_at.span(), format!("two lines say what comes of `{said}`"));
                    self.report(d.label(first.span(), "the other").help("put both into one line, or take one out"));
                }
                plain.push((band.what, band.what_at));
                continue;
            }
            let (BandKind::FailedBy(range) | BandKind::Difference(range) | BandKind::Score(range)) = &band.what else { continue };
            if range.kind == RangeKind::Else {
                continue;
            }
            let (low, high) = span_of(range);
            let crosses = |(a, b): (i64, i64)| (a < low && low <= b && b < high) || (low < a && a <= high && high < b);
            let closed = |(a, b): (i64, i64)| a > i64::MIN && b < i64::MAX;
            let within = |(a, b): (i64, i64)| (a <= low && high <= b || low <= a && b <= high) && closed((a, b)) && closed((low, high));
            if let Some((span, at)) = known.iter().find(|(span, _)| within(*span)) {
                self.one_within((*span, *at), ((low, high), range.at), range);
            } else if let Some(((a, _), at)) = known.iter().find(|(span, _)| crosses(*span)) {
                let both = measured(low.max(*a), range);
                let d = Diagnostic::new(Code::TwiceRow, range.at.span(), format!("two lines say what comes of {both}"));
                self.report(d.label(at.span(), "the other").help(format!("end the lower of them before {both}")));
            }
            known.push(((low, high), range.at));
        }
    }

    /// Faults the wider of two lines of results, of which one has all numbers of the other.
    fn one_within(&mut self, first: ((i64, i64), At), second: ((i64, i64), At), range: &Range) {
        let wide = |((a, b), _): ((i64, i64), At)| b.saturating_sub(a);
        let (outer, inner) = if wide(first) > wide(second) { (first, second) } else { (second, first) };
        let ((a, b), (low, high)) = (outer.0, inner.0);
        let said = |n: i64| measured(n, range);
        let span = |from: i64, to: i64| if from == to { said(from) } else { format!("{} to {}", said(from), said(to)) };
        let d = Diagnostic::new(Code::TwiceRow, outer.1.span(), format!("two lines say what comes of {}", span(low, high)));
        let help = match (a == low, b == high) {
            (true, true) => "put both into one line, or take one out".to_owned(),
            (true, false) if !in_inches(range) => format!("write `{}`", span(high + 1, b)),
            (false, true) if !in_inches(range) => format!("write `{}`", span(a, low - 1)),
            _ => format!("end it before {}, and begin another line behind it", said(low)),
        };
        self.report(d.label(inner.1.span(), "the other").help(help));
    }

    /// Faults who won and who lost where both totals are the same.
    fn nobody_won(&mut self, block: &ast::Block) {
        let mut named: Vec<(&str, At)> = Vec::new();
        block.walk(&mut |part| {
            let Part::Expr(e) = part else { return };
            let ExprKind::Local(word) = &*e.kind else { return };
            let both = ["winner", "loser"];
            named.extend(both.into_iter().find(|b| *b == self.rules.names.text(word.sym)).map(|b| (b, e.at)));
        });
        for (word, at) in named {
            let what = format!("the totals are the same here, and there is no {word}");
            self.fault(Code::Name, at, what, "name one of the two as the head does, or both in turn");
        }
    }

    /// What follows from how far two rolls are apart.
    pub(super) fn difference_bands(&mut self, scope: &mut Scope, throw: Throw<'a>) -> Vec<(Line, Band, Block)> {
        let mut out = Vec::new();
        self.meant_once(throw);
        for (item, band) in bands(throw) {
            let BandKind::Difference(range) = &band.what else {
                self.fault(Code::Place, item.at, "this is no difference", "write `difference 2 to 3: ...`");
                continue;
            };
            let (low, high) = span_of(range);
            if (low, high) == (0, 0) {
                self.nobody_won(&band.block);
            }
            out.push((line(item), Band::Difference(low, high), self.block(scope, &band.block)));
        }
        out
    }
}

/// The lines of a throw that say what follows.
fn bands(throw: Throw<'_>) -> impl Iterator<Item = (&Item, &ast::Band)> {
    throw.says.items.iter().filter_map(|i| if let ItemKind::Band(band) = &i.kind { Some((i, band)) } else { None })
}

fn line(item: &Item) -> Line {
    Line { name: None, at: item.at, cites: cited(&item.cites) }
}

/// The numbers that a range holds, both ends included; lengths in thousandths of an inch.
pub(crate) fn span_of(range: &Range) -> (i64, i64) {
    let (low, high) = (i64::MIN, i64::MAX);
    match range.kind {
        RangeKind::Is(n) => (n.value, n.value),
        RangeKind::Between(a, b) => (a.value, b.value),
        RangeKind::OrMore(n) => (n.value, high),
        RangeKind::OrLess(n) | RangeKind::To(n) => (low, n.value),
        RangeKind::Under(n) => (low, n.value.saturating_sub(1)),
        RangeKind::Over(n) => (n.value.saturating_add(1), high),
        RangeKind::Else => (low, high),
    }
}

/// A number of a range, as it is written there.
fn measured(n: i64, range: &Range) -> String {
    if in_inches(range) { Measure::from_thousandths(n).to_string() } else { n.to_string() }
}

/// Whether a range is of lengths.
fn in_inches(range: &Range) -> bool {
    let inches = |b: Bound| b.inches;
    match range.kind {
        RangeKind::Between(a, b) => inches(a) || inches(b),
        RangeKind::Is(n) | RangeKind::OrMore(n) | RangeKind::OrLess(n) | RangeKind::To(n) | RangeKind::Under(n) | RangeKind::Over(n) => {
            inches(n)
        }
        RangeKind::Else => false,
    }
}

#[cfg(test)]
mod tests {
    use super::span_of;
    use crate::ast::{Bound, Range, RangeKind};
    use crate::source::At;

    #[test]
    fn ranges_hold_both_ends() {
        let n = |value| Bound { value, inches: false };
        let of = |kind| span_of(&Range { kind, at: At::default() });
        assert_eq!(of(RangeKind::Is(n(4))), (4, 4));
        assert_eq!(of(RangeKind::Between(n(2), n(3))), (2, 3));
        assert_eq!(of(RangeKind::OrMore(n(5))), (5, i64::MAX));
        assert_eq!(of(RangeKind::Under(n(4))), (i64::MIN, 3));
        assert_eq!(of(RangeKind::Over(n(i64::MAX))), (i64::MAX, i64::MAX));
    }
}
