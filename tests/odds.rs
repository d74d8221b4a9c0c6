//! Exact odds are those of the book: volleys, Command checks and rounds of melee are worked out here by counting faces,
//! and the program's distribution equals them in every outcome. Its own games, played with keyed dice, agree too.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::format_push_string, reason = "short texts")]
#![allow(clippy::cast_precision_loss, reason = "counts of games, far below 2^52")]

use std::collections::BTreeMap;
use std::sync::OnceLock;

use grognard::Shelves;
use grognard::floors::ast;
use grognard::floors::muster::{Entries, Rulebook};
use grognard::floors::packs::Compiled;
use grognard::floors::ready::Ready;
use grognard::floors::source::Files;
use grognard::floors::syntax;
use grognard::floors::trial::{Distribution, Trial, Wish, distribution};
use num_rational::Ratio;
use proptest::prelude::*;

#[path = "odds/asked.rs"]
mod asked;
#[path = "odds/law.rs"]
mod law;

use law::{Law, Part, again, among, d3, d6, part, plausible, scores, sum};

/// Games that each comparison plays.
const GAMES: u64 = 20_000;
/// A sample less likely than this is not of that law.
const UNLIKELY: f64 = 1e-6;

/// Foot have bases of 0.984": 8" between middles is about 7", 14" about 13".
const SCENES: &str = r#"
situation Near
  board 48" x 48"
  Red: Company: Regular Infantry, 10 models at 24",10" facing north
  Blue: Foe: Regular Infantry, 8 models at 24",18" facing south
situation Far
  board 48" x 48"
  Red: Company: Regular Infantry, 10 models at 24",10" facing north
  Blue: Foe: Regular Infantry, 8 models at 24",25" facing south
situation Behind A Wall
  board 48" x 48"
  Red: Company: Rifles, 10 models at 24",10" facing north
  Blue: Foe: Regular Infantry, 8 models at 24",26" facing south
  Scenery: Heavy Cover at 4",15" to 44",15"
situation Behind A Hedge
  board 48" x 48"
  Red: Company: Rifles, 10 models at 24",10" facing north
  Blue: Foe: Regular Infantry, 8 models at 24",26" facing south
  Scenery: Light Cover at 4",15" to 44",15"
situation Volley Gun Near
  board 48" x 48"
  Red: Company: Rifles, 5 models, with Volley Gun at 24",10" facing north
  Blue: Foe: Regular Infantry, 8 models at 24",18" facing south
situation At An Officer
  board 48" x 48"
  Red: Company: Regular Infantry, 4 models at 24",10" facing north
  Blue: Foe: French Colonel at 24",18" facing south
situation Council
  board 48" x 48"
  Red: Company: French Light Infantry, 5 models, with Standard Bearer at 24",10" facing north; Chief: British Colonel at 24",16"; Column: Regular Infantry, 9 models, Column Of Attack at 30",14" facing north
  Blue: Line: Line Infantry, 10 models, with Ensign at 24",40"
situation Lines
  board 48" x 48"
  Red: First: French Light Infantry, 5 models, Line at 24",24" facing north
  Blue: Second: French Light Infantry, 5 models, Line at 24",24.984" facing south
situation Charged Line
  board 48" x 48"
  Red: First: French Light Infantry, 8 models, Line, Charged at 24",24" facing north
  Blue: Second: Rifles, 5 models, Line at 24",24.984" facing south
situation Officers
  board 48" x 48"
  Red: First: French Colonel at 24",24" facing north
  Blue: Second: British Colonel at 24",24.984" facing south
situation Hussars Charge
  board 48" x 48"
  Red: First: French Hussars, 5 models, Line, Charged at 24",24" facing north
  Blue: Second: British Colonel at 24",25.279" facing south
"#;

fn ready() -> &'static Ready {
    static READY: OnceLock<Ready> = OnceLock::new();
    READY.get_or_init(|| Ready::open(&Shelves::default(), "rules/chosen-men").unwrap_or_else(|_| panic!("the pack is sound")))
}

