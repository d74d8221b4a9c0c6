//! The changing state of a game: plain data, cheap to copy, compare and save.

use serde::{Deserialize, Serialize};

use super::laid::Laid;
use super::marks::Marks;
use super::place::{self, Place};
use super::saved;
use super::tie::{self, Tie};
use crate::ir::Until;
use crate::ir::{CountNo, Hidden, Id as _, ProcNo, Program, Sees, StateNo};
use crate::table::{Point, Shape};
use crate::vm::cast::{Cast, EntId, NONE};
use crate::vm::great;
use crate::vm::toss::Rolls;

/// The first half of a stored place that is none.
const NOWHERE: i32 = i32::MIN;

/// All that changes. What expressions read is written by methods only, so that `marks` stay true.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct World {
    /// States, `words` for each thing.
    #[serde(with = "saved")]
    bits: Vec<u64>,
    /// Words of states a thing.
    words: u32,
    /// Stored numbers, of one thing after another.
    #[serde(with = "saved")]
    cells: Vec<i32>,
    /// What holds each thing.
    #[serde(with = "tie")]
    ties: Vec<Tie>,
    /// Where pieces stand, and features were put down.
    #[serde(with = "place")]
    places: Vec<Place>,
    /// What features that were put down look like there.
    laid: Laid,
    /// Whether any piece has ever left the group that it came with.
    mixed: bool,
    /// For each side, the zone that it set up in; 0 before it did.
    homes: [EntId; 3],
    /// Turn, from 1.
    turn: u16,
    /// The running phase's procedure.
    pub phase: ProcNo,
    /// The thing whose action runs.
    pub actor: EntId,
    /// The side that won, when the game is over; -1 for nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<i8>,
    /// How often each roll was made this phase: the n of its key. Not part of the compared position.
    pub rolls: Rolls,
    /// What each part of the position is, as a number: for memos. Not known after loading until `remark`.
    #[serde(skip)]
    marks: Marks,
}

// the marks say of the whole what they are worth; a position without them is hashed to one number, and compared
impl std::hash::Hash for World {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.marks.of(u32::MAX).hash(state);
        (self.phase, self.actor, self.result).hash(state);
    }
}

impl Clone for World {
    fn clone(&self) -> Self {
        let mut world = Self::default();
        world.clone_from(self);
        world
    }

    /// Copies into what is allocated already: a position is set back thousands of times a second.
    fn clone_from(&mut self, from: &Self) {
        (self.phase, self.actor, self.result) = (from.phase, from.actor, from.result);
        self.rolls.0.clone_from(&from.rolls.0);
        // the same marks are the same position, as of a branch that has rolled and changed nothing yet
        if self.marks.same(&from.marks) && self.mixed == from.mixed && self.ties.len() == from.ties.len() {
            return;
        }
        self.bits.clone_from(&from.bits);
        self.cells.clone_from(&from.cells);
        self.ties.clone_from(&from.ties);
        self.places.clone_from(&from.places);
        self.laid.clone_from(&from.laid);
        (self.words, self.homes, self.turn, self.mixed) = (from.words, from.homes, from.turn, from.mixed);
        self.marks = from.marks;
    }
}

impl World {
    /// The world before anything has happened.
    #[must_use]
    pub fn new(program: &Program, cast: &Cast) -> Self {
        let n = cast.ents.len();
        let words = program.book.states.len().div_ceil(64).max(1);
        let mut ties = Vec::with_capacity(n);
        let mut total = 0u32;
        for e in &cast.ents {
            ties.push(Tie { group: e.home, cells: total, live: true, ..Tie::default() });
            total = total.saturating_add(cast.cells.get(e.kind).copied().unwrap_or(0));
        }
        let mut world = Self {
            bits: vec![0; n * words],
            words: u32::try_from(words).unwrap_or(1),
            cells: vec![0; total as usize],
            ties,
            places: vec![Place::default(); n],
            turn: 0,
            ..Self::default()
        };
        for (_, spare) in &cast.spare {
            world.set_live(i64::from(*spare), false);
        }
        for (who, state) in &cast.given {
            world.set(i64::from(*who), *state, true);
        }
        world.remark();
        world
    }

