//! `play`: a whole game, told as it goes.

use std::path::Path;

use clap::ValueEnum as _;
use grognard::{Choice, Depth, Game, Next, Player, Record, Refused, Scope};
use serde::Serialize;

use super::players::{self, Who, player};
use super::{Common, Exit, human, out};

/// Play a whole game
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The pack; without it the first there is
    #[arg(long, default_value = "", hide_default_value = true, value_name = "PACK")]
    pub pack: String,
    /// The scenario, by name; without it the pack's plainest: the one with the fewest rules
    #[arg(long, value_name = "NAME")]
    pub scenario: Option<String>,
    /// A roster for each side, by path or name; without them those that come with the pack
    #[arg(long, num_args = 1..=2, value_name = "ROSTER")]
    pub rosters: Vec<String>,
    /// The seed of the dice; without it 1
    #[arg(long)]
    pub seed: Option<u64>,
    /// Who plays the first side
    #[arg(long, value_enum, default_value_t = Who::Greedy)]
    pub first: Who,
    /// Who plays the second side
    #[arg(long, value_enum, default_value_t = Who::Greedy)]
    pub second: Who,
    /// A script in rhai that decides for a side
    #[arg(long, value_name = "FILE")]
    pub doctrine: Option<String>,
    /// How much is told; without it brief, or full where a human plays
    #[arg(long, value_enum, value_name = "DEPTH")]
    pub story: Option<Told>,
    /// Say only how it ended
    #[arg(long, short)]
    pub quiet: bool,
    /// Where the record is written
    #[arg(long, default_value = "last-game.json", value_name = "FILE")]
    pub save: String,
    /// Go on from a record that was saved before its end
    #[arg(long, value_name = "FILE")]
    pub load: Option<String>,
    /// Stop and save before this decision, counted from 1
    #[arg(long, value_name = "N")]
    pub until: Option<usize>,
}

/// How much of a game is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Told {
    /// A heading for each turn, and a sentence for each thing that was done
    Brief,
    /// What players at a table say: each throw, what came of it, what was chosen
    Full,
    /// All that happens, with rules' own notes and the places of rules
    All,
}

impl From<Told> for Depth {
    fn from(told: Told) -> Self {
        match told {
            Told::Brief => Self::Brief,
            Told::Full => Self::Full,
            Told::All => Self::All,
        }
    }
}

#[derive(Serialize)]
struct End<'a> {
    finished: bool,
    winner: Option<u8>,
    points: [i64; 2],
    turns: u16,
    hash: &'a str,
    replay: &'a str,
}

#[derive(Serialize)]
struct Stop<'a> {
    finished: bool,
    decisions: usize,
    hash: Option<&'a str>,
    replay: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'a str>,
}

/// Does it.
pub fn run(args: &Args, common: &Common) -> Exit {
    match play(args, common) {
        Ok(exit) | Err(exit) => exit,
    }
}

/// Reads a record.
///
/// # Errors
/// How the command ends, if it is none.
pub fn read(path: &str, common: &Common) -> Result<Record, Exit> {
    let text = std::fs::read_to_string(path).map_err(|e| {
        out::complain(format!("`{path}` cannot be read: {e}"));
        Exit::Misused
    })?;
    Record::parse(path, &text).map_err(|why| common.refused(&why))
}

/// Writes a file so that it is whole or not there at all.
///
/// # Errors
/// How the command ends, if it cannot be written.
pub fn write(path: &str, text: &str) -> Result<(), Exit> {
    replace(Path::new(path), text).map_err(|e| {
        out::complain(format!("`{path}` cannot be written: {e}"));
        Exit::Misused
    })
}

/// Puts a file into the place of another as a whole.
///
/// # Errors
/// Why it cannot be written.
pub fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    ordinary(path)?;
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path))
}

