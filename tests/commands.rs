//! The program as people call it: what it says, where, and how it ends.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use grognard::floors::play::{Record, Seals};
use serde_json::Value;

/// What a call came to.
struct Called {
    code: i32,
    out: String,
    err: String,
}

impl Called {
    /// The last line as JSON.
    fn last(&self) -> Value {
        serde_json::from_str(self.out.lines().last().unwrap_or_default()).unwrap_or_else(|e| panic!("{e}: {}", self.out))
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn call_in(folder: &Path, words: &[&str], input: &str) -> Called {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grognard"))
        .args(words)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // a program that asks for nothing may be gone already
    let _ = child.stdin.take().expect("it listens").write_all(input.as_bytes());
    let done = child.wait_with_output().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Called { code: done.status.code().unwrap_or(-1), out: text(&done.stdout), err: text(&done.stderr) }
}

fn call(words: &[&str]) -> Called {
    call_in(root(), words, "")
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("the folder is there").flatten() {
        let (path, new) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &new);
        } else {
            fs::copy(&path, &new).expect("a file");
        }
    }
}

const PAGE: &str = "rules/one-page-d10";

/// A nation that has nothing to do with the others, but a rule of its own.
const NATION: &str = "force list Lancers\n  units Lancer Squad 1 or more\n  legal Made Up: every squad of side is Properly Made Up\n\
squad Lancer Squad 20 pts\n  profile | is\n  Lancer  | Ranker, Infantry, Regular\n  Wachmeister | Squad Leader, Infantry, Regular\n  \
has 1 Wachmeister leader, 7 Lancer\n  carries Musket\n";

/// A table of the one-page game, with its lists, in a folder of its own.
fn page(name: &str, packs: &[&str]) -> PathBuf {
    let folder = folder(name);
    for pack in packs {
        for part in ["rules", "forcelists"] {
            copy(&root().join(part).join(pack), &folder.join(part).join(pack));
        }
    }
    folder
}

#[test]
fn odds_of_a_result_that_nobody_has_name_the_nearest() {
    let pack = "tests/constructs/instead.grog";
    let wrong = call(&["odds", "Field", "lenght", "Trek of One", "--pack", pack]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("no step has a result `lenght`: did you mean `length`?"), "{}", wrong.err);
    let right = call(&["odds", "Field", "length", "Trek of One", "--pack", pack]);
    assert_eq!((right.code, right.out.split_whitespace().next()), (0, Some("4")));
}

/// The pack in which things are not done, which stands among those whose tests fail.
const UNDONE: &str = "tests/failing/undone.grog";

#[test]
fn odds_of_what_is_not_done_are_none() {
    let told = [
        ("hits", "Pelt by One at Two", "since it costs 1 Breath, and One has 0: let `One gains 1 Breath` come first"),
        ("hits", "One gains 1 Breath; Pelt by One at Three", "since it needs `In Reach`, that the distance from the unit to the target"),
        ("hits", "Four gains 1 Breath; Pelt by Four at Two", "since `Oath` forbids it"),
        (
            "hits",
            "Four gains 1 Breath; Spite by Four at Two",
            "nothing gives a result `hits` here, since `Pelt` is not done: `Oath` forbids it",
        ),
        ("Breath of One", "Spite by Four at Two", "nothing is done here, since `Pelt` is not done: `Oath` forbids it"),
        ("Breath of One", "Vault of One", "nothing is done here, since there is no room for One at 10\", 20\""),
        (
            "hits",
            "One gains 1 Breath; Pelt by One at Two, aimed yes",
            "nobody asks for this answer, since One has 0 Breath, and 1 would be spent",
        ),
    ];
    for (asked, deed, why) in told {
        let odds = call(&["odds", "Field", asked, deed, "--pack", UNDONE]);
        assert_eq!((odds.code, odds.out.as_str()), (2, ""), "{deed}: {}", odds.err);
        assert!(odds.err.contains(why), "{deed}: {}", odds.err);
    }
    let ahead = ["odds", "Field", "hits", "One gains 1 Breath; Pelt by One at Two", "--pack", UNDONE, "--answer", "aimed yes"];
    let poor = call(&ahead);
    assert_eq!((poor.code, poor.out.as_str()), (2, ""), "{}", poor.err);
    assert!(poor.err.contains("nobody asks for this answer, since One has 0 Breath"), "{}", poor.err);
}

