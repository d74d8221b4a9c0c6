//! Results of a throw between others of which nothing comes: `failed by 1 to 2`, `failed by 4 or more`.

use super::super::Whole;
use crate::ast::{Band, BandKind, Bound, Chance, DeclKind, ItemKind, Range, RangeKind};
use crate::diag::{Code, Diagnostic};
use crate::resolve::span_of;

/// Numbers from which something follows, without one missing between them: both ends, the lines that begin and end them.
#[derive(Clone, Copy)]
struct Run<'a> {
    span: (i64, i64),
    first: &'a Band,
    last: &'a Band,
}

/// Reports them.
pub(in crate::check) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for d in whole.decls.iter().filter(|d| !d.unread) {
        let DeclKind::Chance(chance) = &*d.kind else { continue };
        let runs = runs(chance);
        out.extend(runs.windows(2).filter_map(|two| if let [below, above] = two { told(*below, *above) } else { None }));
    }
    out
}

/// The numbers that the lines of a throw name, from the least on; none where a line is for all others.
fn runs(chance: &Chance) -> Vec<Run<'_>> {
    let bands = || chance.items.iter().filter_map(|i| if let ItemKind::Band(b) = &i.kind { Some(b) } else { None });
    let for_all = |b: &Band| b.what == BandKind::Failed || range(b).is_some_and(|r| r.kind == RangeKind::Else);
    // between two lengths there are always others
    let in_inches = |b: &Band| range(b).is_some_and(|r| bounds(r).any(|b| b.inches));
    if bands().any(|b| for_all(b) || in_inches(b)) {
        return Vec::new();
    }
    let mut all: Vec<Run<'_>> = bands().filter_map(|b| Some(Run { span: span_of(range(b)?), first: b, last: b })).collect();
    all.sort_by_key(|r| r.span);
    let mut out: Vec<Run<'_>> = Vec::new();
    for next in all {
        match out.last_mut().filter(|run| next.span.0 <= run.span.1.saturating_add(1)) {
            Some(run) if next.span.1 > run.span.1 => (run.span.1, run.last) = (next.span.1, next.last),
            Some(_) => {}
            None => out.push(next),
        }
    }
    out
}

/// Numbers that are missing between two runs. Of a roll much may come to nothing on purpose, as what lies between a 1 and a 6; a
/// gap that is narrower than both of its neighbours is hardly meant. A margin that is missing never is.
fn told(below: Run<'_>, above: Run<'_>) -> Option<Diagnostic> {
    let (low, high) = (below.span.1.saturating_add(1), above.span.0.saturating_sub(1));
    let wide = |(low, high): (i64, i64)| high.saturating_sub(low);
    let (what, words) = match above.first.what {
        BandKind::FailedBy(_) => ("a failure by", "failed by "),
        BandKind::Difference(_) => ("a difference of", "difference "),
        _ if wide((low, high)) < wide(below.span) && wide((low, high)) < wide(above.span) => ("a total of", ""),
        _ => return None,
    };
    let range = range(above.first)?;
    let wider = match range.kind {
        RangeKind::Is(n) | RangeKind::Between(_, n) => format!("{low} to {}", n.value),
        _ => format!("{low} or more"),
    };
    let missing = if low == high { low.to_string() } else { format!("{low} to {high}") };
    let help = format!("write `{wider}`; or say that it is meant so: `{words}{missing}: note \"nothing\"`");
    let d = Diagnostic::new(Code::Outlier, range.at.span(), format!("nothing comes of {what} {missing}"));
    Some(d.label(below.last.what_at.span(), "the result below").help(help))
}

/// The numbers that a line names.
const fn range(band: &Band) -> Option<&Range> {
    match &band.what {
        BandKind::Score(range) | BandKind::FailedBy(range) | BandKind::Difference(range) => Some(range),
        BandKind::Passed | BandKind::Failed => None,
    }
}

/// The numbers at the ends of a range.
fn bounds(range: &Range) -> impl Iterator<Item = Bound> {
    let (one, other) = match range.kind {
        RangeKind::Is(n) | RangeKind::OrMore(n) | RangeKind::OrLess(n) | RangeKind::Under(n) | RangeKind::Over(n) | RangeKind::To(n) => {
            (Some(n), None)
        }
        RangeKind::Between(a, b) => (Some(a), Some(b)),
        RangeKind::Else => (None, None),
    };
    one.into_iter().chain(other)
}
