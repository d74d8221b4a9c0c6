//! What there is can be found: lists, hooks, what can be explained, codes, and what a new pack begins with.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a call came to.
struct Called {
    code: i32,
    out: String,
    err: String,
}

impl Called {
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {}{}", self.out, self.err))
    }

    /// The rows of what is written to a pipe.
    fn rows(&self) -> Vec<Vec<&str>> {
        self.out.lines().map(|l| l.split('\t').collect()).collect()
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn call_in(folder: &Path, words: &[&str]) -> Called {
    let done = Command::new(env!("CARGO_BIN_EXE_grognard"))
        .args(words)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Called { code: done.status.code().unwrap_or(-1), out: text(&done.stdout), err: text(&done.stderr) }
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
        ("actions", &["Fire!", "action", "1 TAC", "by unit at enemy unit target"]),
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
    assert_eq!(of("before Fire!.take-up")[1..3], ["by unit at unit target", "step"]);
    assert!(of("on cost of Fire!")[3].parse::<usize>().is_ok_and(|n| n > 0));
    assert!(rows.iter().all(|r| r[0].to_lowercase().contains("fir")));
    assert!(of("after Fire!.take-up")[4].starts_with("rules/chosen-men/fire.grog:"));
    let two = call(&["hooks", "Before", "FIRE!", "aim", "--pack", "chosen-men"]);
    assert_eq!(two.rows().iter().map(|r| r[0]).collect::<Vec<_>>(), ["before Fire!.aim"]);
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
            ("step", _) => ": skip",
            ("row", _) => ": ignore",
            _ => continue,
        };
        text.push_str(&format!("rule Probe {} of game\n  {write}{body}\n", letters(n)));
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
