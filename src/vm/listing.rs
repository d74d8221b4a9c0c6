//! How much of what may be answered is worked out: all of it for who looks at it, one answer for who does not.

use rand::seq::{IndexedRandom as _, SliceRandom as _};

use super::decide::{Choice, Decision, NONE_CHOICE, Wanted};
use crate::dice::{RollKey, Stream};

/// How a player wishes to be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Listing {
    /// With all that may be answered.
    #[default]
    All,
    /// With one answer that is drawn by lot, each as likely: most of the others are not even tested.
    Lot(RollKey),
    /// With what changes least: no offer taken, nobody moved, no further action.
    Quiet,
    /// With what changes least, but with all places where one is to be picked.
    QuietButPlaces,
}

/// Keeps the lot among answers apart from the order in which they were tested.
const LOT: u64 = 0xA24B_AED4_963E_E407;

impl Listing {
    /// Those of some answers that will do. By lot they are tested in an order that is drawn, and no more than two are wanted: one to
    /// give, and another, since nobody is asked who has no choice.
    pub(super) fn fitting<A>(self, mut answers: Vec<A>, fits: impl FnMut(&A) -> bool) -> Vec<A> {
        let Self::Lot(key) = self else { return answers.into_iter().filter(fits).collect() };
        answers.shuffle(&mut Stream::new(key));
        answers.into_iter().filter(fits).take(2).collect()
    }

    /// Places that will do, as [`Listing::fitting`]; who wishes for what changes least is given the last alone.
    pub(super) fn fitting_places<A>(self, answers: Vec<A>, mut fits: impl FnMut(&A) -> bool) -> Vec<A> {
        if self == Self::Quiet {
            return answers.into_iter().rev().find(|a| fits(a)).into_iter().collect();
        }
        self.fitting(answers, fits)
    }

    /// Whether who may stay where he stands does.
    pub(super) fn stays(self) -> bool {
        self == Self::Quiet
    }

    /// Whether who need not act does not.
    pub(super) fn rests(self) -> bool {
        matches!(self, Self::Quiet | Self::QuietButPlaces)
    }
}

impl Decision {
    /// With no more than one answer, if no more are wished for.
    pub(super) fn listed(mut self, listing: Listing) -> Self {
        let one = match listing {
            Listing::All => return self,
            Listing::QuietButPlaces if self.wanted == Wanted::Place => return self,
            Listing::Lot(key) => self.options.choose(&mut Stream::new(key.apart(LOT))).copied(),
            Listing::Quiet | Listing::QuietButPlaces => Some(self.quietest()),
        };
        self.options.clear();
        self.options.extend(one);
        self
    }

    /// What changes least: no offer taken, nobody moved, no further action.
    #[must_use]
    pub fn quietest(&self) -> Choice {
        let none = self.options.iter().find(|c| **c == NONE_CHOICE);
        let pick = none.or(match self.wanted {
            Wanted::Action | Wanted::Place => self.options.last(),
            _ => self.options.first(),
        });
        pick.copied().unwrap_or(NONE_CHOICE)
    }
}
