//! What could be meant otherwise in quantities, procedures, throws, and in the lines where rules meet them.

use super::Mutator;
use crate::dice::Keep;
use crate::hir::walk::alter::{self as walk, Walk as _};
use crate::hir::{
    Attach, Band, Body, Chance, ChanceKind, ChangeKind, Dice, Every, Expr, Extreme, Faces, Factor, Fill, Forbid, Forced, Limit, Line,
    Meeting, Moves, Mute, Natural, OwnRow, Price, Proc, ProcKind, Step, Terms, Value,
};
use crate::num::Rounding;
use crate::source::At;

impl Mutator {
    pub(super) fn extreme(&mut self, at: At, e: &mut Extreme) {
        if self.here("highest or lowest", at) {
            *e = if *e == Extreme::Highest { Extreme::Lowest } else { Extreme::Highest };
        }
    }

    pub(super) fn rounding(&mut self, at: At, r: &mut Option<Rounding>) {
        if r.is_some() && self.here("rounding", at) {
            *r = Some(if *r == Some(Rounding::Up) { Rounding::Down } else { Rounding::Up });
        }
    }

    pub(super) fn dice(&mut self, dice: &mut Dice) {
        self.number("number of dice", dice.at, &mut dice.number, 1);
        self.number("sides", dice.at, &mut dice.sides, 1);
        if dice.plus != 0 {
            self.number("added to the dice", dice.at, &mut dice.plus, 1);
        }
    }

    pub(super) fn value(&mut self, v: &mut Value) {
        let line = v.head.line.clone();
        self.on_line(&line, v, |m, v| {
            m.rounding(line.at, &mut v.rounding);
            m.truth(v.base.as_mut());
            for least in [&mut v.least, &mut v.most] {
                let at = least.as_ref().map_or(line.at, |e| e.at);
                m.without("limit left out", least, at);
            }
            [&mut v.base, &mut v.least, &mut v.most].into_iter().flatten().for_each(|e| m.expr(e));
            m.rows(&mut v.rows);
        });
    }

    /// A condition as a whole: the opposite.
    pub(super) fn truth(&mut self, e: Option<&mut Expr>) {
        let Some(e) = e.filter(|e| e.ty == crate::hir::Ty::Truth) else { return };
        // what has a change of its own turns with that
        use crate::hir::ExprKind as K;
        if !matches!(*e.kind, K::Truth(_) | K::Not(_) | K::Compare(..) | K::And(_) | K::Or(_) | K::Exists(..)) && self.here("not", e.at) {
            *e = Expr::new(K::Not(e.clone()), e.ty, e.at);
        }
    }

    fn rows(&mut self, rows: &mut Vec<OwnRow>) {
        for row in rows.iter_mut() {
            let line = row.line.clone();
            self.on_line(&line, &mut row.change, Self::change);
        }
        self.lines_out("row left out", rows, |r| &r.line);
    }

    /// Leaves out one of some lines, under the clauses that it cites itself.
    fn lines_out<T>(&mut self, what: &'static str, list: &mut Vec<T>, line: impl Fn(&T) -> &Line) {
        let mut out = Vec::new();
        for (n, item) in list.iter().enumerate() {
            let line = line(item);
            let mut gone = false;
            // some lines have no place of their own
            let nth = if line.at.span().is_empty() { n } else { 0 };
            self.on(line.at, &line.cites, &mut gone, |m, gone| *gone = m.here_nth(what, line.at, nth));
            out.push(gone);
        }
        super::keep(list, &out);
    }

    pub(super) fn proc(&mut self, p: &mut Proc) {
        let line = p.head.line.clone();
        self.on_line(&line, p, |m, p| {
            m.asked(&mut p.needs, &mut p.limits, &mut p.costs);
            p.aim.iter_mut().for_each(|s| m.sel(s));
            for step in &mut p.steps {
                let line = step.line.clone();
                m.on_line(&line, step, Self::step);
            }
            m.lines_out("step left out", &mut p.steps, |s| &s.line);
            m.swapped(&mut p.steps);
            match &mut p.kind {
                ProcKind::Chance(c) => m.chance(c, line.at),
                ProcKind::Manner(manner) => m.rows(&mut manner.rows),
                _ => {}
            }
        });
    }

    fn step(&mut self, s: &mut Step) {
        if let Some(guard) = &mut s.guard {
            let at = guard.at;
            self.expr(guard);
            self.without("condition left out", &mut s.guard, at);
        }
        s.result.iter_mut().for_each(|(_, e)| self.expr(e));
        s.or_else.iter_mut().for_each(|b| self.block(b));
        self.block(&mut s.block);
    }

    /// Two steps in the other order.
    fn swapped(&mut self, steps: &mut [Step]) {
        let mut found = None;
        for i in 1..steps.len() {
            let Some(line) = steps.get(i).map(|s| s.line.clone()) else { continue };
            self.on(line.at, &line.cites, &mut found, |m, found| {
                if m.here("order", line.at) {
                    *found = Some(i);
                }
            });
        }
        if let Some(i) = found {
            steps.swap(i - 1, i);
        }
    }

