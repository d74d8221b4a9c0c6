//! Both rosters that come with the game are legal, cost what they say, and take the field.

#![allow(clippy::expect_used, clippy::cast_possible_truncation, reason = "a test that cannot go on fails; the pack has few states")]

use std::path::Path;

use grognard::floors::diag::Diagnostic;
use grognard::floors::ir::{KindBase, Program};
use grognard::floors::muster::{Builder, Entries, Questions, Roster, Scenario, price, setup_game, world};
use grognard::floors::packs::Compiled;
use grognard::floors::source::Files;

fn gather(folder: &Path, ending: &str, out: &mut Vec<std::path::PathBuf>) {
    let mut here: Vec<_> = std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    here.sort();
    for path in here {
        if path.is_dir() {
            gather(&path, ending, out);
        } else if path.extension().is_some_and(|e| e == ending) {
            out.push(path);
        }
    }
}

struct Pack {
    files: Files,
    compiled: Compiled,
    entries: Entries,
    scenarios: Vec<Scenario>,
    found: Vec<Diagnostic>,
}

fn pack() -> Pack {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    gather(&root.join("rules/chosen-men"), "grog", &mut paths);
    gather(&root.join("forcelists/chosen-men"), "grog", &mut paths);
    paths.retain(|p| !p.components().any(|c| c.as_os_str() == "tests"));
    let mut files = Files::default();
    for path in paths {
        files.add(path.display().to_string(), &std::fs::read_to_string(&path).expect("a text"));
    }
    let mut compiled = Compiled::of(&files);
    let mut found = std::mem::take(&mut compiled.found);
    let (entries, f) = Entries::read(compiled.book(&files));
    found.extend(f);
    let (scenarios, f) = Scenario::read(compiled.book(&files));
    found.extend(f);
    Pack { files, compiled, entries, scenarios, found }
}

impl Pack {
    fn program(&self) -> &Program {
        self.compiled.program()
    }
}

fn roster(name: &str) -> Roster {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("forcelists/chosen-men/rosters").join(name);
    Roster::parse(&std::fs::read_to_string(path).expect("a text")).expect("a roster")
}

fn shown(p: &Pack) -> String {
    p.found.iter().map(|d| format!("{}: {} [{}]\n", p.files.place(d.span), d.message, p.files.slice(d.span))).collect()
}

#[test]
fn lists_are_read_without_a_fault() {
    let p = pack();
    assert!(p.found.is_empty(), "{}", shown(&p));
    assert_eq!(p.entries.forces.len(), 6);
    assert_eq!(p.entries.entries.len(), 63);
    assert!(p.compiled.effective.decls.len() > 100);
}

#[test]
fn rosters_cost_what_they_say() {
    let p = pack();
    let french = price(&p.entries, &roster("french.toml")).expect("a legal roster");
    let british = price(&p.entries, &roster("british.toml")).expect("a legal roster");
    assert_eq!(french.units.iter().map(|u| u.points).collect::<Vec<_>>(), [45, 108, 86, 110]);
    assert_eq!(british.units.iter().map(|u| u.points).collect::<Vec<_>>(), [45, 85, 115, 105]);
    assert_eq!((french.total, british.total), (349, 350));
    assert_eq!(french.units.iter().map(|u| u.models).collect::<Vec<_>>(), [1, 10, 10, 5]);
    assert_eq!(british.units.iter().map(|u| u.models).collect::<Vec<_>>(), [1, 5, 10, 5]);
}

