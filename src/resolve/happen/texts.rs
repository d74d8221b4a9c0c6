//! What comes of sentences as they are written, in a small pack.

use crate::ast;
use crate::hir::{Band, Block, ChanceKind, Choice, Proc, ProcKind, Rules, Stmt, StmtKind, Ty};
use crate::intern::Names;
use crate::resolve::{Resolved, resolve};
use crate::source::Files;
use crate::syntax;

/// What there is in all of these packs.
const NOUNS: &str = "pack Planted
kind unit is group
kind man is piece of unit
kind deed is action
  needs Ready: unit is not Weary
  step ask: note \"may they?\"
count AP of unit in AP
record Mark of unit, a place
tags Foot of man, exclusive
marker Weary of unit until removed
";

fn read(text: &str) -> Resolved {
    let (mut files, mut names) = (Files::default(), Names::default());
    let id = files.add("planted", &format!("{NOUNS}{text}"));
    let (tree, wrong) = syntax::tree(&files, id);
    assert!(wrong.is_empty(), "{wrong:?}");
    let (decls, wrong) = ast::declarations(&files, &tree, &mut names);
    assert!(wrong.is_empty(), "{wrong:?}");
    resolve(names, &decls)
}

/// The resolved rules, in which nothing is wrong.
fn whole(text: &str) -> Rules {
    let out = read(text);
    assert!(out.found.is_empty(), "{:?}", out.found);
    out.rules
}

fn proc<'r>(rules: &'r Rules, name: &str) -> Option<&'r Proc> {
    rules.procs.all().iter().find(|p| rules.names.text(p.head.name) == name)
}

fn step<'r>(rules: &'r Rules, name: &str) -> &'r [Stmt] {
    proc(rules, name).and_then(|p| p.steps.last()).map_or(&[], |s| s.block.as_slice())
}

fn kind<'r>(rules: &'r Rules, name: &str) -> Option<&'r ChanceKind> {
    match &proc(rules, name)?.kind {
        ProcKind::Chance(c) => Some(&c.kind),
        _ => None,
    }
}

fn told(text: &str) -> Vec<String> {
    read(text).found.into_iter().map(|d| d.message).collect()
}

#[test]
fn an_action_begins_with_what_its_kind_shares() {
    let rules = whole(
        "deed March by unit at enemy unit (the target) within 6\" of unit
  cost 2 AP
  needs Ap of unit is more than 1 AP
  once per turn
  step go: unit gains Weary
",
    );
    let march = proc(&rules, "March");
    let steps: Vec<&str> = march.iter().flat_map(|p| &p.steps).filter_map(|s| s.line.name).map(|s| rules.names.text(s)).collect();
    assert_eq!(steps, ["ask", "go"]);
    let needs: Vec<Option<&str>> = march.iter().flat_map(|p| &p.needs).map(|n| n.line.name.map(|s| rules.names.text(s))).collect();
    assert_eq!(needs, [Some("Ready"), None]);
    assert_eq!(march.map(|p| (p.costs.len(), p.limits.len())), Some((1, 1)));
    assert_eq!(march.and_then(|p| p.aim.as_ref()).map(|s| s.tests.len()), Some(2));
}

#[test]
fn throws_say_what_they_are() {
    let rules = whole(
        "check Pluck of unit: d6 + AP of unit is less than 5 AP
  natural 1 passes
  failed by 1 to 2: unit gains Weary
pool Hurls of unit
  dice 3
  each d6; 5 to 6 counts 1, 4 counts 2
  passes with 2 or more
roll Way of unit: 2d6
  keep highest 1
  2 to 4: unit gains Weary
  otherwise: note \"far\"
opposed Lead: d6
  difference 3 or more: note \"by far\"
",
    );
    assert!(matches!(kind(&rules, "Pluck"), Some(ChanceKind::Check { dice, low: true, .. }) if dice.sides == 6));
    let pool = kind(&rules, "Hurls");
    assert!(matches!(pool, Some(ChanceKind::Pool { each: Some(e), passes: Some(_), .. }) if e.counts == [(5, 6, 1), (4, 4, 2)]));
    let bands = |name| match proc(&rules, name).map(|p| &p.kind) {
        Some(ProcKind::Chance(c)) => c.bands.iter().map(|(_, b, _)| b.clone()).collect(),
        _ => Vec::new(),
    };
    assert_eq!(bands("Pluck"), [Band::FailedBy(1, 2)]);
    assert_eq!(bands("Way"), [Band::Score(2, 4), Band::Otherwise]);
    assert_eq!(bands("Lead"), [Band::Difference(3, i64::MAX)]);
    // equal totals mean nothing, so they roll again; the sides roll
    assert!(matches!(kind(&rules, "Lead"), Some(ChanceKind::Opposed { side: Some(_), ties_again: true, roll: Some(_) })));
    let results =
        |name: &str| -> Vec<&str> { proc(&rules, name).iter().flat_map(|p| &p.results).map(|(w, _)| rules.names.text(*w)).collect() };
    assert_eq!(results("Pluck"), ["passed", "failed"]);
    assert_eq!(results("Hurls"), ["passed", "failed"]);
    assert_eq!(results("Lead"), ["winner", "loser", "difference"]);
    assert!(results("Way").is_empty());
}