/// Refuses to put a file into the place of what is none, such as a folder or a device.
fn ordinary(path: &Path) -> std::io::Result<()> {
    let other = std::fs::symlink_metadata(path).is_ok_and(|there| !there.is_file());
    if other { Err(std::io::Error::other("what stands there is no ordinary file")) } else { Ok(()) }
}

/// Refuses a file that could not be written when the game is over.
fn writable(path: &str) -> Result<(), Exit> {
    let part = format!("{path}.part");
    let tried = || ordinary(Path::new(path)).and_then(|()| std::fs::write(&part, "")).and_then(|()| std::fs::remove_file(&part));
    tried().map_err(|e| {
        out::complain(format!("the game could not be kept in `{path}`: {e}; name another file with `--save`"));
        Exit::Misused
    })
}

/// Refuses what a game that was begun has settled.
fn settled(args: &Args) -> Result<(), Exit> {
    let asked = [
        ("--seed", args.seed.is_some(), "dice"),
        ("--scenario", args.scenario.is_some(), "scenario"),
        ("--rosters", !args.rosters.is_empty(), "rosters"),
    ];
    let given: Vec<_> = asked.iter().filter(|(_, is, _)| *is).collect();
    for (flag, _, what) in &given {
        out::complain(format!(
            "`{flag}` cannot be asked for with `--load`: the game that was begun has its own {what}; leave `{flag}` out"
        ));
    }
    if given.is_empty() { Ok(()) } else { Err(Exit::Misused) }
}

/// How a game was left.
enum Left {
    /// Before a decision.
    Stopped,
    /// Since it could not go on.
    Fault(String),
}

/// Says that a game did not come to its end, and how it goes on.
fn kept(args: &Args, common: &Common, record: &Record, left: &Left) -> Exit {
    let decisions = record.answers.len();
    let after = out::many(decisions, "decision");
    match left {
        _ if common.json => {
            let fault = if let Left::Fault(why) = left { Some(why.as_str()) } else { None };
            let stop = Stop { finished: false, decisions, hash: record.stopped.as_deref(), replay: &args.save, fault };
            out::say(serde_json::to_string(&stop).unwrap_or_default());
        }
        Left::Stopped => {
            let who = |flag: &str, who: Who| match who.to_possible_value() {
                Some(name) if who != Who::Greedy => format!(" --{flag} {}", name.get_name()),
                _ => String::new(),
            };
            let script = args.doctrine.as_ref().map_or_else(String::new, |path| format!(" --doctrine {path}"));
            let players = format!("{}{}{script}", who("first", args.first), who("second", args.second));
            let why = if args.until.is_some_and(|n| decisions + 1 >= n) { "stopped" } else { "left" };
            out::say(format!("\n{why} after {after}; the game is kept in {0}\ngo on with: grognard play --load {0}{players}", args.save));
        }
        Left::Fault(why) => out::say(format!("{why} after {after}; saved to {}", args.save)),
    }
    if matches!(left, Left::Stopped) { Exit::Well } else { Exit::Fails }
}