/// The twins of those above.
#[test]
fn odds_of_what_is_done_are_told() {
    for deed in ["One gains 1 Breath; Pelt by One at Two", "One gains 2 Breath; Pelt by One at Two, aimed yes"] {
        let odds = call(&["odds", "Field", "hits", deed, "--pack", UNDONE]);
        assert_eq!((odds.code, odds.out.lines().count()), (0, 4), "{deed}: {}", odds.err);
    }
    let rich = ["odds", "Field", "Breath of One", "One gains 2 Breath; Pelt by One at Two", "--pack", UNDONE, "--answer", "aimed yes"];
    let spent = call(&rich);
    assert_eq!((spent.code, spent.out.split_whitespace().next()), (0, Some("0")), "{}", spent.err);
}

#[test]
fn what_is_wrong_with_a_roster_is_told_in_its_file() {
    let folder = folder("rosters");
    let good = fs::read_to_string(root().join("forcelists/one-page-d10/rosters/british.toml")).expect("a roster");
    let path = folder.join("mine.toml");
    let muster = |text: String| {
        fs::write(&path, text).expect("a file");
        let path = path.to_string_lossy();
        (call(&["muster", &path, "--pack", PAGE]), call(&["muster", &path, "--pack", PAGE, "--json"]))
    };
    let (text, json) = muster(good.replacen("points", "pionts", 1).replacen("[[unit]]", "colour = 3\n[[unit]]", 1));
    assert_eq!((text.code, json.code), (1, 1));
    assert!(text.out.contains("mine.toml:") && text.out.contains("did you mean `points`?"), "{}", text.out);
    let found: Value = serde_json::from_str(&json.out).expect("JSON");
    let lines: Vec<i64> = found[0]["found"].as_array().expect("a list").iter().filter_map(|f| f["line"].as_i64()).collect();
    let line = |text: &str| good.lines().position(|l| l.starts_with(text)).map_or(0, |n| i64::try_from(n + 1).expect("small"));
    assert_eq!(lines, [line("points"), line("[[unit]]")]);
    // what it means, too
    let entry = good.lines().find_map(|l| l.strip_prefix("entry = ")).expect("an entry").to_owned();
    let (text, _) = muster(good.replacen(&entry, "\"Brittish Nobody\"", 1));
    assert!(text.out.contains("mine.toml:") && text.out.contains("there is no entry `Brittish Nobody`"), "{}", text.out);
}

#[test]
fn a_game_that_is_left_is_kept_proved_and_gone_on_with() {
    let folder = folder("left");
    let file = folder.join("left.json");
    let file = file.to_str().expect("plain text");
    let left = call(&["play", "--pack", PAGE, "--first", "random", "--second", "random", "--until", "9", "--save", file, "--json"]);
    assert_eq!(left.code, 0, "{}", left.err);
    assert_eq!((&left.last()["finished"], &left.last()["decisions"]), (&Value::Bool(false), &Value::from(8)));
    let same = call(&["replay", file]);
    assert_eq!(same.code, 0, "{}", same.out);
    assert!(same.out.contains("the game is not finished"), "{}", same.out);
    let json = call(&["replay", file, "--json"]).last();
    assert_eq!((&json["same"], &json["finished"], &json["hash"]), (&Value::Bool(true), &Value::Bool(false), &left.last()["hash"]));
    // what is settled is refused
    for flag in [&["--seed", "4"][..], &["--scenario", "Nowhere"], &["--rosters", "british"]] {
        let words: Vec<&str> = ["play", "--load", file].into_iter().chain(flag.iter().copied()).collect();
        let refused = call(&words);
        assert_eq!(refused.code, 2);
        assert!(refused.err.contains(flag[0]) && refused.err.contains("leave"), "{}", refused.err);
    }
}

/// What README shows of it.
#[test]
fn officers_who_hold_react() {
    let folder = folder("steady");
    let file = folder.join("game.json");
    let file = file.to_str().expect("plain text");
    let script = root().join("rules/chosen-men/doctrine/steady.rhai");
    let script = script.to_str().expect("plain text");
    let who = ["--first", "doctrine", "--second", "doctrine", "--doctrine", script];
    let words = ["play", "--pack", "rules/chosen-men", "--seed", "3", "--story", "full", "--save", file].into_iter().chain(who);
    let played = call(&words.collect::<Vec<_>>());
    assert_eq!(played.code, 0, "{}", played.err);
    assert!(played.out.contains("delayed fire: yes"), "nobody reacted");
}

