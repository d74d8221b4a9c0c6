//! What instructions alter of somebody: states, stored numbers and places.

use super::at_once::{Span, changed, within};
use super::great;
use super::machine::{Game, Machine};
use super::trace::{Event, Trace};
use crate::ir::{CountNo, Hidden, Id as _, StateNo, Type, WINDOW, X};

impl Machine {
    /// Somebody gains a state, or loses it.
    pub(super) fn turn<T: Trace>(&mut self, game: Game<'_>, who: X, state: StateNo, on: bool, trace: &mut T) {
        let who = self.eval(game, who);
        if who >= 0 && self.world.has(who, state) != on {
            self.world.set(who, state, on);
            if on {
                self.veil_anew(game, who, Hidden::State(state));
            }
            self.reclass(game, who, state);
            trace.event(|| Event::State { who, state, on });
        }
    }

    /// Somebody changes formation.
    pub(super) fn becomes<T: Trace>(&mut self, game: Game<'_>, who: X, form: X, trace: &mut T) {
        let (who, state) = (self.eval(game, who), self.eval(game, form));
        self.become_form(game, who, state);
        if let Some(state) = StateNo::of_value(state) {
            trace.event(|| Event::State { who, state, on: true });
        }
    }

    /// A stored number is set.
    pub(super) fn store<T: Trace>(&mut self, game: Game<'_>, who: X, count: CountNo, value: X, trace: &mut T) {
        let (who, asked) = (self.eval(game, who), self.eval(game, value));
        let bounds = self.bounds(game, who, count);
        let value = within(bounds, asked);
        let told = T::ON && self.world.cell(game.cast, who, count) != value;
        self.world.store(game.cast, who, count, value);
        self.wrote(game, who, count, None, bounds);
        self.veil_anew(game, who, Hidden::Count(count));
        if told {
            trace.event(|| Event::Count { who, count, value: self.number_told(game, who, count, value) });
        }
        if value != asked {
            trace.event(|| Event::Bound { who, count, value });
        }
    }

    /// A stored number becomes more, or less.
    pub(super) fn add<T: Trace>(&mut self, game: Game<'_>, who: X, count: CountNo, by: X, trace: &mut T) {
        let (who, by) = (self.eval(game, who), self.eval(game, by));
        let bounds = self.bounds(game, who, count);
        let before = self.world.cell(game.cast, who, count);
        let value = changed(before, by, bounds);
        self.world.store(game.cast, who, count, value);
        self.wrote(game, who, count, Some(by), bounds);
        self.veil_anew(game, who, Hidden::Count(count));
        if by != 0 && (bounds.is_none() || value != before) {
            trace.event(|| Event::Count { who, count, value: self.number_told(game, who, count, value) });
        }
        if bounds.is_some() && value != before.saturating_add(by) {
            trace.event(|| Event::Bound { who, count, value });
        }
    }

    /// What has changed is known to one side alone again, if it is of that sort.
    fn veil_anew(&mut self, game: Game<'_>, who: i64, what: Hidden) {
        for secret in game.program.secrets.iter().filter(|s| s.what == what) {
            self.world.set(who, secret.told, false);
        }
    }

    /// Everybody is told what one side alone knew of somebody.
    pub(super) fn reveal<T: Trace>(&mut self, game: Game<'_>, who: X, what: Hidden, trace: &mut T) {
        let who = self.eval(game, who);
        let Some(secret) = game.program.secrets.iter().find(|s| s.what == what).filter(|_| who >= 0) else { return };
        self.world.set(who, secret.told, true);
        trace.event(|| {
            let value = match what {
                Hidden::Count(count) if game.program.book.counts.get(count).is_some_and(|c| c.holds == Type::Place) => {
                    self.world.place_cell(game.cast, who, count)
                }
                Hidden::Count(count) => self.world.cell(game.cast, who, count),
                Hidden::State(state) => i64::from(self.world.has(who, state)),
                Hidden::Card(_) => who,
            };
            Event::Revealed { who, what, value }
        });
    }

    /// Least and most of a stored number.
    #[inline]
    fn bounds(&self, game: Game<'_>, who: i64, count: CountNo) -> Option<Span> {
        let both = game.program.bounds.get(count).copied().flatten()?;
        let [least, most] = both.map(|x| great::stored(game.ask(&self.world, 0).x(x, &mut [who; WINDOW])));
        Some((least, most))
    }

    /// A place is stored.
    pub(super) fn store_place(&mut self, game: Game<'_>, who: X, count: CountNo, at: X) {
        let (who, at) = (self.eval(game, who), self.eval(game, at));
        self.world.store_place(game.cast, who, count, at);
        self.veil_anew(game, who, Hidden::Count(count));
        self.wrote(game, who, count, None, None);
    }
}
