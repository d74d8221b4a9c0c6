//! Small packs, and what their rules become where they meet the game.

use crate::hir::{Attach, Blank, Body, Carrier, Fill, Hook, LocalId, Meeting, Quality, Rules, StmtKind, Test, Ty};
use crate::resolve::Resolved;
use crate::resolve::small::small;

/// What all of these packs have.
const BASE: &str = "\
pack Small
kind unit is group
kind model is piece of unit
kind weapon is item of model
kind gift is rule of unit
kind order is action of unit
count Pluck of unit
marker Dazzled of unit until removed
value Courage of unit = 7
  Thin: - 1 if unit is Dazzled
value Danger of unit from unit (the foe) = 1
pool Hit by unit with weapon
  dice 2
  each d6 hits on 4+
check Test of unit: d6 is at least 4
procedure Vanishing of unit
  step length = 2d6
  step go: unit loses 1 Pluck
order Sit by unit
  step sit: unit gains Dazzled
order Stand by unit
  step stand: unit loses Dazzled
";

/// A pack with these lines more, and what was wrong.
fn resolved(lines: &str) -> Resolved {
    small(&format!("{BASE}{lines}"))
}

/// A pack with these lines more, in which nothing is wrong.
fn rules(lines: &str) -> Rules {
    let out = resolved(lines);
    assert!(out.found.is_empty(), "{:?}", out.found);
    out.rules
}

/// The lines of a rule, in order.
fn lines<'r>(rules: &'r Rules, rule: &str) -> Vec<&'r Attach> {
    let id = rules.rules.iter().find(|(_, r)| rules.names.text(r.name) == rule).map(|(id, _)| id);
    rules.attaches.iter().map(|(_, a)| a).filter(|a| a.rule == id && id.is_some()).collect()
}

fn word(rules: &Rules, local: LocalId) -> &str {
    rules.locals.get(local).map_or("", |l| rules.names.text(l.word))
}

/// The names of what is met: values, procedures with their steps, rows.
fn hook(rules: &Rules, m: &Meeting) -> String {
    let name = |p| rules.procs.get(p).map_or("", |p| rules.names.text(p.head.name));
    match &m.hook {
        Hook::Value(v) => rules.values.get(*v).map_or("", |v| rules.names.text(v.head.name)).to_owned(),
        Hook::Cost(p) => format!("cost of {}", name(*p)),
        Hook::Proc(p) => name(*p).to_owned(),
        Hook::Step(p, s) => format!("{}.{}", name(*p), rules.names.text(*s)),
        Hook::Row(s) => format!("row {}", rules.names.text(*s)),
        Hook::Rule(r) => format!("rule {}", rules.rules.get(*r).map_or("", |r| rules.names.text(r.name))),
        Hook::Coming => "coming".to_owned(),
    }
}

#[test]
fn places_that_are_met_by_their_kind_are_met_each_by_itself() {
    let rules = rules("gift Restless\n  before any order by me, once per turn: I lose 1 Pluck\n  on any check of me: + 1\n");
    let all = lines(&rules, "Restless");
    let hooks: Vec<Vec<String>> = all.iter().map(|a| a.meets.iter().map(|m| hook(&rules, m)).collect()).collect();
    assert_eq!(hooks, [vec!["Sit", "Stand"], vec!["Test"]]);
    let orders = &all[0].meets;
    assert!(orders.iter().all(|m| m.any.is_some() && m.listed == 0));
    // at each place `me` is the blank of that place, and the limit is one
    let carriers: Vec<Carrier> = orders.iter().map(|m| m.carrier).collect();
    assert!(matches!(carriers[..], [Carrier::Blank(a), Carrier::Blank(b)] if a != b));
    assert_eq!(orders[0].terms.limits[0].id, orders[1].terms.limits[0].id);
}

