//! What chance costs from rule text, beside the same by hand, in one run: `cargo bench`.
//!
//! `kept` walks over positions that are worked out once; `machine` runs every instruction each time. Both roll the dice
//! of the game: keyed, each a function of the seed and of where in the game it falls.

#![allow(clippy::expect_used, clippy::panic, reason = "a benchmark that cannot go on fails")]

#[path = "../tests/scene/mod.rs"]
mod scene;

use divan::{Bencher, black_box};
use grognard::floors::lab::{Policy, Walk, odds};
use grognard::floors::vm::{Game, Keyed, Memo, NONE_CHOICE, NoTrace, Stop};

use scene::{Quiet, Scene, ready};

fn main() {
    divan::main();
}

const VOLLEY: &str = "situation Bench
  board 48\" x 48\"
  Red: Rifles, 10 models at 24\",10\"
  Blue: French Light Infantry, 10 models at 24\",20\"

test \"bench\" in Bench
  do Volley by Red at Blue with Rifle
";

const MELEE: &str = "situation Bench
  board 48\" x 48\"
  Red: French Light Infantry, 10 models, Line at 24\",24\" facing north
  Blue: Rifles, 10 models, Line at 24\",24.984\" facing south

test \"bench\" in Bench
  do Melee
";

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
    kept(bencher, MELEE);
}

#[divan::bench]
fn melee_machine(bencher: Bencher<'_, '_>) {
    machine(bencher, MELEE, true);
}

#[divan::bench]
fn melee_machine_without_memo(bencher: Bencher<'_, '_>) {
    machine(bencher, MELEE, false);
}

/// xoshiro256++ by Blackman and Vigna, as its authors give it.
struct Xoshiro([u64; 4]);

impl Xoshiro {
    fn next(&mut self) -> u64 {
        let s = &mut self.0;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    fn d6(&mut self) -> u32 {
        (((self.next() >> 32) * 6) >> 32) as u32 + 1
    }
}

/// One man of a volley by hand.
#[derive(Clone, Copy)]
struct Man {
    x: i64,
    y: i64,
    up: bool,
}

fn row(y: i64) -> [Man; 10] {
    let mut x = 23_000;
    std::array::from_fn(|_| {
        x += 1_000;
        Man { x, y, up: true }
    })
}

fn gap(a: Man, b: Man) -> i64 {
    ((a.x - b.x).pow(2) + (a.y - b.y).pow(2)).isqrt() - 984
}

/// The volley by hand: who is in reach, what is needed, and then a die at a time.
fn volley(men: &[Man; 10], foes: &[Man; 10], dice: &mut Xoshiro) -> u32 {
    let far = foes.iter().filter(|f| f.up).map(|f| gap(men[0], *f)).min().unwrap_or(i64::MAX);
    let shots = if far <= 18_000 { men.iter().filter(|m| m.up).count() } else { 0 };
    let hard = far > 9_000;
    let need = 4 + u32::from(hard);
    let mut hits = 0;
    for _ in 0..shots {
        let d = dice.d6();
        if d == 6 || (d != 1 && d >= need) {
            hits += 1;
        }
    }
    let mut damage = 0;
    for _ in 0..hits {
        let d = dice.d6();
        if d == 6 || (d != 1 && d >= 3) {
            damage += 1;
        }
    }
    damage
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

/// A round of melee by hand: who touches whom, blows in turn, the score, the beaten's check and the dice of the flight.
fn round(red: &mut [Man; 10], blue: &mut [Man; 10], dice: &mut Xoshiro) -> (i32, bool, u32) {
    let mut tally = [0i32; 2];
    for (turn, felled) in tally.iter_mut().enumerate() {
        let (us, them) = if turn == 0 { (&*red, &mut *blue) } else { (&*blue, &mut *red) };
        let touching = us.iter().filter(|m| m.up && them.iter().any(|f| f.up && gap(**m, *f) <= 10)).count();
        let spare = us.iter().filter(|m| m.up).count() - touching;
        let mut hits = 0;
        for _ in 0..touching + spare / 3 {
            let d = dice.d6();
            if d == 6 || (d != 1 && d >= 4) {
                hits += 1;
            }
        }
        for _ in 0..hits {
            let d = dice.d6();
            if d == 6 || (d != 1 && d >= 3) {
                if let Some(m) = them.iter_mut().rev().find(|m| m.up) {
                    m.up = false;
                    *felled += 1;
                }
            }
        }
    }
    let heads = |side: &[Man; 10]| side.iter().filter(|m| m.up).count();
    let (r, b) = (heads(red), heads(blue));
    let ours = tally[0] + i32::from(r >= 2 * b);
    let theirs = tally[1] + i32::from(b >= 2 * r);
    let mut run = 0;
    let mut fails = false;
    if ours != theirs && r > 0 && b > 0 {
        let d = dice.d6().cast_signed();
        fails = d == 1 || (d != 6 && d + 3 - (ours - theirs).abs() < 7);
        if fails {
            run = dice.d6() + dice.d6();
        }
    }
    (ours - theirs, fails, run)
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
