//! Groups that are put down on the table: where they were placed, and before the game.

use super::cast::EntId;
use super::machine::{Frame, Game, Machine};
use super::moves::stand_there;
use super::trace::{Event, Missed, Trace};
use super::way::Limits;
use crate::ir::{Id as _, Putting, StateNo};
use crate::table::{self, Facing};

impl Machine {
    /// Puts somebody down at a place, if there is room; the zone it was chosen in is from now on where its side sets up.
    pub(super) fn put<T: Trace>(&mut self, game: Game<'_>, frame: Frame, what: &Putting, trace: &mut T) {
        let (who, at) = (self.eval(game, what.who), self.eval(game, what.at));
        let facing = what.facing.map(|(x, direction)| (self.eval(game, x), direction));
        let zone = what.zone.map(|z| self.eval(game, z));
        if let Some(z) = zone.and_then(|z| EntId::try_from(z).ok()) {
            let side = Self::ask(game, &self.world, 0).side(who);
            self.world.set_home(side, z);
        }
        let place = at;
        let Some(at) = table::unpack_place(at) else { return };
        let ask = Self::ask(game, &self.world, frame.context);
        let faces = facing.and_then(|(x, direction)| ask.faces(at, x, direction));
        let facing = faces.unwrap_or_else(|| ask.inwards(ask.side(who)));
        let zone = zone.and_then(|z| ask.zone(z));
        let Some(standing) = ask.deployed(who, at, facing, zone, &ask.deploying(who)) else {
            trace.missed(|| Missed::NoRoom { who, at: place, depth: self.frames.len() });
            return;
        };
        let from = self.stood_at(game, who);
        stand_there(&mut self.world, &standing);
        trace.event(|| Event::Moved { who, from, to: self.where_is(game, who) });
    }

    /// Puts a group on the table: its leader at a point, facing a way, in a formation; whether there was room.
    pub fn set_up(&mut self, game: Game<'_>, group: i64, at: table::Point, facing: Facing, form: Option<StateNo>) -> bool {
        let ask = Self::ask(game, &self.world, 0);
        let Some(s) = ask.deployed(group, at, facing, None, &ask.deploying(group)) else { return false };
        stand_there(&mut self.world, &s);
        let Some(state) = form else { return true };
        let Some(f) = game.program.forms.iter().find(|f| f.state == state) else { return false };
        let ask = Self::ask(game, &self.world, 0);
        if !ask.may_form(group, f) {
            return false;
        }
        let going = ask.going(group, &Limits::default());
        let fronts = if f.loose { vec![0] } else { ask.front_choices(group, f) };
        let Some(s) = fronts.into_iter().find_map(|n| ask.formed(group, f, n, facing, None, &going)) else { return false };
        stand_there(&mut self.world, &s);
        self.become_form(game, group, state.value());
        true
    }

    /// Whether a formation is for such a group.
    pub fn may_form(&self, game: Game<'_>, group: i64, form: StateNo) -> bool {
        let of = game.program.forms.iter().find(|f| f.state == form);
        of.is_some_and(|f| Self::ask(game, &self.world, 0).may_form(group, f))
    }
}