    /// The marks of the position.
    #[must_use]
    #[inline]
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Works out the marks from what is there, as after loading.
    pub fn remark(&mut self) {
        let mut marks = Marks::known();
        let words = (self.words as usize).max(1);
        for (who, bits) in self.bits.chunks(words).enumerate() {
            for (i, word) in bits.iter().enumerate() {
                marks.states(who, i, *word);
            }
        }
        for (at, cell) in self.cells.iter().enumerate() {
            marks.cell(at, *cell);
        }
        for (who, place) in self.places.iter().enumerate() {
            marks.place(who, *place);
        }
        for (who, tie) in self.ties.iter().enumerate() {
            marks.parent(who, tie.group);
            marks.ring(who, tie.ring);
            marks.lead(who, tie.lead);
            marks.live(who, tie.live);
        }
        marks.turn(self.turn);
        for (side, home) in self.homes.iter().enumerate() {
            marks.home(side, *home);
        }
        self.marks = marks;
    }

    /// Whether two things of one kind have the same states, and whether they have the same numbers.
    pub(in crate::vm) fn alike(&self, cast: &Cast, a: i64, b: i64) -> (bool, bool) {
        let words = self.words as usize;
        let states = |who: i64| usize::try_from(who).ok().and_then(|i| self.bits.get(i * words..(i + 1) * words));
        let numbers = |who: i64| {
            let many = cast.cells.get(cast.ent(who)?.kind).copied()?;
            let from = self.tie(who)?.cells as usize;
            self.cells.get(from..from + many as usize)
        };
        (states(a) == states(b), numbers(a) == numbers(b))
    }

    fn bit(&self, who: i64, state: StateNo) -> Option<(usize, u64)> {
        let (word, words) = (state.index() / 64, self.words as usize);
        if word >= words {
            return None;
        }
        let i = usize::try_from(who).ok()?.checked_mul(words)?.checked_add(word)?;
        Some((i, 1u64 << (state.index() % 64)))
    }

    /// Whether a thing has a state.
    #[must_use]
    #[inline]
    pub fn has(&self, who: i64, state: StateNo) -> bool {
        self.bit(who, state).is_some_and(|(i, m)| self.bits.get(i).is_some_and(|w| w & m != 0))
    }

    /// Gives or takes a state.
    pub fn set(&mut self, who: i64, state: StateNo, on: bool) {
        if let Some((i, m)) = self.bit(who, state) {
            if let Some(w) = self.bits.get_mut(i) {
                let before = *w;
                if on {
                    *w |= m;
                } else {
                    *w &= !m;
                }
                if before != *w {
                    let words = (self.words as usize).max(1);
                    self.marks.states(i / words, i % words, before ^ *w);
                }
            }
        }
    }

    /// Takes a state from all that have it.
    pub fn clear(&mut self, state: StateNo) {
        let (words, word) = ((self.words as usize).max(1), state.index() / 64);
        let mask = if word < words { 1u64 << (state.index() % 64) } else { 0 };
        for (who, w) in self.bits.iter_mut().skip(word).step_by(words).enumerate() {
            if *w & mask != 0 {
                *w &= !mask;
                self.marks.states(who, word, mask);
            }
        }
    }

    /// The side that alone knows which card something is: it lies in its hand, and was not shown.
    #[must_use]
    pub fn holder(&self, program: &Program, card: i64) -> Option<i64> {
        let deck = program.decks.iter().find(|d| d.sees == Sees::Side && self.has(card, d.state))?;
        let shown = program.secrets.iter().any(|s| s.what == Hidden::Card(deck.kind) && self.has(card, s.told));
        (!shown).then_some(deck.side)
    }

    /// A stored number.
    #[must_use]
    #[inline]
    pub fn cell(&self, cast: &Cast, who: i64, count: CountNo) -> i64 {
        self.cell_index(cast, who, count).and_then(|at| self.cells.get(at)).map_or(0, |c| i64::from(*c))
    }

    /// Sets a stored number.
    pub fn store(&mut self, cast: &Cast, who: i64, count: CountNo, value: i64) {
        if let Some(at) = self.cell_index(cast, who, count) {
            self.set_cell(at, great::stored(value));
        }
    }

    /// Where a stored number lies.
    #[must_use]
    pub fn cell_index(&self, cast: &Cast, who: i64, count: CountNo) -> Option<usize> {
        let at = self.tie(who)?.cells;
        let off = cast.cell_of.get(count).copied()?;
        Some(at as usize + off as usize)
    }

