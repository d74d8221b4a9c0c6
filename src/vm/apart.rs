//! The broad phase: what boxes alone say of how far things are from each other, before any base is measured.

use super::eval::{Ask, NOTHING, put};
use super::memo::Memo;
use super::space::FAR;
use crate::ir::{Bin, Ex, KindBase, List, Program, Reg, S, Sel, SlotNo, WINDOW, X};
use crate::table::{self, Bounds, Point};

/// What a measured gap may lose by rounding, in mils.
const ROUNDING: i32 = 4;
/// Of fewer pieces each is asked at once.
const FEW: u16 = 3;

/// That two things are no farther apart than a limit, or touch each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Within {
    from: X,
    to: X,
    /// None of contact.
    limit: Option<X>,
}

/// Where a candidate must be for a description to fit it.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    round: Bounds,
    by_leader: bool,
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

    /// Whether boxes say that somebody who goes some way stays farther from something than a limit. No says nothing.
    pub(super) fn passes_by(&self, who: i64, of: i64, way: Bounds, limit: i32) -> bool {
        let gauge = self.program.gauge;
        let swept = self.bounds(who, gauge.from_leader).map(|b| Bounds { low: sum(b.low, way.low), high: sum(b.high, way.high) });
        parted(swept, self.bounds(of, gauge.to_leader), i64::from(limit))
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

    /// Where whoever fits a description must be, if it says that he is near something.
    #[inline]
    pub(super) fn place_for(&self, s: S, sel: &Sel, regs: &mut [i64]) -> Option<Reach> {
        // who wants to know what is come by sees all
        let memo = self.memo.filter(|_| self.program.touched.is_none())?;
        let near = memo.near_of(s)?;
        self.place_by(memo, near, sel.var, regs)
    }

    /// Whether a candidate is not there.
    #[inline]
    pub(super) fn is_elsewhere(&self, place: &Reach, who: i64) -> bool {
        self.bounds(who, place.by_leader).is_some_and(|b| !b.meets(place.round))
    }

    /// Whether nobody of a holder is there.
    pub(super) fn are_elsewhere(&self, place: &Reach, holder: i64) -> bool {
        let many = self.cast.ent(holder).is_some_and(|e| e.pieces.1 >= FEW);
        many && self.bounds(holder, false).is_some_and(|b| !b.meets(place.round))
    }

    fn place_by(&self, memo: &Memo, near: X, var: Reg, regs: &mut [i64]) -> Option<Reach> {
        let Some(Ex::Value { slot, args }) = self.program.exs.get(near) else {
            return self.near_what(memo, needed(self.program, near)?, var, regs);
        };
        let mut window = [NOTHING; WINDOW];
        let mut candidate = None;
        for (role, x) in (0..).zip(self.program.lists.get(*args)?) {
            match self.program.exs.get(*x) {
                Some(Ex::Reg(r)) if *r == var && candidate.is_none() => candidate = Some(role),
                _ if memo.depends(*x, var) => return None,
                _ => put(&mut window, role, self.x(*x, regs)),
            }
        }
        self.near_what(memo, needed_for(self.program, *slot)?, candidate?, &mut window)
    }

    /// The box round what the candidate in a register must be near, if neither that nor the limit hangs on the candidate.
    fn near_what(&self, memo: &Memo, within: Within, candidate: Reg, regs: &mut [i64]) -> Option<Reach> {
        let Within { from, to, limit } = within;
        let is_candidate = |x: X| self.program.exs.get(x) == Some(&Ex::Reg(candidate));
        let gauge = self.program.gauge;
        let (other, leaders) = if is_candidate(from) {
            (to, (gauge.from_leader, gauge.to_leader))
        } else if is_candidate(to) {
            (from, (gauge.to_leader, gauge.from_leader))
        } else {
            return None;
        };
        if memo.depends(other, candidate) || limit.is_some_and(|l| memo.depends(l, candidate)) {
            return None;
        }
        let other = self.x(other, regs);
        let (limit, (by_leader, others)) = match limit {
            Some(x) => (self.x(x, regs), leaders),
            None => (i64::from(table::CONTACT), (false, false)),
        };
        let round = self.bounds(other, others)?.grown(reach(limit));
        Some(Reach { round, by_leader })
    }
}

/// What a box is grown by, in mils, so that all that is within a limit of it meets it.
fn reach(limit: i64) -> i32 {
    i32::try_from(limit).unwrap_or(FAR).clamp(0, FAR).saturating_add(ROUNDING)
}

/// One place seen from another, from where all is seen.
fn sum(a: Point, b: Point) -> Point {
    Point::new(a.x.saturating_add(b.x), a.y.saturating_add(b.y))
}

/// Whether two boxes are farther apart than a limit in mils.
fn parted(a: Option<Bounds>, b: Option<Bounds>, limit: i64) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return false };
    !a.grown(reach(limit)).meets(b)
}

/// For each description, the first of its filters that says what whoever fits it must be near; none where none does.
pub(super) fn nears(program: &Program) -> List<S, Option<X>> {
    let near = |x: &X| match program.exs.get(*x) {
        Some(Ex::Value { slot, .. }) => needed_for(program, *slot).is_some(),
        _ => needed(program, *x).is_some(),
    };
    program.sels.all().iter().map(|s| s.filters.iter().copied().find(near)).collect()
}

/// What must be near what for a condition to hold.
fn needed_for(program: &Program, slot: SlotNo) -> Option<Within> {
    // what adds to a condition may hold however far it is
    let s = program.slots.get(slot).filter(|s| s.truth && s.adds.is_empty())?;
    needed(program, s.base?)
}

/// What must be near what for an expression to hold.
fn needed(program: &Program, x: X) -> Option<Within> {
    match *program.exs.get(x)? {
        Ex::Two(Bin::And, a, b) => needed(program, a).or_else(|| needed(program, b)),
        Ex::Two(Bin::Le, far, limit) => match *program.exs.get(far)? {
            Ex::Distance(from, to) => Some(Within { from, to, limit: Some(limit) }),
            _ => None,
        },
        Ex::Touches(from, to) => Some(Within { from, to, limit: None }),
        _ => None,
    }
}
