//! Natural scores, and dice that are kept or put aside.

use super::super::Resolver;
use super::throw::Throw;
use super::value::line_below;
use crate::ast::{self, ExprKind, ItemKind, NaturalResult, OrWay};
use crate::diag::Code;
use crate::hir::{Forced, Line, Natural};
use crate::source::At;

/// What a die of a pool counts, at most.
const MOST_COUNTED: i64 = 127;
/// Sides of a die of which natural scores are told apart, at most.
const MOST_NATURAL: i64 = 32;

/// What the dice of a throw can show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown {
    /// Sides of each die.
    pub sides: i64,
    /// The highest natural score, where that is known.
    pub most: Option<i64>,
}

impl Shown {
    /// Those of a pool, each die of which counts by itself.
    pub const fn each(sides: i64) -> Self {
        Self { sides, most: Some(sides) }
    }

    /// Those of so many dice that count together.
    pub const fn sum(number: i64, sides: i64) -> Self {
        Self { sides, most: number.checked_mul(sides) }
    }
}

impl<'a> Resolver<'a> {
    /// Shown that a throw itself gives a result.
    pub(super) fn own_naturals(&mut self, throw: Throw<'a>, shown: Shown) -> Vec<(Line, Natural, Forced)> {
        let mut out = Vec::new();
        for item in &throw.says.items {
            let ItemKind::Natural(natural) = &item.kind else { continue };
            if let Some((which, forced)) = self.natural_score(natural, item.at, shown) {
                out.push((line_below(throw.decl, item, None), which, forced));
            }
        }
        out
    }

    /// Natural scores with a result of their own, of the dice that are thrown.
    pub(crate) fn natural_score(&mut self, natural: &ast::Natural, at: At, shown: Shown) -> Option<(Natural, Forced)> {
        if shown.sides > MOST_NATURAL {
            let message = format!("natural scores of a die with more than {MOST_NATURAL} sides are not told apart yet");
            self.fault(Code::Unready, at, message, "ask for the total instead");
        }
        let score = natural.face.value;
        if shown.most.is_some_and(|most| score > most) || score < 1 {
            let most = shown.most.unwrap_or(shown.sides);
            self.fault(Code::Type, natural.face.at, format!("no such throw shows `{score}`"), format!("write a number from 1 to {most}"));
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
