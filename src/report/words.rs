//! Words that stories of all depths have in common.

use crate::ir::{CountNo, Head, Hidden, KindBase, LabelNo, ProcNo, Sees, StateKind, StateNo, Type};
use crate::num::Measure;
use crate::vm::{Game, show};

use super::Story;

/// Of what sort a procedure is, for whoever tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// A phase of nobody's.
    Phase,
    /// Somebody's phase or go.
    Go,
    /// An action that somebody takes.
    Action,
    /// Something rolled.
    Chance,
    /// Anything else that concerns a side or one of its things first.
    Matter,
    /// Anything else.
    Other,
}

/// The sort of a procedure that begins.
pub(super) fn sort(game: Game<'_>, proc: ProcNo, args: &[i64]) -> Sort {
    let program = game.program;
    let Some(p) = program.procs.get(proc) else { return Sort::Other };
    let things = |h: &Head| h.roles.first().is_some_and(|r| matches!(r.ty, Type::Thing(_)));
    let first = args.first().filter(|_| program.proc_heads.get(proc).is_some_and(things));
    let sided = first.and_then(|who| game.cast.ent(*who)).is_some_and(|e| e.side > 0 || e.base == KindBase::Side);
    if p.phase {
        return if sided { Sort::Go } else { Sort::Phase };
    }
    if matches!(p.word.as_str(), "pool" | "roll" | "check" | "opposed") {
        return Sort::Chance;
    }
    if program.book.kind(&p.word).is_some_and(|k| program.book.is(k, KindBase::Action)) {
        return Sort::Action;
    }
    if sided { Sort::Matter } else { Sort::Other }
}

/// Things by their names, pieces of one group by their number: `3 of The Watch`.
pub(super) fn crowd(game: Game<'_>, who: &[i64]) -> String {
    let mut heaps: Vec<(Option<i64>, Vec<i64>)> = Vec::new();
    for one in who {
        let of = game.cast.ent(*one).filter(|e| e.base == KindBase::Piece).map(|e| i64::from(e.home));
        match heaps.iter_mut().find(|(home, _)| of.is_some() && *home == of) {
            Some((_, heap)) => heap.push(*one),
            None => heaps.push((of, vec![*one])),
        }
    }
    let named = heaps.iter().map(|(home, heap)| match (home, heap.as_slice()) {
        (Some(home), [_, _, ..]) => format!("{} of {}", heap.len(), show(game, *home)),
        (_, [one, ..]) => show(game, *one),
        _ => String::new(),
    });
    listed(&named.collect::<Vec<_>>())
}

/// Names one after the other: `a, b and c`.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Whether several are spoken of.
fn plural(who: &[i64]) -> bool {
    who.len() > 1
}

/// That things got or lost a state.
pub(super) fn state(game: Game<'_>, who: &[i64], state: StateNo, on: bool) -> String {
    let Some(known) = game.program.book.states.get(state) else { return String::new() };
    let name = known.name.as_str();
    let crowd = crowd(game, who);
    let verb = |one: &'static str, many: &'static str| if plural(who) { many } else { one };
    if game.program.hands.contains(&state) {
        return if on { format!("{crowd} {} drawn", verb("is", "are")) } else { String::new() };
    }
    if is_deck(game, state) {
        let deck = deck(game, state);
        return format!("{crowd} {} {deck}", if on { verb("joins", "join") } else { verb("leaves", "leave") });
    }
    let verb = match (known.kind, on) {
        (StateKind::Formation, true) => verb("becomes", "become"),
        (_, true) => verb("gains", "gain"),
        (_, false) => verb("loses", "lose"),
    };
    format!("{crowd} {verb} {name}")
}

/// Whether a state says that somebody's card lies in a deck, or was drawn.
pub(super) fn is_deck(game: Game<'_>, state: StateNo) -> bool {
    game.program.decks.iter().any(|d| d.state == state)
}

/// Whether a state says that a card lies in a tray, where everybody sees it.
pub(super) fn is_tray(game: Game<'_>, state: StateNo) -> bool {
    game.program.decks.iter().any(|d| d.state == state && d.sees == Sees::All)
}

/// What a card is called; one of several alike without its number.
pub(super) fn card(game: Game<'_>, who: i64) -> String {
    let name = show(game, who);
    let alike = |first: &str| game.cast.ents.iter().any(|e| e.base == KindBase::Card && e.name == first);
    match name.rsplit_once(' ') {
        Some((first, n)) if n.parse::<u32>().is_ok() && alike(first) => first.to_owned(),
        _ => name,
    }
}

/// Whether a procedure is what a card of a pack's own does.
pub(super) fn is_card(game: Game<'_>, proc: ProcNo) -> bool {
    let program = game.program;
    let kind = program.procs.get(proc).and_then(|p| program.book.kind(&p.word));
    kind.is_some_and(|k| program.book.is(k, KindBase::Card))
}

/// That something leaves the board, and not the game.
pub(super) fn left(game: Game<'_>, who: i64) -> String {
    format!("{} leaves the board", crowd(game, &[who]))
}

