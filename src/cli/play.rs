//! `play`: a whole game, told as it goes.

use clap::ValueEnum as _;
use serde::Serialize;

use super::game::{self, points};
use super::players::{self, Who, player};
use super::ready::Ready;
use super::replay::Again;
use super::{Common, Exit, out};
use crate::packs::Scope;
use crate::play::{Record, Seals, Session};
use crate::report::{Story, Telling};
use crate::vm::{Event, Game, Memo};

/// Play a whole game
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The pack; without it the first there is
    #[arg(long, default_value = "", hide_default_value = true, value_name = "PACK")]
    pub pack: String,
    /// The scenario, by name; without it the pack's first
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
#[must_use]
pub fn run(args: &Args, common: &Common) -> Exit {
    match play(args, common) {
        Ok(exit) | Err(exit) => exit,
    }
}

/// Reads a record.
///
/// # Errors
/// How the command ends, if it is none.
pub fn read(path: &str) -> Result<Record, Exit> {
    let text = std::fs::read_to_string(path).map_err(|e| {
        out::complain(format!("`{path}` cannot be read: {e}"));
        Exit::Misused
    })?;
    let record: Record = serde_json::from_str(&text).map_err(|e| {
        out::complain(format!("`{path}` is not a game on record: {e}"));
        Exit::Misused
    })?;
    if record.format != Record::FORMAT {
        out::complain(format!("`{path}` is of the format {}, and this version reads {}", record.format, Record::FORMAT));
        return Err(Exit::Misused);
    }
    let changed = record.seals.changed(&record);
    if changed.is_empty() {
        return Ok(record);
    }
    out::complain(format!("`{path}` was changed since it was written: {}; take it as it was, or play anew", changed.join(", ")));
    Err(Exit::Fails)
}

/// Writes a file so that it is whole or not there at all.
///
/// # Errors
/// How the command ends, if it cannot be written.
pub fn write(path: &str, text: &str) -> Result<(), Exit> {
    let part = format!("{path}.part");
    std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path)).map_err(|e| {
        out::complain(format!("`{path}` cannot be written: {e}"));
        Exit::Misused
    })
}

