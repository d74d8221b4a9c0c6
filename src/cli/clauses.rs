//! `clauses`: each clause of the book, its rules and its tests.

use std::collections::BTreeMap;

use grognard::{Extent, Report, Scope, Status, Unnoticed, Watch};

use super::tried::Tried;
use super::{Common, Exit, book, out, readings};

/// Show each clause of the book, the rules that carry it out and the tests that prove it
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The pack, by name or path
    pack: String,
    /// Show this clause in full, by its id; with `--prove`, change only the lines that carry it out
    #[arg(conflicts_with_all = ["only", "rulings"])]
    clause: Option<String>,
    /// Show only clauses of this status: covered, held, untested, missing or not-mechanical
    #[arg(long, value_name = "STATUS", value_parser = status)]
    only: Option<Status>,
    /// Change all that the rules say, one thing at a time, and see whether a test fails, of a clause a test that cites it; and
    /// leave out each reading that a test takes
    #[arg(long)]
    prove: bool,
    /// With `--prove`, change only what stands in this file or on this line of it: `routs` or `routs:12`; may be given again
    #[arg(long, value_name = "FILE[:LINE]", requires = "prove")]
    within: Vec<String>,
    /// With `--prove`, keep in this file what each change came to, and do not try again what it holds, as long as no rule and no
    /// test is other
    #[arg(long, value_name = "FILE", requires = "prove")]
    resume: Option<String>,
    /// Only what the pack adds to its parents: the clauses of its own ledger and its own rulings; with `--prove`, only changes of
    /// its own lines and of lines that carry out those clauses
    #[arg(long, conflicts_with = "clause")]
    own: bool,
    /// Show the rulings instead: what is unclear, how it can be read, what each reading changes and the tests that take it
    #[arg(long, conflicts_with = "only")]
    rulings: bool,
}

fn status(text: &str) -> Result<Status, String> {
    Status::ALL.iter().find(|s| s.name() == text).copied().ok_or_else(|| "covered, held, untested, missing or not-mechanical".into())
}

