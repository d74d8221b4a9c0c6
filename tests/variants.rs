//! Packs over packs: what a variant makes of its parents, whatever the order in which anything stands.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use grognard::Shelves;
use grognard::floors::ast::{self, Decl};
use grognard::floors::diag::Diagnostic;
use grognard::floors::explain::view;
use grognard::floors::findings;
use grognard::floors::hir::{Rules, declared};
use grognard::floors::intern::Names;
use grognard::floors::muster::Entries;
use grognard::floors::packs::{self, Compiled, Loaded};
use grognard::floors::play::{Player, Random};
use grognard::floors::ready::Ready;
use grognard::floors::ready::{self, Again, play};
use grognard::floors::resolve::variant::{Effective, Layer, effective};
use grognard::floors::source::Files;
use grognard::floors::syntax;
use grognard::floors::vm::Memo;

const BASE: &str = include_str!("variants/base.grog");
const VARIANT: &str = include_str!("variants/variant.grog");
const THIRD: &str = include_str!("variants/third.grog");
const CLUB: &str = "tests/variants/my-club.grog";

fn told(files: &Files, found: &[Diagnostic]) -> Vec<String> {
    found.iter().map(|d| format!("{}: {}: {}", files.place(d.span), d.code.name(), d.message)).collect()
}

/// Packs from texts, each named by the one word of its first line.
struct Read {
    files: Files,
    names: Names,
    layers: Vec<Layer>,
}

impl Read {
    fn of(texts: &[&str]) -> Self {
        let mut read = Self { files: Files::default(), names: Names::default(), layers: Vec::new() };
        for (n, text) in texts.iter().enumerate() {
            let id = read.files.add(format!("{n}.grog"), text);
            let (tree, found) = syntax::tree(&read.files, id);
            assert_eq!(told(&read.files, &found), [""; 0]);
            let (decls, found) = ast::declarations(&read.files, &tree, &mut read.names);
            assert_eq!(told(&read.files, &found), [""; 0]);
            let line = text.lines().find(|l| l.starts_with("pack ")).unwrap_or_default();
            let title = line.split_whitespace().nth(1).unwrap_or_default().to_owned();
            read.layers.push(Layer { titles: vec![title], decls });
        }
        read
    }

    /// What holds in the last of them.
    fn effective(&mut self) -> Effective {
        effective(&self.files, &mut self.names, &self.layers)
    }

    /// What is wrong with packs over packs.
    fn faults(&mut self) -> Vec<String> {
        let found = self.effective().found;
        told(&self.files, &found)
    }
}

/// Packs in which nothing is wrong.
struct Sound {
    files: Files,
    compiled: Compiled,
    /// Lines that stand in the place of others.
    made: Effective,
}

fn sound(texts: &[&str]) -> Sound {
    let mut read = Read::of(texts);
    let made = read.effective();
    assert_eq!(told(&read.files, &made.found), [""; 0]);
    let compiled = Compiled::of_decls(&read.files, read.names, made.decls.clone());
    assert_eq!(told(&read.files, &compiled.found), [""; 0]);
    Sound { files: read.files, compiled, made }
}

/// What rules mean, one declaration after the other; the settings of the whole, which name the pack and its parents, apart.
fn meant(rules: &Rules) -> String {
    let all = declared(rules);
    all.iter()
        .filter(|((_, key), _)| !key.is_empty())
        .map(|(key, list)| format!("{key:?} {:?}\n", list.iter().map(|d| &d.print).collect::<Vec<_>>()))
        .collect()
}

fn price(entries: &Entries, name: &str) -> i64 {
    entries.entries.get(entries.entry(name).expect("an entry")).expect("there").price
}

