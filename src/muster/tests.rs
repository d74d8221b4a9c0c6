//! Musters of a game that nobody plays.

use super::*;
use crate::diag::{Code, Diagnostic};
use crate::intern::Names;
use crate::ir::{KindBase, Program};
use crate::lower::lower;
use crate::resolve::resolve;
use crate::resolve::variant::{Layer, effective};
use crate::source::Files;
use crate::vm::{Cast, World};
use crate::{ast, syntax};

const PACK: &str = r#"
pack Reef 1.0
kind shoal is group
  gains Glow
kind fish is piece of shoal
  base   | is
  40 mm  | Big
  20 mm  |
kind swirl is group of shoal
kind fin is item of fish
kind reef is feature
kind quirk is rule of shoal
kind calling is rule of fish
tags Small, Big of fish, majority for shoal, exclusive
tags Odd of fish, any for shoal
columns of fish
  Bite
  Speed in KN
count Rush of shoal in KN
count Breath of fish starts Bite of fish
record Chased of shoal, a shoal
count Size of shoal starts count of fish of shoal
marker Tired
formation Ball of shoal (the first)
  shape loose 0.5"
terrain Coral ground costs double
terrain Rise ground raised
many fin | Reach | rules
  Short  | 1"    |
  Long   | 2"    |
value Speed Now of shoal = highest Bite of fish of shoal
quirk Glow
  on Speed Now of me: + 1
quirk Deep
  on Speed Now of me: + 1
quirk Shy
  on Speed Now of me: + 1
calling Runner
  gains Deep
  on Speed Now of my shoal: + 1
procedure Tide of game
  step go: the game ends
"#;

const LIST: &str = r#"
force list North
  rules Shy
  units Herring 1-2, Trout
  legal Enough: there is a shoal of side
force list South
  units Trout 0-1
shoal Herring 20 pts
  profile | B | KN | is
  Fry     | 1 | 3  | Small
  Elder   | 2 | 3  | Small
  Whale   | 9 | 1  | Big, Odd
  has 1 Elder leader, 5 Fry
  carries Short
  option Many: 4 more Fry 10 pts
  option Runners: 1 Fry for each 5 models as Runner 2 pts each
  option Whale: 1 Fry as Whale leader 7 pts, swaps Short for Long, at most 1 in the force
  option Fat: Fry becomes Big 1 pts a fish if Many and not Whale
  option Bold: all 3 pts, loses Glow, Shy
  option Spawn: up to 2 more Fry 3 pts each unless Fat or Bold
shoal Trout 30 pts
  profile | Bite | is
  Trout    | 4    | Big
  has 1 Trout
"#;

struct Made {
    files: Files,
    program: Program,
    entries: Entries,
    scenarios: Vec<Scenario>,
    found: Vec<Diagnostic>,
}

fn made(more: &str) -> Made {
    let mut files = Files::default();
    let text = format!("{PACK}{LIST}{more}");
    let id = files.add("reef", &text);
    let mut names = Names::default();
    let (tree, mut found) = syntax::tree(&files, id);
    let (decls, f) = ast::declarations(&files, &tree, &mut names);
    found.extend(f);
    let layer = Layer { titles: Vec::new(), decls };
    let all = effective(&files, &mut names, &[layer]);
    found.extend(all.found);
    let decls = all.decls;
    let resolved = resolve(names, &decls);
    found.extend(resolved.found);
    let (lowered, f) = lower(&resolved.rules);
    found.extend(f);
    let book = Rulebook { files: &files, decls: &decls, rules: &resolved.rules, lowered: &lowered };
    let (entries, f) = Entries::read(book);
    found.extend(f);
    let (scenarios, f) = Scenario::read(book);
    found.extend(f);
    Made { program: lowered.program, files, entries, scenarios, found }
}

fn good(more: &str) -> Made {
    let m = made(more);
    let all: Vec<String> = m.found.iter().map(|d| format!("{}: {}", m.files.place(d.span), d.message)).collect();
    assert!(all.is_empty(), "{}", all.join("\n"));
    m
}

fn words(options: &[&str]) -> Vec<String> {
    options.iter().map(|o| (*o).to_owned()).collect()
}

