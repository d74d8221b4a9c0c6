//! What two packs say otherwise: each sort of change is told with what stood there and what stands there, and nothing else is.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};

mod called;

use called::call_in;
use grognard::floors::compare::{Difference, Fate, Side, compare};
use grognard::floors::muster::Entries;
use grognard::floors::packs::Compiled;
use grognard::floors::source::Files;
use serde_json::Value;

const PACK: &str = r#"
pack Small 1.0
  coherency 1"
kind band is group
kind soul is piece of band
  base  | is
  25 mm |
kind gift is rule of band
kind tool is item of soul
columns of soul
  Worth
columns of tool
  Bite
many tool | Bite
  Spade   | 2
  Rake    | 3
tags Foot, Horse of soul, majority for band
count Toil of band starts 2
marker Worn of band until end of turn
value Reach of band, in inches = 5"  [reach.base]
  Far: + 1" if Toil of band is more than 1  [reach.far]
  Tired: - 1" if band is Worn
condition band (the target) is Ready = target is not Worn and Toil of target is less than 4
table Grade (number): 1 to 3 8, 4 to 6 10
ruling Pause [rest.pause]
  we play Long 2
  or Short 1
check Nerve of band: d6 is at least 4
  passed: band gains 1 Toil
  failed: band gains Worn
procedure Rest by band
  step begin: band gains 3 Toil
  step test: Nerve of band
  step end:  [rest.end]
    Toil of band becomes Toil of band - Pause
    if Toil of band is more than 4:
      band gains Worn
terrain Mire
  ground costs double
gift Long Arms
  on Reach of me: + 2"  [reach.arms]
  after step end of Rest by me: I gain 1 Toil
gift Steady
  before Nerve of me: I lose Worn
band Crew 10 pts
  profile | Worth | is
  Man     | 3     | Foot
  Chief   | 4     | Foot
  has 1 Chief leader, 4 Man
  rules Long Arms
  option More Hands: up to 3 more Man for 2 pts each
band Riders 20 pts
  profile | Worth | is
  Rider   | 5     | Horse
  has 1 Rider leader
force list North
  units Crew 1 or more
  allies South
force list South
  units Riders 0-2
force list East
  units Riders 0-1

situation Field
  board 48" x 48"
  Red: One: Crew at 10",10"
  Blue: Two: Riders at 10",24"

test "reach" in Field
  expect Reach of Two is 6"

test "toil" in Field
  expect Toil of Two is 2
"#;

/// What differs between two texts.
fn differ(old: &str, new: &str) -> Vec<Difference> {
    let packs = [old, new].map(|text| {
        let mut files = Files::default();
        files.add("small.grog", text);
        let compiled = Compiled::of(&files);
        assert!(compiled.found.is_empty(), "{:?}", compiled.found);
        let (entries, found) = Entries::read(compiled.book(&files));
        assert!(found.is_empty(), "{found:?}");
        (files, compiled, entries)
    });
    let [a, b] = packs.each_ref().map(|(files, compiled, entries)| Side { book: compiled.book(files), entries, changes: &[] });
    compare(&a, &b)
}

/// What differs where one text stands in the place of another.
fn instead(old: &str, new: &str) -> Vec<Difference> {
    assert!(PACK.contains(old), "{old}");
    differ(PACK, &PACK.replacen(old, new, 1))
}

/// The one line that differs, as `part | old | new`.
fn line(old: &str, new: &str) -> String {
    let found = instead(old, new);
    let [d] = found.as_slice() else { panic!("{found:#?}") };
    let [l] = d.lines.as_slice() else { panic!("{found:#?}") };
    let text = |t: &Option<String>| t.clone().unwrap_or_else(|| "-".into());
    format!("{} {}: {} | {} | {}", d.sort, d.name, l.part, text(&l.old), text(&l.new))
}

