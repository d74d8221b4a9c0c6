//! What the table says of things: distance, contact, sight, cover, ground.

use super::cast::NONE;
use super::eval::Ask;
use super::ranks::looks_outwards;
use super::site::Site;
use crate::ir::{Form, KindBase, Spot, TerrainNo};
use crate::table::{self, Blocker, Bounds, Drill, Eye, Facing, Point, Row, Shape, Side, Stand};

/// Farther than any table.
pub(super) const FAR: i32 = 10_000_000;

/// What has no bases to measure from.
pub(super) enum Whole<'a> {
    Place(Point),
    Ground(&'a Shape),
}

impl Whole<'_> {
    pub(super) fn gap_to(&self, stand: &Stand) -> i32 {
        match self {
            Self::Place(p) => table::gap_to_point(stand, *p),
            Self::Ground(shape) => shape.gap_to(stand),
        }
    }

    pub(super) fn nearest_to(&self, p: Point) -> Option<Point> {
        match self {
            Self::Place(at) => Some(*at),
            Self::Ground(shape) => shape.nearest_to(p),
        }
    }

    fn gap_between(&self, other: &Self) -> i32 {
        match (self, other) {
            (Self::Place(p), Self::Place(q)) => p.distance(*q),
            (Self::Place(p), Self::Ground(shape)) | (Self::Ground(shape), Self::Place(p)) => shape.gap_to_point(*p),
            (Self::Ground(a), Self::Ground(b)) => a.gap_between(b),
        }
    }
}

impl<'a> Ask<'a> {
    /// A piece's base where it stands; none if it is not on the table.
    #[must_use]
    pub fn stand(&self, piece: i64) -> Option<Stand> {
        // a feature has a place too, but no base
        let ent = self.cast.ent(piece).filter(|e| e.base == KindBase::Piece)?;
        let place = self.world.place(piece);
        (place.there && self.world.alive(piece)).then(|| Stand::new(place.point(), place.front(), ent.foot))
    }

    /// The piece that stands for a thing: itself, its leader, or its first.
    #[must_use]
    pub fn head(&self, who: i64) -> i64 {
        match self.cast.ent(who).map(|e| e.base) {
            Some(KindBase::Piece) => who,
            Some(KindBase::Group) => {
                let lead = self.world.leader(who);
                if self.world.alive(lead) { lead } else { self.pieces(who).next().unwrap_or(NONE) }
            }
            _ => NONE,
        }
    }

    /// Edge to edge, in mils: a group from its leader's or nearest base, as the pack measures.
    #[must_use]
    pub fn distance(&self, a: i64, b: i64) -> i32 {
        if let Some((edge, other)) = table::unpack_edge(a).map(|e| (e, b)).or_else(|| table::unpack_edge(b).map(|e| (e, a))) {
            return self.gap_to_edge(other, edge).unwrap_or(FAR);
        }
        let gauge = self.program.gauge;
        let nearest = |who: i64, by_leader: bool, gap: &dyn Fn(&Stand) -> i32| {
            let ends = self.measured(who, by_leader).filter_map(|p| self.stand(p));
            ends.map(|s| gap(&s)).min().unwrap_or(FAR)
        };
        match (self.whole(a), self.whole(b)) {
            (Some(one), Some(other)) => one.gap_between(&other),
            (Some(whole), None) => nearest(b, gauge.to_leader, &|t| whole.gap_to(t)),
            (None, Some(whole)) => nearest(a, gauge.from_leader, &|s| whole.gap_to(s)),
            (None, None) => nearest(a, gauge.from_leader, &|s| nearest(b, gauge.to_leader, &|t| table::gap(s, t))),
        }
    }

