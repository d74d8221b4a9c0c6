//! Phrases as a rulebook prints them.

use super::Place;
use crate::hir::{Expr, Rules, StmtKind, Value};
use crate::resolve::small::small;
use crate::speech::Voice;

/// What all of these packs have.
const BASE: &str = "\
pack Small
kind unit is group
kind model is piece of unit
kind weapon is item of model
kind order is action of unit
tag Wooden, Painted of model
count Pluck of unit in Nerves
count Purse of unit
marker Dazzled of unit until removed
marker Proud of unit until removed
terrain Bog
condition unit is Watched by unit (the foe) = no
value Courage of unit = 7
value Danger of unit from unit (the foe) = 1
value Height of model = 1
value Speed of unit, in inches = 6\"
order Sit by unit
  step sit: unit gains Dazzled
order Stand by unit
  step stand: unit loses Dazzled
";

fn rules(lines: &str) -> Rules {
    let out = small(&format!("{BASE}{lines}"));
    assert!(out.found.is_empty(), "{:?}", out.found);
    out.rules
}

/// The value that is asked for.
fn asked(rules: &Rules) -> &Value {
    rules.values.all().iter().find(|v| rules.names.text(v.head.name) == "Asked").expect("a value")
}

/// Says the base of the value that is asked for.
fn last<'a>(rules: &'a Rules, say: impl FnOnce(&Voice<'a>, &Expr) -> String) -> String {
    let voice = Voice::new(rules);
    let value = asked(rules);
    voice.view_from(value.head.roles.first().map(|r| r.local));
    say(&voice, value.base.as_ref().expect("a base"))
}

/// How the condition of a unit and a foe is said.
fn clause(asked: &str) -> String {
    last(&rules(&format!("condition unit is Asked against unit (the foe) = {asked}\n")), Voice::clause)
}

fn denied(asked: &str) -> String {
    last(&rules(&format!("condition unit is Asked against unit (the foe) = {asked}\n")), Voice::denied)
}

/// How the number of a unit and a foe is said.
fn number(asked: &str) -> String {
    last(&rules(&format!("value Asked of unit against unit (the foe) = {asked}\n")), Voice::noun)
}

#[test]
fn things_are_said_with_whom_they_belong_to() {
    assert_eq!(number("Courage of unit"), "the unit's Courage");
    assert_eq!(number("Purse of foe"), "the foe's Purse");
    assert_eq!(number("Danger of unit from foe"), "the unit's Danger from the foe");
    assert_eq!(number("Height of leader of unit"), "the Height of the unit's leader");
    assert_eq!(clause("leader of unit is leader of foe"), "the unit's leader is the foe's leader");
    assert_eq!(clause("side of unit is side of foe"), "the unit belongs to the foe's side");
}

#[test]
fn sums_can_be_taken_apart_again() {
    assert_eq!(number("Courage of unit + 2 - Danger of unit from foe"), "the unit's Courage plus 2 minus the unit's Danger from the foe");
    assert_eq!(number("Courage of unit - (2 - turn)"), "the unit's Courage minus (2 minus the number of the turn)");
    assert_eq!(number("(Courage of unit + 2) x 3"), "(the unit's Courage plus 2) times 3");
    assert_eq!(number("half Courage of unit rounded up + 1"), "(half the unit's Courage rounded up) plus 1");
    assert_eq!(number("lesser of (Courage of unit, 3)"), "the lesser of the unit's Courage and 3");
}

#[test]
fn cases_are_said_with_when_they_hold() {
    assert_eq!(number("2 if unit is Proud, otherwise 1"), "2 if the unit is Proud, otherwise 1");
}

#[test]
fn numbers_of_things_are_said_with_what_describes_them() {
    assert_eq!(number("count of Wooden model of unit"), "the number of Wooden models of the unit");
    assert_eq!(number("highest Height of model of unit"), "the highest Height among models of the unit");
    assert_eq!(number("sum of Height of model of unit"), "the sum of the Height of all models of the unit");
    assert_eq!(
        number("count of enemy unit within 6\" of foe where it is Proud"),
        "the number of enemy units within 6\" of the foe that are Proud"
    );
}

