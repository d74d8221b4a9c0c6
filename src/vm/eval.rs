//! Asking: expressions over a world. Never rolls, never changes anything.

use super::cast::{Cast, EntId, NONE};
use super::world::World;
use crate::graph::{Bin, Contribution, Domain, Ex, Off, Program, Reg, S, Sel, Slot, X};
use crate::model::KindBase;
use crate::num::{Rounding, divide};

/// Registers of a value while it is asked.
const WINDOW: usize = 48;

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
}

/// What an expression evaluates to when something is not there.
const NOTHING: i64 = 0;

impl<'a> Ask<'a> {
    /// The value of an expression over registers.
    pub fn x(&self, x: X, regs: &mut [i64]) -> i64 {
        let Some(ex) = self.program.exs.get(x as usize) else { return NOTHING };
        match *ex {
            Ex::Int(n) => n,
            Ex::Reg(r) => regs.get(r as usize).copied().unwrap_or(NOTHING),
            Ex::Game => 0,
            Ex::Turn => i64::from(self.world.turn),
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
                let has = usize::try_from(row).ok().and_then(|r| self.program.list_rows.get(r)).is_some_and(|r| r.rules.contains(&rule));
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
            Ex::TypeRow(of) => {
                let who = self.x(of, regs);
                self.cast.ent(who).map_or(NONE, |e| e.row)
            }
            Ex::Value { slot, args } => self.value(slot, args, regs),
            Ex::Table { table, args } => self.table(table, args, regs),
            Ex::Neg(a) => self.x(a, regs).wrapping_neg(),
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
                let mut seen = vec![0u32; self.program.list_rows.len()];
                self.each(sel, regs, &mut |ask, _, e| {
                    for row in ask.cast.ent(e).map_or(&[][..], |e| e.carries.as_slice()) {
                        let fits = ask.program.list_rows.get(*row as usize).is_some_and(|r| r.kind == kind as usize);
                        if let Some(n) = seen.get_mut(*row as usize).filter(|_| fits) {
                            *n += 1;
                        }
                    }
                    true
                });
                let best = seen.iter().enumerate().filter(|(_, n)| **n > 0).max_by_key(|(i, n)| (**n, std::cmp::Reverse(*i)));
                best.and_then(|(i, _)| i64::try_from(i).ok()).unwrap_or(NONE)
            }
            Ex::Sum { sel, value } => {
                let mut sum = 0i64;
                self.each(sel, regs, &mut |ask, regs, _| {
                    sum = sum.saturating_add(ask.x(value, regs));
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
            Ex::Touches(a, b) => {
                let (a, b) = (self.x(a, regs), self.x(b, regs));
                i64::from(self.touches(a, b))
            }
            Ex::Sees(a, b) => {
                let (a, b) = (self.x(a, regs), self.x(b, regs));
                i64::from(self.sees(a, b))
            }
            Ex::Behind { of, terrain, from } => {
                let (of, from) = (self.x(of, regs), self.x(from, regs));
                i64::from(self.behind(of, terrain, from))
            }
            Ex::InTerrain(of, terrain) => {
                let of = self.x(of, regs);
                i64::from(self.in_terrain(of, terrain))
            }
            Ex::In { of, from, spot } => {
                let (of, from) = (self.x(of, regs), self.x(from, regs));
                i64::from(self.in_spot(of, from, spot))
            }
            Ex::Named(n) => self.cast.named.get(n as usize).map_or(NONE, |e| i64::from(*e)),
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
                i64::from(self.stand(self.head(who)).is_some())
            }
            Ex::Carries(of, row) => {
                let (who, row) = (self.x(of, regs), self.x(row, regs));
                i64::from(self.carries(who, row))
            }
            Ex::Off(row) => i64::from(self.off(row, regs)),
            Ex::During(bit) => i64::from(self.context >> bit & 1 == 1),
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
            Bin::Add => left.saturating_add(right),
            Bin::Sub => left.saturating_sub(right),
            Bin::Mul => left.saturating_mul(right),
            Bin::Min => left.min(right),
            Bin::Max => left.max(right),
            Bin::Eq => i64::from(left == right),
            Bin::Ne => i64::from(left != right),
            Bin::Lt => i64::from(left < right),
            Bin::Le => i64::from(left <= right),
            Bin::And | Bin::Or => i64::from(right != 0),
        }
    }

    /// Whose a thing is; a side is its own, the game counts as the first side's.
    #[must_use]
    pub fn side(&self, who: i64) -> i64 {
        match self.cast.ent(who) {
            Some(e) if e.base == KindBase::Side => who,
            Some(e) if e.side != 0 => i64::from(e.side),
            _ => 1,
        }
    }

    /// The thing of a kind that holds `who`, or itself.
    #[must_use]
    pub fn up(&self, who: i64, kind: u8) -> i64 {
        let mut at = who;
        for _ in 0..8 {
            match self.cast.ent(at) {
                None => return NONE,
                Some(e) if e.kind == kind => return at,
                Some(_) => at = self.world.parent_of(at),
            }
            if at == 0 {
                return NONE;
            }
        }
        NONE
    }

    fn form_of(&self, who: i64) -> i64 {
        self.program.forms.iter().find(|f| self.world.has(who, f.state)).map_or(NONE, |f| i64::from(f.state))
    }

    fn column(&self, row: i64, col: u16) -> i64 {
        let Ok(row) = usize::try_from(row) else { return NOTHING };
        let Some(info) = self.program.columns.get(col as usize) else { return NOTHING };
        if self.program.book.is(info.kind, KindBase::Row) {
            return self
                .program
                .list_rows
                .get(row)
                .and_then(|r| r.columns.iter().find(|(c, _)| *c == col as usize))
                .map_or(NOTHING, |(_, n)| *n);
        }
        self.cast.piece_rows.get(row).and_then(|r| r.get(col as usize)).copied().unwrap_or(NOTHING)
    }

    /// Whether a piece, or any piece of a group, carries a row.
    #[must_use]
    pub fn carries(&self, who: i64, row: i64) -> bool {
        let Ok(row) = u16::try_from(row) else { return false };
        match self.cast.ent(who) {
            Some(e) if e.base == KindBase::Piece => e.carries.contains(&row),
            Some(_) => self.pieces(who).any(|p| self.cast.ent(p).is_some_and(|e| e.carries.contains(&row))),
            None => false,
        }
    }

    /// The pieces in play of a group, of a group of groups, or of a side; a piece is its own.
    pub fn pieces(&self, who: i64) -> impl Iterator<Item = i64> + 'a {
        let (cast, world) = (self.cast, self.world);
        let ent = cast.ent(who);
        let (from, to) = match ent {
            Some(e) if e.base == KindBase::Piece => (who, who + 1),
            Some(e) if e.base == KindBase::Group && e.pieces.1 > 0 => {
                (i64::from(e.pieces.0), i64::from(e.pieces.0) + i64::from(e.pieces.1))
            }
            Some(_) => (0, i64::try_from(cast.ents.len()).unwrap_or(0)),
            None => (0, 0),
        };
        let whole = ent.is_some_and(|e| e.base == KindBase::Group && e.pieces.1 > 0) || ent.is_some_and(|e| e.base == KindBase::Piece);
        let ask = *self;
        (from..to)
            .filter(move |p| world.alive(*p) && (whole || (cast.ent(*p).is_some_and(|e| e.base == KindBase::Piece) && ask.inside(*p, who))))
    }

