//! Moves and changes of formation as instructions: what their players decide, and carrying it out.

use super::cast::NONE;
use super::course::Way;
use super::decide::{Choice, Decision, VIA, Wanted};
use super::machine::{Frame, Game, Machine, Stop};
use super::moves::{Goal, Standing, stand_there};
use super::position::Place;
use super::show::show;
use super::trace::{Event, Missed, Trace};
use super::trip::Trip;
use super::way::Limits;
use crate::ir::{AsBefore, Course, Form, Id as _, LabelNo, Motion, MotionNo, Reg};
use crate::table::{self, Facing, Point};

impl Machine {
    pub(super) fn motion<T: Trace>(&mut self, game: Game<'_>, frame: Frame, id: MotionNo, reg: Reg, trace: &mut T) -> Option<Stop> {
        let m = game.program.motions.get(id)?;
        if m.turn().is_some() {
            return self.turn_about(game, frame, id, reg, trace);
        }
        let who = self.eval(game, m.who);
        let distance = m.distance.map_or(1_000_000, |d| self.eval(game, d));
        let distance = i32::try_from(distance.clamp(0, 1_000_000)).unwrap_or(0);
        let trip = self.taken_up(id);
        self.set(reg.saturating_add(1), 0);
        if m.noted {
            self.set(reg.saturating_add(2), 0);
        }
        let limits = self.limits(game, frame, m, who);
        if let Some(t) = trip.as_ref().filter(|t| !self.goes_on(game, t)) {
            self.draw_back(game, t, &limits);
            return None;
        }
        let distance = trip.as_ref().map_or(distance, Trip::left);
        let target = match m.course {
            Course::Towards(x)
            | Course::Away(x)
            | Course::Contact(x)
            | Course::Home(x)
            | Course::Onto(x)
            | Course::StraightAway(x)
            | Course::Aside(x, _) => self.eval(game, x),
            Course::Free | Course::Forward | Course::Ahead | Course::Back | Course::Turn(_) => NONE,
        };
        let own = matches!(m.course, Course::Forward | Course::Aside(..) | Course::Ahead | Course::Back | Course::Onto(_));
        let answer = if own { self.answer.take() } else { None };
        let ask = Self::ask(game, &self.world, frame.context);
        // a group goes where its leader goes
        let Some(lead) = ask.stand(ask.head(who)).filter(|_| !limits.stay.contains(&ask.head(who))) else {
            self.set(reg, 0);
            return None;
        };
        let chosen = matches!(m.course, Course::Free | Course::Forward | Course::Aside(..))
            || m.up_to && matches!(m.course, Course::Ahead | Course::Back);
        let mut via = Vec::new();
        let standing = match m.course {
            // a way that its player has chosen is gone to its end
            _ if chosen && trip.is_some() => trip.as_ref().and_then(|t| {
                let (between, to, facing) = t.rest();
                let going = ask.going(who, &limits);
                via.clone_from(&between);
                let goal = Goal { via: &between, to, facing: Some(facing) };
                ask.as_planned(t, &going).or_else(|| ask.free_move(who, goal, distance, true, &going))
            }),
            Course::Free => match self.free(game, frame, who, distance, &limits, m) {
                Ok(standing) => {
                    via.extend(self.picked.drain(..).take_while(|c| c.second == VIA).filter_map(|c| table::unpack_place(c.value)));
                    standing
                }
                Err(stop) => return Some(stop),
            },
            _ if own => match ask.own_way(who, m, distance, &limits, target, answer) {
                Way::Stand(s) => s,
                Way::Choose(decision, before) => {
                    let refused = before.map(|p| ask.no_way(game, who, m, target, p));
                    return Some(Stop::Decision(decision.again(refused)));
                }
            },
            Course::Contact(_) => ask.contact(who, target, distance, &limits, m.up_to),
            _ => {
                let goal = ask.drawn_to(who, m, target, &lead);
                let round = !matches!(m.course, Course::Towards(_) | Course::StraightAway(_));
                let (standing, left) = ask.straight(who, goal, distance, &limits, limits.leaving, round);
                if left {
                    self.set(reg, -1);
                    self.leave(game, who);
                    trace.event(|| Event::Gone(who));
                    return None;
                }
                standing
            }
        };
        let moved = standing.is_some() || trip.is_some();
        let met = if game.program.nears.is_empty() {
            None
        } else {
            let ask = Self::ask(game, &self.world, frame.context);
            standing.as_ref().and_then(|s| ask.met_on_the_way(who, &via, s, distance, &limits))
        };
        if m.noted {
            let ask = Self::ask(game, &self.world, frame.context);
            let gone = met.as_ref().map(|met| met.gone(distance));
            let gone = gone.or_else(|| standing.as_ref().map(|s| ask.gone(who, &via, s, distance, &limits)));
            self.set(reg.saturating_add(2), i64::from(gone.unwrap_or(0)));
        }
        if let Some(met) = &met {
            let from = self.stood_at(game, who);
            self.waits(game, who, id, met, trip);
            trace.event(|| Event::Moved { who, from, to: self.where_is(game, who) });
        } else if let Some(s) = standing {
            self.goes(game, who, &s, trace);
        } else if let Some(t) = &trip {
            self.draw_back(game, t, &limits);
        }
        self.set(reg, i64::from(moved));
        self.set(reg.saturating_add(1), i64::from(met.is_some()));
        None
    }