    fn chance(&mut self, c: &mut Chance, head: At) {
        match &mut c.kind {
            ChanceKind::Pool { each, or_less, passes, .. } => {
                if let Some(each) = each {
                    let at = each.need.as_ref().map_or(head, |n| n.at);
                    self.number("sides", at, &mut each.sides, 1);
                    self.flip("at most or at least", at, &mut each.low);
                    for (n, (from, to, worth)) in each.counts.iter_mut().enumerate() {
                        self.end("first face", at, n, from);
                        self.end("last face", at, n, to);
                        self.number_nth("worth of a face", at, n, worth, 1);
                    }
                }
                if let Some(p) = passes {
                    self.flip("or more or less", p.at, or_less);
                }
            }
            ChanceKind::Check { dice, low, .. } => {
                self.dice(dice);
                self.flip("at most or at least", dice.at, low);
            }
            ChanceKind::Opposed { roll, ties_again, side: _ } => {
                if let Some(r) = roll {
                    self.unsay("ties roll again left out", r.at, ties_again);
                }
            }
            ChanceKind::Roll(_) | ChanceKind::Error => {}
        }
        walk::walk_chance_kind(self, &mut c.kind);
        for (line, natural, forced) in &mut c.naturals {
            let line = line.clone();
            self.on_line(&line, &mut (natural, forced), |m, (natural, forced)| m.natural(line.at, natural, forced));
        }
        self.lines_out("natural left out", &mut c.naturals, |n| &n.0);
        for (line, keep) in &mut c.keep {
            let line = line.clone();
            self.on_line(&line, keep, |m, keep| m.keep(line.at, keep));
        }
        self.lines_out("dice kept left out", &mut c.keep, |k| &k.0);
        self.rows(&mut c.rows);
        for (line, band, block) in &mut c.bands {
            let line = line.clone();
            self.on_line(&line, &mut (band, block), |m, (band, block)| {
                if let Band::FailedBy(a, b) | Band::Difference(a, b) | Band::Score(a, b) = &mut **band {
                    m.end("first number", line.at, 0, a);
                    m.end("last number", line.at, 0, b);
                }
                m.block(block);
            });
        }
        self.lines_out("result left out", &mut c.bands, |b| &b.0);
    }

    fn natural(&mut self, at: At, natural: &mut Natural, forced: &mut Forced) {
        let (Natural::Exactly(n) | Natural::OrMore(n) | Natural::OrLess(n)) = natural;
        self.number("natural score", at, n, 1);
        if self.here("forced result", at) {
            *forced = match forced {
                Forced::Succeeds | Forced::Counts(_) => Forced::Fails,
                Forced::Fails => Forced::Succeeds,
            };
        }
        if let Forced::Counts(n) = forced {
            self.number("what it counts", at, n, 1);
        }
    }

    fn keep(&mut self, at: At, keep: &mut Keep) {
        for (what, other) in keep.others() {
            if self.here(what, at) {
                *keep = other;
            }
        }
    }

    fn faces(&mut self, at: At, faces: &mut Faces) {
        if let Faces::Face(n) | Faces::Score(n) | Faces::Some(n) | Faces::Worst(n) = faces {
            self.small("which dice", at, n);
        }
    }

    fn asked(&mut self, needs: &mut Vec<crate::hir::Need>, limits: &mut Vec<Limit>, costs: &mut Vec<Price>) {
        for need in needs.iter_mut() {
            let line = need.line.clone();
            self.on_line(&line, &mut need.test, |m, e| {
                m.truth(Some(e));
                m.expr(e);
            });
        }
        self.lines_out("need left out", needs, |n| &n.line);
        limits.iter_mut().for_each(|l| self.limit(l));
        self.leave_out("limit left out", limits, |l: &Limit| l.at);
        for cost in costs.iter_mut() {
            let line = cost.line.clone();
            self.on_line(&line, cost, Self::price);
        }
        self.lines_out("price left out", costs, |c| &c.line);
    }

    pub(super) fn terms(&mut self, t: &mut Terms) {
        self.asked(&mut t.needs, &mut t.limits, &mut t.costs);
    }

    pub(super) fn attach(&mut self, a: &mut Attach) {
        let line = a.line.clone();
        self.on_line(&line, a, |m, a| {
            if a.terms.may && m.here("may left out", line.at) {
                a.terms.may = false;
                a.meets.iter_mut().for_each(|m| m.terms.may = false);
            }
            m.terms(&mut a.terms);
            a.meets.iter_mut().for_each(|one| m.meeting(one));
            if a.meets.len() > 1 {
                m.leave_out("place left out", &mut a.meets, |one: &Meeting| one.at);
            }
            if m.here("line left out", line.at) {
                a.meets.clear();
            }
        });
    }

