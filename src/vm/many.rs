//! What is asked of all that a description picks out.

use super::cast::NONE;
use super::eval::Ask;
use super::great;
use crate::ir::{Id as _, KindNo, List, ListRowNo, S, X};

impl Ask<'_> {
    pub(super) fn how_many(&self, s: S, regs: &mut [i64]) -> i64 {
        let mut n = 0;
        self.each(s, regs, &mut |_, _, _| {
            n += 1;
            true
        });
        n
    }

    pub(super) fn is_any(&self, s: S, regs: &mut [i64]) -> bool {
        let mut any = false;
        self.each(s, regs, &mut |_, _, _| {
            any = true;
            false
        });
        any
    }

    pub(super) fn first(&self, s: S, regs: &mut [i64]) -> i64 {
        let mut first = NONE;
        self.each(s, regs, &mut |_, _, e| {
            first = e;
            false
        });
        first
    }

    /// The highest or the lowest value of all.
    pub(super) fn extreme(&self, sel: S, value: X, high: bool, regs: &mut [i64]) -> i64 {
        let mut best: Option<i64> = None;
        self.each(sel, regs, &mut |ask, regs, _| {
            let v = ask.x(value, regs);
            best = Some(best.map_or(v, |b| if high { b.max(v) } else { b.min(v) }));
            true
        });
        best.unwrap_or(0)
    }

    /// The value that most have; of those that as many have, the greatest.
    pub(super) fn majority(&self, sel: S, value: X, regs: &mut [i64]) -> i64 {
        let mut seen: Vec<(i64, u32)> = Vec::new();
        self.each(sel, regs, &mut |ask, regs, _| {
            let v = ask.x(value, regs);
            match seen.iter_mut().find(|(s, _)| *s == v) {
                Some((_, n)) => *n += 1,
                None => seen.push((v, 1)),
            }
            true
        });
        seen.iter().max_by_key(|(v, n)| (*n, *v)).map_or(0, |(v, _)| *v)
    }

    /// The row of a kind that is carried most often.
    pub(super) fn commonest(&self, sel: S, kind: KindNo, regs: &mut [i64]) -> i64 {
        let mut seen: List<ListRowNo, u32> = vec![0; self.program.list_rows.len()].into();
        self.each(sel, regs, &mut |ask, _, e| {
            for row in ask.cast.ent(e).map_or(&[][..], |e| e.carries.as_slice()) {
                let fits = ask.program.list_rows.get(*row).is_some_and(|r| r.kind == kind);
                if let Some(n) = seen.get_mut(*row).filter(|_| fits) {
                    *n += 1;
                }
            }
            true
        });
        let best = seen.iter().filter(|(_, n)| **n > 0).max_by_key(|(i, n)| (**n, std::cmp::Reverse(*i)));
        best.map_or(NONE, |(row, _)| row.value())
    }

    pub(super) fn sum(&self, sel: S, value: X, regs: &mut [i64]) -> i64 {
        let mut sum = 0i64;
        self.each(sel, regs, &mut |ask, regs, _| {
            sum = great::sum(sum, ask.x(value, regs));
            true
        });
        sum
    }
}
