//! What is asked of speed and size, measured and held against its bounds: `cargo bench --bench yardstick`. The last of all
//! benchmarks, and the table that it ends in says which bound is missed.
//!
//! Times are ratios of one run, so that they mean the same on any machine. Whole games are measured by a volley written by hand, and
//! told as a share of what they took, by the same measure, at commit 165ba74.

#![allow(clippy::expect_used, clippy::panic, reason = "a benchmark that cannot go on fails")]
#![allow(clippy::cast_precision_loss, reason = "nanoseconds and bytes, far below 2^52")]

mod by_hand;
#[path = "../tests/scene/mod.rs"]
mod scene;

use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use comfy_table::{Cell, CellAlignment, Table, presets};
use grognard::Shelves;
use grognard::floors::lab::odds;
use grognard::floors::play::{Greedy, Player, Random};
use grognard::floors::ready::{Ready, play};
use grognard::floors::vm::{Game, Keyed, Memo, NONE_CHOICE, NoTrace, Stop};

use by_hand::{VOLLEY, Xoshiro, melee, round, row, volley};
use scene::{Quiet, Scene, ready};

/// As the program has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A game at commit 165ba74, by how many volleys by hand (0.15 us on that machine) fit into its time: 24 ms, 37 ms, and 3 s where
/// players were greedy. Of the one page no figure was kept.
struct Then {
    pack: &'static str,
    /// Of two random players.
    random: f64,
    /// The share of it that a game may take.
    share: f64,
}

static THEN: [Then; 2] = [
    Then { pack: "rules/chosen-men", random: 160_000.0, share: 1.0 / 8.0 },
    Then { pack: "rules/expanded-d10", random: 247_000.0, share: 1.0 / 6.0 },
];
/// A game of two greedy players of Chosen Men then, by the same measure, and the share of it that one may take.
const GREEDY_THEN: (f64, f64) = (20_000_000.0, 1.0 / 12.0);

fn main() {
    // `cargo test` runs benches too, to see that they build
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let rows: Vec<Row> = measures().into_iter().filter(|m| wanted.iter().all(|w| m.what.contains(w))).map(Measure::row).collect();
    println!("{}", table(&rows));
    let missed = rows.iter().filter(|r| r.is > r.most).count();
    println!("{missed} of {} are missed", rows.len());
}

/// What is measured, and how.
struct Measure {
    what: String,
    most: f64,
    unit: &'static str,
    by: Box<dyn Fn() -> f64>,
}

impl Measure {
    fn new(what: &str, most: f64, unit: &'static str, by: impl Fn() -> f64 + 'static) -> Self {
        Self { what: what.to_owned(), most, unit, by: Box::new(by) }
    }

    fn row(self) -> Row {
        Row { what: self.what, is: (self.by)(), most: self.most, unit: self.unit }
    }
}

/// All that there is; only those of which the name holds the words behind `--` are measured.
fn measures() -> Vec<Measure> {
    let random = |then: &'static Then| {
        let name = then.pack.trim_start_matches("rules/");
        let players = |n| -> [Box<dyn Player>; 2] { [Box::new(Random::new(n)), Box::new(Random::new(n + 1000))] };
        let by = move || game(then.pack, 40, &players) / by_the_volley() / then.random;
        Measure::new(&format!("random game, {name}, of what it took"), then.share, "", by)
    };
    let greedy = || {
        let players = |n| -> [Box<dyn Player>; 2] { [Box::new(Greedy::new(n)), Box::new(Greedy::new(n + 1000))] };
        game("rules/chosen-men", 3, &players) / by_the_volley() / GREEDY_THEN.0
    };
    THEN.iter()
        .map(random)
        .chain([
            Measure::new("greedy game, chosen-men, of what it took", GREEDY_THEN.1, "", greedy),
            Measure::new("volley on the machine / by hand", 3.0, "", || machine(VOLLEY) / by_the_volley()),
            Measure::new("melee round on the machine / by hand", 10.0, "", || machine(&melee(10)) / by_the_round()),
            Measure::new("a running game set back", 100.0, "ns", set_back),
            Measure::new("saved position", 4096.0, "bytes", saved),
            Measure::new("volley, exact", 14.6, "us", || exact(VOLLEY, 2000) / 1e3),
            Measure::new("melee of twenty against twenty, exact", 200.0, "ms", || exact(&melee(20), 1) / 1e6),
            Measure::new("sim, one thread / two", -1.9, "", || -threads()),
        ])
        .collect()
}

/// Something measured, and the most that it may be. What may be no less stands below zero.
struct Row {
    what: String,
    is: f64,
    most: f64,
    unit: &'static str,
}

fn table(rows: &[Row]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["", "now", "bound", ""]);
    for r in rows {
        let bound = format!("{} {}", if r.most < 0.0 { "at least" } else { "at most" }, figure(r.most));
        let held = if r.is <= r.most { "held" } else { "missed" };
        let now = format!("{} {}", figure(r.is), r.unit);
        table.add_row([Cell::new(&r.what), Cell::new(now).set_alignment(CellAlignment::Right), Cell::new(bound), Cell::new(held)]);
    }
    table
}

