//! Moves that are met on the way: where somebody first comes near, what is left of the move, and going on with it.

use serde::{Deserialize, Serialize};

use super::eval::{Ask, put};
use super::great;
use super::machine::{Game, Machine};
use super::moves::{Standing, length, part, stand_there};
use super::position::Place;
use super::way::{Going, Limits};
use crate::ir::{MotionNo, Near};
use crate::table::{self, Bounds, Facing, Point, Stand};

/// Mils that rounding may take from one who follows: how far past the place it is looked for.
const NUDGE: i32 = 6;
/// Mils between two looks at how near a feature is, or at where a move may rest.
const LOOK: i32 = 100;

/// A move that waits for what meets it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trip {
    /// How many procedures stand where it is made.
    depth: u32,
    /// Which move.
    motion: MotionNo,
    /// Who moves.
    who: i64,
    /// Where its leader waits.
    at: (i32, i32),
    /// Mils that it may go yet.
    left: i32,
    /// The places that it passes yet, the last where it ends.
    legs: Vec<(i32, i32)>,
    /// How its leader faces at the end, in 1/65536 turn.
    facing: u16,
    /// Whether somebody has ended it.
    over: bool,
    /// Where its leader set out and the places that he has passed, up to where he waits.
    way: Vec<(i32, i32)>,
    /// Where its pieces set out.
    start: Vec<(i64, Place)>,
    /// Where its pieces are to end.
    end: Vec<(i64, Place)>,
}

impl Trip {
    /// The rest of a way that its player chose: the places between, the end, the facing.
    pub(super) fn rest(&self) -> (Vec<Point>, Point, Facing) {
        let mut legs: Vec<Point> = self.legs.iter().map(|(x, y)| Point::new(*x, *y)).collect();
        let end = legs.pop().unwrap_or(Point::new(self.at.0, self.at.1));
        (legs, end, Facing(self.facing))
    }

    /// Mils that it may go yet.
    pub(super) const fn left(&self) -> i32 {
        self.left
    }
}

/// Where a move is met: how all stand there, and what is left of it.
pub(super) struct Met {
    pub standing: Standing,
    left: i32,
    legs: Vec<Point>,
    facing: Facing,
    way: Vec<Point>,
    end: Standing,
}

/// A way that a leader goes.
struct Walk<'a> {
    lead: &'a Stand,
    /// The places that it passes, the last where it ends.
    legs: &'a [Point],
    /// The box round all of it, seen from where it begins.
    round: Bounds,
}

/// The first place where somebody comes near to something.
struct Coming {
    mils: i32,
    movers: Vec<i64>,
    targets: Vec<Stand>,
    limit: i32,
}

impl Machine {
    /// The move that waits here, if one does.
    pub(super) fn taken_up(&mut self, motion: MotionNo) -> Option<Trip> {
        let depth = u32::try_from(self.frames.len()).unwrap_or(u32::MAX);
        self.trips.pop_if(|t| t.depth == depth && t.motion == motion)
    }

    /// Whether a move goes on: nobody has ended it, and its leader stands where it waited.
    pub(super) fn goes_on(&self, game: Game<'_>, trip: &Trip) -> bool {
        !trip.over && trip.left > 0 && self.world.alive(trip.who) && self.where_is(game, trip.who) == trip.at
    }

    /// A move goes to where it is met, and waits there. It has waited before if it is a `trip`.
    pub(super) fn waits(&mut self, game: Game<'_>, who: i64, motion: MotionNo, met: &Met, trip: Option<Trip>) {
        let (start, mut way) = match trip {
            Some(t) => (t.start, t.way),
            None => (met.standing.iter().map(|(p, ..)| (*p, self.world.place(*p))).collect(), Vec::new()),
        };
        // where it waited stands in both
        way.pop();
        way.extend(met.way.iter().map(|p| (p.x, p.y)));
        stand_there(&mut self.world, &met.standing);
        let trip = Trip {
            depth: u32::try_from(self.frames.len()).unwrap_or(u32::MAX),
            motion,
            who,
            at: self.where_is(game, who),
            left: met.left,
            legs: met.legs.iter().map(|p| (p.x, p.y)).collect(),
            facing: met.facing.0,
            over: false,
            way,
            start,
            end: met
                .end
                .iter()
                .map(|(p, s, rank)| (*p, Place { x: s.at.x, y: s.at.y, facing: s.facing.0, rank: *rank, there: true }))
                .collect(),
        };
        self.trips.push(trip);
    }