    /// Stands somewhere else from here on. Who only faces another way has turned.
    fn goes<T: Trace>(&mut self, game: Game<'_>, who: i64, standing: &Standing, trace: &mut T) {
        let stood = self.head_place(game, who);
        stand_there(&mut self.world, standing);
        let stands = self.head_place(game, who);
        let from = stood.there.then_some((stood.x, stood.y));
        trace.event(|| Event::Moved { who, from, to: self.where_is(game, who) });
        if T::ON {
            // where its leader goes by himself, a group has gone
            let home = game.cast.ent(who).map(|e| i64::from(e.home));
            let led = home.filter(|group| *group != who && Self::ask(game, &self.world, 0).head(*group) == who);
            led.into_iter().for_each(|who| trace.event(|| Event::Moved { who, from, to: (stands.x, stands.y) }));
        }
        if (stood.x, stood.y) == (stands.x, stands.y) && stood.facing != stands.facing {
            trace.event(|| Event::Turned { who, to: stands.facing });
        }
    }

    /// A move where its player likes: way-points, the end, and for ranks the facing. What is not legal is not done.
    fn free(
        &mut self,
        game: Game<'_>,
        frame: Frame,
        who: i64,
        distance: i32,
        limits: &Limits,
        m: &Motion,
    ) -> Result<Option<Standing>, Stop> {
        let less = m.up_to;
        self.picked.extend(self.answer.take());
        let ask = Self::ask(game, &self.world, frame.context);
        let Some(lead) = ask.stand(ask.head(who)) else { return Ok(None) };
        let via: Vec<Point> = self.picked.iter().take_while(|c| c.second == VIA).filter_map(|c| table::unpack_place(c.value)).collect();
        let mut ends = self.picked.iter().skip_while(|c| c.second == VIA);
        let side = ask.side(who);
        let decision = |label: LabelNo, wanted: Wanted, options: Vec<Choice>, refused: Option<String>| {
            Stop::Decision(Decision::new(side, label, who, wanted, options).again(refused))
        };
        let places = || -> Vec<Choice> {
            ask.free_places(who, distance, limits, less, game.listing(side))
                .into_iter()
                .map(|p| Choice::of(table::pack_place(p.x, p.y)))
                .collect()
        };
        let Some(end) = ends.next().copied() else {
            let options = places();
            if options.len() > 1 || !via.is_empty() {
                return Err(decision(LabelNo::PLACE, Wanted::Place, options, None));
            }
            return Ok(None);
        };
        let to = table::unpack_place(end.value).unwrap_or(lead.at);
        let ranked = !limits.keeps_facing && ask.form(who).is_some_and(|f| !f.loose);
        let going = ask.going(who, limits);
        let stays = to == lead.at && via.is_empty();
        let stood = |facing: Option<Facing>| match facing {
            None if stays => None,
            _ => ask.free_move(who, Goal { via: &via, to, facing }, distance, less || stays, &going),
        };
        let ways = || {
            let mut options: Vec<Choice> = Vec::new();
            for f in [lead.facing, ask.enemy_front(who)] {
                let c = Choice::of(i64::from(f.0));
                if !options.contains(&c) && (stays && f == lead.facing || stood(Some(f)).is_some()) {
                    options.push(c);
                }
            }
            options
        };
        // where somebody was refused, what is offered is looked at as closely as what is answered, lest he answer it for ever
        let will_do = |c: &Choice| {
            let facings: &[Option<Facing>] = if ranked { &[Some(lead.facing), Some(ask.enemy_front(who))] } else { &[None] };
            let to = table::unpack_place(c.value).unwrap_or(lead.at);
            // what was looked for already counts against what may still be looked for
            let going = ask.going(who, limits);
            let there = |facing: &Option<Facing>| ask.free_move(who, Goal { via: &[], to, facing: *facing }, distance, less, &going);
            to == lead.at || facings.iter().any(|f| there(f).is_some())
        };
        let turned = ends.next().map(|c| facing(c.value, to).unwrap_or(lead.facing));
        let options = if ranked && turned.is_none() { ways() } else { Vec::new() };
        if !options.is_empty() {
            return Err(decision(LabelNo::FACING, Wanted::Facing, options, None));
        }
        let standing = if ranked && turned.is_none() { None } else { stood(turned.filter(|f| *f != lead.facing)) };
        if standing.is_some() || stays && turned.is_none_or(|f| f == lead.facing) {
            return Ok(standing);
        }
        // what may not be is asked for again
        let refused = Some(out_of_reach(game, who, to));
        let (kept, again) = match turned {
            Some(_) => (via.len() + 1, decision(LabelNo::FACING, Wanted::Facing, ways(), refused)),
            None => {
                let options: Vec<Choice> = places().into_iter().filter(will_do).collect();
                if options.is_empty() {
                    self.picked.clear();
                    return Ok(None);
                }
                (0, decision(LabelNo::PLACE, Wanted::Place, options, refused))
            }
        };
        self.picked.truncate(kept);
        Err(again)
    }

