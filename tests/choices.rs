//! What is offered to a player, how players answer it, and games that do not come to an end.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[allow(dead_code, reason = "only some of it is wanted here")]
mod scene;

use grognard::Shelves;
use grognard::floors::play::{Greedy, Player, Session, Until};
use grognard::floors::ready::{Course, play_on, record};
use grognard::floors::ready::{Ready, Table};
use grognard::floors::table::{Point, unpack_place};
use grognard::floors::vm::{Choice, Decision, Event, Game, Keyed, NONE_CHOICE, NoTrace, Stop, Traced};

use scene::Scene;

fn pack() -> Ready {
    Ready::open(&Shelves::default(), "tests/constructs/choices.grog").unwrap_or_else(|_| panic!("the pack is sound"))
}

fn scene(ready: &Ready, deed: &str) -> Scene {
    let text = format!(
        "situation Beach of Strand\n  Red: One: Band at 24\",10\" facing north\n  Blue: Two: Band at 24\",30\"\n\ntest \"deed\" in Beach\n  do {deed}\n"
    );
    Scene::new(ready, &text)
}

fn session(scene: &Scene, game: Game<'_>) -> Session {
    Session::new(game, scene.stage.world.clone(), Some(scene.proc))
}

/// The first decision in a deed, and what a greedy player answers.
fn asked(deed: &str) -> (Decision, Choice) {
    let ready = pack();
    let scene = scene(&ready, deed);
    let game = Game::new(&scene.program, &scene.stage.cast);
    let mut session = session(&scene, game);
    let Stop::Decision(d) = session.run(game, &mut Keyed { seed: 1 }, &mut NoTrace, Until::Decision) else {
        panic!("nobody is asked in {deed}")
    };
    let answer = Greedy::new(1).decide(game, &session, &d);
    (d, answer)
}

fn places(d: &Decision) -> Vec<Point> {
    d.options.iter().filter_map(|c| unpack_place(c.value)).collect()
}

/// A strip 48" long offers places from one end to the other.
#[test]
fn places_of_a_zone_are_spread_over_all_of_it() {
    let shown = places(&asked("Land of One").0);
    assert!(shown.len() <= 16, "{shown:?}");
    let in_quarter = |k: i32| shown.iter().filter(|p| (12_000 * k..=12_000 * (k + 1)).contains(&p.x)).count();
    assert!((0..4).all(|k| in_quarter(k) >= 2), "{shown:?}");
}

#[test]
fn no_place_is_offered_twice() {
    let mut shown = places(&asked("March of One").0);
    assert_eq!(shown.last(), Some(&Point::new(24_000, 10_000)), "the last is where it stands");
    let all = shown.len();
    shown.sort_unstable();
    shown.dedup();
    assert_eq!(shown.len(), all, "{shown:?}");
}

/// Nothing that is offered here changes how a side stands.
#[test]
fn of_equals_a_greedy_player_takes_the_quiet_one() {
    assert_eq!(asked("Wager of One").1, Choice::of(0));
    assert_eq!(asked("Favour of One").1, NONE_CHOICE);
}

/// What a game comes to whose every decision is answered with the first option.
fn played(deed: &str) -> Option<String> {
    let ready = pack();
    let scene = scene(&ready, deed);
    let game = Game::new(&scene.program, &scene.stage.cast);
    let table = Table {
        cast: scene.stage.cast.clone(),
        world: scene.stage.world.clone(),
        setup: scene.proc,
        scenario: String::new(),
        rosters: Default::default(),
    };
    let mut course = Course::new(&ready, game, session(&scene, game), record(&ready, &table, 1));
    play_on(&mut course, &mut |_, _, d| d.options.first().copied())
}

#[test]
fn a_turn_without_end_is_a_fault_that_names_the_action() {
    let fault = played("Loiter of One").expect("it does not end");
    assert!(fault.contains("`Wave` by One") && fault.contains("10000 decisions"), "{fault}");
}

/// A game that its rules do not end is called a draw after sixty turns, or after those of its scenario if it has more.
#[test]
fn a_game_is_not_called_before_its_last_turn() {
    let ready = pack();
    let scene = scene(&ready, "Nothing of game");
    for (turns, last) in [(70, 70), (5, 60), (0, 60)] {
        let mut cast = scene.stage.cast.clone();
        assert_eq!(cast.turns, 70, "as the scenario says");
        cast.turns = turns;
        let game = Game::new(&scene.program, &cast);
        let mut session = session(&scene, game);
        let stop = session.run(game, &mut Keyed { seed: 1 }, &mut NoTrace, Until::Decision);
        assert!(matches!(stop, Stop::Done(_)), "{stop:?}");
        assert_eq!((session.machine.world.turn(), session.called), (last, true));
    }
}

/// The second side wins if it shows as many fingers as the first: who knew what the first shows would show the same.
#[test]
fn what_was_chosen_in_secret_is_neither_told_nor_known_to_who_looks_ahead() {
    let ready = pack();
    let scene = scene(&ready, "Fingers of One");
    let game = Game::new(&scene.program, &scene.stage.cast);
    let mut shown = Vec::new();
    for first in 1..=3 {
        let mut told = Traced::default();
        let mut session = session(&scene, game);
        let Stop::Decision(d) = session.run(game, &mut Keyed { seed: 1 }, &mut told, Until::Decision) else { panic!("asked") };
        assert_eq!((d.side, d.secret), (1, true));
        session.machine.answer(Choice::of(first));
        let Stop::Decision(d) = session.run(game, &mut Keyed { seed: 1 }, &mut told, Until::Decision) else { panic!("asked") };
        assert_eq!((d.side, d.secret), (2, true));
        let decided = |told: &Traced| told.0.iter().filter(|e| matches!(e, Event::Decided { .. })).count();
        assert_eq!(decided(&told), 0, "nothing is told of one answer alone");
        let known: Vec<Choice> = (1..=12).map(|seed| Greedy::new(seed).decide(game, &session, &d)).collect();
        shown.push(known);
        session.machine.answer(Choice::of(2));
        let _ = session.run(game, &mut Keyed { seed: 1 }, &mut told, Until::Decision);
        assert_eq!(decided(&told), 2, "and then both are");
    }
    assert!(shown.iter().all(|s| *s == shown[0]), "a greedy player knows the other's choice: {shown:?}");
}