/// What the program says of a question, or why it says nothing.
fn answered(files: &Files, compiled: &Compiled, entries: &Entries, text: &str, games: u64) -> Result<Distribution, String> {
    let mut files = files.clone();
    let id = files.add("odds", text);
    let mut rules = compiled.resolved.rules.clone();
    let (tree, found) = syntax::tree(&files, id);
    assert!(found.is_empty(), "{found:?}");
    let (decls, found) = ast::declarations(&files, &tree, &mut rules.names);
    assert!(found.is_empty(), "{found:?}");
    let book = Rulebook { files: &files, decls: &decls, rules: &rules, lowered: &compiled.lowered };
    let test = decls.last().expect("the test is last");
    distribution(&Trial { book, entries }, test, &Wish { games, seed: 1, ..Wish::default() }).map_err(|(_, why)| why)
}

/// The answer to a question that is asked alone.
fn one(all: &[i64]) -> i64 {
    all.first().copied().expect("one answer")
}

/// What the program says of a question: its exact odds, and how often each outcome came in games of its own.
fn asked(files: &Files, compiled: &Compiled, entries: &Entries, text: &str, games: u64) -> (Law<i64>, BTreeMap<i64, u64>) {
    let found = answered(files, compiled, entries, text, games);
    let Distribution { odds, sampled: seen, .. } = found.unwrap_or_else(|why| panic!("{why}\n{text}"));
    let odds = odds.expect("they are exact");
    let law = odds.iter().map(|(k, p)| (one(k), p.to_string().parse::<Part>().expect("a fraction"))).collect();
    (Law(law), seen.into_iter().map(|(k, n)| (one(&k), n)).collect())
}

/// The whole distribution is the one worked out by hand, and the program's games are a sample of it.
fn same(scene: &str, first: &str, question: &str, call: &str, wanted: &Law<i64>) {
    let r = ready();
    let first: String = first.lines().map(|l| format!("  {}\n", l.trim())).collect();
    let call = if call.is_empty() { String::new() } else { format!(" in {call}") };
    let text = format!("{SCENES}\ntest \"odds\" in {scene}\n{first}  expect chance 1 of {question}{call}\n");
    let (found, seen) = asked(&r.loaded.files, &r.compiled, &r.entries, &text, GAMES);
    assert_eq!(found, *wanted, "{scene}: {first}");
    let p = plausible(wanted, &seen);
    assert!(p > UNLIKELY, "{scene}: a sample like this comes with a chance of {p}: {seen:?}");
}

// --- volleys

/// What decides a volley: dice, the chance of a hit, of a save, and how many models stand there.
struct Volley {
    dice: Law<i64>,
    hit: Part,
    save: Part,
    models: i64,
    militia: bool,
}

impl Default for Volley {
    fn default() -> Self {
        Self { dice: Law::sure(10), hit: scores(5, 0), save: part(0, 1), models: 8, militia: false }
    }
}

impl Volley {
    /// Damage: hits that are not saved, rolled again against Resilience 3.
    fn damage(&self) -> Law<i64> {
        let hits = self.dice.then(|n| among(*n, &self.hit));
        let through = hits.then(|h| among(*h, &self.save).map(|s| h - s));
        through.then(|n| among(*n, &scores(3, 0)))
    }

    /// Damage, models left, broken or not: a quarter lost (fractions up) asks for a check with Command 3.
    fn law(&self) -> Law<i64> {
        self.damage().then(|damage| after_fire(*damage, self.models, self.militia))
    }
}

fn after_fire(damage: i64, models: i64, militia: bool) -> Law<i64> {
    let left = (models - damage).max(0);
    let lost = models - left;
    let checks = left > 0 && (4 * lost >= models || (militia && damage >= 1));
    let broken = if checks { among(1, &(part(1, 1) - scores(7, 3))) } else { Law::sure(0) };
    broken.map(|b| damage * 10_000 + left * 10 + b)
}

const VOLLEY: &str = "volley x 10000 + (count of model of Foe) x 10 + (1 if Foe is Broken, otherwise 0)";
const FIRE: &str = "Fire! by Company at Foe";
const POINTS: &str = "do TAC of Company becomes 4 TAC\n";
const LATER: &str = "do TAC of Company becomes 4 TAC\ndo Company gains Done Opening With Muskets\n";

fn volley(scene: &str, first: &str, v: &Volley) {
    same(scene, first, VOLLEY, FIRE, &v.law());
}

#[test]
fn a_plain_volley() {
    volley("Near", LATER, &Volley::default());
}

#[test]
fn a_volley_at_long_range() {
    volley("Far", LATER, &Volley { hit: scores(5, -1), ..Volley::default() });
}

#[test]
fn an_aimed_volley_at_long_range() {
    volley("Far", &format!("{LATER}answer aimed yes"), &Volley { hit: scores(5, 0), ..Volley::default() });
}

