//! Dice that are looked at before some of them are rolled again, and how they lie.

use serde::{Deserialize, Serialize};

use super::machine::{Frame, Game, Machine, Stop};
use super::toss::{Dice, Outcome, Toss};
use super::trace::{Event, Share, Trace};
use crate::dice::Kept;
use crate::ir::{Faces, Reg, Rerolling};

/// Worths are told apart up to this many; rules whose dice count more are not carried out.
pub const CLASSES: usize = 8;
/// Dice of one worth that can be remembered.
const MOST: u64 = 255;

/// How many dice of each worth, one byte for each worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
struct Worths(u64);

/// The dice of a pool as they lie. Of those that were rolled only once it is known what they count, and which of the faces
/// they show that matter; of the others no more than what comes of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Lying {
    /// Rolled only once.
    once: Worths,
    /// Those of them that show each face which is told apart.
    shown: i64,
    /// Rolled again: counted where some of all dice are put aside at last.
    settled: Worths,
    /// Those of them that show each face which is asked for.
    settled_shown: i64,
}

/// Dice that nothing tells apart.
#[derive(Clone, Copy, Debug)]
struct Alike {
    worth: usize,
    /// 0 for a face that is not told apart.
    face: u32,
    number: u64,
}

impl Worths {
    fn die(worth: i64) -> Self {
        Self(1 << (8 * class(worth)))
    }

    fn and(self, other: Self) -> Self {
        let of = |class| (self.count(class) + other.count(class)).min(MOST) << (8 * class);
        Self((0..CLASSES).map(of).fold(0, |a, b| a | b))
    }

    fn count(self, class: usize) -> u64 {
        self.0 >> (8 * class) & MOST
    }
}

fn class(worth: i64) -> usize {
    usize::try_from(worth).unwrap_or(0).min(CLASSES - 1)
}

impl Lying {
    /// One die that shows a face, rolled again or not.
    #[must_use]
    pub fn die(toss: &Toss, face: u32, again: bool) -> Self {
        let worth = Worths::die(toss.worth_of(face));
        if !again {
            return Self { once: worth, shown: toss.told.die(face), ..Self::default() };
        }
        let settled = if toss.keep.all() { Worths::default() } else { worth };
        let settled_shown = if toss.asked.has(face) { toss.told.die(face) } else { 0 };
        Self { settled, settled_shown, ..Self::default() }
    }

    /// Dice that were rolled again, of which so many show each face that is asked for.
    #[must_use]
    pub fn shown_again(toss: &Toss, asked: i64) -> Self {
        let faces = (1..=u32::from(toss.sides)).filter(|f| toss.asked.has(*f));
        Self { settled_shown: faces.map(|f| toss.told.die(f) * toss.asked.shown(asked, f)).sum(), ..Self::default() }
    }