/// What the book has and does not use yet is told with the book, not to whoever changes it.
#[test]
fn a_variant_hears_nothing_of_what_its_parent_does_not_use() {
    let checked = call(&["check", "tests/variants/my-club.grog"]);
    assert_eq!(checked.code, 0, "{}", checked.out);
    assert!(checked.out.ends_with("nothing found\n"), "{}", checked.out);
}

#[test]
fn what_was_changed_in_a_record_is_named() {
    let folder = folder("forged");
    let file = folder.join("game.json");
    let file = file.to_str().expect("plain text");
    let play = call(&["play", "--pack", PAGE, "--first", "random", "--second", "random", "--save", file, "--quiet"]);
    assert_eq!(play.code, 0, "{}", play.err);
    let written = fs::read_to_string(file).expect("a record");
    type Change<'c> = &'c dyn Fn(&mut Record);
    let forge = |how: Change<'_>| {
        let mut record: Record = serde_json::from_str(&written).expect("a record");
        how(&mut record);
        fs::write(file, serde_json::to_string(&record).expect("JSON")).expect("a file");
        let (again, on) = (call(&["replay", file]), call(&["play", "--load", file, "--save", file]));
        assert_eq!((again.code, on.code), (1, 1), "{}{}", again.out, on.out);
        (format!("{}{}", again.out, again.err), on.err)
    };
    let changes: [(&str, Change<'_>); 5] = [
        ("the seed", &|r| r.seed = 77),
        ("the second roster", &|r| r.rosters[1] = r.rosters[1].replacen("[[unit]]", "[[unit]]\nname = \"Others\"", 1)),
        ("the answers", &|r| drop(r.answers.remove(3))),
        ("how it ended", &|r| r.finish.as_mut().expect("over").turns = 99),
        ("how it ended", &|r| r.finish.as_mut().expect("over").winner = Some(7)),
    ];
    for (what, how) in changes {
        let (again, on) = forge(how);
        assert!(again.contains(&format!("was changed since it was written: {what};")) && on.contains(what), "{again}{on}");
        if what.ends_with("roster") {
            continue;
        }
        // nor does it help to seal it anew
        let (again, on) = forge(&|r| {
            how(r);
            r.seals = Seals::of(r);
        });
        assert!(!again.contains("was changed") && again.contains("not the same game"), "{again}{on}");
    }
}

#[test]
fn whoever_leaves_the_terminal_is_told_how_to_go_on() {
    let folder = folder("human");
    let file = folder.join("mine.json");
    let file = file.to_str().expect("plain text");
    let left = call(&["play", "--pack", PAGE, "--first", "human", "--second", "random", "--quiet", "--save", file]);
    assert_eq!(left.code, 0, "{}", left.err);
    let how = format!("; the game is kept in {file}\ngo on with: grognard play --load {file} --first human --second random");
    assert!(left.out.contains("left after") && left.out.contains(&how), "{}", left.out);
    let on = call(&["play", "--load", file, "--first", "random", "--second", "random", "--until", "30", "--save", file, "--json"]);
    assert_eq!(on.last()["decisions"], 29);
}

#[test]
fn a_nation_that_nobody_fields_leaves_records_as_they_are() {
    let folder = page("nations", &["one-page-d10"]);
    let who = ["--first", "random", "--second", "random", "--rosters", "british", "french"];
    let play = ["play", "--pack", PAGE, "--until", "12", "--save", "game.json"].into_iter().chain(who);
    assert_eq!(call_in(&folder, &play.collect::<Vec<_>>(), "").code, 0);
    let lists = folder.join("forcelists/one-page-d10");
    fs::write(lists.join("a-lancers.grog"), NATION).expect("a file");
    let same = call_in(&folder, &["replay", "game.json"], "");
    assert_eq!(same.code, 0, "{}{}", same.out, same.err);
    let changed = fs::read_to_string(lists.join("french.grog")).expect("a list").replacen("10 pts", "11 pts", 1);
    fs::write(lists.join("french.grog"), changed).expect("a file");
    let other = call_in(&folder, &["replay", "game.json"], "");
    assert_eq!(other.code, 1);
    assert!(other.err.contains("the force list `French`"), "{}", other.err);
    assert!(!other.err.contains("British") && !other.err.contains("the rules of"), "{}", other.err);
}