#[test]
fn an_opening_volley_rolls_its_misses_again() {
    volley("Near", POINTS, &Volley { hit: again(&scores(5, 0)), ..Volley::default() });
    volley("Far", POINTS, &Volley { hit: again(&scores(5, -1)), ..Volley::default() });
    volley("Near", &format!("{POINTS}answer aimed yes"), &Volley { hit: again(&scores(5, 1)), ..Volley::default() });
}

#[test]
fn rifles_far_away_at_men_behind_a_wall() {
    // sharpshooters: 16" is beyond half of 24", and does not matter
    volley("Behind A Wall", POINTS, &Volley { hit: scores(4, 0), save: part(2, 6), ..Volley::default() });
}

#[test]
fn aimed_rifles_at_men_behind_a_hedge() {
    let first = format!("{POINTS}answer aimed yes");
    volley("Behind A Hedge", &first, &Volley { hit: scores(4, 1), save: part(1, 6), ..Volley::default() });
}

#[test]
fn drilled_men_shoot_more_often() {
    let dice = sum(&[Law::sure(10), d3(), d3()]);
    volley("Near", &format!("{LATER}do Company gains Drilled"), &Volley { dice, ..Volley::default() });
}

#[test]
fn militia_check_after_a_single_wound() {
    volley("Near", &format!("{LATER}do Foe gains Militia"), &Volley { militia: true, ..Volley::default() });
}

#[test]
fn a_volley_gun_among_rifles() {
    let rifles = Volley { dice: Law::sure(4), hit: scores(4, 0), ..Volley::default() }.damage();
    // its one shot is rolled again if it misses; a hit is d3 + 1 dice of damage
    let gun = among(1, &again(&scores(5, 0))).then(|hit| if *hit == 1 { d3().map(|n| n + 1) } else { Law::sure(0) });
    let gun = gun.then(|n| among(*n, &scores(3, 0)));
    let law = sum(&[rifles, gun]).then(|damage| after_fire(*damage, 8, false));
    same("Volley Gun Near", POINTS, VOLLEY, FIRE, &law);
}

#[test]
fn a_lone_officer_loses_wounds_and_takes_no_check() {
    let law = Volley { dice: Law::sure(4), ..Volley::default() }.damage().map(|damage| damage * 10 + (2 - damage).max(0));
    let question = "volley x 10 + (Health of leader of Foe if Foe is in play, otherwise 0)";
    same("At An Officer", LATER, question, FIRE, &law);
}

// --- Command checks

fn check(first: &str, who: &str, p: &Part) {
    same("Council", first, &format!("(Command Check of {who})"), "", &among(1, p));
}

#[test]
fn command_checks_with_modifiers() {
    check("", "Company", &scores(7, 3));
    for margin in 1..=4 {
        check(&format!("do Margin Of Defeat of Company becomes {margin}"), "Company", &scores(7, 3 - margin));
    }
    check("", "Column", &scores(7, 4));
    check("", "Chief", &scores(7, 5));
}

#[test]
fn a_commander_near_lends_his_command_and_a_natural_one_fails_even_so() {
    check("do Nominate Commander of Red", "Company", &scores(7, 5));
    // the column adds 1 to its own 3, and is lent 5
    check("do Nominate Commander of Red", "Column", &scores(7, 5));
    check("do Chief gains Dug In", "Chief", &scores(7, 5));
}

#[test]
fn a_standard_bearer_lets_a_rally_be_tried_again() {
    let broken = "(1 if Company is Broken, otherwise 0)";
    let failed = |p: &Part| part(1, 1) - p;
    same("Council", "do Company gains Broken", broken, "Rally of Company", &among(1, &failed(&scores(7, 3))));
    let first = "do Company gains Broken\nanswer Standard Bearer yes";
    same("Council", first, broken, "Rally of Company", &among(1, &failed(&again(&scores(7, 3)))));
}

#[test]
fn an_ensign_passes_the_first_check_that_fails() {
    same("Council", "answer Ensign yes", "(Command Check of Line)", "", &Law::sure(1));
    same("Council", "answer Ensign no", "(Command Check of Line)", "", &among(1, &scores(7, 3)));
}

// --- rounds of melee

