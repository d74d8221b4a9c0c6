//! What there is can be found: lists, hooks, what can be explained, codes, and what a new pack begins with.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

mod called;

use called::{Called, call_in};
use serde_json::Value;

/// How what a call wrote is read.
trait Read {
    fn json(&self) -> Value;

    /// The rows of what is written to a pipe.
    fn rows(&self) -> Vec<Vec<&str>>;
}

impl Read for Called {
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {}", self.both()))
    }

    fn rows(&self) -> Vec<Vec<&str>> {
        self.out.lines().map(|l| l.split('\t').collect()).collect()
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn call(words: &[&str]) -> Called {
    call_in(root(), words)
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("finding-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

#[test]
fn packs_are_listed_with_what_they_extend_and_where_they_lie() {
    let all = call(&["list"]);
    assert_eq!(all.code, 0, "{}", all.err);
    let wanted = ["expanded-d10", "Expanded 1.0", "One Page", "rules/expanded-d10", "rules"];
    assert!(all.rows().iter().any(|r| r[..] == wanted), "{}", all.out);
    let json = call(&["list", "packs", "--json"]).json();
    let one = json.as_array().expect("a list").iter().find(|p| p["pack"] == "one-page-d10").expect("it is there");
    assert_eq!((one["version"].as_str(), one["extends"].as_array().map(Vec::len)), (Some("1.2"), Some(0)), "{one}");
    // in another folder they are built in, and a file there is a pack too
    let away = folder("packs");
    fs::write(away.join("mine.grog"), "pack Mine 0.1\nkind band is group\n").expect("a file");
    let there = call_in(&away, &["list"]);
    let rows = there.rows();
    assert_eq!(rows.first().map(|r| r[..4].to_vec()), Some(vec!["mine", "Mine 0.1", "", "mine.grog"]), "{}", there.out);
    assert!(rows.iter().any(|r| r[0] == "chosen-men" && r[4] == "the packs built in"), "{}", there.out);
}

#[test]
fn what_a_pack_holds_is_listed_by_sort() {
    let pack = ["--pack", "chosen-men"];
    let of = |what: &str| call(&[&["list", what][..], &pack].concat());
    for (what, wanted) in [
        ("scenarios", &["Meeting Engagement"][..]),
        ("forces", &["France"]),
        ("units", &["French Spy", "48 pts", "France"]),
        ("actions", &["Fire!", "action", "1 TAC", "by unit at enemy unit (the target)"]),
        ("rulings", &["Hold Cost"]),
        ("doctrines", &["steady", "rules/chosen-men/doctrine/steady.rhai"]),
        ("rosters", &["british", "Great Britain"]),
    ] {
        let listed = of(what);
        assert_eq!((listed.code, listed.err.as_str()), (0, ""));
        assert!(listed.rows().iter().any(|r| r.starts_with(wanted)), "{what}: {}", listed.out);
        assert!(!listed.out.contains("  "), "a column is padded: {}", listed.out);
    }
    // the whole is all of them, each row with its sort
    let all = call(&["list", "--pack", "chosen-men"]);
    assert!(all.rows().iter().any(|r| r.starts_with(&["force", "France"])), "{}", all.out);
    let json = call(&["list", "--pack", "chosen-men", "--json"]).json();
    let fire = json["actions"].as_array().expect("a list").iter().find(|a| a["name"] == "Fire!").expect("it is there");
    assert_eq!((&fire["costs"][0], fire["place"]["file"].as_str()), (&Value::from("1 TAC"), Some("rules/chosen-men/fire.grog")));
    // a reading that is asked for is the one in force
    let read = call(&["list", "rulings", "--pack", "chosen-men", "--use", "Hold Cost = The List"]);
    assert!(read.rows().iter().any(|r| r.starts_with(&["Hold Cost", "The List"])), "{}", read.out);
    let none = call(&["list", "doctrines", "--pack", "one-page-d10"]);
    assert_eq!((none.code, none.out.as_str()), (0, ""));
    assert!(none.err.contains("`One Page` has no doctrines"), "{}", none.err);
    assert_eq!(call(&["list", "units", "--pack", "no-such-pack"]).code, 2);
    assert_eq!(call(&["list", "wagons"]).code, 2);
}

#[test]
fn hooks_are_found_by_words_as_a_rule_writes_them() {
    let fire = call(&["hooks", "fire", "--pack", "chosen-men"]);
    assert_eq!(fire.code, 0, "{}", fire.err);
    let rows = fire.rows();
    let of = |write: &str| rows.iter().find(|r| r[0] == write).unwrap_or_else(|| panic!("{write}: {}", fire.out));
    assert_eq!(of("before step guns-ready of Fire!")[1..3], ["by unit at unit (the target)", "step"]);
    assert!(of("on cost of Fire!")[3].parse::<usize>().is_ok_and(|n| n > 0));
    assert!(rows.iter().all(|r| r[0].to_lowercase().contains("fir")));
    assert!(of("after step guns-ready of Fire!")[4].starts_with("rules/chosen-men/fire.grog:"));
    let two = call(&["hooks", "Before", "FIRE!", "aim", "--pack", "chosen-men"]);
    assert_eq!(two.rows().iter().map(|r| r[0]).collect::<Vec<_>>(), ["before step aim of Fire!"]);
    let hit = call(&["hooks", "to hit", "--pack", "chosen-men", "--json"]).json();
    let on = hit.as_array().expect("a list").iter().find(|h| h["write"] == "on To Hit").expect("a throw");
    assert!(on["met_by"].as_array().is_some_and(|m| !m.is_empty()), "{on}");
    // a title with small words is written with capitals, as rules do
    let pass = call(&["hooks", "cost", "activation", "--pack", "chosen-men"]);
    assert_eq!(pass.rows().iter().map(|r| r[0]).collect::<Vec<_>>(), ["on cost of Pass On Activation"]);
    let none = call(&["hooks", "fyre", "--pack", "chosen-men"]);
    assert_eq!(none.code, 1);
    assert!(none.err.contains("did you mean `Fire`?"), "{}", none.err);
}

/// Each place that is listed can be met: a rule that writes it resolves.
#[test]
fn a_hook_is_written_as_the_language_has_it() {
    let rows = call(&["hooks", "--pack", "one-page-d10", "--json"]).json();
    let away = folder("hooks");
    let mut text = "pack Probe extends One Page\n".to_owned();
    let mut lines = 0;
    for (n, hook) in rows.as_array().expect("a list").iter().enumerate() {
        let write = hook["write"].as_str().expect("a text");
        let body = match (hook["sort"].as_str().expect("a sort"), write.split(' ').next()) {
            (_, Some("forbid")) => "",
            (_, Some("before" | "after" | "instead")) => ": note \"met\"",
            (_, Some("ignore" | "skip")) => "",
            _ => continue,
        };
        let _ = write!(text, "rule Probe {}\n  {write}{body}\n", letters(n));
        lines += 1;
    }
    assert!(lines > 200, "{lines}");
    fs::write(away.join("probe.grog"), text).expect("a file");
    let found = call_in(&away, &["check", "probe.grog", "--json"]).json();
    let unread: Vec<String> = found
        .as_array()
        .expect("a list")
        .iter()
        .filter(|f| ["syntax", "name", "kind", "item-word", "role"].contains(&f["code"].as_str().unwrap_or_default()))
        .map(|f| format!("{} {} {}", f["line"], f["message"], f["here"]))
        .collect();
    assert!(unread.is_empty(), "{}", unread.join("\n"));
}

/// A number as a word of letters, since names end in no digit.
fn letters(mut n: usize) -> String {
    let mut word = String::from("Q");
    loop {
        word.push(char::from(b'a' + u8::try_from(n % 26).expect("a letter")));
        n /= 26;
        if n == 0 {
            return word;
        }
    }
}

#[test]
fn what_can_be_explained_is_counted_by_sort() {
    let all = call(&["explain", "--pack", "chosen-men"]);
    assert_eq!(all.code, 0, "{}", all.err);
    let rows = all.rows();
    let of = |sort: &str| rows.iter().find(|r| r[0] == sort).map(|r| (r[1].parse::<usize>().unwrap_or(0), r[2]));
    assert!(of("action").is_some_and(|(n, _)| n > 10), "{}", all.out);
    assert_eq!(of("force list").map(|(n, _)| n), Some(8), "{}", all.out);
    assert!(all.err.contains("grognard hooks WORD"), "{}", all.err);
    // what is named there is explained
    let small = call(&["explain", "--pack", "one-page-d10"]);
    for row in small.rows() {
        let named = call(&["explain", row[2], "--spoken", "--pack", "one-page-d10"]);
        assert_eq!(named.code, 0, "{}: {}", row[2], named.err);
    }
    let json = call(&["explain", "--json"]).json();
    assert!(json.as_array().is_some_and(|packs| packs.len() >= 3 && packs.iter().all(|p| p["sorts"].is_array())), "{json}");
    assert_eq!(call(&["explain", "--pack", "no-such-pack"]).code, 2);
}

#[test]
fn a_parent_of_which_there_are_two_is_told() {
    let away = folder("two-of-one-name");
    let mist = "pack Mist 1.0\nkind band is group\n";
    for (file, text) in [("a.grog", mist), ("b.grog", mist), ("c.grog", "pack Ours extends Mist\n")] {
        fs::write(away.join(file), text).expect("a file");
    }
    let told = call_in(&away, &["check", "c.grog"]);
    assert_eq!(told.code, 1, "{}{}", told.out, told.err);
    assert!(told.out.contains("two packs are called `Mist`: `a.grog` and `b.grog`"), "{}", told.out);
}

const PACKS: [&str; 3] = ["chosen-men", "one-page-d10", "expanded-d10"];

#[test]
fn a_new_pack_is_sound_and_so_are_its_examples() {
    let away = folder("new");
    for (parent, name) in PACKS.into_iter().zip(["my-club", "our_hill", "season-two"]) {
        let file = format!("{name}.grog");
        let made = call_in(&away, &["new", name, "--extends", parent]);
        assert_eq!(made.code, 0, "{}{}", made.out, made.err);
        assert!(made.out.contains(&format!("is written to {file}")), "{}", made.out);
        let checked = call_in(&away, &["check", &file]);
        assert!(checked.code == 0 && checked.out.ends_with("nothing found\n"), "{}", checked.out);
        let text = fs::read_to_string(away.join(&file)).expect("a pack");
        let tried: String = text.lines().map(|l| format!("{}\n", l.strip_prefix("--   ").unwrap_or(l))).collect();
        for word in ["\namend ", "\nrule ", "\nsituation ", "\ntest "] {
            assert!(tried.contains(word), "{tried}");
        }
        fs::write(away.join(&file), &tried).expect("a file");
        assert_eq!(call_in(&away, &["check", &file]).code, 0, "{tried}");
        let tested = call_in(&away, &["test", &file, "--own"]);
        assert_eq!((tested.code, tested.out.trim()), (0, "1 passed, 0 failed"), "{}{}", tested.out, tested.err);
        // what is there stays as it is
        let again = call_in(&away, &["new", name, "--extends", parent]);
        assert_eq!(again.code, 2);
        assert!(again.err.contains("is there already"), "{}", again.err);
        assert_eq!(fs::read_to_string(away.join(&file)).expect("a pack"), tried);
    }
    let whole = call_in(&away, &["new", "packs/ours", "--extends", "one-page-d10", "--folder", "--json"]);
    assert_eq!(whole.json()["path"], "packs/ours/pack.grog");
    assert_eq!(call_in(&away, &["check", "packs/ours"]).code, 0);
    for (words, said) in [
        (&["new", "nation"][..], "--extends PACK"),
        (&["new", "mine", "--extends", "no-such-pack"], "no-such-pack"),
        (&["new", "12", "--extends", "one-page-d10"], "no name for a pack"),
        (&["new", "something", "Else"], "new nation NAME"),
    ] {
        let wrong = call_in(&away, words);
        assert_eq!(wrong.code, 2, "{words:?}");
        assert!(wrong.err.contains(said), "{}", wrong.err);
    }
    let left: Vec<_> = fs::read_dir(&away).expect("a folder").flatten().map(|e| e.file_name()).collect();
    assert!(left.iter().all(|n| !n.to_string_lossy().starts_with('.')) && left.len() == 4, "{left:?}");
}

#[test]
fn a_new_game_is_checked_tested_and_played_at_once() {
    for (words, pack) in [(&["new", "hill-game"][..], "hill-game.grog"), (&["new", "packs/hill-game", "--folder"], "packs/hill-game")] {
        let away = folder(&format!("game-{}", words.len()));
        let made = call_in(&away, words);
        assert_eq!(made.code, 0, "{}{}", made.out, made.err);
        assert!(made.out.starts_with("`Hill Game` is written to ") && made.out.contains("play --pack"), "{}", made.out);
        let checked = call_in(&away, &["check", pack]);
        assert!(checked.code == 0 && checked.out.ends_with("nothing found\n"), "{}{}", checked.out, checked.err);
        let tested = call_in(&away, &["test", pack]);
        assert_eq!((tested.code, tested.out.trim()), (0, "1 passed, 0 failed"), "{}", tested.err);
        let text = if words.len() == 2 { pack.to_owned() } else { format!("{pack}/pack.grog") };
        assert_eq!(call_in(&away, &["fmt", "--check", &text]).code, 0);
        let played = call_in(&away, &["play", "--pack", pack, "--seed", "1"]);
        assert_eq!(played.code, 0, "{}{}", played.out, played.err);
        for said in ["The Valley", "The Ridge", "Shoot by Valley Archers", "March by Ridge ", " after 6 turns"] {
            assert!(played.out.contains(said), "{said}: {}", played.out);
        }
        for roster in ["first", "second"] {
            assert_eq!(call_in(&away, &["muster", roster, "--pack", pack]).code, 0);
        }
        let again = call_in(&away, words);
        assert!(again.code == 2 && again.err.contains("is there already"), "{}", again.err);
    }
    let away = folder("game-json");
    let json = call_in(&away, &["new", "deep/in/mine", "--json"]).json();
    assert_eq!(
        (json["path"].as_str(), json["rosters"][1].as_str()),
        (Some("deep/in/mine.grog"), Some("deep/in/forcelists/mine/rosters/second.toml"))
    );
    assert_eq!(call_in(&away, &["play", "--pack", "deep/in/mine.grog", "-q"]).code, 0);
    // what is there is not written over, and then nothing is written
    fs::remove_file(away.join("deep/in/mine.grog")).expect("it was written");
    let half = call_in(&away, &["new", "deep/in/mine"]);
    assert!(half.code == 2 && !away.join("deep/in/mine.grog").exists(), "{}", half.err);
}

#[test]
fn a_new_nation_lies_where_its_pack_finds_it_and_is_sound() {
    for pack in PACKS {
        let away = folder(&format!("nation-{pack}"));
        let made = call_in(&away, &["new", "nation", "New Denmark", "--pack", pack]);
        assert_eq!(made.code, 0, "{}{}", made.out, made.err);
        let file = format!("forcelists/{pack}/new-denmark.grog");
        assert!(made.out.contains(&file) && away.join(&file).is_file(), "{}", made.out);
        let forces = call_in(&away, &["list", "forces", "--pack", pack]);
        assert!(forces.rows().iter().any(|r| r[0] == "New Denmark" && (r[1] == "1 unit" || r[1] == "2 units")), "{}", forces.out);
        assert_eq!(call_in(&away, &["check", pack]).code, 0);
        let again = call_in(&away, &["new", "nation", "new denmark", "--pack", pack]);
        assert_eq!(again.code, 2);
        assert!(again.err.contains("has a force list `New Denmark` already"), "{}", again.err);
    }
}

#[test]
fn shells_and_readers_have_their_files() {
    for shell in ["bash", "zsh", "fish"] {
        let text = call(&["completions", shell]);
        assert_eq!(text.code, 0, "{}", text.err);
        assert!(text.out.contains("hooks") && text.out.contains("--extends") || text.out.contains("-l extends"), "{shell}");
    }
    assert_eq!(call(&["completions", "no-such-shell"]).code, 2);
    let page = call(&["man"]);
    assert!(page.code == 0 && page.out.contains(".TH grognard 1") && page.out.contains("explain"), "{}", page.out);
    assert!(call(&["man", "odds"]).out.contains(".TH grognard-odds 1"));
    assert_eq!(call(&["man", "no-such-command"]).code, 2);
}

#[test]
fn a_declaration_is_shown_as_it_is_written_with_what_amends_it() {
    let hold = call(&["explain", "Hold", "--source", "--pack", "tests/variants/my-club.grog"]);
    assert_eq!(hold.code, 0, "{}", hold.err);
    let (whole, amended) = hold.out.split_once("\n\n").expect("two declarations");
    let place =
        |text: &str| text.lines().next().and_then(|l| l.rsplit_once(':')).map(|(file, line)| (file.to_owned(), line.parse::<usize>()));
    for (text, file, begins) in [(whole, "turn.grog", "action Hold"), (amended, "my-club.grog", "amend action Hold")] {
        let (path, line) = place(text).expect("a place");
        assert!(path.ends_with(file) && line.is_ok_and(|n| n > 1), "{text}");
        assert!(text.lines().nth(1).is_some_and(|l| l.starts_with(begins)), "{text}");
    }
    assert!(whole.lines().count() > 2 && whole.contains("\n  cost "), "{whole}");
    let json = call(&["explain", "Bugle", "--source", "--pack", "pickets", "--json"]).json();
    assert_eq!(json[0]["text"], "trait Bugle of model\n  on Courage of my unit: + 1");
    let row = call(&["explain", "Rifle", "--source", "--pack", "pickets"]);
    assert!(row.out.contains("many weapon | Range"), "{}{}", row.out, row.err);
    assert_eq!(call(&["explain", "Hodl", "--source", "--pack", "pickets"]).code, 2);
}

#[test]
fn every_code_of_a_message_is_explained() {
    use grognard::floors::diag::Code;
    for code in Code::ALL {
        let said = call(&["explain", code.name()]);
        assert_eq!(said.code, 0, "{}", said.err);
        assert!(said.out.starts_with(code.name()) && said.out.contains("\n    ") && said.out.contains("\nMend: "), "{}", said.out);
    }
    let json = call(&["explain", "stale-override", "--json"]).json();
    assert_eq!((json[0]["code"].as_str(), json[0]["severity"].as_str()), (Some("stale-override"), Some("error")));
    assert!(["what", "means", "example", "mend"].iter().all(|k| json[0][*k].is_string()), "{json}");
}

#[test]
fn every_command_stands_in_what_the_program_says_first() {
    let first = call(&[]).out;
    let help = call(&["--help"]).out;
    let commands = help.lines().skip_while(|l| *l != "Commands:").skip(1).take_while(|l| !l.is_empty());
    // a long description goes on further in
    let commands = commands.filter(|l| !l.starts_with("   "));
    for command in commands.filter_map(|l| l.split_whitespace().next()).filter(|c| *c != "help") {
        assert!(first.contains(&format!("grognard {command}")), "{command} is not named: {first}");
    }
}
