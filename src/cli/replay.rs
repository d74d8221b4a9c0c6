//! `replay`: a game on record, played again and compared.

use grognard::{Next, Record, Scope, Table};
use serde::Serialize;

use super::{Common, Exit, out, play};

/// Play a saved game again and prove that it is the same
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The record that `play` saved
    #[arg(value_name = "FILE")]
    file: String,
    /// Tell the game as it is played again, and how much of it
    #[arg(long, value_enum, value_name = "DEPTH")]
    story: Option<play::Told>,
}

#[derive(Serialize)]
struct Compared<'a> {
    same: bool,
    hash: &'a str,
    finished: bool,
    decisions: usize,
}

/// What a record was played with: its own readings of rulings, unless others are asked for.
pub fn as_read(common: &Common, record: &Record) -> Common {
    let mut common = common.clone();
    if common.readings.is_empty() {
        common.readings.clone_from(&record.readings);
    }
    common
}

/// Does it.
pub fn run(args: &Args, common: &Common) -> Exit {
    match replay(args, common) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn replay(args: &Args, common: &Common) -> Result<Exit, Exit> {
    let old = play::read(&args.file, common)?;
    let common = &as_read(common, &old);
    let pack = common.draft(&old.pack, Scope::Rules).ready_for(&old.papers()).map_err(|why| common.refused(&why))?;
    let table = pack.table_of(&old).map_err(|why| common.refused(&why))?;
    if old.end().is_none() {
        out::complain(format!("`{}` holds no position to compare with: go on with it by `play --load`, and save it again", args.file));
        return Err(Exit::Fails);
    }
    if let Some(told) = args.story.filter(|_| !common.json) {
        tell(&table, &old, told);
    }
    let again = table.replay(&old);
    let (finished, decisions) = (old.finish.is_some(), again.record.answers.len());
    let hash = again.record.end().unwrap_or_default();
    if common.json {
        let compared = Compared { same: again.differs.is_none(), hash, finished, decisions };
        out::say(serde_json::to_string(&compared).unwrap_or_default());
    } else if let Some(why) = &again.differs {
        out::say(format!("not the same game: {why}"));
    } else {
        let what = if finished {
            "the same game"
        } else {
            "the same so far; the game is not finished, and the position where it was left is compared"
        };
        out::say(format!("{what}: {}, hash {hash}", out::many(decisions, "decision")));
    }
    Ok(if again.differs.is_none() { Exit::Well } else { Exit::Fails })
}

/// Tells a game on record, as far as its answers lead.
fn tell(table: &Table<'_>, record: &Record, told: play::Told) {
    let mut game = table.game(record.seed);
    game.tell(told.into());
    let mut answers = record.answers.iter();
    loop {
        let next = game.advance();
        let answer = answers.next().filter(|_| matches!(next, Next::Decision(_)));
        if let Some(answer) = answer {
            game.story().iter().for_each(out::say);
            game.repeat(answer.choice, None);
            continue;
        }
        game.leave();
        game.story().iter().for_each(out::say);
        return;
    }
}