/// One side of a duel, as the book's sheet has it.
#[derive(Clone)]
struct Side {
    /// Wounds of each model, the first to fall first.
    wounds: Vec<i64>,
    /// Blows: dice and the chance that one of them wounds, for each sort of weapon. Dice of models who touch; more is support.
    touching: Vec<Part>,
    support: Law<i64>,
    command: i64,
    charged: bool,
    mounted: bool,
}

/// How a side stands after blows: wounds left in all, and how many the other side scored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Hurt {
    wounds: Vec<i64>,
    taken: i64,
}

impl Side {
    /// Men on foot with one weapon and one wound each.
    fn foot(men: i64, wounding: &Part) -> Self {
        Self {
            wounds: vec![1; usize::try_from(men).expect("few")],
            touching: vec![wounding.clone()],
            support: Law::sure(0),
            command: 3,
            charged: false,
            mounted: false,
        }
    }

    /// What `in_contact` of its men do to another side. Wounds beyond the last are lost.
    fn strikes(&self, in_contact: i64, foe: &Side) -> Law<Hurt> {
        let blows = self.touching.iter().enumerate().map(|(i, p)| {
            let dice = if i == 0 { self.support.map(|s| s + in_contact) } else { Law::sure(in_contact) };
            dice.then(|n| among(*n, p))
        });
        sum(&blows.collect::<Vec<_>>()).map(|n| hurt(&foe.wounds, *n))
    }
}

fn hurt(wounds: &[i64], n: i64) -> Hurt {
    let (mut left, mut rest) = (Vec::new(), n);
    for w in wounds {
        let taken = rest.min(*w);
        rest -= taken;
        if taken < *w {
            left.push(w - taken);
        }
    }
    Hurt { wounds: left, taken: n - rest }
}

/// A round between two sides, `a` striking first: how it ends for each.
/// `near` models of `a` touch an enemy; of `b` all who are left do, as in two lines face to face.
fn round(a: &Side, near: i64, b: &Side, pursues: bool) -> Law<i64> {
    a.strikes(near, b).then(|hb| {
        let back = Side { wounds: hb.wounds.clone(), ..b.clone() };
        let left = i64::try_from(hb.wounds.len()).expect("few");
        let blows = if left == 0 { Law::sure(Hurt { wounds: a.wounds.clone(), taken: 0 }) } else { back.strikes(left, a) };
        blows.then(|ha| ending(a, ha, b, hb, pursues))
    })
}

/// The score of the round, the check of the beaten, flight and pursuit.
fn ending(a: &Side, ha: &Hurt, b: &Side, hb: &Hurt, pursues: bool) -> Law<i64> {
    let heads = |h: &Hurt| h.wounds.len();
    let shown = |ha: &Hurt, hb: &Hurt, broken: i64| {
        let count = |h: &Hurt| i64::try_from(h.wounds.len()).expect("few") * 100 + h.wounds.iter().sum::<i64>();
        (count(ha) * 10_000 + count(hb)) * 10 + broken
    };
    if heads(ha) == 0 || heads(hb) == 0 {
        return Law::sure(shown(ha, hb, 0));
    }
    let score = |side: &Side, scored: i64, own: usize, other: usize| scored + 2 * i64::from(side.charged) + i64::from(own >= 2 * other);
    let ours = score(a, hb.taken, heads(ha), heads(hb));
    let theirs = score(b, ha.taken, heads(hb), heads(ha));
    if ours == theirs {
        return Law::sure(shown(ha, hb, 0));
    }
    let beaten_is_a = ours < theirs;
    let (beaten, victor) = if beaten_is_a { (a, b) } else { (b, a) };
    let holds = scores(7, beaten.command - (ours - theirs).abs());
    among(1, &holds).then(|held| {
        if *held == 1 {
            return Law::sure(shown(ha, hb, 0));
        }
        let mark = if beaten_is_a { 1 } else { 2 };
        if !pursues {
            return Law::sure(shown(ha, hb, mark));
        }
        let run = |s: &Side| sum(&vec![d6(); if s.mounted { 3 } else { 2 }]);
        run(beaten).then(|flight| {
            run(victor).map(|chase| {
                let none = Hurt { wounds: Vec::new(), taken: 0 };
                match (chase >= flight, beaten_is_a) {
                    (false, _) => shown(ha, hb, mark),
                    (true, true) => shown(&none, hb, 0),
                    (true, false) => shown(ha, &none, 0),
                }
            })
        })
    })
}

