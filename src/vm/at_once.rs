//! Things of a loop that are dealt with at once: each sees how things stood before any of them, and what each did counts.

use serde::{Deserialize, Serialize};

use super::great;
use super::machine::{Game, Machine};
use super::position::World;
use crate::ir::Type;
use crate::ir::{AtOnce, CountNo};

/// A loop whose things are dealt with at once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Together {
    /// How things stood before the loop.
    before: World,
    /// How they stand with what those did that are done with.
    after: World,
    /// How many procedures stood when it began.
    depth: u32,
    /// Stored numbers that the present one has changed: where, by how much or to what, and within which bounds.
    writes: Vec<(u32, Write, Option<Span>)>,
    /// Those of all that are done with.
    all: Vec<(u32, Write, Option<Span>)>,
}

/// Least and most of a stored number.
pub(super) type Span = (i32, i32);

/// A change of a stored number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Write {
    /// So much more, or less.
    By(i32),
    /// So much.
    To(i32),
}

/// A number with so much more, or less: within its bounds, if it has such; else what is not there is not lost, and what is
/// below nothing stays as it is.
pub(super) fn changed(now: i64, by: i64, bounds: Option<Span>) -> i64 {
    let sum = great::sum(now, by);
    match bounds {
        Some(_) => within(bounds, sum),
        None if by < 0 => sum.max(now.min(0)),
        None => sum,
    }
}

/// What is nearest to a number within its bounds.
pub(super) fn within(bounds: Option<Span>, n: i64) -> i64 {
    bounds.map_or(n, |(least, most)| n.min(most.into()).max(least.into()))
}

impl Machine {
    pub(super) fn at_once(&mut self, what: AtOnce) {
        match what {
            AtOnce::Begin => {
                let depth = u32::try_from(self.frames.len()).unwrap_or(u32::MAX);
                let (before, after) = (self.world.clone(), self.world.clone());
                self.together.push(Together { before, after, depth, ..Together::default() });
            }
            AtOnce::Next => {
                if let Some(t) = self.together.last_mut() {
                    t.fold(&self.world);
                    let rolls = std::mem::take(&mut self.world.rolls);
                    self.world.clone_from(&t.before);
                    self.world.rolls = rolls;
                }
            }
            AtOnce::End => self.end_at_once(),
        }
    }

    fn end_at_once(&mut self) {
        let Some(mut t) = self.together.pop() else { return };
        t.fold(&self.world);
        self.world = t.after;
        // for a loop further out all of it was one thing's doing
        if let Some(outer) = self.together.last_mut() {
            outer.writes.extend(t.all);
        }
    }

    /// Ends the loops of procedures that are no more.
    pub(super) fn drop_at_once(&mut self) {
        while self.together.last().is_some_and(|t| t.depth as usize > self.frames.len()) {
            self.end_at_once();
        }
    }

    /// What a stored number is told to be that is now `value`: what several did at once counts together.
    pub(super) fn number_told(&self, game: Game<'_>, who: i64, count: CountNo, value: i64) -> i64 {
        let at = self.world.cell_index(game.cast, who, count);
        self.together.last().zip(at).map_or(value, |(t, at)| i64::from(t.present(at)))
    }

    /// Notes a change of a stored number.
    pub(super) fn wrote(&mut self, game: Game<'_>, who: i64, count: CountNo, by: Option<i64>, bounds: Option<Span>) {
        let Some(t) = self.together.last_mut() else { return };
        let Some(at) = self.world.cell_index(game.cast, who, count) else { return };
        let now = self.world.cell_at_index(at);
        let write = by.map_or(Write::To(now), |n| Write::By(great::stored(n)));
        t.writes.push((u32::try_from(at).unwrap_or(u32::MAX), write, bounds));
        // a place takes up two numbers
        if game.program.book.counts.get(count).is_some_and(|c| c.holds == Type::Place) {
            let second = self.world.cell_at_index(at + 1);
            t.writes.push((u32::try_from(at + 1).unwrap_or(u32::MAX), Write::To(second), None));
        }
    }
}

impl Write {
    /// What becomes of a number.
    fn over(self, number: i32, bounds: Option<Span>) -> i32 {
        match self {
            Self::By(n) => great::stored(changed(number.into(), n.into(), bounds)),
            Self::To(n) => n,
        }
    }
}

impl Together {
    /// What a number is with what those did that are done with, and what the present one has done so far.
    fn present(&self, at: usize) -> i32 {
        let own = self.writes.iter().filter(|(to, ..)| *to as usize == at);
        own.fold(self.after.cell_at_index(at), |number, (_, write, bounds)| write.over(number, *bounds))
    }

    /// Adds what the present one did to what is done.
    fn fold(&mut self, now: &World) {
        self.after.take_over(&self.before, now);
        for (at, write, bounds) in std::mem::take(&mut self.writes) {
            let next = write.over(self.after.cell_at_index(at as usize), bounds);
            self.after.set_cell(at as usize, next);
            self.all.push((at, write, bounds));
        }
        if now.result != self.before.result {
            self.after.result = now.result;
        }
        self.after.actor = now.actor;
        self.after.rolls = now.rolls.clone();
    }
}