fn figure(n: f64) -> String {
    let n = n.abs();
    if n >= 100.0 { format!("{n:.0}") } else { format!("{n:.3}") }
}

/// The fastest of some runs of so many calls, in nanoseconds a call.
fn fastest(calls: u32, mut f: impl FnMut()) -> f64 {
    let mut run = || {
        let begun = Instant::now();
        (0..calls).for_each(|_| f());
        begun.elapsed()
    };
    let best = (0..7).map(|_| run()).min().unwrap_or_default();
    best.as_nanos() as f64 / f64::from(calls)
}

fn by_the_volley() -> f64 {
    let mut dice = Xoshiro([1, 2, 3, 4]);
    let (men, foes) = (row(10_000), row(20_000));
    fastest(200_000, || {
        black_box(volley(black_box(&men), black_box(&foes), &mut dice));
    })
}

fn by_the_round() -> f64 {
    let mut dice = Xoshiro([1, 2, 3, 4]);
    let (red, blue) = (row(24_000), row(24_984));
    fastest(50_000, || {
        let (mut r, mut b) = (black_box(red), black_box(blue));
        black_box(round(&mut r, &mut b, &mut dice));
    })
}

/// Games of two players, in nanoseconds each: the fastest of three runs.
fn game(pack: &str, games: u32, players: &dyn Fn(u64) -> [Box<dyn Player>; 2]) -> f64 {
    let ready = Ready::open(&Shelves::default(), pack).unwrap_or_else(|_| panic!("{pack} is sound"));
    let table = ready.table(None, &[]).unwrap_or_else(|_| panic!("the rosters are legal"));
    let memo = Memo::new(ready.program());
    let run = || {
        let begun = Instant::now();
        for n in 0..u64::from(games) {
            black_box(play(&ready, &table, &memo, n, &mut players(n)));
        }
        begun.elapsed()
    };
    let best = (0..3).map(|_| run()).min().unwrap_or_default();
    best.as_nanos() as f64 / f64::from(games)
}

/// What is done in a scene, run over and over with other dice.
fn machine(text: &str) -> f64 {
    let scene = Scene::new(&ready(), text);
    let memo = Memo::new(&scene.program);
    let game = Game::with(&scene.program, &scene.stage.cast, &memo);
    let start = scene.start(game);
    let (mut m, mut seed) = (start.clone(), 0);
    fastest(5_000, || {
        seed += 1;
        m.clone_from(&start);
        let mut dice = Keyed { seed };
        while let Stop::Decision(d) = m.run(game, &mut dice, &mut NoTrace) {
            m.answer(d.options.first().copied().unwrap_or(NONE_CHOICE));
        }
        black_box(m.result);
    })
}

fn set_back() -> f64 {
    let ready = ready();
    let table = ready.table(None, &[]).unwrap_or_else(|_| panic!("the rosters are legal"));
    let mut world = table.world.clone();
    let other = {
        let mut w = table.world.clone();
        w.set_live(1, false);
        w
    };
    // to another position and back: the same one again would be seen to be the same
    fastest(100_000, || {
        world.clone_from(black_box(&other));
        world.clone_from(black_box(&table.world));
    }) / 2.0
}

fn saved() -> f64 {
    let ready = ready();
    let table = ready.table(None, &[]).unwrap_or_else(|_| panic!("the rosters are legal"));
    serde_json::to_string(&table.world).map_or(0, |s| s.len()) as f64
}

/// The exact odds of a scene, from nothing kept, in nanoseconds.
fn exact(text: &str, calls: u32) -> f64 {
    let scene = Scene::new(&ready(), text);
    let memo = Memo::new(&scene.program);
    let game = Game::with(&scene.program, &scene.stage.cast, &memo);
    let start = scene.start(game);
    fastest(calls, || {
        black_box(odds(game, &start, &Quiet, &mut |m| m.result).map_or(0, |o| o.outcomes.len()));
    })
}

/// How many times as fast many games are on two threads as on one.
fn threads() -> f64 {
    let sim = |threads: &str, games: &str| -> Duration {
        let run = || {
            let begun = Instant::now();
            let ran = Command::new(env!("CARGO_BIN_EXE_grognard"))
                .args(["sim", "chosen-men", "--games", games])
                .env("RAYON_NUM_THREADS", threads)
                .stdout(Stdio::null())
                .status();
            assert!(ran.is_ok_and(|s| s.success()), "sim runs");
            begun.elapsed()
        };
        (0..3).map(|_| run()).min().unwrap_or_default()
    };
    // less the time to load the pack, which many threads share too
    let games = |threads: &str| sim(threads, "400").saturating_sub(sim(threads, "1"));
    let (one, two) = (games("1"), games("2"));
    one.as_secs_f64() / two.as_secs_f64()
}