    /// Whether `who` is in `holder`, at any depth, or belongs to that side.
    #[must_use]
    pub fn inside(&self, who: i64, holder: i64) -> bool {
        if self.cast.ent(holder).is_some_and(|e| e.base == KindBase::Side) {
            return self.side(who) == holder;
        }
        let mut at = who;
        for _ in 0..8 {
            if at == holder {
                return true;
            }
            if at <= 0 {
                return false;
            }
            at = self.world.parent_of(at);
        }
        false
    }

    /// Calls `f` for each of a selection until it says no.
    pub fn each(&self, s: S, regs: &mut [i64], f: &mut dyn FnMut(&Self, &mut [i64], i64) -> bool) {
        let Some(sel) = self.program.sels.get(s as usize) else { return };
        match sel.extreme {
            None => self.candidates(sel, regs, f),
            Some((value, high)) => {
                let mut best: Vec<i64> = Vec::new();
                let mut limit = None;
                self.candidates(sel, regs, &mut |ask, regs, e| {
                    let v = ask.x(value, regs);
                    let better = limit.is_none_or(|l| if high { v > l } else { v < l });
                    if better {
                        best.clear();
                        limit = Some(v);
                    }
                    if better || limit == Some(v) {
                        best.push(e);
                    }
                    true
                });
                for e in best {
                    put(regs, sel.var, e);
                    if !f(self, regs, e) {
                        return;
                    }
                }
            }
        }
    }

