//! Features that are put down: where one may lie, what its player decides, and laying it there.

use super::decide::{Choice, Decision, Wanted};
use super::eval::Ask;
use super::machine::{Frame, Game, Machine, Stop};
use super::motion::{FACING, PLACE};
use super::show::show_answer;
use super::trace::{Event, Trace};
use super::world::Place;
use crate::graph::{Pick, X};
use crate::table::{self, Board, Bounds, Edge, Facing, Point, Shape, Stand};

/// Places shown to choose from, at most.
const MOST: usize = 16;
/// How far apart places are that are tried, in mils, and how many are; where none of them will do, all that are so near.
const TRIES: [(i32, usize); 2] = [(4000, 64), (1000, 4096)];
/// Ways that a feature may be laid, the usual one last: along the board, across it, and aslant.
const WAYS: [u16; 8] = [57_344, 40_960, 49_152, 32_768, 24_576, 8_192, 16_384, 0];
/// What rounding may cost a place on a ring, in mils.
const ROUNDING: i32 = 2;

/// What a feature that is put down must keep to.
struct Plot<'a> {
    /// The number of the feature.
    number: usize,
    shape: &'a Shape,
    /// How many of the ways make no difference to it.
    skip: usize,
    board: Board,
    zone: Option<&'a Shape>,
    near: Option<(i32, Near)>,
    /// How far it stays from others.
    clear: i32,
    features: Vec<&'a Shape>,
    stands: Vec<Stand>,
    /// The way it faces, if that is said: a direction, or a thing or place.
    faces: Option<(i64, bool)>,
}

/// What a place is near to.
enum Near {
    Point(Point),
    Edge(Option<Edge>),
}

impl Machine {
    /// Lays a feature down. Its player picks a place, and how it lies there, as far as these are not said; what may not be is
    /// asked again.
    #[allow(clippy::too_many_arguments)] // the operands of one instruction
    pub(super) fn lay<T: Trace>(
        &mut self,
        game: Game<'_>,
        frame: Frame,
        (who, by): (X, X),
        pick: u16,
        at: Option<X>,
        faces: Option<(X, bool)>,
        trace: &mut T,
    ) -> Option<Stop> {
        self.picked.extend(self.answer.take());
        let (who, side) = (self.eval(game, who), self.eval(game, by));
        let at = at.map(|x| self.eval(game, x));
        let faces = faces.map(|(x, direction)| (self.eval(game, x), direction));
        let number = game.cast.feature(who)?;
        if let Some(at) = at.filter(|_| self.picked.is_empty()) {
            self.picked.push(Choice::of(at));
        }
        let mut picked = std::mem::take(&mut self.picked);
        let ask = Self::ask(game, &self.world, frame.context);
        let regs = self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []);
        let plot = ask.plot(number, pick, faces, regs)?;
        // where nobody is there to decide, it lies in the usual way
        let decide = |picked: &mut Vec<Choice>, label: u16, wanted: Wanted, options: Vec<Choice>| {
            picked.extend(options.last().filter(|_| options.len() == 1 || side <= 0));
            let asks = options.len() > 1 && side > 0;
            asks.then_some(Stop::Decision(Decision { side, label, row: 0, who, wanted, options }))
        };
        let legal = |c: &Choice| table::unpack_place(c.value).filter(|p| plot.ways(&ask, *p).next().is_some());
        let spot = match picked.first().and_then(legal) {
            Some(spot) => spot,
            None if at.is_some() => return None,
            None => {
                picked.clear();
                let places = plot.places(&ask).into_iter().map(|p| Choice::of(table::pack_place(p.x, p.y))).collect();
                if let Some(stop) = decide(&mut picked, PLACE, Wanted::Place, places) {
                    return Some(stop);
                }
                picked.first().and_then(legal)?
            }
        };
        let way = |c: &Choice| match table::unpack_place(c.value) {
            Some(p) => Some(Facing::towards(spot, p)),
            None => u16::try_from(c.value).ok().map(Facing),
        };
        let mut facing = picked.get(1).and_then(way).filter(|f| plot.lies(spot, *f).is_some());
        if facing.is_none() {
            picked.truncate(1);
            let ways = plot.ways(&ask, spot).map(|f| Choice::of(i64::from(f.0))).collect();
            if let Some(stop) = decide(&mut picked, FACING, Wanted::Facing, ways) {
                self.picked = picked;
                return Some(stop);
            }
            facing = picked.get(1).and_then(way);
        } else {
            let answer = picked.get(1).map_or(0, |c| c.value);
            trace.event(|| Event::Decided { side, label: FACING, answer: show_answer(game, Wanted::Facing, answer) });
        }
        let facing = facing?;
        let shape = plot.lies(spot, facing)?;
        self.world.lay(who, number, Place { x: spot.x, y: spot.y, facing: facing.0, rank: 0, there: true }, shape);
        trace.event(|| Event::Moved { who, to: (spot.x, spot.y) });
        None
    }
}

