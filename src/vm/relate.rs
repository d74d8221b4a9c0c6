//! Who belongs to whom, what it carries, and its columns.

use super::cast::NONE;
use super::eval::{Ask, NOTHING};
use crate::ir::{ColumnNo, Id as _, KindBase, KindNo, ListRowNo, RuleNo};

impl<'a> Ask<'a> {
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
    pub fn up(&self, who: i64, kind: KindNo) -> i64 {
        let mut at = who;
        for _ in 0..8 {
            match self.cast.ent(at) {
                None => return NONE,
                Some(e) if e.kind == kind => return at,
                Some(_) => {
                    let ring = self.world.ring_of(at);
                    if ring > 0 && self.cast.ent(ring).is_some_and(|e| e.kind == kind) {
                        return ring;
                    }
                    at = self.world.parent_of(at);
                }
            }
            if at == 0 {
                return NONE;
            }
        }
        NONE
    }

    /// Whether one thing is the other, or belongs to it, or the other to it.
    #[must_use]
    pub fn akin(&self, a: i64, b: i64) -> bool {
        let within = |who: i64, whole: i64| {
            let Some(e) = self.cast.ent(whole) else { return false };
            if e.base == KindBase::Side { self.side(who) == whole } else { self.up(who, e.kind) == whole }
        };
        a == b || within(a, b) || within(b, a)
    }

    pub(super) fn form_of(&self, who: i64) -> i64 {
        self.program.forms.iter().find(|f| self.world.has(who, f.state)).map_or(NONE, |f| f.state.value())
    }

    pub(super) fn column(&self, row: i64, col: ColumnNo) -> i64 {
        let Some(info) = self.program.columns.get(col) else { return NOTHING };
        if self.program.book.is(info.kind, KindBase::Row) {
            return ListRowNo::of_value(row)
                .and_then(|row| self.program.list_rows.get(row))
                .and_then(|r| r.columns.iter().find(|(c, _)| *c == col))
                .map_or(NOTHING, |(_, n)| *n);
        }
        usize::try_from(row).ok().and_then(|row| self.cast.piece_rows.get(row)).and_then(|r| r.get(col.index())).copied().unwrap_or(NOTHING)
    }

    /// Whether a row of a list gives a rule.
    pub(super) fn row_has(&self, row: i64, rule: RuleNo) -> bool {
        ListRowNo::of_value(row).and_then(|r| self.program.list_rows.get(r)).is_some_and(|r| r.rules.contains(&rule))
    }

    /// Whether a piece, or any piece of a group, carries a row.
    #[must_use]
    pub fn carries(&self, who: i64, row: i64) -> bool {
        let Some(row) = ListRowNo::of_value(row) else { return false };
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
            Some(e) if e.base == KindBase::Group && e.pieces.1 > 0 && !world.mixed() => {
                (i64::from(e.pieces.0), i64::from(e.pieces.0) + i64::from(e.pieces.1))
            }
            Some(_) => (0, i64::try_from(cast.ents.len()).unwrap_or(0)),
            None => (0, 0),
        };
        let whole = ent.is_some_and(|e| e.base == KindBase::Group && e.pieces.1 > 0 && !world.mixed())
            || ent.is_some_and(|e| e.base == KindBase::Piece);
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
            if at == holder || (holder > 0 && self.world.ring_of(at) == holder) {
                return true;
            }
            if at <= 0 {
                return false;
            }
            at = self.world.parent_of(at);
        }
        false
    }
}
