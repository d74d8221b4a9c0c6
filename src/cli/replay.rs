//! `replay`: a game on record, played again and compared.

use std::collections::BTreeSet;

use serde::Serialize;

use super::game;
use super::ready::{Ready, Table};
use super::rosters::Paper;
use super::{Common, Exit, out, play};
use crate::dice::GENERATOR;
use crate::muster::Scenario;
use crate::packs::Scope;
use crate::play::{Finish, Record, Session};
use crate::vm::{Decision, Game};

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
    let lists = ready.list_prints();
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
    let ready = Ready::open(&as_read(common, &old).reading(Scope::Rules), &old.pack)?.fielding(&papers(&old));
    let table = table(&ready, &old)?;
    if hash(&old).is_none() {
        out::complain(format!("`{}` holds no position to compare with: go on with it by `play --load`, and save it again", args.file));
        return Err(Exit::Fails);
    }
    let again = Again::of(&ready, &table, &old);
    let differs = again.differs(&old);
    let same = differs.is_none();
    let (finished, decisions) = (old.finish.is_some(), again.record.answers.len());
    let now = hash(&again.record).unwrap_or_default().to_owned();
    if common.json {
        out::say(serde_json::to_string(&Compared { same, hash: now, finished, decisions }).unwrap_or_default());
    } else if let Some(why) = differs {
        out::say(format!("not the same game: {why}"));
    } else {
        let what = if finished {
            "the same game"
        } else {
            "the same so far; the game is not finished, and the position where it was left is compared"
        };
        out::say(format!("{what}: {}, hash {now}", out::many(decisions, "decision")));
    }
    Ok(if same { Exit::Well } else { Exit::Fails })
}

/// The hash of a game's end, or of where it was left.
fn hash(record: &Record) -> Option<&str> {
    record.finish.as_ref().map(|f| f.hash.as_str()).or(record.stopped.as_deref())
}

/// A record played again.
pub struct Again {
    record: Record,
    fault: Option<String>,
    /// At which decision somebody else is asked, or something else.
    astray: Option<String>,
}

impl Again {
    /// Plays it again, as far as its answers lead.
    #[must_use]
    pub fn of(ready: &Ready, table: &Table, old: &Record) -> Self {
        let game = Game::new(ready.program(), &table.cast);
        let mut session = Session::new(game, table.world.clone(), Some(table.setup));
        let mut record = game::record(ready, table, old.seed);
        let mut answers = (1..).zip(&old.answers);
        let mut astray = None;
        let mut answer = |_: Game<'_>, _: &Session, d: &Decision| {
            let (n, a) = answers.next()?;
            let asked = ready.program().labels.get(d.label as usize).map_or("", String::as_str);
            if a.side == d.side && a.label == asked {
                return Some(a.choice);
            }
            astray = Some(format!("decision {n} answers `{}` for side {}, and side {} is asked `{asked}`", a.label, a.side, d.side));
            None
        };
        let fault = game::play_on(game, &mut session, &mut record, &mut answer, None);
        Self { record, fault, astray }
    }

    /// Why it is not the game on record, if it is not. A record without a hash is not compared beyond its answers.
    #[must_use]
    pub fn differs(&self, old: &Record) -> Option<String> {
        if let Some(astray) = &self.astray {
            return Some(astray.clone());
        }
        let unread = old.answers.len().saturating_sub(self.record.answers.len());
        if unread > 0 {
            return Some(format!("it is over before its last {}", out::many(unread, "answer")));
        }
        match (&old.finish, &self.record.finish) {
            (Some(then), Some(now)) if (then.winner, then.turns) != (now.winner, now.turns) => {
                let said =
                    |f: &Finish| format!("{} after {} turns", f.winner.map_or("a draw".into(), |w| format!("side {w} wins")), f.turns);
                return Some(format!("{} then, {} now", said(then), said(now)));
            }
            (Some(_), None) => return Some(format!("it does not come to its end: {}", self.fault.as_deref().unwrap_or_default())),
            _ => {}
        }
        let (then, now) = (hash(old)?, hash(&self.record).unwrap_or_default());
        (then != now).then(|| format!("hash {then} then, {now} now"))
    }
}
