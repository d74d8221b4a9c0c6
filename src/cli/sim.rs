//! `sim`: many games on all cores.

use grognard::{Player, Refused, Scope, Series, Totals, Watched};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::players::{self, Who, player};
use super::{Common, Exit, out};

/// Play many games and count
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The pack; without it the first there is
    #[arg(default_value = "", hide_default_value = true, value_name = "PACK")]
    pack: String,
    /// How many games
    #[arg(long, short, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The scenario, by name; without it the pack's plainest: the one with the fewest rules
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
    /// Look at each decision whether the pack's `always` lines hold, and that no bases overlap or stand off the board
    #[arg(long)]
    always: bool,
    /// Count how often each rule took part
    #[arg(long)]
    rules: bool,
    /// Let the players change sides every other game, and count by player
    #[arg(long)]
    swap: bool,
}

/// Does it.
pub fn run(args: &Args, common: &Common) -> Exit {
    if [args.first, args.second].contains(&Who::Human) {
        out::complain("nobody is asked in many games: let `--first` and `--second` be another player, or `play` one game");
        return Exit::Misused;
    }
    match play(args, common) {
        Ok((fielded, totals)) => report(&fielded, &totals, common.json),
        Err(exit) => exit,
    }
}

/// What was played.
#[derive(Serialize)]
struct Fielded {
    scenario: String,
    sides: [String; 2],
    rosters: [String; 2],
}

/// The same with what it came to.
#[derive(Serialize)]
struct Played<'a> {
    #[serde(flatten)]
    fielded: &'a Fielded,
    #[serde(flatten)]
    totals: &'a Totals,
}

fn play(args: &Args, common: &Common) -> Result<(Fielded, Totals), Exit> {
    let script = players::script(args.doctrine.as_deref(), [args.first, args.second])?;
    let draft = common.draft(&args.pack, Scope::Rules);
    let refused = |why: Refused| common.refused(&why);
    let papers = draft.papers(&args.rosters).map_err(refused)?;
    // the same rules as `play` has for these rosters, and so the same games
    let pack = draft.ready_for(&papers).map_err(refused)?;
    let rosters = papers.each_ref().map(|p| p.path.clone());
    let table = pack.table(args.scenario.as_deref(), papers).map_err(refused)?;
    let bar = ProgressBar::new(args.games).with_style(ProgressStyle::default_bar());
    let who = |which: usize| if which == 0 { args.first } else { args.second };
    let players = |which: usize, seed: u64| player(who(which), seed, &script).unwrap_or_else(|| Player::random(seed));
    let series = Series {
        games: args.games,
        seed: args.seed,
        swap: args.swap,
        watched: Watched { always: args.always, rules: args.rules },
        players: &players,
    };
    let totals = table.play_many(&series, &|| bar.inc(1));
    bar.finish();
    Ok((Fielded { scenario: table.scenario().to_owned(), sides: table.sides(), rosters }, totals))
}

fn report(fielded: &Fielded, totals: &Totals, json: bool) -> Exit {
    if json {
        out::json(&Played { fielded, totals });
    } else {
        let ([a, b], [from, other]) = (&fielded.sides, &fielded.rosters);
        out::say(format!("{}: {a} ({from}) against {b} ({other})", fielded.scenario));
        let (low, high) = totals.interval.unwrap_or((0.0, 1.0));
        let [first, second] = totals.mean_points;
        out::say(format!(
            "{} games: first wins {}, second wins {}, draws {}\nfirst wins {:.1}% (95%: {:.1}% to {:.1}%)\npoints on average: {first:.2} and {second:.2}",
            totals.games,
            totals.first_wins,
            totals.second_wins,
            totals.draws,
            totals.first_share * 100.0,
            low * 100.0,
            high * 100.0,
        ));
        totals.faults.iter().for_each(out::say);
        took_part(totals);
    }
    // the first stands for all: the script is the same
    if let Some(first) = totals.astray.first() {
        let games = out::many(usize::try_from(totals.games).unwrap_or(usize::MAX), "game");
        out::complain(format!("in {} of {games}, first with {first}", totals.astray.len()));
    }
    if totals.faults.is_empty() && totals.astray.is_empty() { Exit::Well } else { Exit::Fails }
}

/// Which rules took part, and the actions and carried rules that never did.
fn took_part(totals: &Totals) {
    if totals.rules.is_empty() {
        return;
    }
    let mut table = out::table(out::terminal(), &["times", "games", "rule"]);
    // a step is called `Procedure.step`, and counts with its procedure
    for part in totals.rules.iter().filter(|part| part.times > 0 && !part.name.contains('.')) {
        table.add_row([part.times.to_string(), part.games.to_string(), part.name.clone()]);
    }
    out::say(table.to_string());
    let never: Vec<&str> = totals.rules.iter().filter(|part| part.times == 0 && part.awaited).map(|part| part.name.as_str()).collect();
    if !never.is_empty() {
        out::say(format!(
            "actions that nobody took, and rules that never happened (what only forbids, allows or limits is not counted): {}",
            never.join(", ")
        ));
    }
}