    /// `forms`: the owner says how broad the front is, and where it faces, unless that is said already.
    pub(super) fn form<T: Trace>(
        &mut self,
        game: Game<'_>,
        (who, state): (i64, i64),
        limit: Option<i32>,
        keeps: Option<AsBefore>,
        trace: &mut T,
    ) -> Option<Stop> {
        let form = game.program.forms.iter().find(|f| f.state.value() == state)?;
        self.picked.extend(self.answer.take());
        let standing = match self.formation(game, who, form, limit, keeps) {
            Ok(s) => s,
            Err((kept, decision)) => {
                self.picked.truncate(kept);
                return Some(Stop::Decision(decision));
            }
        };
        self.picked.clear();
        if let Some(s) = standing {
            let from = self.stood_at(game, who);
            stand_there(&mut self.world, &s);
            self.become_form(game, who, state);
            trace.event(|| Event::State { who, state: form.state, on: true });
            trace.event(|| Event::Moved { who, from, to: self.where_is(game, who) });
        } else {
            trace.missed(|| Missed::NoForm { who, state: form.state, depth: self.frames.len() });
        }
        None
    }

    /// How a group would stand in a formation, else what is asked next, and how many answers hold.
    fn formation(
        &self,
        game: Game<'_>,
        who: i64,
        form: &Form,
        limit: Option<i32>,
        keeps: Option<AsBefore>,
    ) -> Result<Option<Standing>, (usize, Decision)> {
        let ask = Self::ask(game, &self.world, 0);
        let Some(lead) = ask.stand(ask.head(who)) else { return Ok(None) };
        let going = ask.going(who, &Limits::default());
        let usual = if keeps.is_some() { [lead.facing; 2] } else { [ask.enemy_front(who), lead.facing] };
        if form.loose {
            return Ok(usual.into_iter().find_map(|f| ask.formed(who, form, 0, f, limit, &going)));
        }
        let asked = |label: LabelNo, wanted: Wanted, options: Vec<Choice>| Decision::new(ask.side(who), label, who, wanted, options);
        let mut picked = self.picked.iter();
        let fronts = ask.front_choices(who, form);
        let fits = |n: &u8| usual.iter().any(|f| ask.formed(who, form, *n, *f, limit, &going).is_some());
        if let Some(front) = keeps.filter(|k| *k == AsBefore::FacingAndFront).and_then(|_| ask.front_now(who, form)).filter(fits) {
            return Ok(ask.formed(who, form, front, lead.facing, limit, &going));
        }
        let said = picked.next().map(|c| (c.value, u8::try_from(c.value).ok().filter(|f| fronts.contains(f))));
        let Some((_, Some(front))) = said else {
            let drawn = going.drawn(game.listing(ask.side(who)), || fronts.clone(), fits);
            let all = || fronts.iter().copied().filter(fits).collect();
            let fitting: Vec<u8> = if drawn.is_empty() { all() } else { drawn };
            let options: Vec<Choice> = fitting.into_iter().map(|n| Choice::of(i64::from(n))).collect();
            let refused = said.map(|(n, _)| format!("{n} cannot stand in front"));
            return if options.is_empty() { Ok(None) } else { Err((0, asked(LabelNo::FRONT, Wanted::Front, options).again(refused))) };
        };
        let stood = |f: Facing| ask.formed(who, form, front, f, limit, &going);
        if keeps.is_some() {
            return Ok(stood(lead.facing));
        }
        let turned = picked.next();
        let standing = turned.and_then(|c| facing(c.value, lead.at)).and_then(stood);
        if standing.is_some() {
            return Ok(standing);
        }
        let mut options: Vec<Choice> = Vec::new();
        for f in usual {
            let c = Choice::of(i64::from(f.0));
            if !options.contains(&c) && stood(f).is_some() {
                options.push(c);
            }
        }
        let refused = turned.map(|_| format!("{} cannot stand so", show(game, who)));
        if options.is_empty() { Ok(None) } else { Err((1, asked(LabelNo::FACING, Wanted::Facing, options).again(refused))) }
    }