#[test]
fn rosters_take_the_field() {
    let p = pack();
    let scenario = p.scenarios.iter().find(|s| s.name == "Meeting Engagement").expect("a scenario");
    let (cast, world, _) =
        setup_game(p.program(), &p.entries, scenario, [&roster("french.toml"), &roster("british.toml")]).expect("a game");
    let units: Vec<_> = cast.ents.iter().enumerate().filter(|(_, e)| e.base == KindBase::Group && e.pieces.1 > 0).collect();
    assert_eq!(units.len(), 8);
    assert_eq!(cast.ents.iter().filter(|e| e.base == KindBase::Piece).count(), 47);
    for (i, unit) in &units {
        let (first, count) = unit.pieces;
        assert_eq!(world.leader(i64::try_from(*i).unwrap()), i64::from(first), "{} is led by its first piece", unit.name);
        for piece in first..first + count {
            let e = cast.ents.get(piece as usize).expect("a piece");
            assert_eq!(usize::from(e.home), *i);
            assert!(!e.carries.is_empty() && e.row >= 0, "{}", e.name);
        }
    }
    assert_eq!(cast.features.len(), scenario.places.len());
    assert_eq!(scenario.places.len(), 18);
    assert_eq!(cast.features.iter().filter(|f| f.aside).count(), 8);
    // all that lies there is known by its name, and the six cards that are always there; what other scenarios have is not here
    assert_eq!(cast.named.all().iter().filter(|n| **n != 0).count(), scenario.places.len() + 6);
    assert_eq!(cast.spare.len(), 5);

    let state = |name: &str| p.program().book.states.iter().find(|(_, s)| s.name == name).expect("a state").0;
    let who = |name: &str| cast.ents.iter().position(|e| e.name == name).map_or(-1, |i| i64::try_from(i).expect("few things"));
    let has = |name: &str, s: &str| world.has(who(name), state(s));
    assert!(has("2e Compagnie de Carabiniers", "Hardened") && has("2e Compagnie de Carabiniers", "Light Infantry"));
    assert!(has("Drummer of 45e Ligne", "Drummer") && !has("45e Ligne", "Drummer"));
    assert!(has("45e Ligne", "Colonne d'Attaque") && !has("The 44th Foot", "Colonne d'Attaque"));
    assert!(has("The 44th Foot", "Three Shots A Minute") && has("The 44th Foot", "Counter-Charge"));
    assert!(has("The 95th", "Infantry") && has("The 16th", "Cavalry") && !has("The 16th", "Infantry"));
    assert!(has("Colonel Hartley", "Independent") && !has("The 16th", "Independent"));
    assert!(has("Chosen Man of The 95th", "Crack Shot"), "a rule brings others");
    assert!(has("The 95th", "Skirmish"));

    let rule = |name: &str| p.program().rules.iter().find(|(_, r)| r.name == name).expect("a rule").0;
    assert_eq!(cast.carriers.get(rule("Chosen Man")).map(Vec::len), Some(1));
    let count = |name: &str| p.program().book.counts.iter().find(|(_, c)| c.name == name).expect("a count").0;
    assert_eq!(world.cell(&cast, who("Colonel of Colonel Dubois"), count("Health")), 2);
    assert_eq!(world.cell(&cast, who("Colonel of Colonel Dubois"), count("STG")), 2);
    assert_eq!(world.cell(&cast, who("Hussar 2 of 3e Hussards"), count("Health")), 2);
    assert_eq!(world.cell(&cast, who("The 44th Foot"), count("Starting Strength")), 10);
}

#[test]
fn options_change_what_pieces_are() {
    let p = pack();
    let mut b = Builder::new(p.program(), &p.entries);
    let side = b.side("Ours");
    b.force(side, "Great Britain").expect("a list");
    let options: Vec<String> = ["More Men", "Captain", "Sappers", "Sappers", "Sergeant With Pike"].map(String::from).into();
    let foot = b.unit(side, "Line Infantry", &options, "Foot", None).expect("a unit");
    let rider = b.unit(side, "British Colonel", &["Horse".to_owned(), "Melee Specialist".to_owned()], "Rider", None).expect("a unit");
    let few = b.unit(side, "Rifles", &[], "Few", Some(3)).expect("a unit");
    let (cast, leaders) = b.finish();
    let world = world(p.program(), &cast, &leaders);
    let carried = |name: &str| -> Vec<&str> {
        let e = cast.ents.iter().find(|e| e.name == name).expect("a piece");
        e.carries.iter().map(|r| p.program().list_rows.get(*r).expect("a row").name.as_str()).collect()
    };
    let sorted = |name: &str| {
        let mut c = carried(name);
        c.sort_unstable();
        c
    };
    assert_eq!(sorted("Captain of Foot"), ["Pistol", "Sabre"]);
    assert_eq!(sorted("Sapper 2 of Foot"), ["Axe"]);
    assert_eq!(sorted("Sergeant of Foot"), ["Pike", "Sword"]);
    assert_eq!(sorted("Infantryman of Foot"), ["Bayonet", "Musket"]);
    assert_eq!(cast.ents[usize::try_from(world.leader(i64::from(foot))).unwrap()].name, "Captain of Foot");
    assert_eq!(cast.ents[usize::from(foot)].pieces.1, 20);
    assert_eq!(cast.ents[usize::from(few)].pieces.1, 3);
    let has = |who: u16, s: &str| p.program().book.states.iter().any(|(i, t)| t.name == s && world.has(i64::from(who), i));
    assert!(has(rider, "Cavalry") && !has(rider, "Infantry") && has(rider, "Devastating Charge") && !has(rider, "Light Infantry"));
    assert!(has(rider + 1, "Melee Specialist(2)"));
}

