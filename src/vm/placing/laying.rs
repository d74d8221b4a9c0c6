//! Features that are put down: where one may lie, what its player decides, and laying it there.

use super::leeway::{GRIDS, Held, Leeway, middle};
use crate::ir::{LabelNo, Laying, PickNo};
use crate::table::{self, Board, Facing, Point, Shape, Stand};
use crate::vm::choose::misplaced;
use crate::vm::decide::{Choice, Decision, Wanted};
use crate::vm::eval::Ask;
use crate::vm::machine::{Frame, Game, Machine, Stop};
use crate::vm::position::Place;
use crate::vm::show::{show, show_answer};
use crate::vm::trace::{Event, Trace};

/// Places shown to choose from, at most.
const MOST: usize = 16;
/// Ways that a feature may be laid, the usual one last: along the board, across it, and aslant.
const WAYS: [u16; 8] = [57_344, 40_960, 49_152, 32_768, 24_576, 8_192, 16_384, 0];
/// What rounding may cost a corner, in mils.
const ROUNDING: i32 = 2;

/// What a feature that is put down must keep to.
struct Plot<'a> {
    /// The number of the feature.
    number: usize,
    shape: &'a Shape,
    /// How many of the ways make no difference to it.
    skip: usize,
    board: Board,
    leeway: Leeway<'a>,
    /// The way it faces, if that is said: a direction, or a thing or place.
    faces: Option<(i64, bool)>,
}

impl Machine {
    /// Lays a feature down. Its player picks a place, and how it lies there, as far as these are not said; what may not be is
    /// asked again.
    pub(in crate::vm) fn lay<T: Trace>(&mut self, game: Game<'_>, frame: Frame, what: &Laying, trace: &mut T) -> Option<Stop> {
        let Laying { who, pick, at, facing: faces, by } = *what;
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
        let plot = ask.plot((who, number), pick, faces, regs)?;
        // where nobody is there to decide, it lies in the usual way
        let decide = |picked: &mut Vec<Choice>, label: LabelNo, wanted: Wanted, options: Vec<Choice>, refused: Option<String>| {
            picked.extend(options.last().filter(|_| options.len() == 1 || side <= 0));
            let asks = options.len() > 1 && side > 0;
            asks.then(|| Stop::Decision(Decision::new(side, label, who, wanted, options).again(refused)))
        };
        let legal = |c: &Choice| match table::unpack_place(c.value) {
            Some(p) if plot.ways(&ask, p).next().is_some() => Ok(p),
            Some(p) => Err(misplaced(game, p, plot.wrong(&ask, p, plot.way(&ask, p)).unwrap_or_default())),
            None => Err(format!("{} is no place", show(game, c.value))),
        };
        let spot = match picked.first().map(legal) {
            Some(Ok(spot)) => spot,
            _ if at.is_some() => return None,
            refused => {
                picked.clear();
                let places = plot.places(&ask).into_iter().map(|p| Choice::of(table::pack_place(p.x, p.y))).collect();
                if let Some(stop) = decide(&mut picked, LabelNo::PLACE, Wanted::Place, places, refused.and_then(Result::err)) {
                    return Some(stop);
                }
                picked.first().and_then(|c| legal(c).ok())?
            }
        };
        let way = |c: &Choice| match table::unpack_place(c.value) {
            Some(p) => Some(Facing::towards(spot, p)),
            None => u16::try_from(c.value).ok().map(Facing),
        };
        let turned = picked.get(1).map(|c| match way(c) {
            Some(f) => plot.wrong(&ask, spot, f).map_or(Ok(f), |limit| Err(misplaced(game, spot, limit))),
            None => Err(format!("{} is no direction", show(game, c.value))),
        });
        let facing = match turned {
            Some(Ok(facing)) => {
                let answer = picked.get(1).map_or(0, |c| c.value);
                trace.event(|| Event::Decided {
                    side,
                    label: LabelNo::FACING,
                    answer: show_answer(game, Wanted::Facing, answer),
                    offered: None,
                    closed: false,
                });
                Some(facing)
            }
            refused => {
                picked.truncate(1);
                let ways = plot.ways(&ask, spot).map(|f| Choice::of(i64::from(f.0))).collect();
                if let Some(stop) = decide(&mut picked, LabelNo::FACING, Wanted::Facing, ways, refused.and_then(Result::err)) {
                    self.picked = picked;
                    return Some(stop);
                }
                picked.get(1).and_then(way)
            }
        };
        let facing = facing?;
        let shape = plot.shape.laid(spot, facing);
        self.world.lay(who, number, Place { x: spot.x, y: spot.y, facing: facing.0, rank: 0, there: true }, shape);
        trace.event(|| Event::Moved { who, from: None, to: (spot.x, spot.y) });
        None
    }
}

