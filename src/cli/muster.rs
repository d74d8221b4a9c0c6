//! `muster`: a roster checked and priced.

use grognard::{Bill, Paper, Refused, Scope};

use super::{Common, Exit, out};

/// Check a roster and price it
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Rosters, by path or by the name of one that comes with the pack; without any, all of those
    #[arg(value_name = "ROSTER")]
    rosters: Vec<String>,
    /// The pack; without it that of the roster's force, else the first there is
    #[arg(long, default_value = "", hide_default_value = true, value_name = "PACK")]
    pack: String,
}

/// Does it.
pub fn run(args: &Args, common: &Common) -> Exit {
    match bills(args, common) {
        Ok(bills) => {
            if common.json {
                out::json(&bills);
            } else {
                bills.iter().for_each(show);
            }
            if bills.iter().all(|b| b.legal) { Exit::Well } else { Exit::Fails }
        }
        Err(exit) => exit,
    }
}

/// A roster priced by this pack; where none is named, by the one that has its force.
pub fn bill(roster: &str, pack: &str, common: &Common) -> Result<Bill, Exit> {
    let home = if pack.is_empty() { common.shelves(Scope::Rules).of_roster(roster) } else { None };
    let pack = common.pack(home.as_deref().unwrap_or(pack), Scope::Rules)?;
    pack.roster(roster).map(|paper| pack.price(&paper)).map_err(|why| common.refused(&why))
}

fn bills(args: &Args, common: &Common) -> Result<Vec<Bill>, Exit> {
    if let ([roster], "") = (args.rosters.as_slice(), args.pack.as_str()) {
        return bill(roster, "", common).map(|bill| vec![bill]);
    }
    let pack = common.pack(&args.pack, Scope::Rules)?;
    let papers: Result<Vec<Paper>, Refused> =
        if args.rosters.is_empty() { Ok(pack.rosters()) } else { args.rosters.iter().map(|r| pack.roster(r)).collect() };
    Ok(papers.map_err(|why| common.refused(&why))?.iter().map(|p| pack.price(p)).collect())
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
    b.findings.drawn(out::width()).0.iter().for_each(out::say);
    let verdict = if b.legal { format!("{} of {} points, legal", b.points, b.allowance) } else { "not legal".to_owned() };
    out::say(format!("  {verdict}\n"));
}
