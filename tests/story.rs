//! What the events of a game tell: of cards, and of dice that are rolled again.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use grognard::floors::ast::DeclKind;
use grognard::floors::hir::Symbol;
use grognard::floors::ir::ProcNo;
use grognard::floors::muster::Entries;
use grognard::floors::packs::Compiled;
use grognard::floors::report::{Story, Telling};
use grognard::floors::source::Files;
use grognard::floors::trial::{Trial, stage};
use grognard::floors::vm::{Choice, Event, Game, Keyed, Machine, Stop, Traced};

/// Does a procedure in the first situation of a pack, each offer taken, and says what happens.
fn told<T>(pack: &str, procedure: &str, who: Option<&str>, turn: u16, tell: impl Fn(&Story<'_>, &[Event]) -> T) -> T {
    let mut files = Files::default();
    files.add(pack, &std::fs::read_to_string(format!("tests/constructs/{pack}.grog")).expect("the pack is there"));
    let compiled = Compiled::of(&files);
    assert!(compiled.found.is_empty(), "{:?}", compiled.found);
    let (book, program) = (compiled.book(&files), compiled.program());
    let (entries, _) = Entries::read(book);
    let trial = Trial { book, entries: &entries };
    let situation = book.decls.iter().find(|d| matches!(*d.kind, DeclKind::Situation(_))).expect("a situation");
    let set = stage(&trial, situation).unwrap_or_else(|e| panic!("{}", e.1));
    let name = book.rules.names.find(procedure).expect("it is named");
    let whole = book.rules.find(name, |s| if let Symbol::Proc(p) = s { Some(p) } else { None });
    let proc = ProcNo(whole.expect("a procedure").0);
    let game = Game::new(program, &set.cast);
    let named = |name: &str| set.cast.ents.iter().position(|e| e.name == name).and_then(|i| i64::try_from(i).ok());
    let args: Vec<i64> = who.map(|w| named(w).expect("it stands there")).into_iter().collect();
    let mut world = set.world.clone();
    world.set_turn(turn);
    let mut machine = Machine::start(game, world, proc, &args, 0);
    let mut trace = Traced::default();
    while let Stop::Decision(_) = machine.run(game, &mut Keyed { seed: 1 }, &mut trace) {
        machine.answer(Choice::of(1));
    }
    tell(&Story { game, files: &files }, &trace.0)
}

/// Dice that are offered to be rolled again are keyed by their turn, as any others: of one seed they are not the same dice
/// in every turn.
#[test]
fn what_is_rolled_again_differs_from_turn_to_turn() {
    let again = |turn: u16| {
        told("dice", "Two Shots", Some("One"), turn, |_, events| {
            let rolled = events.iter().filter_map(|e| if let Event::Rolled { faces, .. } = e { Some(faces) } else { None });
            rolled.skip(1).flatten().map(|(face, _)| *face).collect::<Vec<u32>>()
        })
    };
    let seen: std::collections::BTreeSet<Vec<u32>> = (1..=30).map(again).collect();
    // one die in each of thirty turns: a given face is missing once in 237
    assert!(seen.len() > 3, "{seen:?}");
    assert_eq!(again(7), again(7));
}

#[test]
fn cards_join_the_deck_are_drawn_and_leave_it() {
    let told = told("cards", "Riders Only", None, 0, |story, events| {
        let lines = events.iter().map(|e| story.tell(e).trim().to_owned());
        lines.filter(|l| l.contains("Two")).collect::<Vec<String>>()
    });
    // one rider: no die is thrown for him
    assert_eq!(told, ["Two joins Horse Cards", "Two leaves Horse Cards", "Two is drawn", "Two gains Struck"]);
}

/// What `play` says of a procedure, whole.
fn story(procedure: &str) -> String {
    told("told", procedure, Some("One"), 1, |story, events| {
        let mut telling = Telling::new(Story { game: story.game, files: story.files });
        events.iter().map(|e| telling.tell(e)).collect()
    })
}

/// How often a line begins with these words.
fn lines(text: &str, words: &str) -> usize {
    text.lines().filter(|l| l.split_whitespace().collect::<Vec<_>>().join(" ").starts_with(words)).count()
}

#[test]
fn a_roll_names_all_that_is_added_to_it() {
    let told = story("Evening");
    // one who hopes for nothing has the drum and not the flag
    for (words, times) in [("+1 Drum", 3), ("+4 Flag", 0), ("3 Courage", 3), ("4\" Pace", 1), ("base 3 Resolve", 1)] {
        assert_eq!(lines(&told, words), times, "{words}\n{told}");
    }
    assert_eq!(lines(&told, "Nerve of One: 1d6 against 3 or less -> "), 1, "{told}");
    assert_eq!(lines(&told, "Resolve of One: 1d6 +3 against 12+ -> "), 1, "{told}");
    let die = |roll: &str| {
        let line = told.lines().find(|l| l.trim().starts_with(roll)).unwrap_or_else(|| panic!("{told}"));
        line.rsplit(' ').next().and_then(|n| n.parse::<i64>().ok()).expect("a number")
    };
    assert_eq!(lines(&told, &format!("{}\" in all", die("Dash of One: 1d6 ->") + 4)), 1, "{told}");
    assert_eq!(lines(&told, &format!("{} in all", die("Valour of One: 1d6 ->") + 3)), 1, "{told}");
}

#[test]
fn one_against_the_other_says_who_rolled_and_who_won() {
    let told = story("Meeting");
    let score = |who: &str| {
        let at = told.lines().rev().find(|l| l.trim().starts_with(&format!("Race by {who}"))).unwrap_or_else(|| panic!("{told}"));
        at.rsplit(' ').next().and_then(|n| n.parse::<i64>().ok()).expect("a number")
    };
    let (one, two) = (score("One at Two"), score("Two at One"));
    assert_ne!(one, two, "{told}");
    let winner = if one > two { "One" } else { "Two" };
    assert_eq!(lines(&told, &format!("{winner} wins by {}", (one - two).abs())), 1, "{told}");
}

#[test]
fn notes_are_told_and_what_came_to_nothing_is_not() {
    let told = story("Evening");
    assert_eq!((lines(&told, "they sing"), lines(&told, "Glance")), (1, 0), "{told}");
}
#[test]
fn dbg_keeps() {
    use grognard::floors::ready::Ready;
    use grognard::floors::report::Keeps;
    for pack in ["chosen-men", "one-page-d10", "expanded-d10"] {
        let ready = Ready::open(&grognard::Shelves::default().reading(grognard::Scope::Rules), pack).unwrap_or_else(|e| panic!("{e}"));
        let program = ready.program();
        let keeps = Keeps::of(program);
        for (n, s) in program.book.states.iter() { if s.kind == grognard::floors::ir::StateKind::Marker { println!("{pack} state {:?} {}", keeps.state(n), s.name); } }
        for (n, s) in program.book.counts.iter() { println!("{pack} count {:?} {}", keeps.count(n), s.name); }
    }
}