impl<'a> Ask<'a> {
    /// What a feature must keep to where it is put down.
    fn plot(&self, number: usize, pick: u16, faces: Option<(i64, bool)>, regs: &mut [i64]) -> Option<Plot<'a>> {
        let shape = &self.cast.features.get(number)?.shape;
        let board = Board::new(self.cast.board.0, self.cast.board.1);
        let skip = match shape {
            Shape::Disc { .. } => WAYS.len() - 1,
            _ if same(shape, &shape.laid(middle(shape), Facing::SOUTH)) => WAYS.len() / 2,
            _ => 0,
        };
        let (features, stands) = (Vec::new(), Vec::new());
        let mut plot = Plot { number, shape, skip, board, zone: None, near: None, clear: 0, features, stands, faces };
        let Some(Pick::Place { near, clear, zone, .. }) = self.program.picks.get(pick as usize) else { return Some(plot) };
        plot.zone = zone.map(|z| self.x(z, regs)).and_then(|z| self.zone(z));
        if let Some((limit, of)) = near.map(|(limit, of)| (self.x(limit, regs), self.x(of, regs))) {
            let limit = i32::try_from(limit).unwrap_or(0);
            plot.near = match table::unpack_edge(of) {
                Some(edge) => Some((limit, Near::Edge(edge))),
                None => self.point_of(of).map(|p| (limit, Near::Point(p))),
            };
        }
        if let Some((limit, sel)) = clear {
            plot.clear = i32::try_from(self.x(*limit, regs)).unwrap_or(0);
            self.each(*sel, regs, &mut |_, _, e| {
                match self.feature(e) {
                    Some(f) if f.number == number => {}
                    Some(f) => plot.features.push(f.shape),
                    None => plot.stands.extend(self.pieces(e).filter_map(|p| self.stand(p))),
                }
                true
            });
        }
        Some(plot)
    }
}

impl Plot<'_> {
    /// The feature with its middle at a place and facing a way, if it may lie there so.
    fn lies(&self, at: Point, facing: Facing) -> Option<Shape> {
        let shape = self.shape.laid(at, facing);
        let bounds = shape.bounds()?;
        let board = self.board.bounds();
        let near = self.near.as_ref().is_none_or(|(limit, near)| match near {
            Near::Point(p) => p.distance(at) <= limit.saturating_add(ROUNDING),
            Near::Edge(edge) => self.off_edge(bounds, *edge) <= *limit,
        });
        let inside = board.contains(bounds.low) && board.contains(bounds.high);
        let fits = inside && near && self.zone.is_none_or(|z| z.contains(at));
        let around = bounds.grown(self.clear);
        let apart = |other: &Shape| other.bounds().is_none_or(|b| !b.meets(around)) || other.gap_between(&shape) > self.clear;
        let free = fits && self.features.iter().all(|f| apart(f)) && self.stands.iter().all(|s| shape.gap_to(s) > self.clear);
        free.then_some(shape)
    }

    fn off_edge(&self, bounds: Bounds, edge: Option<Edge>) -> i32 {
        let ends = [Stand::point(bounds.low), Stand::point(bounds.high)];
        let far = |s: &Stand| edge.map_or_else(|| self.board.nearest_edge(s).1, |e| self.board.distance_to_edge(s, e));
        ends.iter().map(far).min().unwrap_or(0)
    }

    /// The ways in which it may lie at a place: the one that is said, else all that make a difference.
    fn ways(&self, ask: &Ask<'_>, at: Point) -> impl Iterator<Item = Facing> {
        let said = self.faces.map(|(what, direction)| ask.faces(at, what, direction).unwrap_or(Facing::NORTH));
        let skip = if said.is_some() { WAYS.len() } else { self.skip };
        said.into_iter().chain(WAYS.into_iter().skip(skip).map(Facing)).filter(move |f| self.lies(at, *f).is_some())
    }

    /// Places where it may lie: few, the one with the most room last.
    fn places(&self, ask: &Ask<'_>) -> Vec<Point> {
        let found = TRIES.into_iter().map(|(step, cap)| self.tried(ask, step, cap)).find(|found| !found.is_empty());
        let mut out = table::canonical(found.unwrap_or_default(), MOST);
        let others: Vec<&Shape> = ask.sites().filter(|f| f.number != self.number && !f.terrains.is_empty()).map(|f| f.shape).collect();
        out.sort_by_cached_key(|p| {
            let edge = self.board.nearest_edge(&Stand::point(*p)).1;
            others.iter().map(|s| s.gap_to_point(*p)).fold(edge, i32::min)
        });
        out
    }

    fn tried(&self, ask: &Ask<'_>, step: i32, cap: usize) -> Vec<Point> {
        let board = self.board.bounds();
        let all = Shape::rect(board.low, board.high);
        let mut out = Vec::new();
        match (&self.near, self.zone) {
            (Some((limit, Near::Point(p))), _) => {
                out.push(*p);
                out.extend([2, 1].into_iter().flat_map(|part| table::ring(*p, limit / part, 12, MOST)));
            }
            (Some((limit, Near::Edge(edge))), _) => {
                let half = self.shape.bounds().map_or(0, |b| b.low.distance(b.high) / 2);
                out.extend([0, half].into_iter().flat_map(|deep| ask.along_edge(*edge, limit.saturating_add(deep))));
            }
            (None, zone) => out.extend(table::grid(zone.unwrap_or(&all), step, cap)),
        }
        out.retain(|p| self.ways(ask, *p).next().is_some());
        out
    }
}

fn middle(shape: &Shape) -> Point {
    shape.bounds().map_or(Point::ORIGIN, Bounds::centre)
}

/// Whether two shapes have the same corners.
fn same(a: &Shape, b: &Shape) -> bool {
    let sorted = |s: &Shape| {
        let mut points = s.points().to_vec();
        points.sort_unstable();
        points
    };
    let (a, b) = (sorted(a), sorted(b));
    a.len() == b.len() && a.iter().zip(&b).all(|(p, q)| p.distance(*q) <= ROUNDING)
}
