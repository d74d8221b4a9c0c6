//! Ranks: what fronts a formation may have, and who stands where in it.

use super::eval::Ask;
use super::loose::Loose;
use super::moves::{Standing, nearest_first};
use super::way::Going;
use crate::ir::Form;
use crate::table::{self, Base, Drill, Facing, Point, SIDES, Shape, Stand};

/// Whether who is in a formation faces outwards.
pub(super) fn looks_outwards(form: &Form) -> bool {
    form.drills.contains(&Drill::Outwards)
}

impl Ask<'_> {
    /// The front ranks that a formation may have with so many pieces.
    fn fronts(&self, group: i64, form: &Form, n: usize) -> Vec<u8> {
        let n = u8::try_from(n).unwrap_or(u8::MAX);
        // four sides are neither ranks nor files
        if looks_outwards(form) {
            return (1..=n.div_ceil(SIDES)).filter(|f| Drill::Outwards.allows(n, *f)).collect();
        }
        let (least, most) =
            form.fronts.iter().find(|(_, _, c)| c.is_none_or(|x| self.holds_of(x, group))).map_or((1, u8::MAX), |(a, b, _)| (*a, *b));
        (least..=most.min(n))
            .filter(|f| {
                let f = (*f).max(1);
                let ranks = n.div_ceil(f);
                if !form.drills.iter().all(|m| m.allows(n, f)) {
                    return false;
                }
                ranks >= form.ranks.0 && ranks <= form.ranks.1
            })
            .collect()
    }

    /// Whether a group has the numbers for a formation.
    #[must_use]
    pub fn fits_form(&self, group: i64, form: &Form) -> bool {
        form.loose || !self.fronts(group, form, self.pieces(group).count()).is_empty()
    }

    /// The front ranks that a group may form, the widest first.
    pub(super) fn front_choices(&self, group: i64, form: &Form) -> Vec<u8> {
        let mut out = self.fronts(group, form, self.pieces(group).count());
        out.reverse();
        out
    }

    /// How many stand in front now, if so many may in a formation.
    pub(super) fn front_now(&self, group: i64, form: &Form) -> Option<u8> {
        let (first, all) = self.pieces(group).fold((0, 0), |(first, all), p| (first + usize::from(self.world.place(p).rank == 1), all + 1));
        u8::try_from(first).ok().filter(|n| self.fronts(group, form, all).contains(n))
    }

    /// How a group would stand in a formation round its leader, with a front of so many; nobody walks farther than
    /// the limit.
    pub(super) fn formed(
        &self,
        group: i64,
        form: &Form,
        front: u8,
        facing: Facing,
        limit: Option<i32>,
        going: &Going<'_>,
    ) -> Option<Standing> {
        let head = self.head(group);
        let lead = self.stand(head)?;
        let pieces: Vec<i64> = std::iter::once(head).chain(self.pieces(group).filter(|p| *p != head)).collect();
        if form.loose {
            let gap = self.gap_in(group, form);
            return self.packed(&Loose { pieces: &pieces, head, at: lead.at, facing, gap }, going, limit, None);
        }
        let standing =
            self.ranked(group, form, front, &Stand { facing, ..lead }, &pieces, |p, s| going.rests(s, self.stand(p).as_ref()))?;
        // ways take longer to find than room
        let near = |(p, s, _): &(i64, Stand, u8)| limit.is_none_or(|l| self.stand(*p).is_some_and(|o| going.way(&o, s.at, l).is_some()));
        standing.iter().all(near).then_some(standing)
    }

    /// How a group that is put down stands in ranks round its leader, on some ground if it is said: with the front that it has, else
    /// with the widest for which there is room.
    pub(super) fn drawn_up(&self, group: i64, form: &Form, leader: &Stand, on: Option<&Shape>, going: &Going<'_>) -> Option<Standing> {
        let head = self.head(group);
        let pieces: Vec<i64> = std::iter::once(head).chain(self.pieces(group).filter(|p| *p != head)).collect();
        let rests = |_: i64, s: &Stand| on.is_none_or(|g| g.wholly_contains(s)) && going.rests(s, None);
        let mut fronts = self.front_now(group, form).into_iter().chain(self.front_choices(group, form));
        fronts.find_map(|front| self.ranked(group, form, front, leader, &pieces, rests))
    }

    /// How pieces, the leader first, stand in ranks, or to four sides, round where he does, if each may rest where it comes to stand.
    fn ranked(
        &self,
        group: i64,
        form: &Form,
        front: u8,
        leader: &Stand,
        pieces: &[i64],
        rests: impl Fn(i64, &Stand) -> bool,
    ) -> Option<Standing> {
        let bases: Vec<Base> = pieces.iter().filter_map(|p| self.cast.ent(*p).map(|e| e.foot)).collect();
        let gap = self.gap_in(group, form);
        let outwards = looks_outwards(form);
        // who faces outwards has nobody before him
        let sizes = if outwards { vec![pieces.len()] } else { table::rank_sizes(pieces.len(), front, form.drills.contains(&Drill::Even)) };
        let (stands, pieces) = if outwards {
            let stands = table::outwards(leader.at, leader.facing, &bases, gap);
            let now: Vec<Stand> = pieces.iter().zip(&stands).map(|(p, slot)| self.stand(*p).unwrap_or(*slot)).collect();
            let who = nearest_first(&now, &stands, 0);
            (stands, who.iter().filter_map(|i| pieces.get(*i).copied()).collect())
        } else {
            let stands = table::ranks(leader.at, leader.facing, &bases, &sizes, gap);
            let pieces = self.matched(pieces, &stands, leader, leader.facing, &sizes);
            (stands, pieces)
        };
        // a place is as large as whoever takes it
        let own = |(s, p): (Stand, &i64)| self.cast.ent(*p).map_or(s, |e| Stand { base: e.foot, ..s });
        let stands: Vec<Stand> = stands.into_iter().zip(&pieces).map(own).collect();
        let ok = stands.len() == pieces.len() && stands.iter().zip(&pieces).all(|(s, p)| rests(*p, s));
        let rank = sizes.iter().zip(1..=u8::MAX).flat_map(|(size, rank)| std::iter::repeat_n(rank, *size));
        ok.then(|| pieces.into_iter().zip(stands).zip(rank).map(|((p, s), rank)| (p, s, rank)).collect())
    }

    /// How far apart the bases of a group stand in a formation, in mils.
    pub(super) fn gap_in(&self, group: i64, form: &Form) -> i32 {
        form.gaps.iter().find(|(_, of)| of.is_none_or(|x| self.holds_of(x, group))).map_or(0, |(gap, _)| *gap)
    }

    /// Who takes which place: the foremost the front rank, from left to right, so that nobody crosses another.
    fn matched(&self, pieces: &[i64], stands: &[Stand], lead: &Stand, facing: Facing, sizes: &[usize]) -> Vec<i64> {
        let along = |at: Point| {
            let v = lead.at.to(at);
            let (ahead, right) = (Point::ORIGIN.offset(facing, 1000, 0), Point::ORIGIN.offset(facing, 0, 1000));
            let dot = |p: Point| i64::from(v.x) * i64::from(p.x) + i64::from(v.y) * i64::from(p.y);
            (dot(ahead), dot(right))
        };
        let Some((leader, rest)) = pieces.split_first() else { return Vec::new() };
        let mut rest: Vec<(i64, (i64, i64))> = rest.iter().map(|p| (*p, self.stand(*p).map_or((0, 0), |s| along(s.at)))).collect();
        rest.sort_by_key(|(p, (ahead, _))| (-ahead, *p));
        let mut out = vec![*leader; stands.len()];
        let mut rest = rest.as_slice();
        let mut next = 0;
        for size in sizes {
            // the leader has the first place of the front rank
            let first = next.max(1);
            next += size;
            let (men, behind) = rest.split_at((next - first).min(rest.len()));
            rest = behind;
            let mut men = men.to_vec();
            men.sort_by_key(|(p, (_, right))| (*right, *p));
            let mut places: Vec<usize> = (first..next).collect();
            places.sort_by_key(|i| stands.get(*i).map_or(0, |s| along(s.at).1));
            for (place, (p, _)) in places.into_iter().zip(men) {
                if let Some(slot) = out.get_mut(place) {
                    *slot = p;
                }
            }
        }
        out
    }
}