    /// A stored place, as one number; none if none is stored. It takes up two numbers.
    #[must_use]
    pub fn place_cell(&self, cast: &Cast, who: i64, count: CountNo) -> i64 {
        let at = self.cell_index(cast, who, count);
        let pair = at.and_then(|i| self.cells.get(i).zip(self.cells.get(i + 1)));
        match pair {
            Some((x, y)) if *x != NOWHERE => crate::table::pack_place(*x, *y),
            _ => NONE,
        }
    }

    /// Stores a place.
    pub fn store_place(&mut self, cast: &Cast, who: i64, count: CountNo, place: i64) {
        let p = crate::table::unpack_place(place).unwrap_or(Point::new(NOWHERE, 0));
        let Some(at) = self.cell_index(cast, who, count) else { return };
        self.set_cell(at, p.x);
        self.set_cell(at + 1, p.y);
    }

    /// A stored number by where it lies.
    #[must_use]
    pub(in crate::vm) fn cell_at_index(&self, at: usize) -> i32 {
        self.cells.get(at).copied().unwrap_or(0)
    }

    /// Sets a stored number by where it lies.
    pub(in crate::vm) fn set_cell(&mut self, at: usize, value: i32) {
        put(&mut self.marks, Marks::cell, self.cells.get_mut(at), at, value);
    }

    #[inline]
    fn tie(&self, who: i64) -> Option<&Tie> {
        usize::try_from(who).ok().and_then(|i| self.ties.get(i))
    }

    /// The group that a thing was gathered into for a while.
    #[must_use]
    #[inline]
    pub fn ring_of(&self, who: i64) -> i64 {
        self.tie(who).map_or(0, |t| i64::from(t.ring))
    }

    /// Whether a thing is in play.
    #[must_use]
    #[inline]
    pub fn alive(&self, who: i64) -> bool {
        self.tie(who).is_some_and(|t| t.live)
    }

    /// Puts a thing in or out of play.
    pub fn set_live(&mut self, who: i64, on: bool) {
        let Ok(i) = usize::try_from(who) else { return };
        put(&mut self.marks, Marks::live, self.ties.get_mut(i).map(|t| &mut t.live), i, on);
    }

    /// Puts a piece somewhere.
    pub fn set_place(&mut self, who: i64, place: Place) {
        let Ok(i) = usize::try_from(who) else { return };
        put(&mut self.marks, Marks::place, self.places.get_mut(i), i, place);
    }

    /// Puts a feature down, by its number in the cast.
    pub fn lay(&mut self, who: i64, number: usize, place: Place, shape: Shape) {
        self.set_place(who, place);
        self.laid.put(number, shape);
    }

    /// Where a feature lies that was put down, by its number in the cast.
    #[must_use]
    #[inline]
    pub fn laid(&self, number: usize) -> Option<&Shape> {
        self.laid.of(number)
    }

    /// Puts a thing into a group.
    pub fn set_parent(&mut self, who: i64, group: EntId) {
        let Ok(i) = usize::try_from(who) else { return };
        put(&mut self.marks, Marks::parent, self.ties.get_mut(i).map(|t| &mut t.group), i, group);
    }

    /// Gathers a thing into a group for a while; 0 for none.
    pub fn set_ring(&mut self, who: i64, group: EntId) {
        let Ok(i) = usize::try_from(who) else { return };
        put(&mut self.marks, Marks::ring, self.ties.get_mut(i).map(|t| &mut t.ring), i, group);
    }

    /// Notes that a piece has left the group that it came with.
    pub fn mix(&mut self) {
        self.mixed = true;
    }

    /// Whether any piece has ever left the group that it came with.
    #[must_use]
    #[inline]
    pub fn mixed(&self) -> bool {
        self.mixed
    }

    /// Says who leads a group; 0 for nobody.
    pub fn set_lead(&mut self, group: i64, piece: EntId) {
        let Ok(i) = usize::try_from(group) else { return };
        put(&mut self.marks, Marks::lead, self.ties.get_mut(i).map(|t| &mut t.lead), i, piece);
    }

