//! Moving: where a group or piece may come to stand, and putting it there.

use super::eval::Ask;
use super::listing::Listing;
use super::loose::Loose;
use super::position::{Place, World};
use super::way::{Going, Limits};
use crate::ir::KindBase;
use crate::table::{self, Board, Facing, Point, Shape, Stand};

/// A new standing of pieces.
pub(super) type Standing = Vec<(i64, Stand, u8)>;

/// What rounding may cost one who follows, in mils.
pub(super) const FOLLOWING: i32 = 10;
/// The gap between bases of a group that finds no room in its ranks, in mils.
const CLUMP: i32 = 500;
/// Searches for a way round while places are looked for.
const GLANCES: u32 = 4;
/// Places to move to that are shown beside the one where it stands, at most.
const SHOWN: usize = 15;

/// Where somebody likes to go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal<'a> {
    /// Past these points; the best way, if there are none.
    pub via: &'a [Point],
    /// To this point.
    pub to: Point,
    /// Facing this way there; as before, if it is not said.
    pub facing: Option<Facing>,
}

impl Goal<'_> {
    /// The best way to a point.
    pub(super) const fn at(to: Point, facing: Option<Facing>) -> Self {
        Self { via: &[], to, facing }
    }
}

impl<'a> Ask<'a> {
    /// How a group would stand when its leader has walked these legs: as it stood, turned by so much about him, else
    /// (in loose order) packed round him. Nobody walks farther than the allowance, if there is one. Onto ground that is
    /// reached by leader he brings all; those in loose order stand on it, if it has room for them.
    pub(super) fn arranged(&self, group: i64, legs: &[Point], turn: i32, going: &Going<'_>, allowance: Option<i32>) -> Option<Standing> {
        let head = self.head(group);
        let lead = self.stand(head)?;
        let to = *legs.last()?;
        let pieces: Vec<i64> = self.pieces(group).filter(|p| !going.left(*p)).collect();
        let stands: Vec<Stand> = pieces.iter().filter_map(|p| self.stand(*p)).collect();
        if stands.len() != pieces.len() {
            return None;
        }
        let slots = table::rigid(&stands, lead.at, to, turn);
        let leader = pieces.iter().position(|p| *p == head)?;
        let who = if turn == 0 { (0..pieces.len()).collect() } else { nearest_first(&stands, &slots, leader) };
        let brought = going.brought(to);
        let gap = self.form(group).filter(|f| f.loose).map(|f| self.gap_in(group, f));
        // where the leader alone pays for the way, nobody in ranks with him passes through what bars it, either
        let swept = allowance.is_some() && self.program.leader_walks && brought.is_none() && gap.is_none() && turn == 0;
        let allowance = allowance.filter(|_| !self.program.leader_walks && brought.is_none());
        let about = self.program.about_leader;
        let near = |slot: &Stand| !about || gap.is_none() || table::gap(&Stand { at: to, ..lead }, slot) <= self.program.coherency;
        let follows = |old: &Stand, slot: &Stand, leads: bool| {
            let beside = |p: &Point| p.plus(lead.at.to(old.at));
            if swept && !leads {
                return going.passes(old, legs.iter().map(beside));
            }
            let Some(a) = allowance.filter(|_| !leads) else { return true };
            let a = a.saturating_add(FOLLOWING);
            (turn == 0 && walks(going, old, legs.iter().map(beside), a)) || going.way(old, slot.at, a).is_some()
        };
        let ranks: Vec<u8> = pieces.iter().map(|p| self.world.place(*p).rank).collect();
        let mut out: Standing = Vec::with_capacity(pieces.len());
        let whole = slots.iter().zip(&who).zip(&ranks).all(|((slot, i), rank)| {
            let (Some(old), Some(p)) = (stands.get(*i), pieces.get(*i)) else { return false };
            out.push((*p, *slot, *rank));
            near(slot) && going.rests(slot, Some(old)) && follows(old, slot, *i == leader)
        });
        let facing = lead.facing.turned(turn);
        let on = |ground: &Shape| whole && out.iter().all(|(p, slot, _)| *p == head || ground.wholly_contains(slot));
        if let (Some(ground), Some(gap)) = (brought.filter(|g| !on(g)), gap) {
            let loose = Loose { pieces: &pieces, head, at: to, facing, gap };
            let all = self.packed(&loose, going, None, Some(ground));
            if all.is_some() {
                return all;
            }
        }
        if whole {
            return Some(out);
        }
        self.packed(&Loose { pieces: &pieces, head, at: to, facing, gap: gap? }, going, allowance, None)
    }