#[test]
fn a_description_may_go_on_with_a_blank_of_the_head() {
    let rules = rules(
        "gift Fell\n  on Danger of any enemy unit from me: + 2\nmany weapon | Range\n  Mangonel | 18\ngift Sharp\n  on Hit by me with Mangonel: each die +1\n",
    );
    let fell = &lines(&rules, "Fell")[0].meets[0];
    assert!(
        matches!(&fell.blanks[..], [Blank { fill: Fill::Described(_, tests), .. }, Blank { fill: Fill::Me(_), .. }] if tests.len() == 1)
    );
    assert!(matches!(fell.carrier, Carrier::Blank(me) if word(&rules, me) == "foe"));
    let sharp = &lines(&rules, "Sharp")[0].meets[0];
    assert!(matches!(&sharp.blanks[1].fill, Fill::Exactly(e) if matches!(e.ty, Ty::Row(_))));
}

#[test]
fn whoever_is_nearest_is_one_of_all_that_are_so() {
    let rules = rules("gift Dread\n  on Courage of any enemy unit nearest to me: - 1\n");
    let met = &lines(&rules, "Dread")[0].meets[0];
    let Fill::Described(_, tests) = &met.blanks[0].fill else { panic!("{met:?}") };
    assert!(matches!(&tests[..], [Test::Enemy(_), Test::Is(is, false)] if matches!(is[..], [Quality::Same(_)])));
    assert!(matches!(met.carrier, Carrier::Each(me) if word(&rules, me) == "me"));
}

#[test]
fn what_switches_off_speaks_of_the_place_where_that_stands() {
    let rules = rules("gift Bold\n  on Test of me: + 1\ngift Calm\n  ignore Thin of me, Bold of me\n");
    let out: Vec<(String, u32, Option<Hook>)> =
        lines(&rules, "Calm").iter().flat_map(|a| &a.meets).map(|m| (hook(&rules, m), m.listed, m.within.clone())).collect();
    let [(thin, 0, Some(Hook::Value(_))), (bold, 1, Some(Hook::Proc(_)))] = &out[..] else { panic!("{out:?}") };
    assert_eq!((thin.as_str(), bold.as_str()), ("row Thin", "rule Bold"));
}

#[test]
fn a_rule_that_meets_by_its_carrier_is_muted_for_him() {
    let rules = rules("gift Marks\n  on Hit by me: each die +1\ngift Timid\n  ignore Marks of Dazzled me\n");
    let marks = &lines(&rules, "Marks")[0].meets[0];
    assert_eq!(marks.mutes.len(), 1);
    assert!(matches!(&marks.mutes[0].of[..], [Test::Is(_, false)]));
    let timid = &lines(&rules, "Timid")[0].meets[0];
    assert_eq!((hook(&rules, timid), &timid.body), ("rule Marks".to_owned(), &Body::Mute));
}

