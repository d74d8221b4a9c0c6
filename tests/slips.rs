//! Slips of house-rule authors: how many are told in one run of `check`, each at its own line, and how many messages only
//! follow from others. One pack has sixty of them; a second has others, and extends the nouns of the first.
//! `cargo test --test slips -- --nocapture` lists those that are not told.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// The packs: the name of the file, and how many slips it has. Each is told in one run, and when it stands alone with the
/// nouns; no message is on a line without a slip.
const PACKS: [(&str, usize); 3] = [("pack", 60), ("second", 66), ("third", 15)];

/// What two places have a part in: either may be the line of the message if the other has a label.
const MUTUAL: [&str; 3] = ["conflict", "undecided-order", "cycle"];

/// Where the slips begin.
const BEGIN: &str = "-- The slips.";
/// How the line above a slip begins.
const MARK: &str = "-- slip: ";

/// A declaration with one slip.
struct Slip {
    what: String,
    /// The declaration, without the line that says what is slipped.
    text: String,
    wrong: String,
    right: String,
    /// The line of the declaration that has the slip, from 0.
    at: usize,
    /// The first line of the declaration in the whole pack, from 1.
    first: usize,
}

impl Slip {
    fn mended(&self) -> String {
        self.text.replacen(&self.wrong, &self.right, 1)
    }
}

/// The nouns, the slips, and the whole pack.
fn pack(name: &str) -> (String, Vec<Slip>, String) {
    let whole = fs::read_to_string(format!("tests/slips/{name}.grog")).expect("it is there");
    let begin = whole.find(BEGIN).expect("it says where the slips begin");
    let mut slips: Vec<Slip> = Vec::new();
    for (n, line) in (1..).zip(whole.lines()) {
        if let Some(said) = line.strip_prefix(MARK) {
            let parts: Vec<&str> = said.split('`').collect();
            let [what, wrong, " for ", right, ""] = parts.as_slice() else { panic!("line {n}: {line}") };
            let what = what.trim_end_matches([' ', ':']).to_owned();
            let (wrong, right) = ((*wrong).to_owned(), (*right).to_owned());
            slips.push(Slip { what, text: String::new(), wrong, right, at: 0, first: n + 1 });
        } else if let Some(slip) = slips.last_mut() {
            slip.text += line;
            slip.text.push('\n');
        }
    }
    for s in &mut slips {
        s.at = s.text.lines().position(|l| l.contains(&s.wrong)).unwrap_or_else(|| panic!("`{}` is not there: {}", s.wrong, s.what));
    }
    (whole.get(..begin).unwrap_or_default().to_owned(), slips, whole)
}

/// Calls the program in a folder with a pack and two rosters.
fn call(text: &str, words: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("slips.grog"), text).expect("it can be written");
    if text.starts_with("pack More") {
        fs::write(folder.path().join("nouns.grog"), pack("pack").0).expect("it can be written");
    }
    for roster in ["jackets.toml", "fusiliers.toml"] {
        fs::copy(Path::new("tests/slips").join(roster), folder.path().join(roster)).expect("it can be copied");
    }
    Command::new(env!("CARGO_BIN_EXE_grognard")).args(words).current_dir(folder.path()).output().expect("the program starts")
}

/// A message of `check`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Message {
    line: usize,
    code: String,
    text: String,
    /// Other lines that have a part in it.
    with: Vec<usize>,
}

impl Message {
    fn is_of(&self, line: usize) -> bool {
        self.line == line || (MUTUAL.contains(&self.code.as_str()) && self.with.contains(&line))
    }
}

fn check(text: &str) -> Vec<Message> {
    let done = call(text, &["check", "--json", "slips.grog"]);
    let all: Value = serde_json::from_slice(&done.stdout).expect("JSON");
    let said = |d: &Value, key: &str| d[key].as_str().unwrap_or_default().to_owned();
    let line = |d: &Value| d["line"].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    let all = all.as_array().expect("a list").iter();
    let with = |d: &Value| d["labels"].as_array().into_iter().flatten().map(line).collect();
    all.map(|d| Message { line: line(d), code: said(d, "code"), text: said(d, "message"), with: with(d) }).collect()
}

