//! What `clauses` tells of a book: one clause, and the rulings by chapter, of a pack small enough to know by heart.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const PACK: &str = r#"pack Small
  movement of leader if the ruling Who Walks says The Leader
kind band is group
kind soul is piece of band
columns of soul
  Worth
count Breath of band in Breath
ruling Wet Grass [reach.base wet]
  we play Slows
  or Stops
ruling Fee [dash.fee fee-twice]
  we play Cheap 1 Breath
  or Dear 2 Breath
ruling Who Walks
  we play All
  or The Leader
value Reach of band = 5  [reach.base]
  In The Wet: - 1 if the ruling Wet Grass says Slows
rule Drenched
  on Reach of any band if the ruling Wet Grass says Stops: it is 0
action Dash by band  [dash.fee]
  cost Fee
  step go: note "gone"
band Crew 10 pts
  profile | Worth
  Man     | 3
  has 1 Man leader

situation Field
  board 48" x 48"
  Red: One: Crew at 10",10"
  Blue: Two: Crew at 10",24"

test "reach" in Field  [reach.base]
  expect Reach of One is 4
test "no reach" in Field
  use Wet Grass = Stops
  expect Reach of One is 0
"#;

const LEDGER: &str = r#"
[[clause]]
id = "dash.fee"
where = "Dashing"
says = "A dash costs breath."
[[clause]]
id = "reach.base"
where = "Reaching"
says = "A band reaches five."
cases = ["Dry, the crew reaches 5."]
[[ambiguity]]
id = "wet"
clauses = ["reach.base"]
question = "What does wet grass do?"
readings = ["a: it slows", "b: it stops"]
recommended = "b"
who = "the author"
why = "nobody walks in it"
[[ambiguity]]
id = "fee-twice"
clauses = ["dash.fee"]
question = "One or two?"
readings = ["a: one", "b: two"]
recommended = "a"
[[ambiguity]]
id = "dark"
clauses = ["reach.base"]
question = "And at night?"
"#;

/// Calls the program beside the pack, in a folder of its own.
fn call(folder: &str, words: &[&str]) -> Output {
    call_with(folder, words, |_| {})
}

/// The same with more files.
fn call_with(folder: &str, words: &[&str], more: impl Fn(&Path)) -> Output {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("small")).expect("a folder");
    fs::write(folder.join("small/pack.grog"), PACK).expect("a file");
    fs::write(folder.join("small/clauses.toml"), LEDGER).expect("a file");
    more(&folder);
    Command::new(env!("CARGO_BIN_EXE_grognard")).args(words).current_dir(&folder).env("NO_COLOR", "1").output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).replace('\\', "/")
}

/// A variant with a ledger of its own.
const MORE: &str = "pack More 1.0 extends Small\n\namend value Reach: = 6, was 5   [reach.base]\nvalue Stretch of band = 9  [stretch.base]\n\
test \"they stretch\" in Yard  [stretch.base]\n  expect Stretch of One is 9\n";

#[test]
fn a_variants_own_clauses_are_proved_alone() {
    let write = |folder: &Path| {
        let row = "[[clause]]\nid = \"stretch.base\"\nwhere = \"2 Stretch\"\nkind = \"number\"\nsays = \"They stretch 9.\"\n";
        fs::create_dir_all(folder.join("more")).expect("a folder");
        fs::write(folder.join("more/pack.grog"), MORE).expect("a file");
        fs::write(folder.join("more/clauses.toml"), row).expect("a file");
    };
    let told = call_with("own-clauses", &["clauses", "more", "--own"], write);
    let out = text(&told.stdout);
    assert!(out.contains("stretch.base") && !out.contains("dash.fee") && out.contains("1 clause: "), "{out}{}", text(&told.stderr));
    let proved = call_with("own-proved", &["clauses", "more", "--own", "--prove"], write);
    let (out, err) = (text(&proved.stdout), text(&proved.stderr));
    // the amended line and the new one, no line of the parent
    assert!(out.contains(" in 2 lines, 0 readings left out") && out.contains("Reach"), "{out}{err}");
    let all = call_with("all-proved", &["clauses", "more", "--prove"], write);
    assert!(!text(&all.stdout).contains(" in 2 lines"), "{}", text(&all.stdout));
}

