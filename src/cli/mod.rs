//! The command line: clap in, text and JSON out. The only floor that prints.
//!
//! A command is a file of its own with `Args` and `run`, a line in [`Command`] and a line in [`dispatch`].
//! Each takes [`Common`] for what all commands share, and gives an [`Exit`].

pub mod aloud;
pub mod check;
pub mod clauses;
pub mod diff;
mod echo;
pub mod explain;
pub mod findings;
pub mod game;
pub mod human;
mod inherited;
pub mod ledger;
pub mod meeting;
pub mod muster;
pub mod odds;
pub mod out;
pub mod play;
pub mod players;
pub mod prove;
pub mod readings;
pub mod ready;
pub mod render;
pub mod replay;
pub mod rosters;
pub mod sim;
pub mod spoken;
mod standing;
pub mod test;
pub mod weave;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::packs::{self, Home, Library, Loaded, Scope};

/// Runs tabletop wargames from their rules.
#[derive(Clone, Debug, Parser)]
#[command(name = "grognard", version, arg_required_else_help = false)]
struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Option<Command>,
}

/// What every command takes.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Common {
    /// Write JSON
    #[arg(long, global = true)]
    pub json: bool,
    /// Look for packs in this folder too
    #[arg(long, global = true, value_name = "DIR")]
    pub packs: Option<String>,
    /// Take this reading of a ruling; as many as there are
    #[arg(long = "use", global = true, value_name = "RULING = READING")]
    pub readings: Vec<String>,
    /// How much of packs is read.
    #[arg(skip)]
    pub scope: Scope,
}

/// What there is to do.
#[derive(Clone, Debug, Subcommand)]
enum Command {
    Check(check::Args),
    Explain(explain::Args),
    Clauses(clauses::Args),
    Diff(diff::Args),
    Play(play::Args),
    Replay(replay::Args),
    Test(test::Args),
    Muster(muster::Args),
    Odds(odds::Args),
    Sim(sim::Args),
}

fn dispatch(command: &Command, common: &Common) -> Exit {
    match command {
        Command::Check(args) => check::run(args, common),
        Command::Explain(args) => explain::run(args, common),
        Command::Clauses(args) => clauses::run(args, common),
        Command::Diff(args) => diff::run(args, common),
        Command::Play(args) => play::run(args, common),
        Command::Replay(args) => replay::run(args, common),
        Command::Test(args) => test::run(args, common),
        Command::Muster(args) => muster::run(args, common),
        Command::Odds(args) => odds::run(args, common),
        Command::Sim(args) => sim::run(args, common),
    }
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All is well.
    Well,
    /// What was checked does not hold.
    Fails,
    /// It was not called rightly.
    Misused,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Well => 0,
            Exit::Fails => 1,
            Exit::Misused => 2,
        })
    }
}

/// Runs the program with the words of the command line.
#[must_use]
pub fn run(words: impl IntoIterator<Item = std::ffi::OsString>) -> ExitCode {
    match Cli::try_parse_from(words) {
        Ok(Cli { common, command: Some(command) }) => {
            let exit = dispatch(&command, &common);
            if common.json && exit != Exit::Well {
                out::error();
            }
            exit.into()
        }
        Ok(Cli { command: None, .. }) => {
            out::say(FIRST);
            Exit::Well.into()
        }
        Err(e) => {
            let _ = e.print();
            if e.use_stderr() { Exit::Misused.into() } else { Exit::Well.into() }
        }
    }
}

/// What `grognard` alone says.
const FIRST: &str = "\
Grognard runs tabletop wargames from their rules.

  grognard play                  play a whole game
  grognard replay FILE           play a saved game again and prove it the same
  grognard check                 is everything in the rules sound?
  grognard test PACK             run the tests that stand beside the rules
  grognard muster ROSTER         check a roster and price it
  grognard odds SITUATION QUESTION CALL   the exact chances of what may come of it
  grognard sim PACK              many games, counted
  grognard explain NAME          a procedure or value with every rule that meets it
  grognard clauses PACK          the clauses of the book: which rules carry them out, which tests prove them
  grognard diff PACK OTHER       what two packs say otherwise, and what that touches

Every command tells more with `--help`, and writes JSON with `--json`.";

impl Common {
    /// The same for who needs no more than this of a pack.
    #[must_use]
    pub fn reading(&self, scope: Scope) -> Self {
        Self { scope, ..self.clone() }
    }

    /// The shelves on which a pack is looked for.
    #[must_use]
    pub fn library(&self, wanted: &str) -> Library {
        Library::of_user(wanted, self.packs.as_deref()).reading(self.scope)
    }

    /// Reads the pack that is named, by path or by name.
    #[must_use]
    pub fn open(&self, wanted: &str) -> (Library, Loaded) {
        let (library, mut loaded) = packs::open(wanted, self.packs.as_deref(), self.scope);
        loaded.take_readings(&self.readings);
        (library, loaded)
    }

    /// Reads packs that were found.
    fn read(&self, library: &Library, homes: &[Home]) -> Vec<Loaded> {
        let one = |home: &Home| {
            let mut loaded = library.load_home(home);
            loaded.take_readings(&self.readings);
            loaded
        };
        homes.iter().map(one).collect()
    }

    /// Reads what is named: one pack, or every pack in a folder of packs.
    #[must_use]
    pub fn all_of(&self, wanted: &str) -> Vec<Loaded> {
        if matches!(wanted, "." | "./") {
            return self.every();
        }
        let (_, loaded) = self.open(wanted);
        if loaded.homes.is_empty() {
            let library = self.library(&format!("{}/", wanted.trim_end_matches('/')));
            let inside = self.read(&library, &library.beside());
            if !inside.is_empty() {
                return inside;
            }
        }
        vec![loaded]
    }

    /// The pack of the working folder, else the first there is.
    #[must_use]
    pub fn first(&self) -> Option<String> {
        if let Some(here) = here() {
            return Some(here);
        }
        self.library("").packs().first().map(|home| home.title().to_owned())
    }

    /// Reads the pack of the working folder, else every pack there is.
    #[must_use]
    pub fn every(&self) -> Vec<Loaded> {
        if let Some(here) = here() {
            let loaded = self.open(&here).1;
            out::mention(format!("the pack is `{}`, of this folder", loaded.name));
            return vec![loaded];
        }
        let library = self.library("");
        self.read(&library, &library.packs())
    }
}

/// The working folder, if it is a pack. Its whole path says what it is called, and so where its force lists are.
fn here() -> Option<String> {
    let there = std::path::Path::new("pack.grog").is_file();
    std::fs::canonicalize(".").ok().filter(|_| there).map(|p| p.to_string_lossy().replace('\\', "/"))
}