#[test]
fn nothing_is_told_of_what_means_the_same() {
    assert_eq!(differ(PACK, PACK), []);
    // comments, citations, layout, the words for blanks
    for (old, new) in [
        ("  Far: + 1\" if", "  -- as the book has it\n  Far:   +  1\"   if"),
        ("[reach.far]", "[reach.off]"),
        (
            "condition band (the target) is Ready = target is not Worn and Toil of target is less than 4",
            "condition band (the foe) is Ready\n  = foe is not Worn\n    and Toil of foe is less than 4",
        ),
        ("many tool | Bite\n  Spade   | 2", "many tool  |  Bite\n  Spade | 2"),
    ] {
        assert_eq!(instead(old, new), [], "{new}");
    }
    // the order of declarations, and of lines that have none
    let (head, rest) = PACK.split_once("marker Worn").expect("a marker");
    let (marker, rest) = rest.split_once('\n').expect("a line");
    assert_eq!(differ(PACK, &format!("{head}{rest}\nmarker Worn{marker}\n")), []);
    let far = "  Far: + 1\" if Toil of band is more than 1  [reach.far]\n";
    let tired = "  Tired: - 1\" if band is Worn\n";
    assert_eq!(instead(&format!("{far}{tired}"), &format!("{tired}{far}")), []);
}

#[test]
fn each_sort_of_change_is_told_with_old_and_new() {
    for (old, new, wanted) in [
        ("coherency 1\"", "coherency 2\"", "pack : coherency | 1\" | 2\""),
        ("= 5\"  [", "= 6\"  [", "value Reach: base | 5\" | 6\""),
        (
            "Far: + 1\"",
            "Far: + 2\"",
            "value Reach: Far | Far: + 1\" if Toil of band is more than 1 | Far: + 2\" if Toil of band is more than 1",
        ),
        (
            "Toil of target is less than 4",
            "Toil of target is less than 5",
            "condition Ready: base | target is not Worn and Toil of target is less than 4 | target is not Worn and Toil of target is less than 5",
        ),
        ("4 to 6 10", "4 to 6 11", "table Grade: 4 to 6 | 10 | 11"),
        ("we play Long 2\n  or Short 1", "or Long 2\n  we play Short 1", "ruling Pause: we play | Long | Short"),
        ("d6 is at least 4", "d6 is at least 3", "check Nerve: check | d6 is at least 4 | d6 is at least 3"),
        (
            "step begin: band gains 3 Toil",
            "step begin: band gains 4 Toil",
            "procedure Rest: step begin | band gains 3 Toil | band gains 4 Toil",
        ),
        (
            "      band gains Worn\nterrain",
            "      band loses Worn\nterrain",
            "procedure Rest: step end | band gains Worn | band loses Worn",
        ),
        ("ground costs double", "ground costs forbidden", "terrain Mire: | ground costs double | ground costs forbidden"),
        ("until end of turn", "until end of Rest", "marker Worn: ends | end of turn | end of Rest"),
        ("on Reach of me: + 2\"", "on Reach of me: + 3\"", "gift Long Arms: on Reach | on Reach of me: + 2\" | on Reach of me: + 3\""),
        ("band Crew 10 pts", "band Crew 12 pts", "band Crew: price | 10 pts | 12 pts"),
        ("Man     | 3 ", "Man     | 2 ", "band Crew: Man, Worth | 3 | 2"),
        (
            "for 2 pts each",
            "for 3 pts each",
            "band Crew: option More Hands | option More Hands: up to 3 more Man for 2 pts each | option More Hands: up to 3 more Man for 3 pts each",
        ),
        ("4 Man\n", "5 Man\n", "band Crew: has Man | 4 Man | 5 Man"),
        ("allies South", "allies South, East", "force list North: allies East | - | East"),
        ("Riders 0-2", "Riders 0-3", "force list South: units Riders | Riders 0-2 | Riders 0-3"),
        ("Spade   | 2", "Spade   | 4", "tool Spade: Bite | 2 | 4"),
        ("starts 2", "starts 3", "count Toil: starts | 2 | 3"),
    ] {
        assert_eq!(line(old, new).replace(":  |", ": |"), wanted, "{new}");
    }
}