#[test]
fn one_clause_is_told_in_full() {
    let told = text(&call("clause", &["clauses", "small", "reach.base"]).stdout);
    let wanted = [
        "clause\treach.base",
        "chapter\tReaching",
        "status\tcovered",
        "says\tA band reaches five.",
        "case\tDry, the crew reaches 5.",
        "rule\truling Wet Grass\tsmall/pack.grog:8",
        "rule\tvalue Reach\tsmall/pack.grog:17",
        "test\treach\tsmall/pack.grog:34",
    ];
    let lines: Vec<&str> = told.lines().collect();
    for w in wanted {
        assert!(lines.contains(&w), "{w}: {told}");
    }
    assert_eq!(lines.len(), wanted.len(), "{told}");
    let json: Value = serde_json::from_slice(&call("clause", &["clauses", "small", "reach.base", "--json"]).stdout).expect("JSON");
    assert_eq!((&json["where"], &json["says"]), (&Value::from("Reaching"), &Value::from("A band reaches five.")));
}

#[test]
fn an_unknown_clause_names_the_nearest() {
    let done = call("unknown", &["clauses", "small", "reach.bse"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done.stderr).contains("has no clause `reach.bse`: did you mean `reach.base`?"), "{}", text(&done.stderr));
    let far = text(&call("unknown", &["clauses", "small", "dash.distance"]).stderr);
    assert!(far.contains("did you mean `dash.fee`?"), "{far}");
}

#[test]
fn rulings_say_what_each_reading_changes_and_which_tests_take_it() {
    let told = text(&call("rulings", &["clauses", "small", "--rulings"]).stdout);
    let wanted = [
        "Reaching\tWet Grass\truling\t\tWet Grass\tsmall/pack.grog:8",
        "Reaching\tWet Grass\tquestion\t\tWhat does wet grass do?\t",
        "Reaching\tWet Grass\tadvice\t\ta: it slows\twet",
        "Reaching\tWet Grass\tadvice\t\tb: it stops (recommended by the author: nobody walks in it)\twet",
        "Reaching\tWet Grass\tin force\tSlows\tSlows\t",
        "Reaching\tWet Grass\treading\tStops\tStops\t",
        "Reaching\tWet Grass\ttest\tStops\tno reach\tsmall/pack.grog:36",
        "Dashing\tFee\tadvice\t\ta: one (recommended)\tfee-twice",
        "Dashing\tFee\tin force\tCheap\tCheap\t",
        "\t\tno ruling\t\tdark: And at night?\t",
    ];
    for w in wanted {
        assert!(told.lines().any(|l| l == w), "{w}: {told}");
    }
    // the lines that hang on a reading: where they stand and whose they are, whatever their words
    let line = |start: &str, place: &str| told.lines().any(|l| l.starts_with(start) && l.ends_with(place));
    assert!(line("Reaching\tWet Grass\tchanges\tSlows\tvalue Reach: ", "\tsmall/pack.grog:18"), "{told}");
    assert!(line("Reaching\tWet Grass\tchanges\tStops\t", "\tsmall/pack.grog:20") && told.contains("Drenched"), "{told}");
    assert!(line("Dashing\tFee\tnumber\t\taction Dash: ", "\tsmall/pack.grog:22"), "{told}");
    assert!(told.lines().any(|l| l == "\tWho Walks\tchanges\tThe Leader\tpack Small\tsmall/pack.grog:2"), "{told}");
    let changes = told.lines().filter(|l| l.contains("\tchanges\t")).count();
    assert_eq!(changes, 3, "{told}");
}

#[test]
fn rulings_are_told_in_json_too() {
    let json: Value = serde_json::from_slice(&call("told", &["clauses", "small", "--json"]).stdout).expect("JSON");
    let wet = json["rulings"].as_array().expect("a list").iter().find(|r| r["name"] == "Wet Grass").expect("it is there").clone();
    assert_eq!((&wet["where"], &wet["line"]), (&Value::from("Reaching"), &Value::from(8)));
    assert_eq!(wet["asks"][0], "What does wet grass do?");
    assert_eq!((&wet["changes"]["Slows"][0]["name"], &wet["changes"]["Slows"][0]["line"]), (&Value::from("value Reach"), &Value::from(18)));
    assert_eq!(wet["tests"]["Stops"][0]["test"], "no reach");
}

