//! Which dice of a throw are meant: those that failed, those that show a face, those that are kept.

use crate::ast::{self, Exploding, Range, RangeKind};
use crate::diag::Code;
use crate::hir::Faces;
use crate::source::At;

use super::super::Resolver;

impl Resolver<'_> {
    /// Dice that are rolled again.
    pub(super) fn faces(&mut self, faces: &ast::Faces) -> Faces {
        match faces {
            ast::Faces::Failures => Faces::Failures,
            ast::Faces::Successes => Faces::Successes,
            ast::Faces::All | ast::Faces::Once => Faces::All,
            ast::Faces::SomeFailures(n) | ast::Faces::SomeSuccesses(n) => Faces::Some(small(n.value, 1)),
            ast::Faces::Some(n) => Faces::Worst(small(n.value, 1)),
            ast::Faces::Face(n) => Faces::Face(small(n.value, 0)),
            ast::Faces::Range(range) => match range.kind {
                RangeKind::OrMore(bound) => Faces::Score(small(bound.value, 0)),
                _ => {
                    let n = first_of(range);
                    let help = format!("write `{n}s` for dice that show it, `{n} or more` for a score");
                    self.fault(Code::Syntax, range.at, "dice are rolled again by their face, or from a score on", help);
                    Faces::Score(n)
                }
            },
        }
    }

    /// Dice that bring others: `6s`, `11 or more`.
    pub(super) fn exploding(&mut self, which: &Exploding, at: At) -> Option<Faces> {
        match which {
            Exploding::Face(n) => Some(Faces::Face(small(n.value, 0))),
            Exploding::Range(Range { kind: RangeKind::OrMore(bound), .. }) => Some(Faces::Score(small(bound.value, 0))),
            Exploding::Range(_) => {
                self.fault(
                    Code::Syntax,
                    at,
                    "dice bring others by their face, or from a score on",
                    "write `explode 6s` or `explode 11 or more`",
                );
                None
            }
        }
    }
}

/// The first number of a range.
fn first_of(range: &Range) -> u8 {
    match range.kind {
        RangeKind::Is(b) | RangeKind::Between(b, _) | RangeKind::OrMore(b) | RangeKind::OrLess(b) => small(b.value, 0),
        RangeKind::Under(_) | RangeKind::Over(_) | RangeKind::To(_) | RangeKind::Else => 0,
    }
}

/// A number of faces or dice; what is too large to be one is taken for something else.
fn small(n: i64, otherwise: u8) -> u8 {
    u8::try_from(n).unwrap_or(otherwise)
}