const ROUND: &str = "(((count of model of First) x 100 + (Left Of First)) x 10000 + (count of model of Second) x 100 + (Left Of Second)) x 10 \
                     + (1 if First is in play and First is Broken, otherwise 0) + (2 if Second is in play and Second is Broken, otherwise 0)";

/// Where neither has charged, whoever has the initiative says who strikes first.
const FIRST: &str = "answer order First";

fn melee(scene: &str, first: &str, wanted: &Law<i64>) {
    let left = |who: &str| format!("sum of Health of model of {who}");
    let question = ROUND.replace("Left Of First", &left("First")).replace("Left Of Second", &left("Second"));
    let first = format!("do side of First gains Initiative\n{first}");
    same(scene, &first, &question, "Melee", wanted);
}

/// Hits on `hit`, wounds on `wound`, with what the weapon adds.
fn blow(hit: i64, edge: i64, wound: i64, weight: i64) -> Part {
    scores(hit, edge) * scores(wound, weight)
}

#[test]
fn two_lines_of_bayonets() {
    let line = Side::foot(5, &blow(4, 0, 3, 0));
    melee("Lines", FIRST, &round(&line, 5, &line, false));
}

#[test]
fn the_victor_pursues() {
    let line = Side::foot(5, &blow(4, 0, 3, 0));
    melee("Lines", &format!("{FIRST}\nanswer offer yes"), &round(&line, 5, &line, true));
}

#[test]
fn a_charge_with_support_against_swords() {
    // five of eight touch somebody, and three who do not are a blow more
    let eight = Side { support: Law::sure(1), charged: true, ..Side::foot(8, &blow(4, 0, 3, 0)) };
    let five = Side::foot(5, &blow(4, 1, 3, 0));
    melee("Charged Line", "", &round(&eight, 5, &five, false));
}

#[test]
fn two_officers_with_sabre_and_pistol() {
    let officer = Side { wounds: vec![2], touching: vec![blow(4, 1, 3, 0), blow(4, 0, 3, 1)], command: 5, ..Side::foot(1, &part(0, 1)) };
    melee("Officers", FIRST, &round(&officer, 1, &officer, false));
}

#[test]
fn hussars_ride_down_an_officer() {
    // Melee 4 against 3: 3 or more, and the sabre adds 1. One touches, one blow for three of four who do not, d6 for five in a charge;
    // their pistol is a blow more of him who touches
    let sabre = blow(3, 1, 3, 0);
    let hussars = Side {
        wounds: vec![2; 5],
        touching: vec![sabre.clone(), blow(3, 0, 3, 1)],
        support: d6().map(|n| n + 1),
        charged: true,
        mounted: true,
        ..Side::foot(5, &sabre)
    };
    let officer = Side { wounds: vec![2], touching: vec![blow(4, 1, 3, 0), blow(4, 0, 3, 1)], command: 5, ..Side::foot(1, &part(0, 1)) };
    melee("Hussars Charge", "", &round(&hussars, 1, &officer, false));
}

// --- the samples themselves

#[test]
fn a_sample_tells_a_wrong_die() {
    let r = ready();
    let text = format!(
        "{SCENES}\ntest \"odds\" in Near\n  do TAC of Company becomes 4 TAC\n  do Company gains Done Opening With Muskets\n  expect chance 1 of {VOLLEY} in {FIRE}\n"
    );
    let (_, seen) = asked(&r.loaded.files, &r.compiled, &r.entries, &text, GAMES);
    // a six that comes a tenth more often than it should
    let wrong = Volley { hit: part(11, 60) + part(49, 60) * part(1, 5), ..Volley::default() };
    for v in [wrong, Volley { hit: again(&scores(5, 0)), ..Volley::default() }, Volley { hit: scores(4, 0), ..Volley::default() }] {
        assert!(plausible(&v.law(), &seen) < UNLIKELY);
    }
}

// --- any pool