fn roster(units: &[(&str, &[&str])]) -> Roster {
    let units = units.iter().map(|(e, o)| Picked { entry: (*e).to_owned(), name: None, options: words(o) }).collect();
    Roster { name: "Ours".into(), force: "North".into(), points: 200, units }
}

fn cost(m: &Made, options: &[&str]) -> Result<i64, Vec<String>> {
    price(&m.entries, &roster(&[("Herring", options)])).map(|p| p.total).map_err(|all| all.into_iter().map(|p| p.what).collect())
}

/// Whether the thing of a name has the state of a name.
fn has(m: &Made, cast: &Cast, world: &World, who: &str, state: &str) -> bool {
    let state = m.program.book.states.iter().find(|(_, s)| s.name == state).map(|(s, _)| s).expect("a state");
    let who = cast.ents.iter().position(|e| e.name == who).and_then(|e| i64::try_from(e).ok()).expect("a thing");
    world.has(who, state)
}

#[test]
fn prices() {
    let m = good("");
    assert_eq!(cost(&m, &[]), Ok(20));
    assert_eq!(cost(&m, &["Many"]), Ok(30));
    assert_eq!(cost(&m, &["many", "Runners", "Runners"]), Ok(34));
    assert_eq!(cost(&m, &["Many", "Fat"]), Ok(40));
    assert_eq!(cost(&m, &["Spawn", "Spawn"]), Ok(26));
    assert_eq!(cost(&m, &["Bold", "Whale"]), Ok(30));
}

