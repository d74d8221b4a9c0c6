//! Dice that are looked at before some of them are rolled again.

use super::machine::{Frame, Game, Machine, Stop};
use super::toss::{Dice, Toss};
use super::trace::{Event, Trace};
use crate::dice::Kept;
use crate::ir::{Faces, Reg, Rerolling};

/// Worths are told apart up to this many; what counts more is told apart no further.
const CLASSES: usize = 6;
/// Where the dice are counted that show the face which is asked for: those that may be rolled again, and those that were.
const ASKED: usize = 6;
const SETTLED: usize = 7;
/// Dice of one worth that can be remembered.
const MOST: u64 = 255;

/// How many dice of each worth lie there that were rolled only once, one byte for each worth; and how many show the face
/// that is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lying(u64);

impl Lying {
    /// One die that shows a face.
    #[must_use]
    pub fn of(toss: &Toss, face: u32) -> Self {
        let die = Self::die(toss.worth_of(face));
        if toss.is_asked(face) == 1 { die.asked_for() } else { die }
    }

    /// One die of a worth.
    #[must_use]
    pub fn die(worth: i64) -> Self {
        let class = usize::try_from(worth).unwrap_or(0).min(CLASSES - 1);
        Self(1 << (8 * class))
    }

    /// The same die, which shows the face that is asked for.
    #[must_use]
    pub fn asked_for(self) -> Self {
        Self(self.0 | 1 << (8 * ASKED))
    }

    /// So many dice that show the face that is asked for and are not rolled again.
    #[must_use]
    pub fn settled(n: i64) -> Self {
        Self(u64::try_from(n).unwrap_or(0).min(MOST) << (8 * SETTLED))
    }

    /// How many dice show the face that is asked for.
    #[must_use]
    pub fn shown(self) -> i64 {
        i64::try_from(self.count(ASKED) + self.count(SETTLED)).unwrap_or(0)
    }

    /// These and those.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let of = |class| (self.count(class) + other.count(class)).min(MOST) << (8 * class);
        Self((0..=SETTLED).map(of).fold(0, |a, b| a | b))
    }

    /// As a number of a register.
    #[must_use]
    pub fn packed(self) -> i64 {
        self.0.cast_signed()
    }

    /// From the number of a register.
    #[must_use]
    pub fn unpacked(n: i64) -> Self {
        Self(n.cast_unsigned())
    }

    fn count(self, class: usize) -> u64 {
        self.0 >> (8 * class) & MOST
    }

    /// The dice that would be rolled again: how many, what they are worth, and what stays. Of some dice the worst are taken,
    /// and of those that count alike the ones that show the face that is asked for, worth `asked`, last.
    #[must_use]
    pub fn picked(self, faces: Faces, asked: i64) -> (u32, i64, Self) {
        let (from, mut left) = match faces {
            Faces::All => (0..CLASSES, u64::MAX),
            Faces::Failures => (0..1, u64::MAX),
            Faces::Successes => (1..CLASSES, u64::MAX),
            Faces::Some(n) => (0..1, u64::from(n)),
            Faces::Worst(n) => (0..CLASSES, u64::from(n)),
            Faces::Face(_) | Faces::Score(_) => (0..0, 0),
        };
        let (mut dice, mut worth, mut stays) = (0, 0, self.0);
        for class in from {
            let n = self.count(class).min(left);
            left -= n;
            dice += n;
            worth += n * u64::try_from(class).unwrap_or(0);
            if class == usize::try_from(asked).unwrap_or(0).min(CLASSES - 1) {
                let others = self.count(class).saturating_sub(self.count(ASKED));
                stays -= n.saturating_sub(others) << (8 * ASKED);
            }
            stays -= n << (8 * class);
        }
        (u32::try_from(dice).unwrap_or(0), i64::try_from(worth).unwrap_or(0), Self(stays))
    }
}

impl Machine {
    /// How many dice of a pool would be rolled again.
    pub(super) fn left_to_reroll(&self, reg: Reg, faces: Faces) -> i64 {
        i64::from(Lying::unpacked(self.get(reg.saturating_add(1))).picked(faces, 0).0)
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
        let Rerolling { throw: id, reg, faces } = what;
        let lying = Lying::unpacked(self.get(reg.saturating_add(1)));
        if lying.picked(faces, 0).0 == 0 {
            return None;
        }
        let t = game.program.throws.get(id)?;
        // what the face counts that is asked for: rules may have changed it
        let asked = if t.asked.is_empty() {
            0
        } else {
            let toss = self.toss(game, frame, id, t, None);
            toss.worth_of(toss.asked.only())
        };
        let (number, worth, stays) = lying.picked(faces, asked);
        let outcome = match self.outcome.take() {
            Some(o) => o,
            None => {
                let mut shares = Vec::new();
                let mut toss = self.toss(game, frame, id, t, T::ON.then_some(&mut shares));
                toss.dice = number;
                (toss.reroll, toss.reroll_some, toss.seen, toss.keep) = (0, 0, false, Kept::default());
                toss.context = self.next_key(game, frame, t);
                let mut shown = Vec::new();
                let mut see = |_: u32, face: u32, _: bool| shown.push((face, true));
                let outcome = dice.toss(&toss, if T::ON { Some(&mut see) } else { None });
                let Some(o) = outcome else { return Some(Stop::Chance(toss)) };
                trace.event(|| Event::Rolled { toss, faces: shown, outcome: o, shares });
                o
            }
        };
        let total = self.get(reg) - worth + outcome.result;
        self.set(reg, total);
        let stays = if t.asked.is_empty() { stays } else { stays.and(Lying::settled(outcome.margin)) };
        self.set(reg.saturating_add(1), stays.packed());
        if !t.asked.is_empty() {
            self.set(reg.saturating_add(2), stays.shown());
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lying(worths: &[i64]) -> Lying {
        worths.iter().fold(Lying::default(), |l, w| l.and(Lying::die(*w)))
    }

    #[test]
    fn the_worst_die_is_rolled_again_first() {
        let all = lying(&[2, 0, 1, 1]);
        assert_eq!(all.picked(Faces::Worst(1), 0), (1, 0, lying(&[2, 1, 1])));
        assert_eq!(all.picked(Faces::Worst(2), 0), (2, 1, lying(&[2, 1])));
        assert_eq!(all.picked(Faces::All, 0), (4, 4, Lying::default()));
        assert_eq!(all.picked(Faces::Successes, 0), (3, 4, lying(&[0])));
        assert_eq!(lying(&[1]).picked(Faces::Failures, 0).0, 0);
    }

    #[test]
    fn dice_that_show_the_face_that_is_asked_for() {
        // two successes, of which one shows it; a failure; and one that was rolled again and shows it
        let all = lying(&[0, 1]).and(Lying::die(1).asked_for()).and(Lying::settled(1));
        assert_eq!(all.shown(), 2);
        assert_eq!(all.picked(Faces::Failures, 1).2.shown(), 2);
        assert_eq!(all.picked(Faces::Worst(2), 1).2.shown(), 2);
        assert_eq!(all.picked(Faces::Worst(3), 1).2.shown(), 1);
        assert_eq!(all.picked(Faces::All, 1).2.shown(), 1);
        assert_eq!(Lying::unpacked(all.packed()), all);
    }
}