#[test]
fn what_a_variant_inherits_and_breaks_is_told_with_its_pack() {
    let folder = page("inherited", &["one-page-d10", "expanded-d10"]);
    // the expansion has no such marker
    let asks = NATION.replace("every squad of side is Properly Made Up", "there is no Spent On A Volley squad of side");
    assert_ne!(asks, NATION);
    fs::write(folder.join("forcelists/one-page-d10/lancers.grog"), asks).expect("a file");
    assert_eq!(call_in(&folder, &["check", PAGE], "").code, 0);
    let broken = call_in(&folder, &["check", "rules/expanded-d10"], "");
    assert_eq!(broken.code, 1);
    let said = broken.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("or `remove force list Lancers`: this is of `"), "{}", broken.out);
}

#[test]
fn the_pack_that_nobody_named_is_said() {
    let said = call_in(&root().join("rules/expanded-d10"), &["test", "--only", "no test is called so"], "");
    assert_eq!(said.code, 1, "{}", said.err);
    assert!(said.err.contains("has `no test is called so` in its title or place"), "{}", said.err);
    let named = said.err.lines().next().unwrap_or_default();
    let pack = fs::read_to_string(root().join("rules/expanded-d10/pack.grog")).expect("a pack");
    let name = pack.lines().find_map(|l| l.strip_prefix("pack ")).and_then(|l| l.split(" extends").next()).expect("a name");
    assert!(named.contains("the pack is `") && name.contains(named.split('`').nth(1).unwrap_or("?")), "{named}");
}

#[test]
fn clauses_are_whole_rows_where_there_is_no_terminal() {
    let json: Value = serde_json::from_str(&call(&["clauses", PAGE, "--json"]).out).expect("JSON");
    let text = call(&["clauses", PAGE]).out;
    let word = |v: &Value| v.as_str().expect("a word").to_owned();
    let many = |v: &Value| v.as_array().expect("a list").len().to_string();
    for c in json["clauses"].as_array().expect("a list") {
        let row =
            [word(&c["where"]), word(&c["id"]), word(&c["status"]), many(&c["rules"]), many(&c["tests"]), word(&c["says"])].join("\t");
        assert!(text.lines().any(|l| l == row), "{row}");
    }
    assert!(json["loose"].is_array() && json["idle"].is_array());
}

#[test]
fn what_goes_wrong_in_a_doctrine_is_said_once() {
    let folder = folder("doctrine");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        path.to_str().expect("plain text").to_owned()
    };
    let (wild, dumb) = (file("wild.rhai", "fn decide(decision) { 999 }"), file("dumb.rhai", "fn other() { 0 }"));
    let save = folder.join("game.json");
    let save = save.to_str().expect("plain text");
    let play = ["play", "--pack", PAGE, "--first", "doctrine", "--second", "random", "--quiet", "--save", save, "--doctrine"];
    let played = call(&[&play[..], &[&wild]].concat());
    assert_eq!(played.code, 1, "{}", played.err);
    assert_eq!(played.err.matches("it picks option 999").count(), 1, "{}", played.err);
    let sim = |more: &[&str]| call(&[&["sim", PAGE, "--games", "2"], more].concat());
    let many = sim(&["--first", "doctrine", "--doctrine", &wild]);
    assert_eq!(many.code, 1, "{}", many.err);
    assert!(many.err.contains("in 2 of 2 games") && many.err.matches("it picks option 999").count() == 1, "{}", many.err);
    // what can be seen before is refused
    for (code, said, more) in [
        (1, "fn decide", &["--first", "doctrine", "--doctrine", &dumb][..]),
        (2, "name the script", &["--first", "doctrine"]),
        (2, "nobody plays by", &["--doctrine", &wild]),
        (2, "nobody is asked", &["--first", "human"]),
    ] {
        let refused = sim(more);
        assert_eq!(refused.code, code, "{}", refused.err);
        assert!(refused.err.contains(said), "{}", refused.err);
    }
}