#[test]
fn every_sort_of_change_holds() {
    let Sound { files, compiled, .. } = sound(&[BASE, VARIANT]);
    let program = compiled.program();
    assert_eq!(program.book.name, "Variant");
    assert_eq!(program.coherency, 2000);
    assert_eq!(program.once_per, Some(0), "what the variant does not name stays");
    let names: Vec<&str> = program.rules.all().iter().map(|r| r.name.as_str()).collect();
    assert!(!names.contains(&"Bold") && names.contains(&"Stout"));
    let rows: Vec<&str> = program.list_rows.all().iter().map(|r| r.name.as_str()).collect();
    assert_eq!(rows, ["Cross", "Long", "Short"]);
    let counts: Vec<&str> = program.book.counts.all().iter().map(|c| c.name.as_str()).collect();
    assert!(counts.contains(&"Powder") && !counts.contains(&"Water"));
    let weather = program.rulings.first().expect("the ruling");
    assert_eq!(weather.readings.get(weather.chosen).map(|r| r.0.as_str()), Some("Wet"));
    let (entries, found) = Entries::read(compiled.book(&files));
    assert_eq!(told(&files, &found), [""; 0]);
    assert_eq!(price(&entries, "Watch"), 22);
    let watch = entries.entries.get(entries.entry("Watch").expect("an entry")).expect("there");
    let more = watch.offers.get(watch.offer("More").expect("an option")).expect("there");
    assert_eq!(more.price.points, 12);
    assert_eq!(watch.offers.len(), 2);
    let rules: Vec<&str> = watch.rules.iter().filter_map(|r| compiled.program().rules.get(*r)).map(|r| r.name.as_str()).collect();
    assert_eq!(rules, ["Swift"]);
    let force = entries.forces.first().expect("the list");
    let quota: Vec<(usize, Option<usize>)> = force.units.iter().map(|q| (q.least, q.most)).collect();
    assert_eq!(quota, [(0, Some(2))]);
}

#[test]
fn a_variant_of_a_variant_amends_what_was_amended() {
    let Sound { files, compiled, made } = sound(&[BASE, VARIANT, THIRD]);
    let program = compiled.program();
    assert_eq!(program.book.name, "Third");
    assert_eq!(program.book.extends, ["Variant"]);
    let shots = made.changes.iter().filter(|c| files.slice(c.before.span()) == "2").count();
    assert_eq!(shots, 1, "the value of the nearest parent is what it was");
    let row = program.rows.all().iter().find(|r| r.name == "Shots").expect("its row");
    assert_eq!(files.file_of(row.span).map(|f| files.name(f)), Some("2.grog"), "a trace points at the line that holds");
}

#[test]
fn the_same_said_in_one_pack_is_the_same_game() {
    const ALONE: &str = "pack Small 1.0
kind band is group
kind soul is piece of band
value Pace of band, in inches = 8\"
  Slow: - 2\" if band is Tired
marker Tired until removed
action Wait by band
  step go: band gains Tired
  step look: band loses Tired
";
    const PARENT: &str = "pack Parent 1.0
kind band is group
kind soul is piece of band
value Pace of band, in inches = 6\"
  Slow: - 1\" if band is Tired
  Fast: + 1\"
marker Tired until removed
action Wait by band
  step go: band gains Tired
";
    const CHANGED: &str = "pack Small 1.0 extends Parent 1.0
amend value Pace: = 8\", was 6\"
  Slow: - 2\" if band is Tired
  remove Fast
amend action Wait
  step look after go: band loses Tired
";
    let (alone, changed) = (sound(&[ALONE]), sound(&[PARENT, CHANGED]));
    assert_eq!(meant(&alone.compiled.resolved.rules), meant(&changed.compiled.resolved.rules));
}

/// A shuffle that is the same every time.
fn shuffled(decls: &[Decl], seed: usize) -> Vec<Decl> {
    let mut out = decls.to_vec();
    let len = out.len().max(1);
    for i in 0..len {
        out.swap(i, (i * 7919 + seed * 104_729) % len);
    }
    out
}

#[test]
fn the_order_of_declarations_changes_nothing() {
    let mut read = Read::of(&[BASE, VARIANT, THIRD]);
    // names are numbered as they are met, and the index of names holds nothing that the rest does not
    let whole = |read: &Read, made: Effective| {
        let compiled = Compiled::of_decls(&read.files, read.names.clone(), made.decls);
        let mut program = compiled.lowered.program;
        program.book.names.clear();
        format!("{program:?}")
    };
    let made = read.effective();
    let first = whole(&read, made);
    let layers = read.layers.clone();
    for seed in 1..6 {
        read.layers = layers.iter().map(|l| Layer { titles: l.titles.clone(), decls: shuffled(&l.decls, seed) }).collect();
        let made = read.effective();
        assert_eq!(told(&read.files, &made.found), [""; 0]);
        assert_eq!(whole(&read, made), first, "seed {seed}");
    }
}

#[test]
fn two_parents_may_change_different_things_of_one_ancestor() {
    let one = "pack One extends Base\namend value Shots: = 4, was 1\n";
    let two = "pack Two extends Base\namend value Nerve: = 6, was 5\nremove trait Bold\n";
    let both = "pack Both extends One, Two\n";
    let made = sound(&[BASE, one, two, both]);
    assert!(!made.compiled.program().rules.all().iter().any(|r| r.name == "Bold"));
    let clash = "pack Two extends Base\namend value Shots: = 5, was 1\n";
    assert_eq!(
        Read::of(&[BASE, one, clash, both]).faults(),
        ["3.grog:1:24: conflict: two parents of this pack have a different `value Shots`"]
    );
    let settled = "pack Both extends One, Two\nreplace value Shots of band = 6\n";
    sound(&[BASE, one, clash, settled]);
}

