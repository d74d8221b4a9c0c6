//! What chance costs from rule text, beside the same by hand, in one run: `cargo bench`.
//!
//! `kept` walks over positions that are worked out once; `machine` runs every instruction each time. Both roll the dice
//! of the game: keyed, each a function of the seed and of where in the game it falls.

#![allow(clippy::expect_used, clippy::panic, reason = "a benchmark that cannot go on fails")]

mod by_hand;
#[path = "../tests/scene/mod.rs"]
mod scene;

use divan::{Bencher, black_box};
use grognard::floors::lab::{Policy, Walk, odds};
use grognard::floors::vm::{Game, Keyed, Memo, NONE_CHOICE, NoTrace, Stop};

use by_hand::{VOLLEY, Xoshiro, melee, round, row, volley};
use scene::{Quiet, Scene, ready};

fn main() {
    divan::main();
}

fn kept(bencher: Bencher<'_, '_>, text: &str) {
    let scene = Scene::new(&ready(), text);
    let memo = Memo::new(&scene.program);
    let game = Game::with(&scene.program, &scene.stage.cast, &memo);
    let mut walk = Walk::new(game, scene.start(game), Quiet, |m| m.result).expect("it ends");
    let mut seed = 0;
    for n in 0..20_000 {
        walk.run(n).expect("it ends");
    }
    bencher.bench_local(move || {
        seed += 1;
        black_box(walk.run(seed).unwrap_or(0))
    });
}

fn machine(bencher: Bencher<'_, '_>, text: &str, memo: bool) {
    let scene = Scene::new(&ready(), text);
    let memo = memo.then(|| Memo::new(&scene.program));
    let game = Game { memo: memo.as_ref(), ..Game::new(&scene.program, &scene.stage.cast) };
    let start = scene.start(game);
    let mut m = start.clone();
    let mut seed = 0;
    bencher.bench_local(move || {
        seed += 1;
        m.clone_from(&start);
        let mut dice = Keyed { seed };
        while let Stop::Decision(d) = m.run(game, &mut dice, &mut NoTrace) {
            let c = Quiet.decide(&d, &m).unwrap_or(NONE_CHOICE);
            m.answer(c);
        }
        black_box(m.result)
    });
}

#[divan::bench]
fn volley_kept(bencher: Bencher<'_, '_>) {
    kept(bencher, VOLLEY);
}

#[divan::bench]
fn volley_machine(bencher: Bencher<'_, '_>) {
    machine(bencher, VOLLEY, true);
}

#[divan::bench]
fn volley_machine_without_memo(bencher: Bencher<'_, '_>) {
    machine(bencher, VOLLEY, false);
}

#[divan::bench]
fn melee_kept(bencher: Bencher<'_, '_>) {
    kept(bencher, &melee(10));
}

#[divan::bench]
fn melee_machine(bencher: Bencher<'_, '_>) {
    machine(bencher, &melee(10), true);
}

#[divan::bench]
fn melee_machine_without_memo(bencher: Bencher<'_, '_>) {
    machine(bencher, &melee(10), false);
}

#[divan::bench]
fn volley_by_hand(bencher: Bencher<'_, '_>) {
    let mut dice = Xoshiro([1, 2, 3, 4]);
    let (men, foes) = (row(10_000), row(20_000));
    bencher.bench_local(move || black_box(volley(black_box(&men), black_box(&foes), &mut dice)));
}

/// The dice of the volley alone, sixteen bits each, four from a word.
#[divan::bench]
fn volley_dice_tuned(bencher: Bencher<'_, '_>) {
    let mut dice = Xoshiro([1, 2, 3, 4]);
    let mut count = move |n: u32, need: u64| {
        let (mut left, mut word, mut hits) = (0, 0u64, 0);
        for _ in 0..n {
            if left == 0 {
                word = dice.next();
                left = 4;
            }
            hits += u32::from((((word & 0xFFFF) * 6) >> 16) + 1 >= need);
            word >>= 16;
            left -= 1;
        }
        hits
    };
    bencher.bench_local(move || {
        let hits = count(black_box(10), black_box(4));
        black_box(count(hits, black_box(3)))
    });
}

#[divan::bench]
fn melee_by_hand(bencher: Bencher<'_, '_>) {
    let mut dice = Xoshiro([1, 2, 3, 4]);
    let (red, blue) = (row(24_000), row(24_984));
    bencher.bench_local(move || {
        let (mut r, mut b) = (black_box(red), black_box(blue));
        black_box(round(&mut r, &mut b, &mut dice))
    });
}

/// Exact odds of the volley, from nothing kept.
#[divan::bench]
fn exact_volley(bencher: Bencher<'_, '_>) {
    let scene = Scene::new(&ready(), VOLLEY);
    let memo = Memo::new(&scene.program);
    let game = Game::with(&scene.program, &scene.stage.cast, &memo);
    let start = scene.start(game);
    bencher.bench_local(move || {
        let found = odds(game, &start, &Quiet, &mut |m| m.result);
        black_box(found.map_or(0, |o| o.outcomes.len()))
    });
}

/// The dice of the volley alone, one at a time, its numbers given.
#[divan::bench]
fn volley_dice_by_hand(bencher: Bencher<'_, '_>) {
    let mut dice = Xoshiro([1, 2, 3, 4]);
    bencher.bench_local(move || {
        let hits = (0..black_box(10)).filter(|_| dice.d6() >= black_box(4)).count();
        black_box((0..hits).filter(|_| dice.d6() >= black_box(3)).count())
    });
}

/// Copying a whole game, and setting one back.
#[divan::bench]
fn clone_a_game(bencher: Bencher<'_, '_>) {
    let ready = ready();
    let table = ready.table(None, &[]).unwrap_or_else(|_| panic!("legal"));
    bencher.bench_local(move || black_box(table.world.clone()));
}

#[divan::bench]
fn set_a_game_back(bencher: Bencher<'_, '_>) {
    let ready = ready();
    let table = ready.table(None, &[]).unwrap_or_else(|_| panic!("legal"));
    let mut world = table.world.clone();
    bencher.bench_local(move || {
        world.clone_from(&table.world);
        black_box(world.turn())
    });
}

/// Saving a whole game as text.
#[divan::bench]
fn save_a_game(bencher: Bencher<'_, '_>) {
    let ready = ready();
    let table = ready.table(None, &[]).unwrap_or_else(|_| panic!("legal"));
    println!("a saved position: {} bytes", serde_json::to_string(&table.world).map_or(0, |s| s.len()));
    bencher.bench_local(move || black_box(serde_json::to_string(&table.world).map_or(0, |s| s.len())));
}

/// Reading and checking the pack from cold.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn check_the_pack() -> usize {
    ready().program().exs.len()
}
