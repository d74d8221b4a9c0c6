//! A table set for a game.

use std::sync::Arc;

use rayon::prelude::*;

use super::game::Game;
use super::player::Player;
use super::totals::{Totals, Trialled, Watched};
use crate::play::{Record, Session};
use crate::ready::{self, Again, Course, Fired, Ready, Watch, play_between};
use crate::vm::{self, Memo};

/// A table set for a game: the scenario, the rosters, who is who and how things stand before the first decision.
pub struct Table<'p> {
    pub(super) ready: &'p Ready,
    pub(super) set: ready::Table,
    pub(super) memo: Memo,
}

/// A game on record, played again.
#[derive(Clone, Debug)]
pub struct Replay {
    /// What it came to now.
    pub record: Record,
    /// Why it is not the game on record; none if it is.
    pub differs: Option<String>,
}

/// Many games to be played at one table.
pub struct Series<'a> {
    /// How many.
    pub games: u64,
    /// The seed of the first; the next has the next.
    pub seed: u64,
    /// Whether the players change sides every other game.
    pub swap: bool,
    /// What is looked at in each.
    pub watched: Watched,
    /// Makes the first player (0) or the second (1) for a game, from a seed.
    pub players: &'a (dyn Fn(usize, u64) -> Player + Sync),
}

impl<'p> Table<'p> {
    pub(super) fn of(ready: &'p Ready, set: ready::Table) -> Self {
        Self { ready, set, memo: Memo::new(ready.program()) }
    }

    /// The scenario that is played.
    #[must_use]
    pub fn scenario(&self) -> &str {
        &self.set.scenario
    }

    /// What the sides are called: their rosters' names.
    #[must_use]
    pub fn sides(&self) -> [String; 2] {
        let game = vm::Game::new(self.ready.program(), &self.set.cast);
        [1, 2].map(|side| vm::show(game, side))
    }

    /// A game with dice of this seed, about to begin.
    #[must_use]
    pub fn game(&self, seed: u64) -> Game<'_> {
        Game::of(self, seed)
    }

    /// Plays a game on record again, as far as its answers lead, and compares.
    #[must_use]
    pub fn replay(&self, record: &Record) -> Replay {
        let again = Again::of(self.ready, &self.set, record);
        Replay { differs: again.differs(record), record: again.record }
    }

    /// Plays many games on all cores and counts; `done` is told, from any thread, of each that is over.
    #[must_use]
    pub fn play_many(&self, series: &Series<'_>, done: &(dyn Fn() + Sync)) -> Totals {
        let (ready, set) = (self.ready, &self.set);
        let games = (0..series.games).into_par_iter();
        let fired = series.watched.rules.then(|| Fired::new(ready.program()));
        // what is begun anew wherever games are shared out must be cheap
        let known = self.memo.known();
        let all: Vec<Trialled> = games
            .map_init(
                || Memo::with(Arc::clone(&known)),
                |memo, n| {
                    let one = series.one(ready, Course::begin(ready, set, Some(memo), series.seed.wrapping_add(n)), n, fired.clone());
                    done();
                    one
                },
            )
            .collect();
        Totals::of(all)
    }
}

impl Series<'_> {
    /// One game: what it came to for the first player and the second.
    fn one(&self, ready: &Ready, mut course: Course<'_>, n: u64, mut fired: Option<Fired>) -> Trialled {
        let seed = course.record.seed;
        let turned = self.swap && n % 2 == 1;
        let side = |side: u64| (self.players)(usize::from((side == 1) != turned), seed.wrapping_mul(2).wrapping_add(side));
        let mut players = [side(0), side(1)];
        let [first, second] = &mut players;
        let program = ready.program();
        let mut tell = fired.as_mut().map(|fired| |event: &vm::Event| fired.note(program, event));
        let mut look = self.watched.always.then_some(|game: vm::Game<'_>, session: &Session| ready.amiss(game, session));
        let watch = Watch { tell: tell.as_mut().map(|t| t as _), look: look.as_mut().map(|l| l as _) };
        let fault = play_between(&mut course, [first.mind(), second.mind()], watch);
        let mut points = ready::points(course.game, &course.session);
        let mut winner = course.record.finish.as_ref().and_then(|f| f.winner);
        if turned {
            points.reverse();
            winner = winner.map(|w| 3 - w);
        }
        let told = |why: String| format!("seed {seed}: {why}");
        let astray = players.iter().find_map(Player::fault).map(told);
        Trialled { winner, points, fault: fault.map(told), astray, parts: fired.map(Fired::of_game).unwrap_or_default() }
    }
}