#[test]
fn two_parents_may_change_different_lines_of_one_declaration() {
    let ones = "amend value Nerve\n  Led: + 3 if band is Calm\namend action Wait: cost 1 AP, was 2 AP\n\
                amend band Watch: 25 pts, was 20 pts\namend many bow\n  Short | 9\" | 5+\n";
    let twos = "amend value Nerve\n  Alone: - 3 if band is Lost\namend action Wait\n  step hum after settle: band gains Lost\n\
                amend band Watch\n  rules Swift\n  remove Better\namend many bow\n  Cross | 8\" | 4+\n";
    let all = format!("pack Both extends Base\n{ones}{twos}");
    let at_once = sound(&[BASE, &all]);
    let (one, two) = (format!("pack One extends Base\n{ones}"), format!("pack Two extends Base\n{twos}"));
    for both in ["pack Both extends One, Two\n", "pack Both extends Two, One\n"] {
        let Sound { files, compiled, .. } = sound(&[BASE, &one, &two, both]);
        let (rules, whole) = (&compiled.resolved.rules, &at_once.compiled.resolved.rules);
        assert!(meant(rules) == meant(whole), "one pack that says all of it says the same");
        let (entries, found) = Entries::read(compiled.book(&files));
        assert_eq!(told(&files, &found), [""; 0]);
        assert_eq!(price(&entries, "Watch"), 25);
        let watch = entries.entries.get(entries.entry("Watch").expect("an entry")).expect("there");
        assert_eq!((watch.rules.len(), watch.offers.len()), (2, 1));
    }
    let clash = "pack Two extends Base\namend value Nerve\n  Led: + 2 if band is Calm\n";
    let mut read = Read::of(&[BASE, &one, clash, "pack Both extends One, Two\n"]);
    let found = read.effective().found;
    let files = &read.files;
    assert_eq!(told(files, &found), ["3.grog:1:24: conflict: two parents of this pack have a different `value Nerve`"]);
    let labels: Vec<String> = found.iter().flat_map(|d| &d.labels).map(|l| files.place(l.span)).collect();
    assert_eq!(labels, ["1.grog:3:3", "2.grog:3:3"]);
}

#[test]
fn which_of_two_parents_is_right_may_be_said_in_the_words_of_either() {
    let one = "pack One extends Base\namend value Shots: = 4, was 1\n";
    let two = "pack Two extends Base\nremove value Shots\n";
    let changed = "pack Two extends Base\namend value Shots: = 5, was 1\n";
    sound(&[BASE, one, changed, "pack Both extends One, Two\nreplace value Shots of band = 4\n"]);
    // one of them has it no more, whichever stands first
    for both in ["pack Both extends One, Two\n", "pack Both extends Two, One\n"] {
        assert_eq!(
            Read::of(&[BASE, one, two, both]).faults(),
            ["3.grog:1:24: conflict: two parents of this pack have a different `value Shots`"]
        );
        sound(&[BASE, one, two, &format!("{both}replace value Shots of band = 4\n")]);
        assert_eq!(Read::of(&[BASE, one, two, &format!("{both}remove value Shots\n")]).faults(), [""; 0]);
    }
}

#[test]
fn a_reading_settles_two_parents_that_take_two() {
    let base = format!("{BASE}ruling Mist\n  we play Thick 1\n  or Thin 2\n  or None 3\n");
    let one = "pack One extends Base\nuse Mist = Thin\n";
    let two = "pack Two extends Base\nuse Mist = None\n";
    let both = "pack Both extends One, Two\n";
    let mut read = Read::of(&[&base, one, two, both]);
    let found = read.effective().found;
    assert_eq!(told(&read.files, &found), ["3.grog:1:24: conflict: two parents of this pack have a different `ruling Mist`"]);
    assert_eq!(found.first().and_then(|d| d.help.as_deref()), Some("write `use Mist = Thin` if the first is meant"));
    for reading in ["Thick", "Thin", "None"] {
        assert_eq!(Read::of(&[&base, one, two, &format!("{both}use Mist = {reading}\n")]).faults(), [""; 0], "{reading}");
    }
}

