//! What the events of a game tell: of cards, of dice that are rolled again, and of whole games at all depths.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use grognard::floors::ast::DeclKind;
use grognard::floors::hir::Symbol;
use grognard::floors::ir::ProcNo;
use grognard::floors::muster::Entries;
use grognard::floors::packs::Compiled;
use grognard::floors::ready::Ready;
use grognard::floors::report::{Brief, Keep, Keeps, Story, Telling};
use grognard::floors::source::Files;
use grognard::floors::trial::{Trial, stage};
use grognard::floors::vm::{Choice, Event, Game, Keyed, Machine, Stop, Traced};
use grognard::{Depth, Next, Pack, Player, Scope, Shelves};

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

/// What the brief story says of a procedure of `tests/constructs`.
fn brief(pack: &str, procedure: &str, who: Option<&str>) -> String {
    told(pack, procedure, who, 1, |story, events| {
        let mut brief = Brief::new(Story { game: story.game, files: story.files });
        let mut out: String = events.iter().map(|e| brief.tell(e)).collect();
        out += &brief.rest();
        out
    })
}

#[test]
fn cards_of_a_packs_own_are_told_in_brief_and_whose_turn_it_is_is_not() {
    let drawn = brief("own-cards", "Draw", Some("Red"));
    let card = drawn
        .lines()
        .find_map(|l| l.split(" is drawn").next().filter(|card| l.len() > card.len()).map(str::trim))
        .unwrap_or_else(|| panic!("{drawn}"));
    assert!(["Rain", "Rout Halted", "Hidden Ford"].contains(&card), "{drawn}");
    let riders = brief("cards", "Riders Only", None);
    assert!(!riders.contains("drawn") && !riders.contains("Cards"), "{riders}");
}

#[test]
fn a_turn_on_the_spot_is_told_with_its_facing() {
    let turned = brief("facings", "About Face", Some("One"));
    assert!(turned.contains("One turns to the south"), "{turned}");
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
/// A game of two players that do not think, told at one depth.
fn played(pack: &Pack, depth: Depth) -> Vec<String> {
    let table = pack.table(None, pack.papers(&[]).expect("it has rosters")).unwrap_or_else(|why| panic!("{why}"));
    let mut game = table.game(1);
    game.tell(depth);
    let mut players = [Player::random(2), Player::random(3)];
    let mut lines = Vec::new();
    loop {
        let next = game.advance();
        lines.extend(game.story().iter().flat_map(|told| told.lines().map(str::to_owned).collect::<Vec<_>>()));
        match next {
            Next::Decision(side) => game.decide(&mut players[usize::from(side) - 1]),
            Next::Over => return lines,
            Next::Fault(why) => panic!("{why}"),
        }
    }
}

/// What is scratch in a pack, as a story would tell it.
fn scratch(pack: &str) -> Vec<String> {
    let ready = Ready::open(&Shelves::default().reading(Scope::Rules), pack).unwrap_or_else(|why| panic!("{why}"));
    let (program, keeps) = (ready.program(), Keeps::of(ready.program()));
    let states = program.book.states.iter().filter(|(n, s)| s.kind.told() && keeps.state(*n) == Keep::Scratch);
    let counts = program.book.counts.iter().filter(|(n, _)| keeps.count(*n) == Keep::Scratch);
    let verbs = ["gains", "gain", "loses", "lose"];
    let states = states.flat_map(|(_, s)| verbs.map(|verb| format!("{verb} {};", s.name)));
    states.chain(counts.map(|(_, c)| format!("; {} of ", c.name))).collect()
}

/// The names of rules by which dice were rolled again, in the story that tells all.
fn rerolls(all: &[String]) -> Vec<&str> {
    let mut again = false;
    let mut found = Vec::new();
    for line in all {
        if let Some((_, faces)) = line.split_once(" -> ") {
            again = faces.contains('(');
        }
        let words = line.trim().strip_prefix("re-roll").filter(|_| again).and_then(|rest| rest.trim().split("  ").next());
        found.extend(words.and_then(|name| name.split(" [").next()));
    }
    found
}

/// One game of a pack at all depths.
fn at_all_depths(name: &str) {
    let pack = Pack::open(&Shelves::default().reading(Scope::Rules), name).unwrap_or_else(|why| panic!("{why}"));
    let [brief, full, all] = [Depth::Brief, Depth::Full, Depth::All].map(|depth| played(&pack, depth));
    assert!(brief.len() <= 150 && brief.len() < full.len() && full.len() < all.len(), "{} {} {}", brief.len(), full.len(), all.len());
    for rule in rerolls(&all) {
        assert!(brief.iter().any(|line| line.contains(rule)), "{rule}");
    }
    let notes = scratch(name);
    assert!(!notes.is_empty());
    for line in brief.iter().chain(&full) {
        let clauses = format!("; {};", line.trim().replace(": ", ": ; "));
        let told = notes.iter().find(|note| clauses.contains(note.as_str()));
        assert_eq!(told, None, "{line}");
    }
    let first = |story: &[String]| story.iter().take(40).map(|l| format!("{l}\n")).collect::<String>();
    insta::assert_snapshot!(format!("{name}-brief"), first(&brief));
    insta::assert_snapshot!(format!("{name}-full"), first(&full));
}

#[test]
fn a_game_of_activations_is_told_at_all_depths() {
    at_all_depths("chosen-men");
}

#[test]
fn a_game_of_cards_is_told_at_all_depths() {
    at_all_depths("one-page-d10");
}

/// What several do at once counts together, and is told so.
#[test]
fn what_is_lost_at_once_is_told_with_what_others_took() {
    let told = told("blows", "All Blows", None, 1, |story, events| {
        let lines = events.iter().map(|e| story.tell(e).trim().to_owned());
        lines.filter(|l| l.contains("Pluck")).collect::<Vec<String>>()
    });
    // 8 less 2, and less 3
    assert_eq!(told, ["Pluck of Foe is 6", "Pluck of Foe is 3"]);
}

/// Who rolls a check again that failed is told once, and by which rule.
#[test]
fn a_check_that_is_rolled_again_is_told_as_one() {
    let told = brief("again", "Trial Of All", None);
    assert_eq!(told.matches("Nerve of One failed").count(), 1, "{told}");
    assert!(told.contains("Nerve of One failed (Stout re-roll)"), "{told}");
}
