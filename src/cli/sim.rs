//! `sim`: many games on all cores.

use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ParallelProgressIterator as _, ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;

use super::game;
use super::players::{self, Who, player};
use super::ready::Ready;
use super::{Common, Exit, out};
use crate::packs::Scope;
use crate::stats::{Mean, Proportion};
use crate::vm::{Game, Memo};

/// Play many games and count
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The pack; without it the first there is
    #[arg(default_value = "", hide_default_value = true, value_name = "PACK")]
    pack: String,
    /// How many games
    #[arg(long, short, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The scenario, by name; without it the pack's first
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// A roster for each side, by path or name
    #[arg(long, num_args = 1..=2, value_name = "ROSTER")]
    rosters: Vec<String>,
    /// The seed of the first game; the next has the next
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Who plays the first side
    #[arg(long, value_enum, default_value_t = Who::Random)]
    first: Who,
    /// Who plays the second side
    #[arg(long, value_enum, default_value_t = Who::Random)]
    second: Who,
    /// A script in rhai that decides for a side
    #[arg(long, value_name = "FILE")]
    doctrine: Option<String>,
    /// Let the players change sides every other game, and count by player
    #[arg(long)]
    swap: bool,
}

#[derive(Serialize)]
struct Counted {
    games: u64,
    first_wins: u64,
    second_wins: u64,
    draws: u64,
    faults: Vec<String>,
    first_share: f64,
    interval: Option<(f64, f64)>,
    mean_points: [f64; 2],
}

struct One {
    winner: Option<u8>,
    points: [i64; 2],
    fault: Option<String>,
    /// What went wrong with who decided.
    astray: Option<String>,
}

/// Does it.
#[must_use]
pub fn run(args: &Args, common: &Common) -> Exit {
    if [args.first, args.second].contains(&Who::Human) {
        out::complain("nobody is asked in many games: let `--first` and `--second` be another player, or `play` one game");
        return Exit::Misused;
    }
    let script = match players::script(args.doctrine.as_deref(), [args.first, args.second]) {
        Ok(s) => s,
        Err(e) => return e,
    };
    let ready = match Ready::open(&common.reading(Scope::Rules), &args.pack) {
        Ok(r) => r,
        Err(e) => return e,
    };
    let papers = match ready.papers(&args.rosters) {
        Ok(p) => p,
        Err(e) => return e,
    };
    // the same rules as `play` has for these rosters, and so the same games
    let ready = ready.fielding(&papers);
    let table = match ready.scenario(args.scenario.as_deref()).and_then(|s| ready.table_of(s, papers)) {
        Ok(t) => t,
        Err(e) => return e,
    };
    let bar = ProgressBar::new(args.games).with_style(ProgressStyle::default_bar());
    let stop = AtomicBool::new(false);
    let all: Vec<One> = (0..args.games)
        .into_par_iter()
        .progress_with(bar)
        .map_init(
            || Memo::new(ready.program()),
            |memo, n| {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                let seed = args.seed.wrapping_add(n);
                let turned = args.swap && n % 2 == 1;
                let (a, b) = if turned { (args.second, args.first) } else { (args.first, args.second) };
                let mut players = [player(a, seed.wrapping_mul(2), &script), player(b, seed.wrapping_mul(2).wrapping_add(1), &script)];
                let played = game::play(&ready, &table, memo, seed, &mut players, None);
                let g = Game::new(ready.program(), &table.cast);
                let mut points = game::points(g, &played.session);
                let mut winner = played.record.finish.as_ref().and_then(|f| f.winner);
                if turned {
                    points.reverse();
                    winner = winner.map(|w| 3 - w);
                }
                let told = |f: String| format!("seed {seed}: {f}");
                Some(One { winner, points, fault: played.fault.map(told), astray: players::astray(&players).map(told) })
            },
        )
        .flatten()
        .collect();
    report(&all, common.json)
}

fn report(all: &[One], json: bool) -> Exit {
    let count = |w: Option<u8>| u64::try_from(all.iter().filter(|o| o.fault.is_none() && o.winner == w).count()).unwrap_or(0);
    let (first, second, draws) = (count(Some(1)), count(Some(2)), count(None));
    let share = Proportion::new(first, second + draws);
    let interval = share.wilson(0.95).map(|i| (i.low, i.high));
    let mean = |side: usize| {
        let mut m = Mean::default();
        for o in all {
            #[allow(clippy::cast_precision_loss)] // points are small
            m.observe(o.points.get(side).copied().unwrap_or(0) as f64);
        }
        m.estimate().unwrap_or(0.0)
    };
    let faults: Vec<String> = all.iter().filter_map(|o| o.fault.clone()).collect();
    let counted = Counted {
        games: u64::try_from(all.len()).unwrap_or(0),
        first_wins: first,
        second_wins: second,
        draws,
        first_share: share.estimate().unwrap_or(0.0),
        interval,
        mean_points: [mean(0), mean(1)],
        faults,
    };
    if json {
        out::json(&counted);
    } else {
        let (low, high) = counted.interval.unwrap_or((0.0, 1.0));
        out::say(format!(
            "{} games: first wins {first}, second wins {second}, draws {draws}\nfirst wins {:.1}% (95%: {:.1}% to {:.1}%)\npoints on average: {:.2} and {:.2}",
            counted.games,
            counted.first_share * 100.0,
            low * 100.0,
            high * 100.0,
            counted.mean_points[0],
            counted.mean_points[1]
        ));
        counted.faults.iter().for_each(out::say);
    }
    // the first stands for all: the script is the same
    let astray: Vec<&String> = all.iter().filter_map(|o| o.astray.as_ref()).collect();
    if let Some(first) = astray.first() {
        out::complain(format!("in {} of {}, first with {first}", astray.len(), out::many(all.len(), "game")));
    }
    if counted.faults.is_empty() && astray.is_empty() { Exit::Well } else { Exit::Fails }
}
