//! Moves into contact: of a group, as many of its pieces as can; of one piece.

use super::eval::Ask;
use super::loose::Loose;
use super::moves::Standing;
use super::way::{Going, Limits};
use crate::ir::KindBase;
use crate::table::{self, Facing, Mover, Point, Stand};

/// Directions round a target from which contact is tried.
const ROUND: u32 = 24;
/// Places in contact that a leader tries to find a way to.
const TRIED: usize = 12;
/// Gap of a pack behind a leader in contact, in mils.
const PACK: i32 = 500;

impl Ask<'_> {
    /// A move into contact with a target, as many pieces touching as can; none if it is out of reach. With `less`, one
    /// piece that cannot touch goes as far as it can.
    pub(super) fn contact(&self, who: i64, target: i64, distance: i32, limits: &Limits, less: bool) -> Option<Standing> {
        if self.cast.ent(who).is_some_and(|e| e.base == KindBase::Piece) {
            return self.piece_contact(who, target, distance, limits, less);
        }
        let head = self.head(who);
        let lead = self.stand(head)?;
        let going = self.going(who, limits);
        let ranked = self.form(who).is_some_and(|f| !f.loose);
        let body = if ranked { self.in_a_body(who, target, distance, &going) } else { None };
        if body.is_some() {
            return body;
        }
        let mut places = self.touching_places(&lead, target).filter(|s| going.rests(s, Some(&lead)));
        places.find_map(|placed| {
            let legs = going.way(&lead, placed.at, distance)?;
            self.following(who, target, distance, (placed, &legs), &going)
        })
    }

    /// A group whose leader goes into contact: as it stands, else each to his own place. None if they would stand on one another.
    fn following(&self, who: i64, target: i64, distance: i32, led: (Stand, &[Point]), going: &Going<'_>) -> Option<Standing> {
        let (placed, legs) = led;
        let head = self.head(who);
        let lead = self.stand(head)?;
        if self.form(who).is_some_and(|f| !f.loose) {
            let turn = lead.facing.turn_to(placed.facing);
            for turn in [turn, 0] {
                if let Some(all) = self.arranged(who, legs, turn, going, Some(distance)) {
                    return Some(all);
                }
            }
            // where the leader alone pays for the way, the others have none of their own
            if self.program.leader_walks {
                return None;
            }
        }
        let pieces: Vec<i64> = self.pieces(who).filter(|p| *p != head && !going.left(*p)).collect();
        let targets: Vec<Stand> = self.pieces(target).filter_map(|p| self.stand(p)).collect();
        let movers: Vec<Mover> = pieces.iter().filter_map(|p| self.stand(*p)).map(|s| Mover { stand: s, reach: distance }).collect();
        let legal = |i: usize, s: &Stand| {
            let old = movers.get(i).map(|m| &m.stand);
            !table::collides(&placed, s)
                && going.rests(s, old)
                && old.is_some_and(|o| going.step(o, s.at, distance).is_some() || going.way(o, s.at, distance).is_some())
        };
        let stands = table::wrap(&targets, &movers, self.program.coherency, legal);
        let mut group: Vec<Stand> = vec![placed];
        group.extend(&stands);
        // who finds no place stays, and his leader may have come to stand there
        let crowded = group.iter().enumerate().any(|(i, s)| group.iter().skip(i + 1).any(|o| table::collides(s, o)));
        if crowded || !table::clustered(&group, self.program.coherency) {
            // who cannot keep up falls in behind the leader
            let all: Vec<i64> = std::iter::once(head).chain(pieces.iter().copied()).collect();
            let loose = Loose { pieces: &all, head, at: placed.at, facing: placed.facing, gap: PACK };
            if let Some(all) = self.packed(&loose, going, Some(distance), None) {
                return Some(all);
            }
        }
        let mut out: Standing = vec![(head, placed, 1)];
        out.extend(pieces.into_iter().zip(stands).map(|(p, s)| (p, s, 1)));
        // who stays may wait where he passes others, and cannot end there
        let rests = |(p, s, _): &(i64, Stand, u8)| going.rests(s, self.stand(*p).as_ref());
        (!crowded && out.iter().all(rests)).then_some(out)
    }

    /// A body in ranks that goes straight at the nearest base of a target until the first of its own touches: turned towards it, else
    /// as it faces.
    fn in_a_body(&self, who: i64, target: i64, distance: i32, going: &Going<'_>) -> Option<Standing> {
        let lead = self.stand(self.head(who))?;
        let stands: Vec<Stand> = self.pieces(who).filter(|p| !going.left(*p)).filter_map(|p| self.stand(p)).collect();
        let targets: Vec<Stand> = self.pieces(target).filter_map(|p| self.stand(p)).collect();
        let goal = targets.iter().min_by_key(|s| table::gap(&lead, s))?.at;
        let way = lead.at.to(goal);
        [Facing::towards(lead.at, goal), lead.facing].into_iter().find_map(|facing| {
            let turn = lead.facing.turn_to(facing);
            let body = table::rigid(&stands, lead.at, lead.at, turn);
            let meets = |s: &Stand| targets.iter().filter_map(|t| table::first_within(s, s.at.plus(way), t, table::CONTACT / 2)).min();
            let to = lead.at.towards(goal, body.iter().filter_map(meets).min()?);
            let legs = self.legs(who, &[], to, distance, going)?;
            self.arranged(who, &legs, turn, going, Some(distance))
        })
    }

    /// Places in contact with a target: straight ahead first, then the others, the nearest first.
    fn touching_places(&self, from: &Stand, target: i64) -> impl Iterator<Item = Stand> + use<> {
        let bases: Vec<Stand> = self.pieces(target).filter_map(|p| self.stand(p)).collect();
        let goal = bases.iter().min_by_key(|s| table::gap(from, s)).copied();
        let first = goal.and_then(|g| {
            let turned = Stand { facing: Facing::towards(from.at, g.at), ..*from };
            table::advance_to_contact(&turned, &g, &[])
        });
        let mut rest: Vec<Stand> = bases
            .iter()
            .flat_map(|b| {
                (0..ROUND).map(|k| {
                    let bearing = Facing::spoke(k, ROUND);
                    table::beside(b, from.base, bearing.reversed(), bearing, table::CONTACT / 2)
                })
            })
            .collect();
        rest.sort_unstable_by_key(|s| (from.at.distance_squared(s.at), *s));
        rest.truncate(TRIED * 2);
        first.into_iter().chain(rest)
    }

    fn piece_contact(&self, piece: i64, target: i64, distance: i32, limits: &Limits, less: bool) -> Option<Standing> {
        let from = self.stand(piece)?;
        let rank = self.world.place(piece).rank;
        let going = self.going(piece, limits);
        let mates: Vec<Stand> = self.pieces(self.world.parent_of(piece)).filter(|p| *p != piece).filter_map(|p| self.stand(p)).collect();
        let kept = |s: &Stand| !limits.coherent || mates.is_empty() || mates.iter().any(|m| table::gap(m, s) <= self.program.coherency);
        let mut in_reach = false;
        for s in self.touching_places(&from, target) {
            if from.at.distance(s.at) > distance || !going.rests(&s, Some(&from)) || going.way(&from, s.at, distance).is_none() {
                continue;
            }
            in_reach = true;
            if kept(&s) {
                return Some(vec![(piece, s, rank)]);
            }
        }
        if in_reach || !less {
            return None;
        }
        // out of reach: as near as it may come
        let goal = self.nearest_stand(piece, target)?;
        let to = going.walk(from.at, goal.at, distance).reached;
        let run = going.run(&from, to);
        let facing = Facing::towards(from.at, goal.at);
        let there = |mils: i32| Stand::new(from.at.towards(to, mils), facing, from.base);
        let legal = |mils: i32| {
            let s = there(mils);
            going.rests(&s, Some(&from)) && kept(&s)
        };
        if legal(run) {
            return (run > 0).then(|| vec![(piece, there(run), rank)]);
        }
        let k = (1..16).rev().find(|k| legal(run / 16 * k))?;
        let good = table::halved(run / 16 * k, if k == 15 { run } else { run / 16 * (k + 1) }, 1, legal);
        Some(vec![(piece, there(good), rank)])
    }
}
