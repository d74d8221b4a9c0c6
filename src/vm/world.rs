//! The changing state of a game: plain data, cheap to copy, compare and save.

use serde::{Deserialize, Serialize};

use super::cast::{Cast, EntId, NONE};
use crate::graph::Program;
use crate::model::Until;
use crate::table::{Facing, Point};

/// The first half of a stored place that is none.
const NOWHERE: i32 = i32::MIN;

/// Where a piece stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// Mils from the west edge.
    pub x: i32,
    /// Mils from the south edge.
    pub y: i32,
    /// In 1/65536 turn, 0 is north.
    pub facing: u16,
    /// Its rank in the formation; 0 without ranks.
    pub rank: u8,
    /// Whether it is on the table.
    pub there: bool,
}

impl Place {
    /// The point.
    #[must_use]
    pub fn point(self) -> Point {
        Point::new(self.x, self.y)
    }
    /// The direction.
    #[must_use]
    pub fn front(self) -> Facing {
        Facing(self.facing)
    }
}

/// All that changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct World {
    /// States, `words` for each thing.
    pub bits: Vec<u64>,
    /// Words of states a thing.
    pub words: u16,
    /// Stored numbers, from `cell_at` of each thing.
    pub cells: Vec<i32>,
    /// Where each thing's numbers begin.
    pub cell_at: Vec<u16>,
    /// Where pieces stand.
    pub places: Vec<Place>,
    /// The group that each thing is in now.
    pub parent: Vec<EntId>,
    /// The group that each thing was gathered into for a while; 0 for none.
    pub ring: Vec<EntId>,
    /// Whether any piece has ever left the group that it came with.
    pub mixed: bool,
    /// Who leads each group; 0 for nobody.
    pub lead: Vec<EntId>,
    /// Who is in play.
    pub live: Vec<bool>,
    /// For each side, the zone that it set up in; 0 before it did.
    pub homes: [EntId; 3],
    /// Turn, from 1.
    pub turn: u16,
    /// The running phase's procedure.
    pub phase: u16,
    /// The thing whose action runs.
    pub actor: EntId,
    /// The side that won, when the game is over; -1 for nobody.
    pub result: Option<i8>,
    /// How often each roll was made this phase: the n of its key. Not part of the compared position.
    pub rolls: Rolls,
}

/// Counts of rolls. Two positions that differ only in these are the same position.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Rolls(pub Vec<(u64, u32)>);

impl PartialEq for Rolls {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Rolls {}
impl std::hash::Hash for Rolls {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl Rolls {
    /// The number of this roll among its like, and counts it.
    pub fn next(&mut self, context: u64) -> u32 {
        match self.0.iter_mut().find(|(c, _)| *c == context) {
            Some((_, n)) => {
                *n += 1;
                *n
            }
            None => {
                self.0.push((context, 0));
                0
            }
        }
    }
}

impl World {
    /// The world before anything has happened.
    #[must_use]
    pub fn new(program: &Program, cast: &Cast) -> Self {
        let n = cast.ents.len();
        let words = program.book.states.len().div_ceil(64).max(1);
        let mut cell_at = Vec::with_capacity(n);
        let mut total = 0u16;
        for e in &cast.ents {
            cell_at.push(total);
            total = total.saturating_add(cast.cells.get(e.kind as usize).copied().unwrap_or(0));
        }
        let mut world = Self {
            bits: vec![0; n * words],
            words: u16::try_from(words).unwrap_or(1),
            cells: vec![0; total as usize],
            cell_at,
            places: vec![Place::default(); n],
            parent: cast.ents.iter().map(|e| e.home).collect(),
            ring: vec![0; n],
            lead: vec![0; n],
            live: vec![true; n],
            turn: 0,
            ..Self::default()
        };
        for (_, spare) in &cast.spare {
            world.set_live(i64::from(*spare), false);
        }
        for (who, state) in &cast.given {
            world.set(i64::from(*who), *state, true);
        }
        world
    }

    fn bit(&self, who: i64, state: u16) -> Option<(usize, u64)> {
        let i = usize::try_from(who).ok()?.checked_mul(self.words as usize)?.checked_add(state as usize / 64)?;
        Some((i, 1u64 << (state % 64)))
    }

    /// Whether a thing has a state.
    #[must_use]
    #[inline]
    pub fn has(&self, who: i64, state: u16) -> bool {
        self.bit(who, state).is_some_and(|(i, m)| self.bits.get(i).is_some_and(|w| w & m != 0))
    }

    /// Gives or takes a state.
    pub fn set(&mut self, who: i64, state: u16, on: bool) {
        if let Some((i, m)) = self.bit(who, state) {
            if let Some(w) = self.bits.get_mut(i) {
                if on { *w |= m } else { *w &= !m }
            }
        }
    }

