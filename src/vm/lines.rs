//! What lies along a line, and places so far from something.

use super::cast::NONE;
use super::eval::Ask;
use super::great;
use crate::ir::X;
use crate::ir::{KindBase, ListNo, Ring};
use crate::table::{self, Facing, Point, Segment, Shape, Stand};

impl Ask<'_> {
    /// Five operands of a question about a line, worked out.
    pub(super) fn along(&self, list: ListNo, regs: &mut [i64]) -> bool {
        let [of, from, to, wide, long] = self.operands(list, regs);
        let Some(line) = self.line(from, to, long) else { return false };
        let wide = great::length(wide).max(0);
        if let Some(f) = self.feature(of) {
            return f.shape.crosses(line) || f.shape.gap_to_segment(line) <= wide;
        }
        self.pieces(of).filter_map(|p| self.stand(p)).any(|s| table::under_line(&s, line.from, line.to, wide))
    }

    fn operands<const N: usize>(&self, list: ListNo, regs: &mut [i64]) -> [i64; N] {
        let mut out = [NONE; N];
        let xs: &[X] = self.program.lists.get(list).map_or(&[], Vec::as_slice);
        for (slot, x) in out.iter_mut().zip(xs) {
            *slot = self.x(*x, regs);
        }
        out
    }

    /// From the middle of one thing's leader to the nearest base of another, or on through it for so many mils.
    fn line(&self, from: i64, to: i64, long: i64) -> Option<Segment> {
        let a = self.point_of(from)?;
        let b = self.point_towards(a, self.head(from), to)?;
        let b = if long >= 0 { a.towards(b, great::length(long)) } else { b };
        Some(Segment::new(a, b))
    }

    /// Where a thing is: a place itself, the middle of a piece, of a group's leader, of a feature.
    pub(super) fn point_of(&self, who: i64) -> Option<Point> {
        table::unpack_place(who)
            .or_else(|| self.stand(self.head(who)).map(|s| s.at))
            .or_else(|| self.feature(who).and_then(|f| f.shape.bounds()).map(table::Bounds::centre))
    }

    /// Where one who stands at `from` goes when he goes to a thing: its nearest base, the nearest of a wall, the middle of an area.
    pub(super) fn point_towards(&self, from: Point, piece: i64, to: i64) -> Option<Point> {
        if let Some(f) = self.feature(to) {
            if matches!(f.shape, Shape::Wall { .. }) {
                return f.shape.nearest_to(from);
            }
        }
        if self.cast.ent(to).is_some_and(|e| e.base == KindBase::Group) {
            if let Some(s) = self.nearest_stand(piece, to) {
                return Some(s.at);
            }
        }
        self.point_of(to)
    }

    /// Whether any base of one thing lies in the arc of another's leader.
    pub(super) fn in_arc(&self, of: i64, from: i64, half: u16) -> bool {
        let Some(viewer) = self.stand(self.head(from)) else { return false };
        self.pieces(of).filter_map(|p| self.stand(p)).any(|s| table::stand_in_arc(&viewer, half, &s))
    }

    /// Where a thing stands, as one number.
    pub(super) fn place_of(&self, who: i64) -> i64 {
        self.point_of(who).map_or(NONE, |p| table::pack_place(p.x, p.y))
    }

    /// Where a thing stands, as one number; none if it is not on the table.
    #[must_use]
    pub fn where_stands(&self, who: i64) -> Option<i64> {
        Some(self.place_of(who)).filter(|p| *p != NONE)
    }

    /// The place so far from a thing, towards another, in a direction or straight ahead.
    pub(super) fn place_from(&self, list: ListNo, regs: &mut [i64]) -> i64 {
        let [of, far, to, way] = self.operands(list, regs);
        let Some(from) = self.point_of(of) else { return NONE };
        let far = great::length(far);
        let spot = if let Ok(way) = u16::try_from(way) {
            from.offset(Facing(way), far, 0)
        } else if to == NONE {
            let facing = self.stand(self.head(of)).map_or(Facing::NORTH, |s| s.facing);
            from.offset(facing, far, 0)
        } else {
            let Some(goal) = self.point_towards(from, self.head(of), to) else { return NONE };
            from.towards(goal, far)
        };
        table::pack_place(spot.x, spot.y)
    }

    /// Which way a thing faces: a group as its leader does; none if it is not on the table.
    pub(super) fn facing_of(&self, who: i64) -> i64 {
        let stands = self.stand(self.head(who)).map(|s| s.facing);
        let lies = || Some(self.world.place(who)).filter(|p| p.there).map(super::position::Place::front);
        stands.or_else(lies).map_or(NONE, |f| i64::from(f.0))
    }

    /// What is worked out of two directions, or of a direction and an angle; none where a thing has none.
    pub(super) fn ring(&self, ring: Ring, a: i64, b: i64) -> i64 {
        let facing = |n: i64| u16::try_from(n).ok().map(Facing);
        let worked = match ring {
            Ring::Bearing => self.centre(a).zip(self.centre(b)).filter(|(a, b)| a != b).map(|(a, b)| i64::from(Facing::towards(a, b).0)),
            Ring::Angle => facing(a).zip(facing(b)).map(|(a, b)| a.angle(b)),
            Ring::Turned => facing(a).map(|a| i64::from(a.turned_by(b).0)),
        };
        worked.unwrap_or(NONE)
    }

    /// The middle of a thing: of a group that of all its bases, of a feature that of its ground.
    pub(super) fn centre(&self, who: i64) -> Option<Point> {
        if table::unpack_place(who).is_none() && self.cast.ent(who).is_some_and(|e| e.base == KindBase::Group) {
            return self.middle(who);
        }
        self.point_of(who)
    }

    /// The middle of the bases of a group, in a box along its leader's facing.
    pub(super) fn middle(&self, group: i64) -> Option<Point> {
        let stands: Vec<Stand> = self.pieces(group).filter_map(|p| self.stand(p)).collect();
        table::middle(&stands, self.stand(self.head(group))?.facing)
    }
}
