//! What a place keeps to that a player chooses, for whoever is to stand there and for whatever is to lie there.

use crate::ir::{Pick, Stays, X};
use crate::table::{self, Bounds, Edge, Point, Shape, Stand};
use crate::vm::eval::Ask;
use crate::vm::great;

/// Mils that rounding may take from a place on a ring.
const ROUNDED: i32 = 2;
/// How far apart places of a grid are, in mils, and how many are looked at; where none of them will do, all that are so near.
pub(super) const GRIDS: [(i32, usize); 2] = [(4000, 64), (1000, 4096)];

/// The limits of a place, each as it is written and as it is now.
pub(super) struct Leeway<'a>(Vec<(&'a str, Room<'a>)>);

/// Where a place stays.
enum Room<'a> {
    /// No farther than so many mils from a thing, a place or an edge.
    Near(i32, i64),
    /// In a zone.
    In(&'a Shape),
    /// Farther than so many mils from each of these.
    Off(i32, Vec<Other<'a>>),
}

/// What a place stays away from.
enum Other<'a> {
    Edge(Option<Edge>),
    Place(Point),
    Ground(&'a Shape),
    Base(Stand),
}

/// What the limits are asked of: a place, or ground with its middle there.
#[derive(Clone, Copy)]
pub(super) struct Held<'s> {
    pub at: Point,
    pub ground: Option<&'s Shape>,
}

impl<'a> Ask<'a> {
    /// What limits a place for a thing, as things stand; nothing for what is no place.
    pub(super) fn leeway(&self, pick: &'a Pick, who: i64, regs: &mut [i64]) -> Leeway<'a> {
        let Pick::Place { limits, .. } = pick else { return Leeway(Vec::new()) };
        // no base stands nearer to an edge than it is broad
        let (w, d) = self.cast.ent(self.head(who)).map_or((0, 0), |e| e.foot.halves());
        let mut out = Vec::new();
        for limit in limits {
            let room = match limit.stays {
                Stays::Within(far, of) => {
                    let (far, of) = (self.mils(far, regs), self.x(of, regs));
                    Room::Near(if table::unpack_edge(of).is_some() { far.max(w.max(d)) } else { far }, of)
                }
                Stays::Inside(zone) => match self.zone(self.x(zone, regs)) {
                    Some(zone) => Room::In(zone),
                    None => continue,
                },
                Stays::Beyond(far, of) => {
                    let (far, of) = (self.mils(far, regs), self.x(of, regs));
                    Room::Off(far, self.others(of, who))
                }
                Stays::BeyondAll(far, sel) => {
                    let (far, mut all) = (self.mils(far, regs), Vec::new());
                    self.each(sel, regs, &mut |ask, _, e| {
                        all.extend(ask.others(e, who));
                        true
                    });
                    Room::Off(far, all)
                }
            };
            out.push((limit.said.as_str(), room));
        }
        Leeway(out)
    }

    fn mils(&self, x: X, regs: &mut [i64]) -> i32 {
        great::length(self.x(x, regs))
    }

    /// What of a thing others stay away from; from itself nothing does.
    fn others(&self, of: i64, who: i64) -> Vec<Other<'a>> {
        if of == who {
            return Vec::new();
        }
        if let Some(edge) = table::unpack_edge(of) {
            return vec![Other::Edge(edge)];
        }
        if let Some(p) = table::unpack_place(of) {
            return vec![Other::Place(p)];
        }
        match self.feature(of) {
            Some(f) => vec![Other::Ground(f.shape)],
            None => self.pieces(of).filter_map(|p| self.stand(p)).map(Other::Base).collect(),
        }
    }

    fn off_edge(&self, held: Held<'_>, edge: Option<Edge>) -> i32 {
        let gap = |p: Point| self.gap_to_edge(table::pack_place(p.x, p.y), edge).unwrap_or(i32::MAX);
        held.ground.and_then(Shape::bounds).map_or_else(|| gap(held.at), |b| gap(b.low).min(gap(b.high)))
    }

