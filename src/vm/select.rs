//! Running over what a description picks out, and what is asked of all that it does.

use super::cast::{EntId, NONE};
use super::eval::{Ask, put};
use super::great;
use crate::ir::{Domain, Id as _, KindBase, KindNo, List, ListRowNo, RuleNo, S, Sel, X};

impl<'a> Ask<'a> {
    /// Calls `f` for each of a selection until it says no.
    pub fn each(&self, s: S, regs: &mut [i64], f: &mut dyn FnMut(&Self, &mut [i64], i64) -> bool) {
        let Some(sel) = self.program.sels.get(s) else { return };
        if sel.extreme.is_empty() {
            self.candidates(s, sel, regs, f);
            return;
        }
        let mut best: Vec<i64> = Vec::new();
        self.candidates(s, sel, regs, &mut |_, _, e| {
            best.push(e);
            true
        });
        // of those that are equal in the first, the next decides
        for (value, high) in &sel.extreme {
            let mut limit = None;
            let mut kept = Vec::new();
            for e in best {
                put(regs, sel.var, e);
                let v = self.x(*value, regs);
                if limit.is_none_or(|l| if *high { v > l } else { v < l }) {
                    kept.clear();
                    limit = Some(v);
                }
                if limit == Some(v) {
                    kept.push(e);
                }
            }
            best = kept;
        }
        for e in best {
            put(regs, sel.var, e);
            if !f(self, regs, e) {
                return;
            }
        }
    }

    pub(super) fn candidates(&self, s: S, sel: &Sel, regs: &mut [i64], f: &mut dyn FnMut(&Self, &mut [i64], i64) -> bool) {
        let place = self.place_for(s, sel, regs);
        let mut visit = |ask: &Self, regs: &mut [i64], e: i64| -> bool {
            if place.as_ref().is_some_and(|p| ask.is_elsewhere(p, e)) {
                return true;
            }
            put(regs, sel.var, e);
            if sel.filters.iter().all(|x| ask.holds(*x, regs)) { f(ask, regs, e) } else { true }
        };
        match sel.domain {
            Domain::All(kind) => {
                for e in self.cast.of_kind(kind).map(i64::from) {
                    if self.world.alive(e) && !visit(self, regs, e) {
                        return;
                    }
                }
            }
            Domain::Of(kind, of) => {
                let holder = self.x(of, regs);
                let direct = self.cast.ent(holder).is_some_and(|e| e.base == KindBase::Group && e.pieces.1 > 0);
                let piece = self.program.book.kinds.get(kind).is_some_and(|k| k.base == KindBase::Piece);
                if piece && direct {
                    if place.as_ref().is_some_and(|p| self.are_elsewhere(p, holder)) {
                        return;
                    }
                    for e in self.pieces(holder) {
                        if !visit(self, regs, e) {
                            return;
                        }
                    }
                    return;
                }
                for e in self.cast.of_kind(kind).map(i64::from) {
                    if self.world.alive(e) && e != holder && self.inside(e, holder) && !visit(self, regs, e) {
                        return;
                    }
                }
            }
            Domain::With(kind, of) => {
                let who = self.x(of, regs);
                // itself, or what it is a part of
                let whole = self.up(who, kind);
                if whole != NONE {
                    if self.world.alive(whole) {
                        visit(self, regs, whole);
                    }
                    return;
                }
                let Some(group) = self.cast.ent(who).filter(|e| e.base == KindBase::Group) else { return };
                for e in self.cast.of_kind(kind).map(i64::from) {
                    if self.world.alive(e) && self.up(e, group.kind) == who && !visit(self, regs, e) {
                        return;
                    }
                }
            }
            Domain::RowsOf(kind, of) => {
                let who = self.x(of, regs);
                for (i, row) in self.program.list_rows.iter() {
                    let r = i.value();
                    if row.kind == kind && self.carries(who, r) && !visit(self, regs, r) {
                        return;
                    }
                }
            }
            Domain::Rows(kind) => {
                for (i, row) in self.program.list_rows.iter() {
                    if row.kind == kind && !visit(self, regs, i.value()) {
                        return;
                    }
                }
            }
            Domain::Carriers(rule) => {
                for e in self.carriers(rule) {
                    let e = i64::from(*e);
                    if self.world.alive(e) && !visit(self, regs, e) {
                        return;
                    }
                }
            }
            Domain::Forms(_) => {
                for form in &self.program.forms {
                    if !visit(self, regs, form.state.value()) {
                        return;
                    }
                }
            }
        }
    }

    /// Who may carry a rule.
    pub(super) fn carriers(&self, rule: RuleNo) -> &'a [EntId] {
        self.cast.carriers.get(rule).map_or(&[], Vec::as_slice)
    }

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
