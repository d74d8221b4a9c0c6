//! The command line: clap in, text and JSON out. The only floor that prints; it knows no more of the program than its facade.
//!
//! A command is a file of its own with `Args` and `run`, a line in [`Command`] and a line in [`dispatch`].
//! Each takes [`Common`] for what all commands share, and gives an [`Exit`].

mod book;
mod check;
mod clauses;
mod completions;
mod diff;
mod explain;
mod fmt;
mod hooks;
mod human;
mod list;
mod man;
mod muster;
mod new;
mod odds;
mod out;
mod play;
mod players;
mod readings;
mod replay;
mod sim;
mod test;
mod tried;
mod word;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use grognard::{Beside, Draft, Findings, Pack, Refused, Scope, Shelves};

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
}

/// What there is to do.
#[derive(Clone, Debug, Subcommand)]
enum Command {
    Check(check::Args),
    List(list::Args),
    Hooks(hooks::Args),
    Word(word::Args),
    New(new::Args),
    Explain(explain::Args),
    Clauses(clauses::Args),
    Diff(diff::Args),
    Fmt(fmt::Args),
    Play(play::Args),
    Replay(replay::Args),
    Test(test::Args),
    Muster(muster::Args),
    Odds(odds::Args),
    Sim(sim::Args),
    Completions(completions::Args),
    Man(man::Args),
}

fn dispatch(command: &Command, common: &Common) -> Exit {
    match command {
        Command::Check(args) => check::run(args, common),
        Command::List(args) => list::run(args, common),
        Command::Hooks(args) => hooks::run(args, common),
        Command::Word(args) => word::run(args, common),
        Command::New(args) => new::run(args, common),
        Command::Explain(args) => explain::run(args, common),
        Command::Clauses(args) => clauses::run(args, common),
        Command::Diff(args) => diff::run(args, common),
        Command::Fmt(args) => fmt::run(args, common),
        Command::Play(args) => play::run(args, common),
        Command::Replay(args) => replay::run(args, common),
        Command::Test(args) => test::run(args, common),
        Command::Muster(args) => muster::run(args, common),
        Command::Odds(args) => odds::run(args, common),
        Command::Sim(args) => sim::run(args, common),
        Command::Completions(args) => completions::run(args),
        Command::Man(args) => man::run(args),
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
  grognard list                  packs; with --pack P what a pack holds: scenarios, units, actions and more
  grognard hooks WORD            the places that a rule can meet, found by words
  grognard word NAME             what a word of the language does, with an example; without one, all words
  grognard explain NAME          a procedure or value with every rule that meets it
  grognard explain CODE          what a message means, such as `stale-override`; without a name, what can be explained
  grognard new NAME              a small game to begin with; `--extends P` a pack that changes P; `new nation NAME` a force list
  grognard clauses PACK          the clauses of the book: which rules carry them out, which tests prove them; with an id, one
  grognard diff PACK OTHER       what two packs say otherwise, and what that touches
  grognard fmt                   put texts of rules into their one layout
  grognard completions SHELL     completions for bash, zsh or fish; `grognard man` is the manual page

Every command tells more with `--help`, and writes JSON with `--json`.";

impl Common {
    /// Where packs are looked for, and how much of them is read.
    fn shelves(&self, scope: Scope) -> Shelves {
        Shelves { folder: self.packs.clone(), readings: self.readings.clone(), scope }
    }

    /// Opens the pack that is named, as [`Self::draft`] finds it. Faults are shown.
    fn pack(&self, wanted: &str, scope: Scope) -> Result<Pack, Exit> {
        self.draft(wanted, scope).ready().map_err(|e| self.refused(&e))
    }

    /// The pack that is named without its faults, to tell what is wrong beside them; nothing where findings are wanted as JSON, which
    /// are one list.
    fn beside(&self, wanted: &str, scope: Scope) -> Option<Beside> {
        if self.json { None } else { self.named(wanted, scope).0.beside() }
    }

    /// Reads the pack that is named; without a name that of the working folder, else the first there is.
    fn draft(&self, wanted: &str, scope: Scope) -> Draft {
        let (draft, first) = self.named(wanted, scope);
        if first {
            out::mention(format!("the pack is `{}`, as no other is named", draft.name()));
        }
        draft
    }

    /// As [`Self::draft`], and whether it was not named.
    fn named(&self, wanted: &str, scope: Scope) -> (Draft, bool) {
        let shelves = self.shelves(scope);
        let first = if wanted.is_empty() { here().or_else(|| shelves.first()) } else { None };
        (shelves.open(first.as_deref().unwrap_or(wanted)), first.is_some())
    }

    /// Reads the pack of the working folder, else every pack there is.
    fn every(&self, scope: Scope) -> Vec<Draft> {
        let shelves = self.shelves(scope);
        let Some(here) = here() else { return shelves.every() };
        let draft = shelves.open(&here);
        out::mention(format!("the pack is `{}`, of this folder", draft.name()));
        vec![draft]
    }

    /// Reads what is named: one pack, or every pack in a folder of packs.
    fn all_of(&self, wanted: &str, scope: Scope) -> Vec<Draft> {
        if matches!(wanted, "." | "./") { self.every(scope) } else { self.shelves(scope).all_of(wanted) }
    }

    /// Says why something cannot be had, as JSON where that is wanted.
    fn refused(&self, why: &Refused) -> Exit {
        why.words().iter().for_each(out::complain);
        let found = why.findings();
        if self.json && !found.is_empty() {
            out::json(&found.iter().flat_map(Findings::records).collect::<Vec<_>>());
        } else {
            found.iter().for_each(complain);
        }
        if why.is_misused() { Exit::Misused } else { Exit::Fails }
    }
}

/// Draws what is wrong.
fn complain(found: &Findings) {
    let (drawn, more) = found.drawn(out::width());
    drawn.iter().for_each(out::complain);
    if more > 0 {
        out::complain(format!("{} not shown: mend the first of them", out::many(more, "more finding")));
    }
}

/// The working folder, if it is a pack. Its whole path says what it is called, and so where its force lists are.
fn here() -> Option<String> {
    let there = std::path::Path::new("pack.grog").is_file();
    std::fs::canonicalize(".").ok().filter(|_| there).map(|p| p.to_string_lossy().replace('\\', "/"))
}
