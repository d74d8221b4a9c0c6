//! A game on record, played again and compared.

use std::collections::BTreeSet;

use super::game::{Course, play_on};
use super::pack::{Ready, Table};
use super::refused::Refused;
use super::rosters::Paper;
use crate::dice::GENERATOR;
use crate::muster::Scenario;
use crate::play::{Finish, Record, Session};
use crate::vm::{Decision, Game};

/// The table of a record, if nothing that it was played with has changed.
///
/// # Errors
/// What has.
pub fn table(ready: &Ready, record: &Record) -> Result<Table, Refused> {
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
        return Err(Refused::fails(format!("this game was played with something else; what changed: {}", changed.join("; "))));
    }
    let Some(scenario) = Scenario::find(&ready.scenarios, &record.scenario) else {
        return Err(Refused::fails(format!("there is no scenario `{}` any more", record.scenario)));
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

/// The hash of a game's end, or of where it was left.
pub fn hash(record: &Record) -> Option<&str> {
    record.finish.as_ref().map(|f| f.hash.as_str()).or(record.stopped.as_deref())
}

/// A record played again.
pub struct Again {
    /// What it came to now.
    pub record: Record,
    fault: Option<String>,
    /// At which decision somebody else is asked, or something else.
    astray: Option<String>,
}

impl Again {
    /// Plays it again, as far as its answers lead.
    #[must_use]
    pub fn of(ready: &Ready, table: &Table, old: &Record) -> Self {
        let mut course = Course::begin(ready, table, None, old.seed);
        let mut answers = (1..).zip(&old.answers);
        let mut astray = None;
        let mut answer = |_: Game<'_>, _: &Session, d: &Decision| {
            let (n, a) = answers.next()?;
            let asked = ready.program().labels.get(d.label).map_or("", String::as_str);
            if a.side == d.side && a.label == asked {
                return Some(a.choice);
            }
            astray = Some(format!("decision {n} answers `{}` for side {}, and side {} is asked `{asked}`", a.label, a.side, d.side));
            None
        };
        let fault = play_on(&mut course, &mut answer);
        Self { record: course.kept(), fault, astray }
    }

    /// Why it is not the game on record, if it is not. A record without a hash is not compared beyond its answers.
    #[must_use]
    pub fn differs(&self, old: &Record) -> Option<String> {
        if let Some(astray) = &self.astray {
            return Some(astray.clone());
        }
        let unread = old.answers.len().saturating_sub(self.record.answers.len());
        if unread > 0 {
            let answers = if unread == 1 { "answer".to_owned() } else { format!("{unread} answers") };
            return Some(format!("it is over before its last {answers}"));
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
