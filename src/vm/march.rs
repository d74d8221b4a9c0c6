//! Ways over ground: how much movement they take, and whether that is within a limit.

use super::eval::Ask;
use super::memo::Memo;
use super::space::FAR;
use crate::ir::{Ex, WINDOW, X};
use crate::table::{self, Detour, Patch, Point, Stand};

impl<'a> Ask<'a> {
    /// The least movement, in mils, with which one thing gets into contact with another, a place or a feature: straight, or round
    /// ground that nobody may enter or that costs more than the way round it. Pieces are not in the way.
    #[must_use]
    pub fn march(&self, a: i64, b: i64) -> i32 {
        let Some((from, to, gap)) = self.line_between(a, b) else { return FAR };
        let patches = self.patches(a);
        if patches.is_empty() {
            return gap;
        }
        let reach = from.at.towards(to, gap);
        let straight = table::least(from.at, reach, &patches, 0);
        if straight == Some(gap) {
            return gap;
        }
        let (w, d) = from.base.halves();
        let most = straight.unwrap_or(gap.saturating_mul(4));
        let round = self.way_round(&Detour { from: from.at, to: reach, clearance: w.min(d), most }, &patches);
        round.into_iter().chain(straight).min().unwrap_or(FAR)
    }

    /// The straight line from one thing to another, a place or a feature: the base that it begins at, the point towards which it
    /// leads, and how long it is from edge to edge.
    fn line_between(&self, a: i64, b: i64) -> Option<(Stand, Point, i32)> {
        let head = self.head(a);
        let from = self.stand(head)?;
        let (to, gap) = match self.whole(b) {
            Some(whole) => (whole.nearest_to(from.at)?, whole.gap_to(&from)),
            None => self.nearest_stand(head, b).map(|to| (to.at, table::gap(&from, &to)))?,
        };
        Some((from, to, gap))
    }

    /// Whether an expression is the length of a way.
    #[inline]
    pub(super) fn is_way(&self, x: X) -> bool {
        match self.program.exs.get(x) {
            Some(Ex::March(..)) => self.memo.is_some_and(Memo::lines_bound_ways),
            Some(Ex::Value { slot, .. }) => self.memo.is_some_and(|m| m.way_of(*slot).is_some()),
            _ => false,
        }
    }

    /// Whether a way is no longer than it may be, where the straight line alone says so: then nobody searches for the way.
    #[inline(never)] // its registers are no matter of all who compare
    pub(super) fn within_straight(&self, way: X, most: X, regs: &mut [i64]) -> Option<bool> {
        if self.program.touched.is_some() {
            return None;
        }
        match *self.program.exs.get(way)? {
            Ex::March(from, to) => {
                let ends = (self.x(from, regs), self.x(to, regs));
                let most = self.x(most, regs);
                self.straight_settles(ends, most, || false)
            }
            Ex::Value { slot, args } => {
                let (from, to) = self.memo.and_then(|m| m.way_of(slot))?;
                let list = self.program.lists.get(args)?;
                let mut blanks = [0i64; WINDOW];
                if list.len() > blanks.len() {
                    return None;
                }
                for (blank, x) in blanks.iter_mut().zip(list) {
                    *blank = self.x(*x, regs);
                }
                let ends = (self.x(from, &mut blanks), self.x(to, &mut blanks));
                let ceilings = &self.program.slots.get(slot)?.ceilings;
                let most = self.x(most, regs);
                self.straight_settles(ends, most, || ceilings.iter().any(|c| self.live(c, &mut blanks)))
            }
            _ => None,
        }
    }

    /// Whether a way from one thing to another is no longer than it may be: no if the line is longer and nothing lowers what the way
    /// costs, yes if the line costs no more.
    fn straight_settles(&self, (mover, to): (i64, i64), most: i64, lowered: impl FnOnce() -> bool) -> Option<bool> {
        // what a line may lose by rounding, in mils
        const ROUNDING: i64 = 4;
        let (from, to, gap) = self.line_between(mover, to)?;
        if i64::from(gap) > most.saturating_add(ROUNDING) {
            return (!lowered()).then_some(false);
        }
        let straight = table::least(from.at, from.at.towards(to, gap), &self.patches(mover), 0)?;
        (i64::from(straight) <= most).then_some(true)
    }

    /// What a way round ground costs at least: searched once, and kept.
    fn way_round(&self, detour: &Detour, patches: &[Patch<'_>]) -> Option<i32> {
        const NO_WAY: i64 = -1;
        let kept = self.memo.map(|memo| (memo, Memo::way(detour.key(patches))));
        let known = kept.and_then(|(memo, kept)| memo.value(kept));
        let far = known.unwrap_or_else(|| detour.least(patches).map_or(NO_WAY, i64::from));
        if let Some((memo, kept)) = kept.filter(|_| known.is_none()) {
            memo.keep(kept, far);
        }
        i32::try_from(far).ok().filter(|_| far != NO_WAY)
    }

    /// The ground of the table, for the ways of one group or piece.
    #[must_use]
    pub fn patches(&self, who: i64) -> Vec<Patch<'a>> {
        let mover = if self.is_group(who) { who } else { self.world.parent_of(who) };
        let reach = self.cast.ent(self.head(who)).map_or(0, |e| e.foot.halves().1);
        let mut out = Vec::new();
        for f in self.sites() {
            for t in f.terrains {
                let Some(t) = self.program.terrains.get(*t) else { continue };
                for (cost, when) in &t.costs {
                    if when.is_none_or(|x| self.holds_of(x, mover)) {
                        out.push(Patch { shape: f.shape, cost: *cost, reach });
                    }
                }
            }
        }
        out
    }
}
