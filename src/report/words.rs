//! Words that stories of all depths have in common.

use crate::ir::{CountNo, Head, KindBase, ProcNo, StateKind, StateNo, Type};
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
        let deck = name.trim_start_matches("in ");
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
    game.program.decks.iter().any(|(deck, _)| *deck == state)
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
pub(super) fn label(game: Game<'_>, label: crate::ir::LabelNo) -> String {
    game.program.labels.get(label).map_or_else(String::new, |l| l.replace('-', " "))
}
