//! Which dice of a throw are kept. How that is meant and said, and what comes of it, is known here alone.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Which dice of a throw are kept, as a rule says it: so many of the highest or lowest, or all but these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keep {
    /// Whether the number says how many are put aside.
    pub drop: bool,
    /// Whether it speaks of the highest.
    pub highest: bool,
    /// How many.
    pub number: u8,
}

/// Which of so many dice are kept, counted out. All, if nothing is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Kept(i8);

impl Keep {
    /// The most dice of a throw of which some may be put aside.
    pub const MOST: u32 = i8::MAX as u32;

    /// Of so many dice, at most [`Keep::MOST`]. At least one is kept.
    #[must_use]
    pub fn of(self, dice: u32) -> Kept {
        let dice = i8::try_from(dice).unwrap_or(i8::MAX);
        let number = i8::try_from(self.number).unwrap_or(i8::MAX);
        let kept = if self.drop { dice.saturating_sub(number) } else { number }.max(1);
        Kept(if self.highest == self.drop { -kept } else { kept })
    }

    /// `keep` or `drop`
    #[must_use]
    pub const fn verb(self) -> &'static str {
        if self.drop { "drop" } else { "keep" }
    }

    /// What else could be meant, each with what is other in it.
    #[must_use]
    pub const fn others(self) -> [(&'static str, Self); 3] {
        [
            ("keep or drop", Self { drop: !self.drop, ..self }),
            ("highest or lowest", Self { highest: !self.highest, ..self }),
            ("dice kept", Self { number: self.number.saturating_add(1), ..self }),
        ]
    }
}

/// `keep the highest 2 dice`
impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let which = if self.highest { "highest" } else { "lowest" };
        match self.number {
            1 => write!(f, "{} the {which} die", self.verb()),
            n => write!(f, "{} the {which} {n} dice", self.verb()),
        }
    }
}

impl Kept {
    /// The best so many if above 0, the worst if below, all if 0.
    #[must_use]
    pub const fn best(number: i8) -> Self {
        Self(number)
    }

    /// Whether all are.
    #[must_use]
    pub const fn all(self) -> bool {
        self.0 == 0
    }

    /// As a story has it: how many, below 0 if the worst are kept.
    #[must_use]
    pub const fn told(self) -> i64 {
        self.0 as i64
    }

    /// Leaves those that are kept, the best first or the worst. It may be asked of some dice before others are added: who is not
    /// kept among some is not kept among more.
    pub fn among<T: Ord>(self, dice: &mut Vec<T>) {
        let left = self.of(dice).len();
        dice.truncate(left);
    }

    /// Those of some dice that are kept, the best first or the worst; all as they lie if all are.
    pub fn of<T: Ord>(self, dice: &mut [T]) -> &mut [T] {
        if self.0 == 0 {
            return dice;
        }
        dice.sort_unstable();
        if self.0 > 0 {
            dice.reverse();
        }
        let left = dice.len().min(usize::from(self.0.unsigned_abs()));
        dice.split_at_mut(left).0
    }
}

#[cfg(test)]
mod tests {
    use super::{Keep, Kept};

    #[test]
    fn the_best_and_the_worst_are_kept() {
        let kept = |k: Kept| {
            let mut dice = vec![3, 1, 6, 4];
            k.among(&mut dice);
            dice
        };
        let keep = |drop, highest, number| kept(Keep { drop, highest, number }.of(4));
        assert_eq!(keep(false, true, 2), [6, 4]);
        assert_eq!(keep(false, false, 2), [1, 3]);
        assert_eq!(keep(true, true, 1), [1, 3, 4]);
        assert_eq!(keep(true, false, 9), [6]);
        assert_eq!(kept(Kept::default()), [3, 1, 6, 4]);
    }

    #[test]
    fn it_is_said_as_it_is_meant() {
        let keep = Keep { drop: false, highest: true, number: 1 };
        assert_eq!(keep.to_string(), "keep the highest die");
        assert_eq!(Keep { drop: true, highest: false, number: 2 }.to_string(), "drop the lowest 2 dice");
        assert!(keep.others().iter().all(|(_, other)| *other != keep));
    }
}
