//! `muster`: a roster checked and priced.

use serde::Serialize;

use super::ready::{Ready, problem};
use super::{Common, Exit, out};
use crate::muster::Roster;

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
    let ready = match Ready::open(common, &args.pack) {
        Ok(r) => r,
        Err(e) => return e,
    };
    let texts: Result<Vec<String>, Exit> = if args.rosters.is_empty() {
        Ok(ready.rosters().into_iter().map(|(_, t)| t).collect())
    } else {
        args.rosters.iter().map(|r| ready.roster(r)).collect()
    };
    let texts = match texts {
        Ok(t) => t,
        Err(e) => return e,
    };
    let mut bills = Vec::new();
    for text in texts {
        let roster = match Roster::parse(&text) {
            Ok(r) => r,
            Err(e) => {
                out::complain(e.to_string());
                return Exit::Fails;
            }
        };
        bills.push(bill(&ready, &roster));
    }
    let legal = bills.iter().all(|b| b.legal);
    if common.json {
        out::json(&bills);
    } else {
        bills.iter().for_each(show);
    }
    if legal { Exit::Well } else { Exit::Fails }
}

fn bill(ready: &Ready, roster: &Roster) -> Bill {
    let mut b = Bill {
        name: roster.name.clone(),
        force: roster.force.clone(),
        legal: false,
        points: 0,
        allowance: roster.points,
        units: Vec::new(),
        problems: Vec::new(),
    };
    match ready.bill(roster) {
        Ok(p) => {
            b.legal = true;
            b.points = p.total;
            b.units = p
                .units
                .iter()
                .map(|u| Line {
                    name: u.name.clone(),
                    models: u.models,
                    points: u.points,
                    bill: u.bill.iter().map(|c| (c.what.clone(), c.points)).collect(),
                })
                .collect();
        }
        Err(problems) => b.problems = problems.iter().map(problem).collect(),
    }
    b
}

fn show(b: &Bill) {
    out::say(format!("{} ({})", b.name, b.force));
    for u in &b.units {
        out::say(format!("  {:<34} {:>3} models {:>5} pts", u.name, u.models, u.points));
        for (what, points) in &u.bill {
            out::say(format!("    {what:<40} {points:>5}"));
        }
    }
    for p in &b.problems {
        out::say(format!("  {p}"));
    }
    let verdict = if b.legal { format!("{} of {} points, legal", b.points, b.allowance) } else { "not legal".to_owned() };
    out::say(format!("  {verdict}\n"));
}