/// A pool of like dice, and rules that touch it.
#[derive(Clone, Debug)]
struct Handful {
    dice: i64,
    need: i64,
    shift: i64,
    six_hits: bool,
    one_misses: bool,
    six_counts_two: bool,
    again: Again,
    also_sixes: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Again {
    None,
    Failures,
    Successes,
    All,
    Face(i64),
    Some(i64),
}

impl Handful {
    fn text(&self) -> String {
        let mut t = String::from(
            "pack Handfuls\nkind unit is group\nkind model is piece of unit\nkind scenery is feature\nsituation Here\n  board 48\" x 48\"\n\
             pool Handful for n\n  dice n\n",
        );
        t += &format!("  each d6 hits on {}\n", self.need);
        if self.six_counts_two {
            t += "  natural 6 counts 2\n";
        } else if self.six_hits {
            t += "  natural 6 hits\n";
        }
        if self.one_misses {
            t += "  natural 1 misses\n";
        }
        if self.shift != 0 {
            t += &format!("  Shift: each die {}{}\n", if self.shift > 0 { '+' } else { '-' }, self.shift.abs());
        }
        let again = match self.again {
            Again::None => None,
            Again::Failures => Some("failures".to_owned()),
            Again::Successes => Some("successes".to_owned()),
            Again::All => Some("all".to_owned()),
            Again::Face(f) => Some(format!("{f}s")),
            Again::Some(1) => Some("1 failure".to_owned()),
            Again::Some(n) => Some(format!("{n} failures")),
        };
        if let Some(again) = again {
            t += &format!("rule Once More\n  on Handful: reroll {again}\n");
        }
        if self.also_sixes {
            t += "rule Sixes Again\n  on Handful: reroll 6s\n";
        }
        t
    }

    /// What a face counts.
    fn worth(&self, face: i64) -> i64 {
        match face {
            6 if self.six_counts_two => 2,
            6 if self.six_hits => 1,
            1 if self.one_misses => 0,
            _ => i64::from(face + self.shift >= self.need),
        }
    }

    /// Every sequence of faces, one die at a time: what it counts so far, and how many failures may still be rolled again.
    fn law(&self) -> Law<i64> {
        let left = if let Again::Some(n) = self.again { n } else { 0 };
        let mut so_far = Law::sure((0, left));
        for _ in 0..self.dice {
            so_far = so_far.then(|(count, left)| {
                d6().then(|face| {
                    let w = self.worth(*face);
                    let free = (self.also_sixes && *face == 6)
                        || match self.again {
                            Again::Failures => w == 0,
                            Again::Successes => w > 0,
                            Again::All => true,
                            Again::Face(f) => *face == f,
                            Again::None | Again::Some(_) => false,
                        };
                    let bought = !free && w == 0 && *left > 0;
                    if free || bought {
                        d6().map(|f| (count + self.worth(*f), left - i64::from(bought)))
                    } else {
                        Law::sure((count + w, *left))
                    }
                })
            });
        }
        so_far.map(|(count, _)| *count)
    }
}

fn handfuls() -> impl Strategy<Value = Handful> {
    let again = prop_oneof![
        Just(Again::None),
        Just(Again::Failures),
        Just(Again::Successes),
        Just(Again::All),
        (1i64..=6).prop_map(Again::Face),
        (1i64..=3).prop_map(Again::Some),
    ];
    (0i64..=6, 1i64..=8, -3i64..=3, any::<[bool; 4]>(), again).prop_map(|(dice, need, shift, b, again)| Handful {
        dice,
        need,
        shift,
        six_hits: b[0],
        one_misses: b[1],
        six_counts_two: b[2],
        again,
        also_sixes: b[3],
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn any_handful_is_what_counting_says(h in handfuls()) {
        let mut files = Files::default();
        files.add("pack.grog", &h.text());
        let compiled = Compiled::of(&files);
        prop_assert!(compiled.found.is_empty(), "{:?}", compiled.found);
        let (entries, _) = Entries::read(compiled.book(&files));
        let text = format!("situation Here\n  board 48\" x 48\"\ntest \"odds\" in Here\n  expect chance 1 of (Handful for {})\n", h.dice);
        let (found, seen) = asked(&files, &compiled, &entries, &text, GAMES / 5);
        let wanted = h.law();
        prop_assert_eq!(&found, &wanted);
        prop_assert!(plausible(&wanted, &seen) > UNLIKELY, "{:?}", seen);
        prop_assert_eq!(wanted.0.values().sum::<Part>(), Ratio::from_integer(1.into()));
    }
}

/// An answer that nobody asks for is told: it does not count for nothing.
#[test]
fn an_answer_that_nobody_asks_for_is_told() {
    let r = ready();
    let text = format!("{SCENES}\ntest \"odds\" in Near\n  {POINTS}  answer loot yes\n  expect chance 1 of volley in {FIRE}\n");
    let why = answered(&r.loaded.files, &r.compiled, &r.entries, &text, 10).expect_err("nobody loots");
    assert!(why.contains("nobody asks for this answer"), "{why}");
}
