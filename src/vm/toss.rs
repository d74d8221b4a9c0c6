//! Chance: a throw with all that touches it worked out, and what comes of faces.

use serde::{Deserialize, Serialize};

use super::pool;
use super::reroll::Lying;
use crate::dice::{Histogram, Kept, RollKey, face};
use crate::ir::{Faces, ThrowKind, ThrowNo};

/// Dice about to be rolled: nothing of the rules is asked after this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Toss {
    /// Which throw of the program.
    pub throw: ThrowNo,
    /// The key of the dice, without the seed.
    pub context: u64,
    /// How often these dice have been rolled before.
    pub again: u32,
    /// How many dice.
    pub dice: u32,
    /// Sides of each.
    pub sides: u16,
    /// What sort.
    pub kind: Kind,
    /// Each die counts half, fractions up.
    pub halve: bool,
    /// For pools: what each face counts, face 1 first.
    pub worth: [i8; 20],
    /// For pools: the faces that are rolled again, face 1 in bit 0.
    pub reroll: u32,
    /// For pools: at most so many failures are rolled again, those first that do not show a face that is asked for.
    pub reroll_some: u32,
    /// So many dice are kept; best if positive, worst if negative, all if 0.
    pub keep: Kept,
    /// For totals: so many of the lowest dice, and of the highest, are put aside.
    pub drop: (u8, u8),
    /// For pools: the faces that bring another die, face 1 in bit 0.
    pub explode: u32,
    /// For pools: how many dice one may bring, one after another; [`MOST_MORE`] at most.
    pub chain: u8,
    /// For pools: the faces that are counted apart.
    pub asked: Histogram,
    /// For pools: the faces that are told apart: those that are counted, and those that may be rolled again when they are seen.
    pub told: Histogram,
    /// For pools: whether the dice are looked at before some are rolled again; the outcome then tells how they lie.
    pub seen: bool,
    /// For totals: added to the dice.
    pub base: i64,
    /// For checks: what the total must reach.
    pub need: i64,
    /// For checks: what the total must not exceed instead.
    pub low: bool,
    /// For checks: faces that pass, and that fail, whatever the total.
    pub forced: (u32, u32),
}

/// What is made of the faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Successes are counted.
    #[default]
    Pool,
    /// Faces are added up.
    Sum,
    /// The sum is compared.
    Check,
}

impl From<ThrowKind> for Kind {
    fn from(k: ThrowKind) -> Self {
        match k {
            ThrowKind::Pool => Self::Pool,
            ThrowKind::Sum => Self::Sum,
            ThrowKind::Check => Self::Check,
        }
    }
}

/// What came of a toss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Outcome {
    /// Successes, a total, or 1 for passed.
    pub result: i64,
    /// For checks, by how much it was passed; negative if it fell short. For pools, how many dice show each face that is
    /// counted.
    pub margin: i64,
    /// For pools that are looked at: how the dice lie.
    pub lying: Lying,
}

/// Dice that one die may bring, one after another, where the rules set no end to it: more than ever come, but an end where each
/// face brings another.
pub const MOST_MORE: u8 = 100;
/// Odds follow the dice that one brings until the chance of still more is no larger than the rounding of this.
const UNLIKELY: u64 = 1 << 48;

impl Toss {
    /// One die of so many sides, and no more.
    #[must_use]
    pub fn one_die(throw: ThrowNo, context: u64, sides: u16) -> Self {
        Self { throw, context, dice: 1, sides, kind: Kind::Sum, ..Self::default() }
    }

    /// Whether it is a pool of which each die is judged by itself, by what its last face counts.
    #[must_use]
    #[inline]
    pub fn plain(&self) -> bool {
        self.kind == Kind::Pool && !self.seen && self.keep.all() && self.reroll_some == 0 && self.explode == 0 && self.asked.is_empty()
    }

    /// How many of the dice that one brings, one after another, odds follow. More may come where that is less than
    /// [`Self::chain`], each time with a chance below 1 in 10^12.
    #[must_use]
    pub fn followed(&self) -> u8 {
        if self.explode == 0 || self.chain < MOST_MORE {
            return if self.explode == 0 { 0 } else { self.chain };
        }
        let sides = u64::from(self.sides.max(1));
        // whatever is rolled again may show such a face then
        let ways = u64::from(self.explode.count_ones()) * (sides + u64::from(self.reroll.count_ones()));
        let mut rest = UNLIKELY;
        let ends = |_: &u8| {
            rest = rest * ways / (sides * sides);
            rest == 0
        };
        (1..MOST_MORE).find(ends).unwrap_or(MOST_MORE)
    }

    /// Whether a die that shows this brings another.
    #[must_use]
    pub fn more(&self, face: u32) -> bool {
        face > 0 && face <= 32 && self.explode >> (face - 1) & 1 == 1
    }

    /// Which of two dice that count alike is better: one that shows a face that is counted, or a higher one of these; then one
    /// that shows a face that is told apart.
    #[must_use]
    pub fn rank(&self, face: u32) -> (i64, i64) {
        (self.asked.die(face), self.told.die(face))
    }

