//! `hooks`: the places where a rule can meet the game.

use grognard::{HookRow, Scope};

use super::list::at;
use super::{Common, Exit, out};

/// Find the places that a rule can meet: what happens and its steps, values, throws, costs
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Words that stand in the place as a rule names it, such as `fire` or `before`, or else in what is said of it; all of them
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// The pack, by name or path; without it the first there is
    #[arg(long, default_value = "", hide_default_value = true, value_name = "PACK")]
    pack: String,
}

/// Does it.
pub fn run(args: &Args, common: &Common) -> Exit {
    let rows = match common.draft(&args.pack, Scope::Rules).hooks(&args.words) {
        Ok(rows) => rows,
        Err(why) => return common.refused(&why),
    };
    if common.json {
        out::json(&rows);
        return Exit::Well;
    }
    let meant = |h: &HookRow| args.words.iter().all(|w| h.write.to_lowercase().contains(&w.to_lowercase()));
    if !rows.is_empty() && !rows.iter().any(meant) {
        out::mention("these do not have the words in their names, but in their remarks, clauses or files");
    }
    let row = |h: &HookRow| vec![h.write.clone(), h.blanks.clone(), h.sort.clone(), h.met_by.len().to_string(), at(h.place.as_ref())];
    out::rows(&["a rule writes", "with", "to meet a", "rules now", "place"], None, &rows.iter().map(row).collect::<Vec<_>>());
    Exit::Well
}
