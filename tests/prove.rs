//! `clauses --prove`: what no test notices is listed, and clauses are held by their own tests.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::Path;

mod called;

use called::call_in;
use serde_json::Value;

const PACK: &str = r#"pack Small
kind band is group
kind soul is piece of band
  base  | is
  25 mm |
columns of soul
  Worth
count Toil of band
value Reach of band, in inches = 5"  [reach.base]
  Far: + 1" if Toil of band is more than 1  [reach.far]
value Depth of band = 3  [depth]
value Idle of band = 7
value Unheld of band = 8  [unheld]
procedure Rest by band  [rest]
  step begin: band gains 2 Toil
band Crew 10 pts
  profile | Worth | is
  Man     | 3     |
  has 1 Man leader

situation Field
  board 48" x 48"
  Red: One: Crew at 10",10"
  Blue: Two: Crew at 10",24"

test "reach" in Field  [reach.base]
  expect Reach of One is 5"

test "far" in Field  [reach.far rest]
  do Rest by One
  expect Reach of One is 6"

test "depth and nothing else" in Field  [depth]
  expect Depth of One is more than 1

test "held by another" in Field  [reach.base]
  expect Unheld of One is 8

test "says nothing of it" in Field  [unheld]
  expect Reach of One is 5"
"#;

const LEDGER: &str = "[[clause]]\nid = 'reach.base'\nsays = 'So.'\n[[clause]]\nid = 'reach.far'\nsays = 'So.'\n[[clause]]\nid = 'depth'\nsays = 'So.'\n[[clause]]\nid = 'rest'\nsays = 'So.'\n[[clause]]\nid = 'unheld'\nsays = 'So.'\n";

fn call(words: &[&str]) -> (i32, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("prove");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("small")).expect("a folder");
    fs::write(folder.join("small/pack.grog"), PACK).expect("a file");
    fs::write(folder.join("small/clauses.toml"), LEDGER).expect("a file");
    let done = call_in(&folder, words);
    (done.code, done.out)
}

#[test]
fn what_no_test_notices_is_listed_and_clauses_are_held_by_their_own_tests() {
    let (code, out) = call(&["clauses", "small", "--prove", "--json"]);
    assert_eq!(code, 0, "{out}");
    let json: Value = serde_json::from_str(&out).expect("JSON");
    let list = |key: &str| json[key].as_array().expect("a list").clone();
    let status: Vec<(String, String)> = list("clauses")
        .iter()
        .map(|c| (c["id"].as_str().unwrap_or_default().to_owned(), c["status"].as_str().unwrap_or_default().to_owned()))
        .collect();
    let of = |id: &str| status.iter().find(|(i, _)| i == id).map_or("", |(_, s)| s.as_str());
    assert_eq!((of("reach.base"), of("reach.far"), of("rest")), ("covered", "covered", "covered"), "{out}");
    // the test lets its number change, and a test of another clause does not count
    assert_eq!((of("depth"), of("unheld")), ("untested", "untested"), "{out}");
    let idle: Vec<i64> = list("idle").iter().filter_map(|i| i["line"].as_i64()).collect();
    assert_eq!(idle, [11, 13]);
    let unnoticed = list("unnoticed");
    let line = |n: i64| unnoticed.iter().find(|u| u["line"].as_i64() == Some(n));
    let words = |n: i64| -> Vec<(String, String)> {
        let changes = line(n).and_then(|u| u["changes"].as_array().cloned()).unwrap_or_default();
        let text = |v: &Value| v.as_str().unwrap_or_default().to_owned();
        changes.iter().map(|c| (text(&c["what"]), text(&c["words"]))).collect()
    };
    // cited or not
    assert_eq!(words(11), [("number".to_owned(), "3".to_owned())], "{out}");
    assert_eq!(words(12), [("number".to_owned(), "7".to_owned())], "{out}");
    assert_eq!(line(12).map(|u| u["text"].clone()), Some(Value::from("value Idle of band = 7")));
    // what another clause's test notices is noticed
    assert_eq!(words(13), [], "{out}");
    // what is mustered is not changed
    assert!(unnoticed.iter().all(|u| u["line"].as_i64() < Some(16)), "{out}");
    let (code, out) = call(&["clauses", "small", "--prove"]);
    assert_eq!(code, 0);
    assert!(out.contains("no test notices these changes:\n"), "{out}");
    assert!(out.contains("pack.grog:12: value Idle of band = 7\n  number `7`\n"), "{out}");
    assert!(out.lines().last().is_some_and(|l| l.contains(" not noticed")), "{out}");
}