#[test]
fn conditions_are_said_with_their_verbs() {
    assert_eq!(clause("unit is Dazzled or Proud"), "the unit is Dazzled or Proud");
    assert_eq!(denied("unit is Dazzled or Proud"), "the unit is neither Dazzled nor Proud");
    assert_eq!(clause("unit is Watched by foe"), "the unit is Watched by the foe");
    assert_eq!(clause("unit did Sit or Stand last turn"), "the unit has performed Sit or Stand last turn");
    assert_eq!(clause("unit is within 6\" of foe"), "the unit is within 6\" of the foe");
    assert_eq!(clause("not (unit touches foe)"), "the unit does not touch the foe");
    assert_eq!(clause("unit is in Bog"), "the unit is in Bog");
    assert_eq!(clause("unit has 2 Nerves"), "the unit has 2 Nerves");
    assert_eq!(clause("unit has Painted"), "the unit has a model that is Painted");
    assert_eq!(clause("foe is enemy of unit"), "the foe is an enemy of the unit");
    assert_eq!(clause("Courage of unit is at least 4"), "the unit's Courage is at least 4");
    assert_eq!(denied("Courage of unit is at least 4"), "the unit's Courage is less than 4");
}

#[test]
fn questions_within_each_other_are_held_together() {
    assert_eq!(
        clause("unit is Proud and (foe is Proud or foe is Dazzled)"),
        "the unit is Proud and either the foe is Proud or the foe is Dazzled"
    );
    assert_eq!(
        clause("(unit is Proud and foe is Proud) or foe is Dazzled"),
        "both the unit is Proud and the foe is Proud, or the foe is Dazzled"
    );
    assert_eq!(denied("unit is Proud and foe is Dazzled"), "the unit is not Proud or the foe is not Dazzled");
    assert_eq!(
        clause("there is a unit where (it is Proud and foe is Proud)"),
        "there is a unit where that unit is Proud and the foe is Proud"
    );
    assert_eq!(clause("(there is a unit where it is Proud) and foe is Proud"), "at least one unit is Proud and the foe is Proud");
}

#[test]
fn two_that_are_looked_at_are_kept_apart() {
    assert_eq!(
        clause("there is an enemy unit (the rival) where there is a unit within 2\" of rival where it is rival"),
        "there is an enemy unit, the rival\u{1} where there is a unit within 2\" of the rival where that unit is the rival"
    );
}

#[test]
fn whose_enemies_are_meant_is_said_where_it_is_not_plain() {
    let rules = rules("condition unit is Asked against unit (the foe) = there is an enemy unit\n");
    let value = asked(&rules);
    let voice = Voice::new(&rules);
    let base = value.base.as_ref().expect("a base");
    assert_eq!(voice.clause(base), "there is a unit hostile to the unit");
    voice.view_from(value.head.roles.first().map(|r| r.local));
    assert_eq!(voice.clause(base), "there is an enemy unit");
}

#[test]
fn changes_are_said_of_their_place() {
    let rules =
        rules("value Asked of unit = 1\n  + 2 if unit is Proud\n  -1 for each model of unit\n  at least 3 unless unit is Dazzled\n");
    let value = asked(&rules);
    let voice = Voice::new(&rules);
    let said: Vec<String> = value.rows.iter().map(|r| voice.guarded(&r.change, &Place::here())).collect();
    assert_eq!(
        said,
        ["add 2 when the unit is Proud", "subtract 1 for each model of the unit", "it is at least 3 unless the unit is Dazzled"]
    );
    let at = Place { noun: "the unit's Asked".into(), here: false, holds: None };
    assert_eq!(value.rows.first().map(|r| voice.change(&r.change.kind, &at)).as_deref(), Some("add 2 to the unit's Asked"));
}

#[test]
fn moves_are_said_with_all_that_binds_them() {
    let rules = rules("order March by unit\n  step go: unit moves up to Speed of unit, keeping 1\" from enemy unit\n");
    let march = rules.procs.all().iter().find(|p| rules.names.text(p.head.name) == "March").expect("an order");
    let voice = Voice::new(&rules);
    voice.view_from(march.head.roles.first().map(|r| r.local));
    let block = march.steps.first().map(|s| &s.block).expect("a step");
    let Some(StmtKind::Move(m)) = block.first().map(|s| &s.kind) else { panic!("no move: {block:?}") };
    assert_eq!(voice.motion(m, ""), "the unit moves up to the unit's Speed, keeping 1\" from enemy units");
    assert_eq!(voice.motion(m, "may"), "the unit may move up to the unit's Speed, keeping 1\" from enemy units");
}
