//! Who fights whom where at most so many may fight so many.

use super::cast::EntId;
use super::machine::{Frame, Game, Machine};
use crate::ir::{KindNo, ListNo, S, X};

impl Machine {
    /// Those of a selection of which all keys are the same become groups of a kind, one alone too.
    pub(super) fn alike(&mut self, game: Game<'_>, frame: Frame, sel: S, kind: KindNo, keys: ListNo) {
        let spare = self.dissolve(game, kind);
        let ask = Self::ask(game, &self.world, frame.context);
        let regs = self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []);
        let keys: &[X] = game.program.lists.get(keys).map_or(&[], Vec::as_slice);
        let mut groups: Vec<(Vec<i64>, Vec<i64>)> = Vec::new();
        ask.each(sel, regs, &mut |ask, regs, e| {
            let key: Vec<i64> = keys.iter().map(|x| ask.x(*x, regs)).collect();
            match groups.iter_mut().find(|(k, _)| *k == key) {
                Some((_, members)) => members.push(e),
                None => groups.push((key, vec![e])),
            }
            true
        });
        for ((_, members), group) in groups.into_iter().zip(spare) {
            self.surround(group, members.into_iter());
        }
    }

    /// Ends the groups of a kind that were made in play; gives those that stand in reserve.
    fn dissolve(&mut self, game: Game<'_>, kind: KindNo) -> Vec<EntId> {
        let spare: Vec<EntId> = game.cast.spare.iter().filter(|(k, _)| *k == kind).map(|(_, e)| *e).collect();
        for who in 0..i64::try_from(game.cast.ents.len()).unwrap_or(0) {
            if spare.iter().any(|s| i64::from(*s) == self.world.ring_of(who)) {
                self.world.set_ring(who, 0);
            }
        }
        for s in &spare {
            self.world.set_live(i64::from(*s), false);
        }
        spare
    }

    /// Puts things into a group for a while.
    fn surround(&mut self, group: EntId, members: impl Iterator<Item = i64>) {
        self.world.set_live(i64::from(group), true);
        for who in members {
            self.world.set_ring(who, group);
        }
    }

    /// Enemies of a selection that touch become groups of a kind, at most so many of one side to so many of the other;
    /// earlier groups of the kind are dissolved. As many pairs are made as can be, in the order of the things; who is
    /// left over joins a pair with an enemy whom it touches, where there is room.
    pub(super) fn pair(&mut self, game: Game<'_>, frame: Frame, sel: S, kind: KindNo, most: i64, to: i64) {
        let spare = self.dissolve(game, kind);
        let ask = Self::ask(game, &self.world, frame.context);
        let regs = self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []);
        let mut all = Vec::new();
        ask.each(sel, regs, &mut |_, _, e| {
            all.push(e);
            true
        });
        let (ours, theirs): (Vec<i64>, Vec<i64>) = all.iter().partition(|e| ask.side(**e) == 1);
        let touching: Vec<Vec<usize>> =
            ours.iter().map(|a| (0..theirs.len()).filter(|j| theirs.get(*j).is_some_and(|b| ask.touches(*a, *b))).collect()).collect();
        let bouts = grouped(&touching, theirs.len(), usize::try_from(most).unwrap_or(1), usize::try_from(to).unwrap_or(1));
        for (bout, group) in bouts.into_iter().zip(spare) {
            let here = bout.0.iter().filter_map(|i| ours.get(*i));
            let there = bout.1.iter().filter_map(|j| theirs.get(*j));
            self.surround(group, here.chain(there).copied());
        }
    }
}

/// Groups of those on the left and those on the right, by number; `touching` lists whom each on the left touches.
fn grouped(touching: &[Vec<usize>], right: usize, most: usize, to: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
    let mut partner: Vec<Option<usize>> = vec![None; right];
    for left in 0..touching.len() {
        let _ = matched(touching, left, &mut partner, &mut vec![false; right]);
    }
    let mut out: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for (j, left) in partner.iter().enumerate() {
        if let Some(i) = left {
            out.push((vec![*i], vec![j]));
        }
    }
    out.sort();
    let fits = |l: usize, r: usize| (l <= most && r <= to) || (l <= to && r <= most);
    for (i, reach) in touching.iter().enumerate() {
        if !partner.contains(&Some(i)) {
            let room = out.iter_mut().find(|(l, r)| fits(l.len() + 1, r.len()) && r.iter().any(|j| reach.contains(j)));
            if let Some(bout) = room {
                bout.0.push(i);
            }
        }
    }
    for j in (0..right).filter(|j| partner.get(*j).is_some_and(Option::is_none)) {
        let near = |l: &Vec<usize>| l.iter().any(|i| touching.get(*i).is_some_and(|t| t.contains(&j)));
        if let Some(bout) = out.iter_mut().find(|(l, r)| fits(l.len(), r.len() + 1) && near(l)) {
            bout.1.push(j);
        }
    }
    out
}

/// Finds a partner for one on the left, moving others where that makes room.
fn matched(touching: &[Vec<usize>], left: usize, partner: &mut [Option<usize>], seen: &mut [bool]) -> bool {
    for j in touching.get(left).map_or(&[][..], Vec::as_slice) {
        if seen.get(*j).copied().unwrap_or(true) {
            continue;
        }
        if let Some(s) = seen.get_mut(*j) {
            *s = true;
        }
        let taken = partner.get(*j).copied().flatten();
        if taken.is_none_or(|other| matched(touching, other, partner, seen)) {
            if let Some(p) = partner.get_mut(*j) {
                *p = Some(left);
            }
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_who_can_fights() {
        // a touches x and y, b touches x only: a must leave x to b
        assert_eq!(grouped(&[vec![0, 1], vec![0]], 2, 2, 1), [(vec![0], vec![1]), (vec![1], vec![0])]);
        // three on one: two may, the third stands by
        assert_eq!(grouped(&[vec![0], vec![0], vec![0]], 1, 2, 1), [(vec![0, 1], vec![0])]);
        // one against three, at most 3 to 1
        assert_eq!(grouped(&[vec![0, 1, 2]], 3, 3, 1), [(vec![0], vec![0, 1, 2])]);
        // nobody touches anybody
        assert!(grouped(&[vec![], vec![]], 2, 2, 1).is_empty());
    }
}