    /// How far what is held is from an edge, from ground, from the nearest base of a group, or from the middle of a thing.
    fn off_thing(&self, held: Held<'_>, of: i64) -> i32 {
        if let Some(edge) = table::unpack_edge(of) {
            return self.off_edge(held, edge);
        }
        match self.feature(of) {
            Some(f) if held.ground.is_none() => f.shape.gap_to_point(held.at),
            _ if self.is_group(of) => {
                let bases = self.pieces(of).filter_map(|p| self.stand(p));
                bases.map(|s| table::gap_to_point(&s, held.at)).min().unwrap_or(i32::MAX)
            }
            // nothing is near to what is not there
            _ => self.point_of(of).map_or(i32::MAX, |p| p.distance(held.at)),
        }
    }
}

impl<'a> Leeway<'a> {
    /// The first limit that is not kept to, as it is written.
    pub fn unkept(&self, ask: &Ask<'_>, held: Held<'_>) -> Option<&'a str> {
        let bounds = held.ground.and_then(Shape::bounds);
        let kept = |room: &Room<'_>| match room {
            Room::In(zone) => zone.contains(held.at),
            Room::Near(far, of) => ask.off_thing(held, *of) <= far.saturating_add(ROUNDED),
            Room::Off(far, others) => {
                let around = bounds.map(|b| b.grown(*far));
                others.iter().all(|other| match (other, held.ground) {
                    (Other::Edge(edge), _) => ask.off_edge(held, *edge) > *far,
                    (Other::Place(p), None) => held.at.distance(*p) > *far,
                    (Other::Place(p), Some(g)) => g.gap_to_point(*p) > *far,
                    (Other::Base(s), None) => table::gap_to_point(s, held.at) > *far,
                    (Other::Base(s), Some(g)) => g.gap_to(s) > *far,
                    (Other::Ground(o), None) => o.gap_to_point(held.at) > *far,
                    (Other::Ground(o), Some(g)) => {
                        let near = around.zip(o.bounds()).is_some_and(|(a, b)| b.meets(a));
                        !near || o.gap_between(g) > *far
                    }
                })
            }
        };
        self.0.iter().find(|(_, room)| !kept(room)).map(|(said, _)| *said)
    }

    /// Whether it says what a place is near to.
    pub fn is_near(&self) -> bool {
        self.0.iter().any(|(_, room)| matches!(room, Room::Near(..)))
    }

    /// The zone that a place is in, the first if there are several.
    pub fn zone(&self) -> Option<&'a Shape> {
        self.zones().next()
    }

    fn zones(&self) -> impl Iterator<Item = &'a Shape> {
        self.0.iter().filter_map(|(_, room)| if let Room::In(zone) = room { Some(*zone) } else { None })
    }

    /// Places round what a place is near to, `half` of them half as far; at an edge so `deep`.
    pub fn round(&self, ask: &Ask<'_>, half: u32, deep: &[i32]) -> Vec<Point> {
        let mut out = Vec::new();
        for (_, room) in &self.0 {
            let Room::Near(far, of) = room else { continue };
            if let Some(edge) = table::unpack_edge(*of) {
                out.extend(deep.iter().flat_map(|deep| ask.along_edge(edge, far.saturating_add(*deep))));
            } else if let Some(p) = ask.point_of(*of) {
                out.push(p);
                out.extend(table::ring(p, *far, 12, 12));
                out.extend(table::ring(p, far / 2, half, 12));
            }
        }
        out
    }

    /// Places of the zones on a grid; of the board, where there is no zone.
    pub fn grid(&self, ask: &Ask<'_>, (step, cap): (i32, usize)) -> Vec<Point> {
        let board = table::Board::new(ask.cast.board.0, ask.cast.board.1).bounds();
        if self.zone().is_none() {
            return table::grid(&Shape::rect(board.low, board.high), step, cap);
        }
        self.zones().flat_map(|z| table::grid(z, step, cap)).collect()
    }
}

/// The middle of a shape.
pub(super) fn middle(shape: &Shape) -> Point {
    shape.bounds().map_or(Point::ORIGIN, Bounds::centre)
}
