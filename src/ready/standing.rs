//! How things stand in a game, for whoever plays it at the terminal.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::game::points;
use crate::ir::{Count, CountNo, Hidden, KindBase, StateKind, StateNo, Type};
use crate::play::Session;
use crate::report::{Keep, Keeps};
use crate::vm::{Game, NONE, Wanted, show, show_answer, show_as, show_typed};

/// As a side sees it, or nobody (0): the turn, the points, who stands where and in what state, and what lies on the table.
#[must_use]
pub fn standing(game: Game<'_>, session: &Session, viewer: i64) -> String {
    let world = &session.machine.world;
    let mut out = format!("turn {}", world.turn());
    if game.program.score.is_some() {
        let [a, b] = points(game, session);
        let _ = write!(out, "; {} {a}, {} {b}", show(game, 1), show(game, 2));
    }
    let groups: Vec<i64> =
        (0..).zip(&game.cast.ents).filter(|(_, e)| e.base == KindBase::Group && e.pieces.1 > 0).map(|(n, _)| n).collect();
    let groups: Vec<i64> = groups.into_iter().filter(|g| world.alive(*g)).collect();
    let keeps = Keeps::of(game.program);
    for side in [1, 2] {
        let _ = write!(out, "\n  {}{}", show(game, side), kept(game, session, side, &keeps, viewer));
    }
    out += &piles(game, session, viewer);
    // what all of them are tells nothing of any
    let told: Vec<(StateNo, &str)> = game
        .program
        .book
        .states
        .iter()
        .filter(|(n, s)| s.kind.told() && keeps.state(*n) > Keep::Scratch && !groups.iter().all(|g| world.has(*g, *n)))
        .map(|(n, s)| (n, s.name.as_str()))
        .collect();
    for group in groups {
        let _ = write!(out, "\n  {}", of_group(game, session, group, (&told, &keeps), viewer));
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

/// How one group stands, or the group of a piece, as a side sees it.
pub(super) fn of_thing(game: Game<'_>, session: &Session, id: i64, viewer: i64) -> Option<String> {
    let group = |id: &i64| game.cast.ent(*id).is_some_and(|e| e.base == KindBase::Group && e.pieces.1 > 0);
    let group = Some(id).filter(group).or_else(|| Some(session.machine.world.parent_of(id)).filter(group))?;
    let keeps = Keeps::of(game.program);
    let told: Vec<(StateNo, &str)> = game
        .program
        .book
        .states
        .iter()
        .filter(|(n, s)| s.kind.told() && keeps.state(*n) > Keep::Scratch)
        .map(|(n, s)| (n, s.name.as_str()))
        .collect();
    Some(of_group(game, session, group, (&told, &keeps), viewer))
}

/// One group: whose, how strong, where, what it has left, and what it is.
fn of_group(game: Game<'_>, session: &Session, group: i64, (told, keeps): (&[(StateNo, &str)], &Keeps), viewer: i64) -> String {
    let world = &session.machine.world;
    let ask = game.ask(world, 0);
    let Some(e) = game.cast.ent(group) else { return String::new() };
    let place = ask.where_stands(group).map_or("not on the table".to_owned(), |p| {
        let facing = world.place(ask.head(group)).facing;
        format!("at {} facing {}", show(game, p), show_answer(game, Wanted::Facing, i64::from(facing)))
    });
    let mut out = format!("{}: {}, {} strong, {place}", show(game, i64::from(e.side)), e.name, ask.pieces(group).count());
    out += &counted(game, session, group, keeps, viewer);
    let is: Vec<&str> = told
        .iter()
        .filter(|(n, _)| world.has(group, *n) && knows(game, session, group, Hidden::State(*n), viewer))
        .map(|(_, name)| *name)
        .collect();
    if !is.is_empty() {
        let _ = write!(out, "; {}", is.join(", "));
    }
    let pieces: Vec<i64> = ask.pieces(group).collect();
    out += &of_pieces(game, session, &pieces, keeps, viewer);
    out
}

/// What players count of something, where there is any.
fn counted(game: Game<'_>, session: &Session, who: i64, keeps: &Keeps, viewer: i64) -> String {
    let kind = game.cast.ent(who).map(|e| e.kind);
    let secret = |n: CountNo| game.program.secrets.iter().any(|s| s.what == Hidden::Count(n));
    let counts = game.program.book.counts.iter().filter(|(n, c)| Some(c.of) == kind && (keeps.count(*n) > Keep::Scratch || secret(*n)));
    let counts = counts.filter(|(n, _)| knows(game, session, who, Hidden::Count(*n), viewer));
    let left = counts
        .map(|(n, c)| (c, session.machine.world.cell(game.cast, who, n)))
        .filter(|(c, left)| *left != 0 && (matches!(c.holds, Type::Number(_)) || *left != NONE));
    left.map(|(c, left)| format!(", {}", counted_as(game, c, left))).collect()
}

/// So many of a count; what it holds, where that is no number.
fn counted_as(game: Game<'_>, count: &Count, is: i64) -> String {
    match count.holds {
        Type::Number(_) => format!("{} {}", number(count, is), count.name),
        _ => format!("{} {}", count.name, show_as(game, &count.holds, is)),
    }
}

/// Whether a side knows something of somebody that may be secret.
fn knows(game: Game<'_>, session: &Session, who: i64, what: Hidden, viewer: i64) -> bool {
    let secret = game.program.secrets.iter().find(|s| s.what == what);
    let owner = game.cast.ent(who).map_or(0, |e| if e.base == KindBase::Side { who } else { i64::from(e.side) });
    secret.is_none_or(|s| owner > 0 && owner == viewer || session.machine.world.has(who, s.told))
}

/// What lies in hands and trays; of a hand that one does not see into, how many cards.
fn piles(game: Game<'_>, session: &Session, viewer: i64) -> String {
    let world = &session.machine.world;
    let mut out = String::new();
    for deck in game.program.decks.iter().filter(|d| !d.sees.is_deck()) {
        let cards = (0..).zip(&game.cast.ents).filter(|(id, e)| e.kind == deck.kind && world.has(*id, deck.state)).map(|(id, _)| id);
        let (known, hidden): (Vec<i64>, Vec<i64>) = cards.partition(|c| world.holder(game.program, *c).is_none_or(|side| side == viewer));
        let mut all: Vec<String> = known.into_iter().map(|c| show(game, c)).collect();
        if !hidden.is_empty() {
            let more = if all.is_empty() { "" } else { "other " };
            all.push(format!("{} {more}card{}", hidden.len(), if hidden.len() == 1 { "" } else { "s" }));
        }
        let of = if deck.side > 0 { format!(" of {}", show(game, deck.side)) } else { String::new() };
        let _ = write!(out, "\n  {}{of}: {}", deck.name, if all.is_empty() { "no cards".into() } else { all.join(", ") });
    }
    out
}

fn number(count: &Count, is: i64) -> String {
    show_typed(&count.holds, is)
}

/// What a side has, and is.
fn kept(game: Game<'_>, session: &Session, side: i64, keeps: &Keeps, viewer: i64) -> String {
    let marked = game
        .program
        .book
        .states
        .iter()
        .filter(|(n, s)| s.kind == StateKind::Marker && keeps.state(*n) > Keep::Scratch && session.machine.world.has(side, *n))
        .filter(|(n, _)| knows(game, session, side, Hidden::State(*n), viewer));
    let marked: Vec<&str> = marked.map(|(_, s)| s.name.as_str()).collect();
    let is = if marked.is_empty() { String::new() } else { format!("; {}", marked.join(", ")) };
    format!("{}{is}", counted(game, session, side, keeps, viewer))
}

/// The counts and markers of the pieces of a group, those that are alike together.
fn of_pieces(game: Game<'_>, session: &Session, pieces: &[i64], keeps: &Keeps, viewer: i64) -> String {
    let (world, book) = (&session.machine.world, &game.program.book);
    let kind = pieces.first().and_then(|p| game.cast.ent(*p)).map(|e| e.kind);
    let mut out = String::new();
    for (n, count) in book.counts.iter().filter(|(n, c)| Some(c.of) == kind && keeps.count(*n) > Keep::Scratch) {
        let mut many: BTreeMap<i64, usize> = BTreeMap::new();
        let pieces = pieces.iter().filter(|p| knows(game, session, **p, Hidden::Count(n), viewer));
        pieces.for_each(|p| *many.entry(world.cell(game.cast, *p, n)).or_default() += 1);
        let begun = game.program.starts.get(n).is_some_and(Option::is_some);
        let each = many.iter().rev().filter(|(is, _)| begun || **is != 0);
        let each: Vec<String> = each.map(|(is, of)| format!("{} ({of})", number(count, *is))).collect();
        if !each.is_empty() {
            let _ = write!(out, "; {} {}", count.name, each.join(", "));
        }
    }
    let marks = book.states.iter().filter(|(n, s)| s.kind == StateKind::Marker && Some(s.of) == kind && keeps.state(*n) > Keep::Scratch);
    for (n, state) in marks {
        let who: Vec<String> = pieces
            .iter()
            .filter(|p| world.has(**p, n) && knows(game, session, **p, Hidden::State(n), viewer))
            .map(|p| show(game, *p))
            .collect();
        if !who.is_empty() {
            let _ = write!(out, "; {}: {}", state.name, who.join(", "));
        }
    }
    out
}