    /// The turn, from 1; 0 before the first.
    #[must_use]
    #[inline]
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// Sets the turn.
    pub fn set_turn(&mut self, turn: u16) {
        self.marks.turn(self.turn);
        self.turn = turn;
        self.marks.turn(turn);
    }

    /// The zone that a side set up in; 0 before it did.
    #[must_use]
    pub fn home(&self, side: i64) -> EntId {
        usize::try_from(side).ok().and_then(|s| self.homes.get(s)).copied().unwrap_or(0)
    }

    /// Says where a side set up.
    pub fn set_home(&mut self, side: i64, zone: EntId) {
        let Ok(i) = usize::try_from(side) else { return };
        put(&mut self.marks, Marks::home, self.homes.get_mut(i), i, zone);
    }

    /// How many things the world holds.
    #[must_use]
    pub fn things(&self) -> usize {
        self.ties.len()
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
        self.tie(who).map_or(NONE, |t| i64::from(t.group))
    }

    /// Who leads a group.
    #[must_use]
    pub fn leader(&self, group: i64) -> i64 {
        self.tie(group).filter(|t| t.lead > 0).map_or(NONE, |t| i64::from(t.lead))
    }

    /// Takes over what has changed from `before` to `now`, but for stored numbers.
    pub(in crate::vm) fn take_over(&mut self, before: &Self, now: &Self) {
        self.mixed |= now.mixed;
        self.laid.take_over(&before.laid, &now.laid);
        if before.marks.same(&now.marks) && self.marks.are_known() {
            return;
        }
        let (words, marks) = ((self.words as usize).max(1), &mut self.marks);
        for (i, ((a, b), n)) in self.bits.iter_mut().zip(&before.bits).zip(&now.bits).enumerate() {
            let to = (*a & !(b ^ n)) | (n & (b ^ n));
            marks.states(i / words, i % words, *a ^ to);
            *a = to;
        }
        for (i, ((a, b), n)) in self.places.iter_mut().zip(&before.places).zip(&now.places).enumerate() {
            take(marks, Marks::place, a, i, (*b, *n));
        }
        for (i, ((a, b), n)) in self.ties.iter_mut().zip(&before.ties).zip(&now.ties).enumerate() {
            take(marks, Marks::parent, &mut a.group, i, (b.group, n.group));
            take(marks, Marks::ring, &mut a.ring, i, (b.ring, n.ring));
            take(marks, Marks::lead, &mut a.lead, i, (b.lead, n.lead));
            take(marks, Marks::live, &mut a.live, i, (b.live, n.live));
        }
        for (i, ((a, b), n)) in self.homes.iter_mut().zip(&before.homes).zip(&now.homes).enumerate() {
            take(marks, Marks::home, a, i, (*b, *n));
        }
        if !self.marks.are_known() {
            self.remark();
        }
    }

    /// Clears what ends with a turn (`phase` none) or a phase.
    pub fn lapse(&mut self, program: &Program, phase: Option<ProcNo>) {
        if phase.is_none() {
            for (now, last) in &program.lasts {
                for who in 0..i64::try_from(self.ties.len()).unwrap_or(0) {
                    let did = self.has(who, *now);
                    self.set(who, *last, did);
                }
            }
        }
        let name = phase.and_then(|p| program.procs.get(p)).map(|p| crate::ir::Key::new(&p.name));
        let mut mask = vec![0u64; self.words as usize];
        for (i, s) in program.book.states.all().iter().enumerate() {
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
        for (who, words) in self.bits.chunks_mut((self.words as usize).max(1)).enumerate() {
            for (i, (w, m)) in words.iter_mut().zip(&mask).enumerate() {
                self.marks.states(who, i, *w & m);
                *w &= !m;
            }
        }
    }
}

/// Makes a part of the world what it is now, where that is not what it was before.
#[inline]
fn take<V: PartialEq + Copy>(marks: &mut Marks, mark: fn(&mut Marks, usize, V), part: &mut V, at: usize, (before, now): (V, V)) {
    if before != now {
        put(marks, mark, Some(part), at, now);
    }
}

/// Changes a part of the world, and its mark with it.
#[inline]
fn put<T: Copy>(marks: &mut Marks, mark: fn(&mut Marks, usize, T), part: Option<&mut T>, at: usize, to: T) {
    if let Some(part) = part {
        mark(marks, at, *part);
        *part = to;
        mark(marks, at, to);
    }
}
