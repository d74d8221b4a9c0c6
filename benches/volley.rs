//! The cost of a volley from rule text, beside one written by hand in the same run. `cargo bench`.

use divan::{Bencher, black_box};
use grognard::cli::Common;
use grognard::cli::ready::Ready;
use grognard::graph::{Snippet, snippet};
use grognard::source::Files;
use grognard::syntax::{self, Rule};
use grognard::trial::{Trial, distribution, stage};
use grognard::vm::{Game, Keyed, Machine, NONE_CHOICE, NoTrace, Stop, World};

fn main() {
    divan::main();
}

const TEXT: &str = "situation Bench
  board 48\" x 48\"
  Red: Rifles, 10 models at 24\",10\"
  Blue: French Light Infantry, 10 models at 24\",20\"

test \"bench\" in Bench
  expect chance 1 of hits in Volley by Red at Blue with Rifle
";

struct Set {
    ready: Ready,
    files: Files,
}

fn set() -> Set {
    let ready = Ready::open(&Common::default(), "rules/chosen-men").unwrap_or_else(|_| panic!("the pack is sound"));
    let files = ready.loaded.files.clone();
    Set { ready, files }
}

/// A volley of ten rifles from rule text: hits, saves, damage, on the machine with keyed dice.
#[divan::bench]
fn volley_from_rules(bencher: Bencher<'_, '_>) {
    let mut s = set();
    let id = s.files.add("bench", TEXT);
    let (declarations, _) = syntax::parse(&s.files, id);
    let trial = Trial { files: &s.files, program: &s.ready.program, entries: &s.ready.entries, declarations: &declarations };
    let situation = declarations.iter().find(|d| d.head.rule == Rule::situation_d).expect("a situation");
    let stage = stage(&trial, situation).unwrap_or_else(|e| panic!("{}", e.1));
    let mut call = None;
    declarations[1].body[0].parts[0].walk(&mut |n| {
        if n.rule == Rule::do_st {
            call = Some(n.clone());
        }
    });
    let call = call.expect("a call");
    let (program, proc, _) = snippet(&s.files, s.ready.program.clone(), &stage.known, Snippet::One(&call));
    let game = Game { program: &program, cast: &stage.cast };
    let start = Machine::start(game, stage.world.clone(), proc, &[], 0);
    let mut seed = 0;
    bencher.bench_local(move || {
        seed += 1;
        let mut m = start.clone();
        let mut dice = Keyed { seed };
        while let Stop::Decision(_) = m.run(game, &mut dice, &mut NoTrace) {
            m.answer(NONE_CHOICE);
        }
        black_box(m.result)
    });
}

/// The same volley by hand, a die at a time, with xoshiro256++.
#[divan::bench]
fn volley_by_hand(bencher: Bencher<'_, '_>) {
    let mut state = [1u64, 2, 3, 4];
    bencher.bench_local(move || {
        let mut die = || {
            let result = state[0].wrapping_add(state[3]).rotate_left(23).wrapping_add(state[0]);
            let t = state[1] << 17;
            state[2] ^= state[0];
            state[3] ^= state[1];
            state[1] ^= state[2];
            state[0] ^= state[3];
            state[2] ^= t;
            state[3] = state[3].rotate_left(45);
            (((result >> 32) * 6) >> 32) as u32 + 1
        };
        let hits = (0..10).filter(|_| die() >= 4).count();
        let damage = (0..hits).filter(|_| die() >= 3).count();
        black_box(damage)
    });
}

/// Copying a whole game.
#[divan::bench]
fn clone_a_game(bencher: Bencher<'_, '_>) {
    let s = set();
    let table = s.ready.table(None, &[]).unwrap_or_else(|_| panic!("legal"));
    let world: World = table.world;
    bencher.bench_local(move || black_box(world.clone()));
}

/// Reading and checking the pack from cold.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn check_the_pack() -> usize {
    set().ready.program.exs.len()
}

/// Exact odds of the volley.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn exact_volley(bencher: Bencher<'_, '_>) {
    let mut s = set();
    let id = s.files.add("bench", TEXT);
    let (declarations, _) = syntax::parse(&s.files, id);
    bencher.bench_local(move || {
        let trial = Trial { files: &s.files, program: &s.ready.program, entries: &s.ready.entries, declarations: &declarations };
        black_box(distribution(&trial, &declarations[1], 0, 1).map_or(0, |d| d.0.outcomes.len()))
    });
}