#[test]
fn a_place_is_for_whoever_goes_there() {
    let rules = whole(
        "procedure Camp of unit
  step go:
    side of unit chooses spot: place within 6\" of unit, more than 2\" from enemy unit
    if unit is Weary: note \"weary\"
    otherwise: unit is placed at spot
procedure Aim of unit
  step go:
    choose spot: place within 6\" of unit
    Mark of unit becomes spot
",
    );
    let who = |name| match step(&rules, name).first().map(|s| &s.kind) {
        Some(StmtKind::Choose { choice: Choice::Place(limits, who), .. }) => Some((limits.len(), who.is_some())),
        _ => None,
    };
    assert_eq!(who("Camp"), Some((2, true)));
    assert_eq!(who("Aim"), Some((1, false)));
    assert!(matches!(step(&rules, "Aim").last().map(|s| &s.kind), Some(StmtKind::Store(..))));
}

#[test]
fn words_stand_for_what_was_said() {
    let rules = whole(
        "pool Hurls of unit
  dice 3
  each d6 hits on 4+
procedure Barrage of unit
  step hits = Hurls of unit
  step more:
    sixes = count of 6s in hits
    hits becomes hits + sixes
    share hits among man of unit, by unit: man gains Foot
    repeat 2 times: unit loses all AP, Weary
",
    );
    let barrage = proc(&rules, "Barrage");
    let result = barrage.and_then(|p| p.steps.first()).and_then(|s| s.result.as_ref()).map(|r| r.0);
    let said: &[Stmt] = step(&rules, "Barrage");
    let kinds: Vec<&StmtKind> = said.iter().map(|s| &s.kind).collect();
    assert!(
        matches!(kinds.as_slice(), [StmtKind::Let(..), StmtKind::Set(to, _), StmtKind::Share(..), StmtKind::Repeat(..)] if Some(*to) == result)
    );
    let inner: Option<&Block> = kinds.iter().find_map(|k| if let StmtKind::Repeat(_, b) = k { Some(b) } else { None });
    assert!(matches!(inner.and_then(|b| b.first()).map(|s| &s.kind), Some(StmtKind::Lose(_, things)) if things.len() == 2));
    assert_eq!(result.and_then(|l| rules.locals.get(l)).map(|l| l.ty), Some(Ty::PLAIN));
}

#[test]
fn what_is_wrong_is_told() {
    let wrong = |step: &str, message: &str| {
        assert_eq!(told(&format!("procedure Walk of unit\n  step go: {step}\n")), [message], "{step}");
    };
    wrong("unit moves 6", "a move is in inches, and this is a plain number");
    wrong("unit moves 6\", forward, forward", "this is said already");
    wrong("unit gains 2", "`2` does not say what it counts");
    wrong("choose x: 1 to 3, at random", "only things are picked at random");
    wrong("choose x: facing within 2\" of unit", "only places are limited so");
    wrong("take one step by unit", "`step` is not a kind of action");
    wrong("gather man into man", "`man` is not a kind of group");
    wrong("stop battle", "nothing that is called `battle` can be stopped");
    wrong("AP of unit becomes 3\"", "`AP` is AP, and this is inches");
    wrong("Walk of unit, or: note \"x\"", "`Walk` neither passes nor fails");
    wrong("unit joins unit", "a unit is no part of a unit");
    wrong("side of unit is placed", "this is a side, which never stands on the table");
    assert_eq!(
        told("check Pluck of unit: 2 x d6 is at least 4\n"),
        ["a check is dice, what is added to them, and the score that they need"]
    );
    assert_eq!(told("opposed Duel by unit: d6\n"), ["an opposed roll is between two of one kind"]);
    assert_eq!(told("pool Hurls\n  dice 2\n  each 2d6 hits on 4\n"), ["each die of a pool shows one of a few faces"]);
}
