//! Several questions of one call, answers that look at the dice, and what is said where there are no exact odds.

use std::fs;
use std::path::Path;
use std::process::Command;

use grognard::{Chance, Odds, Outcome, Pack, Question, Shelves};

/// A call of the program in a folder of its own, where the pack lies: exit code, output, errors.
fn called(name: &str, words: &[&str]) -> (Option<i32>, String, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("asked").join(name);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("lots.grog"), include_str!("lots.txt")).expect("a file");
    let done = Command::new(env!("CARGO_BIN_EXE_grognard"))
        .args(["odds", "Field"])
        .args(words)
        .args(["--pack", "lots.grog"])
        .current_dir(&folder)
        .env("NO_COLOR", "1")
        .output()
        .expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (done.status.code(), text(&done.stdout), text(&done.stderr))
}

/// What the pack says of a question; each answer is given.
fn asked(name: &str, question: &str, call: &str, answers: &[&str]) -> Odds {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("asked").join(format!("{name}.grog"));
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(&path, include_str!("lots.txt")).expect("a file");
    let mut pack = Pack::open(&Shelves::default(), &path.to_string_lossy()).unwrap_or_else(|why| panic!("{:?}", why.words()));
    let question = Question {
        situation: "Field".into(),
        asked: question.into(),
        call: (!call.is_empty()).then(|| call.into()),
        answers: answers.iter().map(|a| (*a).to_owned()).collect(),
        ..Question::default()
    };
    pack.odds(&question).unwrap_or_else(|why| panic!("{:?}", why.words()))
}

fn parts(odds: &[Outcome]) -> Vec<(i64, String)> {
    let p = |c: &Chance| c.p.clone().expect("it is exact");
    odds.iter().map(|o| (o.is, p(&o.chance))).collect()
}

fn law(all: &[(i64, &str)]) -> Vec<(i64, String)> {
    all.iter().map(|(is, p)| (*is, (*p).to_owned())).collect()
}

