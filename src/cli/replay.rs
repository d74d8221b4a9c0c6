//! `replay`: a game on record, played again and compared.

use std::collections::BTreeSet;

use serde::Serialize;

use super::game;
use super::ready::{Ready, Table};
use super::rosters::Paper;
use super::{Common, Exit, out, play};
use crate::dice::GENERATOR;
use crate::muster::Scenario;
use crate::play::{Record, Session};
use crate::vm::Game;

/// Play a saved game again and prove that it is the same
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The record that `play` saved
    #[arg(value_name = "FILE")]
    file: String,
}

#[derive(Serialize)]
struct Compared {
    same: bool,
    hash: String,
    finished: bool,
    decisions: usize,
}

/// The table of a record, if nothing that it was played with has changed.
///
/// # Errors
/// How the command ends, if something has; what, is said.
pub fn table(ready: &Ready, record: &Record) -> Result<Table, Exit> {
    let mut changed = Vec::new();
    if ready.loaded.name != record.pack {
        changed.push(format!("the pack: `{}` then, `{}` now", record.pack, ready.loaded.name));
    } else if ready.loaded.readings != record.readings {
        let said = |list: &[String]| if list.is_empty() { "none".to_owned() } else { list.join(", ") };
        changed.push(format!("the readings asked for: {} then, {} now", said(&record.readings), said(&ready.loaded.readings)));
    } else if ready.fingerprint() != record.rules {
        changed.push(format!("the rules of `{}`", record.pack));
    }
    let lists = ready.loaded.list_prints();
    let names: BTreeSet<&String> = lists.keys().chain(record.lists.keys()).collect();
    changed.extend(names.into_iter().filter(|n| lists.get(*n) != record.lists.get(*n)).map(|n| format!("the force list `{n}`")));
    if record.generator != GENERATOR {
        changed.push(format!("the dice: {} then, {GENERATOR} now", record.generator));
    }
    if record.version != env!("CARGO_PKG_VERSION") {
        changed.push(format!("the version: {} then, {} now", record.version, env!("CARGO_PKG_VERSION")));
    }
    if !changed.is_empty() {
        out::complain(format!("this game was played with something else; what changed: {}", changed.join("; ")));
        return Err(Exit::Fails);
    }
    let Some(scenario) = Scenario::find(&ready.scenarios, &record.scenario) else {
        out::complain(format!("there is no scenario `{}` any more", record.scenario));
        return Err(Exit::Fails);
    };
    ready.table_of(scenario, papers(record))
}

/// The rosters of a record.
#[must_use]
pub fn papers(record: &Record) -> [Paper; 2] {
    let paper = |n: usize, text: &String| Paper { path: format!("roster {n} of the record"), text: text.clone() };
    let [a, b] = &record.rosters;
    [paper(1, a), paper(2, b)]
}

/// What a record was played with: its own readings of rulings, unless others are asked for.
#[must_use]
pub fn as_read(common: &Common, record: &Record) -> Common {
    let mut common = common.clone();
    if common.readings.is_empty() {
        common.readings.clone_from(&record.readings);
    }
    common
}

/// Does it.
#[must_use]
pub fn run(args: &Args, common: &Common) -> Exit {
    match replay(args, common) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn replay(args: &Args, common: &Common) -> Result<Exit, Exit> {
    let old = play::read(&args.file)?;
    let ready = Ready::open(&as_read(common, &old), &old.pack)?.fielding(&papers(&old));
    let table = table(&ready, &old)?;
    let game = Game::new(&ready.program, &table.cast);
    let mut session = Session::new(game, table.world.clone(), Some(table.setup));
    let mut record = game::record(&ready, &table, old.seed);
    let mut answers = old.answers.iter();
    let mut astray = None;
    let fault = game::play_on(
        game,
        &mut session,
        &mut record,
        &mut |_, _, d| {
            let a = answers.next()?;
            if a.side != d.side {
                astray = Some(record_place(&old, a));
            }
            Some(a.choice)
        },
        None,
    );
    let finished = old.finish.is_some();
    let hash = |r: &Record| r.finish.as_ref().map(|f| f.hash.clone()).or_else(|| r.stopped.clone());
    let decisions = record.answers.len();
    let unread = old.answers.len() - decisions;
    let Some(then) = hash(&old) else {
        out::complain(format!("`{}` holds no position to compare with: go on with it by `play --load`, and save it again", args.file));
        return Err(Exit::Fails);
    };
    let now = hash(&record).unwrap_or_default();
    let same = then == now && finished == record.finish.is_some() && unread == 0 && astray.is_none();
    if common.json {
        out::say(serde_json::to_string(&Compared { same, hash: now, finished, decisions }).unwrap_or_default());
    } else if same {
        let what = if finished {
            "the same game"
        } else {
            "the same so far; the game is not finished, and the position where it was left is compared"
        };
        out::say(format!("{what}: {}, hash {now}", out::many(decisions, "decision")));
    } else {
        let why = fault.filter(|f| finished || f != game::STOPPED).map_or_else(String::new, |f| format!("; now it ends so: {f}"));
        out::say(format!(
            "not the same game: hash {then} then, {now} now{}{why}",
            astray.map_or(String::new(), |n| format!("; it goes astray at decision {n}"))
        ));
    }
    Ok(if same { Exit::Well } else { Exit::Fails })
}

fn record_place(record: &Record, answer: &crate::play::Answer) -> usize {
    record.answers.iter().position(|a| std::ptr::eq(a, answer)).map_or(0, |n| n + 1)
}
