//! Turning where one stands, and wheeling: what its player decides, and whether there is room.

use super::decide::{Choice, Decision, Wanted};
use super::eval::Ask;
use super::machine::{Frame, Game, Machine, Stop};
use super::moves::{Standing, stand_there};
use super::show::show;
use super::trace::{Event, Trace};
use super::way::Limits;
use crate::ir::{LabelNo, Motion, MotionNo, Reg, Turn};
use crate::table::{self, Facing, Point, Stand};

impl Machine {
    /// `turns`: which way it is to face is said, or chosen by its owner. One that has no room for it stays as it is.
    pub(super) fn turn_about<T: Trace>(&mut self, game: Game<'_>, frame: Frame, id: MotionNo, reg: Reg, trace: &mut T) -> Option<Stop> {
        let m = game.program.motions.get(id)?;
        let who = self.eval(game, m.who);
        let limits = self.limits(game, frame, m, who);
        self.set(reg, 0);
        if m.noted {
            self.set(reg.saturating_add(2), 0);
        }
        let way = match self.turned_way(game, m, who, &limits) {
            Ok(way) => way?,
            Err(stop) => return Some(stop),
        };
        let ask = Self::ask(game, &self.world, frame.context);
        let standing = ask.turned(who, way, matches!(m.turn(), Some(Turn::Wheel(_))), &limits)?;
        let swept = ask.swept(who, way).filter(|_| m.noted);
        stand_there(&mut self.world, &standing);
        self.set(reg, 1);
        if let (Some(mils), Some(Turn::Wheel(most))) = (swept, m.turn()) {
            let most = self.eval(game, most);
            self.set(reg.saturating_add(2), mils.min(most));
        }
        trace.event(|| Event::Turned { who, to: way.0 });
        None
    }

    /// Which way it is to face; none if that is the way that it faces, or nobody knows.
    fn turned_way(&mut self, game: Game<'_>, m: &Motion, who: i64, limits: &Limits) -> Result<Option<Facing>, Stop> {
        let Some(turn) = m.turn() else { return Ok(None) };
        let answer = if matches!(turn, Turn::UpTo(_) | Turn::Wheel(_)) { self.answer.take() } else { None };
        let said = match turn {
            Turn::UpTo(x) | Turn::To(x) | Turn::Towards(x) | Turn::Wheel(x) => self.eval(game, x),
            Turn::About => 0,
        };
        let ask = Self::ask(game, &self.world, 0);
        let Some(lead) = ask.stand(ask.head(who)) else { return Ok(None) };
        let way = match turn {
            Turn::About => Some(lead.facing.reversed()),
            Turn::To(_) => u16::try_from(said).ok().map(Facing),
            Turn::Towards(_) => ask.turned_to(who, said),
            Turn::UpTo(_) | Turn::Wheel(_) => {
                let wheels = matches!(turn, Turn::Wheel(_));
                let Some(most) = (if wheels { ask.wheel(who, said) } else { Some(hundredth(said)) }) else { return Ok(None) };
                let may = |f: Facing| lead.facing.angle(f) <= most && (f == lead.facing || ask.turned(who, f, wheels, limits).is_some());
                let chosen = answer.map(|c| super::motion::facing(c.value, ask.middle(who).unwrap_or(lead.at)).unwrap_or(lead.facing));
                match chosen.filter(|f| may(*f)) {
                    Some(f) => Some(f),
                    None => return ask.which_way(who, lead.facing, most, may, chosen.map(|_| refused(game, who, most))),
                }
            }
        };
        Ok(way.filter(|f| *f != lead.facing))
    }
}

/// An angle to the next hundredth of a degree, to which angles are measured.
const fn hundredth(angle: i64) -> i64 {
    angle.saturating_add(9).div_euclid(10).saturating_mul(10)
}

/// Mils that the outer corner goes between two looks at what it sweeps over.
const LOOK: i64 = 100;

/// Mils along the curve of a corner so far from the one that stands.
fn along(turn: i32, front: i32) -> i64 {
    (i64::from(turn.abs()) * i64::from(front) * 710 + HALF) / (2 * HALF)
}

/// Half of what a full turn is divided by: 355 / 113 is half of a circle to the millionth part.
const HALF: i64 = 113 * 32_768;

/// Why a facing that its player has chosen is not taken.
fn refused(game: Game<'_>, who: i64, most: i64) -> String {
    let most = super::show::show_typed(&crate::ir::Type::ANGLE, most);
    format!("{} may turn {most} at most, and needs room for it", show(game, who))
}

