//! Moving, forming and putting down.

use super::cast::NONE;
use super::course::Way;
use super::decide::{Choice, Decision, Wanted};
use super::machine::{Frame, Game, Machine, Stop};
use super::moves::{Limits, stand_there};
use super::trace::{Event, Trace};
use crate::graph::{Course, Reg};
use crate::table::{self, Facing};

impl Machine {
    pub(super) fn motion<T: Trace>(&mut self, game: Game<'_>, frame: Frame, id: u16, reg: Reg, trace: &mut T) -> Option<Stop> {
        let m = game.program.motions.get(id as usize)?;
        let who = self.eval(game, m.who);
        let distance = m.distance.map_or(1_000_000, |d| self.eval(game, d));
        let distance = i32::try_from(distance.clamp(0, 1_000_000)).unwrap_or(0);
        let keep = m.keep.map(|(d, s)| {
            let d = i32::try_from(self.eval(game, d)).unwrap_or(0);
            let ask = Self::ask(game, &self.world, frame.context);
            let regs = self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []);
            let mut from = Vec::new();
            ask.each(s, regs, &mut |ask, _, e| {
                from.extend(ask.pieces(e));
                true
            });
            (d, from)
        });
        let limits = Limits { clear: keep };
        let target = match m.course {
            Course::Towards(x) | Course::Away(x) | Course::Contact(x) | Course::Home(x) | Course::Onto(x) => self.eval(game, x),
            Course::Free | Course::Forward | Course::Ahead | Course::Back => NONE,
        };
        let own = matches!(m.course, Course::Forward | Course::Ahead | Course::Back | Course::Onto(_));
        let answer = if own { self.answer.take() } else { None };
        let ask = Self::ask(game, &self.world, frame.context);
        let Some(lead) = ask.stand(ask.head(who)) else {
            self.set(reg, 0);
            return None;
        };
        let mut moved = 0;
        let standing = match m.course {
            Course::Free => {
                let to = match self.answer.take().and_then(|c| table::unpack_place(c.value)) {
                    Some(p) if p == lead.at || ask.may_go(who, p, distance, &limits) => p,
                    Some(_) => lead.at,
                    None => {
                        let options: Vec<Choice> =
                            ask.free_places(who, distance, &limits).into_iter().map(|p| Choice::of(table::pack_place(p.x, p.y))).collect();
                        let label = u16::MAX - 1;
                        if options.len() > 1 {
                            return Some(Stop::Decision(Decision {
                                side: ask.side(who),
                                label,
                                row: 0,
                                who,
                                wanted: Wanted::Place,
                                options,
                            }));
                        }
                        lead.at
                    }
                };
                if to == lead.at { None } else { ask.arranged(who, to, None, &limits, Some(distance)) }
            }
            _ if own => match ask.own_way(who, m, distance, &limits, target, answer) {
                Way::Stand(s) => s,
                Way::Choose(decision) => return Some(Stop::Decision(decision)),
            },
            Course::Contact(_) => ask.contact(who, target, distance),
            _ => {
                let goal = match m.course {
                    Course::Home(_) => ask.home(target, lead.at),
                    _ => table::unpack_place(target)
                        .or_else(|| ask.nearest_stand(ask.head(who), target).map(|s| s.at))
                        .or_else(|| ask.point_towards(lead.at, ask.head(who), target))
                        .unwrap_or(lead.at),
                };
                let goal =
                    if matches!(m.course, Course::Away(_)) { lead.at.offset(Facing::towards(goal, lead.at), 100_000, 0) } else { goal };
                let (standing, left) = ask.straight(who, goal, distance, &limits, m.leaving);
                if left {
                    self.set(reg, -1);
                    self.leave(game, who);
                    trace.event(|| Event::Gone(who));
                    return None;
                }
                standing
            }
        };
        if let Some(s) = standing {
            stand_there(&mut self.world, &s);
            moved = 1;
            trace.event(|| Event::Moved { who, to: self.where_is(game, who) });
        }
        self.set(reg, moved);
        None
    }

    pub(super) fn where_is(&self, game: Game<'_>, who: i64) -> (i32, i32) {
        let ask = Self::ask(game, &self.world, 0);
        let p = self.world.place(ask.head(who));
        (p.x, p.y)
    }

    pub(super) fn become_form(&mut self, game: Game<'_>, who: i64, state: i64) {
        for f in &game.program.forms {
            self.world.set(who, f.state, i64::from(f.state) == state);
        }
        // in a loose order nobody stands behind another
        if game.program.forms.iter().any(|f| i64::from(f.state) == state && f.loose.is_some()) {
            let pieces: Vec<i64> = Self::ask(game, &self.world, 0).pieces(who).collect();
            for p in pieces {
                if let Some(place) = usize::try_from(p).ok().and_then(|i| self.world.places.get_mut(i)) {
                    place.rank = place.rank.min(1);
                }
            }
        }
    }

    pub(super) fn form(&mut self, game: Game<'_>, who: i64, state: i64, limit: Option<i32>) {
        let Some(form) = game.program.forms.iter().find(|f| i64::from(f.state) == state) else { return };
        let ask = Self::ask(game, &self.world, 0);
        let facing = ask.enemy_front(who);
        if let Some(s) = ask.formed(who, form, facing, limit) {
            stand_there(&mut self.world, &s);
            self.become_form(game, who, state);
        }
    }

    /// Puts a group on the table: its leader at a point, facing a way, in a formation; whether there was room.
    pub fn set_up(&mut self, game: Game<'_>, group: i64, at: table::Point, facing: Facing, form: Option<u16>) -> bool {
        let ask = Self::ask(game, &self.world, 0);
        let Some(s) = ask.deployed(group, at, facing) else { return false };
        stand_there(&mut self.world, &s);
        let Some(state) = form else { return true };
        let Some(f) = game.program.forms.iter().find(|f| f.state == state) else { return false };
        let ask = Self::ask(game, &self.world, 0);
        let Some(s) = ask.formed(group, f, facing, None) else { return false };
        stand_there(&mut self.world, &s);
        self.become_form(game, group, i64::from(state));
        true
    }

    pub(super) fn put_down(&mut self, game: Game<'_>, frame: Frame, who: i64, at: i64, faces: Option<(i64, bool)>) {
        let Some(p) = table::unpack_place(at) else { return };
        let ask = Self::ask(game, &self.world, frame.context);
        let faces = faces.and_then(|(x, direction)| ask.faces(p, x, direction));
        if let Some(facing) = faces {
            let turned = ask.arranged(who, p, Some(facing), &Limits::default(), None).or_else(|| ask.deployed(who, p, facing));
            if let Some(s) = turned {
                stand_there(&mut self.world, &s);
            }
            return;
        }
        let facing = ask.inwards(ask.side(who));
        if let Some(s) = ask.deployed(who, p, facing) {
            stand_there(&mut self.world, &s);
        }
    }
}