    /// The legs by which a leader gets to a point: along way-points if there are any, else the best way.
    pub(super) fn legs(&self, who: i64, via: &[Point], to: Point, allowance: i32, going: &Going<'_>) -> Option<Vec<Point>> {
        let lead = self.stand(self.head(who))?;
        if via.is_empty() {
            return if to == lead.at { Some(vec![to]) } else { going.way(&lead, to, allowance) };
        }
        let legs: Vec<Point> = via.iter().copied().chain([to]).collect();
        going.may_walk(&lead, &legs, allowance).then_some(legs)
    }

    /// Places that the leader of a group may be moved to. Without `less`, only those that take the whole allowance.
    pub(super) fn free_places(&self, who: i64, allowance: i32, limits: &Limits, less: bool, listing: Listing) -> Vec<Point> {
        let head = self.head(who);
        let Some(lead) = self.stand(head) else { return Vec::new() };
        if less && listing.stays() {
            return table::stay(lead.at);
        }
        let mut out: Vec<Point> = table::full_reach(lead.at, lead.facing, allowance, 8, 8);
        out.extend(table::ring(lead.at, allowance / 2, 4, 4));
        // towards each enemy group, as far as it goes, and to where cover lies between
        let side = self.side(who);
        for (i, e) in self.cast.ents.iter().enumerate() {
            let id = i64::try_from(i).unwrap_or(0);
            if e.base == KindBase::Group && self.world.alive(id) && self.side(id) != side {
                if let Some(s) = self.stand(self.head(id)) {
                    let far = lead.at.distance(s.at);
                    out.push(lead.at.towards(s.at, allowance.min(far)));
                    for f in self.sites() {
                        if lead.at.distance(f.shape.bounds().map_or(lead.at, table::Bounds::centre)) < allowance.saturating_mul(2) {
                            out.extend(table::behind(f.shape, s.at, lead.radius_bound() + 100, 2, 2));
                        }
                    }
                }
            }
        }
        // along the ground that it stays on
        for shape in limits.inside.iter().flat_map(|sorts| self.ground_of(sorts)) {
            out.extend(shape.points().iter().map(|p| lead.at.towards(*p, allowance.min(lead.at.distance(*p)))));
        }
        let going = self.going(who, limits);
        going.glances(GLANCES);
        let most = if limits.inside.is_empty() { 24 } else { out.len() };
        let legal = |p: &Point| {
            let Some(legs) = self.legs(who, &[], *p, allowance, &going) else { return false };
            (less || whole_way(lead.at, &legs, allowance, &going)) && self.arranged(who, &legs, 0, &going, Some(allowance)).is_some()
        };
        let mut places = table::canonical(out, most);
        // to stay is no move: it is offered by itself
        places.retain(|p| *p != lead.at);
        let drawn = going.drawn(listing, || places.iter().copied().chain(less.then_some(lead.at)).collect(), |p| *p == lead.at || legal(p));
        if drawn.len() > 1 {
            return drawn;
        }
        places.retain(legal);
        if places.is_empty() {
            // who is hemmed in may have a narrow way out
            places = table::full_reach(lead.at, lead.facing, allowance, 32, 32);
            places.extend(table::ring(lead.at, allowance / 4, 16, 16));
            places.retain(legal);
        }
        let mut out = table::canonical(places, SHOWN);
        if less || out.is_empty() {
            out.extend(table::stay(lead.at));
        }
        out
    }

    /// How a group would stand after a free move, facing as it did or another way.
    pub(super) fn free_move(&self, who: i64, goal: Goal<'_>, allowance: i32, less: bool, going: &Going<'_>) -> Option<Standing> {
        let Goal { via, to, facing } = goal;
        let lead = self.stand(self.head(who))?;
        let legs = self.legs(who, via, to, allowance, going)?;
        let turn = facing.map_or(0, |f| lead.facing.turn_to(f));
        if !less && !whole_way(lead.at, &legs, allowance, going) {
            return None;
        }
        self.arranged(who, &legs, turn, going, Some(allowance))
    }