const TOLD: &str = "tests/constructs/told.grog";

#[test]
fn a_game_wants_two_rosters() {
    let none = call(&["play", "--pack", TOLD]);
    assert_eq!(none.code, 2);
    assert!(none.err.contains("no rosters come with `Told`") && none.err.lines().count() == 1, "{}", none.err);
    for command in [&["play", "--pack", PAGE][..], &["sim", PAGE]] {
        let one = call(&[command, &["--rosters", "french"]].concat());
        assert_eq!(one.code, 2);
        assert!(one.err.contains("wants two rosters"), "{}", one.err);
    }
    assert_eq!(call(&["sim", PAGE, "--games", "0"]).code, 2);
}

#[test]
fn many_games_say_what_is_played() {
    let words = ["sim", "pickets", "--games", "2"];
    let said = call(&words).out;
    let first = said.lines().next().unwrap_or_default();
    assert!(first.starts_with("Crossroads: The Vanguard (") && first.contains("jackets.toml) against The Post ("), "{said}");
    let json: Value = serde_json::from_str(&call(&[&words[..], &["--json"]].concat()).out).expect("JSON");
    assert_eq!(
        (json["scenario"].as_str(), json["sides"][1].as_str(), json["games"].as_u64()),
        (Some("Crossroads"), Some("The Post"), Some(2))
    );
    assert!(json["rosters"][0].as_str().is_some_and(|r| r.ends_with("jackets.toml")), "{json}");
}

#[test]
fn no_file_takes_the_place_of_what_is_none() {
    let folder = folder("no-file");
    fs::create_dir_all(folder.join("here")).expect("a folder");
    let devices: &[&str] = if cfg!(unix) { &["here", "/dev/null"] } else { &["here"] };
    for path in devices {
        let refused = call_in(&folder, &["play", "--pack", "pickets", "--quiet", "--save", path], "");
        assert_eq!(refused.code, 2, "{path}: {}", refused.out);
        assert!(refused.err.contains("no ordinary file") && refused.err.contains("--save"), "{}", refused.err);
        assert!(refused.out.is_empty(), "the game is not played in vain: {}", refused.out);
    }
    assert!(folder.join("here").is_dir() && !folder.join("here.part").exists());
    #[cfg(unix)]
    assert!(!fs::metadata("/dev/null").expect("a device").is_file());
}

/// Who decides is told how far a target is, and what a place lies in.
#[test]
fn prompts_say_what_players_would_measure() {
    let folder = folder("measured");
    assert_eq!(call_in(&folder, &["new", "small"], "").code, 0);
    let words = ["play", "--pack", "small.grog", "--first", "human", "--second", "greedy"];
    let played = call_in(&folder, &words, &"1\n".repeat(60));
    assert!(played.out.lines().any(|l| l.contains("Shoot at ") && l.contains("\" off (1 of ")), "{}", played.out);
    let side = |l: &str| l.contains("\", in South Side") || l.contains("\", in North Side");
    assert!(played.out.lines().any(side), "{}", played.out);
}

#[test]
fn what_is_wrong_is_json_where_json_is_asked_for() {
    let error = |words: &[&str], code: i32| {
        let called = call(words);
        assert_eq!(called.code, code, "{}", called.err);
        serde_json::from_str::<Value>(&called.out).unwrap_or_else(|e| panic!("{words:?}: {e}: {}", called.out))
    };
    for words in [&["replay", "no-such.json"][..], &["muster", "no-such.toml", "--pack", PAGE], &["play", "--pack", TOLD]] {
        let wrong = error(&[words, &["--json"]].concat(), 2);
        assert!(wrong["error"].as_str().is_some_and(|e| !e.is_empty()), "{wrong}");
    }
    // a place in a question is given, as by `check`
    let odds = error(&["odds", "Feild", "valour", "Evening of One", "--pack", TOLD, "--json"], 2);
    assert!(odds[0]["here"].as_str().is_some_and(|h| h.contains("there is no situation `Feild`")), "{odds}");
    for words in [&["test", "no-such-pack"][..], &["test", PAGE, "--use", "Nuoght = Is Ten"], &["check", PAGE, "--use", "Nuoght = Is Ten"]]
    {
        let wrong = error(&[words, &["--json"]].concat(), 2);
        assert!(wrong[0]["message"].is_string(), "{wrong}");
    }
}

