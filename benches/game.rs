//! Whole games, sampled while they are played: how many decisions and dice a game takes, how long it lasts, and which
//! floors of the house the time is spent on: `cargo bench --bench game`.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a benchmark that cannot go on fails")]
#![allow(clippy::cast_precision_loss, reason = "counts of samples, far below 2^52")]

use std::time::{Duration, Instant};

use comfy_table::{Table, presets};
use grognard::Shelves;
use grognard::floors::play::{Greedy, Player, Random};
use grognard::floors::ready::Ready;
use grognard::floors::ready::play;
use grognard::floors::vm::{Event, Memo};
use pprof::{ProfilerGuardBuilder, Report};

/// Samples a second. A prime number, so that nothing regular falls in step with it.
const RATE: i32 = 997;

/// What a function's time is counted as, by where it stands; the first that fits.
const PARTS: &[(&str, &[&str])] = &[
    ("geometry", &["grognard::floors::table::"]),
    (
        "dice",
        &[
            "grognard::floors::dice::",
            "grognard::floors::vm::toss",
            "grognard::floors::vm::throw",
            "grognard::floors::vm::reroll",
            "grognard::floors::vm::draw",
        ],
    ),
    (
        "decisions",
        &[
            "grognard::floors::play::",
            "grognard::floors::vm::choose",
            "grognard::floors::vm::decide",
            "grognard::floors::vm::motion",
            "grognard::floors::vm::way",
        ],
    ),
    ("rules", &["grognard::floors::vm::"]),
];

fn main() {
    // `cargo test` runs benches too, to see that they build
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    for pack in ["rules/chosen-men", "rules/one-page-d10"] {
        let ready = Ready::open(&Shelves::default(), pack).unwrap_or_else(|_| panic!("{pack} is sound"));
        measure(&ready, "two random players", Duration::from_secs(5), |n| [Box::new(Random::new(n)), Box::new(Random::new(n + 1000))]);
        measure(&ready, "two greedy players", Duration::from_secs(10), |n| [Box::new(Greedy::new(n)), Box::new(Greedy::new(n + 1000))]);
    }
}

/// Plays games for some time and says where it went.
fn measure(ready: &Ready, who: &str, time: Duration, players: impl Fn(u64) -> [Box<dyn Player>; 2]) {
    let table = ready.table(None, &[]).unwrap_or_else(|_| panic!("the rosters are legal"));
    let memo = Memo::new(ready.program());
    let sampler = ProfilerGuardBuilder::default().frequency(RATE).blocklist(&["libc", "libgcc", "pthread", "vdso"]).build();
    let sampler = sampler.unwrap_or_else(|e| panic!("no sampler: {e}"));
    let begun = Instant::now();
    let (mut games, mut answers) = (0u32, 0);
    while begun.elapsed() < time {
        let played = play(ready, &table, &memo, u64::from(games), &mut players(u64::from(games)));
        answers += played.record.answers.len();
        games += 1;
    }
    let spent = begun.elapsed();
    let report = sampler.report().build().unwrap_or_else(|e| panic!("no report: {e}"));
    drop(sampler);
    // told games are slower, so their dice are counted apart
    let mut dice = 0;
    let mut count = |e: &Event| {
        if let Event::Rolled { faces, .. } = e {
            dice += faces.len();
        }
    };
    play(ready, &table, &memo, 0, &mut players(0), Some(&mut count));
    println!("\n{}, {who}: {games} games, {:.2} ms each", ready.loaded.name, spent.as_secs_f64() * 1000.0 / f64::from(games));
    println!("decisions in a game: {}; dice in the first: {dice}", answers / games as usize);
    println!("{}", shares(&report));
}

/// The share of samples by part.
fn shares(report: &Report) -> Table {
    let mut by = vec![0; PARTS.len() + 1];
    for (frames, n) in &report.data {
        let mut names = frames.frames.iter().flatten().map(pprof::Symbol::name);
        // innermost first: a measure taken for a decision is geometry
        let part = names.find_map(|name| PARTS.iter().position(|(_, places)| places.iter().any(|p| name.contains(p))));
        by[part.unwrap_or(PARTS.len())] += n;
    }
    let all = by.iter().sum::<isize>().max(1);
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    for (n, name) in by.iter().zip(PARTS.iter().map(|p| p.0).chain(["else"])) {
        table.add_row([name.to_owned(), format!("{:.1}%", *n as f64 * 100.0 / all as f64)]);
    }
    table
}
