//! What is kept is what would be worked out again: answers, marks, the positions of a walk, and what waits in the middle of
//! a move.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod scene;

use grognard::Shelves;
use grognard::floors::lab::{Policy, Walk, odds};
use grognard::floors::play::{Greedy, Player, Random};
use grognard::floors::ready::Ready;
use grognard::floors::ready::{Course, play, play_on};
use grognard::floors::vm::{Choice, Game, Keyed, Machine, Memo, NONE_CHOICE, NoTrace, Stop};

use scene::{Quiet, Scene, ready};

fn players(seed: u64) -> [Box<dyn Player>; 2] {
    [Box::new(Random::new(seed)), Box::new(Random::new(seed + 1))]
}

/// One memo serves many games of a table; each ends as it does with a memo of its own, which has seen nothing else.
#[test]
fn a_memo_changes_no_game() {
    let ready = ready();
    let table = ready.table(None, &[]).unwrap_or_else(|_| panic!("legal"));
    let shared = Memo::new(ready.program());
    for seed in 0..12 {
        let with = play(&ready, &table, &shared, seed, &mut players(seed));
        let without = play(&ready, &table, &Memo::off(), seed, &mut players(seed));
        assert!(with.fault.is_none(), "{:?}", with.fault);
        assert_eq!(with.record.finish, without.record.finish, "seed {seed}");
        let mut again = with.session.machine.world.clone();
        again.remark();
        assert_eq!(again.marks().of(u32::MAX), with.session.machine.world.marks().of(u32::MAX), "seed {seed}: marks follow each change");
    }
}

/// Greedy players ask a memo far more, in positions that never come to be; their game, answered again without one, is the
/// same.
#[test]
fn a_greedy_game_needs_no_memo() {
    let ready = ready();
    let table = ready.table(None, &[]).unwrap_or_else(|_| panic!("legal"));
    for seed in [1, 5] {
        let mut greedy: [Box<dyn Player>; 2] = [Box::new(Greedy::new(seed)), Box::new(Greedy::new(seed + 1))];
        let with = play(&ready, &table, &Memo::new(ready.program()), seed, &mut greedy);
        let mut plain = Course::begin(&ready, &table, None, seed);
        let mut answers = with.record.answers.iter();
        let fault = play_on(&mut plain, &mut |_, _, _| answers.next().map(|a| a.choice));
        assert_eq!(fault, None, "seed {seed}");
        assert_eq!(plain.record.finish, with.record.finish, "seed {seed}");
    }
}

const MELEE: &str = "situation Duel
  board 48\" x 48\"
  Red: French Light Infantry, 6 models, Line at 24\",24\" facing north
  Blue: Rifles, 5 models, Line at 24\",24.984\" facing south

test \"bench\" in Duel
  do Melee
";

/// How many are left of each side.
fn standing(game: Game<'_>, m: &Machine) -> i64 {
    let of = |side: i64| i64::try_from(game.ask(&m.world, 0).pieces(side).count()).unwrap_or(0);
    of(1) * 100 + of(2)
}

/// A walk over kept positions rolls the dice of the machine, and comes to the same.
#[test]
fn a_walk_is_the_run_of_the_machine() {
    let scene = Scene::new(&ready(), MELEE);
    let memo = Memo::new(&scene.program);
    let game = Game::with(&scene.program, &scene.stage.cast, &memo);
    let plain = Game::new(&scene.program, &scene.stage.cast);
    let measure = |m: &Machine| standing(plain, m);
    let start = scene.start(game);
    let mut walk = Walk::new(game, start.clone(), Quiet, measure).expect("it ends");
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..400 {
        let mut m = start.clone();
        let mut dice = Keyed { seed };
        while let Stop::Decision(d) = m.run(plain, &mut dice, &mut NoTrace) {
            let c = Quiet.decide(&d, &m).unwrap_or(NONE_CHOICE);
            m.answer(c);
        }
        let is = measure(&m);
        seen.insert(is);
        assert_eq!(walk.run(seed).expect("it ends"), is, "seed {seed}");
    }
    assert!(seen.len() > 8, "the dice matter: {seen:?}");
    assert!(walk.positions() < 5_000);
}

/// With a memo, positions that differ only in what nobody reads again are one; the odds are those of all of them.
#[test]
fn what_is_forgotten_changes_no_odds() {
    let scene = Scene::new(&ready(), MELEE);
    let memo = Memo::new(&scene.program);
    let game = Game::with(&scene.program, &scene.stage.cast, &memo);
    let plain = Game::new(&scene.program, &scene.stage.cast);
    let mut measure = |m: &Machine| standing(plain, m);
    let found = odds(game, &scene.start(game), &Quiet, &mut measure).expect("it ends");
    let all = odds(plain, &scene.start(plain), &Quiet, &mut measure).expect("it ends");
    assert_eq!(found, all);
    assert!(found.outcomes.len() > 8, "the dice matter: {:?}", found.outcomes);
}

const PICKETS: &str = "situation Road
  board 48\" x 48\"
  Red: One: Band at 24\",4\" facing north
  Blue: Two: Picket at 20\",20\"; Three: Picket at 30\",24\"; Four: Picket at 22\",32\"

test \"march\" in Road
  do Long March of One
";

/// How a run ends whose offers are answered one after another; each position on the way is saved, loaded and forked.
fn marched(game: Game<'_>, start: &Machine, answers: [i64; 3], seen: &mut usize) -> Machine {
    let mut dice = Keyed { seed: 5 };
    let mut m = start.clone();
    let mut left = answers.into_iter();
    while let Stop::Decision(_) = m.run(game, &mut dice, &mut NoTrace) {
        let text = serde_json::to_string(&m).expect("plain data");
        assert!(text.contains("\"trips\":[{"), "a move waits in it");
        let mut loaded: Machine = serde_json::from_str(&text).expect("plain data");
        loaded.world.remark();
        assert_eq!(loaded, m);
        // what is forked off leaves the rest as it was
        let mut other = m.clone();
        other.answer(Choice::of(1));
        let _ = other.run(game, &mut Keyed { seed: 6 }, &mut NoTrace);
        m = loaded;
        m.answer(Choice::of(left.next().unwrap_or(0)));
        *seen += 1;
    }
    m
}

/// A move that is met on its way, saved there and loaded, ends as if untouched: where the hand says.
#[test]
fn a_move_waits_in_plain_data() {
    let ready = Ready::open(&Shelves::default(), "tests/constructs/arrivals.grog").unwrap_or_else(|_| panic!("the pack is sound"));
    let scene = Scene::new(&ready, PICKETS);
    let game = Game::new(&scene.program, &scene.stage.cast);
    let start = scene.start(game);
    let (mut ends, mut seen) = (std::collections::BTreeSet::new(), 0);
    for answers in [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]] {
        let end = marched(game, &start, answers, &mut seen);
        let mut straight = start.clone();
        let mut left = answers.into_iter();
        while let Stop::Decision(_) = straight.run(game, &mut Keyed { seed: 5 }, &mut NoTrace) {
            straight.answer(Choice::of(left.next().unwrap_or(0)));
        }
        assert_eq!(end, straight, "{answers:?}");
        ends.insert(serde_json::to_string(&end.world).expect("plain data"));
    }
    assert!(seen > 8 && ends.len() > 2, "{seen} offers, {} ends", ends.len());
}
