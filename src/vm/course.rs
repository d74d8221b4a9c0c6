//! Moves that go their own way: straight ahead or back, before the front or aside, onto a place; and turning to where one went.

use super::decide::{Choice, Decision, Wanted};
use super::eval::Ask;
use super::listing::Listing;
use super::machine::Game;
use super::motion::out_of_reach;
use super::moves::{Goal, Standing};
use super::show::{show, show_typed};
use super::way::Limits;
use crate::ir::{Course, LabelNo, Motion, Type};
use crate::table::{self, Facing, Point, Stand};

/// What is to be done about a move.
pub(super) enum Way {
    /// It ends so, or is not made.
    Stand(Option<Standing>),
    /// Its player says where to; what he said before will not do.
    Choose(Decision, Option<Point>),
}

impl Ask<'_> {
    /// Where a move of its own way ends.
    pub(super) fn own_way(&self, who: i64, m: &Motion, distance: i32, limits: &Limits, target: i64, answer: Option<Choice>) -> Way {
        let Some(lead) = self.stand(self.head(who)) else { return Way::Stand(None) };
        let answer = answer.map(|c| table::unpack_place(c.value).unwrap_or(lead.at));
        let goal = match m.course {
            Course::Forward => {
                let fan = Fan { lead, half: EIGHTH, edges: false, aside: 0, turning: limits.turning };
                return self.in_fan(who, m, distance, limits, &fan, answer);
            }
            Course::Aside(_, less) => {
                let fan = Fan::aside(lead, target, less);
                return if less {
                    self.in_fan(who, m, distance, limits, &fan, answer)
                } else {
                    self.along_edges(who, m, distance, limits, &fan, answer)
                };
            }
            Course::Ahead => lead.at.offset(lead.facing, distance, 0),
            Course::Back => lead.at.offset(lead.facing, -distance, 0),
            _ => self.point_towards(lead.at, self.head(who), target).unwrap_or(lead.at),
        };
        let end = |far: i32| self.ends(who, goal, far, limits, &lead, limits.turning);
        if !m.up_to || !matches!(m.course, Course::Ahead | Course::Back) {
            return Way::Stand(end(distance));
        }
        let whole = end(distance).and_then(|s| self.led_to(who, &s)).map_or(0, |p| lead.at.distance(p));
        match answer {
            // anything on the way is a legal answer
            Some(p) if lead.at.towards(goal, lead.at.distance(p).min(whole)).distance(p) <= ASIDE => {
                let far = lead.at.distance(p).min(whole);
                Way::Stand(if far > 0 { end(far) } else { None })
            }
            _ if whole == 0 => Way::Stand(None),
            _ => {
                let mut places: Vec<Point> = vec![lead.at.towards(goal, whole), lead.at.towards(goal, whole / 2)];
                places.push(lead.at);
                Way::Choose(self.where_to(who, places), answer)
            }
        }
    }

    /// A straight move of so many mils, turned to where it went if it is to be.
    fn ends(&self, who: i64, goal: Point, far: i32, limits: &Limits, lead: &Stand, turning: bool) -> Option<Standing> {
        let (standing, _) = self.straight(who, goal, far, limits, false, false);
        let to = standing.as_ref().and_then(|s| self.led_to(who, s));
        match to.filter(|p| turning && *p != lead.at) {
            Some(p) => {
                let turned = Goal::at(p, Some(Facing::towards(lead.at, p)));
                self.free_move(who, turned, far, true, &self.going(who, limits)).or(standing)
            }
            None => standing,
        }
    }

    fn led_to(&self, who: i64, standing: &Standing) -> Option<Point> {
        let head = self.head(who);
        standing.iter().find(|(p, ..)| *p == head).map(|(_, s, _)| s.at)
    }

    /// A move anywhere in a fan before somebody.
    fn in_fan(&self, who: i64, m: &Motion, distance: i32, limits: &Limits, fan: &Fan, answer: Option<Point>) -> Way {
        let (going, lead) = (self.going(who, limits), &fan.lead);
        let end = |to: Point, facing: Option<Facing>| self.free_move(who, Goal::at(to, facing), distance, m.up_to, &going);
        if let Some(to) = answer.and_then(|p| fan.meant(p)) {
            let turned = fan.turning.then(|| Facing::towards(lead.at, to));
            let standing = if to == lead.at { None } else { end(to, turned).or_else(|| end(to, None)) };
            if to == lead.at || standing.is_some() {
                return Way::Stand(standing);
            }
        }
        let mut places = self.free_places(who, distance, limits, m.up_to, Listing::All);
        // the place where it stands comes last
        let stays = places.pop_if(|p| *p == lead.at);
        places.push(lead.at.offset(lead.facing, distance, 0));
        if matches!(m.course, Course::Aside(..)) {
            let far = if m.up_to { vec![distance, distance / 2] } else { vec![distance] };
            places.extend(far.into_iter().flat_map(|mils| fan.rays(mils)));
        }
        places.retain(|p| *p != lead.at && fan.meant(*p).is_some() && end(*p, None).is_some());
        places.sort_unstable();
        places.dedup();
        places.extend(stays);
        if places.len() > 1 { Way::Choose(self.where_to(who, places), answer) } else { Way::Stand(None) }
    }

    /// A move along one of the two edges of a fan: as far as nothing bars it.
    fn along_edges(&self, who: i64, m: &Motion, distance: i32, limits: &Limits, fan: &Fan, answer: Option<Point>) -> Way {
        let lead = &fan.lead;
        let end = |goal: Point| self.ends(who, goal, lead.at.distance(goal), limits, lead, false);
        let whole = |goal: Point| end(goal).and_then(|s| self.led_to(who, &s)).filter(|p| *p != lead.at);
        let mut places: Vec<Point> = fan.rays(distance).into_iter().filter_map(whole).collect();
        places.dedup();
        if let Some(p) = answer {
            if p == lead.at && (m.up_to || places.is_empty()) {
                return Way::Stand(None);
            }
            let on_the_way = |goal: &Point| {
                let far = if m.up_to { lead.at.distance(p).min(lead.at.distance(*goal)) } else { lead.at.distance(*goal) };
                Some(lead.at.towards(*goal, far)).filter(|q| q.distance(p) <= ASIDE)
            };
            if let Some(to) = places.iter().find_map(on_the_way) {
                return Way::Stand(end(to));
            }
        }
        if places.is_empty() || !m.up_to && places.len() < 2 {
            return Way::Stand(places.first().and_then(|to| end(*to)));
        }
        if m.up_to {
            let halves: Vec<Point> = places.iter().map(|p| lead.at.towards(*p, lead.at.distance(*p) / 2)).collect();
            places.extend(halves);
            places.push(lead.at);
        }
        Way::Choose(self.where_to(who, places), answer)
    }

    /// Why somebody does not go where its player has said.
    pub(super) fn no_way(&self, game: Game<'_>, who: i64, m: &Motion, target: i64, to: Point) -> String {
        let Course::Aside(_, less) = m.course else { return out_of_reach(game, who, to) };
        match self.stand(self.head(who)) {
            Some(lead) if Fan::aside(lead, target, less).meant(to).is_none() => {
                let most = show_typed(&Type::ANGLE, target);
                let (who, at) = (show(game, who), show(game, table::pack_place(to.x, to.y)));
                let up_to = if less { "up to " } else { "" };
                format!("{who} moves {up_to}{most} left or right of straight ahead, and {at} does not lie there")
            }
            _ => out_of_reach(game, who, to),
        }
    }

    /// To what point a move goes that something draws, or that goes away from it.
    pub(super) fn drawn_to(&self, who: i64, m: &Motion, target: i64, lead: &Stand) -> Point {
        let goal = match table::unpack_edge(target) {
            _ if matches!(m.course, Course::StraightAway(_)) => self.straight_away(who, target).unwrap_or(lead.at),
            Some(edge) => self.beyond(edge, lead.at),
            None => table::unpack_place(target)
                .or_else(|| self.nearest_stand(self.head(who), target).map(|s| s.at))
                .or_else(|| self.point_towards(lead.at, self.head(who), target))
                .unwrap_or(lead.at),
        };
        let away = matches!(m.course, Course::Away(_));
        if away { lead.at.offset(Facing::towards(goal, lead.at), 100_000, 0) } else { goal }
    }

    fn where_to(&self, who: i64, places: Vec<Point>) -> Decision {
        let options = places.into_iter().map(|p| Choice::of(table::pack_place(p.x, p.y))).collect();
        Decision::new(self.side(who), LabelNo::PLACE, who, Wanted::Place, options)
    }

    /// A point far off on the line from the middle of one through the middle of another, seen from his leader; none where
    /// they stand on each other.
    pub(super) fn straight_away(&self, who: i64, from: i64) -> Option<Point> {
        let lead = self.stand(self.head(who))?;
        let (a, b) = (self.centre(from)?, self.centre(who)?);
        (a != b).then(|| lead.at.offset(Facing::towards(a, b), 100_000, 0))
    }

    /// Which way one who is put somewhere faces: a direction, or towards a thing or place.
    pub(super) fn faces(&self, at: Point, what: i64, direction: bool) -> Option<Facing> {
        if direction {
            return u16::try_from(what).ok().map(Facing);
        }
        if let Some(edge) = table::unpack_edge(what) {
            return Some(Facing::towards(at, self.beyond(edge, at)));
        }
        self.point_of(what).filter(|p| *p != at).map(|p| Facing::towards(at, p))
    }
}

