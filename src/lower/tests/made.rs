//! What code does that was made of statements and of rules at steps.

use std::sync::Arc;

use super::pack::{UNIT, int, stmt, word, yes};
use super::{Pack, Run};
use crate::graph::Graph;
use crate::hir::{
    AttachId, Call, Carrier, Comparison, Expr, ExprKind, Guard, LocalId, Loop, Moment, Operator, Origin, Repeat, StmtKind, Thing, Ty,
};
use crate::ir::{ProcNo, StateNo};
use crate::lower::build::Place;
use crate::lower::{Snippet, called, lower, lower_in_order, snippet};
use crate::source::At;

fn math(op: Operator, a: Expr, b: Expr) -> Expr {
    Expr::new(ExprKind::Math(op, a, b), Ty::PLAIN, At::default())
}

#[test]
fn one_block_of_several_is_done() {
    for (first, second, wanted) in [(true, true, "a"), (false, true, "b"), (false, false, "c")] {
        let mut pack = Pack::new();
        let (proc, _) = pack.proc("Doing");
        let cases = vec![(yes(first), vec![pack.note("a")]), (yes(second), vec![pack.note("b")])];
        let rest = Some(vec![pack.note("c")]);
        let end = pack.note("end");
        pack.step(proc, "only", None, vec![stmt(StmtKind::If(cases, rest)), end]);
        let (made, found) = lower(&pack.0);
        assert!(found.is_empty(), "{found:?}");
        let mut run = Run::new(&made.program, &[]);
        assert_eq!(run.run(ProcNo(0), 5).said, [wanted, "end"]);
    }
}

#[test]
fn loops_come_to_their_ends() {
    let mut pack = Pack::new();
    let (proc, _) = pack.proc("Doing");
    let units = pack.units("one");
    let n = pack.local("n", Ty::PLAIN, Origin::Chosen);
    let once = pack.note("once");
    let more = math(Operator::Plus, word(n, Ty::PLAIN), word(units.var, Ty::Thing(UNIT)));
    let over = Loop { over: units, order: Vec::new(), chosen_by: None, together: false };
    let body = vec![
        stmt(StmtKind::Let(n, int(0))),
        stmt(StmtKind::Repeat(Repeat::Times(int(2)), vec![once])),
        stmt(StmtKind::ForEach(over, vec![stmt(StmtKind::Set(n, more))])),
        stmt(StmtKind::Give(word(n, Ty::PLAIN))),
    ];
    pack.step(proc, "only", None, body);
    let (made, _) = lower(&pack.0);
    let mut run = Run::new(&made.program, &[3, 4]);
    assert_eq!(run.run(ProcNo(0), 5).said, ["n = 0", "once", "once"]);
    assert_eq!(run.gave, Some(7));
}

#[test]
fn what_is_done_first_lies_in_registers_in_order() {
    let mut pack = Pack::new();
    let (inner, _) = pack.proc("Inner");
    let (proc, unit) = pack.proc("Doing");
    let mut call = |n: i64| {
        let result = pack.local("it", Ty::PLAIN, Origin::Result);
        let call = Call { proc: inner, args: vec![int(n)], ways: Vec::new(), answers: Vec::new(), result, at: At::default() };
        Expr::new(ExprKind::Do(call), Ty::PLAIN, At::default())
    };
    let (one, two, three) = (call(1), call(2), call(3));
    let chosen = Expr::new(ExprKind::If(vec![(yes(false), one)], two), Ty::PLAIN, At::default());
    let sum = math(Operator::Minus, three, chosen);
    let x = pack.local("x", Ty::PLAIN, Origin::Result);
    pack.step(proc, "x", Some((x, sum)), Vec::new());
    let same = Expr::new(ExprKind::Compare(Comparison::Equal, word(x, Ty::PLAIN), word(unit, Ty::Thing(UNIT))), Ty::Truth, At::default());
    pack.step(proc, "y", None, vec![stmt(StmtKind::Give(same))]);
    let (made, _) = lower(&pack.0);
    let mut run = Run::new(&made.program, &[]);
    assert_eq!(run.run(ProcNo(1), 1).said, ["Inner [3]", "Inner [2]", "x = 1"]);
    assert_eq!(run.gave, Some(1));
}

/// A procedure of two steps, and a rule in the place of the first for whoever carries it.
fn replaced(carriers: &[i64], me: bool) -> Vec<String> {
    let mut pack = Pack::new();
    let (proc, unit) = pack.proc("Doing");
    let x = pack.local("x", Ty::PLAIN, Origin::Result);
    pack.step(proc, "x", Some((x, int(1))), Vec::new());
    let last = pack.note("last");
    pack.step(proc, "end", None, vec![last]);
    let rule = pack.rule("Else");
    let state = pack.0.rules.get(rule).unwrap().state.unwrap();
    let each = pack.local("me", Ty::Thing(UNIT), Origin::Carrier);
    let (carrier, own) = if me { (Carrier::Blank(unit), unit) } else { (Carrier::Each(each), each) };
    let body = vec![stmt(StmtKind::Let(x, math(Operator::Plus, word(own, Ty::Thing(UNIT)), int(10))))];
    pack.line(rule, Moment::Instead, (proc, "x"), carrier, body);
    let (made, found) = lower(&pack.0);
    assert!(found.is_empty(), "{found:?}");
    let mut run = Run::new(&made.program, &[3, 4]);
    run.bits.extend(carriers.iter().map(|c| (*c, StateNo(state.0))));
    run.run(ProcNo(0), 3).said.clone()
}