impl<'a> Ask<'a> {
    /// What a feature must keep to where it is put down.
    fn plot(&self, (who, number): (i64, usize), pick: PickNo, faces: Option<(i64, bool)>, regs: &mut [i64]) -> Option<Plot<'a>> {
        let shape = &self.cast.features.get(number)?.shape;
        let board = Board::new(self.cast.board.0, self.cast.board.1);
        let skip = match shape {
            Shape::Disc { .. } => WAYS.len() - 1,
            _ if same(shape, &shape.laid(middle(shape), Facing::SOUTH)) => WAYS.len() / 2,
            _ => 0,
        };
        let pick = self.program.picks.get(pick)?;
        let leeway = self.leeway(pick, who, regs);
        Some(Plot { number, shape, skip, board, leeway, faces })
    }
}

impl Plot<'_> {
    /// Why the feature may not lie with its middle at a place and facing a way: the limit that it breaks as it is written,
    /// or nothing if there is no room. None if it may.
    fn wrong(&self, ask: &Ask<'_>, at: Point, facing: Facing) -> Option<&str> {
        let shape = self.shape.laid(at, facing);
        let board = self.board.bounds();
        let inside = shape.bounds().is_some_and(|b| board.contains(b.low) && board.contains(b.high));
        if inside { self.leeway.unkept(ask, Held { at, ground: Some(&shape) }) } else { Some("") }
    }

    /// The usual way to lie at a place.
    fn way(&self, ask: &Ask<'_>, at: Point) -> Facing {
        self.faces.and_then(|(what, direction)| ask.faces(at, what, direction)).unwrap_or(Facing::NORTH)
    }

    /// The ways in which it may lie at a place: the one that is said, else all that make a difference.
    fn ways(&self, ask: &Ask<'_>, at: Point) -> impl Iterator<Item = Facing> {
        let said = self.faces.map(|_| self.way(ask, at));
        let skip = if said.is_some() { WAYS.len() } else { self.skip };
        said.into_iter().chain(WAYS.into_iter().skip(skip).map(Facing)).filter(move |f| self.wrong(ask, at, *f).is_none())
    }

    /// Places where it may lie: few, the one with the most room last.
    fn places(&self, ask: &Ask<'_>) -> Vec<Point> {
        let fits = |mut places: Vec<Point>| {
            places.retain(|p| self.ways(ask, *p).next().is_some());
            places
        };
        let half = self.shape.bounds().map_or(0, |b| b.low.distance(b.high) / 2);
        let near = self.leeway.is_near();
        let round = near.then(|| fits(self.leeway.round(ask, 12, &[0, half])));
        let grids = GRIDS.into_iter().map(|grid| fits(self.leeway.grid(ask, grid)));
        let found = round.into_iter().chain(grids).find(|found| !found.is_empty());
        let mut out = table::canonical(found.unwrap_or_default(), MOST);
        let others: Vec<&Shape> = ask.sites().filter(|f| f.number != self.number && !f.terrains.is_empty()).map(|f| f.shape).collect();
        out.sort_by_cached_key(|p| {
            let edge = self.board.nearest_edge(&Stand::point(*p)).1;
            others.iter().map(|s| s.gap_to_point(*p)).fold(edge, i32::min)
        });
        out
    }
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
