//! Comparisons of sums: what stands on both sides becomes one term so many times, and a constant.

use std::collections::BTreeMap;

use super::guard::{Guard, Ranges, Term};
use super::reader::Reader;
use super::term::number;
use crate::hir::{Expr, ExprKind, Operator};

/// A sum of terms, each so many times, and a constant.
type Sum = (BTreeMap<Term, i64>, i64);

impl Reader<'_> {
    /// `a + gap <= b`.
    pub(super) fn below(&mut self, a: &Expr, b: &Expr, gap: i64) -> Guard {
        let Some((term, by, constant)) = self.difference(a, b) else { return Guard::of(true) };
        // term x by + constant + gap <= 0
        let Some(limit) = constant.checked_add(gap).and_then(i64::checked_neg) else { return Guard::of(true) };
        match term {
            None => Guard::of(limit >= 0),
            Some(t) if by > 0 => Guard::within(t, Ranges::span(i64::MIN, limit.div_euclid(by))),
            Some(t) => Guard::within(t, Ranges::span(limit.div_euclid(by.saturating_neg()).saturating_neg(), i64::MAX)),
        }
    }

    pub(super) fn equal(&mut self, a: &Expr, b: &Expr, yes: bool) -> Guard {
        if a.is_error() || b.is_error() {
            return Guard::of(true);
        }
        let Some((term, by, constant)) = self.difference(a, b) else { return Guard::of(true) };
        let Some(t) = term else { return Guard::of((constant == 0) == yes) };
        let Some(wanted) = constant.checked_neg() else { return Guard::of(true) };
        if wanted.checked_rem(by) != Some(0) {
            return Guard::of(!yes);
        }
        let only = Ranges::one(wanted.checked_div(by).unwrap_or(0));
        Guard::within(t, if yes { only } else { only.not() })
    }

    /// `a - b` as one term so many times and a constant; the same sum is the same term whichever side it stands on.
    pub(super) fn difference(&mut self, a: &Expr, b: &Expr) -> Option<(Option<Term>, i64, i64)> {
        let mut sum: Sum = (BTreeMap::new(), 0);
        self.collect(a, 1, &mut sum)?;
        self.collect(b, -1, &mut sum)?;
        let (mut terms, constant) = sum;
        terms.retain(|_, n| *n != 0);
        let all: Vec<(Term, i64)> = terms.into_iter().collect();
        match all.as_slice() {
            [] => Some((None, 0, constant)),
            [(t, by)] => Some((Some(*t), *by, constant)),
            [(_, first), ..] => {
                let sign = first.signum();
                let shape = all.iter().map(|(_, n)| format!("{} ", n * sign)).collect::<String>();
                let term = self.intern(&format!("sum {shape}"), all.iter().map(|(t, _)| *t).collect());
                Some((Some(term), sign, constant))
            }
        }
    }

    fn collect(&mut self, e: &Expr, times: i64, sum: &mut Sum) -> Option<()> {
        if let Some(n) = number(self.rules, e) {
            sum.1 = sum.1.checked_add(n.checked_mul(times)?)?;
            return Some(());
        }
        match &*e.kind {
            ExprKind::Neg(a) => self.collect(a, times.checked_neg()?, sum)?,
            ExprKind::Math(Operator::Plus, a, b) => {
                self.collect(a, times, sum)?;
                self.collect(b, times, sum)?;
            }
            ExprKind::Math(Operator::Minus, a, b) => {
                self.collect(a, times, sum)?;
                self.collect(b, times.checked_neg()?, sum)?;
            }
            ExprKind::Math(Operator::Times, a, b) => match (number(self.rules, a), number(self.rules, b)) {
                (Some(n), _) => self.collect(b, times.checked_mul(n)?, sum)?,
                (_, Some(n)) => self.collect(a, times.checked_mul(n)?, sum)?,
                _ => self.add_term(e, times, sum)?,
            },
            _ => self.add_term(e, times, sum)?,
        }
        Some(())
    }

    fn add_term(&mut self, e: &Expr, times: i64, sum: &mut Sum) -> Option<()> {
        let term = self.term(e);
        let n = sum.0.entry(term).or_insert(0);
        *n = n.checked_add(times)?;
        Some(())
    }
}
