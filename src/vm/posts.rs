//! Directions and places that a side or group starts from: home edges, fronts, zones.

use super::eval::Ask;
use crate::model::KindBase;
use crate::table::{self, Facing, Point};

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
