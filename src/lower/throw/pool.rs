//! Pools: many like dice, each of which succeeds or not.

use super::super::build::Builder;
use super::super::rows::cites_of;
use super::late::{Late, Thrown};
use super::line::Line;
use super::ready::Ready;
use super::{Making, used_up};
use crate::dice::Keep;
use crate::hir::{ChanceKind, ChangeKind, EachDie, Expr, Forced, Line as Said, Natural, ProcKind};
use crate::ir::{self, Contribution, Ex, Explode, Faces, Look, Op, Reg, RowNo, Slot, ThrowKind, ThrowNo, X};
use crate::lower::number;

impl<'a> Builder<'a> {
    /// Pools that are passed or failed get a quantity that says how many successes they need. Before all code.
    pub fn pool_needs(&mut self) {
        let rules = self.rules;
        for (id, p) in rules.procs.iter() {
            let ProcKind::Chance(chance) = &p.kind else { continue };
            let ChanceKind::Pool { passes: Some(passes), .. } = &chance.kind else { continue };
            let mut frame = self.frame_of(&p.head);
            let base = self.ask(&mut frame, passes);
            let number = number::proc(id);
            let row = self.program.procs.get(number).map_or(RowNo::default(), |p| p.row);
            let roles = u8::try_from(p.head.roles.len()).unwrap_or_default();
            let slot = Slot { name: self.text(p.head.name), row, roles, base: Some(base), ..Slot::default() };
            let head = self.program_head(&p.head, "pool");
            let slot = self.new_slot(slot, head, p.head.line.at);
            if let Some(p) = self.program.procs.get_mut(number) {
                p.passes = Some(slot);
            }
        }
    }

    /// How many successes a pool needs, if it is passed or failed.
    pub(super) fn need_of(&mut self, m: &Making<'a>) -> Option<X> {
        let slot = self.program.procs.get(m.proc)?.passes?;
        let args = self.blanks_of(m);
        let args = self.list(args);
        Some(self.ex(Ex::Value { slot, args }))
    }

    pub(super) fn pool(&mut self, m: &mut Making<'a>, dice: &'a [Expr], each: Option<&'a EachDie>) {
        let zero = self.int(0);
        let name = self.text(m.head.name);
        let id = self.throw(&m.frame, &name, ThrowKind::Pool, 6, zero, m.head.line.at);
        self.register(m.proc, id);
        for e in dice {
            let x = self.effect(&mut m.frame, &mut m.code, e);
            self.with_throw(id, |t| t.dice = x);
        }
        if let Some(each) = each {
            self.each_die(m, id, each);
        }
        for (line, keep) in &m.chance.keep {
            self.kept_by_itself(m, id, line, *keep);
        }
        self.own_naturals(m, id);
        self.changes_into(m, id, true);
        self.throw_pool(m, id);
    }

    fn each_die(&mut self, m: &mut Making<'a>, id: ThrowNo, each: &'a EachDie) {
        let need = each.need.as_ref().map(|e| self.ask(&mut m.frame, e));
        let small = |n: i64| u8::try_from(n).unwrap_or_default();
        self.with_throw(id, |t| {
            t.sides = small(each.sides);
            t.need = need;
            t.low = each.low;
            t.counts = each.counts.iter().map(|(from, to, n)| (small(*from), small(*to), small(*n))).collect();
        });
    }

    /// Dice that a throw keeps or drops of itself.
    pub(super) fn kept_by_itself(&mut self, m: &Making<'a>, id: ThrowNo, line: &'a Said, keep: Keep) {
        let c = self.always("dice kept", m, line);
        self.with_throw(id, |t| t.keep.push((keep, c)));
    }

    /// What always holds of a throw, by a row of its own.
    fn always(&mut self, name: &str, m: &Making<'a>, line: &'a Said) -> Contribution {
        let cites = cites_of(line, Some(&m.head.line));
        let row = self.row(name.to_owned(), line.at, cites, None);
        Contribution { row, guard: self.int(1), x: self.int(0), me: None }
    }

    /// Faces that a throw itself gives a result.
    pub(super) fn own_naturals(&mut self, m: &Making<'a>, id: ThrowNo) {
        for (line, natural, forced) in &m.chance.naturals {
            let c = self.always("natural", m, line);
            self.natural_into(id, *natural, forced, &c);
        }
    }

    /// Faces with a result of their own.
    fn natural_into(&mut self, id: ThrowNo, natural: Natural, forced: &Forced, c: &Contribution) {
        let sides = self.program.throws.get(id).map_or(0, |t| t.sides);
        let face = |n: i64| u8::try_from(n).unwrap_or_default();
        let faces = match natural {
            Natural::Exactly(n) => face(n)..=face(n),
            Natural::OrMore(n) => face(n)..=sides,
            Natural::OrLess(n) => 1..=face(n),
        };
        let result = match forced {
            Forced::Succeeds => ir::Natural::Hits,
            Forced::Fails => ir::Natural::Misses,
            Forced::Counts(n) => ir::Natural::Counts(face(*n)),
        };
        self.with_throw(id, |t| t.naturals.extend(faces.map(|f| (f, result, c.clone()))));
    }