    /// These and those.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            once: self.once.and(other.once),
            shown: self.shown + other.shown,
            settled: self.settled.and(other.settled),
            settled_shown: self.settled_shown + other.settled_shown,
        }
    }

    /// As numbers of registers.
    #[must_use]
    pub const fn packed(self) -> [i64; 4] {
        [self.once.0.cast_signed(), self.shown, self.settled.0.cast_signed(), self.settled_shown]
    }

    /// From the numbers of registers.
    #[must_use]
    pub const fn unpacked([once, shown, settled, settled_shown]: [i64; 4]) -> Self {
        Self { once: Worths(once.cast_unsigned()), shown, settled: Worths(settled.cast_unsigned()), settled_shown }
    }

    /// The same dice, none of which is rolled again.
    #[must_use]
    pub fn all_settled(self, toss: &Toss) -> Self {
        let asked = (1..=u32::from(toss.sides)).filter(|f| toss.asked.has(*f));
        let shown: i64 = asked.map(|f| toss.told.die(f) * toss.told.shown(self.shown, f)).sum();
        let settled = if toss.keep.all() { Worths::default() } else { self.settled.and(self.once) };
        Self { settled, settled_shown: self.settled_shown + shown, ..Self::default() }
    }

    /// Dice of some worths, and the faces among them that are told apart, in the order in which they are better: by what they
    /// count, then by the faces that are asked for, then by those that are told apart for what is rolled again.
    fn alike(toss: &Toss, worths: Worths, shown: i64) -> Vec<Alike> {
        let mut others: [u64; CLASSES] = std::array::from_fn(|class| worths.count(class));
        let mut out = Vec::new();
        for face in (1..=u32::from(toss.sides)).filter(|f| toss.told.has(*f)) {
            let worth = class(toss.worth_of(face));
            let Some(left) = others.get_mut(worth) else { continue };
            // rules may have changed meanwhile what the face counts
            let number = u64::try_from(toss.told.shown(shown, face)).unwrap_or(0).min(*left);
            *left -= number;
            out.push(Alike { worth, face, number });
        }
        out.extend(others.iter().enumerate().map(|(worth, number)| Alike { worth, face: 0, number: *number }));
        out.retain(|a| a.number > 0);
        out.sort_by_key(|a| (a.worth, toss.rank(a.face)));
        out
    }

    /// The dice that would be rolled again: how many, what they count, and what stays. Of some dice the worst are taken.
    #[must_use]
    pub fn picked(self, toss: &Toss, faces: Faces) -> (u32, i64, Self) {
        let mut left = match faces {
            Faces::Some(n) | Faces::Worst(n) => u64::from(n),
            _ => u64::MAX,
        };
        let wanted = |a: &Alike| match faces {
            Faces::All | Faces::Worst(_) => true,
            Faces::Failures | Faces::Some(_) => a.worth == 0,
            Faces::Successes => a.worth > 0,
            Faces::Face(n) => a.face == u32::from(n),
            Faces::Score(n) => a.face > 0 && i64::from(a.face) + toss.base >= i64::from(n),
        };
        let (mut dice, mut worth, mut stays) = (0, 0, self);
        for a in Self::alike(toss, self.once, self.shown).iter().filter(|a| wanted(a)) {
            let n = a.number.min(left);
            left -= n;
            dice += n;
            worth += n * u64::try_from(a.worth).unwrap_or(0);
            stays.once.0 -= n << (8 * a.worth);
            stays.shown -= toss.told.die(a.face) * i64::try_from(n).unwrap_or(0);
        }
        (u32::try_from(dice).unwrap_or(0), i64::try_from(worth).unwrap_or(0), stays)
    }

    /// How many dice show each face that is asked for, if all are kept.
    #[must_use]
    pub fn asked(self, toss: &Toss) -> i64 {
        let all = self.shown + self.settled_shown;
        if toss.asked == toss.told {
            return all;
        }
        let asked = (1..=u32::from(toss.sides)).filter(|f| toss.asked.has(*f));
        asked.map(|f| toss.asked.die(f) * toss.told.shown(all, f)).sum()
    }

    /// What the dice that are kept count together, and how many of them show each face that is asked for.
    #[must_use]
    pub fn kept(self, toss: &Toss) -> (i64, i64) {
        let alike = Self::alike(toss, self.once.and(self.settled), self.shown + self.settled_shown);
        let each = |a: &Alike| {
            let die = (i64::try_from(a.worth).unwrap_or(0), toss.asked.die(a.face));
            std::iter::repeat_n(die, usize::try_from(a.number).unwrap_or(0))
        };
        let mut dice: Vec<(i64, i64)> = alike.iter().flat_map(each).collect();
        toss.keep.among(&mut dice);
        super::pool::sum_of(&dice)
    }
}

impl Machine {
    /// How the dice of a pool lie, from the registers behind its result.
    fn lying(&self, reg: Reg) -> Lying {
        Lying::unpacked([2, 3, 4, 5].map(|n| self.get(reg.saturating_add(n))))
    }

    /// Remembers how the dice of a pool lie.
    pub(super) fn lie(&mut self, reg: Reg, lying: Lying) {
        for (n, packed) in (2..).zip(lying.packed()) {
            self.set(reg.saturating_add(n), packed);
        }
    }

    /// How many dice of a pool would be rolled again.
    pub(super) fn left_to_reroll(&mut self, game: Game<'_>, frame: Frame, what: Rerolling) -> i64 {
        let Some(t) = game.program.throws.get(what.throw) else { return 0 };
        let toss = self.toss(game, frame, what.throw, t, None);
        i64::from(self.lying(what.reg).picked(&toss, what.faces).0)
    }

