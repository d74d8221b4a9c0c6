//! `muster`: a roster checked and priced.

use serde::Serialize;

use super::findings::Record;
use super::ready::Ready;
use super::rosters::{Looked, Paper};
use super::{Common, Exit, out};
use crate::diag::Diagnostic;
use crate::muster::PricedUnit;
use crate::packs::Scope;

/// Check a roster and price it
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Rosters, by path or by the name of one that comes with the pack; without any, all of those
    #[arg(value_name = "ROSTER")]
    rosters: Vec<String>,
    /// The pack; without it the first there is
    #[arg(long, default_value = "", hide_default_value = true, value_name = "PACK")]
    pack: String,
}

#[derive(Serialize)]
struct Bill {
    name: String,
    force: String,
    legal: bool,
    points: i64,
    allowance: i64,
    units: Vec<Line>,
    problems: Vec<String>,
    found: Vec<Record>,
    #[serde(skip)]
    drawn: Vec<String>,
}

#[derive(Serialize)]
struct Line {
    name: String,
    models: usize,
    points: i64,
    bill: Vec<(String, i64)>,
}

/// Does it.
#[must_use]
pub fn run(args: &Args, common: &Common) -> Exit {
    let ready = match Ready::open(&common.reading(Scope::Rules), &args.pack) {
        Ok(r) => r,
        Err(e) => return e,
    };
    let papers: Result<Vec<Paper>, Exit> =
        if args.rosters.is_empty() { Ok(ready.rosters()) } else { args.rosters.iter().map(|r| ready.roster(r)).collect() };
    let papers = match papers {
        Ok(p) => p,
        Err(e) => return e,
    };
    let bills: Vec<Bill> = papers.iter().map(|p| bill(&ready.look(p))).collect();
    let legal = bills.iter().all(|b| b.legal);
    if common.json {
        out::json(&bills);
    } else {
        bills.iter().for_each(show);
    }
    if legal { Exit::Well } else { Exit::Fails }
}

fn bill(looked: &Looked) -> Bill {
    let line = |u: &PricedUnit| Line {
        name: u.name.clone(),
        models: u.models,
        points: u.points,
        bill: u.bill.iter().map(|c| (c.what.clone(), c.points)).collect(),
    };
    let problem = |d: &Diagnostic| {
        let of = if d.here.is_empty() { String::new() } else { format!("{}: ", d.here) };
        format!("{of}{}\n  {}", d.message, d.help.as_deref().unwrap_or_default())
    };
    Bill {
        name: looked.roster.name.clone(),
        force: looked.roster.force.clone(),
        legal: looked.priced.is_some(),
        points: looked.priced.as_ref().map_or(0, |p| p.total),
        allowance: looked.roster.points,
        units: looked.priced.iter().flat_map(|p| &p.units).map(line).collect(),
        problems: looked.found.iter().map(problem).collect(),
        found: looked.records(),
        drawn: looked.drawn(),
    }
}

fn show(b: &Bill) {
    if !b.name.is_empty() {
        out::say(format!("{} ({})", b.name, b.force));
    }
    for u in &b.units {
        out::say(format!("  {:<34} {:>3} {:<6} {:>5} pts", u.name, u.models, if u.models == 1 { "model" } else { "models" }, u.points));
        for (what, points) in &u.bill {
            out::say(format!("    {what:<40} {points:>5}"));
        }
    }
    b.drawn.iter().for_each(out::say);
    let verdict = if b.legal { format!("{} of {} points, legal", b.points, b.allowance) } else { "not legal".to_owned() };
    out::say(format!("  {verdict}\n"));
}
