//! Directions and places that a side or group starts from: home edges, fronts, zones.

use super::eval::Ask;
use crate::ir::KindBase;
use crate::table::{self, Board, Edge, Facing, Point, Stand};

/// How far off the board a move over its edge leads, in mils.
const BEYOND: i32 = 4000;
/// Into how many parts places in a row divide an edge.
const ALONG: i32 = 16;

impl Ask<'_> {
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

    /// The edge that the side of a thing set up at, packed; of the game, and before that, whichever is nearest.
    pub(super) fn edge_of(&self, who: i64) -> i64 {
        let centre = self.zone(self.side(who)).filter(|_| who != 0).and_then(table::Shape::bounds).map(table::Bounds::centre);
        table::pack_edge(centre.map(|c| self.edge_near(c)))
    }

    /// A point beyond an edge, straight across it.
    pub(super) fn beyond(&self, edge: Option<Edge>, from: Point) -> Point {
        let (w, h) = self.cast.board;
        match edge.unwrap_or_else(|| self.edge_near(from)) {
            Edge::South => Point::new(from.x, -BEYOND),
            Edge::North => Point::new(from.x, h + BEYOND),
            Edge::West => Point::new(-BEYOND, from.y),
            Edge::East => Point::new(w + BEYOND, from.y),
        }
    }

    fn edge_near(&self, p: Point) -> Edge {
        let (w, h) = self.cast.board;
        let ends = [(p.y, Edge::South), (h - p.y, Edge::North), (p.x, Edge::West), (w - p.x, Edge::East)];
        ends.into_iter().min_by_key(|(d, _)| *d).map_or(Edge::South, |(_, e)| e)
    }

    /// Mils from a thing, as the pack measures, or from a place, to an edge.
    pub(super) fn gap_to_edge(&self, who: i64, edge: Option<Edge>) -> Option<i32> {
        let board = Board::new(self.cast.board.0, self.cast.board.1);
        let far = |s: &Stand| edge.map_or_else(|| board.nearest_edge(s).1, |e| board.distance_to_edge(s, e)).max(0);
        if let Some(p) = table::unpack_place(who) {
            return Some(far(&Stand::point(p)));
        }
        let of_feature =
            || self.feature(who).and_then(|f| f.shape.bounds()).map(|b| far(&Stand::point(b.low)).min(far(&Stand::point(b.high))));
        let bases = self.measured(who, self.program.gauge.from_leader).filter_map(|p| self.stand(p));
        bases.map(|s| far(&s)).min().or_else(of_feature)
    }

    /// Places in a row along an edge, or along all of them, so many mils from it.
    pub(super) fn along_edge(&self, edge: Option<Edge>, deep: i32) -> Vec<Point> {
        let (w, h) = self.cast.board;
        let row = |e: Edge| {
            (1..ALONG).map(move |k| match e {
                Edge::South => Point::new(w / ALONG * k, deep),
                Edge::North => Point::new(w / ALONG * k, h.saturating_sub(deep)),
                Edge::West => Point::new(deep, h / ALONG * k),
                Edge::East => Point::new(w.saturating_sub(deep), h / ALONG * k),
            })
        };
        Edge::ALL.into_iter().filter(|e| edge.is_none_or(|o| o == *e)).flat_map(row).collect()
    }
}
