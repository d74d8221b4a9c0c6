//! Whether the game is over, and who has won.

use super::run::{Outcome, Run};
use crate::ast::{self, EndingKind, Name};
use crate::vm::World;

/// A question about how the game came out.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ending {
    /// Whether it is over, or still is not.
    Over(bool),
    /// Whether this side has won, or has not.
    Won(i64, bool),
    /// Whether it is over and nobody has won.
    Drawn,
}

impl Ending {
    pub fn holds(self, world: &World) -> bool {
        let winner = world.result.map(i64::from);
        match self {
            Self::Over(want) => winner.is_some() == want,
            Self::Won(side, want) => (winner == Some(side)) == want,
            Self::Drawn => winner.is_some_and(|w| w <= 0),
        }
    }
}

impl Run<'_> {
    /// The question about the end of the game, its side known.
    pub(super) fn ending(&self, ending: &ast::Ending) -> Outcome<Ending> {
        Ok(match ending.kind {
            EndingKind::Over { not } => Ending::Over(!not),
            EndingKind::NobodyWon => Ending::Drawn,
            EndingKind::Won { side, not } => Ending::Won(self.side_called(side)?, !not),
        })
    }

    /// The side that a name stands for.
    pub(super) fn side_called(&self, name: Name) -> Outcome<i64> {
        let Some(value) = self.named(name.sym) else {
            return Err((name.at.span(), format!("`{}` is no side of this situation", self.words(name.at))));
        };
        // a side of one unit is called as the unit is
        Ok(self.cast.ent(value).filter(|e| e.side != 0).map_or(value, |e| i64::from(e.side)))
    }
}
