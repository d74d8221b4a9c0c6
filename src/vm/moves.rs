//! Moving: where a group or piece may come to stand, and putting it there.

use super::eval::Ask;
use super::world::{Place, World};
use crate::graph::Form;
use crate::model::KindBase;
use crate::table::{self, Base, Board, Facing, Layout, Mover, Patch, Point, Stand};

/// A new standing of pieces.
pub(super) type Standing = Vec<(i64, Stand, u8)>;

/// What a move must keep to.
#[derive(Clone, Debug, Default)]
pub(super) struct Limits {
    /// Stays this far, in mils, from these.
    pub clear: Option<(i32, Vec<i64>)>,
}

impl Ask<'_> {
    fn board(&self) -> Board {
        Board::new(self.cast.board.0, self.cast.board.1)
    }

    /// Bases of all pieces that are not of `group`.
    fn others(&self, group: i64) -> Vec<(i64, Stand)> {
        let mut out = Vec::new();
        for (i, e) in self.cast.ents.iter().enumerate() {
            let id = i64::try_from(i).unwrap_or(0);
            if e.base == KindBase::Piece && self.world.parent_of(id) != group && id != group {
                if let Some(s) = self.stand(id) {
                    out.push((id, s));
                }
            }
        }
        out
    }

    /// Whether a base may stand there among others.
    fn fits(&self, stand: &Stand, others: &[(i64, Stand)], limits: &Limits, from: Option<&Stand>, patches: &[Patch<'_>]) -> bool {
        if !self.board().contains(stand) {
            return false;
        }
        if patches.iter().any(|p| p.cost == table::Cost::Forbidden && p.shape.gap_to(stand) == 0) {
            return false;
        }
        others.iter().all(|(id, o)| {
            if table::collides(stand, o) {
                return false;
            }
            match &limits.clear {
                Some((d, from_whom)) if from_whom.contains(id) => {
                    let gap = table::gap(stand, o);
                    // who already stands nearer may go, but not closer
                    gap >= *d || from.is_some_and(|f| table::gap(f, o) <= gap && table::gap(f, o) < *d)
                }
                _ => true,
            }
        })
    }

    /// How a group would stand with its leader at `to`: moved as a whole, else packed round him.
    pub(super) fn arranged(
        &self,
        group: i64,
        to: Point,
        facing: Option<Facing>,
        limits: &Limits,
        allowance: Option<i32>,
    ) -> Option<Standing> {
        let head = self.head(group);
        let lead = self.stand(head)?;
        let patches = self.patches();
        let others = self.others(group);
        let pieces: Vec<i64> = self.pieces(group).collect();
        let turn = facing.map_or(0, |f| lead.facing.turn_to(f));
        let stands: Vec<Stand> = pieces.iter().filter_map(|p| self.stand(*p)).collect();
        if stands.len() != pieces.len() {
            return None;
        }
        let moved = table::rigid(&stands, lead.at, to, turn);
        let fits = moved.iter().zip(&stands).all(|(s, old)| self.fits(s, &others, limits, Some(old), &patches));
        let reach = |s: &Stand, old: &Stand| allowance.is_none_or(|a| old.at.distance(s.at) <= a.saturating_add(10));
        if fits && (turn == 0 || moved.iter().zip(&stands).all(|(s, o)| reach(s, o))) {
            let ranks = pieces.iter().map(|p| self.world.place(*p).rank);
            return Some(pieces.iter().copied().zip(moved).zip(ranks).map(|((p, s), r)| (p, s, r)).collect());
        }
        let form = self.form(group)?;
        let gap = form.loose?;
        self.packed(&pieces, head, to, facing.unwrap_or(lead.facing), gap, &others, limits, &patches)
    }

    /// Pieces packed loosely round their leader.
    #[allow(clippy::too_many_arguments)] // the surroundings of one placement
    fn packed(
        &self,
        pieces: &[i64],
        head: i64,
        to: Point,
        facing: Facing,
        gap: i32,
        others: &[(i64, Stand)],
        limits: &Limits,
        patches: &[Patch<'_>],
    ) -> Option<Standing> {
        let base = self.cast.ent(head)?.foot;
        let leader = Stand::new(to, facing, base);
        if !self.fits(&leader, others, limits, self.stand(head).as_ref(), patches) {
            return None;
        }
        let rest: Vec<i64> = pieces.iter().copied().filter(|p| *p != head).collect();
        let bases: Vec<Base> = rest.iter().filter_map(|p| self.cast.ent(*p).map(|e| e.foot)).collect();
        let stands = table::pack_loose(leader, &bases, gap, |s| self.fits(s, others, limits, None, patches))?;
        let order = std::iter::once(head).chain(rest);
        Some(order.zip(stands).map(|(p, s)| (p, s, 1)).collect())
    }

    /// Places that the leader of a group may be moved to, with how the group would stand.
    pub(super) fn free_places(&self, who: i64, allowance: i32, limits: &Limits) -> Vec<Point> {
        let head = self.head(who);
        let Some(lead) = self.stand(head) else { return Vec::new() };
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
                    for f in &self.cast.features {
                        if lead.at.distance(f.shape.bounds().map_or(lead.at, table::Bounds::centre)) < allowance.saturating_mul(2) {
                            out.extend(table::behind(&f.shape, s.at, lead.radius_bound() + 100, 2, 2));
                        }
                    }
                }
            }
        }
        let patches = self.patches();
        let legal = |p: &Point| {
            let walk = table::straight(lead.at, *p, &patches, allowance);
            walk.complete && self.arranged(who, *p, None, limits, Some(allowance)).is_some()
        };
        let mut out: Vec<Point> = table::canonical(out, 24).into_iter().filter(legal).collect();
        out.truncate(15);
        out.extend(table::stay(lead.at));
        out
    }

    /// Whether a group may legally be moved so that its leader stands at a point.
    pub(super) fn may_go(&self, who: i64, to: Point, allowance: i32, limits: &Limits) -> bool {
        let Some(lead) = self.stand(self.head(who)) else { return false };
        let walk = table::straight(lead.at, to, &self.patches(), allowance);
        walk.complete && self.arranged(who, to, None, limits, Some(allowance)).is_some()
    }

    /// A straight move of a group, as far as it may go; whether it would leave the board.
    pub(super) fn straight(&self, who: i64, towards: Point, distance: i32, limits: &Limits, leaving: bool) -> (Option<Standing>, bool) {
        let Some(lead) = self.stand(self.head(who)) else { return (None, false) };
        let patches = self.patches();
        let goal = lead.at.towards(towards, distance);
        let walk = table::straight(lead.at, goal, &patches, distance);
        if leaving && !self.board().has(walk.reached) {
            return (None, true);
        }
        let whole = lead.at.distance(walk.reached);
        // the farthest point that is legal, tried from the end in sixteenths
        for sixteenth in (0..=16).rev() {
            let to = lead.at.towards(walk.reached, whole.saturating_mul(sixteenth) / 16);
            if let Some(s) = self.arranged(who, to, None, limits, None) {
                return (Some(s), false);
            }
        }
        (None, false)
    }

    /// A move into contact with a target, as many pieces touching as can; none if it is out of reach.
    pub(super) fn contact(&self, who: i64, target: i64, distance: i32) -> Option<Standing> {
        let head = self.head(who);
        let lead = self.stand(head)?;
        if self.cast.ent(who).is_some_and(|e| e.base == KindBase::Piece) {
            return self.piece_contact(who, target, distance);
        }
        let goal = self.nearest_stand(head, target)?;
        if self.march(who, target) > distance {
            return None;
        }
        let others = self.others(who);
        let targets: Vec<Stand> = self.pieces(target).filter_map(|p| self.stand(p)).collect();
        let obstacles: Vec<Stand> = others.iter().filter(|(id, _)| !self.inside(*id, target)).map(|(_, s)| *s).collect();
        let facing = Facing::towards(lead.at, goal.at);
        let turned = Stand { facing, ..lead };
        let placed = table::advance_to_contact(&turned, &goal, &[]).filter(|s| obstacles.iter().all(|o| !table::collides(s, o)))?;
        let patches = self.patches();
        let limits = Limits::default();
        let pieces: Vec<i64> = self.pieces(who).filter(|p| *p != head).collect();
        let form = self.form(who);
        if let Some(f) = form.filter(|f| f.loose.is_none()) {
            let _ = f;
            if let Some(all) = self.arranged(who, placed.at, Some(facing), &limits, None) {
                return Some(all);
            }
        }
        let mut with_leader = others.clone();
        with_leader.push((head, placed));
        let movers: Vec<Mover> = pieces.iter().filter_map(|p| self.stand(*p)).map(|s| Mover { stand: s, reach: distance }).collect();
        let stands = table::wrap(&targets, &movers, self.program.coherency, |_, s| self.fits(s, &with_leader, &limits, None, &patches));
        let mut out: Standing = vec![(head, placed, 1)];
        let mut group: Vec<Stand> = vec![placed];
        group.extend(&stands);
        if !table::clustered(&group, self.program.coherency) {
            // who cannot keep up falls in behind the leader
            if let Some(all) = self.packed(
                &std::iter::once(head).chain(pieces.iter().copied()).collect::<Vec<_>>(),
                head,
                placed.at,
                facing,
                500,
                &others,
                &limits,
                &patches,
            ) {
                return Some(all);
            }
        }
        out.extend(pieces.into_iter().zip(stands).map(|(p, s)| (p, s, 1)));
        Some(out)
    }

    fn piece_contact(&self, piece: i64, target: i64, distance: i32) -> Option<Standing> {
        let from = self.stand(piece)?;
        let goal = self.nearest_stand(piece, target)?;
        if table::gap(&from, &goal) > distance {
            return None;
        }
        let group = self.world.parent_of(piece);
        let mut others: Vec<Stand> = self.others(group).into_iter().map(|(_, s)| s).collect();
        others.extend(self.pieces(group).filter(|p| *p != piece).filter_map(|p| self.stand(p)));
        let others: Vec<Stand> = others.into_iter().filter(|s| *s != goal).collect();
        let placed = table::advance_to_contact(&from, &goal, &[]).filter(|s| others.iter().all(|o| !table::collides(s, o)))?;
        Some(vec![(piece, placed, self.world.place(piece).rank)])
    }

    /// The front ranks that a formation may have with so many pieces.
    fn fronts(&self, group: i64, form: &Form, n: usize) -> Vec<u8> {
        let (least, most) =
            form.fronts.iter().find(|(_, _, c)| c.is_none_or(|x| self.holds_of(x, group))).map_or((1, u8::MAX), |(a, b, _)| (*a, *b));
        let n = u8::try_from(n).unwrap_or(u8::MAX);
        (least..=most.min(n))
            .filter(|f| {
                let f = (*f).max(1);
                let ranks = n.div_ceil(f);
                if form.deep && n / f < f {
                    return false;
                }
                ranks >= form.ranks.0 && ranks <= form.ranks.1
            })
            .collect()
    }

    /// Whether a group has the numbers for a formation.
    #[must_use]
    pub fn fits_form(&self, group: i64, form: &Form) -> bool {
        form.loose.is_some() || !self.fronts(group, form, self.pieces(group).count()).is_empty()
    }

    /// How a group would stand in a formation round its leader; the widest front that is legal.
    pub(super) fn formed(&self, group: i64, form: &Form, facing: Facing, limit: Option<i32>) -> Option<Standing> {
        let head = self.head(group);
        let lead = self.stand(head)?;
        let pieces: Vec<i64> = std::iter::once(head).chain(self.pieces(group).filter(|p| *p != head)).collect();
        let others = self.others(group);
        let patches = self.patches();
        let limits = Limits::default();
        if let Some(gap) = form.loose {
            return self.packed(&pieces, head, lead.at, facing, gap, &others, &limits, &patches);
        }
        let bases: Vec<Base> = pieces.iter().filter_map(|p| self.cast.ent(*p).map(|e| e.foot)).collect();
        let step = bases.iter().map(|b| b.radius_bound() * 2).max().unwrap_or(1000) + 100;
        for front in self.fronts(group, form, pieces.len()).into_iter().rev() {
            let stands = table::place(lead.at, facing, &bases, Layout::Ranks { front, spacing_x: step, spacing_y: step });
            let pieces = self.matched(&pieces, &stands, &lead, facing, usize::from(front));
            let ok = stands.iter().zip(&pieces).all(|(s, p)| {
                let near = limit.is_none_or(|l| self.stand(*p).is_some_and(|o| o.at.distance(s.at) <= l));
                near && self.fits(s, &others, &limits, None, &patches)
            });
            if ok && stands.len() == pieces.len() {
                let rank = |i: usize| u8::try_from(i / usize::from(front.max(1)) + 1).unwrap_or(u8::MAX);
                return Some(pieces.iter().copied().zip(stands).enumerate().map(|(i, (p, s))| (p, s, rank(i))).collect());
            }
        }
        None
    }

    /// Who takes which place: the foremost the front rank, from left to right, so that nobody crosses another.
    fn matched(&self, pieces: &[i64], stands: &[Stand], lead: &Stand, facing: Facing, front: usize) -> Vec<i64> {
        let along = |at: Point| {
            let v = lead.at.to(at);
            let (ahead, right) = (Point::ORIGIN.offset(facing, 1000, 0), Point::ORIGIN.offset(facing, 0, 1000));
            let dot = |p: Point| i64::from(v.x) * i64::from(p.x) + i64::from(v.y) * i64::from(p.y);
            (dot(ahead), dot(right))
        };
        let Some((leader, rest)) = pieces.split_first() else { return Vec::new() };
        let mut rest: Vec<(i64, (i64, i64))> = rest.iter().map(|p| (*p, self.stand(*p).map_or((0, 0), |s| along(s.at)))).collect();
        rest.sort_by_key(|(p, (ahead, _))| (-ahead, *p));
        let mut out = vec![*leader; stands.len()];
        let mut from = 0;
        let mut rank_start = 1;
        // the leader has the first place of the front rank
        let mut size = front.saturating_sub(1);
        while from < rest.len() && rank_start <= stands.len() {
            let to = (from + size).min(rest.len());
            let mut men: Vec<_> = rest.get(from..to).unwrap_or(&[]).to_vec();
            men.sort_by_key(|(p, (_, right))| (*right, *p));
            let mut places: Vec<usize> = (rank_start..(rank_start + men.len()).min(stands.len())).collect();
            places.sort_by_key(|i| stands.get(*i).map_or(0, |s| along(s.at).1));
            for (place, (p, _)) in places.into_iter().zip(men) {
                if let Some(slot) = out.get_mut(place) {
                    *slot = p;
                }
            }
            from = to;
            rank_start += size;
            size = front.max(1);
        }
        out
    }

    /// A group put down on the table with its leader at a point.
    pub(super) fn deployed(&self, group: i64, at: Point, facing: Facing) -> Option<Standing> {
        let head = self.head(group);
        let pieces: Vec<i64> = self.pieces(group).collect();
        let gap = self.form(group).and_then(|f| f.loose).unwrap_or(500);
        let others = self.others(group);
        self.packed(&pieces, head, at, facing, gap, &others, &Limits::default(), &self.patches())
    }

    /// The direction of the nearest enemy, for want of a better front.
    pub(super) fn enemy_front(&self, group: i64) -> Facing {
        let Some(lead) = self.stand(self.head(group)) else { return Facing::NORTH };
        let side = self.side(group);
        let mut best: Option<(i32, Point)> = None;
        for (i, e) in self.cast.ents.iter().enumerate() {
            let id = i64::try_from(i).unwrap_or(0);
            if e.base == KindBase::Piece && self.side(id) != side {
                if let Some(s) = self.stand(id) {
                    let d = lead.at.distance(s.at);
                    if best.is_none_or(|(b, _)| d < b) {
                        best = Some((d, s.at));
                    }
                }
            }
        }
        best.map_or(lead.facing, |(_, p)| Facing::towards(lead.at, p))
    }

    /// The direction from a side's zone, or a zone, to the middle of the board.
    pub(super) fn inwards(&self, side: i64) -> Facing {
        let middle = Point::new(self.cast.board.0 / 2, self.cast.board.1 / 2);
        let Some(c) = self.zone(side).and_then(table::Shape::bounds).map(table::Bounds::centre) else { return Facing::NORTH };
        // along the longer way to the middle, so that formations stand square to the edges
        if (c.y - middle.y).abs() >= (c.x - middle.x).abs() {
            if c.y <= middle.y { Facing::NORTH } else { Facing::SOUTH }
        } else if c.x <= middle.x {
            Facing::EAST
        } else {
            Facing::WEST
        }
    }

    /// The point on its own table edge that a side makes for.
    pub(super) fn home(&self, side: i64, from: Point) -> Point {
        let centre = self.zone(side).and_then(table::Shape::bounds).map_or(from, table::Bounds::centre);
        let (w, h) = self.cast.board;
        let ends = [
            (centre.y, Point::new(from.x, -4000)),
            (h - centre.y, Point::new(from.x, h + 4000)),
            (centre.x, Point::new(-4000, from.y)),
            (w - centre.x, Point::new(w + 4000, from.y)),
        ];
        ends.into_iter().min_by_key(|(d, _)| *d).map_or(from, |(_, p)| p)
    }
}

/// Puts pieces where a standing says.
pub(super) fn stand_there(world: &mut World, standing: &Standing) {
    for (p, s, rank) in standing {
        world.set_place(*p, Place { x: s.at.x, y: s.at.y, facing: s.facing.0, rank: *rank, there: true });
    }
}