/// What is said of a pack that has slips and not of the same pack without them.
fn found(text: &str, mended: &str) -> Vec<Message> {
    let known = check(mended);
    check(text).into_iter().filter(|m| !known.contains(m)).collect()
}

fn plays(text: &str) {
    for words in [
        &["check", "slips.grog"][..],
        &["test", "slips.grog"],
        &[
            "play",
            "--pack",
            "slips.grog",
            "--first",
            "random",
            "--second",
            "random",
            "--rosters",
            "jackets.toml",
            "fusiliers.toml",
            "--scenario",
            "Crossroads",
        ],
    ] {
        let done = call(text, words);
        let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(done.status.success(), "{words:?}\n{}{}", said(&done.stdout), said(&done.stderr));
    }
}

/// Nothing is wrong with the nouns, nor with the declarations once each slip is mended.
#[test]
fn only_the_slips_are_wrong() {
    for (name, many) in PACKS {
        let (nouns, slips, _) = pack(name);
        assert_eq!(slips.len(), many, "{name}");
        assert_eq!(check(&nouns), [], "{name}");
        plays(&nouns);
        plays(&slips.iter().fold(nouns, |out, s| out + &s.mended()));
    }
}

#[test]
fn slips_are_told_in_one_run() {
    for (name, many) in PACKS {
        let (nouns, slips, whole) = pack(name);
        let begin = whole.get(nouns.len()..).unwrap_or_default();
        // line for line as the whole
        let mended = slips.iter().fold(begin.to_owned(), |out, s| out.replacen(&s.text, &s.mended(), 1));
        let messages = found(&whole, &(nouns + &mended));
        let line = |s: &Slip| s.first + s.at;
        let missing: Vec<&Slip> = slips.iter().filter(|s| !messages.iter().any(|m| m.is_of(line(s)))).collect();
        let follow: Vec<&Message> = messages.iter().filter(|m| !slips.iter().any(|s| m.is_of(line(s)))).collect();
        let told = slips.len() - missing.len();
        println!("{name}: {told} of {} slips are told in one run, with {} messages", slips.len(), messages.len());
        missing.iter().for_each(|s| println!("not told: line {}, {}", line(s), s.what));
        follow.iter().for_each(|m| println!("of no slip: line {}, {}: {}", m.line, m.code, m.text));
        for (a, b) in messages.iter().zip(messages.iter().skip(1)).filter(|(a, b)| a.line == b.line) {
            println!("twice of line {}: {}; {}", a.line, a.text, b.text);
        }
        assert_eq!(told, many, "{name}");
        assert_eq!(follow, Vec::<&Message>::new(), "{name}");
        assert_eq!(messages.len(), many, "{name}: one message for each");
    }
}

#[test]
fn each_slip_is_told_alone() {
    for (name, many) in PACKS {
        let (nouns, slips, _) = pack(name);
        let above = nouns.lines().count() + 1;
        let (mut told, mut follow) = (0, 0);
        for s in &slips {
            let messages = found(&format!("{nouns}{}", s.text), &format!("{nouns}{}", s.mended()));
            let own = |m: &&Message| m.is_of(above + s.at);
            if messages.iter().any(|m| own(&m)) {
                told += 1;
            } else {
                println!("not told: {}", s.what);
            }
            for m in messages.iter().filter(|m| !own(m)) {
                println!("of no slip, beside `{}`: line {}, {}: {}", s.what, m.line, m.code, m.text);
                follow += 1;
            }
        }
        println!("{name}: {told} of {} slips are told alone", slips.len());
        assert_eq!(told, many, "{name}");
        assert_eq!(follow, 0, "{name}");
    }
}