    /// The dice of a total that are not put aside.
    #[must_use]
    pub fn kept<'f>(&self, sorted: &'f [u32]) -> &'f [u32] {
        let low = usize::from(self.drop.0).min(sorted.len());
        let high = sorted.len().saturating_sub(usize::from(self.drop.1)).max(low);
        sorted.get(low..high).unwrap_or(&[])
    }

    /// What a face counts in a pool.
    #[must_use]
    pub fn worth_of(&self, face: u32) -> i64 {
        face.checked_sub(1).and_then(|i| self.worth.get(i as usize)).map_or(0, |w| i64::from(*w))
    }

    /// Whether a face of a pool is rolled again.
    #[must_use]
    pub fn again(&self, face: u32) -> bool {
        face > 0 && face <= 32 && self.reroll >> (face - 1) & 1 == 1
    }

    /// Adds faces to those that are rolled again. Classes are judged by what each face counts.
    pub fn rerolled(&mut self, faces: Faces) {
        let sides = u32::from(self.sides).min(20);
        let mask =
            |toss: &Self, want: &dyn Fn(u32) -> bool| (1..=sides).filter(|f| want(*f)).fold(0u32, |m, f| m | 1 << (f - 1)) | toss.reroll;
        self.reroll = match faces {
            Faces::Failures => mask(self, &|f| self.worth_of(f) == 0),
            Faces::Successes => mask(self, &|f| self.worth_of(f) != 0),
            Faces::All => mask(self, &|_| true),
            Faces::Face(n) => mask(self, &|f| f == u32::from(n)),
            Faces::Score(n) => mask(self, &|f| i64::from(f) + self.base >= i64::from(n)),
            Faces::Some(n) | Faces::Worst(n) => {
                self.reroll_some += u32::from(n);
                self.reroll
            }
        };
    }

    /// Whether a face of a pool is among those of which only some are rolled again.
    #[must_use]
    pub fn may_be_picked(&self, face: u32) -> bool {
        self.reroll_some > 0 && self.worth_of(face) == 0 && !self.again(face)
    }

    /// What a face adds to a total.
    #[must_use]
    pub fn pips(&self, face: u32) -> i64 {
        i64::from(if self.halve { face.div_ceil(2) } else { face })
    }

    /// The total of faces, whatever it is compared with.
    #[must_use]
    pub fn judge_total(&self, faces: &[u32]) -> i64 {
        let sum = Self { kind: Kind::Sum, ..*self };
        sum.judge(&mut faces.to_vec()).result
    }

    /// What comes of the faces of a total or a check.
    #[must_use]
    pub fn judge(&self, faces: &mut [u32]) -> Outcome {
        let mut rest;
        let faces = if self.drop == (0, 0) {
            faces
        } else {
            faces.sort_unstable();
            rest = self.kept(faces).to_vec();
            rest.as_mut_slice()
        };
        let faces = self.keep.of(faces);
        let total = self.base + faces.iter().map(|f| self.pips(*f)).sum::<i64>();
        match self.kind {
            Kind::Check => {
                let first = faces.first().copied().unwrap_or(0);
                self.verdict(total, first)
            }
            _ => Outcome { result: total, ..Outcome::default() },
        }
    }

    /// Passed or not, for a total and the natural score of a single die.
    #[must_use]
    pub fn verdict(&self, total: i64, natural: u32) -> Outcome {
        let margin = if self.low { self.need - total } else { total - self.need };
        let bit = |mask: u32| natural > 0 && natural <= 32 && self.dice == 1 && mask >> (natural - 1) & 1 == 1;
        let passed = if bit(self.forced.0) {
            true
        } else if bit(self.forced.1) {
            false
        } else {
            margin >= 0
        };
        Outcome { result: i64::from(passed), margin, ..Outcome::default() }
    }
}

/// Is shown each die as it lies: number, face, and whether it was rolled again.
pub type See<'a> = &'a mut dyn FnMut(u32, u32, bool);

/// Where outcomes come from.
pub trait Dice {
    /// The outcome of a toss; none if the machine is to stop and wait for it. `see` is there if anybody looks.
    fn toss(&mut self, toss: &Toss, see: Option<See<'_>>) -> Option<Outcome>;
}

/// Dice that are a pure function of a seed and of where in the game they are rolled.
#[derive(Clone, Copy, Debug)]
pub struct Keyed {
    /// The seed of the game.
    pub seed: u64,
}

impl Dice for Keyed {
    fn toss(&mut self, toss: &Toss, see: Option<See<'_>>) -> Option<Outcome> {
        let key = RollKey { seed: self.seed, context: toss.context };
        match see {
            Some(see) => Some(roll(toss, see, &mut |throw, die| face(key, throw, die, u32::from(toss.sides)))),
            None if toss.plain() && toss.dice <= 64 => Some(pool::counted(toss, key)),
            None => Some(roll(toss, &mut |_, _, _| {}, &mut |throw, die| face(key, throw, die, u32::from(toss.sides)))),
        }
    }
}

/// Plays out a toss with faces from `face(throw, die)`.
pub fn roll(toss: &Toss, see: See<'_>, face: &mut dyn FnMut(u32, u32) -> u32) -> Outcome {
    if toss.kind == Kind::Pool {
        return pool::played(toss, see, face);
    }
    let mut faces: Vec<u32> = Vec::with_capacity(toss.dice as usize);
    for die in 0..toss.dice {
        let f = face(toss.again, die);
        see(die, f, false);
        faces.push(f);
    }
    toss.judge(&mut faces)
}

/// Counts of rolls. Two positions that differ only in these are the same position.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Rolls(pub Vec<(u64, u32)>);

impl PartialEq for Rolls {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Rolls {}
impl std::hash::Hash for Rolls {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl Rolls {
    /// The number of this roll among its like, and counts it.
    pub fn next(&mut self, context: u64) -> u32 {
        match self.0.iter_mut().find(|(c, _)| *c == context) {
            Some((_, n)) => {
                *n += 1;
                *n
            }
            None => {
                self.0.push((context, 0));
                0
            }
        }
    }
}