    pub(super) fn where_is(&self, game: Game<'_>, who: i64) -> (i32, i32) {
        let p = self.head_place(game, who);
        (p.x, p.y)
    }

    /// Where a thing's head stands, if it is on the board.
    pub(super) fn stood_at(&self, game: Game<'_>, who: i64) -> Option<(i32, i32)> {
        let p = self.head_place(game, who);
        p.there.then_some((p.x, p.y))
    }

    /// Where a thing's head stands.
    fn head_place(&self, game: Game<'_>, who: i64) -> Place {
        let ask = Self::ask(game, &self.world, 0);
        self.world.place(ask.head(who))
    }

    pub(super) fn become_form(&mut self, game: Game<'_>, who: i64, state: i64) {
        // a choice that was declined changes nothing
        if state < 0 || self.become_tag(game, who, state) {
            return;
        }
        for f in &game.program.forms {
            self.world.set(who, f.state, f.state.value() == state);
        }
        // in a loose order nobody stands behind another
        if game.program.forms.iter().any(|f| f.state.value() == state && f.loose) {
            let pieces: Vec<i64> = Self::ask(game, &self.world, 0).pieces(who).collect();
            for p in pieces {
                let place = self.world.place(p);
                self.world.set_place(p, Place { rank: place.rank.min(1), ..place });
            }
        }
    }
}

/// A facing as it is answered: in 1/65536 turn, or towards a place.
pub(super) fn facing(value: i64, from: Point) -> Option<Facing> {
    match table::unpack_place(value) {
        Some(p) => Some(Facing::towards(from, p)),
        None => u16::try_from(value).ok().map(Facing),
    }
}

/// Why a move that its player has chosen is not made.
pub(super) fn out_of_reach(game: Game<'_>, who: i64, to: Point) -> String {
    format!("{} cannot come to stand so at {}", show(game, who), show(game, table::pack_place(to.x, to.y)))
}