    /// A stored number.
    #[must_use]
    #[inline]
    pub fn cell(&self, cast: &Cast, who: i64, count: u16) -> i64 {
        let at = usize::try_from(who).ok().and_then(|w| self.cell_at.get(w)).copied().unwrap_or(u16::MAX);
        let off = cast.cell_of.get(count as usize).copied().unwrap_or(0);
        self.cells.get(at as usize + off as usize).map_or(0, |c| i64::from(*c))
    }

    /// Sets a stored number.
    pub fn store(&mut self, cast: &Cast, who: i64, count: u16, value: i64) {
        let at = usize::try_from(who).ok().and_then(|w| self.cell_at.get(w)).copied().unwrap_or(u16::MAX);
        let off = cast.cell_of.get(count as usize).copied().unwrap_or(0);
        if let Some(c) = self.cells.get_mut(at as usize + off as usize) {
            *c = i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX });
        }
    }

    /// Where a stored number lies.
    #[must_use]
    pub fn cell_index(&self, cast: &Cast, who: i64, count: u16) -> Option<usize> {
        let at = usize::try_from(who).ok().and_then(|w| self.cell_at.get(w)).copied()?;
        let off = cast.cell_of.get(count as usize).copied()?;
        Some(at as usize + off as usize)
    }

    /// A stored place, as one number; none if none is stored. It takes up two numbers.
    #[must_use]
    pub fn place_cell(&self, cast: &Cast, who: i64, count: u16) -> i64 {
        let at = self.cell_index(cast, who, count);
        let pair = at.and_then(|i| self.cells.get(i).zip(self.cells.get(i + 1)));
        match pair {
            Some((x, y)) if *x != NOWHERE => crate::table::pack_place(*x, *y),
            _ => NONE,
        }
    }

    /// Stores a place.
    pub fn store_place(&mut self, cast: &Cast, who: i64, count: u16, place: i64) {
        let p = crate::table::unpack_place(place).unwrap_or(Point::new(NOWHERE, 0));
        let Some(at) = self.cell_index(cast, who, count) else { return };
        for (i, n) in [(at, p.x), (at + 1, p.y)] {
            if let Some(c) = self.cells.get_mut(i) {
                *c = n;
            }
        }
    }

    /// The group that a thing was gathered into for a while.
    #[must_use]
    #[inline]
    pub fn ring_of(&self, who: i64) -> i64 {
        usize::try_from(who).ok().and_then(|i| self.ring.get(i)).map_or(0, |r| i64::from(*r))
    }

    /// Whether a thing is in play.
    #[must_use]
    #[inline]
    pub fn alive(&self, who: i64) -> bool {
        usize::try_from(who).is_ok_and(|i| self.live.get(i).copied().unwrap_or(false))
    }

    /// Puts a thing in or out of play.
    pub fn set_live(&mut self, who: i64, on: bool) {
        if let Some(l) = usize::try_from(who).ok().and_then(|i| self.live.get_mut(i)) {
            *l = on;
        }
    }

    /// Where a piece stands.
    #[must_use]
    #[inline]
    pub fn place(&self, who: i64) -> Place {
        usize::try_from(who).ok().and_then(|i| self.places.get(i)).copied().unwrap_or_default()
    }

    /// The group that a thing is in.
    #[must_use]
    #[inline]
    pub fn parent_of(&self, who: i64) -> i64 {
        usize::try_from(who).ok().and_then(|i| self.parent.get(i)).map_or(NONE, |p| i64::from(*p))
    }

    /// Who leads a group.
    #[must_use]
    pub fn leader(&self, group: i64) -> i64 {
        match usize::try_from(group).ok().and_then(|i| self.lead.get(i)) {
            Some(0) | None => NONE,
            Some(l) => i64::from(*l),
        }
    }

    /// Clears what ends with a turn (`phase` none) or a phase.
    pub fn lapse(&mut self, program: &Program, phase: Option<u16>) {
        if phase.is_none() {
            for (now, last) in &program.lasts {
                for who in 0..i64::try_from(self.live.len()).unwrap_or(0) {
                    let did = self.has(who, *now);
                    self.set(who, *last, did);
                }
            }
        }
        let name = phase.and_then(|p| program.procs.get(p as usize)).map(|p| crate::model::Key::new(&p.name));
        let mut mask = vec![0u64; self.words as usize];
        for (i, s) in program.book.states.iter().enumerate() {
            let ends = match (&s.until, &name) {
                (Until::Turn, None) => true,
                (Until::Phase(k), Some(n)) => k == n || k.as_str().is_empty(),
                _ => false,
            };
            if ends {
                if let Some(w) = mask.get_mut(i / 64) {
                    *w |= 1 << (i % 64);
                }
            }
        }
        for words in self.bits.chunks_mut(self.words as usize) {
            for (w, m) in words.iter_mut().zip(&mask) {
                *w &= !m;
            }
        }
    }
}
