//! Asking: expressions over a world. Never rolls, never changes anything.

use super::cast::{Cast, NONE};
use super::great;
use super::memo::Memo;
use super::world::World;
use crate::ir::{Bin, Ex, Id as _, List, ListRowNo, Program, Reg, X};
use crate::num::divide;

/// All that a question may look at.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// The rules.
    pub program: &'a Program,
    /// Who is who.
    pub cast: &'a Cast,
    /// How things stand.
    pub world: &'a World,
    /// What is running.
    pub context: u64,
    /// Answers kept from before.
    pub memo: Option<&'a Memo>,
}

/// What an expression evaluates to when something is not there.
pub(super) const NOTHING: i64 = 0;

impl Ask<'_> {
    /// The value of an expression over registers.
    pub fn x(&self, x: X, regs: &mut [i64]) -> i64 {
        let Some(ex) = self.program.exs.get(x) else { return NOTHING };
        match *ex {
            Ex::Int(n) => n,
            Ex::Reg(r) => regs.get(r as usize).copied().unwrap_or(NOTHING),
            Ex::Value { slot, args } => self.value(slot, args, regs),
            Ex::Count(_)
            | Ex::Exists(_)
            | Ex::First(_)
            | Ex::Extreme { .. }
            | Ex::Majority { .. }
            | Ex::Commonest { .. }
            | Ex::Sum { .. }
            | Ex::Distance(..)
            | Ex::March(..)
            | Ex::Touches(..)
            | Ex::Sees(..)
            | Ex::InTerrain(..)
            | Ex::In { .. } => self.kept(x, ex, regs),
            _ => self.work(ex, regs),
        }
    }

    /// A dear answer: from the memo, if nothing that it reads has changed.
    fn kept(&self, x: X, ex: &Ex, regs: &mut [i64]) -> i64 {
        let Some((memo, kept)) = self.memo.and_then(|m| Some((m, m.ex(x, self.world, self.context, regs)?))) else {
            return self.work(ex, regs);
        };
        if let Some(v) = memo.value(kept) {
            return v;
        }
        let v = self.work(ex, regs);
        memo.keep(kept, v);
        v
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each expression")]
    fn work(&self, ex: &Ex, regs: &mut [i64]) -> i64 {
        match *ex {
            Ex::Int(n) => n,
            Ex::Reg(r) => regs.get(r as usize).copied().unwrap_or(NOTHING),
            Ex::Game => 0,
            Ex::Turns => i64::from(self.cast.turns),
            Ex::Turn => i64::from(self.world.turn()),
            Ex::Bit { of, state } => {
                let who = self.x(of, regs);
                i64::from(self.world.has(who, state))
            }
            Ex::FormOf(of) => {
                let who = self.x(of, regs);
                self.form_of(who)
            }
            Ex::RowHas { row, rule } => {
                let row = self.x(row, regs);
                let has = ListRowNo::of_value(row).and_then(|r| self.program.list_rows.get(r)).is_some_and(|r| r.rules.contains(&rule));
                i64::from(has)
            }
            Ex::Cell { of, count } => {
                let who = self.x(of, regs);
                self.world.cell(self.cast, who, count)
            }
            Ex::Column { row, col } => {
                let row = self.x(row, regs);
                self.column(row, col)
            }
            Ex::Price(of) => {
                let who = self.x(of, regs);
                self.cast.ent(who).map_or(NOTHING, |e| e.price)
            }
            Ex::Allowance(of) => {
                let who = self.x(of, regs);
                self.cast.allowance(who)
            }
            Ex::TypeRow(of) => {
                let who = self.x(of, regs);
                self.cast.ent(who).map_or(NONE, |e| e.row)
            }
            Ex::Value { slot, args } => self.value(slot, args, regs),
            Ex::Table { table, args } => self.table(table, args, regs),
            Ex::Neg(a) => great::minus(self.x(a, regs)),
            Ex::Not(a) => i64::from(self.x(a, regs) == 0),
            Ex::Two(op, a, b) => self.two(op, a, b, regs),
            Ex::Div(a, b, way) => divide(self.x(a, regs), self.x(b, regs), way).unwrap_or(0),
            Ex::If(c, a, b) => {
                if self.x(c, regs) != 0 {
                    self.x(a, regs)
                } else {
                    self.x(b, regs)
                }
            }
            Ex::Count(s) => {
                let mut n = 0;
                self.each(s, regs, &mut |_, _, _| {
                    n += 1;
                    true
                });
                n
            }
            Ex::Exists(s) => {
                let mut any = 0;
                self.each(s, regs, &mut |_, _, _| {
                    any = 1;
                    false
                });
                any
            }
            Ex::First(s) => {
                let mut first = NONE;
                self.each(s, regs, &mut |_, _, e| {
                    first = e;
                    false
                });
                first
            }
            Ex::Extreme { sel, value, high } => {
                let mut best: Option<i64> = None;
                self.each(sel, regs, &mut |ask, regs, _| {
                    let v = ask.x(value, regs);
                    best = Some(best.map_or(v, |b| if high { b.max(v) } else { b.min(v) }));
                    true
                });
                best.unwrap_or(0)
            }
            Ex::Majority { sel, value } => self.majority(sel, value, regs),
            Ex::Commonest { sel, kind } => {
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
            Ex::Sum { sel, value } => {
                let mut sum = 0i64;
                self.each(sel, regs, &mut |ask, regs, _| {
                    sum = great::sum(sum, ask.x(value, regs));
                    true
                });
                sum
            }
            Ex::Distance(a, b) => {
                let (a, b) = (self.x(a, regs), self.x(b, regs));
                i64::from(self.distance(a, b))
            }
            Ex::March(a, b) => {
                let (a, b) = (self.x(a, regs), self.x(b, regs));
                i64::from(self.march(a, b))
            }
            Ex::Along(list) => i64::from(self.along(list, regs)),
            Ex::PlaceOf(of) => {
                let of = self.x(of, regs);
                self.place_of(of)
            }
            Ex::EdgeOf(of) => {
                let of = self.x(of, regs);
                self.edge_of(of)
            }
            Ex::PlaceCell { of, count } => {
                let of = self.x(of, regs);
                self.world.place_cell(self.cast, of, count)
            }
            Ex::PlaceFrom(list) => self.place_from(list, regs),
            Ex::Touches(a, b) => {
                let (a, b) = (self.x(a, regs), self.x(b, regs));
                i64::from(self.touches(a, b))
            }
            Ex::Sees(a, b) => {
                let (a, b) = (self.x(a, regs), self.x(b, regs));
                i64::from(self.sees(a, b))
            }
            Ex::InTerrain(of, terrain) => {
                let of = self.x(of, regs);
                i64::from(self.in_terrain(of, terrain))
            }
            Ex::In { of, from, spot } => {
                let (of, from) = (self.x(of, regs), self.x(from, regs));
                i64::from(self.in_spot(of, from, spot))
            }
            Ex::InArc { of, from, half } => {
                let (of, from) = (self.x(of, regs), self.x(from, regs));
                i64::from(self.in_arc(of, from, half))
            }
            Ex::Named(n) => self.cast.named.get(n).map_or(NONE, |e| i64::from(*e)),
            Ex::Ground(of, terrain) => {
                let of = self.x(of, regs);
                i64::from(self.cast.features.iter().any(|f| i64::from(f.ent) == of && f.terrains.contains(&terrain)))
            }
            Ex::Side(of) => {
                let who = self.x(of, regs);
                self.side(who)
            }
            Ex::OtherSide(of) => match self.x(of, regs) {
                1 => 2,
                _ => 1,
            },
            Ex::Leader(of) => {
                let who = self.x(of, regs);
                self.world.leader(who)
            }
            Ex::Up(of, kind) => {
                let who = self.x(of, regs);
                self.up(who, kind)
            }
            Ex::Rank(of) => {
                let who = self.x(of, regs);
                i64::from(self.world.place(who).rank)
            }
            Ex::InPlay(of) => {
                let who = self.x(of, regs);
                i64::from(self.world.alive(who))
            }
            Ex::OnBoard(of) => {
                let who = self.x(of, regs);
                i64::from(self.stand(self.head(who)).is_some() || self.feature(who).is_some())
            }
            Ex::Carries(of, row) => {
                let (who, row) = (self.x(of, regs), self.x(row, regs));
                i64::from(self.carries(who, row))
            }
            Ex::Off(row) => i64::from(self.off(row, regs)),
            Ex::During(bit) => i64::from(self.context.checked_shr(u32::from(bit)).unwrap_or(0) & 1 == 1),
        }
    }

    /// Whether an expression holds.
    pub fn holds(&self, x: X, regs: &mut [i64]) -> bool {
        self.x(x, regs) != 0
    }

    fn two(&self, op: Bin, a: X, b: X, regs: &mut [i64]) -> i64 {
        let left = self.x(a, regs);
        match op {
            Bin::And if left == 0 => return 0,
            Bin::Or if left != 0 => return 1,
            _ => {}
        }
        let right = self.x(b, regs);
        match op {
            Bin::Add => great::sum(left, right),
            Bin::Sub => great::difference(left, right),
            Bin::Mul => great::product(left, right),
            Bin::Min => left.min(right),
            Bin::Max => left.max(right),
            Bin::Eq => i64::from(left == right),
            Bin::Ne => i64::from(left != right),
            Bin::Lt => i64::from(left < right),
            Bin::Le => i64::from(left <= right),
            Bin::And | Bin::Or => i64::from(right != 0),
        }
    }
}

/// Writes a register.
#[inline]
pub(super) fn put(regs: &mut [i64], reg: Reg, value: i64) {
    if let Some(r) = regs.get_mut(reg as usize) {
        *r = value;
    }
}