    fn candidates(&self, sel: &Sel, regs: &mut [i64], f: &mut dyn FnMut(&Self, &mut [i64], i64) -> bool) {
        let mut visit = |ask: &Self, regs: &mut [i64], e: i64| -> bool {
            put(regs, sel.var, e);
            if sel.filters.iter().all(|x| ask.holds(*x, regs)) { f(ask, regs, e) } else { true }
        };
        match sel.domain {
            Domain::All(kind) => {
                for (i, ent) in self.cast.ents.iter().enumerate() {
                    if ent.kind == kind {
                        let e = i64::try_from(i).unwrap_or(0);
                        if self.world.alive(e) && !visit(self, regs, e) {
                            return;
                        }
                    }
                }
            }
            Domain::Of(kind, of) => {
                let holder = self.x(of, regs);
                let direct = self.cast.ent(holder).is_some_and(|e| e.base == KindBase::Group && e.pieces.1 > 0);
                let piece = self.program.book.kinds.get(kind as usize).is_some_and(|k| k.base == KindBase::Piece);
                if piece && direct {
                    for e in self.pieces(holder) {
                        if !visit(self, regs, e) {
                            return;
                        }
                    }
                    return;
                }
                for (i, ent) in self.cast.ents.iter().enumerate() {
                    let e = i64::try_from(i).unwrap_or(0);
                    if ent.kind == kind && self.world.alive(e) && e != holder && self.inside(e, holder) && !visit(self, regs, e) {
                        return;
                    }
                }
            }
            Domain::RowsOf(kind, of) => {
                let who = self.x(of, regs);
                for (i, row) in self.program.list_rows.iter().enumerate() {
                    let r = i64::try_from(i).unwrap_or(0);
                    if row.kind == kind as usize && self.carries(who, r) && !visit(self, regs, r) {
                        return;
                    }
                }
            }
            Domain::Rows(kind) => {
                for (i, row) in self.program.list_rows.iter().enumerate() {
                    if row.kind == kind as usize && !visit(self, regs, i64::try_from(i).unwrap_or(0)) {
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
                    if !visit(self, regs, i64::from(form.state)) {
                        return;
                    }
                }
            }
        }
    }

    /// Who may carry a rule.
    fn carriers(&self, rule: u16) -> &'a [EntId] {
        self.cast.carriers.get(rule as usize).map_or(&[], Vec::as_slice)
    }