    /// Rolls some dice of a pool again, those that lie there since the first throw.
    pub(super) fn roll_again<D: Dice, T: Trace>(
        &mut self,
        game: Game<'_>,
        frame: Frame,
        what: Rerolling,
        dice: &mut D,
        trace: &mut T,
    ) -> Option<Stop> {
        let Rerolling { throw: id, reg, faces, row } = what;
        let t = game.program.throws.get(id)?;
        let mut shares = Vec::new();
        let first = self.toss(game, frame, id, t, T::ON.then_some(&mut shares));
        let (number, worth, stays) = self.lying(reg).picked(&first, faces);
        if number == 0 {
            return None;
        }
        if T::ON {
            shares.push(Share::new(row, "reroll", 0));
        }
        let outcome = match self.outcome.take() {
            Some(o) => o,
            None => {
                let toss = Toss { context: self.next_key(game, frame, t), ..first.some_again(number) };
                let mut shown = Vec::new();
                let mut see = |_: u32, face: u32, _: bool| shown.push((face, true));
                let outcome = dice.toss(&toss, if T::ON { Some(&mut see) } else { None });
                let Some(o) = outcome else { return Some(Stop::Chance(toss)) };
                trace.event(|| Event::Rolled { toss, faces: shown, outcome: o, shares });
                o
            }
        };
        let (result, asked, lying) = first.rolled_on(self.get(reg) - worth, stays, outcome);
        self.set(reg, result);
        self.set(reg.saturating_add(1), asked);
        self.lie(reg, lying);
        None
    }
}

impl Toss {
    /// So many of the dice of a pool, thrown again. Where dice are put aside at last, it matters how these lie too.
    #[must_use]
    pub fn some_again(&self, dice: u32) -> Self {
        Self { dice, reroll: 0, reroll_some: 0, seen: !self.keep.all(), keep: Kept::default(), ..*self }
    }

    /// What a pool comes to when some of its dice have been rolled again: those that stay count so much, and lie so.
    #[must_use]
    pub fn rolled_on(&self, result: i64, stays: Lying, again: Outcome) -> (i64, i64, Lying) {
        if self.keep.all() {
            let lying = stays.and(Lying::shown_again(self, again.margin));
            return (result + again.result, lying.asked(self), lying);
        }
        let lying = stays.and(again.lying.all_settled(self));
        let (result, asked) = lying.kept(self);
        (result, asked, lying)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Histogram, Kept};

    /// 1 to 3 fail, 4 and 5 count 1, 6 counts 2.
    fn toss(told: &[u8], asked: &[u8]) -> Toss {
        let of = |faces: &[u8]| faces.iter().fold(Histogram::default(), |t, f| t.and(Histogram::of(*f)));
        let mut toss = Toss { sides: 6, told: of(told), asked: of(asked), ..Toss::default() };
        toss.worth[3..6].copy_from_slice(&[1, 1, 2]);
        toss
    }

    fn lying(toss: &Toss, faces: &[u32]) -> Lying {
        faces.iter().fold(Lying::default(), |l, f| l.and(Lying::die(toss, *f, false)))
    }

    #[test]
    fn the_worst_die_is_rolled_again_first() {
        let toss = toss(&[], &[]);
        let all = lying(&toss, &[6, 1, 4, 4]);
        assert_eq!(all.picked(&toss, Faces::Worst(1)), (1, 0, lying(&toss, &[6, 4, 4])));
        assert_eq!(all.picked(&toss, Faces::Worst(2)), (2, 1, lying(&toss, &[6, 4])));
        assert_eq!(all.picked(&toss, Faces::All), (4, 4, Lying::default()));
        assert_eq!(all.picked(&toss, Faces::Successes), (3, 4, lying(&toss, &[1])));
        assert_eq!(lying(&toss, &[5]).picked(&toss, Faces::Failures).0, 0);
        assert_eq!(Lying::unpacked(all.packed()), all);
    }

    #[test]
    fn of_like_dice_those_are_taken_last_that_are_asked_for() {
        let toss = toss(&[1, 2, 6], &[1, 2]);
        let all = lying(&toss, &[2, 1, 3, 6]);
        assert_eq!(all.picked(&toss, Faces::Some(1)).2, lying(&toss, &[2, 1, 6]));
        assert_eq!(all.picked(&toss, Faces::Some(2)).2, lying(&toss, &[2, 6]));
        assert_eq!(all.picked(&toss, Faces::Face(6)), (1, 2, lying(&toss, &[2, 1, 3])));
        assert_eq!(all.asked(&toss), toss.asked.die(1) + toss.asked.die(2));
    }

    #[test]
    fn dice_are_put_aside_when_all_lie_there() {
        let toss = Toss { keep: Kept::best(2), ..toss(&[1, 6], &[1, 6]) };
        let all = lying(&toss, &[2, 1]).and(Lying::die(&toss, 6, true)).and(Lying::die(&toss, 2, true));
        // the 6, and of three failures the 1
        assert_eq!(all.kept(&toss), (2, toss.asked.die(1) + toss.asked.die(6)));
        assert_eq!(all.all_settled(&toss).kept(&toss), all.kept(&toss));
        assert_eq!(Toss { keep: Kept::best(-1), ..toss }.keep.told(), -1);
    }
}