/// What `check` says of the small pack when something has been done to its folder.
fn checked(name: &str, with: impl Fn(&Path)) -> String {
    let said = call_with(name, &["check", "small"], with);
    text(&said.stdout) + &text(&said.stderr)
}

#[test]
fn a_ledger_that_contradicts_itself_is_told() {
    let with =
        |more: &'static str| move |folder: &Path| fs::write(folder.join("small/clauses.toml"), format!("{LEDGER}{more}")).expect("a file");
    let twice = with("[[clause]]\nid = \"reach.base\"\nwhere = \"1 Reach\"\nkind = \"number\"\nsays = \"Copied.\"\n");
    let said = checked("ledger-twice", twice);
    assert!(said.contains("there are two clauses `reach.base`") && said.contains("clauses.toml:30:"), "{said}");
    // one that is cited and not there may be what the other row should be; what is spelt like a clause is told all the same
    let lost = |folder: &Path| {
        fs::write(folder.join("small/clauses.toml"), LEDGER.replacen("id = \"dash.fee\"", "id = \"reach.base\"", 1)).expect("a file");
        let pack = PACK.replacen("[reach.base]", "[reach.bass]", 1);
        fs::write(folder.join("small/pack.grog"), pack).expect("a file");
    };
    let said = checked("ledger-lost", lost);
    assert!(said.contains("there are two clauses `reach.base`") && !said.contains("`dash.fee`"), "{said}");
    assert!(said.contains("did you mean `reach.base`?"), "{said}");
    let say = with("[[clause]]\nid = \"reach.wide\"\nwhere = \"Reaching\"\nkind = \"number\"\nsay = \"It reaches wide.\"\n");
    let said = checked("ledger-say", say);
    assert!(said.contains("a row of `[[clause]]` has no `say`") && said.contains("did you mean `says`?"), "{said}");
    let mute = with("[[clause]]\nid = \"reach.wide\"\nwhere = \"Reaching\"\nkind = \"number\"\n");
    let said = checked("ledger-mute", mute);
    assert!(said.contains("`reach.wide` is a clause that says nothing") && said.contains("write below it what it is about"), "{said}");
    let many = with("[[clauses]]\nid = \"reach.wide\"\nsays = \"It reaches wide.\"\n");
    let said = checked("ledger-many", many);
    assert!(said.contains("`[[clauses]]` begins no row of a ledger") && said.contains("write `[[clause]]`"), "{said}");
    let none = with(
        "[[ambiguity]]\nid = \"snow\"\nclauses = [\"reach.base\"]\nquestion = \"And in snow?\"\nreadings = [\"a: yes\", \"b: no\"]\nrecommended = \"c\"\n",
    );
    let said = checked("ledger-c", none);
    assert!(said.contains("`snow` recommends `c`") && said.contains("write one of these: a, b"), "{said}");
    let answered = with("[[answered]]\nquestion = \"wett\"\nby = [\"reach.base\"]\n");
    let said = checked("ledger-answered", answered);
    assert!(said.contains("`wett` is answered, and is no place that is unclear") && said.contains("did you mean `wet`?"), "{said}");
    let listed = with(
        "[[ambiguity]]\nid = \"snow\"\nclauses = \"reach.base\"\nquestion = \"And in snow?\"\nreadings = [\"a: yes\", \"b: no\"]\nrecommended = \"c\"\n",
    );
    let said = checked("ledger-list", listed);
    assert!(said.contains("this is a list, and stands in square brackets") && said.contains("write `[\"reach.base\"]`"), "{said}");
    // what else is wrong is told beside it
    assert!(said.contains("`snow` recommends `c`"), "{said}");
    let number = with("[[clause]]\nid = 12\nwhere = \"Reaching\"\nkind = \"number\"\nsays = \"It reaches wide.\"\n");
    let said = checked("ledger-number", number);
    assert!(said.contains("a text stands in quotes") && said.contains("write `\"12\"`"), "{said}");
    let based = with("[[clause]]\nid = \"own.reach\"\nbase = \"reach.bass\"\nwhere = \"Ours\"\nkind = \"number\"\nsays = \"Six.\"\n");
    let said = checked("ledger-base", based);
    assert!(said.contains("`own.reach` stands for `reach.bass`, and no parent has that"), "{said}");
}