#[test]
fn an_effect_is_one_wherever_it_is_woken() {
    let rules = rules("gift Spur\n  before any order by me: until end of turn: on Courage of me: + 2\n");
    assert_eq!(rules.lasting.len(), 1);
    let all = lines(&rules, "Spur");
    let [effect, line] = all[..] else { panic!("{} lines", all.len()) };
    assert!(effect.lasting.is_some() && line.lasting.is_none());
    let woken: Vec<_> = line
        .meets
        .iter()
        .map(|m| match &m.body {
            Body::Happens(block) => match &block[0].kind {
                StmtKind::Wake(wake) => (wake.what, wake.on.clone()),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        })
        .collect();
    // whoever carries the rule has it, who fills another blank at each place
    assert!(woken[0].0 == woken[1].0 && woken[0].1 != woken[1].1);
}

#[test]
fn an_effect_is_on_whom_the_sentences_around_it_speak_of() {
    let rules = rules(
        "procedure Urge of unit for n\n  step one: until end of turn: on Courage of that unit: + n\n  step two: until end of turn: on Courage of any unit (the foe): - 1 if foe is not unit\n",
    );
    let words = |i: usize| {
        let l = &rules.lasting.all()[i];
        (l.bearer.map(|w| rules.names.text(w)), l.notes.iter().map(|(w, _)| rules.names.text(*w)).collect::<Vec<_>>())
    };
    assert_eq!(words(0), (Some("unit"), vec!["n"]));
    assert_eq!(words(1), (None, vec!["unit"]));
    // the blank is whoever has it; in the other, `unit` is whom the effect noted
    let asleep: Vec<&Meeting> = rules.attaches.all().iter().filter(|a| a.lasting.is_some()).flat_map(|a| &a.meets).collect();
    assert!(asleep[0].bearer.is_some() && asleep[1].bearer.is_none());
    let Body::Changes(changes) = &asleep[1].body else { panic!("{:?}", asleep[1].body) };
    let noted = rules.lasting.all()[1].notes[0].1;
    assert!(format!("{:?}", changes[0].guard).contains(&format!("{noted:?}")));
}

#[test]
fn what_stands_in_place_of_a_step_gives_its_result() {
    let rules = rules(
        "gift Swift\n  instead of step length of Vanishing of me: length = 12\n  after step go of Vanishing of me if length is more than 6: I lose Dazzled\n",
    );
    let all = lines(&rules, "Swift");
    let gave = |a: &Attach| match &a.meets[0].body {
        Body::Happens(block) => block.iter().find_map(|s| if let StmtKind::Let(l, _) = s.kind { Some(l) } else { None }),
        _ => None,
    };
    let length = rules.procs.iter().find_map(|(_, p)| p.steps.first()?.result.as_ref().map(|r| r.0));
    let given: Vec<_> = all.iter().filter_map(|a| gave(a)).collect();
    assert_eq!(given, length.into_iter().collect::<Vec<_>>());
}

#[test]
fn what_is_wrong_where_rules_meet() {
    let told = |lines: &str| resolved(lines).found.iter().map(|d| d.message.clone()).collect::<Vec<_>>();
    for (lines, message) in [
        ("gift Odd\n  before step lengh of Vanishing of me: I lose Dazzled\n", "`Vanishing` has no step `lengh`"),
        ("gift Odd\n  instead of Test of me: I lose Dazzled\n", "a throw is neither left out nor replaced"),
        ("gift Odd\n  on Courage by me: + 1\n", "`Courage` has no `by`"),
        ("gift Odd\n  on Courage of me: + 1\"\n", "`Courage` is a plain number, and this is inches"),
        ("gift Odd\n  on Courage of me, once per game: + 1\n", "a value is only asked for: nobody decides or pays anything there"),
        ("gift Odd\n  on Hit by me: + 1\n", "a pool has no total: its successes are counted"),
        ("gift Odd\n  on Test of me if failed: + 1\n", "the result is not known yet where this is counted"),
        ("gift Odd\n  on Test of me if failed or I am Dazzled: passes\n", "the result of a throw is asked for by itself"),
        ("gift Odd\n  anytime in Vanishing: I lose Dazzled\n", "what may be done at any time is an offer"),
        ("gift Odd\n  on any pool of me: each die +1\n", "no `pool` has all the blanks that are filled here"),
        ("gift Odd\n  on cost of Sit by me: + 1\n", "`Sit` costs nothing, and nobody asks for its price"),
        ("gift Odd\n  before step go of Vanishing of me, once per hour: I lose Dazzled\n", "nothing lasts for a `hour`"),
        (
            "gift Odd\n  on Courage of me, overriding Brisk: + 1\ngift Brisk\n  on Test of me: + 1\n",
            "`Brisk` does nothing at `Courage of me`, so it cannot give way",
        ),
        ("rule Odd\n  as any unit comes within 6\" of game: note \"x\"\n", "nobody carries this rule, so there is nobody to come near"),
        ("gift Odd\n  may not take any unit\n", "`unit` is no kind of action"),
        ("gift Odd\n  on Courage of me: x 1/2\n", "`x 1/2` may leave a fraction, and `Courage` is a whole number"),
    ] {
        let all = told(lines);
        assert!(all.iter().any(|m| m == message), "{lines}: {all:?}");
        assert_eq!(all.len(), 1, "{lines}: {all:?}");
    }
}
