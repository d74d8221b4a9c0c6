//! What one side alone knows is neither told to the other, nor known to its player that looks ahead.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[allow(dead_code, reason = "only some of it is wanted here")]
mod scene;

use grognard::floors::play::{Greedy, Player, Session, Until};
use grognard::floors::ready::{Ready, standing};
use grognard::floors::report::{Eyes, Story, Teller};
use grognard::floors::source::Files;
use grognard::floors::vm::{Choice, Decision, Event, Game, Keyed, NoTrace, Stop, Traced, show};
use grognard::{Depth, Shelves};

use scene::Scene;

const FIRST: Eyes = Eyes::Of([true, false]);
const SECOND: Eyes = Eyes::Of([false, true]);
const NOBODY: Eyes = Eyes::Of([false, false]);

fn scene(deed: &str) -> Scene {
    let ready = Ready::open(&Shelves::default(), "tests/constructs/hidden.grog").unwrap_or_else(|_| panic!("the pack is sound"));
    let text = format!(
        "situation Shore\n  board 48\" x 48\"\n  Red: One: Band at 10\",10\"\n  Blue: Two: Band at 40\",40\"\n\ntest \"deed\" in Shore\n  do {deed}\n"
    );
    Scene::new(&ready, &text)
}

/// Plays what a scene does, the first option always taken; what happened, and how it stands.
fn played(scene: &Scene) -> (Vec<Event>, Session, Vec<Decision>) {
    let game = Game::new(&scene.program, &scene.stage.cast);
    let mut session = Session::new(game, scene.stage.world.clone(), Some(scene.proc));
    let (mut told, mut asked) = (Traced::default(), Vec::new());
    while let Stop::Decision(d) = session.machine.run(game, &mut Keyed { seed: 3 }, &mut told) {
        session.machine.answer(d.options.first().copied().unwrap_or(Choice::of(-1)));
        asked.push(d);
    }
    (told.0, session, asked)
}

fn story(scene: &Scene, events: &[Event], depth: Depth, eyes: Eyes) -> String {
    let files = Files::default();
    let game = Game::new(&scene.program, &scene.stage.cast);
    let mut teller = Teller::new(Story { game, files: &files }, depth, eyes);
    let mut out: String = events.iter().map(|e| teller.tell(e)).collect();
    out.push_str(&teller.pause());
    out
}

fn names(text: &str) -> bool {
    ["Rain", "Fog"].iter().any(|name| text.contains(name))
}

#[test]
fn what_is_drawn_into_a_hand_is_told_to_its_side_alone() {
    let scene = scene("Draw Dispatch by side of Two");
    let (events, session, _) = played(&scene);
    for depth in [Depth::Full, Depth::All] {
        for eyes in [FIRST, NOBODY] {
            let told = story(&scene, &events, depth, eyes);
            assert!(!names(&told) && told.contains("Blue draws a card"), "{told}");
        }
        for eyes in [SECOND, Eyes::All] {
            let told = story(&scene, &events, depth, eyes);
            assert!(names(&told) && told.contains("joins Dispatches of Blue"), "{told}");
        }
    }
    let game = Game::new(&scene.program, &scene.stage.cast);
    let [theirs, own] = [1, 2].map(|side| standing(game, &session, side));
    assert!(!names(&theirs) && theirs.contains("Dispatches of Blue: 1 card"), "{theirs}");
    assert!(names(&own), "{own}");
}

#[test]
fn what_is_played_from_a_hand_is_told_when_it_happens() {
    let scene = scene("Draw Dispatch by side of Two; Play by side of Two");
    let (events, _, asked) = played(&scene);
    let told = story(&scene, &events, Depth::Full, FIRST);
    // one card alone is not asked for
    assert!(asked.iter().all(|d| d.side == 2));
    assert!(told.contains("draws a card"), "{told}");
}

#[test]
fn a_plan_is_told_when_it_is_revealed() {
    let chosen = scene("Choose A Plan by side of One");
    let (events, session, asked) = played(&chosen);
    assert!(asked.iter().all(|d| d.secret));
    let told = story(&chosen, &events, Depth::Full, SECOND);
    assert!(told.contains("Red chooses order in secret") && !told.contains("Rush"), "{told}");
    assert!(story(&chosen, &events, Depth::Full, FIRST).contains("Rush"));
    let game = Game::new(&chosen.program, &chosen.stage.cast);
    let [own, theirs] = [1, 2].map(|side| standing(game, &session, side));
    assert!(own.contains("Plan Rush") && !theirs.contains("Plan"), "{own}\n{theirs}");
    let shown = scene("Choose A Plan by side of One; Show by side of One");
    let (events, session, _) = played(&shown);
    for depth in [Depth::Brief, Depth::Full, Depth::All] {
        let told = story(&shown, &events, depth, SECOND);
        assert!(told.contains("revealed: Plan of Red is Rush"), "{told}");
    }
    let game = Game::new(&shown.program, &shown.stage.cast);
    assert!(standing(game, &session, 2).contains("Plan Rush"));
}

#[test]
fn an_ambush_is_not_told_of() {
    let laid = scene("Lay of One");
    let (events, ..) = played(&laid);
    let told = story(&laid, &events, Depth::Full, SECOND);
    assert!(!told.contains("Ambush") && !told.contains("Mines"), "{told}");
    assert!(story(&laid, &events, Depth::Full, FIRST).contains("One gains Ambush"));
    let sprung = scene("Lay of One; Spring of One");
    let (events, ..) = played(&sprung);
    let told = story(&sprung, &events, Depth::Full, SECOND);
    assert!(told.contains("revealed: One is Ambush") && told.contains("revealed: Mines of One is 3"), "{told}");
}

/// The second side wins if it says what the first side's plan is: who knew it would say it.
#[test]
fn a_player_that_looks_ahead_imagines_what_it_does_not_know() {
    let mut known = Vec::new();
    for plan in ["Rush", "Wait", "Wait 2"] {
        let scene = scene("Guess by side of Two");
        let game = Game::new(&scene.program, &scene.stage.cast);
        let mut world = scene.stage.world.clone();
        let count = game.program.book.counts.iter().find(|(_, c)| c.name == "Plan").map(|(n, _)| n).expect("a plan");
        let card = (0..).zip(&game.cast.ents).find(|(_, e)| e.name == plan).map(|(n, _)| n).expect("a card");
        world.store(game.cast, 1, count, card);
        let mut session = Session::new(game, world, Some(scene.proc));
        let Stop::Decision(d) = session.run(game, &mut Keyed { seed: 1 }, &mut NoTrace, Until::Decision) else { panic!("asked") };
        let says: Vec<String> = (1..=12).map(|seed| show(game, Greedy::new(seed).decide(game, &session, &d).value)).collect();
        known.push(says);
    }
    assert!(known.iter().all(|k| *k == known[0]), "a greedy player knows the other's plan: {known:?}");
}
