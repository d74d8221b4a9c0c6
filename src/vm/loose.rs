//! Pieces in loose order: packed round their leader, each where it can walk.

use super::eval::Ask;
use super::moves::{FOLLOWING, Standing};
use super::way::Going;
use crate::table::{self, Base, Facing, Point, Shape, Stand};

/// Pieces that stand loosely round their leader: who they are, and where he stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loose<'a> {
    /// All of them, the leader too.
    pub pieces: &'a [i64],
    /// The leader.
    pub head: i64,
    /// Where he stands.
    pub at: Point,
    /// The way that all of them face.
    pub facing: Facing,
    /// What may lie between them, in mils.
    pub gap: i32,
}

impl Ask<'_> {
    /// Pieces packed loosely round their leader, on some ground if it is said; with an allowance each walks to its place.
    pub(super) fn packed(&self, loose: &Loose<'_>, going: &Going<'_>, allowance: Option<i32>, on: Option<&Shape>) -> Option<Standing> {
        let Loose { pieces, head, at, facing, gap } = *loose;
        let base = self.cast.ent(head)?.foot;
        let leader = Stand::new(at, facing, base);
        if !going.rests(&leader, self.stand(head).as_ref()) {
            return None;
        }
        let mut rest: Vec<i64> = pieces.iter().copied().filter(|p| *p != head).collect();
        let bases: Vec<Base> = rest.iter().filter_map(|p| self.cast.ent(*p).map(|e| e.foot)).collect();
        let stands = table::pack_loose(leader, &bases, gap, |s| on.is_none_or(|g| g.wholly_contains(s)) && going.rests(s, None))?;
        let mut out: Standing = vec![(head, leader, 1)];
        for slot in stands.iter().skip(1) {
            let i = match allowance {
                None => 0,
                Some(a) => self.walker(&rest, slot, going, a.saturating_add(FOLLOWING))?,
            };
            if i >= rest.len() {
                return None;
            }
            out.push((rest.remove(i), *slot, 1));
        }
        Some(out)
    }

    /// Which of several pieces walks to a place: the nearest that can.
    fn walker(&self, pieces: &[i64], slot: &Stand, going: &Going<'_>, allowance: i32) -> Option<usize> {
        let mut near: Vec<(i32, usize, Stand)> = pieces
            .iter()
            .enumerate()
            .filter_map(|(i, p)| self.stand(*p).map(|s| (s.at.distance(slot.at), i, s)))
            .filter(|(d, _, s)| *d <= allowance && s.base == slot.base)
            .collect();
        near.sort_unstable();
        near.into_iter().find(|(_, _, s)| going.way(s, slot.at, allowance).is_some()).map(|(_, i, _)| i)
    }
}
