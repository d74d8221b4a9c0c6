//! How things stand in a game, for whoever plays it at the terminal.

use std::fmt::Write as _;

use super::game::points;
use crate::ir::{KindBase, Measure, StateNo, Type};
use crate::play::Session;
use crate::vm::{Game, Wanted, show, show_answer};

/// The turn, the points, who stands where and in what state, and what lies on the table.
#[must_use]
pub fn standing(game: Game<'_>, session: &Session) -> String {
    let world = &session.machine.world;
    let mut out = format!("turn {}", world.turn());
    if game.program.score.is_some() {
        let [a, b] = points(game, session);
        let _ = write!(out, "; {} {a}, {} {b}", show(game, 1), show(game, 2));
    }
    let groups: Vec<i64> =
        (0..).zip(&game.cast.ents).filter(|(_, e)| e.base == KindBase::Group && e.pieces.1 > 0).map(|(n, _)| n).collect();
    let groups: Vec<i64> = groups.into_iter().filter(|g| world.alive(*g)).collect();
    // what all of them are tells nothing of any
    let told: Vec<(StateNo, &str)> = game
        .program
        .book
        .states
        .iter()
        .filter(|(n, s)| s.kind.told() && !groups.iter().all(|g| world.has(*g, *n)))
        .map(|(n, s)| (n, s.name.as_str()))
        .collect();
    for group in groups {
        let _ = write!(out, "\n  {}", of_group(game, session, group, &told));
    }
    for (id, e) in (0..).zip(&game.cast.ents).filter(|(_, e)| e.base == KindBase::Feature) {
        let lies = game.ask(world, 0).where_stands(id);
        if let Some(place) =
            lies.filter(|_| game.cast.feature(id).is_some_and(|f| game.cast.features.get(f).is_some_and(|f| !f.terrains.is_empty())))
        {
            let _ = write!(out, "\n  {} lies about {}", e.name, show(game, place));
        }
    }
    out
}

/// One group: whose, how strong, where, what it has left, and what it is.
fn of_group(game: Game<'_>, session: &Session, group: i64, told: &[(StateNo, &str)]) -> String {
    let world = &session.machine.world;
    let ask = game.ask(world, 0);
    let Some(e) = game.cast.ent(group) else { return String::new() };
    let place = ask.where_stands(group).map_or("not on the table".to_owned(), |p| {
        let facing = world.place(ask.head(group)).facing;
        format!("at {} facing {}", show(game, p), show_answer(game, Wanted::Facing, i64::from(facing)))
    });
    let mut out = format!("{}: {}, {} strong, {place}", show(game, i64::from(e.side)), e.name, ask.pieces(group).count());
    let book = &game.program.book;
    let of_groups = |word: &str| book.kind(word).is_some_and(|k| book.is(k, KindBase::Group));
    for (n, count) in book.counts.iter().filter(|(_, c)| of_groups(&c.of)) {
        let left = world.cell(game.cast, group, n);
        if let (Type::Number(Measure::Named(_)), true) = (&count.holds, left != 0) {
            let _ = write!(out, ", {left} {}", count.name);
        }
    }
    let is: Vec<&str> = told.iter().filter(|(n, _)| world.has(group, *n)).map(|(_, name)| *name).collect();
    if !is.is_empty() {
        let _ = write!(out, "; {}", is.join(", "));
    }
    out
}