#[test]
fn what_is_not_offered() {
    let m = good("");
    let fault = |options: &[&str]| cost(&m, options).expect_err("not legal").join("; ");
    assert_eq!(fault(&["Runners", "Runners"]), "`Runners` is taken 2 times, and 1 is the most of a unit");
    assert_eq!(fault(&["Fat"]), "`Fat` is offered only with `Many` and without `Whale`");
    assert_eq!(fault(&["Bold", "Spawn"]), "`Spawn` is offered only without `Fat` and without `Bold`");
    assert_eq!(fault(&["Legs"]), "`Herring` has no option `Legs`");
    assert_eq!(fault(&["Fat, Many"]), "`Fat, Many` are 2 options in one text");
    let whole = |units: &[(&str, &[&str])]| {
        price(&m.entries, &roster(units)).expect_err("not legal").into_iter().map(|p| p.what).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(whole(&[("Trout", &[])]), "`Herring` is taken 0 times, and 1 is the least");
    assert_eq!(
        whole(&[("Herring", &["Whale"]), ("Herring", &["Whale"])]),
        "`Whale` of `Herring` is taken 2 times, and 1 is the most of a force"
    );
    assert_eq!(whole(&[("Herring", &[]), ("Eel", &[])]), "there is no entry `Eel`");
    let mut broke = roster(&[("Herring", &[])]);
    broke.points = 19;
    assert_eq!(price(&m.entries, &broke).expect_err("too dear").len(), 1);
    broke.force = "Norht".into();
    assert_eq!(price(&m.entries, &broke).expect_err("no list").first().map(|p| p.fix.as_str()), Some("write `North`"));
}

/// Pearls for whoever leads a shoal of bream.
const SHARED: &str = r"
options Pearls
  option Round: leader 4 pts, gains Runner
  option Flat:  leader 2 pts unless Many, gains Runner
shoal Bream 10 pts
  profile | B | is
  Bream   | 1 | Small
  Elder   | 2 | Small
  has 1 Elder leader, 2 Bream
  options Pearls, at most 1
";

#[test]
fn options_of_a_list() {
    let m = good(SHARED);
    let cost = |options: &[&str]| {
        let mut ours = roster(&[("Herring", &[]), ("Bream", options)]);
        ours.units.swap(0, 1);
        let mut entries = m.entries.clone();
        // a list of its own would say nothing more
        let bream = entries.entry("Bream").expect("it is there");
        let quota = entries.forces.first().and_then(|f| f.units.get(1)).copied().expect("trout");
        entries.forces.first_mut().expect("a list").units.push(Quota { entry: bream, ..quota });
        price(&entries, &ours).map(|p| p.total - 20).map_err(|all| all.into_iter().map(|p| p.what).collect::<Vec<_>>().join("; "))
    };
    assert_eq!(cost(&[]), Ok(10));
    assert_eq!(cost(&["Round"]), Ok(14));
    // nobody has the option that excludes it
    assert_eq!(cost(&["Flat"]), Ok(12));
    assert_eq!(cost(&["Flat", "Round"]), Err("2 of `Pearls` are taken (Round, Flat), and 1 is the most of a unit".into()));
    let mut b = Builder::new(&m.program, &m.entries);
    let one = b.side("One");
    b.unit(one, "Bream", &words(&["Round"]), "First", None).expect("a unit");
    let (cast, leaders) = b.finish();
    let w = world(&m.program, &cast, &leaders);
    let runners = ["Elder of First", "Bream of First", "Bream 2 of First"].map(|who| has(&m, &cast, &w, who, "Runner"));
    assert_eq!(runners, [true, false, false]);
}

#[test]
fn a_list_of_which_the_force_may_have_so_many() {
    let m = good(&SHARED.replace("options Pearls, at most 1", "options Pearls, at most 1 in the force"));
    let mut entries = m.entries.clone();
    let bream = entries.entry("Bream").expect("it is there");
    let quota = entries.forces.first().and_then(|f| f.units.get(1)).copied().expect("trout");
    entries.forces.first_mut().expect("a list").units.push(Quota { entry: bream, most: Some(2), ..quota });
    let faults = |other: &[&str]| {
        let ours = roster(&[("Herring", &[]), ("Bream", &["Round"]), ("Bream", other)]);
        price(&entries, &ours).map_or_else(|all| all.into_iter().map(|p| p.what).collect::<Vec<String>>(), |_| Vec::new())
    };
    assert!(faults(&[]).is_empty());
    let what = "2 of `Pearls` are taken (Round, Flat), and 1 is the most of a force".to_owned();
    assert_eq!(faults(&["Flat"]), [what]);
}

#[test]
fn a_cast() {
    let m = good("");
    let mut b = Builder::new(&m.program, &m.entries);
    let (one, two) = (b.side("One"), b.side("Two"));
    b.force(one, "North").expect("a list");
    let first = b.unit(one, "Herring", &words(&["Whale", "Runners"]), "First", None).expect("a unit");
    b.unit(one, "Herring", &words(&["Bold"]), "", Some(9)).expect("a unit");
    b.unit(two, "Trout", &[], "", None).expect("a unit");
    assert!(b.unit(one, "Eel", &[], "", None).is_err());
    let (cast, leaders) = b.finish();
    let w = world(&m.program, &cast, &leaders);
    assert_eq!((one, two, leaders.len(), cast.spare.len()), (1, 2, 3, 2));
    let pieces: Vec<&str> = cast.ents.iter().filter(|e| e.home == first).map(|e| e.name.as_str()).collect();
    assert_eq!(pieces, ["Whale of First", "Elder of First", "Runner of First", "Fry of First", "Fry 2 of First", "Fry 3 of First"]);
    for (who, state, holds) in [
        ("Whale of First", "Big", true),
        ("First", "Odd", true),
        ("First", "Small", true),
        ("First", "Glow", true),
        ("First", "Shy", true),
        ("First", "Deep", true),
        ("Runner of First", "Runner", true),
        ("First", "Ball", true),
        ("Herring", "Glow", false),
        ("Herring", "Shy", false),
        ("Trout", "Shy", false),
        ("Trout", "Glow", true),
    ] {
        assert_eq!(has(&m, &cast, &w, who, state), holds, "{who} {state}");
    }
    let whale = cast.ents.iter().find(|e| e.name == "Whale of First").expect("a piece");
    assert_eq!(whale.foot, crate::table::Base::Circle { radius: 787 });
    assert_eq!(whale.carries.iter().filter_map(|r| m.program.list_rows.get(*r)).map(|r| r.name.as_str()).collect::<Vec<_>>(), ["Long"]);
    assert_eq!(cast.piece_names.get(usize::try_from(whale.row).expect("a row")).map(String::as_str), Some("Whale"));
    let count = |name: &str| m.program.book.counts.iter().find(|(_, c)| c.name == name).map(|(c, _)| c).expect("a count");
    assert_eq!(w.cell(&cast, i64::from(first) + 1, count("Breath")), 9);
    assert_eq!(w.cell(&cast, i64::from(first), count("Size")), 6);
    assert_eq!(w.cell(&cast, i64::from(first), count("Chased")), -1);
    assert_eq!(cast.ents.iter().filter(|e| e.base == KindBase::Piece).count(), 6 + 9 + 1);
}

#[test]
fn scenarios() {
    let m = good(
        "scenario Lagoon\n  board 24\" x 30\"\n  Zones: Low at 0\",0\" to 24\",6\"\n  Scenery: Rock around 12\",15\" 2.5\"; Bar at 2\",9\" to 8\",9\"\n  setup Tide\nreef Low\nreef Rock: Coral, Rise\nreef Bar: Coral\nreef Elsewhere\n",
    );
    let s = Scenario::find(&m.scenarios, "lagoon").expect("it is there");
    assert_eq!(s.board, Some((24_000, 30_000)));
    assert_eq!(
        s.places.iter().map(|p| (p.zone, p.level, p.terrains.len())).collect::<Vec<_>>(),
        [(true, 0, 0), (false, 1, 2), (false, 0, 1)]
    );
    let r = roster(&[("Herring", &[])]);
    let (cast, _, setup) = setup_game(&m.program, &m.entries, s, [&r, &r]).expect("a game");
    assert_eq!((cast.board, cast.features.len(), cast.zones.len()), ((24_000, 30_000), 3, 1));
    assert_eq!(m.program.procs.get(setup).map(|p| p.name.as_str()), Some("Tide"));
    assert_eq!(cast.named.all().iter().filter(|n| **n == 0).count(), 1);
    let worse = roster(&[("Herring", &["Legs"])]);
    assert_eq!(setup_game(&m.program, &m.entries, s, [&worse, &worse]).expect_err("twice the fault").len(), 2);
}

#[test]
fn faults_have_places() {
    let all = [
        ("shoal Eel 5 pts\n  carries Lomg\n", "Lomg", Code::Name, "did you mean `Long`?"),
        ("shoal Eel 5 pts\n  rules Gloww\n", "Gloww", Code::Name, "did you mean `Glow`?"),
        ("shoal Eel 5 pts\n  rules Coral\n", "Coral", Code::Kind, "write one of these: Runner, Ball, Tired, Deep, Glow, Shy"),
        ("shoal Eel 5 pts\n  profile | Bitee\n  Eel | 4\n", "Bitee", Code::Name, "did you mean `Bite`?"),
        ("shoal Eel 5 pts\n  profile | B | is\n  Eel | 4 | Small, Bigg\n", "Bigg", Code::Name, "did you mean `Big`?"),
        ("shoal Eel 5 pts\n  profile | B\n  Eel | x\n", "x", Code::Type, "write a number, a length, a score such as 5+, or `-`"),
        ("shoal Eel 5 pts\n  has 3 Ele\n  profile | B\n  Eel | 4\n", "Ele", Code::Name, "did you mean `Eel`?"),
        ("shoal Eel 5 pts\n  option Long: all 2 pts if Longg\n", "Longg", Code::Name, "did you mean `Long`?"),
        (
            "options Pearls\n  option Round: leader 4 pts, gains Runner\nshoal Eel 5 pts\n  options Perls\n",
            "Perls",
            Code::Name,
            "did you mean `Pearls`?",
        ),
        ("force list West\n  units Deep: Herrings\n", "Herrings", Code::Name, "did you mean `Herring`?"),
        ("force list West\n  units Herrings\n", "Herrings", Code::Name, "did you mean `Herring`?"),
        ("force list West\n  allies Nort\n", "Nort", Code::Name, "did you mean `North`?"),
        ("scenario Lagoon\n  Scenery: Rok around 1\",1\" 1\"\nreef Rock\n", "Rok", Code::Name, "did you mean `Rock`?"),
        ("scenario Lagoon\n  setup Tyde\n", "Tyde", Code::Name, "did you mean `Tide`?"),
    ];
    for (text, at, code, help) in all {
        let m = made(text);
        let d = m.found.first().unwrap_or_else(|| panic!("no fault in {text}"));
        assert_eq!((m.files.slice(d.span).trim(), d.code, d.help.as_deref()), (at, code, Some(help)), "{text}: {}", d.message);
        assert_eq!(m.found.len(), 1, "{text}");
    }
}
