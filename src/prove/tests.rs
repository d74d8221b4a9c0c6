//! Changes of small packs, and the tests beside them.

use std::collections::BTreeSet;

use super::{Ground, Worker};
use crate::muster::Entries;
use crate::packs::Compiled;
use crate::source::Files;
use crate::trial::Trial;

const PACK: &str = r#"
pack Small
kind band is group
kind soul is piece of band
  base  | is
  25 mm |
columns of soul
  Worth
count Toil of band
value Reach of band, in inches = 5" + Worn of band x 1"
  Far: + 1" if Toil of band is more than 1
value Worn of band = Toil of band
value Idle of band = 7
ruling Pause
  we play Long 2
  or Short 1
procedure Rest by band
  step begin: band gains 3 Toil
  step end: Toil of band becomes Toil of band - Pause
procedure Unending by band
  step only: repeat while Toil of band is more than 0: band loses 1 Toil
rule Watchers
  after step end of Rest by any band: band gains 0 Toil
band Crew 10 pts
  profile | Worth | is
  Man     | 3     |
  has 1 Man leader

situation Field
  board 48" x 48"
  Red: One: Crew at 10",10"
  Blue: Two: Crew at 10",24"

test "reach" in Field
  expect Reach of One is 5"
  do Rest by One
  expect Reach of One is 6"

test "short" in Field
  use Pause = Short
  do Rest by One
  expect Toil of One is 2

test "ends" in Field
  do Rest by One
  do Unending by One
  expect Toil of One is 0

test "wrong from the beginning" in Field
  expect Idle of One is 8
"#;

fn with<T>(text: &str, then: impl FnOnce(&Files, &Ground<'_>) -> T) -> T {
    let mut files = Files::default();
    files.add("small.grog", text);
    let compiled = Compiled::of(&files);
    assert!(compiled.found.is_empty(), "{:?}", compiled.found);
    let book = compiled.book(&files);
    let (entries, found) = Entries::read(book);
    assert!(found.is_empty(), "{found:?}");
    then(&files, &Ground::new(&Trial { book, entries: &entries }))
}

/// What no test notices, in the words of the texts, and how many tests were run to know it.
fn unnoticed(files: &Files, ground: &Ground<'_>, mut worker: Worker<'_, '_>) -> (BTreeSet<String>, usize) {
    let (mut out, mut run) = (BTreeSet::new(), 0);
    for m in ground.mutations() {
        let Some(outcome) = worker.attempt(&m, &[]) else { continue };
        run += outcome.run;
        if !outcome.noticed {
            out.insert(format!("{} {}", m.what, files.slice(m.at.span())));
        }
    }
    (out, run)
}

#[test]
fn what_no_test_notices_is_found_whatever_is_left_out() {
    with(PACK, |files, ground| {
        assert_eq!(ground.tests().len(), 3);
        let (left, run) = unnoticed(files, ground, Worker::new(ground));
        let found = |what: &str| left.iter().any(|l| l == what);
        assert!(found("number 7"), "{left:#?}");
        assert!(!found("number 3") && !found("number 5\""), "{left:#?}");
        // one reading is tested, and so is the other
        assert!(!left.iter().any(|l| l.starts_with("number of a reading")), "{left:#?}");
        // what gains nothing is noticed when it gains something
        assert!(!left.iter().any(|l| l.starts_with("number 0")), "{left:#?}");
        // what a change cannot reach it does not change
        let (all, more) = unnoticed(files, ground, Worker::new(ground).blind());
        assert_eq!(all, left);
        assert!(run < more, "{run} {more}");
    });
}

#[test]
fn those_who_ask_hear_of_their_own_tests() {
    with(PACK, |files, ground| {
        let all = ground.mutations();
        let of = |what: &str, text: &str| all.iter().find(|m| m.what == what && files.slice(m.at.span()) == text).expect("a change");
        let (reach, ends) = (BTreeSet::from(["reach"]), BTreeSet::from(["ends"]));
        let outcome = Worker::new(ground).attempt(of("number", "5\""), &[&reach, &ends]).expect("a change");
        assert_eq!((outcome.noticed, outcome.bitten), (true, BTreeSet::from([0])));
    });
}

/// Lines of one rule, each of which holds under one reading. What a test gives in brackets numbers them otherwise there.
const READINGS: &str = r#"
pack Small
kind band is group
kind soul is piece of band
  base  | is
  25 mm |
count Toil of band
ruling Nap
  we play Never
  or Once
procedure Rest by band
  step end: band gains 1 Toil
rule Able(n) of band
  after step end of Rest by me, earlier than Sleepers: I gain n Toil
rule Sleepers
  after step end of Rest by any band if the ruling Nap says Once: band gains 4 Toil
  after step end of Rest by any band if the ruling Nap says Never: band gains 2 Toil
band Crew 10 pts
  profile | is
  Man     |
  has 1 Man leader

situation Field
  board 48" x 48"
  Red: One: Crew at 10",10"
  Blue: Two: Crew at 10",24"

test "never" in Field
  do Rest by One
  expect Toil of One is 3

test "once" in Field
  use Nap = Once
  do Rest by One
  expect Toil of One is 5

test "able" in Field
  do One gains Able(8); Two gains Able(3)
  expect One is Able(8)
"#;

#[test]
fn a_line_is_found_under_every_reading() {
    with(READINGS, |_, ground| {
        let mut worker = Worker::new(ground);
        let lines: Vec<_> = ground.mutations().into_iter().filter(|m| m.what == "line left out").collect();
        let noticed: Vec<_> = lines.iter().map(|m| worker.attempt(m, &[&BTreeSet::from(["once"])]).map(|o| o.bitten.len())).collect();
        assert_eq!(noticed, [Some(0), Some(1), Some(0)]);
    });
}

/// A rule of a band that its souls have another rule by: nothing in the program says so, only the muster does.
const BROUGHT: &str = r#"
pack Small
kind band is group
kind soul is piece of band
  base  | is
  25 mm |
value Worth of soul = 1
rule Schooled of band
  gains Skilled
rule Skilled of soul
  on Worth of me: + 1
band Crew 10 pts
  profile | is
  Man     |
  has 1 Man leader
  rules Schooled

situation Field
  board 48" x 48"
  Red: One: Crew at 10",10"
  Blue: Two: Crew at 10",24"

test "a man of a schooled band is skilled" in Field
  expect Worth of leader of One is 2
"#;

#[test]
fn what_comes_along_for_another_is_noticed_by_the_muster() {
    with(BROUGHT, |files, ground| {
        let (left, _) = unnoticed(files, ground, Worker::new(ground));
        assert!(ground.mutations().iter().any(|m| m.what == "what it brings left out"));
        assert!(!left.iter().any(|l| l.starts_with("what it brings left out")), "{left:#?}");
        let brought = ground.mutations().iter().find(|m| m.what == "what it brings left out").cloned().expect("a change");
        assert!(Worker::new(ground).attempt(&brought, &[]).is_some_and(|o| o.noticed));
    });
}