    /// A move in one direction, as far as it may go; whether it left the board. With `round`, what lies in between is
    /// gone round, or passed through if there is no way round.
    pub(super) fn straight(
        &self,
        who: i64,
        towards: Point,
        distance: i32,
        limits: &Limits,
        leaving: bool,
        round: bool,
    ) -> (Option<Standing>, bool) {
        let Some(lead) = self.stand(self.head(who)) else { return (None, false) };
        let board = Board::new(self.cast.board.0, self.cast.board.1);
        let mut going = self.going(who, limits);
        let goal = lead.at.towards(towards, distance.min(lead.at.distance(towards)));
        let mut legs = vec![ahead(&lead, goal, distance, &going)];
        let stopped = |to: Point, going: &Going<'_>| {
            let free = going.walk(lead.at, goal, distance);
            lead.at.distance(to).saturating_add(table::CONTACT) < lead.at.distance(free.reached)
                || (!free.complete && free.spent < distance)
        };
        if round && legs.first().is_some_and(|to| stopped(*to, &going)) {
            if let Some(way) = detour(&lead, towards, distance, board, leaving, &going) {
                legs = way;
            } else if !limits.forced.is_empty() {
                going.open(&limits.forced);
                legs = vec![ahead(&lead, goal, distance, &going)];
            }
        }
        if leaving && legs.iter().any(|p| !board.has(*p)) {
            return (None, true);
        }
        let strict = self.farthest(who, &lead, &legs, &going, Some(distance));
        let head = self.head(who);
        let ends = |s: &Standing| s.iter().find(|(p, ..)| *p == head).map(|(_, s, _)| s.at);
        let whole = legs.last().copied();
        let there = |s: &Option<Standing>| s.as_ref().and_then(ends) == whole;
        let mut standing = strict;
        if round && !there(&standing) {
            // those who run find each other again somehow: nobody holds the leader back
            let led = self.farthest(who, &lead, &legs, &going, None);
            let farther = |a: &Standing, b: &Standing| {
                let left = |s| ends(s).zip(whole).map_or(i64::MAX, |(at, to)| at.distance_squared(to));
                left(a) < left(b)
            };
            standing = match (standing, led) {
                (Some(strict), Some(led)) => Some(if farther(&led, &strict) { led } else { strict }),
                (strict, led) => strict.or(led),
            };
        }
        match legs.as_slice() {
            [end] if limits.going_on && *end != lead.at && !there(&standing) => {
                match self.next_room(who, &lead, *end, towards, leaving, &going) {
                    Some(to) if leaving && !board.has(to) => (None, true),
                    Some(to) => (self.arranged(who, &[to], 0, &going, None), false),
                    None => (standing, false),
                }
            }
            _ => (standing, false),
        }
    }

    /// The first place with room beyond where a leader would end, or the first off the board if he may leave it; none if his way is
    /// barred.
    fn next_room(&self, who: i64, lead: &Stand, end: Point, towards: Point, leaving: bool, going: &Going<'_>) -> Option<Point> {
        /// How far apart places are tried, in mils.
        const STEP: i32 = 1000;
        let board = Board::new(self.cast.board.0, self.cast.board.1);
        let (from, most) = (lead.at.distance(end), lead.at.distance(towards));
        let place = |mils: i32| lead.at.towards(towards, mils);
        // only others make him go on, not the edge of the board or the ground
        self.arranged(who, &[end], 0, &going.alone(), None)?;
        let room = |mils: i32| leaving && !board.has(place(mils)) || self.arranged(who, &[place(mils)], 0, going, None).is_some();
        let tried = (1..).map(|k: i32| from.saturating_add(k.saturating_mul(STEP))).take_while(|mils| *mils <= most);
        let open = tried.take_while(|mils| going.run(lead, place(*mils)) >= lead.at.distance(place(*mils))).find(|mils| room(*mils))?;
        Some(place(table::halved(open, open - STEP, 2, room)))
    }

    /// How a group would stand as far along a leader's legs as it finds room.
    fn farthest(&self, who: i64, lead: &Stand, legs: &[Point], going: &Going<'_>, allowance: Option<i32>) -> Option<Standing> {
        let whole = length(lead.at, legs);
        let try_at = |mils: i32| self.arranged(who, &part(lead.at, legs, mils), 0, going, allowance);
        if let Some(s) = try_at(whole) {
            return (whole > 0).then_some(s);
        }
        let sixteenth = |k: i32| whole / 16 * k;
        let (good, mut best) = (1..16).rev().find_map(|k| try_at(sixteenth(k)).map(|s| (k, s))).unwrap_or((0, Vec::new()));
        let (mut good, mut bad) = (sixteenth(good), if good == 15 { whole } else { sixteenth(good + 1) });
        while bad - good > 2 {
            let middle = i32::midpoint(good, bad);
            match try_at(middle) {
                Some(s) => (good, best) = (middle, s),
                None => bad = middle,
            }
        }
        (!best.is_empty()).then_some(best)
    }

    /// What a group meets that is put down on the table.
    pub(super) fn deploying(&self, group: i64) -> Going<'a> {
        self.going(group, &Limits::default())
    }

    /// A group put down on the table with its leader at a point; all of it in a zone, if it is said.
    pub(super) fn deployed(&self, group: i64, at: Point, facing: Facing, zone: Option<&Shape>, going: &Going<'_>) -> Option<Standing> {
        let head = self.head(group);
        let leader = Stand::new(at, facing, self.cast.ent(head)?.foot);
        if zone.is_some_and(|z| !z.wholly_contains(&leader)) {
            return None;
        }
        let form = self.form(group);
        let in_ranks = form.filter(|f| !f.loose).and_then(|f| self.drawn_up(group, f, &leader, zone, going));
        if in_ranks.is_some() {
            return in_ranks;
        }
        let pieces: Vec<i64> = self.pieces(group).collect();
        let gap = form.filter(|f| f.loose).map_or(CLUMP, |f| self.gap_in(group, f));
        self.packed(&Loose { pieces: &pieces, head, at, facing, gap }, going, None, zone)
    }
}