#[test]
fn illegal_rosters_say_why() {
    let p = pack();
    let mut r = roster("french.toml");
    r.points = 200;
    r.units[1].options = ["Carabiniers", "Voltigeurs", "Drumer"].map(String::from).into();
    r.units[0].options = vec!["Cuirasses".into()];
    r.units.push(r.units[2].clone());
    r.units[3].entry = "Rifles".into();
    let all = |r: &Roster| -> Vec<String> {
        let problems = price(&p.entries, r).expect_err("all sorts of faults");
        problems.iter().map(|q| format!("{} | {} | {}", q.unit.as_deref().unwrap_or("-"), q.what, q.fix)).collect()
    };
    // as long as a name is not known nothing is counted
    let wanted = [
        "Colonel Dubois | `Cuirasses` is offered only with `Horse` | take `Horse` too, or leave `Cuirasses` out",
        "2e Compagnie de Carabiniers | `French Light Infantry` has no option `Drumer` | write `Drummer`",
        "2e Compagnie de Carabiniers | `Carabiniers` and `Voltigeurs` exclude each other | leave one of them out",
        "3e Hussards | `Rifles` is not of the list `France` | choose among French Colonel, French Lieutenant Colonel, French Spy, \
         French Light Infantry, Regular Infantry, Foot Dragoons, Marins De La Garde, Young Guard, Carabiniers A Cheval, French Hussars, \
         French Lancers, Chasseurs A Cheval, French Cannon, German Colonel, German Major, Nassau Light Infantry, Swiss Mercenaries, \
         Polish Vistula Lancers, Italian Artillery",
    ];
    assert_eq!(all(&r), wanted);
    r.units[1].options.pop();
    r.units.remove(3);
    let wanted = [
        wanted[0],
        wanted[2],
        "- | `Regular Infantry` is taken 2 times, and 1 is the most | leave out 1 of them",
        "- | it costs 290 points of 200 | leave out 90 points, or agree on 290",
    ];
    assert_eq!(all(&r), wanted);
}

#[test]
fn lists_ask_for_what_a_side_must_have() {
    let p = pack();
    let (questions, found) = Questions::read(p.compiled.book(&p.files), &p.entries);
    assert!(found.is_empty(), "{found:?}");
    let broken = |r: &Roster| -> Vec<String> {
        let found = questions.bill(&p.entries, r).1;
        found.into_iter().map(|q| q.breaks).collect()
    };
    let mut r = roster("french.toml");
    let (priced, problems) = questions.bill(&p.entries, &r);
    assert_eq!((priced.total, problems), (349, vec![]));
    r.units.remove(0);
    assert_eq!(broken(&r), ["An Officer"]);
    // what can be asked is asked, whatever else is wrong
    r.points = 100;
    assert_eq!(broken(&r), ["points", "An Officer", "Half Cavalry"]);
    r = roster("french.toml");
    r.units.truncate(1);
    assert_eq!(broken(&r), ["Not Officers Only"]);
}

/// A unit of a list in the catalogue.
fn sheet(all: &serde_json::Value, list: &str, entry: &str) -> serde_json::Value {
    let named = |v: &serde_json::Value, key: &str, name: &str| v[key] == name;
    let list = all["lists"].as_array().and_then(|l| l.iter().find(|l| named(l, "name", list))).expect("a list");
    list["units"].as_array().and_then(|u| u.iter().find(|u| named(u, "entry", entry))).expect("a unit").clone()
}

#[test]
fn the_catalogue_says_what_the_book_prints() {
    let shelves = grognard::Shelves { scope: grognard::Scope::Rules, ..grognard::Shelves::default() };
    let all = serde_json::to_value(shelves.open("chosen-men").catalogue().expect("it is sound")).expect("plain");
    let lists: Vec<&str> = all["lists"].as_array().expect("lists").iter().filter_map(|l| l["name"].as_str()).collect();
    assert_eq!(lists.len(), 6, "{lists:?}");
    // France, 0-1 Regular Infantry (75pts), and its Colonel
    let line = sheet(&all, "France", "Regular Infantry");
    assert_eq!(line["section"], "Infantry Units");
    assert_eq!((&line["points"], &line["limit"]), (&75.into(), &serde_json::json!([0, 1])));
    assert_eq!(line["equipment"], serde_json::json!(["Musket", "Bayonet"]));
    assert_eq!(line["rules"], serde_json::json!([]));
    let man = &line["profiles"][0];
    assert_eq!((&man["name"], &man["TAC"], &man["STG"]), (&"Infantryman".into(), &3.into(), &serde_json::Value::Null));
    let prices: Vec<(Option<i64>, Option<&str>)> =
        line["options"].as_array().expect("options").iter().map(|o| (o["points"].as_i64(), o["per"].as_str())).collect();
    assert_eq!(prices, [(Some(70), None), (Some(3), None), (Some(8), None), (Some(6), None), (Some(8), None), (Some(2), Some("model"))]);
    let colonel = sheet(&all, "France", "French Colonel");
    let strategies = colonel["options"].as_array().expect("options").iter().find(|o| o["name"] == "Strategies").expect("they are offered");
    assert_eq!((&strategies["points"], &strategies["per"]), (&serde_json::Value::Null, &serde_json::Value::Null));
    assert_eq!(all["lists"].as_array().map(|l| l.iter().filter(|l| l["allies"] == serde_json::json!(["France"])).count()), Some(1));
}
