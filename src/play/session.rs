//! A game from its setting up to its end: the machine, turn after turn.

use serde::{Deserialize, Serialize};

use crate::ir::ProcNo;
use crate::vm::{Dice, Event, Game, Machine, Stop, Trace, World};

/// Turns after which a game that will not end is called a draw; more if its scenario lasts longer.
const MOST_TURNS: u16 = 60;

/// Where a session stands: plain data, saved and loaded at any decision.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Session {
    /// The machine.
    pub machine: Machine,
    /// Whether the forces are being set up still.
    pub setting_up: bool,
    /// Whether it was called a draw, since it did not end by itself.
    #[serde(default)]
    pub called: bool,
}

/// How far to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// To the next decision, whoever's.
    Decision,
    /// To the end of the running turn at most, or until all is set up.
    TurnEnd,
}

impl Session {
    /// A session about to begin with its setup procedure.
    #[must_use]
    pub fn new(game: Game<'_>, world: World, setup: Option<ProcNo>) -> Self {
        match setup {
            Some(p) => Self { machine: Machine::start(game, world, p, &[], 0), setting_up: true, called: false },
            None => Self { machine: Machine::resting(world), setting_up: game.program.opening.is_some(), called: false },
        }
    }

    /// Runs to the next decision or the end of the game. `Done` means that the game is over.
    pub fn run<D: Dice, T: Trace>(&mut self, game: Game<'_>, dice: &mut D, trace: &mut T, until: Until) -> Stop {
        loop {
            let stop = self.machine.run(game, dice, trace);
            let Stop::Done(_) = stop else { return stop };
            if self.machine.world.result.is_some() {
                return stop;
            }
            let ended = self.machine.world.turn() > 0;
            if self.machine.world.turn() >= MOST_TURNS.max(game.cast.turns) {
                self.called = true;
                self.machine.world.result = Some(-1);
                return stop;
            }
            if ended || self.setting_up {
                self.machine.world.lapse(game.program, None);
            }
            if let Some(opening) = game.program.opening.filter(|_| self.setting_up) {
                self.setting_up = false;
                self.machine.call(game, opening, &[], 0, 0, None);
                continue;
            }
            self.setting_up = false;
            let Some(turn) = game.program.turn else {
                self.machine.world.result = Some(-1);
                return stop;
            };
            let next = self.machine.world.turn() + 1;
            self.machine.world.set_turn(next);
            trace.event(|| Event::Turn(next));
            self.machine.world.actor = 0;
            self.machine.call(game, turn, &[], 0, 0, None);
            if until == Until::TurnEnd {
                return stop;
            }
        }
    }
}
