//! Asking: expressions over a world. Never rolls, never changes anything.

use super::cast::{Cast, NONE};
use super::great;
use super::memo::Memo;
use super::position::World;
use crate::ir::{Bin, Ex, Program, Reg, X};
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

    fn work(&self, ex: &Ex, regs: &mut [i64]) -> i64 {
        match *ex {
            Ex::Int(n) => n,
            Ex::Reg(r) => regs.get(r as usize).copied().unwrap_or(NOTHING),
            Ex::Game => 0,
            Ex::Turns => i64::from(self.cast.turns),
            Ex::Turn => i64::from(self.world.turn()),
            Ex::Bit { of, state } => i64::from(self.world.has(self.x(of, regs), state)),
            Ex::FormOf(of) => self.form_of(self.x(of, regs)),
            Ex::RowHas { row, rule } => i64::from(self.row_has(self.x(row, regs), rule)),
            Ex::Cell { of, count } => self.world.cell(self.cast, self.x(of, regs), count),
            Ex::Column { row, col } => self.column(self.x(row, regs), col),
            Ex::Price(of) => self.cast.ent(self.x(of, regs)).map_or(NOTHING, |e| e.price),
            Ex::Allowance(of) => self.cast.allowance(self.x(of, regs)),
            Ex::TypeRow(of) => self.cast.ent(self.x(of, regs)).map_or(NONE, |e| e.row),
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
            Ex::Count(s) => self.how_many(s, regs),
            Ex::Exists(s) => i64::from(self.is_any(s, regs)),
            Ex::First(s) => self.first(s, regs),
            Ex::Extreme { sel, value, high } => self.extreme(sel, value, high, regs),
            Ex::Majority { sel, value } => self.majority(sel, value, regs),
            Ex::Commonest { sel, kind } => self.commonest(sel, kind, regs),
            Ex::Sum { sel, value } => self.sum(sel, value, regs),
            Ex::Distance(a, b) => i64::from(self.distance(self.x(a, regs), self.x(b, regs))),
            Ex::March(a, b) => i64::from(self.march(self.x(a, regs), self.x(b, regs))),
            Ex::Along(list) => i64::from(self.along(list, regs)),
            Ex::PlaceOf(of) => self.place_of(self.x(of, regs)),
            Ex::FacingOf(of) => self.facing_of(self.x(of, regs)),
            Ex::Ring(ring, a, b) => self.ring(ring, self.x(a, regs), self.x(b, regs)),
            Ex::EdgeOf(of) => self.edge_of(self.x(of, regs)),
            Ex::PlaceCell { of, count } => self.world.place_cell(self.cast, self.x(of, regs), count),
            Ex::PlaceFrom(list) => self.place_from(list, regs),
            Ex::Touches(a, b) => i64::from(self.touches(self.x(a, regs), self.x(b, regs))),
            Ex::Sees(a, b) => i64::from(self.sees(self.x(a, regs), self.x(b, regs))),
            Ex::InTerrain(of, terrain) => i64::from(self.in_terrain(self.x(of, regs), terrain)),
            Ex::In { of, from, spot } => i64::from(self.in_spot(self.x(of, regs), self.x(from, regs), spot)),
            Ex::InArc { of, from, half } => i64::from(self.in_arc(self.x(of, regs), self.x(from, regs), half)),
            Ex::Named(n) => self.cast.named.get(n).map_or(NONE, |e| i64::from(*e)),
            Ex::Ground(of, terrain) => i64::from(self.is_ground(self.x(of, regs), terrain)),
            Ex::Side(of) => self.side(self.x(of, regs)),
            Ex::OtherSide(of) => match self.x(of, regs) {
                1 => 2,
                _ => 1,
            },
            Ex::Leader(of) => self.world.leader(self.x(of, regs)),
            Ex::Up(of, kind) => self.up(self.x(of, regs), kind),
            Ex::Rank(of) => i64::from(self.world.place(self.x(of, regs)).rank),
            Ex::InPlay(of) => i64::from(self.world.alive(self.x(of, regs))),
            Ex::OnBoard(of) => i64::from(self.on_board(self.x(of, regs))),
            Ex::Carries(of, row) => i64::from(self.carries(self.x(of, regs), self.x(row, regs))),
            Ex::Off(row) => i64::from(self.off(row, regs)),
            Ex::Shown { counts, histogram, face } => histogram.shown(self.x(counts, regs), u32::from(face)),
            Ex::Alike { counts, histogram } => histogram.largest(self.x(counts, regs)),
            Ex::During(bit) => i64::from(self.context.checked_shr(u32::from(bit)).unwrap_or(0) & 1 == 1),
        }
    }

    /// Whether an expression holds.
    pub fn holds(&self, x: X, regs: &mut [i64]) -> bool {
        self.x(x, regs) != 0
    }

    fn two(&self, op: Bin, a: X, b: X, regs: &mut [i64]) -> i64 {
        if let Some(within) = (op == Bin::Le && self.is_way(a)).then(|| self.within_straight(a, b, regs)).flatten() {
            return i64::from(within);
        }
        if op == Bin::Le && self.too_far(a, b, regs) {
            return 0;
        }
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