    pub(super) fn forbid(&mut self, f: &mut Forbid) {
        let line = f.line.clone();
        self.on_line(&line, f, |m, f| {
            f.meets.iter_mut().for_each(|one| m.meeting(one));
            if f.meets.len() > 1 {
                m.leave_out("place left out", &mut f.meets, |one: &Meeting| one.at);
            }
            if m.here("line left out", line.at) {
                f.meets.clear();
            }
        });
    }

    /// A line at one place.
    pub(super) fn met(&mut self, m: &mut Meeting) {
        self.terms(&mut m.terms);
        m.during.iter_mut().for_each(|e| self.expr(e));
        self.leave_out("while left out", &mut m.during, |e: &Expr| e.at);
        for blank in &mut m.blanks {
            let outer = std::mem::replace(&mut self.near, blank.at);
            match &mut blank.fill {
                Fill::Me(tests) | Fill::Described(_, tests) => {
                    tests.iter_mut().for_each(|t| self.test(t));
                    self.leave_one_out("condition left out", tests, blank.at);
                }
                Fill::My(e, tests) => {
                    self.expr(e);
                    tests.iter_mut().for_each(|t| self.test(t));
                    self.leave_one_out("condition left out", tests, blank.at);
                }
                Fill::Exactly(e) => self.expr(e),
                Fill::Number => {}
            }
            self.near = outer;
        }
        self.guards(&mut m.guard);
        for Mute { of, during, guard, by: _ } in &mut m.mutes {
            of.iter_mut().for_each(|t| self.test(t));
            self.leave_out("while left out", during, |e: &Expr| e.at);
            self.guards(guard);
        }
        if let Some(coming) = &mut m.coming {
            self.sel(&mut coming.who);
            self.expr(&mut coming.limit);
            self.expr(&mut coming.of);
        }
        match &mut m.body {
            Body::Changes(changes) => {
                changes.iter_mut().for_each(|c| self.change(c));
                if changes.len() > 1 {
                    self.leave_out("change left out", changes, |c| c.at);
                }
            }
            Body::Happens(block) => self.block(block),
            Body::Also(guards) => self.guards(guards),
            Body::Skip | Body::Ignore | Body::Mute => {}
        }
    }

    fn every(&mut self, at: At, every: &mut Option<Every>) {
        if let Some(Every::Of(n, _) | Every::By(n, _)) = every {
            self.number("for every", at, n, 1);
        }
        self.without("for every left out", every, at);
    }

    pub(super) fn change_kind(&mut self, c: &mut ChangeKind, at: At) {
        let instead = match c {
            ChangeKind::Floor(e) => Some(ChangeKind::Ceiling(e.clone())),
            ChangeKind::Ceiling(e) => Some(ChangeKind::Floor(e.clone())),
            ChangeKind::Yes => Some(ChangeKind::No),
            ChangeKind::No => Some(ChangeKind::Yes),
            ChangeKind::Passes => Some(ChangeKind::Fails),
            ChangeKind::Fails => Some(ChangeKind::Passes),
            _ => None,
        };
        if let Some(other) = instead.filter(|_| self.here("opposite", at)) {
            *c = other;
            return;
        }
        match c {
            ChangeKind::Add { minus, every, .. } => {
                self.flip("sign", at, minus);
                self.every(at, every);
            }
            ChangeKind::Dice { every, keep, .. } => {
                self.every(at, every);
                keep.iter_mut().for_each(|k| self.keep(at, k));
            }
            ChangeKind::Each { minus, .. } | ChangeKind::Total { minus, .. } => self.flip("sign", at, minus),
            ChangeKind::Scale(factor, rounding) => {
                if let Factor::Share(a, b) = factor {
                    self.number("times", at, a, 1);
                    self.number("part", at, b, 1);
                }
                self.rounding(at, rounding);
            }
            ChangeKind::Reroll { may, anew, faces } => {
                self.unsay("may left out", at, may);
                self.unsay("as a new test left out", at, anew);
                self.faces(at, faces);
            }
            ChangeKind::Natural(natural, forced) => self.natural(at, natural, forced),
            ChangeKind::Explode(faces, once) => {
                self.unsay("once left out", at, once);
                self.faces(at, faces);
            }
            ChangeKind::Keep(keep) => self.keep(at, keep),
            ChangeKind::HitDice(dice) => self.dice(dice),
            ChangeKind::Moves(Moves::Inside(grounds)) => self.leave_one_out("ground left out", grounds, at),
            ChangeKind::Moves(moves) => {
                let other = match moves {
                    Moves::Keeping(far, s) => Some(Moves::Ending(far.clone(), s.clone())),
                    Moves::Ending(far, s) => Some(Moves::Keeping(far.clone(), s.clone())),
                    Moves::Through(s) => Some(Moves::IfSurrounded(s.clone())),
                    Moves::IfSurrounded(s) => Some(Moves::Through(s.clone())),
                    _ => None,
                };
                if let Some(other) = other.filter(|_| self.here("limit of a move", at)) {
                    *moves = other;
                }
            }
            _ => {}
        }
    }
}