#[test]
fn the_first_who_replaces_a_step_is_the_last() {
    assert_eq!(replaced(&[], false), ["x = 1", "last"]);
    assert_eq!(replaced(&[4], false), ["x = 14", "last"]);
    assert_eq!(replaced(&[3, 4], false), ["x = 13", "last"]);
    assert_eq!(replaced(&[4], true), ["x = 1", "last"]);
    assert_eq!(replaced(&[3], true), ["x = 13", "last"]);
}

/// Two rules before a step that unmake each other's guards.
fn before(chosen: bool) -> Vec<String> {
    let mut pack = Pack::new();
    let (proc, unit) = pack.proc("Doing");
    let step = pack.note("step");
    pack.step(proc, "go", None, vec![step]);
    let mark = pack.state("Mark", crate::hir::StateKind::Marker);
    let mut lines = Vec::new();
    for name in ["Alpha", "Beta"] {
        let rule = pack.rule(name);
        let note = pack.note(name);
        let gain = stmt(StmtKind::Gain(word(unit, Ty::Thing(UNIT)), vec![Thing::State(mark)]));
        let line = pack.line(rule, Moment::Before, (proc, "go"), Carrier::Blank(unit), vec![note, gain]);
        let has = Expr::new(ExprKind::Is(word(unit, Ty::Thing(UNIT)), vec![crate::hir::Quality::State(mark)]), Ty::Truth, At::default());
        let test = Expr::new(ExprKind::Not(has), Ty::Truth, At::default());
        pack.0.attaches.get_mut(line).unwrap().meets[0].guard.push(Guard { test, result: None });
        lines.push(line);
    }
    let side = pack.local("side", Ty::Thing(UNIT), Origin::Given);
    pack.0.settings.simultaneous = Some((side, Expr::new(ExprKind::Game, Ty::Thing(UNIT), At::default())));
    let at = |attach: AttachId| Place { attach, nth: 0 };
    let pairs = if chosen { std::iter::once((at(lines[0]), at(lines[1]))).collect() } else { std::collections::HashSet::default() };
    let (made, _) = lower_in_order(&pack.0, Arc::new(Graph::of(&pack.0)), pairs);
    let mut run = Run::new(&made.program, &[3]);
    for rule in pack.0.rules.all() {
        run.bits.insert((3, StateNo(rule.state.unwrap().0)));
    }
    run.run(ProcNo(0), 3).said.clone()
}

#[test]
fn rules_before_a_step_come_in_the_order_of_names_or_as_chosen() {
    assert_eq!(before(false), ["Alpha", "step"]);
    assert_eq!(before(true), ["Beta", "step"]);
}

#[test]
fn equal_expressions_are_one() {
    let mut pack = Pack::new();
    let (proc, unit) = pack.proc("Doing");
    let twice = |l: LocalId| math(Operator::Plus, word(l, Ty::Thing(UNIT)), int(4));
    pack.step(proc, "a", None, vec![stmt(StmtKind::Give(twice(unit)))]);
    pack.step(proc, "b", None, vec![stmt(StmtKind::Give(twice(unit)))]);
    let (made, _) = lower(&pack.0);
    let exs = &made.program.exs;
    for (i, ex) in exs.all().iter().enumerate().skip(1) {
        assert!(!exs.all()[i + 1..].contains(ex), "{ex:?}");
    }
}

#[test]
fn a_question_is_put_to_a_program_that_is_there() {
    let mut pack = Pack::new();
    let (inner, _) = pack.proc("Inner");
    let (made, _) = lower(&pack.0);
    // what a test says is resolved against the same rules, and may make words besides
    let known = pack.local("unit", Ty::Thing(UNIT), Origin::Given);
    let result = pack.local("it", Ty::PLAIN, Origin::Result);
    let args = vec![word(known, Ty::Thing(UNIT))];
    let call = Call { proc: inner, args, ways: Vec::new(), answers: Vec::new(), result, at: At::default() };
    let twice = math(Operator::Plus, Expr::new(ExprKind::Do(call), Ty::PLAIN, At::default()), word(known, Ty::Thing(UNIT)));
    let (made, id, found) = snippet(made, &pack.0, &[(known, None)], Snippet::Ask(&twice));
    assert!(found.is_empty(), "{found:?}");
    let mut run = Run::new(&made.program, &[]);
    assert_eq!(run.run(id, 4).gave, Some(8));
    assert_eq!(called(&made.program, id).map(|(proc, _)| proc), Some(ProcNo(0)));
    let (made, next, _) = snippet(made, &pack.0, &[(known, None)], Snippet::Ask(&twice));
    assert_eq!((next.0, made.program.procs.len()), (2, 3));
}
