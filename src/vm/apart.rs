//! The broad phase: what boxes alone say of how far things are from each other, before any base is measured.

use super::eval::{Ask, NOTHING, put};
use super::memo::Memo;
use super::space::FAR;
use crate::ir::{Bin, Ex, KindBase, List, Program, Reg, Sel, Slot, SlotNo, WINDOW, X};
use crate::table::{self, Bounds};

/// What a measured gap may lose by rounding, in mils.
const ROUNDING: i32 = 4;
/// Of fewer pieces each is asked at once.
const FEW: u16 = 3;

/// That two things are no farther apart than a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Within {
    from: X,
    to: X,
    limit: X,
}

impl Ask<'_> {
    /// The box round a place, a feature, or the bases of a thing; none if nothing of it is on the table.
    fn bounds(&self, who: i64, by_leader: bool) -> Option<Bounds> {
        if let Some(at) = table::unpack_place(who) {
            return Some(Bounds::round(at, 0));
        }
        let round = |piece| self.stand(piece).map(|s| Bounds::round(s.at, s.base.reach()));
        match self.cast.ent(who)?.base {
            KindBase::Piece => round(who),
            KindBase::Feature => self.feature(who)?.shape.bounds(),
            KindBase::Group if by_leader => round(self.head(who)),
            _ => {
                let all = || self.pieces(who).filter_map(round).reduce(|all, one| all.with(one.low).with(one.high));
                match self.memo {
                    Some(memo) => memo.bounds(who, self.world, all),
                    None => all(),
                }
            }
        }
    }

    /// Whether boxes say that no base of one thing is in contact with one of another. No says nothing.
    pub(super) fn no_contact(&self, a: i64, b: i64) -> bool {
        parted(self.bounds(a, false), self.bounds(b, false), i64::from(table::CONTACT))
    }

    /// Whether a comparison of a distance with a limit fails by boxes alone.
    #[inline]
    pub(super) fn too_far(&self, far: X, limit: X, regs: &mut [i64]) -> bool {
        match self.program.exs.get(far) {
            Some(Ex::Distance(a, b)) => self.far_ends(*a, *b, limit, regs),
            _ => false,
        }
    }

    #[inline(never)] // its registers are no matter of all who compare
    fn far_ends(&self, a: X, b: X, limit: X, regs: &mut [i64]) -> bool {
        let (a, b) = (self.x(a, regs), self.x(b, regs));
        let limit = self.x(limit, regs);
        let gauge = self.program.gauge;
        parted(self.bounds(a, gauge.from_leader), self.bounds(b, gauge.to_leader), limit)
    }

    /// Whether no piece of a holder passes the filters of a description, since all of them are too far from what they must be near.
    pub(super) fn out_of_reach(&self, sel: &Sel, holder: i64, regs: &mut [i64]) -> bool {
        let many = self.cast.ent(holder).is_some_and(|e| e.pieces.1 >= FEW);
        // who wants to know what is come by sees all
        let Some(memo) = self.memo.filter(|_| many && self.program.touched.is_none()) else { return false };
        sel.filters.iter().any(|f| match self.program.exs.get(*f) {
            Some(Ex::Value { slot, args }) => memo.within_of(*slot).is_some_and(|w| {
                let list = self.program.lists.get(*args).map_or(&[][..], Vec::as_slice);
                self.far_by_blanks(memo, w, (sel.var, list), holder, regs)
            }),
            Some(Ex::Two(Bin::Le, far, limit)) => match self.program.exs.get(*far) {
                Some(Ex::Distance(from, to)) => self.far_from(memo, Within { from: *from, to: *to, limit: *limit }, sel.var, holder, regs),
                _ => false,
            },
            _ => false,
        })
    }

    /// As [`Self::far_from`], of a condition that is asked with these blanks, one of them the piece.
    fn far_by_blanks(&self, memo: &Memo, within: Within, (var, list): (Reg, &[X]), holder: i64, regs: &mut [i64]) -> bool {
        let mut window = [NOTHING; WINDOW];
        let mut piece = None;
        for (role, x) in (0..).zip(list) {
            match self.program.exs.get(*x) {
                Some(Ex::Reg(r)) if *r == var && piece.is_none() => piece = Some(role),
                _ if memo.depends(*x, var) => return false,
                _ => put(&mut window, role, self.x(*x, regs)),
            }
        }
        piece.is_some_and(|role| self.far_from(memo, within, role, holder, &mut window))
    }

    /// Whether a holder is farther than the limit from what the piece in a register must be near, and neither hangs on the piece.
    fn far_from(&self, memo: &Memo, within: Within, piece: Reg, holder: i64, regs: &mut [i64]) -> bool {
        let Within { from, to, limit } = within;
        let is_piece = |x: X| self.program.exs.get(x) == Some(&Ex::Reg(piece));
        let gauge = self.program.gauge;
        let (other, by_leader) = if is_piece(from) { (to, gauge.to_leader) } else { (from, gauge.from_leader) };
        if !(is_piece(from) || is_piece(to)) || memo.depends(other, piece) || memo.depends(limit, piece) {
            return false;
        }
        let other = self.x(other, regs);
        let limit = self.x(limit, regs);
        parted(self.bounds(holder, false), self.bounds(other, by_leader), limit)
    }
}

/// Whether two boxes are farther apart than a limit in mils.
fn parted(a: Option<Bounds>, b: Option<Bounds>, limit: i64) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return false };
    let limit = i32::try_from(limit).unwrap_or(FAR).clamp(0, FAR);
    !a.grown(limit.saturating_add(ROUNDING)).meets(b)
}

/// Of each condition, what must be near what for it to hold; none where nothing must.
pub(super) fn withins(program: &Program) -> List<SlotNo, Option<Within>> {
    program.slots.all().iter().map(|s| within(program, s)).collect()
}

fn within(program: &Program, s: &Slot) -> Option<Within> {
    // what adds to a condition may hold however far it is
    if !s.truth || !s.adds.is_empty() {
        return None;
    }
    needed(program, s.base?)
}

fn needed(program: &Program, x: X) -> Option<Within> {
    match program.exs.get(x)? {
        Ex::Two(Bin::And, a, b) => needed(program, *a).or_else(|| needed(program, *b)),
        Ex::Two(Bin::Le, far, limit) => match program.exs.get(*far)? {
            Ex::Distance(from, to) => Some(Within { from: *from, to: *to, limit: *limit }),
            _ => None,
        },
        _ => None,
    }
}
