//! Places that a player chooses: what limits them, which are shown, and whether one that is answered will do.

use super::cast::NONE;
use super::decide::Choice;
use super::eval::Ask;
use super::machine::{Frame, Game, Machine};
use crate::graph::{Op, Pick, S, X};
use crate::table::{self, Facing, Point, Shape, Stand};

/// Places shown to choose from, at most.
const MOST: usize = 16;
/// Mils between places of a zone that are looked at, and how many of them.
const GRID: (i32, usize) = (4000, 64);
/// Mils that rounding may take from a place on a ring.
const ROUNDED: i32 = 2;

/// What a place must keep to that is chosen.
pub(super) struct Limits<'a> {
    /// No farther than this from a thing, a place or an edge.
    near: Option<(i32, i64)>,
    /// In this zone.
    zone: Option<&'a Shape>,
    /// Farther than so many mils from each of these.
    shy: Vec<(i32, Stand)>,
    /// Who is to stand there, and facing which way.
    who: Option<(i64, Facing)>,
}

impl<'a> Ask<'a> {
    /// Whom a place is for, if somebody is to stand there.
    pub(super) fn place_for(&self, pick: &Pick, regs: &mut [i64]) -> Option<i64> {
        let Pick::Place { who, .. } = pick else { return None };
        who.map(|x| self.x(x, regs)).filter(|who| *who > 0)
    }

    /// What limits a place that a side chooses; none if it is no place that is picked.
    pub(super) fn place_limits(&self, pick: &Pick, side: i64, regs: &mut [i64]) -> Option<Limits<'a>> {
        let Pick::Place { near, clear, zone, .. } = pick else { return None };
        let zone = zone.map(|z| self.x(z, regs));
        let who = self.place_for(pick, regs);
        // no base stands nearer to an edge than it is broad
        let (w, d) = who.and_then(|who| self.cast.ent(self.head(who))).map_or((0, 0), |e| e.foot.halves());
        let near = near.map(|(limit, of)| {
            let (limit, of) = (i32::try_from(self.x(limit, regs)).unwrap_or(i32::MAX), self.x(of, regs));
            (if table::unpack_edge(of).is_some() { limit.max(w.max(d)) } else { limit }, of)
        });
        let shy = clear.map_or_else(Vec::new, |(d, sel)| self.shy_of(d, sel, regs));
        let who = who.map(|who| (who, self.inwards(zone.unwrap_or(side))));
        Some(Limits { near, zone: zone.and_then(|z| self.zone(z)), shy, who })
    }

    /// Whether a place keeps to its limits.
    pub(super) fn will_do(&self, limits: &Limits<'_>, at: Point) -> bool {
        limits.zone.is_none_or(|z| z.contains(at))
            && limits.near.is_none_or(|(limit, of)| self.gap_to_spot(of, at) <= limit.saturating_add(ROUNDED))
            && limits.shy.iter().all(|(d, s)| table::gap_to_point(s, at) > *d)
            && limits.who.is_none_or(|(who, facing)| self.deployed(who, at, facing).is_some())
    }

    /// How far a place is from an edge, from ground, or from the middle of a thing.
    fn gap_to_spot(&self, of: i64, at: Point) -> i32 {
        if let Some(edge) = table::unpack_edge(of) {
            return self.gap_to_edge(table::pack_place(at.x, at.y), edge).unwrap_or(i32::MAX);
        }
        if let Some(f) = self.feature(of) {
            return f.shape.gap_to(&Stand::point(at));
        }
        self.point_of(of).map_or(0, |p| p.distance(at))
    }

    /// Places to show: of those that will do some, spread evenly.
    pub(super) fn places_to_show(&self, limits: &Limits<'_>) -> Vec<Choice> {
        let mut out = limits.zone.map_or_else(Vec::new, |z| table::grid(z, GRID.0, GRID.1));
        if let Some((limit, of)) = limits.near {
            out.extend(table::unpack_edge(of).map_or_else(Vec::new, |edge| self.along_edge(edge, limit)));
            if let Some(c) = self.point_of(of) {
                out.extend(table::ring(c, limit, 12, 12));
                out.extend(table::ring(c, limit / 2, 8, 8));
                out.push(c);
            }
        }
        out.retain(|p| self.will_do(limits, *p));
        table::canonical(out, MOST).into_iter().map(|p| Choice::of(table::pack_place(p.x, p.y))).collect()
    }

    /// The bases that a place must be farther from than so many mils.
    fn shy_of(&self, limit: X, sel: S, regs: &mut [i64]) -> Vec<(i32, Stand)> {
        let limit = i32::try_from(self.x(limit, regs)).unwrap_or(0);
        let mut out = Vec::new();
        self.each(sel, regs, &mut |ask, _, who| {
            out.extend(ask.pieces(who).filter_map(|p| ask.stand(p)).map(|s| (limit, s)));
            true
        });
        out
    }
}

impl Machine {
    /// Whether an answer to the decision that waits will do: of places others than those shown may, but not any. All else
    /// is not looked at here.
    #[must_use]
    pub fn allows(&self, game: Game<'_>, answer: Choice) -> bool {
        let Some(frame) = self.frames.last() else { return true };
        match game.program.procs.get(frame.proc as usize).and_then(|p| p.code.get(frame.at as usize)) {
            Some(Op::Choose { pick, by, may, .. }) => self.may_pick(game, *frame, *pick, *by, *may, answer),
            _ => true,
        }
    }

    /// Whether an answer to a `choose` will do.
    pub(super) fn may_pick(&self, game: Game<'_>, frame: Frame, pick: u16, by: X, may: bool, answer: Choice) -> bool {
        let Some(pick @ Pick::Place { .. }) = game.program.picks.get(pick as usize) else { return true };
        let Some(at) = table::unpack_place(answer.value) else { return may && answer.value == NONE };
        let ask = Self::ask(game, &self.world, frame.context);
        let mut regs = self.regs.get(frame.base as usize..).unwrap_or(&[]).to_vec();
        let side = ask.x(by, &mut regs);
        ask.place_limits(pick, side, &mut regs).is_none_or(|limits| ask.will_do(&limits, at))
    }
}