#[test]
fn a_line_that_was_nothing_is_new_and_stays_so() {
    let club = "pack Club extends Base\namend value Nerve\n  Ledd: + 1 if band is Calm, was nothing\n";
    assert_eq!(Read::of(&[BASE, club]).faults(), [""; 0]);
    let taken = "pack Club extends Base\namend value Nerve\n  Led: + 3 if band is Calm, was nothing\n";
    let found = Read::of(&[BASE, taken]).faults();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found.iter().all(|f| f.contains("stale-override")), "{found:?}");
}

fn open(path: &str) -> (Loaded, Vec<Diagnostic>) {
    let (_, loaded) = packs::open(path, None, packs::Scope::default());
    let (_, found) = findings::compile(&loaded);
    (loaded, found)
}

fn players(seed: u64) -> [Box<dyn Player>; 2] {
    [Box::new(Random::new(seed)), Box::new(Random::new(seed + 1000))]
}

#[test]
fn a_club_changes_a_few_rules_and_plays() {
    let (loaded, found) = open(CLUB);
    assert_eq!(told(&loaded.files, &found), [""; 0]);
    let ready = Ready::open(&Shelves::default(), CLUB).unwrap_or_else(|_| panic!("the pack is sound"));
    let light = ready.entries.entry("French Light Infantry").expect("an entry");
    assert_eq!(ready.entries.entries.get(light).map(|e| e.price), Some(42));
    let table = ready.table(None, &[]).unwrap_or_else(|_| panic!("the rosters are legal"));
    let a = play(&ready, &table, &Memo::new(ready.program()), 7, &mut players(7));
    assert_eq!(a.fault, None);
    assert_eq!(a.record, play(&ready, &table, &Memo::new(ready.program()), 7, &mut players(7)).record);
    let parent = Ready::open(&Shelves::default(), "rules/chosen-men").unwrap_or_else(|_| panic!("the parent is sound"));
    assert_ne!(a.record.rules, parent.fingerprint(), "other rules, other fingerprint");
    // played again from the record
    let again = ready::table(&ready, &a.record).unwrap_or_else(|why| panic!("nothing has changed: {why}"));
    assert_eq!(Again::of(&ready, &again, &a.record).differs(&a.record), None);
}

#[test]
fn explain_shows_what_a_line_was() {
    let (loaded, _) = open(CLUB);
    let views = view(&loaded, "Hold", None).expect("it is declared");
    let cost = views.iter().flatten().find(|l| l.text.starts_with("It costs")).expect("its cost");
    assert_eq!(cost.text, "It costs 1 TAC.");
    assert!(cost.file.ends_with("my-club.grog"), "{}", cost.file);
    let before = cost.before.first().expect("what it was");
    assert_eq!(before.text, "It costs 2 TAC, the Hold Cost.");
    assert!(before.file.ends_with("turn.grog"), "{}", before.file);
}

#[test]
fn a_reading_can_be_asked_for_and_is_kept() {
    let with = |words: &[&str]| {
        let common = Shelves { readings: words.iter().map(|w| (*w).to_owned()).collect(), ..Shelves::default() };
        Ready::open(&common, "rules/chosen-men").unwrap_or_else(|_| panic!("{words:?} can be taken"))
    };
    let (plain, list) = (with(&[]), with(&["hold cost = the list"]));
    assert_ne!(plain.fingerprint(), list.fingerprint());
    let chosen = |r: &Ready| {
        let ruling = r.program().rulings.iter().find(|r| r.name == "Hold Cost").expect("the ruling");
        ruling.readings.get(ruling.chosen).map(|r| r.0.clone())
    };
    assert_eq!((chosen(&plain).as_deref(), chosen(&list).as_deref()), (Some("The Section"), Some("The List")));
    let table = list.table(None, &[]).unwrap_or_else(|_| panic!("the rosters are legal"));
    let record = ready::record(&list, &table, 1);
    assert_eq!(record.readings, ["hold cost = the list"]);
    assert!(ready::table(&plain, &record).is_err(), "another reading is another game");
    let mut wrong = packs::open("rules/chosen-men", None, packs::Scope::default()).1;
    wrong.take_readings(&["Hold Kost = The List".into(), "Hold Cost = The Lisst".into(), "Hold Cost".into()]);
    let helps: Vec<&str> = wrong.diagnostics.iter().filter_map(|d| d.help.as_deref()).collect();
    let words = "write the ruling, `=`, and the reading: \"Ruling = Reading\"";
    assert_eq!(helps, ["did you mean `Hold Cost`?", "did you mean `The List`?", words]);
}