/// Puts pieces where a standing says.
pub(super) fn stand_there(world: &mut World, standing: &Standing) {
    for (p, s, rank) in standing {
        world.set_place(*p, Place { x: s.at.x, y: s.at.y, facing: s.facing.0, rank: *rank, there: true });
    }
}

/// Whether a base may walk these legs for so much.
fn walks(going: &Going<'_>, from: &Stand, legs: impl Iterator<Item = Point>, allowance: i32) -> bool {
    let mut at = *from;
    let mut rest = allowance;
    for to in legs {
        match going.step(&at, to, rest) {
            Some(spent) => rest -= spent,
            None => return false,
        }
        at = at.moved(to);
    }
    true
}

/// Who takes which slot, by number: the leader his own, each other slot the nearest who is left.
pub(super) fn nearest_first(stands: &[Stand], slots: &[Stand], leader: usize) -> Vec<usize> {
    let mut left: Vec<usize> = (0..stands.len()).filter(|i| *i != leader).collect();
    (0..slots.len())
        .map(|k| {
            if k == leader {
                return leader;
            }
            let far = |i: &usize| slots.get(k).zip(stands.get(*i)).map_or(i64::MAX, |(a, b)| a.at.distance_squared(b.at));
            let same = |i: &usize| slots.get(k).zip(stands.get(*i)).is_some_and(|(a, b)| a.base == b.base);
            let best = (0..left.len()).filter(|j| left.get(*j).is_some_and(same)).min_by_key(|j| left.get(*j).map_or(i64::MAX, far));
            best.map_or(k, |j| left.remove(j))
        })
        .collect()
}

/// Whether a way uses up an allowance.
fn whole_way(from: Point, legs: &[Point], allowance: i32, going: &Going<'_>) -> bool {
    let mut at = from;
    let mut rest = allowance;
    for to in legs {
        rest = rest.saturating_sub(going.toll(at, *to, rest).unwrap_or(rest));
        at = *to;
    }
    rest <= FOLLOWING
}

/// The point that a leader reaches who goes straight at a goal.
fn ahead(lead: &Stand, goal: Point, distance: i32, going: &Going<'_>) -> Point {
    let reached = going.walk(lead.at, goal, distance).reached;
    lead.at.towards(reached, going.run(lead, reached))
}

/// The shortest way past what stands in between, to the first point in the same direction at which there is room, cut where the
/// distance is used up.
fn detour(lead: &Stand, towards: Point, distance: i32, board: Board, leaving: bool, going: &Going<'_>) -> Option<Vec<Point>> {
    /// How far apart such points are tried, in mils.
    const STEP: i32 = 1500;
    /// A way round may be this many times as long as the way to such a point, and so much longer in mils.
    const LONGER: (i32, i32) = (3, 12_000);
    let facing = Facing::towards(lead.at, towards);
    let across = board.bounds().low.distance(board.bounds().high);
    let goals = (0..=across / STEP).map(|k| lead.at.offset(facing, distance.saturating_add(k * STEP), 0));
    let room = |goal: &Point| {
        let there = lead.moved(*goal);
        going.rests(&there, Some(lead)) || leaving && !board.has(*goal) && going.keeps_clear(&there, Some(lead))
    };
    let longest = |goal: Point| lead.at.distance(goal).saturating_mul(LONGER.0).saturating_add(LONGER.1);
    let way = goals.filter(room).find_map(|goal| going.way(lead, goal, longest(goal)))?;
    let mut at = lead.at;
    let mut rest = distance;
    let mut out = Vec::with_capacity(way.len());
    for to in way {
        let walk = going.walk(at, to, rest);
        out.push(walk.reached);
        if !walk.complete {
            break;
        }
        rest = rest.saturating_sub(walk.spent);
        at = to;
    }
    Some(out)
}

pub(super) fn length(from: Point, legs: &[Point]) -> i32 {
    let mut at = from;
    legs.iter().fold(0i32, |sum, to| sum.saturating_add(std::mem::replace(&mut at, *to).distance(*to)))
}

/// The first so many mils of some legs.
pub(super) fn part(from: Point, legs: &[Point], mils: i32) -> Vec<Point> {
    let mut at = from;
    let mut rest = mils;
    let mut out = Vec::with_capacity(legs.len());
    for to in legs {
        let leg = at.distance(*to);
        if leg >= rest {
            out.push(at.towards(*to, rest));
            return out;
        }
        out.push(*to);
        rest -= leg;
        at = *to;
    }
    out
}