    /// Puts every change where it belongs in a pool or a check.
    pub(super) fn changes_into(&mut self, m: &mut Making<'a>, id: ThrowNo, pool: bool) {
        for line in std::mem::take(&mut m.lines) {
            let waits = line.waits(pool);
            let ready = self.ready(m, &line, waits);
            if self.never(ready.c.guard) {
                continue;
            }
            if waits {
                wait(m, ready, line);
            } else {
                self.change_into(id, &line, ready.c);
            }
        }
    }

    fn change_into(&mut self, id: ThrowNo, line: &Line<'a>, c: Contribution) {
        match &line.change.kind {
            ChangeKind::Each { .. } | ChangeKind::Total { .. } | ChangeKind::Add { .. } => self.with_throw(id, |t| t.each.push(c)),
            ChangeKind::Dice { keep, .. } => self.with_throw(id, |t| {
                t.more.push(c.clone());
                t.keep.extend(keep.map(|k| (k, c)));
            }),
            ChangeKind::Explode(which, once) => {
                let which = match which {
                    crate::hir::Faces::Face(n) => Explode::Face(*n),
                    crate::hir::Faces::Score(n) => Explode::Score(*n),
                    _ => return,
                };
                self.with_throw(id, |t| t.explodes.push((which, *once, c)));
            }
            ChangeKind::Need(_) => self.with_throw(id, |t| t.needs.push(c)),
            ChangeKind::Natural(natural, forced) => self.natural_into(id, *natural, forced, &c),
            ChangeKind::Reroll { faces, .. } => self.with_throw(id, |t| t.rerolls.push((rolled(*faces), c))),
            ChangeKind::Exactly(..) => self.with_throw(id, |t| t.exact.push(c)),
            ChangeKind::Keep(keep) => self.with_throw(id, |t| t.keep.push((*keep, c))),
            // the rest is of quantities, and was told
            _ => {}
        }
    }

    /// The throw of a pool, and what rules make of it when it is seen.
    fn throw_pool(&mut self, m: &mut Making<'a>, id: ThrowNo) {
        let reg = m.frame.fresh();
        // what is counted apart, and a place to spare
        let (_shown, _spare) = (m.frame.fresh(), m.frame.fresh());
        let need = self.need_of(m);
        let late = std::mem::take(&mut m.late);
        let looked = late.iter().any(|l| !l.line.anew());
        if looked {
            // how the dice lie
            let _lying = [m.frame.fresh(), m.frame.fresh(), m.frame.fresh()];
        }
        let looks: Vec<Look> = late.iter().map(|l| self.look(l)).collect();
        self.with_throw(id, |t| {
            t.seen |= looked;
            t.looks = looks;
        });
        // a whole new test is made once for each rule that asks for it
        let done: Vec<Option<Reg>> = late.iter().map(|l| l.line.anew().then(|| m.frame.fresh())).collect();
        let zero = self.int(0);
        m.code.extend(done.iter().flatten().map(|flag| Op::Set(*flag, zero)));
        let thrown = Thrown { id, reg, top: m.code.len(), need };
        m.code.push(Op::Roll(id, reg));
        for (l, flag) in late.iter().zip(done) {
            self.late_rule(m, thrown, l, flag);
        }
        for l in std::mem::take(&mut m.hits) {
            self.hits_count(m, reg, &l);
        }
        used_up(m);
        let x = self.reg(reg);
        m.code.push(Op::Give(x));
    }
}

impl Builder<'_> {
    /// Which faces a rule must be able to tell apart that waits until the dice lie there, and who carries it.
    fn look(&self, late: &Late<'_>) -> Look {
        let rule = self.program.rows.get(late.line.row).and_then(|row| row.rule);
        let carried = rule.filter(|r| self.program.rules.get(*r).is_some_and(|r| r.state.is_some()));
        Look { rule: carried, anew: late.line.anew(), faces: late.faces }
    }
}

/// Puts a change aside until the dice lie there.
fn wait<'a>(m: &mut Making<'a>, ready: Ready, line: Line<'a>) {
    let faces = if let ChangeKind::Reroll { faces, .. } = line.change.kind { rolled(faces) } else { Faces::All };
    let late = Late::new(ready, faces, line);
    match line.change.kind {
        ChangeKind::HitCounts(_) | ChangeKind::HitDice(_) => m.hits.push(late),
        _ => m.late.push(late),
    }
}

/// Dice that are rolled again.
const fn rolled(faces: crate::hir::Faces) -> Faces {
    use crate::hir::Faces as From;
    match faces {
        From::Failures => Faces::Failures,
        From::Successes => Faces::Successes,
        From::All => Faces::All,
        From::Face(n) => Faces::Face(n),
        From::Score(n) => Faces::Score(n),
        From::Some(n) => Faces::Some(n),
        From::Worst(n) => Faces::Worst(n),
    }
}