/// Mils that an answer may lie off the way.
const ASIDE: i32 = 20;

/// An eighth of a turn.
const EIGHTH: i32 = 8192;

/// The places before somebody to which it may go.
struct Fan {
    lead: Stand,
    /// How far it opens to either side, in 1/65536 turn.
    half: i32,
    /// Whether only its edges are meant.
    edges: bool,
    /// Mils that an answer may lie off it.
    aside: i32,
    /// Whether it ends facing the way that it went.
    turning: bool,
}

impl Fan {
    /// What lies by an angle in thousandths of a degree, or by less, to either side of straight ahead.
    fn aside(lead: Stand, angle: i64, less: bool) -> Self {
        let half = angle.clamp(0, 180_000).saturating_mul(65_536) / 360_000;
        Self { lead, half: i32::try_from(half).unwrap_or(EIGHTH), edges: !less, aside: ASIDE, turning: false }
    }

    /// The ends of its edges, so many mils away.
    fn rays(&self, mils: i32) -> [Point; 2] {
        [-self.half, self.half].map(|turn| self.lead.at.offset(self.lead.facing.turned(turn), mils, 0))
    }

    /// The place in it that an answer means; none if it lies outside.
    fn meant(&self, p: Point) -> Option<Point> {
        let inside = p == self.lead.at || !self.edges && table::bearing(&self.lead, p).abs() <= self.half;
        if inside {
            return Some(p);
        }
        let near = self.rays(self.lead.at.distance(p)).into_iter().min_by_key(|q| q.distance(p));
        near.filter(|q| self.aside > 0 && q.distance(p) <= self.aside)
    }
}
