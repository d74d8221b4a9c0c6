//! The world at the start: who leads, what groups are by their pieces, what counts begin at.

use super::builder::Leaders;
use crate::ir::Program;
use crate::ir::{KindBase, KindNo, StateNo, Type, X};
use crate::vm::{Cast, EntId, Game, Machine, NONE, World};

/// Registers of a question.
const WINDOW: usize = 48;

/// The world before the first turn. Counts that hold a thing or a row hold none unless they say what they start at.
#[must_use]
pub fn world(program: &Program, cast: &Cast, leaders: &Leaders) -> World {
    let mut machine = Machine::default();
    machine.world = World::new(program, cast);
    for (group, piece) in leaders {
        machine.world.set_lead(i64::from(*group), *piece);
    }
    let game = Game::new(program, cast);
    let groups = || cast.ents.iter().enumerate().filter(|(_, e)| e.base == KindBase::Group && e.pieces.1 > 0);
    for (i, _) in groups() {
        machine.composition(game, number(i));
    }
    let mut world = std::mem::take(&mut machine.world);
    for (i, e) in groups() {
        formation(program, cast, &mut world, number(i), e.kind);
    }
    counts(program, cast, &mut world);
    world
}

fn number(i: usize) -> i64 {
    i64::try_from(i).unwrap_or(NONE)
}

fn ask(program: &Program, cast: &Cast, world: &World, x: X, who: i64) -> i64 {
    Game::new(program, cast).ask(world, 0).x(x, &mut [who; WINDOW])
}

/// The first formation that is open to a group, where it stands in none yet.
fn formation(program: &Program, cast: &Cast, world: &mut World, group: i64, kind: KindNo) {
    let of = |state: StateNo| program.book.states.get(state).is_some_and(|s| s.of == kind);
    if program.forms.iter().any(|f| world.has(group, f.state)) {
        return;
    }
    let firsts = || program.forms.iter().filter(|f| f.first && of(f.state));
    // one that some alone can take goes before the one that all can
    let mut open = firsts().filter(|f| f.open.is_some()).chain(firsts().filter(|f| f.open.is_none()));
    let found = open.find(|f| f.open.is_none_or(|x| ask(program, cast, world, x, group) != 0)).map(|f| f.state);
    if let Some(state) = found {
        world.set(group, state, true);
    }
}

fn counts(program: &Program, cast: &Cast, world: &mut World) {
    for (c, count) in program.book.counts.iter() {
        let start = program.starts.get(c).copied().flatten();
        let empty = if matches!(count.holds, Type::Thing(_) | Type::Row(_)) { NONE } else { 0 };
        let bearers: Vec<EntId> = cast.of_kind(count.of).collect();
        for who in bearers {
            let who = i64::from(who);
            if count.holds == Type::Place {
                world.store_place(cast, who, c, NONE);
                continue;
            }
            let value = start.map_or(empty, |x| ask(program, cast, world, x, who));
            let value = match program.bounds.get(c).copied().flatten() {
                Some(both) => {
                    let [least, most] = both.map(|x| ask(program, cast, world, x, who));
                    value.min(most).max(least)
                }
                None => value,
            };
            world.store(cast, who, c, value);
        }
    }
}