impl Ask<'_> {
    /// Which way its player turns it: not at all, to the enemy, or as far as it may to either hand; others may be legal.
    fn which_way(
        &self,
        who: i64,
        now: Facing,
        most: i64,
        may: impl Fn(Facing) -> bool,
        refused: Option<String>,
    ) -> Result<Option<Facing>, Stop> {
        let mut options: Vec<Choice> = Vec::new();
        for f in [now, self.enemy_front(who), now.turned_by(-most), now.turned_by(most)] {
            let c = Choice::of(i64::from(f.0));
            if !options.contains(&c) && may(f) {
                options.push(c);
            }
        }
        if options.len() < 2 {
            return Ok(None);
        }
        let decision = Decision::new(self.side(who), LabelNo::FACING, who, Wanted::Facing, options);
        Err(Stop::Decision(decision.again(refused)))
    }

    /// The facing from the middle of a body to the middle of what it turns to.
    fn turned_to(&self, who: i64, to: i64) -> Option<Facing> {
        let from = self.centre(who)?;
        if let Some(edge) = table::unpack_edge(to) {
            return Some(Facing::towards(from, self.beyond(edge, from)));
        }
        self.centre(to).filter(|p| *p != from).map(|p| Facing::towards(from, p))
    }

    /// The angle by which a body wheels whose outer corner goes so many mils: none for a body without ranks.
    fn wheel(&self, who: i64, mils: i64) -> Option<i64> {
        let lead = self.stand(self.head(who)).filter(|_| self.in_ranks(who))?;
        let stands: Vec<Stand> = self.pieces(who).filter_map(|p| self.stand(p)).collect();
        let [left, right] = table::front_corners(&stands, lead.facing)?;
        // a full turn takes the outer corner round a circle; 355 / 113 is its half to the millionth part
        let round = i64::from(left.distance(right)).saturating_mul(710).max(1);
        let angle = mils.max(0).saturating_mul(360_000).saturating_mul(113) / round;
        Some(hundredth(angle.min(180_000)))
    }

    /// Mils that the outer corner of a body goes that wheels to face another way.
    fn swept(&self, who: i64, way: Facing) -> Option<i64> {
        let lead = self.stand(self.head(who))?;
        let stands: Vec<Stand> = self.pieces(who).filter_map(|p| self.stand(p)).collect();
        let [left, right] = table::front_corners(&stands, lead.facing)?;
        Some(along(lead.facing.turn_to(way), left.distance(right)))
    }

    fn in_ranks(&self, who: i64) -> bool {
        self.form(who).is_some_and(|f| !f.loose)
    }

    /// How a group or piece would stand if it faced another way: a body in ranks as one about its middle, or, wheeling, about
    /// the front corner on the side to which it turns; others each where he stands. None if there is no room.
    pub(super) fn turned(&self, who: i64, way: Facing, wheels: bool, limits: &Limits) -> Option<Standing> {
        let lead = self.stand(self.head(who))?;
        let turn = lead.facing.turn_to(way);
        let pieces: Vec<i64> = self.pieces(who).filter(|p| !limits.stay.contains(p)).collect();
        let stands: Vec<Stand> = pieces.iter().filter_map(|p| self.stand(*p)).collect();
        let slots = if self.in_ranks(who) {
            let [left, right] = table::front_corners(&stands, lead.facing)?;
            let about = match wheels {
                false => table::middle(&stands, lead.facing)?,
                true if turn < 0 => left,
                true => right,
            };
            if wheels && self.sweeps(who, &stands, about, turn, left.distance(right)) {
                return None;
            }
            table::rigid(&stands, about, about, turn)
        } else {
            stands.iter().map(|s| Stand { facing: s.facing.turned(turn), ..*s }).collect()
        };
        let going = self.going(who, limits);
        let fits = stands.iter().zip(&slots).all(|(old, slot)| going.rests(slot, Some(old)));
        let placed = pieces.iter().zip(slots).map(|(p, s)| (*p, s, self.world.place(*p).rank));
        (fits && stands.len() == pieces.len()).then(|| placed.collect())
    }

    /// Whether a body that is turned about a point sweeps over an enemy on the way.
    fn sweeps(&self, who: i64, stands: &[Stand], about: Point, turn: i32, front: i32) -> bool {
        let enemies = self.enemies(self.side(who));
        let way = along(turn, front);
        let looks = i32::try_from(way / LOOK + 1).unwrap_or(i32::MAX);
        (1..looks).any(|k| {
            let part = i64::from(turn) * i64::from(k) / i64::from(looks);
            let on_the_way = table::rigid(stands, about, about, i32::try_from(part).unwrap_or(turn));
            on_the_way.iter().any(|s| enemies.iter().any(|e| table::collides(s, e)))
        })
    }
}
