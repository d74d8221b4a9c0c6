//! `muster`: a roster checked and priced.

use grognard::{Bill, OptionSheet, Paper, Refused, Scope, UnitSheet, misread};
use serde_json::Value;

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
    /// Print what the force lists of a pack offer instead: `muster PACK --catalogue`
    #[arg(long)]
    catalogue: bool,
}

/// Does it.
pub fn run(args: &Args, common: &Common) -> Exit {
    if args.catalogue {
        return catalogue(args, common);
    }
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
    let home = home.as_deref().unwrap_or(pack);
    let pack = common.pack(home, Scope::Rules).map_err(|exit| beside(&[roster.to_owned()], home, exit, common))?;
    pack.roster(roster).map(|paper| pack.price(&paper)).map_err(|why| common.refused(&why))
}

fn bills(args: &Args, common: &Common) -> Result<Vec<Bill>, Exit> {
    if let ([roster], "") = (args.rosters.as_slice(), args.pack.as_str()) {
        return bill(roster, "", common).map(|bill| vec![bill]);
    }
    let pack = common.pack(&args.pack, Scope::Rules).map_err(|exit| beside(&args.rosters, &args.pack, exit, common))?;
    let papers: Result<Vec<Paper>, Refused> =
        if args.rosters.is_empty() { Ok(pack.rosters()) } else { args.rosters.iter().map(|r| pack.roster(r)).collect() };
    Ok(papers.map_err(|why| common.refused(&why))?.iter().map(|p| pack.price(p)).collect())
}

/// Tells what is wrong with rosters beside a pack that cannot be used.
fn beside(rosters: &[String], pack: &str, exit: Exit, common: &Common) -> Exit {
    let Some(pack) = common.beside(pack, Scope::Rules) else {
        // of what cannot be read, it is told all the same
        for why in rosters.iter().filter_map(|r| misread(r)) {
            common.refused(&why);
        }
        return exit;
    };
    let papers = if rosters.is_empty() { pack.rosters() } else { rosters.iter().filter_map(|r| pack.roster(r).ok()).collect() };
    let wrong: Vec<String> = papers.iter().flat_map(|paper| pack.wrong_with(paper).drawn(out::width()).0).collect();
    if !wrong.is_empty() {
        out::complain("without what is faulty here, this is wrong with rosters:\n");
        wrong.iter().for_each(out::complain);
    }
    exit
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
    // nothing was counted of what cannot be read
    if b.units.is_empty() && !b.legal {
        out::say("  no points are counted until this is mended\n");
        return;
    }
    let verdict = if b.legal { "legal" } else { "not legal" };
    out::say(format!("  {} of {} points, {verdict}\n", b.points, b.allowance));
}

/// What the force lists of a pack offer. The pack stands where rosters stand otherwise, or behind `--pack`.
fn catalogue(args: &Args, common: &Common) -> Exit {
    let wanted = args.rosters.first().map_or(args.pack.as_str(), String::as_str);
    let all = match common.draft(wanted, Scope::Rules).catalogue() {
        Ok(all) => all,
        Err(why) => return common.refused(&why),
    };
    if common.json {
        out::json(&all);
        return Exit::Well;
    }
    for list in &all.lists {
        out::say(&list.name);
        listed("allies", &list.allies);
        let mut section = None;
        for unit in &list.units {
            if unit.section != section {
                section.clone_from(&unit.section);
                out::say(format!("\n  {}", section.as_deref().unwrap_or_default().to_uppercase()));
            }
            sheet(unit);
        }
        out::say("");
    }
    for list in &all.options {
        out::say(&list.name);
        list.options.iter().for_each(option);
        out::say("");
    }
    Exit::Well
}

fn sheet(unit: &UnitSheet) {
    let limit = match unit.limit {
        (0, None) => String::new(),
        (least, None) => format!("{least}+ "),
        (least, Some(most)) => format!("{least}-{most} "),
    };
    let price = unit.points.map_or_else(String::new, |p| format!(" ({p} pts)"));
    out::say(format!("\n  {limit}{}{price}", unit.name));
    for profile in &unit.profiles {
        let cell = |(heading, value): (&String, &Value)| match value {
            Value::Null => format!("{heading} -"),
            Value::Array(all) => all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
            Value::String(text) => format!("{heading} {text}"),
            other => format!("{heading} {other}"),
        };
        let name = profile.get("name").and_then(Value::as_str).unwrap_or_default();
        let cells: Vec<String> = profile.iter().filter(|(h, _)| *h != "name").map(cell).collect();
        out::say(format!("    {name}: {}", cells.join(", ")));
    }
    listed("has", &unit.has);
    listed("equipment", &unit.equipment);
    listed("rules", &unit.rules);
    unit.options.iter().for_each(option);
}

fn listed(what: &str, all: &[String]) {
    if !all.is_empty() {
        out::say(format!("    {what}: {}", all.join(", ")));
    }
}

fn option(o: &OptionSheet) {
    out::say(format!("    - {}: {}", o.name, o.says));
}
