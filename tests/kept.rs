//! What is kept is what would be worked out again: answers, marks, and the positions of a walk.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod scene;

use grognard::cli::game::play;
use grognard::lab::{Policy, Walk};
use grognard::play::{Player, Random};
use grognard::vm::{Game, Keyed, Machine, Memo, NONE_CHOICE, NoTrace, Stop};

use scene::{Quiet, Scene, ready};

fn players(seed: u64) -> [Box<dyn Player>; 2] {
    [Box::new(Random::new(seed)), Box::new(Random::new(seed + 1))]
}

/// One memo serves many games of a table; each ends as it does with a memo of its own, which has seen nothing else.
#[test]
fn a_memo_changes_no_game() {
    let ready = ready();
    let table = ready.table(None, &[]).unwrap_or_else(|_| panic!("legal"));
    let shared = Memo::new(&ready.program);
    for seed in 0..12 {
        let with = play(&ready, &table, &shared, seed, &mut players(seed), None);
        let without = play(&ready, &table, &Memo::off(), seed, &mut players(seed), None);
        assert!(with.fault.is_none(), "{:?}", with.fault);
        assert_eq!(with.record.finish, without.record.finish, "seed {seed}");
        let mut again = with.session.machine.world.clone();
        again.remark();
        assert_eq!(again.marks().of(u32::MAX), with.session.machine.world.marks().of(u32::MAX), "seed {seed}: marks follow each change");
    }
}

const MELEE: &str = "situation Duel
  board 48\" x 48\"
  Red: French Light Infantry, 6 models, Line at 24\",24\" facing north
  Blue: Rifles, 5 models, Line at 24\",24.984\" facing south

test \"bench\" in Duel
  do Melee
";

/// A walk over kept positions rolls the dice of the machine, and comes to the same.
#[test]
fn a_walk_is_the_run_of_the_machine() {
    let scene = Scene::new(&ready(), MELEE);
    let memo = Memo::new(&scene.program);
    let game = Game::with(&scene.program, &scene.stage.cast, &memo);
    let plain = Game::new(&scene.program, &scene.stage.cast);
    let measure = |m: &Machine| {
        let ask = plain.ask(&m.world, 0);
        let standing = |side: i64| i64::try_from(ask.pieces(side).count()).unwrap_or(0);
        standing(1) * 100 + standing(2)
    };
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