/// That things are out of play.
pub(super) fn gone(game: Game<'_>, who: &[i64]) -> String {
    format!("{} {} out of play", crowd(game, who), if plural(who) { "are" } else { "is" })
}

/// What a stored number of things is now.
pub(super) fn count(story: &Story<'_>, who: &[i64], count: CountNo, value: i64) -> String {
    let Some(known) = story.game.program.book.counts.get(count) else { return String::new() };
    format!("{} of {} is {}", known.name, crowd(story.game, who), story.value(&known.holds, value))
}

/// A place in inches, to a tenth.
pub(super) fn place((x, y): (i32, i32)) -> String {
    format!("{}, {}", tenth(x.into()), tenth(y.into()))
}

/// A length, to a tenth of an inch.
pub(super) fn tenth(mils: i64) -> Measure {
    Measure::from_thousandths(mils / 100 * 100)
}

/// That a stored number is kept within its bounds.
pub(super) fn bound(story: &Story<'_>, count: &crate::ir::Count, who: i64, value: i64) -> String {
    let owner = show(story.game, who);
    format!("{} of {owner} stays at {}, and goes no further", count.name, story.value(&count.holds, value))
}

/// How far it is from one place to another, to a tenth of an inch.
pub(super) fn apart(from: (i32, i32), to: (i32, i32)) -> Measure {
    let (dx, dy) = (i64::from(to.0) - i64::from(from.0), i64::from(to.1) - i64::from(from.1));
    let far = (dx * dx + dy * dy).unsigned_abs().isqrt();
    tenth(i64::try_from(far).unwrap_or(0) + 50)
}

/// What fills the blanks of a procedure with things that are not spoken of already, each after its preposition; for a piece its
/// group.
pub(super) fn whose(story: &Story<'_>, proc: ProcNo, args: &[i64], known: &[i64]) -> String {
    let roles = story.game.program.proc_heads.get(proc).map_or(&[][..], |h| h.roles.as_slice());
    let things = roles.iter().zip(args).filter(|(role, _)| matches!(role.ty, Type::Thing(_)));
    let groups = things.map(|(role, a)| (role, group(story.game, *a)));
    let new = groups.filter(|(_, a)| !known.contains(a));
    new.map(|(role, a)| format!(" {} {}", role.prep, show(story.game, a))).collect()
}

/// The group that a piece came with; anything else itself.
pub(super) fn group(game: Game<'_>, who: i64) -> i64 {
    game.cast.ent(who).filter(|e| e.base == KindBase::Piece && e.home > 0).map_or(who, |e| e.home.into())
}

/// What a label says: the words of a rule's or step's name.
pub(super) fn label(game: Game<'_>, label: LabelNo) -> String {
    game.program.labels.get(label).map_or_else(String::new, |l| l.replace('-', " "))
}

/// That somebody chose something that nobody else may know.
pub(super) fn unseen_choice(game: Game<'_>, side: i64, about: LabelNo) -> String {
    let about = label(game, about);
    format!("{} chooses {} in secret", show(game, side), if about.is_empty() { "something" } else { &about })
}

/// What one side alone knew, told to all.
pub(super) fn revealed(story: &Story<'_>, who: i64, what: Hidden, value: i64) -> String {
    let game = story.game;
    let name = show(game, who);
    match what {
        Hidden::Count(count) => {
            let known = game.program.book.counts.get(count);
            known.map_or_else(String::new, |c| format!("revealed: {} of {name} is {}", c.name, held(story, &c.holds, value)))
        }
        Hidden::State(state) => {
            let marker = game.program.book.states.get(state).map_or("", |s| s.name.as_str());
            format!("revealed: {name} {} {marker}", if value == 0 { "is not" } else { "is" })
        }
        Hidden::Card(_) => format!("revealed: {name}"),
    }
}

/// A stored value as it is read; where nothing is stored, none.
fn held(story: &Story<'_>, ty: &Type, value: i64) -> String {
    if matches!(ty, Type::Thing(_)) && value == 0 { "none".into() } else { story.value(ty, value) }
}

/// That a card went where not everybody sees which it is.
pub(super) fn unseen(game: Game<'_>, side: i64, deck: StateNo, drawn: bool, on: bool) -> String {
    let owner = if side > 0 { show(game, side) } else { String::new() };
    if drawn {
        return format!("{owner} draws a card");
    }
    let of = if owner.is_empty() { owner } else { format!(" of {owner}") };
    format!("a card {} {}{of}", if on { "joins" } else { "leaves" }, deck_name(game, deck))
}

fn deck_name(game: Game<'_>, state: StateNo) -> &str {
    game.program.decks.iter().find(|d| d.state == state).map_or("", |d| d.name.as_str())
}

/// The deck of a state, and whose it is.
pub(super) fn deck(game: Game<'_>, state: StateNo) -> String {
    let side = game.program.decks.iter().find(|d| d.state == state).map_or(0, |d| d.side);
    let name = deck_name(game, state);
    if side > 0 { format!("{name} of {}", show(game, side)) } else { name.to_owned() }
}