    fn majority(&self, sel: S, value: X, regs: &mut [i64]) -> i64 {
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

    fn table(&self, table: u16, args: u32, regs: &mut [i64]) -> i64 {
        let Some(t) = self.program.tables.get(table as usize) else { return NOTHING };
        let Some(list) = self.program.lists.get(args as usize) else { return NOTHING };
        let mut at = 0;
        for (keys, x) in t.keys.iter().zip(list) {
            let k = self.x(*x, regs);
            let Some(i) = keys.iter().position(|(a, b)| *a <= k && k <= *b) else { return NOTHING };
            at = at * keys.len() + i;
        }
        t.cells.get(at).copied().unwrap_or(NOTHING)
    }

    /// A value: base, set, scale, add, limit, in this order whatever file they came from.
    fn value(&self, slot: u16, args: u32, regs: &mut [i64]) -> i64 {
        let mut window = [0i64; WINDOW];
        if let Some(list) = self.program.lists.get(args as usize) {
            for (to, x) in window.iter_mut().zip(list) {
                *to = self.x(*x, regs);
            }
        }
        self.slot(slot, &mut window)
    }

    /// A value whose blanks are in the first registers.
    pub fn slot(&self, slot: u16, regs: &mut [i64]) -> i64 {
        let Some(s) = self.program.slots.get(slot as usize) else { return NOTHING };
        if s.truth {
            return self.condition(s, regs);
        }
        let mut value = match s.sets.iter().find(|c| self.live(c, regs)) {
            Some(c) => self.x(c.x, regs),
            None => s.base.map_or(0, |x| self.x(x, regs)),
        };
        let (mut num, mut den) = (1i64, 1i64);
        for (c, n, d) in &s.scales {
            if self.live(c, regs) {
                num = num.saturating_mul(*n);
                den = den.saturating_mul(*d);
            }
        }
        if (num, den) != (1, 1) {
            value = divide(value.saturating_mul(num), den, s.rounding.unwrap_or(Rounding::Up)).unwrap_or(0);
        }
        for c in &s.adds {
            if self.live(c, regs) {
                value = value.saturating_add(self.x(c.x, regs));
            }
        }
        for c in &s.floors {
            if self.live(c, regs) {
                value = value.max(self.x(c.x, regs));
            }
        }
        for c in &s.ceilings {
            if self.live(c, regs) {
                value = value.min(self.x(c.x, regs));
            }
        }
        if let Some(x) = s.least {
            value = value.max(self.x(x, regs));
        }
        if let Some(x) = s.most {
            value = value.min(self.x(x, regs));
        }
        value
    }

    fn condition(&self, s: &Slot, regs: &mut [i64]) -> i64 {
        if s.vetoes.iter().any(|c| self.live(c, regs)) {
            return 0;
        }
        let yes = s.base.is_some_and(|x| self.holds(x, regs)) || s.adds.iter().any(|c| self.live(c, regs));
        i64::from(yes)
    }

    /// Whether a contribution applies here; leaves `me` in its register.
    pub fn live(&self, c: &Contribution, regs: &mut [i64]) -> bool {
        self.met(c.guard, c.me, regs) && !self.off(c.row, regs)
    }

    /// Whether a guard holds, for any carrier if it has one of its own.
    pub fn met(&self, guard: X, me: Option<(Reg, u16)>, regs: &mut [i64]) -> bool {
        match me {
            None => self.holds(guard, regs),
            Some((reg, rule)) => self.carriers(rule).iter().any(|e| {
                let e = i64::from(*e);
                put(regs, reg, e);
                self.world.alive(e) && self.holds(guard, regs)
            }),
        }
    }

    /// Whether a row is switched off here.
    pub fn off(&self, row: u16, regs: &mut [i64]) -> bool {
        let offs: &[Off] = self.program.rows.get(row as usize).map_or(&[], |r| r.off.as_slice());
        offs.iter().any(|o| {
            let mut scratch = [0i64; WINDOW];
            for (to, from) in scratch.iter_mut().zip(regs.iter()) {
                *to = *from;
            }
            self.met(o.guard, o.me, &mut scratch)
        })
    }
}

/// Writes a register.
#[inline]
pub(super) fn put(regs: &mut [i64], reg: Reg, value: i64) {
    if let Some(r) = regs.get_mut(reg as usize) {
        *r = value;
    }
}
