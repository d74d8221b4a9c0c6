//! Moves that go their own way: straight ahead or back, before the front, onto a place; and turning to where one went.

use super::decide::{Choice, Decision, Wanted};
use super::eval::Ask;
use super::moves::{Goal, Standing};
use super::way::Limits;
use crate::ir::{Course, LabelNo, Motion};
use crate::table::{self, Facing, Point, Side, Stand};

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
            Course::Forward => return self.forward(who, m, distance, limits, &lead, answer),
            Course::Ahead => lead.at.offset(lead.facing, distance, 0),
            Course::Back => lead.at.offset(lead.facing, -distance, 0),
            _ => self.point_towards(lead.at, self.head(who), target).unwrap_or(lead.at),
        };
        let reach = distance.min(lead.at.distance(goal));
        let end = |far: i32| self.ends(who, goal, far, limits, &lead, limits.turning);
        if !m.up_to || !matches!(m.course, Course::Ahead | Course::Back) {
            return Way::Stand(end(reach));
        }
        let whole = end(reach).and_then(|s| self.led_to(who, &s)).map_or(0, |p| lead.at.distance(p));
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

    fn forward(&self, who: i64, m: &Motion, distance: i32, limits: &Limits, lead: &Stand, answer: Option<Point>) -> Way {
        let going = self.going(who, limits);
        let ahead = |p: &Point| *p == lead.at || before(lead, *p);
        let end = |to: Point, facing: Option<Facing>| self.free_move(who, Goal::at(to, facing), distance, m.up_to, &going);
        if let Some(to) = answer.filter(ahead) {
            let turned = limits.turning.then(|| Facing::towards(lead.at, to));
            let standing = if to == lead.at { None } else { end(to, turned).or_else(|| end(to, None)) };
            if to == lead.at || standing.is_some() {
                return Way::Stand(standing);
            }
        }
        let mut places = self.free_places(who, distance, limits, m.up_to);
        // the place where it stands comes last
        let stays = places.pop_if(|p| *p == lead.at);
        places.push(lead.at.offset(lead.facing, distance, 0));
        places.retain(|p| ahead(p) && end(*p, None).is_some());
        places.sort_unstable();
        places.dedup();
        places.extend(stays);
        if places.len() > 1 { Way::Choose(self.where_to(who, places), answer) } else { Way::Stand(None) }
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

/// Whether a place is before the front of a base.
fn before(lead: &Stand, p: Point) -> bool {
    const EIGHTH: u16 = 8192;
    matches!(table::quarter(lead, EIGHTH, EIGHTH, p), Side::Front)
}