    /// The pieces that a distance from a thing, or to it, is measured between.
    pub(super) fn measured(&self, who: i64, by_leader: bool) -> impl Iterator<Item = i64> + '_ {
        let lead = (by_leader && self.is_group(who)).then(|| self.head(who));
        let all = if lead.is_none() { Some(self.pieces(who)) } else { None };
        lead.into_iter().chain(all.into_iter().flatten())
    }

    /// A place or a feature, which is measured as a whole.
    pub(super) fn whole(&self, who: i64) -> Option<Whole<'a>> {
        let ground = || self.cast.ent(who).filter(|e| e.base == KindBase::Feature).and_then(|_| self.feature(who));
        table::unpack_place(who).map(Whole::Place).or_else(|| ground().map(|f| Whole::Ground(f.shape)))
    }

    pub(super) fn is_group(&self, who: i64) -> bool {
        self.cast.ent(who).is_some_and(|e| e.base == KindBase::Group)
    }

    /// The base of a thing that is nearest to a piece.
    #[must_use]
    pub fn nearest_stand(&self, piece: i64, other: i64) -> Option<Stand> {
        let from = self.stand(piece)?;
        self.pieces(other).filter_map(|p| self.stand(p)).min_by_key(|s| table::gap(&from, s))
    }

    /// The bases that are not of a side.
    pub fn enemies(&self, side: i64) -> Vec<Stand> {
        let here =
            |id: &i64| self.world.alive(*id) && self.side(*id) != side && self.cast.ent(*id).is_some_and(|e| e.base == KindBase::Piece);
        (0..self.cast.ents.len()).filter_map(|i| i64::try_from(i).ok()).filter(here).filter_map(|id| self.stand(id)).collect()
    }

    /// Whether a piece touches one of these bases.
    pub fn meets(&self, piece: i64, bases: &[Stand]) -> bool {
        self.stand(piece).is_some_and(|s| bases.iter().any(|b| near(&s, b) && table::touching(&s, b)))
    }

    /// Base contact between any of their pieces.
    #[must_use]
    pub fn touches(&self, a: i64, b: i64) -> bool {
        match (self.feature(a), self.feature(b)) {
            (Some(f), Some(g)) => return f.shape.gap_between(g.shape) <= table::CONTACT,
            (None, Some(f)) => return self.pieces(a).filter_map(|p| self.stand(p)).any(|s| f.shape.touches(&s)),
            (Some(f), None) => return self.pieces(b).filter_map(|p| self.stand(p)).any(|s| f.shape.touches(&s)),
            (None, None) => {}
        }
        // far apart is the common case
        if self.no_contact(a, b) {
            return false;
        }
        self.pieces(a)
            .filter_map(|p| self.stand(p))
            .any(|s| self.pieces(b).filter_map(|p| self.stand(p)).any(|t| near(&s, &t) && table::touching(&s, &t)))
    }

    /// Line of sight, in plan with levels: from the leader's middle to any point of any base.
    #[must_use]
    pub fn sees(&self, a: i64, b: i64) -> bool {
        let head = self.head(a);
        let Some(eye) = self.stand(head) else { return false };
        let viewer = self.world.parent_of(head);
        let arc = self.front_row(viewer);
        let ahead = |s: &Stand| arc.as_ref().is_none_or(|row| row.stand_in_front(s));
        let targets: Vec<Stand> = self.pieces(b).filter_map(|p| self.stand(p)).filter(ahead).collect();
        if targets.is_empty() {
            return false;
        }
        let hills: Vec<Site<'_>> = self.sites().filter(|f| f.level > 0).collect();
        let level_of = |s: &Stand| highest(&hills, s.at);
        let level = level_of(&eye);
        let seen = self.world.parent_of(self.head(b));
        // nothing outside of the box round all lines bars one
        let around = |at: Bounds, s: &Stand| Bounds::round(s.at, s.base.reach()).with(at.low).with(at.high);
        let corridor = targets.iter().fold(Bounds::round(eye.at, 0), around);
        let bases: Vec<(Stand, i16)> = self.bases(viewer, seen, corridor).map(|s| (s, level_of(&s))).collect();
        let program = self.program;
        let near = |f: &Site<'_>| f.shape.bounds().is_some_and(|b| b.meets(corridor));
        let opaque = |f: &Site<'_>| near(f) && f.terrains.iter().any(|t| program.terrains.get(*t).is_some_and(|t| t.blocks));
        let scenery: Vec<Site<'_>> = self.sites().filter(opaque).collect();
        targets.iter().any(|target| {
            let height = level_of(target);
            // what stands close behind is hidden from above; the lower of two is the one behind
            let low = if height <= level { target } else { &eye };
            let tall = |f: &Site<'_>| match self.shelter(f) {
                Some(d) if f.level >= level.min(height) && f.shape.gap_to(low) <= d => f.level.max(level).max(height),
                _ => f.level,
            };
            let shapes = scenery.iter().map(|f| Blocker { permeable: true, ..Blocker::shape(f.shape, tall(f)) });
            let blockers = bases.iter().map(|(s, l)| Blocker::stand(s, *l)).chain(shapes);
            table::sees(Eye { at: eye.at, level }, target, height, blockers)
        })
    }

    /// How far behind a feature nobody is seen from above it, in mils; none if that is no matter of it.
    fn shelter(&self, f: &Site<'_>) -> Option<i32> {
        f.terrains.iter().filter_map(|t| self.program.terrains.get(*t).and_then(|t| t.shelters)).max()
    }

    /// Every base in a corridor that belongs to neither of two groups.
    fn bases(&self, viewer: i64, seen: i64, corridor: Bounds) -> impl Iterator<Item = Stand> + '_ {
        let pieces = self.cast.ents.iter().zip(0i64..).filter(|(ent, _)| ent.base == KindBase::Piece);
        let near = pieces.filter(move |(ent, piece)| {
            let place = self.world.place(*piece);
            place.there && corridor.grown(ent.foot.reach()).contains(place.point())
        });
        // one who has joined another group is of that
        let others = near.filter(move |(_, piece)| ![viewer, seen].contains(&self.world.parent_of(*piece)));
        others.filter_map(|(_, piece)| self.stand(piece))
    }

    /// The level of the highest ground that a base stands on.
    #[must_use]
    pub fn level(&self, stand: &Stand) -> i16 {
        self.sites().filter(|f| f.shape.contains(stand.at)).map(|f| f.level).fold(0, i16::max)
    }

    /// Whether any of a thing stands in ground of a sort.
    #[must_use]
    pub fn in_terrain(&self, of: i64, terrain: TerrainNo) -> bool {
        self.sites()
            .filter(|f| f.terrains.contains(&terrain))
            .any(|f| self.pieces(of).filter_map(|p| self.stand(p)).any(|s| f.shape.contains(s.at) || f.shape.touches(&s)))
    }

    /// Where one thing is, seen from another.
    #[must_use]
    pub fn in_spot(&self, of: i64, from: i64, spot: Spot) -> bool {
        let (Some(viewer), Some(target)) = (self.stand(self.head(from)), self.stand(self.head(of))) else { return false };
        // a body that faces outwards has no other side than its front
        if self.form(from).is_some_and(looks_outwards) {
            return spot == Spot::Front;
        }
        if spot == Spot::BehindFrontLine {
            return self.behind_front_line(of, from);
        }
        // an eighth of a turn either side of straight ahead is the front
        const EIGHTH: u16 = 8192;
        match table::quarter(&viewer, EIGHTH, EIGHTH, target.at) {
            Side::Front => spot == Spot::Front,
            Side::Rear => spot == Spot::Rear,
            _ => spot == Spot::Flank,
        }
    }

    /// Whether the middle of one lies behind the line along the front edge of another.
    fn behind_front_line(&self, of: i64, from: i64) -> bool {
        let stands: Vec<Stand> = self.pieces(from).filter_map(|p| self.stand(p)).collect();
        let (Some(lead), Some(middle)) = (self.stand(self.head(from)), self.centre(of)) else { return false };
        table::behind_front_line(&stands, lead.facing, middle)
    }

    /// The formation of a group.
    #[must_use]
    pub fn form(&self, group: i64) -> Option<&'a Form> {
        self.program.forms.iter().find(|f| self.world.has(group, f.state))
    }

    /// The front rank of a group that sees only ahead.
    fn front_row(&self, group: i64) -> Option<Row> {
        self.form(group).filter(|f| f.drills.contains(&Drill::ArcFront))?;
        let front: Vec<Stand> = self.pieces(group).filter(|p| self.world.place(*p).rank == 1).filter_map(|p| self.stand(p)).collect();
        let facing = front.first().map_or(Facing::NORTH, |s| s.facing);
        Row::of(&front, facing)
    }

    /// The zone that a side sets up in.
    #[must_use]
    pub fn zone(&self, side: i64) -> Option<&'a Shape> {
        if let Some(f) = self.feature(side) {
            return Some(f.shape);
        }
        let home = self.world.home(side);
        if let Some(f) = self.feature(i64::from(home)).filter(|_| home != 0) {
            return Some(f.shape);
        }
        usize::try_from(side - 1).ok().and_then(|i| self.cast.zones.get(i))
    }
}

/// The level of the highest of some grounds at a point.
fn highest(grounds: &[Site<'_>], at: Point) -> i16 {
    grounds.iter().filter(|f| f.shape.contains(at)).map(|f| f.level).fold(0, i16::max)
}

fn near(a: &Stand, b: &Stand) -> bool {
    let reach = a.base.reach() + b.base.reach() + 20;
    (a.at.x - b.at.x).abs() <= reach && (a.at.y - b.at.y).abs() <= reach
}