    /// Ends a move where it waits: that of somebody, else the innermost.
    pub(super) fn halt(&mut self, who: Option<i64>) {
        let world = &self.world;
        let meant = |t: &Trip| who.is_none_or(|w| t.who == w || world.parent_of(t.who) == w || world.parent_of(w) == t.who);
        if let Some(t) = self.trips.iter_mut().rev().find(|t| meant(t)) {
            t.over = true;
        }
    }

    /// A move that ends where it was met but may not come to rest there, as among friends whom it passes, ends before:
    /// as far along its way as it may, at last where it set out.
    pub(super) fn draw_back(&mut self, game: Game<'_>, trip: &Trip, limits: &Limits) {
        let ask = Self::ask(game, &self.world, 0);
        if let Some(standing) = ask.rest_behind(trip, &ask.going(trip.who, limits)) {
            stand_there(&mut self.world, &standing);
        }
    }

    /// Whether somebody's move is halted, and may go on.
    #[must_use]
    pub fn is_under_way(&self) -> bool {
        !self.trips.is_empty()
    }

    /// Moves of procedures that are no more are over.
    pub(super) fn drop_trips(&mut self) {
        while self.trips.pop_if(|t| t.depth as usize > self.frames.len()).is_some() {}
    }
}

impl Met {
    /// Mils of a move that it took to come here.
    pub(super) const fn gone(&self, distance: i32) -> i32 {
        distance.saturating_sub(self.left)
    }
}

