//! What must hold wherever a game stands.

use super::Ready;
use crate::num::Measure;
use crate::play::Session;
use crate::table::{Board, CONTACT, Point, SLACK, separation};
use crate::vm::{Game, show};

impl Ready {
    /// What does not hold as a game stands: an `always` line of the pack, or that no base is off the board and no two overlap.
    #[must_use]
    pub fn amiss(&self, game: Game<'_>, session: &Session) -> Option<String> {
        let world = &session.machine.world;
        let violated = self.questions().violated(game.cast, world);
        let violated = violated.map(|(side, line)| format!("`{line}` does not hold of {}", show(game, side)));
        // who is halted on his way may stand among those whom he passes through
        violated.or_else(|| if session.machine.is_under_way() { None } else { displaced(game, session) })
    }
}

/// Who stands where nobody can.
fn displaced(game: Game<'_>, session: &Session) -> Option<String> {
    let ask = game.ask(&session.machine.world, 0);
    let board = Board::new(game.cast.board.0, game.cast.board.1);
    let all = (0..).take(game.cast.ents.len()).filter_map(|who| Some((who, ask.stand(who)?)));
    let mut before = Vec::new();
    for (who, stand) in all {
        if !board.contains(&stand) {
            return Some(format!("{} stands off the board, at {}", show(game, who), inches(stand.at)));
        }
        // places are whole mils: what stands in contact may be deeper by what rounding costs
        let deep = |(_, other): &&(i64, _)| separation(&stand, other) < -(CONTACT + SLACK);
        if let Some((other, _)) = before.iter().find(deep) {
            return Some(format!("{} and {} overlap, at {}", show(game, who), show(game, *other), inches(stand.at)));
        }
        before.push((who, stand));
    }
    None
}

/// A place, in inches.
fn inches(at: Point) -> String {
    format!("{}, {}", Measure::from_thousandths(at.x.into()), Measure::from_thousandths(at.y.into()))
}
