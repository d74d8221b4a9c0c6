//! Every text of rules becomes typed declarations with nothing left over, and what it means does not hang on its layout.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};

mod layout;

use grognard::floors::ast::{self, Decl, shown};
use grognard::floors::diag::Diagnostic;
use grognard::floors::intern::Names;
use grognard::floors::source::Files;
use grognard::floors::syntax::{self, TokenKind};
use layout::widened;

fn texts(folders: &[&str]) -> Vec<PathBuf> {
    fn all(folder: &Path, out: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                all(&path, out);
            } else if path.extension().is_some_and(|e| e == "grog") {
                out.push(path);
            }
        }
    }
    let mut out = Vec::new();
    folders.iter().for_each(|f| all(Path::new(f), &mut out));
    out.sort();
    out
}

/// A text, its declarations and what is wrong with them.
fn read(text: &str, names: &mut Names) -> (Files, Vec<Decl>, Vec<Diagnostic>) {
    let mut files = Files::default();
    let id = files.add("text", text);
    let (tree, mut found) = syntax::tree(&files, id);
    let (decls, more) = ast::declarations(&files, &tree, names);
    found.extend(more);
    (files, decls, found)
}

#[test]
fn every_text_is_read_with_nothing_left() {
    let mut wrong = Vec::new();
    let paths = texts(&["rules", "forcelists", "tests/corpus", "tests/constructs"]);
    assert!(paths.len() > 150, "only {} texts", paths.len());
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("plain text");
        let mut names = Names::default();
        let (files, decls, found) = read(&text, &mut names);
        for d in &found {
            wrong.push(format!("{} {}: {} | {}", path.display(), files.place(d.span), d.message, files.slice(d.span)));
        }
        // each begins a line of its own
        let heads = text.lines().filter(|l| l.starts_with(|c: char| !c.is_whitespace()) && !l.starts_with("--")).count();
        let told = decls.iter().filter(|d| d.inside.is_none()).count();
        if heads != told {
            wrong.push(format!("{}: {told} declarations, not {heads}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{} findings\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn layout_says_nothing() {
    for path in texts(&["rules", "forcelists", "tests/corpus", "tests/constructs"]) {
        let text = std::fs::read_to_string(&path).expect("plain text");
        let mut names = Names::default();
        let (_, first, found) = read(&text, &mut names);
        assert!(found.is_empty());
        for broken in [false, true] {
            let wide = widened(&text, broken);
            assert_ne!(wide, text);
            let (files, second, found) = read(&wide, &mut names);
            if let Some(d) = found.first() {
                let near = wide.get((d.span.start as usize).saturating_sub(300)..).unwrap_or("").get(..400).unwrap_or("");
                panic!("{}: {} {}\n{near}", path.display(), files.place(d.span), d.message);
            }
            for (a, b) in first.iter().zip(&second) {
                assert!(a == b, "{} {}\n{}\n{}", path.display(), files.slice(b.at.span()), shown(a, &names), shown(b, &names));
            }
            assert_eq!(first.len(), second.len());
        }
    }
}

/// Signs and words that an author may leave out: without them the sentence is the same.
const OPTIONAL: &[&str] = &[",", ":", ";", "in"];

#[test]
fn every_token_says_something() {
    let mut silent = Vec::new();
    for path in texts(&["tests/constructs"]) {
        let text = std::fs::read_to_string(&path).expect("plain text");
        let mut names = Names::default();
        let mut files = Files::default();
        let id = files.add("text", &text);
        let (tree, _) = syntax::tree(&files, id);
        let tokens = tree.tokens(&files);
        for decl in ast::declarations(&files, &tree, &mut names).0 {
            let whole = decl.at.span();
            let one = files.slice(whole);
            let (_, first, _) = read(one, &mut names);
            let own = tokens.iter().filter(|t| whole.start <= t.span.start && t.span.end <= whole.end);
            for token in own.filter(|t| matches!(t.kind, TokenKind::Leaf(_))) {
                let said = files.slice(token.span);
                let at = (token.span.start - whole.start) as usize;
                let without = format!("{}{}", &one[..at], &one[at + said.len()..]);
                let (_, second, found) = read(&without, &mut names);
                if found.is_empty() && first == second && !OPTIONAL.contains(&said) {
                    silent.push(format!("{}: `{said}`", files.place(token.span)));
                }
            }
        }
    }
    assert!(silent.is_empty(), "{} tokens could be left out\n{}", silent.len(), silent.join("\n"));
}

/// Texts with faults in them do no harm, and none of them is without a word.
#[test]
fn what_is_wrong_is_told_and_nothing_more() {
    for path in texts(&["tests"]) {
        let text = std::fs::read_to_string(&path).expect("plain text");
        let mut names = Names::default();
        let (files, decls, found) = read(&text, &mut names);
        let mut spans: Vec<_> = found.iter().map(|d| (d.span, d.message.clone())).collect();
        spans.sort();
        let all = spans.len();
        spans.dedup();
        assert_eq!(all, spans.len(), "{}: told twice", path.display());
        for d in &found {
            assert!(d.help.is_some(), "{}: {} has no help", files.place(d.span), d.message);
        }
        for d in &decls {
            assert!(!shown(d, &names).is_empty());
            assert!(d == &d.clone());
        }
    }
}

/// What is found in the lines of a text, each as its code and the words it is about.
fn faults(text: &str) -> Vec<(&'static str, String)> {
    let mut names = Names::default();
    let (files, _, found) = read(text, &mut names);
    found.iter().map(|d| (d.code.name(), files.slice(d.span).split_whitespace().collect::<Vec<_>>().join(" "))).collect()
}

fn in_step(stmt: &str) -> String {
    format!("procedure Go by unit\n  step go:\n    {stmt}\n")
}

#[test]
fn nothing_is_passed_over() {
    let cases: &[(String, &[(&str, &str)])] = &[
        // lines below what takes no block
        ("table T (score)\n  1 | 2\n    2 | 3\n  3 | 4\n".into(), &[("unread", "2 | 3")]),
        ("many gun | Range\n  Nine | 9\"\n     Six | 6\"\n".into(), &[("unread", "Six | 6\"")]),
        (in_step("if unit is Lost: { unit loses Lost }") + "      unit wins\n", &[("layout", "}")]),
        ("value V of unit = 1\n  on V of unit:\n    + 1\n".into(), &[("place", "+ 1")]),
        // numbers that do not fit
        ("value V of unit = 99999999999999999999\n".into(), &[("limit", "99999999999999999999")]),
        ("value V of unit, in inches = 9223372036854776\"\n".into(), &[("limit", "9223372036854776\"")]),
        ("value V of unit, in inches = 1.0001\"\n".into(), &[("measure", "1.0001\"")]),
        ("value V of unit = 99999999999999999999 Grit\n".into(), &[("limit", "99999999999999999999")]),
        ("value V of unit = 99999999999999999999% of 3\n".into(), &[("limit", "99999999999999999999%")]),
        ("value V of unit = 1/99999999999999999999 of 3\n".into(), &[("limit", "1/99999999999999999999")]),
        ("value V of unit, in score = 99999999999999999999+\n".into(), &[("limit", "99999999999999999999+")]),
        ("roll R: 5000000000d6\n".into(), &[("limit", "5000000000d6")]),
        ("roll R: 2d5000000000\n".into(), &[("limit", "2d5000000000")]),
        ("rule R 99999999999999999999 pts\n".into(), &[("limit", "99999999999999999999")]),
        ("pack P 1.99999999999999999999\n".into(), &[("limit", "1.99999999999999999999")]),
        ("table T (score): 1 99999999999999999999\n".into(), &[("limit", "99999999999999999999")]),
        ("table T (score): 99999999999999999999 1\n".into(), &[("limit", "99999999999999999999")]),
        ("many gun | Range\n  Nine | 99999999999999999999\"\n".into(), &[("limit", "99999999999999999999\"")]),
        ("many gun | Range\n  Nine | 9999999999999999999999\n".into(), &[("limit", "9999999999999999999999")]),
        // what belongs to something else
        (in_step("unit wins\n    otherwise: unit loses Lost"), &[("place", "otherwise")]),
        (in_step("if yes: unit wins\n    otherwise: unit wins\n    otherwise: unit wins"), &[("place", "otherwise")]),
        (in_step("if yes: unit wins\n    else:\n      unit wins"), &[("habit", "else")]),
        (in_step("until Charge: unit may not Go"), &[("syntax", "Charge")]),
        (in_step("until end of turn:\n      unit wins"), &[("place", "unit wins")]),
        (in_step("until end of turn: { unit may not Go; unit wins }"), &[("place", "unit wins")]),
        (in_step("unit moves 3\", quickly"), &[("syntax", "quickly")]),
        (in_step("again from Charge"), &[("syntax", "again from Charge")]),
        ("pack P 1.0\n  coherency very near\n".into(), &[("name", "coherency very near")]),
        ("formation F of unit\n  shape wide 3\n".into(), &[("place", "wide 3")]),
        ("formation F of unit\n  shape even 3\n".into(), &[("place", "even 3")]),
        ("formation F of unit\n  shape ranks 1 to 2 if yes\n".into(), &[("place", "ranks 1 to 2 if yes")]),
        ("marker M of unit\n  shape even\n".into(), &[("place", "shape even")]),
        ("procedure Go by unit\n  unit wins\n".into(), &[("place", "unit wins")]),
        ("procedure Go by unit\n  cost 1 AP\n".into(), &[("place", "cost 1 AP")]),
        ("marker M 3 pts of unit\n".into(), &[("unread", "3 pts of unit")]),
        ("deck D of unit: Card\n".into(), &[("unread", "Card")]),
        ("value V of unit = 1\n  remove Name\n".into(), &[("place", "remove Name")]),
        ("value V of unit = 1\n  Name: + 1, was + 2\n".into(), &[("place", ", was + 2")]),
        ("procedure Go by unit\n  step one after two: unit wins\n".into(), &[("place", "after two")]),
        ("amend value V of unit\n  Name: + 1, was nonsense that is nothing\n".into(), &[("syntax", "nonsense that is nothing")]),
        ("columns of model\n  Skill of unit\n".into(), &[("place", "Skill of unit")]),
        ("use A = B\n  Name: + 1\n".into(), &[("place", "Name: + 1")]),
    ];
    for (text, wanted) in cases {
        let wanted: Vec<(&str, String)> = wanted.iter().map(|(code, at)| (*code, (*at).to_owned())).collect();
        assert_eq!(faults(text), wanted, "{text}");
    }
}

#[test]
fn gaps_do_not_hide_keywords() {
    let mut names = Names::default();
    let mut one = |stmt: &str| read(&in_step(stmt), &mut names).1;
    assert_eq!(one("repeat until yes: unit wins"), one("repeat   until   yes  :  unit wins"));
    assert_ne!(one("repeat until yes: unit wins"), one("repeat while yes: unit wins"));
    assert_eq!(one("unit moves 3\" away from x"), one("unit moves 3\" away   from x"));
    assert_ne!(one("unit moves 3\" away from x"), one("unit moves 3\" towards x"));
    let mut item = |line: &str| read(&format!("value V of unit = 1\n  {line}\n"), &mut names).1;
    assert_eq!(item("at least 3"), item("at   least 3"));
    assert_ne!(item("at least 3"), item("at most 3"));
    assert_eq!(item("on V of me, once per turn: + 1"), item("on V of me, once   per\n      turn: + 1"));
}

/// As deep as a line may be, on a thread with little stack: read, cloned, compared, shown, dropped.
#[test]
fn what_is_deep_fits_a_small_stack() {
    let deep = |open: &str, n: usize, close: &str| format!("pack P 1.0\ncondition unit is C = {}yes{}\n", open.repeat(n), close.repeat(n));
    let mut all = vec![deep("(", 64, ")"), deep("not ", 64, ""), deep("not (", 32, ")"), deep("half (", 32, ")")];
    let long = |word: &str, op: &str| {
        format!("pack P 1.0\ncondition unit is C = {word}{}\n", format!("{op}{word}").repeat(19_900 / (op.len() + word.len())))
    };
    all.extend([long("yes", " or "), long("1", "+"), long("1", " is "), long("n", " x ")]);
    all.push(format!("pack P 1.0\nvalue V of unit = {}unit\n", "owner of ".repeat(100)));
    let blocks: String = (0..29).map(|n| format!("{}if yes:\n", " ".repeat(n + 4))).collect();
    all.push(format!("procedure Go by unit\n  step go:\n{blocks}{}unit wins\n", " ".repeat(40)));
    let run = move || {
        for text in all {
            let mut names = Names::default();
            let (_, decls, found) = read(&text, &mut names);
            assert!(found.is_empty(), "{found:?}");
            assert!(decls == decls.clone());
            assert!(!shown(&decls, &names).is_empty());
        }
    };
    std::thread::Builder::new().stack_size(512 << 10).spawn(run).expect("a thread").join().expect("it does not overflow");
}

#[test]
fn keys_are_what_they_were() {
    for name in ["Jump!", "\"Softly, Softly...\"", "Leap over the Wall", "Étienne Dûfour", "8-9 Pounder", "Chef D'Bataillon", "ÇÑ", "-x-"]
    {
        assert_eq!(grognard::floors::intern::folded(name), grognard::floors::ir::Key::new(name).as_str(), "{name}");
    }
}

fn snapshot(text: &str) -> String {
    let mut names = Names::default();
    let (files, decls, found) = read(text, &mut names);
    let told: Vec<String> = found.iter().map(|d| format!("{}: {}", files.slice(d.span), d.message)).collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
    decls.iter().map(|d| shown(d, &names)).collect::<Vec<_>>().join("\n\n")
}

macro_rules! families {
    ($($name:ident: $text:literal;)*) => {
        $(#[test] fn $name() { insta::assert_snapshot!(snapshot($text)); })*
    };
}

families! {
    expressions: "value A of unit at unit (the target) = 1 + 2 x - n / 2 rounded up - (3 / 4) rounded down x 5
condition unit is B = (not unit is Foot or Horse and unit is within 6\" of (leader of unit)) or there is no enemy Broken unit (the foe) seen by unit where (it is Foot and count of model of it is at least 3)
value C of unit = half Skill of unit rounded up + 25% of 4 if unit is Foot, lowest Skill of model of unit if yes, otherwise 1/3 of 9
value D of unit = n x 2 rounded up x m / 3 rounded down rounded nearest
";
    statements: "procedure Go by unit at unit (the target)
  step roll = Test of unit, or:
    if unit is Foot: unit gains 2 AP, Shaken
    otherwise if unit is Horse: { unit loses all AP; target becomes Broken }
    otherwise: aimed Fire by unit at target, action none, path 3, or: stop Go
  step march if unit is not Foot, during aimed Fire: unit moves up to 6\" away from the enemy unit nearest to unit, keeping 1\" from enemy unit, straight back   [book.move]
  step rest:
    for each friendly unit, lowest Skill first, ties chosen by side: it may spend 1 AP: it wins
    repeat  until yes: take any action by unit among A, B or C
    until end of next Turn:
      on Pace of me: + 2\"
      may not take any action other than Run
    side chooses spot: place within 6\" of unit, more than 2\" from enemy unit
";
    rules: "rule Bold                                        [book.bold]
  on cost of Fire by Foot me during Charge, once per turn of side as Bold, overriding Timid, if unit is Foot or Horse: + 1 dice for each full 5 model of unit, keep highest 2; reroll 1s
  before step go of any action by my unit, first time per Charge, may:
    unit wins
  instead of Fire by any enemy unit (the shooter) within 6\" of me: natural 6 or more counts 2
  as any enemy unit comes within 3\" of me, may: unit moves
  half rounded up
  needs Ready: yes
  cost 1 AP of side, all Grit
";
    nouns: "pack Small 1.0.2 extends Large 2.1, Other
  measure unit from leader to nearest if the ruling Reading says Yes
  coherency 1\"
kind model is piece of unit or side
  base | is
  25 mm | Foot, Horse
  40 mm x 20 mm |
tags Foot, Horse of model, majority for unit, exclusive
columns of model
  Skill
  Actions in AP
  Command short \"Cd\" in AP
count AP of unit in AP starts 2
formation Line of Foot unit (the first)
  shape ranks 1 to 2, front 3 if unit is Foot, arc front, otherwise Loose
terrain Wood  ground costs double unless unit is Horse; blocks sight
marker Shaken until end of next Turn
";
    lists: "many gun | Range | Die | rules
  Nine Pounder | 9\" | d3+1 | Bold, Brave
  8-9 Pounder | - | 2d6\"-1\" |
table Hits (attacker, score) gives hits
     | 1-3 | 4 or more | else
  Foot or Horse | 5+ | yes | 2 AP
table Grade (squad) of Foot unit: Green 8, 2 to 3 -1, otherwise no
value V of unit, in AP = 3, rounded up, at least 1
  Name: x 1/2 rounded down if yes
ruling Doubt [book.doubt]
  we play No 2 AP
  or Yes 3
pool Shots of gun
  dice 3
  each d6 hits on 4
  natural 1 misses
check Nerve of unit: 2d6, ties roll again
  failed by 1 to 2: unit wins
";
    musters: "unit \"The Old Guard\" 45 pts
  profile | Skill | is
  Guard | 5+ | Foot
  has 5 Guard, 1 Guard as Officer leader
  option More: up to 5 more Guard for 10 pts each, at most 2 in the force
  option Swap: any model for each 3 models rounded up, swaps Musket, Sword for Rifle, loses Slow, gains Fast if More
  shown as \"Guards\"
force list Redcoats
  units Guard 0-2, Line 1 or more, Rifles
  legal Few: count of unit is less than 5
";
    scenes: "scenario Hill
  board 48\" x 36.5\"
  turns 6
  setup Deploy
  Ground: Old Wood around 10\",10\" 4\"; Wall at 1\",1\" to 5\",1\"; Pond 8\" across
situation Start extends Before of Hill
  Red musters 200 pts of Redcoats: First: Guard from Redcoats, 5 models, with More, Shaken at 10\",10\" facing north
test \"it holds\" in Start
  use Doubt = Yes
  given Shots 3 4
  answer action Fire at Blue
  do turn becomes 3; First gains Shaken
  expect chance 1/6 of Red has not won in Fire by Red
  expect Red is not legal: points, Few
  expect allowed Fire by Red
";
    amendments: "pack Mine 1.0 extends Yours 1.0
  coherency 2\", was 1\"
amend value V of unit: = 3, was 2
amend pool Shots
  dice 4, was 3
  each d6 hits on 5, was hits on 4
  Name: + 2 if yes, was + 1
amend unit Guard: 42 pts, was 40 pts
amend unit Line
  Guard | 4+ | Foot, was 3+ | Foot
  option More: 5 more Guard 12 pts, was 15 pts
  has 5 Guard, was 4 Guard
amend table Grade: 4 to 6 12, was 10
amend procedure Go
  step look: unit gains Lost, was unit loses Lost
  step new after look: unit wins
  remove step old, on V of me, once
  once per turn, was per phase
amend force list Redcoats
  units Watch 0-2, was 0-1
remove rule Bold, Brave
replace condition unit is Calm = yes
use Doubt = No
";
}
