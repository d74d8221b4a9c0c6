//! Natural scores, and dice that are kept or put aside.

use super::super::Resolver;
use super::loops::end_of;
use super::throw::Throw;
use super::value::line_below;
use crate::ast::{self, ExprKind, ItemKind, NaturalResult, OrWay};
use crate::diag::Code;
use crate::hir::{Forced, Keep, Line, Natural};
use crate::source::At;

/// What a die of a pool counts, at most.
const MOST_COUNTED: i64 = 127;
/// Sides of a die of which natural scores are told apart, at most.
const MOST_NATURAL: i64 = 32;

impl<'a> Resolver<'a> {
    /// Faces that a throw itself gives a result.
    pub(super) fn own_naturals(&mut self, throw: Throw<'a>, sides: Option<i64>) -> Vec<(Line, Natural, Forced)> {
        let mut out = Vec::new();
        for item in &throw.says.items {
            let ItemKind::Natural(natural) = &item.kind else { continue };
            if let Some((which, forced)) = self.natural_score(natural, item.at, sides) {
                out.push((line_below(throw.decl, item, None), which, forced));
            }
        }
        out
    }

    /// Natural scores with a result of their own; `sides` are those of the dice that are thrown, where that is known.
    pub(crate) fn natural_score(&mut self, natural: &ast::Natural, at: At, sides: Option<i64>) -> Option<(Natural, Forced)> {
        if sides.is_some_and(|s| s > MOST_NATURAL) {
            let message = format!("natural scores of a die with more than {MOST_NATURAL} sides are not told apart yet");
            self.fault(Code::Unready, at, message, "ask for the total instead");
        }
        let face = u8::try_from(natural.face.value).map_or(0, i64::from);
        let which = match natural.or {
            Some(OrWay::More) => Natural::OrMore(face),
            Some(OrWay::Less) => Natural::OrLess(face),
            None => Natural::Exactly(face),
        };
        let forced = match &natural.result {
            NaturalResult::Hits | NaturalResult::Passes => Forced::Succeeds,
            NaturalResult::Misses | NaturalResult::Fails => Forced::Fails,
            NaturalResult::Counts(e) => match *e.kind {
                ExprKind::Int(n) => Forced::Counts(self.at_most_counted(n, at)),
                _ => {
                    let help = "write `hits`, `misses` or `counts n`";
                    self.fault(Code::Unready, at, "this result of a natural score cannot be carried out yet", help);
                    return None;
                }
            },
        };
        Some((which, forced))
    }

    /// What a die counts, or a face of it; told where it is too much.
    pub(super) fn at_most_counted(&mut self, n: i64, at: At) -> i64 {
        if (0..=MOST_COUNTED).contains(&n) {
            return n;
        }
        self.fault(Code::Unready, at, format!("a die counts at most {MOST_COUNTED}"), "multiply the result of the pool");
        1
    }
}

/// `keep highest 2`, `drop lowest`.
pub(crate) fn keep_of(keep: &ast::Keep) -> Keep {
    let number = keep.number.map_or(1, |n| u8::try_from(n.value).unwrap_or(1));
    Keep { drop: keep.drop, which: end_of(keep.best), number }
}