impl Ask<'_> {
    /// Where a move that was met is to end, if those who are left may still come to rest there.
    pub(super) fn as_planned(&self, trip: &Trip, going: &Going<'_>) -> Option<Standing> {
        let standing = self.stood(&trip.end);
        (!standing.is_empty() && self.all_rest(&standing, going)).then_some(standing)
    }

    /// The last place behind a move that has ended where it may rest, at last where it set out; none if it may where it is.
    /// What a move leaves it may be as near to as when it set out, and not only as where it waits.
    fn rest_behind(&self, trip: &Trip, going: &Going<'_>) -> Option<Standing> {
        let start = self.stood(&trip.start);
        let rests = |standing: &Standing| {
            let set_out = |piece: i64| start.iter().find(|(p, ..)| *p == piece).map(|(_, s, _)| s);
            standing.iter().all(|(p, s, _)| going.rests(s, set_out(*p)))
        };
        let lead = self.stand(self.head(trip.who))?;
        if self.all_rest(&self.carried_along(trip.who, &lead, lead.at, going)?, going) {
            return None;
        }
        let mut way = trip.way.iter().map(|(x, y)| Point::new(*x, *y));
        let from = way.next()?;
        let legs: Vec<Point> = way.collect();
        let whole = length(from, &legs);
        let try_at = |mils: i32| {
            let standing = self.carried_along(trip.who, &lead, *part(from, &legs, mils).last()?, going)?;
            rests(&standing).then_some(standing)
        };
        let Some(good) = (1..whole / LOOK).rev().map(|k| k * LOOK).find(|mils| try_at(*mils).is_some()) else {
            return Some(start);
        };
        let beyond = (good..good.saturating_add(LOOK)).rev();
        beyond.into_iter().find_map(try_at)
    }

    /// Pieces of a group that are still there, at places that were noted.
    fn stood(&self, places: &[(i64, Place)]) -> Standing {
        let here = places.iter().filter(|(p, _)| self.stand(*p).is_some());
        here.filter_map(|(p, at)| self.stand(*p).map(|s| (*p, Stand::new(at.point(), at.front(), s.base), at.rank))).collect()
    }

    fn all_rest(&self, standing: &Standing, going: &Going<'_>) -> bool {
        standing.iter().all(|(p, s, _)| going.rests(s, self.stand(*p).as_ref()))
    }

    /// Where a move to this standing is first met by a rule that waits for somebody to come near; none if it gets to its
    /// end before.
    pub(super) fn met_on_the_way(&self, who: i64, via: &[Point], end: &Standing, distance: i32, limits: &Limits) -> Option<Met> {
        let head = self.head(who);
        let lead = self.stand(head)?;
        let last = end.iter().find(|(p, ..)| *p == head).map(|(_, s, _)| *s)?;
        let going = self.going(who, limits);
        let legs = self.legs(who, via, last.at, distance, &going).unwrap_or_else(|| via.iter().copied().chain([last.at]).collect());
        let whole = length(lead.at, &legs);
        let coming = self.first_coming(who, &lead, &legs).filter(|c| c.mils > 0 && c.mils < whole)?;
        (coming.mils..whole.min(coming.mils.saturating_add(NUDGE))).find_map(|mils| {
            let walked = part(lead.at, &legs, mils);
            let standing = self
                .arranged(who, &walked, 0, &going, Some(distance))
                .or_else(|| self.carried_along(who, &lead, *walked.last()?, &going))?;
            if !coming.is_near(&standing) {
                return None;
            }
            let left = distance.saturating_sub(spent(lead.at, &walked, distance, &going));
            let rest = legs.iter().skip(walked.len().saturating_sub(1)).copied().collect();
            let way = std::iter::once(lead.at).chain(walked).collect();
            Some(Met { standing, left, legs: rest, facing: last.facing, way, end: end.clone() })
        })
    }

    /// Mils of movement that it takes a leader to come to a standing by the way that he goes.
    pub(super) fn gone(&self, who: i64, via: &[Point], end: &Standing, distance: i32, limits: &Limits) -> i32 {
        let head = self.head(who);
        let last = end.iter().find(|(p, ..)| *p == head).map(|(_, s, _)| s.at);
        let (Some(lead), Some(last)) = (self.stand(head), last) else { return 0 };
        let going = self.going(who, limits);
        let legs = self.legs(who, via, last, distance, &going).unwrap_or_else(|| via.iter().copied().chain([last]).collect());
        spent(lead.at, &legs, distance, &going)
    }

    /// A group as it stood, its leader somewhere else; who stays where he is does so.
    fn carried_along(&self, who: i64, lead: &Stand, to: Point, going: &Going<'_>) -> Option<Standing> {
        let by = lead.at.to(to);
        let one = |p: i64| self.stand(p).map(|s| (p, s.moved(s.at.plus(by)), self.world.place(p).rank));
        self.pieces(who).filter(|p| !going.left(*p)).map(one).collect()
    }

    /// The first place along a leader's legs, in mils, where anybody comes near who was not.
    fn first_coming(&self, who: i64, lead: &Stand, legs: &[Point]) -> Option<Coming> {
        let round = Bounds::of(legs.iter().map(|to| Point::ORIGIN.plus(lead.at.to(*to))).chain([Point::ORIGIN]))?;
        let walk = Walk { lead, legs, round };
        let mut best: Option<Coming> = None;
        for near in &self.program.nears {
            for carrier in self.cast.carriers.get(near.rule).map_or(&[][..], Vec::as_slice) {
                for coming in self.comings(who, near, i64::from(*carrier), &walk) {
                    if best.as_ref().is_none_or(|b| coming.mils < b.mils) {
                        best = Some(coming);
                    }
                }
            }
        }
        best
    }

    /// Where each of those of whom a rule speaks comes near to what one carrier waits at; nowhere if any is near already.
    fn comings(&self, who: i64, near: &Near, carrier: i64, walk: &Walk<'_>) -> Vec<Coming> {
        let mut regs = [0i64; 64];
        put(&mut regs, 0, who);
        put(&mut regs, near.me, carrier);
        if !self.holds(near.carries, &mut regs) {
            return Vec::new();
        }
        let (mut sought, mut before) = (Vec::new(), false);
        self.each(near.movers, &mut regs, &mut |ask, regs, mover| {
            put(regs, near.mover, mover);
            let limit = great::length(ask.x(near.limit, regs));
            let of = ask.x(near.of, regs);
            if !ask.passes_by(mover, of, walk.round, limit) {
                before |= ask.distance(mover, of) <= limit;
                sought.push((mover, of, limit));
            }
            !before
        });
        if before {
            return Vec::new();
        }
        sought.into_iter().filter_map(|(mover, of, limit)| self.coming(mover, of, limit, walk)).collect()
    }

    /// Where one comes near to something, that is not near yet.
    fn coming(&self, mover: i64, of: i64, limit: i32, walk: &Walk<'_>) -> Option<Coming> {
        let movers: Vec<i64> = self.measured(mover, self.program.gauge.from_leader).collect();
        let targets: Vec<Stand> = match table::unpack_place(of) {
            Some(p) => vec![Stand::point(p)],
            None => self.measured(of, self.program.gauge.to_leader).filter_map(|p| self.stand(p)).collect(),
        };
        let stands = movers.iter().filter_map(|p| self.stand(*p));
        let mils = stands.filter_map(|s| self.nears(&s, walk, &targets, of, limit)).min()?;
        Some(Coming { mils, movers, targets, limit })
    }

    /// Mils along a leader's legs until one who goes beside it is as near as that to any of several bases, or to a feature.
    fn nears(&self, one: &Stand, walk: &Walk<'_>, targets: &[Stand], of: i64, limit: i32) -> Option<i32> {
        let beside = walk.lead.at.to(one.at);
        let feature = self.feature(of).map(|f| f.shape);
        let (mut at, mut walked) = (*one, 0i32);
        for leg in walk.legs {
            let to = leg.plus(beside);
            let length = at.at.distance(to);
            let first = match feature {
                None => targets.iter().filter_map(|t| table::first_within(&at, to, t, limit)).min(),
                Some(shape) => first_look(length, |mils| shape.gap_to(&at.moved(at.at.towards(to, mils))) <= limit),
            };
            if let Some(mils) = first {
                return Some(walked.saturating_add(mils));
            }
            walked = walked.saturating_add(length);
            at = at.moved(to);
        }
        None
    }
}

impl Coming {
    /// Whether somebody is near in a standing.
    fn is_near(&self, standing: &Standing) -> bool {
        let moved = standing.iter().filter(|(p, ..)| self.movers.contains(p));
        self.targets.is_empty() || moved.into_iter().any(|(_, s, _)| self.targets.iter().any(|t| table::gap(s, t) <= self.limit))
    }
}

/// The first place where something is so, looked for here and there and then found to the mil.
fn first_look(length: i32, so: impl Fn(i32) -> bool) -> Option<i32> {
    let looks = (0..=length / LOOK).map(|k| k * LOOK).chain([length]);
    let seen = looks.into_iter().find(|m| so(*m))?;
    Some(table::halved(seen, (seen - LOOK).max(-1), 1, so))
}

/// What some legs cost over the ground, in mils of movement.
fn spent(from: Point, legs: &[Point], allowance: i32, going: &Going<'_>) -> i32 {
    let (mut at, mut rest) = (from, allowance);
    for to in legs {
        rest = rest.saturating_sub(going.toll(at, *to, rest).unwrap_or(rest));
        at = *to;
    }
    allowance.saturating_sub(rest)
}