#[test]
fn a_change_within_a_line_is_the_line_said_anew() {
    const BASE: &str = "pack Parent 1.0
kind band is group
kind soul is piece of band
tags Led of soul, any for band
marker Tired until removed
marker Calm until removed
value Pace of band, in inches = 6\" if band is Led, otherwise 4\"
  Slow: - 1\" if band is Tired
action Wait by band
  step go if band is Calm: band moves up to (Pace of band), through friendly band
  step look unless band is Led: band gains Tired
  step rest: band loses Tired
";
    const EDITED: &str = "pack Small 1.0 extends Parent 1.0
amend value Pace: for 4\" read 5\"
  Slow, for 1\" read 2\"
  Slow, only if band is Led
amend action Wait
  step go, adding: ending 1\" from enemy band
  step go, also if band is Led
  step look, only if band is Calm
  step look, then: band loses Calm
  step rest, first: band gains Calm
";
    const ANEW: &str = "pack Small 1.0 extends Parent 1.0
amend value Pace: = 6\" if band is Led, otherwise 5\"
  Slow: - 2\" if band is Tired and band is Led
amend action Wait
  step go if band is Calm or band is Led:
    band moves up to (Pace of band), through friendly band, ending 1\" from enemy band
  step look if (not (band is Led)) and band is Calm:
    band gains Tired
    band loses Calm
  step rest:
    band gains Calm
    band loses Tired
";
    let (edited, anew) = (sound(&[BASE, EDITED]), sound(&[BASE, ANEW]));
    assert_eq!(meant(&edited.compiled.resolved.rules), meant(&anew.compiled.resolved.rules));
}

/// Erratum sheets change a cell, or which results something follows from.
#[test]
fn a_cell_and_a_result_are_changed_as_if_written_anew() {
    const BASE: &str = "pack Parent 1.0
kind band is group
kind soul is piece of band
kind tool is item of soul
marker Tired until removed
marker Calm until removed
many tool | Reach | Heft
  Rake    | 6\"    | 2
  Spade   | 6\"    | 3
table Grade (d6) gives number: 1 to 3 10, 4 to 6 12
table Width (d6) gives number
  1 to 3 | 10
  4 to 6 | 12
roll Mood of band: d10
  1 to 5: band gains Tired
  6 to 8: band gains Calm
";
    const EDITED: &str = "pack Small 1.0 extends Parent 1.0
amend many tool
  Rake, for 6\" read 8\"
amend table Grade: for 12 read 13
amend table Width: for 12 read 14
amend roll Mood
  1 to 6: band gains Tired
  7 to 8: band gains Calm
  9: band loses Calm
";
    const ANEW: &str = "pack Small 1.0 extends Parent 1.0
amend many tool
  Rake | 8\" | 2
replace table Grade (d6) gives number: 1 to 3 10, 4 to 6 13
amend table Width
  4 to 6 | 14
replace roll Mood of band: d10
  1 to 6: band gains Tired
  7 to 8: band gains Calm
  9: band loses Calm
";
    let (edited, anew) = (sound(&[BASE, EDITED]), sound(&[BASE, ANEW]));
    assert_eq!(meant(&edited.compiled.resolved.rules), meant(&anew.compiled.resolved.rules));
    let helps = |amends: &str| {
        let text = format!("pack Small 1.0 extends Parent 1.0\n{amends}");
        let found = Read::of(&[BASE, &text]).effective().found;
        found.into_iter().map(|d| format!("{}; {}", d.message, d.help.unwrap_or_default())).collect::<Vec<_>>()
    };
    let several =
        "write more of the words around it, name the line (`NAME, for ... read ...`, `step go, for ... read ...`), or `replace` the whole";
    assert_eq!(
        helps("amend many tool: for 6\" read 8\"\n"),
        [format!("`6\"` stands 2 times in `many tool`, and nothing says which is meant; {several}")]
    );
    assert_eq!(
        helps("amend many tool\n  Rake, for 3 read 4\n"),
        ["`3` does not stand in `Rake of many tool`; did you mean `Spade`, where it stands?"]
    );
    let bands = "write the whole line of that result anew, such as `1 to 6: ...`: it stands in place of the parent's";
    assert_eq!(helps("amend roll Mood: for 5 read 6\n"), [format!("`5` does not stand in `roll Mood`; {bands}")]);
    assert!(helps("amend table Grade\n  Crack, for 10 read 11\n")[0].ends_with("write `amend table Grade: Crack 11, was 10`"));
}