/// Refuses a file that could not be written when the game is over.
fn writable(path: &str) -> Result<(), Exit> {
    let part = format!("{path}.part");
    std::fs::write(&part, "").and_then(|()| std::fs::remove_file(&part)).map_err(|e| {
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

/// Says that a game did not come to its end, and how it goes on.
fn kept(args: &Args, common: &Common, record: &Record, fault: &str) -> Exit {
    let stopped = fault == game::STOPPED;
    let decisions = record.answers.len();
    if common.json {
        let hash = record.stopped.as_deref();
        let stop = Stop { finished: false, decisions, hash, replay: &args.save, fault: Some(fault).filter(|_| !stopped) };
        out::say(serde_json::to_string(&stop).unwrap_or_default());
    } else if stopped {
        let who = |flag: &str, who: Who| match who.to_possible_value() {
            Some(name) if who != Who::Greedy => format!(" --{flag} {}", name.get_name()),
            _ => String::new(),
        };
        let script = args.doctrine.as_ref().map_or_else(String::new, |path| format!(" --doctrine {path}"));
        let players = format!("{}{}{script}", who("first", args.first), who("second", args.second));
        let why = if args.until.is_some_and(|n| decisions + 1 >= n) { "stopped" } else { "left" };
        let after = out::many(decisions, "decision");
        out::say(format!("\n{why} after {after}; the game is kept in {0}\ngo on with: grognard play --load {0}{players}", args.save));
    } else {
        out::say(format!("{fault} after {}; saved to {}", out::many(decisions, "decision"), args.save));
    }
    if stopped { Exit::Well } else { Exit::Fails }
}

fn play(args: &Args, common: &Common) -> Result<Exit, Exit> {
    writable(&args.save)?;
    let script = players::script(args.doctrine.as_deref(), [args.first, args.second])?;
    let old = args.load.as_deref().map(read).transpose()?;
    if old.is_some() {
        settled(args)?;
    }
    let common = &old.as_ref().map_or_else(|| common.clone(), |r| super::replay::as_read(common, r)).reading(Scope::Rules);
    let pack = old.as_ref().map_or("", |r| r.pack.as_str());
    let ready = Ready::open(common, if args.pack.is_empty() { pack } else { &args.pack })?;
    let papers = match &old {
        Some(r) => super::replay::papers(r),
        None => ready.papers(&args.rosters)?,
    };
    let ready = ready.fielding(&papers);
    let table = match &old {
        Some(r) => {
            let table = super::replay::table(&ready, r)?;
            if let Some(why) = Again::of(&ready, &table, r).differs(r) {
                out::complain(format!("the game does not lead to where it was left: {why}"));
                return Err(Exit::Fails);
            }
            table
        }
        None => ready.table_of(ready.scenario(args.scenario.as_deref())?, papers)?,
    };
    let seed = old.as_ref().map_or(args.seed.unwrap_or(1), |r| r.seed);
    let memo = Memo::new(ready.program());
    let game = Game::with(ready.program(), &table.cast, &memo);
    let mut session = Session::new(game, table.world.clone(), Some(table.setup));
    let mut record = game::record(&ready, &table, seed);
    let mut story = Telling::new(Story { game, files: &ready.loaded.files });
    let quiet = args.quiet || common.json;
    let mut tell = |e: &Event| {
        let text = story.tell(e);
        if !text.is_empty() {
            out::say(text.trim_end());
        }
    };
    let mut players =
        [player(args.first, seed.wrapping_mul(2), &script), player(args.second, seed.wrapping_mul(2).wrapping_add(1), &script)];
    let given: Vec<crate::vm::Choice> = old.map_or_else(Vec::new, |r| r.answers.into_iter().map(|a| a.choice).collect());
    let mut asked = 0;
    let mut ask = |g: Game<'_>, s: &Session, d: &crate::vm::Decision| {
        asked += 1;
        if args.until.is_some_and(|n| asked >= n) {
            return None;
        }
        if let Some(c) = given.get(asked - 1) {
            // those who look ahead count the decisions they were asked
            if let Some(p) = players.get_mut(usize::from(d.side == 2)) {
                p.skip();
            }
            return Some(*c);
        }
        let p = players.get_mut(usize::from(d.side == 2))?;
        let choice = p.decide(g, s, d);
        (!p.gone()).then_some(choice)
    };
    let fault = game::play_on(game, &mut session, &mut record, &mut ask, if quiet { None } else { Some(&mut tell) });
    record.seals = Seals::of(&record);
    let text = serde_json::to_string_pretty(&record).unwrap_or_default();
    write(&args.save, &text)?;
    let astray = players::astray(&players);
    if let Some(why) = &astray {
        out::complain(why);
    }
    if let Some(fault) = fault {
        return Ok(kept(args, common, &record, &fault));
    }
    let Some(finish) = &record.finish else { return Ok(Exit::Fails) };
    let score = points(game, &session);
    if common.json {
        let end = End { finished: true, winner: finish.winner, points: score, turns: finish.turns, hash: &finish.hash, replay: &args.save };
        out::say(serde_json::to_string(&end).unwrap_or_default());
    } else {
        let names = [1i64, 2].map(|s| crate::vm::show(game, s));
        let verdict = match finish.winner {
            Some(w) => format!("{} wins", names.get(usize::from(w) - 1).map_or("", String::as_str)),
            None if session.called => "not ended by its rules, and called a draw".into(),
            None => "a draw".into(),
        };
        let [a, b] = &names;
        out::say(format!(
            "\n{verdict} after {} turns: {a} {}, {b} {}\nhash {}\nsaved to {}",
            finish.turns, score[0], score[1], finish.hash, args.save
        ));
    }
    Ok(if astray.is_none() { Exit::Well } else { Exit::Fails })
}