#[test]
fn steps_and_declarations_come_and_go() {
    let found = instead("  step test: Nerve of band\n", "  step test: Nerve of band\n  step again if band is Worn: Nerve of band\n");
    assert_eq!(found[0].lines.len(), 1, "{found:#?}");
    assert_eq!(found[0].lines[0].new.as_deref(), Some("step again if band is Worn:\nNerve of band"));
    // steps in another order
    let found = instead(
        "  step begin: band gains 3 Toil\n  step test: Nerve of band\n",
        "  step test: Nerve of band\n  step begin: band gains 3 Toil\n",
    );
    assert!(found[0].lines.len() == 1 && found[0].lines[0].moved, "{found:#?}");
    let found = instead("gift Steady\n  before Nerve of me: I lose Worn\n", "gift Sure\n  before Nerve of me: I lose Worn\n");
    let fates: Vec<(Fate, &str)> = found.iter().map(|d| (d.change, d.name.as_str())).collect();
    assert_eq!(fates, [(Fate::Removed, "Steady"), (Fate::Added, "Sure")]);
    let new: Vec<&str> = found[1].lines.iter().filter_map(|l| l.new.as_deref()).collect();
    assert_eq!(new, ["gift Sure", "before Nerve of me: I lose Worn"]);
    assert_eq!(found[1].hooks, ["throw Nerve"]);
}

#[test]
fn what_a_change_touches_is_named() {
    let found = instead("on Reach of me: + 2\"", "on Reach of me: + 3\"");
    let d = &found[0];
    assert_eq!((d.hooks.join(","), d.units.join(","), d.clauses.join(",")), ("value Reach".into(), "Crew".into(), "reach.arms".into()));
    let found = instead("= 5\"  [", "= 6\"  [");
    assert_eq!((found[0].met_by.join(","), found[0].clauses.join(",")), ("Long Arms".into(), "reach.base".into()));
    let found = instead("after step end of Rest by me: I gain 1 Toil", "after step end of Rest by me: I gain 2 Toil");
    assert_eq!(found[0].hooks, ["step end of Rest"]);
    assert_eq!(found[0].lines[0].new.as_deref(), Some("I gain 2 Toil"));
}

fn call(folder: &Path, words: &[&str]) -> (i32, String, String) {
    let done = call_in(folder, words);
    (done.code, done.out, done.err)
}

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(path.join("small")).expect("a folder");
    fs::write(path.join("small/pack.grog"), PACK.trim_start()).expect("a file");
    path
}

#[test]
fn a_pack_is_compared_with_what_it_extends() {
    let folder = folder("diff-parent");
    let club = "pack Club 2.0 extends Small 1.0\namend value Reach of band: = 7\", was 5\"\nuse Pause = Short\n";
    fs::write(folder.join("club.grog"), club).expect("a file");
    let (code, text, err) = call(&folder, &["diff", "club.grog", "--tests"]);
    assert_eq!(code, 0, "{text}{err}");
    for wanted in [
        "changed value Reach  club.grog:2\n  - base: 5\"\n  + base: 7\"\n",
        "    met by: Long Arms\n",
        "changed ruling Pause",
        "  - we play: Long\n  + we play: Short\n",
        "test \"reach\": passes, now fails: ",
        "Small 1.0 to Club 2.0: 0 added, 0 removed, 2 changed; 1 test with another verdict\n",
    ] {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }
    let (code, json, _) = call(&folder, &["diff", "small", "club.grog", "--json", "--tests"]);
    assert_eq!(code, 0);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((json["old"]["pack"].as_str(), json["new"]["version"].as_str()), (Some("Small"), Some("2.0")));
    let reach = json["changes"].as_array().expect("a list").iter().find(|c| c["name"] == "Reach").expect("a change");
    assert_eq!(reach["change"], "changed");
    assert_eq!(reach["lines"][0]["old"], "5\"");
    assert_eq!(reach["lines"][0]["new"], "7\"");
    assert_eq!(reach["place"]["line"], 2);
    assert_eq!(json["tests"][0]["test"], "reach");
    assert_eq!((json["tests"][0]["old"].as_str(), json["tests"][0]["new"].as_str()), (Some("passes"), Some("fails")));
}

#[test]
fn a_pack_that_extends_nothing_wants_another() {
    let folder = folder("diff-alone");
    let (code, _, err) = call(&folder, &["diff", "small"]);
    assert_eq!(code, 2);
    assert!(err.contains("`Small` extends no other pack: name the one to compare it with"), "{err}");
    let (code, text, _) = call(&folder, &["diff", "small", "small"]);
    assert_eq!((code, text.as_str()), (0, "Small 1.0 to Small 1.0: 0 added, 0 removed, 0 changed\n"));
}