fn play(args: &Args, common: &Common) -> Result<Exit, Exit> {
    writable(&args.save)?;
    let script = players::script(args.doctrine.as_deref(), [args.first, args.second])?;
    let old = args.load.as_deref().map(|path| read(path, common)).transpose()?;
    if old.is_some() {
        settled(args)?;
    }
    let common = &old.as_ref().map_or_else(|| common.clone(), |r| super::replay::as_read(common, r));
    let refused = |why: Refused| common.refused(&why);
    let wanted = old.as_ref().map_or("", |r| r.pack.as_str());
    let draft = common.draft(if args.pack.is_empty() { wanted } else { &args.pack }, Scope::Rules);
    let papers = old.as_ref().map_or_else(|| draft.papers(&args.rosters), |r| Ok(r.papers())).map_err(refused)?;
    let pack = draft.ready_for(&papers).map_err(refused)?;
    let table = match &old {
        Some(r) => pack.table_of(r),
        None => pack.table(args.scenario.as_deref(), papers),
    };
    let table = table.map_err(refused)?;
    if let Some(why) = old.as_ref().and_then(|r| table.replay(r).differs) {
        out::complain(format!("the game does not lead to where it was left: {why}"));
        return Err(Exit::Fails);
    }
    let seed = old.as_ref().map_or(args.seed.unwrap_or(1), |r| r.seed);
    let mut players =
        [player(args.first, seed.wrapping_mul(2), &script), player(args.second, seed.wrapping_mul(2).wrapping_add(1), &script)];
    let given: Vec<Choice> = old.map_or_else(Vec::new, |r| r.answers.into_iter().map(|a| a.choice).collect());
    let mut game = table.game(seed);
    game.tell(depth(args).into());
    let humans: Vec<u8> = [(1, args.first), (2, args.second)].into_iter().filter(|(_, who)| *who == Who::Human).map(|(n, _)| n).collect();
    if !humans.is_empty() {
        game.tell_only(&humans);
    }
    let left = to_its_end(args, common.json, &mut game, &mut players, &given);
    let record = game.record();
    write(&args.save, &serde_json::to_string_pretty(&record).unwrap_or_default())?;
    let astray = players.iter().flatten().find_map(Player::fault);
    if let Some(why) = &astray {
        out::complain(why);
    }
    if let Some(left) = left {
        return Ok(kept(args, common, &record, &left));
    }
    ended(args, common, &game);
    Ok(if astray.is_none() { Exit::Well } else { Exit::Fails })
}

/// How much is told: who decides at the terminal wants to know what came of it.
fn depth(args: &Args) -> Told {
    let human = args.first == Who::Human || args.second == Who::Human;
    args.story.unwrap_or(if human { Told::Full } else { Told::Brief })
}

/// Plays to the end, first as it was answered before; how it was left, if it does not come to it.
fn to_its_end(args: &Args, json: bool, game: &mut Game<'_>, players: &mut [Option<Player>; 2], given: &[Choice]) -> Option<Left> {
    let quiet = args.quiet || json;
    for asked in 1.. {
        let next = if quiet { game.advance_untold() } else { game.advance() };
        game.story().iter().for_each(out::say);
        let side = match next {
            Next::Over => return None,
            Next::Fault(why) => return Some(Left::Fault(why)),
            Next::Decision(side) => side,
        };
        let player = players.get_mut(usize::from(side) - 1).and_then(Option::as_mut);
        if args.until.is_some_and(|n| asked >= n) {
            game.leave();
            return Some(Left::Stopped);
        }
        match (given.get(asked - 1), player) {
            (Some(choice), player) => game.repeat(*choice, player),
            (None, Some(player)) => game.decide(player),
            (None, None) => match game.decision().and_then(|d| Some((human::ask(game, &d)?, d.secret))) {
                Some((choice, secret)) => {
                    game.answer(choice);
                    // whoever decides for the other side sits at the same terminal
                    if secret && players.iter().all(Option::is_none) {
                        human::hide();
                    }
                }
                None => {
                    game.leave();
                    return Some(Left::Stopped);
                }
            },
        }
    }
    None
}

/// Says how it ended.
fn ended(args: &Args, common: &Common, game: &Game<'_>) {
    let Some(finish) = game.finish() else { return };
    let points = game.points();
    if common.json {
        let end = End { finished: true, winner: finish.winner, points, turns: finish.turns, hash: &finish.hash, replay: &args.save };
        out::say(serde_json::to_string(&end).unwrap_or_default());
        return;
    }
    let [a, b] = game.sides();
    let verdict = match finish.winner {
        Some(1) => format!("{a} wins"),
        Some(_) => format!("{b} wins"),
        None if game.was_called() => "not ended by its rules, and called a draw".into(),
        None => "a draw".into(),
    };
    out::say(format!(
        "\n{verdict} after {} turns: {a} {}, {b} {}\nhash {}\nsaved to {}",
        finish.turns, points[0], points[1], finish.hash, args.save
    ));
}
