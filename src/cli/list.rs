//! `list`: what there is, so that it can be named.

use clap::ValueEnum;
use grognard::{Contents, PackRow, Scope, Where};
use serde::Serialize;

use super::{Common, Exit, out};

/// List what there is: packs, and what a pack holds
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// What; without it the packs, or with --pack all that the pack holds
    what: Option<What>,
    /// The pack, by name or path; without it the first there is
    #[arg(long, value_name = "PACK")]
    pack: Option<String>,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Packs, with what they extend and where they lie
    #[value(alias = "pack")]
    Packs,
    /// Where a game can be played
    #[value(alias = "scenario")]
    Scenarios,
    /// What rosters are drawn from
    #[value(alias = "force")]
    Forces,
    /// What can be mustered, with its price
    #[value(alias = "unit")]
    Units,
    /// What players can do, with its cost and who does it
    #[value(alias = "action")]
    Actions,
    /// The rules that units, models and weapons can have
    #[value(alias = "rule")]
    Rules,
    /// What the book leaves open, its readings, and the one in force
    #[value(alias = "ruling")]
    Rulings,
    /// Positions of the tests, which `odds` can begin with
    #[value(alias = "situation")]
    Situations,
    /// Scripts that decide for a side
    #[value(alias = "doctrine")]
    Doctrines,
    /// Rosters that come with the pack
    #[value(alias = "roster")]
    Rosters,
}

/// A sort of thing as it is shown.
struct Part {
    title: &'static str,
    one: &'static str,
    headings: &'static [&'static str],
    rows: Vec<Vec<String>>,
}

/// Does it.
pub fn run(args: &Args, common: &Common) -> Exit {
    match args.what {
        Some(What::Packs) => packs(common),
        None if args.pack.is_none() => packs(common),
        what => {
            let scope = if what == Some(What::Situations) || common.json { Scope::Scenes } else { Scope::Rules };
            let draft = match &args.pack {
                Some(pack) => common.shelves(scope).open(pack),
                None => common.draft("", scope),
            };
            match draft.contents() {
                Ok(contents) => held(what, &contents, common),
                Err(why) => common.refused(&why),
            }
        }
    }
}

fn packs(common: &Common) -> Exit {
    let all = common.shelves(Scope::Rules).packs();
    let row = |p: &PackRow| {
        let said = format!("{} {}", p.name, p.version);
        vec![p.pack.clone(), said.trim().to_owned(), p.extends.join(", "), p.path.clone(), p.shelf.clone()]
    };
    let headings = &["pack", "name", "extends", "path", "found in"];
    let part = Part { title: "packs", one: "pack", headings, rows: all.iter().map(row).collect() };
    show(common, &all, &[part])
}

/// What a pack holds: one sort of it, or all.
fn held(what: Option<What>, contents: &Contents, common: &Common) -> Exit {
    let all = parts(contents);
    let Some(what) = what else {
        // situations are many, and for those who ask
        let parts: Vec<Part> = all.into_iter().filter(|p| !p.rows.is_empty() && p.title != "situations").collect();
        return show(common, contents, &parts);
    };
    let name = what.to_possible_value().map_or_else(String::new, |v| v.get_name().to_owned());
    let part: Vec<Part> = all.into_iter().filter(|p| p.title == name).collect();
    if part.iter().all(|p| p.rows.is_empty()) && !common.json {
        out::mention(format!("`{}` has no {name}", contents.pack));
    }
    match what {
        What::Packs => Exit::Well,
        What::Scenarios => show(common, &contents.scenarios, &part),
        What::Forces => show(common, &contents.forces, &part),
        What::Units => show(common, &contents.units, &part),
        What::Actions => show(common, &contents.actions, &part),
        What::Rules => show(common, &contents.rules, &part),
        What::Rulings => show(common, &contents.rulings, &part),
        What::Situations => show(common, &contents.situations, &part),
        What::Doctrines => show(common, &contents.doctrines, &part),
        What::Rosters => show(common, &contents.rosters, &part),
    }
}

fn parts(c: &Contents) -> Vec<Part> {
    let scenarios =
        c.scenarios.iter().map(|s| vec![s.name.clone(), s.turns.map_or_else(String::new, |n| out::many(n, "turn")), at(s.place.as_ref())]);
    let forces = c.forces.iter().map(|f| vec![f.name.clone(), out::many(f.units, "unit"), f.allies.join(", "), at(f.place.as_ref())]);
    let units = c.units.iter().map(|u| vec![u.name.clone(), format!("{} pts", u.points), u.forces.join(", "), at(u.place.as_ref())]);
    let actions = c.actions.iter().map(|a| vec![a.name.clone(), a.sort.clone(), a.costs.join("; "), a.who.clone(), at(a.place.as_ref())]);
    let rules = c.rules.iter().map(|r| vec![r.name.clone(), r.sort.clone(), r.of.join(", "), at(r.place.as_ref())]);
    let rulings = c.rulings.iter().map(|r| {
        let others: Vec<&str> = r.readings.iter().filter(|n| **n != r.chosen).map(String::as_str).collect();
        vec![r.name.clone(), r.chosen.clone(), others.join(", "), at(r.place.as_ref())]
    });
    let situations = c.situations.iter().map(|s| vec![s.name.clone(), at(s.place.as_ref())]);
    let doctrines = c.doctrines.iter().map(|d| vec![d.name.clone(), d.file.clone()]);
    let rosters = c.rosters.iter().map(|r| vec![r.name.clone(), r.force.clone(), format!("{} pts", r.points), r.file.clone()]);
    vec![
        Part { title: "scenarios", one: "scenario", headings: &["scenario", "lasts", "place"], rows: scenarios.collect() },
        Part { title: "forces", one: "force", headings: &["force", "offers", "allies", "place"], rows: forces.collect() },
        Part { title: "units", one: "unit", headings: &["unit", "price", "force lists", "place"], rows: units.collect() },
        Part { title: "actions", one: "action", headings: &["action", "sort", "cost", "who", "place"], rows: actions.collect() },
        Part { title: "rules", one: "rule", headings: &["rule", "sort", "of", "place"], rows: rules.collect() },
        Part { title: "rulings", one: "ruling", headings: &["ruling", "in force", "other readings", "place"], rows: rulings.collect() },
        Part { title: "situations", one: "situation", headings: &["situation", "place"], rows: situations.collect() },
        Part { title: "doctrines", one: "doctrine", headings: &["doctrine", "file"], rows: doctrines.collect() },
        Part { title: "rosters", one: "roster", headings: &["roster", "force", "allowance", "file"], rows: rosters.collect() },
    ]
}

/// `file:line`.
pub fn at(place: Option<&Where>) -> String {
    place.map_or_else(String::new, |p| format!("{}:{}", p.file, p.line))
}

/// As JSON, or as tables. Where there are several sorts and no terminal, each row begins with its sort.
fn show(common: &Common, value: &impl Serialize, parts: &[Part]) -> Exit {
    if common.json {
        out::json(value);
        return Exit::Well;
    }
    for (n, part) in parts.iter().enumerate().filter(|(_, p)| !p.rows.is_empty()) {
        if let ([_, _, ..], Some(_)) = (parts, out::terminal()) {
            out::say(format!("{}{} ({})\n", if n == 0 { "" } else { "\n" }, part.title, part.rows.len()));
        }
        let sort = (parts.len() > 1).then_some(part.one);
        out::rows(part.headings, sort, &part.rows);
    }
    Exit::Well
}