/// Does it.
pub fn run(args: &Args, common: &Common) -> Exit {
    match shown(args, common) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn shown(args: &Args, common: &Common) -> Result<Exit, Exit> {
    let draft = common.shelves(Scope::Everything).open(&args.pack);
    let tried = if args.prove { Some(Tried::new(args.resume.as_deref(), &draft.hash())?) } else { None };
    // a clause that is only shown is one of all
    let clause = args.clause.clone().filter(|_| args.prove);
    let extent = Extent { own: args.own, within: args.within.clone(), clause };
    let watch = tried.as_ref().map(|t| t as &dyn Watch);
    let (mut report, strays) = draft.clauses(watch, &extent).map_err(|why| common.refused(&why))?;
    if let Some(tried) = tried {
        tried.end()?;
    }
    if let Some(id) = args.clause.as_ref().filter(|_| !args.prove) {
        return Ok(one(args, id, &report, common));
    }
    if common.json {
        report.clauses.retain(|c| args.only.is_none_or(|only| c.status == only));
        out::json(&report);
    } else {
        strays.drawn(out::width()).0.iter().for_each(|d| out::say(format!("{d}\n")));
        show(args, &report);
    }
    Ok(if report.errors == 0 && strays.is_empty() { Exit::Well } else { Exit::Fails })
}

/// One clause in full.
fn one(args: &Args, id: &str, report: &Report, common: &Common) -> Exit {
    match report.clause(id) {
        Ok(clause) if common.json => out::json(clause),
        Ok(clause) => out::say(book::whole(clause, out::terminal())),
        Err(why) => {
            out::complain(format!("{why}; `grognard clauses {}` lists all", args.pack));
            return Exit::Misused;
        }
    }
    Exit::Well
}

/// How many tests are named that notice a line, and do not cite its clause.
const OTHERS: usize = 3;

fn show(args: &Args, report: &Report) {
    let width = out::terminal();
    let ledger = !report.clauses.is_empty();
    if ledger {
        out::say(if args.rulings { readings::shown(report, width) } else { book::clauses(report, width, args.only) });
    }
    for one in report.loose.iter().filter(|_| args.prove || args.rulings) {
        out::say(format!("{} = {}: {}", one.ruling, one.reading, one.why));
    }
    for one in &report.idle {
        let others = one.others.iter().take(OTHERS).map(|t| format!("\n  `{t}` does")).collect::<String>();
        out::say(format!("{}: {}:{} can change and no test that cites it fails{others}", one.clause, one.file, one.line));
    }
    if !report.unnoticed.is_empty() {
        out::say("no test notices these changes:");
        report.unnoticed.iter().for_each(|u| out::say(unnoticed(u)));
    }
    if ledger {
        out::say(totals(report));
    }
    if let Some(said) = proved(report) {
        out::say(said);
    }
    if report.errors > 0 {
        out::say(format!("its rules have {}: see `grognard check {}`", out::many(report.errors, "error"), args.pack));
    }
}

/// How many clauses have each status, and how many unclear places are settled.
fn totals(report: &Report) -> String {
    let of = |s: Status| report.clauses.iter().filter(|c| c.status == s).count();
    let counts: Vec<String> = Status::ALL.iter().map(|s| format!("{} {}", of(*s), s.name())).collect();
    format!(
        "{}: {}\n{} unclear in the book, {} made; {} without a ruling, {} without a test",
        out::many(report.clauses.len(), "clause"),
        counts.join(", "),
        out::many(report.ambiguities.len(), "place"),
        out::many(report.rulings.len(), "ruling"),
        out::many(report.unruled().len(), "place"),
        out::many(report.loose.len(), "reading"),
    )
}

/// A line of which changes were not noticed, and below it the changes.
fn unnoticed(line: &Unnoticed) -> String {
    let mut kinds: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for c in &line.changes {
        kinds.entry(c.what).or_default().push(&c.words);
    }
    let of = |(what, words): (&&str, &Vec<&str>)| {
        let words: Vec<String> = words.iter().filter(|w| !w.is_empty()).map(|w| format!("`{w}`")).collect();
        if words.is_empty() { (*what).to_owned() } else { format!("{what} {}", words.join(" ")) }
    };
    let kinds: Vec<String> = kinds.iter().map(of).collect();
    let place = if line.line == 0 { String::new() } else { format!("{}:{}: ", line.file, line.line) };
    format!("{place}{}\n  {}", line.text, kinds.join("; "))
}

/// What proving came to, if it was asked.
fn proved(report: &Report) -> Option<String> {
    let changed = report.proved?;
    let changes: usize = report.unnoticed.iter().map(|u| u.changes.len()).sum();
    let left =
        [(changes, "change"), (report.idle.len(), "line of a clause"), (report.loose.iter().filter(|l| l.unnoticed).count(), "reading")];
    let left: Vec<String> = left.iter().filter(|(n, _)| *n > 0).map(|(n, what)| many(*n, what)).collect();
    let noticed = if left.is_empty() { "all noticed".to_owned() } else { format!("{} not noticed", left.join(", ")) };
    let (changes, lines) = (out::many(changed.changes, "change"), out::many(changed.lines, "line"));
    Some(format!("{changes} in {lines}, {} left out: {noticed}", out::many(report.readings_taken(), "reading")))
}

/// As [`out::many`], for what is said in several words.
fn many(n: usize, what: &str) -> String {
    match what.split_once(' ') {
        Some((first, rest)) => format!("{} {rest}", out::many(n, first)),
        None => out::many(n, what),
    }
}

#[cfg(test)]
mod tests {
    use grognard::{Changed, Idle, Otherwise, Report, Unnoticed};

    use super::{proved, unnoticed};

    #[test]
    fn what_proving_came_to_is_said_in_a_line() {
        let mut report = Report { proved: Some(Changed { lines: 12, changes: 30 }), ..Report::default() };
        assert_eq!(proved(&report).as_deref(), Some("30 changes in 12 lines, 0 readings left out: all noticed"));
        report.idle = vec![Idle { clause: "a".into(), file: "b".into(), line: 1, others: Vec::new() }; 2];
        let changes = ["7", "8", ""].map(|w| Otherwise { what: if w.is_empty() { "order" } else { "number" }, words: w.into() });
        report.unnoticed = vec![Unnoticed { file: "b".into(), line: 1, text: "a 7 of 8".into(), changes: changes.into() }];
        let said = "30 changes in 12 lines, 0 readings left out: 3 changes, 2 lines of a clause not noticed";
        assert_eq!(proved(&report).as_deref(), Some(said));
        assert_eq!(unnoticed(&report.unnoticed[0]), "b:1: a 7 of 8\n  number `7` `8`; order");
    }
}
