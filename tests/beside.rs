//! Tests and rosters beside rules that have faults of their own: what is wrong with them is told, too.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};

mod called;

use called::call_in;

/// A variant of the example pack. A force list names a list that is none, a rule is misspelt, an option asks for more men than there are,
/// and one of its tests gives too few dice.
const VARIANT: &str = r#"pack Our Club 1.0 extends Pickets 1.0

amend force list Garrison
  allies Fusiliers
rule Long Days
  on Pace of any unti: + 1"
situation Dry Ditch
  board 48" x 36"
  Red: Jackets: Green Jackets at 24",6" facing north
  Blue: Foe: Fusiliers at 24",24" facing south
test "two of six hit" in Dry Ditch
  given To Hit 6 6 1 1
  do Jackets gains 1 AP; Fire! by Jackets at Foe
  expect volley is 2
test "jackets walk" in Dry Ditch
  expect Courage of Jackets is 5
"#;

const ROSTER: &str =
    "name = \"The Ditch\"\nforce = \"Garrison\"\npoints = 60\n\n[[unit]]\nentry = \"Fusiliers\"\n\n[[unit]]\nentry = \"Hussars\"\n";

/// The variant and a roster in a folder of their own.
fn written(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("club.grog"), VARIANT).expect("written");
    fs::write(folder.join("ditch.toml"), ROSTER).expect("written");
    folder
}

/// What a call says of what is wrong, and how it ends.
fn told(folder: &Path, words: &[&str]) -> (i32, String) {
    let done = call_in(folder, &[&["--packs", env!("CARGO_MANIFEST_DIR")], words].concat());
    (done.code, done.err)
}

#[test]
fn tests_that_fail_are_told_beside_faulty_rules() {
    let folder = written("beside-tests");
    let (code, said) = told(&folder, &["test", "club.grog", "--own"]);
    assert_eq!(code, 1, "{said}");
    let (rules, tests) = said.split_once("without what is faulty here, these tests fail:").expect("two parts");
    assert!(rules.contains("`unti` is not a kind of thing in this pack"), "{rules}");
    // six men shoot, and there are faces for four
    assert!(tests.contains("the test `two of six hit` fails") && tests.contains("write 2 faces more"), "{tests}");
    // the Captain has a Grit of 4, and is an Officer: + 1
    assert!(!tests.contains("jackets walk"), "{tests}");
}

#[test]
fn rosters_are_told_beside_faulty_rules() {
    let folder = written("beside-rosters");
    let (code, said) = told(&folder, &["muster", "ditch.toml", "--pack", "club.grog"]);
    assert_eq!(code, 1, "{said}");
    let (rules, rosters) = said.split_once("without what is faulty here, this is wrong with rosters:").expect("two parts");
    assert!(rules.contains("`unti` is not a kind of thing in this pack"), "{rules}");
    // 50 points of Fusiliers and 45 of Hussars
    assert!(rosters.contains("it costs 95 points of 60"), "{rosters}");
}

#[test]
fn of_sound_rules_nothing_is_said_of_what_was_left_out() {
    let folder = written("beside-sound");
    let sound = VARIANT.replace("  allies Fusiliers\n", "  units Green Jackets\n").replace("unti", "unit");
    fs::write(folder.join("club.grog"), sound).expect("written");
    let (_, said) = told(&folder, &["test", "club.grog", "--own"]);
    assert!(!said.contains("without what is faulty"), "{said}");
}