#[test]
fn odds_say_what_was_declined_and_give_lengths_in_inches() {
    let declined = call(&["odds", "Field", "Hope of One", "Offers of One", "--pack", TOLD]);
    assert_eq!(declined.code, 0, "{}", declined.err);
    assert!(declined.err.contains("`offer` was offered and declined: take it by `--answer \"offer yes\"`"), "{}", declined.err);
    let taken = call(&["odds", "Field", "Hope of One", "Offers of One", "--pack", TOLD, "--answer", "offer yes"]);
    assert_eq!((taken.code, taken.err.as_str()), (0, ""));
    assert_eq!(taken.out.split_whitespace().next(), Some("1"));
    let far = call(&["odds", "Field", "dash", "Evening of One", "--pack", TOLD]);
    let all: Vec<&str> = far.out.lines().filter_map(|l| l.split_whitespace().next()).collect();
    assert_eq!(all, ["5\"", "6\"", "7\"", "8\"", "9\"", "10\"", "on"], "{}", far.err);
    assert!(far.out.ends_with("on average 7.5000\n"), "{}", far.out);
    let json: Value = serde_json::from_str(&call(&["odds", "Field", "Dash of One", "--pack", TOLD, "--json"]).out).expect("JSON");
    assert_eq!((&json["outcomes"][0]["is"], &json["outcomes"][0]["length"]), (&Value::from(5000), &Value::from("5\"")));
}

/// A house rule over a table, with one test.
const HOUSE: &str = "pack House 1.0 extends Told\n\namend value Pace: = 5\", was 4\"\n\n\
test \"they are quicker here\" in Field\n  expect Pace of One is 5\"\n";

#[test]
fn a_packs_own_tests_are_run_alone() {
    let folder = folder("own");
    let parent = fs::read_to_string(root().join(TOLD)).expect("a pack");
    fs::write(folder.join("told.grog"), parent).expect("a file");
    fs::write(folder.join("house.grog"), HOUSE).expect("a file");
    let own = call_in(&folder, &["test", "house.grog", "--own"], "");
    assert_eq!((own.code, own.out.trim()), (0, "1 passed, 0 failed"), "{}{}", own.out, own.err);
    // the parent's tests of what has changed fail, as they should
    assert_eq!(call_in(&folder, &["test", "house.grog"], "").code, 1);
    assert_eq!(call_in(&folder, &["check", "house.grog"], "").code, 0);
    let both = call_in(&folder, &["explain", "Courage", "--spoken"], "").out;
    assert!(!both.is_empty(), "{both}");
}

#[test]
fn whoever_plays_may_ask_for_help_and_leave() {
    let folder = folder("help");
    let file = folder.join("mine.json");
    let file = file.to_str().expect("plain text");
    let words = ["play", "--pack", PAGE, "--first", "human", "--second", "random", "--quiet", "--save", file];
    let left = call_in(root(), &words, "?\nstate\n1\nq\n");
    assert_eq!(left.code, 0, "{}", left.err);
    assert!(left.out.contains("leaves the game and saves it") && left.out.contains("not on the table"), "{}", left.out);
    assert!(left.out.contains(&format!("the game is kept in {file}")), "{}", left.out);
}

/// Of what is offered it is said what comes of it and what it costs; yes and no are answers, and a number behind `?` asks what an
/// action does.
#[test]
fn what_is_offered_is_said_with_its_price_and_effect() {
    let folder = folder("offered");
    let file = folder.join("mine.json");
    let file = file.to_str().expect("plain text");
    let words = ["play", "--pack", "rules/chosen-men", "--first", "human", "--second", "random", "--save", file];
    let priced = call_in(root(), &words, &"?1\nstate\n1\n".repeat(40));
    for said in ["(2 of 3 TAC)", "It costs 2 TAC.", "Health 1 (5)"] {
        assert!(priced.out.contains(said), "{said}: {}", priced.out);
    }
    let words = ["play", "--pack", PAGE, "--first", "human", "--second", "random", "--save", file];
    let offered = call_in(root(), &words, &"yes\n1\n".repeat(90));
    assert!(offered.out.contains(": yes or no?\n  Form, when"), "{}", offered.out);
    assert!(offered.out.contains("decides form: yes"), "{}", offered.out);
}