#[test]
fn several_questions_are_one_walk() {
    // two dice that hit on 4 or more: none 1/4, one 1/2, two 1/4; what misses is the rest of the two
    let (code, out, err) = called("several", &["hits", "Salvo of One", "--also", "miss", "--joint"]);
    let told = "hits\n     0   25.0000%  1/4\n     1   50.0000%  1/2\n     2   25.0000%  1/4\non average 1.0000\n\
                miss\n     0   25.0000%  1/4\n     1   50.0000%  1/2\n     2   25.0000%  1/4\non average 1.0000\n\
                joint: hits, miss\n     0       2   25.0000%  1/4\n     1       1   50.0000%  1/2\n     2       0   25.0000%  1/4\n";
    assert_eq!((code, out.as_str(), err.as_str()), (Some(0), told, ""));
    let (_, out, _) = called("several-json", &["hits", "Salvo of One", "--also", "miss", "--joint", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["outcomes"], json["questions"][0]["outcomes"]);
    assert_eq!((&json["questions"][1]["asked"], &json["questions"][1]["outcomes"][1]["p"]), (&"miss".into(), &"1/2".into()));
    assert_eq!((&json["joint"][0]["is"], &json["joint"][0]["p"]), (&serde_json::json!([0, 2]), &"1/4".into()));
    // one question alone is told as ever
    let (_, out, _) = called("one", &["hits", "Salvo of One"]);
    assert!(out.starts_with("     0   25.0000%  1/4\n"), "{out}");
}

#[test]
fn several_questions_need_a_call() {
    let (code, out, err) = called("no-call", &["Luck of One", "--also", "Luck of Two"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("several questions are asked of one call"), "{err}");
}

#[test]
fn an_offer_is_taken_only_if_a_check_failed() {
    // 4 or more on d6: 1/2. Rolled again in any case: 1/2. Only if failed: 1/2 + 1/2 x 1/2
    let always = asked("check-always", "Nerve of One", "", &["Lucky yes"]);
    assert_eq!(parts(&always.outcomes), law(&[(0, "1/2"), (1, "1/2")]));
    let failed = asked("check-failed", "Nerve of One", "", &["Lucky yes if failed"]);
    assert_eq!(parts(&failed.outcomes), law(&[(0, "1/4"), (1, "3/4")]));
}

#[test]
fn an_offer_is_taken_only_if_a_pool_failed() {
    // two successes of two are needed. All rolled again in any case: 1/4, 1/2, 1/4. Only if failed, 3/4 of the time:
    // none 3/4 x 1/4, one 3/4 x 1/2, two 1/4 + 3/4 x 1/4
    let always = asked("pool-always", "Drill of One", "", &["Lucky yes"]);
    assert_eq!(parts(&always.outcomes), law(&[(0, "1/4"), (1, "1/2"), (2, "1/4")]));
    let failed = asked("pool-failed", "Drill of One", "", &["Lucky yes if failed"]);
    assert_eq!(parts(&failed.outcomes), law(&[(0, "3/16"), (1, "3/8"), (2, "7/16")]));
}

#[test]
fn an_offer_behind_a_check_knows_it_too() {
    // the check fails 1/2, and 1/4 where it is rolled again if failed
    let tired = "(1 if One is Tired, otherwise 0)";
    let once = asked("behind", tired, "Ordeal of One", &["rest yes if failed"]);
    assert_eq!(parts(&once.outcomes), law(&[(0, "1/2"), (1, "1/2")]));
    let twice = asked("behind-again", tired, "Ordeal of One", &["rest yes if failed", "Lucky yes if failed"]);
    assert_eq!(parts(&twice.outcomes), law(&[(0, "3/4"), (1, "1/4")]));
}

#[test]
fn what_cannot_be_known_is_said() {
    let tired = "(1 if One is Tired, otherwise 0)";
    let told = [
        (
            "plain",
            vec![tired, "Plain of One", "--answer", "rest yes if failed"],
            "since `Plain` throws nothing before that: answer `rest yes`",
        ),
        ("barrage", vec![tired, "Barrage of One", "--answer", "rest yes if failed"], "since `Shots` counts successes, and does not fail"),
        ("no", vec!["Nerve of One", "--answer", "Lucky no if failed"], "`if failed` stands behind `yes`"),
        ("behind", vec!["Nerve of One", "--answer", "Lucky yes if failed", "--answer", "Lucky yes"], "so this one is never taken"),
        ("unasked", vec!["hits", "Salvo of One", "--answer", "rest yes if failed"], "nobody asks for this answer"),
        ("forbidden", vec!["(1 if Two is Shaken, otherwise 0)", "Pelt by Four at Two"], "since `Oath` forbids it"),
        ("late", vec!["Nerve of One", "Salvo of One"], "this is asked when all is done, and nobody throws dice"),
    ];
    for (name, words, why) in told {
        let (code, out, err) = called(name, &words);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{name}: {err}");
        assert!(err.contains(why), "{name}: {err}");
    }
    // what a rule would do and may not is told where nothing else comes of it
    let (code, out, err) = called("whim", &["(1 if Two is Shaken, otherwise 0)", "Whim of Four at Two"]);
    assert_eq!((code, out.as_str()), (Some(0), "     0  100.0000%  1\n"));
    assert!(err.contains("`Pelt` is not done: `Oath` forbids it"), "{err}");
}

#[test]
fn too_many_positions_are_sampled_if_that_is_asked() {
    // three dice of a hundred sides and one of six: 6,000,000 positions
    let high = "(1 if Luck of One is more than 4000000, otherwise 0)";
    let (code, out, err) = called("deluge", &[high, "Deluge of One"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("ask less of it") && err.contains("`--sample N`"), "{err}");
    let (code, out, err) = called("sampled", &[high, "Deluge of One", "--sample", "1000", "--json"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("these are shares of 1000 games, not exact chances"), "{err}");
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&json["exact"], &json["outcomes"][1]["p"]), (&false.into(), &serde_json::Value::Null));
    // 4 to 6 on the six-sided die is more than 4,000,000 in each case: 1/2
    let (share, interval) = (&json["outcomes"][1]["sampled"], &json["outcomes"][1]["interval"]);
    let n = |v: &serde_json::Value| v.as_f64().expect("a number");
    assert!((n(share) - 0.5).abs() < 0.1, "{share}");
    assert!(n(&interval[0]) < n(share) && n(share) < n(&interval[1]), "{interval}");
}
