//! What needs no whole pack: a resolver with a procedure or two.

use super::super::{Resolver, Scope};
use crate::ast::{self, Chain, Expr, ExprKind, Level, Link, Op, StmtKind as Said};
use crate::diag::Code;
use crate::hir::{Call, Chance, ChanceKind, Head, KindBase, KindId, Moment, Origin, ProcId, ProcKind, Role, StmtKind, Symbol, Ty, made};
use crate::intern::{Names, Sym};
use crate::source::At;

fn e(kind: ExprKind) -> Expr {
    Expr { kind: Box::new(kind), at: At::default() }
}

fn stmt(kind: Said) -> ast::Stmt {
    ast::Stmt { kind: Box::new(kind), cites: Vec::new(), at: At::default() }
}

fn block(list: Vec<Said>) -> ast::Block {
    ast::Block(list.into_iter().map(stmt).collect())
}

fn resolver() -> Resolver<'static> {
    let mut cx = Resolver::new(Names::default(), &[]);
    for (word, base) in [("game", KindBase::Game), ("side", KindBase::Side), ("unit", KindBase::Group)] {
        let word = cx.rules.names.intern(word);
        if let Some(id) = cx.rules.kinds.push(made::kind(word, base)) {
            cx.kinds.insert(word, id);
        }
    }
    cx
}

fn word(cx: &mut Resolver<'_>, text: &str) -> ast::Word {
    ast::Word { sym: cx.rules.names.intern(text), at: At::default() }
}

fn sym(cx: &mut Resolver<'_>, text: &str) -> Sym {
    cx.rules.names.intern(text)
}

/// A procedure of that name with one blank, `by unit`.
fn procedure(cx: &mut Resolver<'_>, name: &str, kind: ProcKind) -> ProcId {
    let unit = sym(cx, "unit");
    let local = cx.local(unit, Ty::Thing(KindId(2)), Origin::Blank);
    let name = sym(cx, name);
    let roles = vec![Role { prep: ast::Prep::By, local, at: At::default() }];
    let gives = if matches!(kind, ProcKind::Chance(_)) { Ty::Truth } else { Ty::PLAIN };
    let head = Head { name, roles, gives, line: crate::hir::Line::default() };
    let proc = made::proc(head, kind);
    let id = cx.rules.procs.push(proc).unwrap_or(ProcId(0));
    cx.enter(name, Symbol::Proc(id));
    id
}

fn scope_in(cx: &Resolver<'_>, proc: ProcId) -> Scope {
    let mut scope = cx.rules.procs.get(proc).map(|p| cx.scope_of(&p.head)).unwrap_or_default();
    scope.proc = Some(proc);
    scope
}

fn told<'t>(cx: &'t Resolver<'_>) -> Vec<&'t str> {
    cx.found.iter().map(|d| d.message.as_str()).collect()
}

fn call(cx: &mut Resolver<'_>, name: &str) -> ast::Call {
    let name = ast::Name { sym: sym(cx, name), at: At::default() };
    let name = ast::NameRef { name, param: None, at: At::default() };
    ast::Call { name, args: Vec::new(), roles: Vec::new(), at: At::default() }
}

#[test]
fn words_of_a_block_are_forgotten() {
    let mut cx = resolver();
    let proc = procedure(&mut cx, "Walk", ProcKind::Procedure);
    let mut scope = scope_in(&cx, proc);
    let n = word(&mut cx, "n");
    let b = block(vec![Said::Let { word: n, value: e(ExprKind::Int(3)) }, Said::Let { word: n, value: e(ExprKind::Int(4)) }]);
    let out = cx.block(&mut scope, &b);
    assert!(scope.find(n.sym).is_none());
    // said anew, it is the same word
    let [StmtKind::Let(a, _), StmtKind::Let(b, _)] = [&out[0].kind, &out[1].kind] else { panic!("two words") };
    assert_eq!(a, b);
    let again = ast::Block(vec![stmt(Said::Let { word: n, value: e(ExprKind::Yes) })]);
    cx.open_block(&mut scope, &again);
    assert_eq!(scope.find(n.sym).map(|l| cx.local_ty(l)), Some(Ty::Truth));
    assert!(cx.found.is_empty());
}

#[test]
fn a_way_names_an_offer() {
    let mut cx = resolver();
    let proc = procedure(&mut cx, "Wave", ProcKind::Procedure);
    let mut scope = scope_in(&cx, proc);
    scope.step = Some(sym(&mut cx, "aim"));
    let aimed = word(&mut cx, "aimed");
    cx.rules.procs.get_mut(proc).unwrap().ways.push(aimed.sym);
    let may = |block| Said::May(ast::May { who: None, spend: None, block });
    let out = cx.block(&mut scope, &block(vec![may(block(vec![Said::ThisBecomes(aimed)])), may(block(vec![Said::GameEnds]))]));
    let labels: Vec<&str> = out.iter().filter_map(|s| if let StmtKind::May(o) = &s.kind { Some(cx.text(o.label)) } else { None }).collect();
    assert_eq!(labels, ["aimed", "aim"]);
    assert!(cx.found.is_empty());
}

#[test]
fn only_steps_above_are_begun_again() {
    let mut cx = resolver();
    let proc = procedure(&mut cx, "Walk", ProcKind::Procedure);
    let mut scope = scope_in(&cx, proc);
    let (go, stop) = (word(&mut cx, "go"), word(&mut cx, "stop"));
    scope.steps.push(go.sym);
    let b = block(vec![Said::Again { from: go, once: true }, Said::Again { from: stop, once: false }]);
    let out = cx.block(&mut scope, &b);
    assert_eq!(out[0].kind, StmtKind::Again(go.sym, true));
    assert_eq!(out[1].kind, StmtKind::Error);
    assert_eq!(told(&cx), ["no step `stop` stands above"]);
    assert_eq!(cx.found[0].help.as_deref(), Some("above are go"));
}

#[test]
fn only_what_can_fail_has_an_or() {
    let mut cx = resolver();
    let chance = Chance { kind: ChanceKind::Error, naturals: Vec::new(), keep: Vec::new(), rows: Vec::new(), bands: Vec::new() };
    let walk = procedure(&mut cx, "Walk", ProcKind::Procedure);
    procedure(&mut cx, "Pluck", ProcKind::Chance(Box::new(chance)));
    let mut scope = scope_in(&cx, walk);
    for name in ["Pluck", "Walk"] {
        let call = call(&mut cx, name);
        let or_else = Some(block(vec![Said::GameEnds]));
        let done = Said::Do(ast::Do { tags: Vec::new(), call, answers: Vec::new(), or_else, at: At::default() });
        let out = cx.block(&mut scope, &block(vec![done]));
        assert!(matches!(&out[0].kind, StmtKind::Do(Call { .. }, Some(b)) if b.len() == 1));
    }
    assert_eq!(told(&cx), ["`Walk` neither passes nor fails"]);
}

#[test]
fn a_verb_that_is_misspelt_is_told() {
    let mut cx = resolver();
    let walk = procedure(&mut cx, "Walk", ProcKind::Procedure);
    let mut scope = scope_in(&cx, walk);
    let tags = vec![word(&mut cx, "unit"), word(&mut cx, "gians")];
    let call = call(&mut cx, "Steady");
    let done = Said::Do(ast::Do { tags, call, answers: Vec::new(), or_else: None, at: At::default() });
    cx.block(&mut scope, &block(vec![done]));
    assert_eq!(told(&cx), ["`gians` is no verb and no tag"]);
    assert_eq!(cx.found[0].help.as_deref(), Some("did you mean `gains`?"));
}

#[test]
fn rules_know_what_was_known_at_their_place() {
    let mut cx = resolver();
    let proc = procedure(&mut cx, "Walk", ProcKind::Procedure);
    let item = |step| ast::Item { kind: ast::ItemKind::Step(Box::new(step)), was: None, cites: Vec::new(), at: At::default() };
    let (far, go, n, unit) = (word(&mut cx, "far"), word(&mut cx, "go"), word(&mut cx, "n"), word(&mut cx, "unit"));
    let step = |word, value, block| ast::Step { word, place: None, value, guard: None, block, or_else: None };
    let items = [
        item(step(far, Some(e(ExprKind::Length(6000))), None)),
        item(step(go, None, Some(block(vec![Said::Let { word: n, value: e(ExprKind::Int(1)) }])))),
    ];
    let decl = ast::Decl {
        kind: Box::new(ast::DeclKind::Use(ast::UseReading {
            ruling: ast::Name { sym: n.sym, at: At::default() },
            reading: ast::Name { sym: n.sym, at: At::default() },
        })),
        cites: Vec::new(),
        unread: false,
        inside: None,
        head: At::default(),
        at: At::default(),
    };
    cx.procedure(&decl, proc, &[], &items);
    let known =
        |cx: &mut Resolver<'_>, step, moment| -> Vec<Sym> { cx.scope_at(proc, step, moment).words.iter().map(|(w, _)| *w).collect() };
    assert_eq!(known(&mut cx, None, Moment::Before), [unit.sym]);
    assert_eq!(known(&mut cx, Some(far.sym), Moment::Before), [unit.sym]);
    assert_eq!(known(&mut cx, Some(far.sym), Moment::After), [unit.sym, far.sym]);
    assert_eq!(known(&mut cx, Some(go.sym), Moment::Before), [unit.sym, far.sym]);
    assert_eq!(known(&mut cx, None, Moment::After), [unit.sym, far.sym, n.sym]);
    let instead = cx.scope_at(proc, Some(far.sym), Moment::Instead);
    let (called, local) = instead.result.unwrap_or((unit.sym, crate::hir::LocalId(0)));
    assert_eq!((called, cx.local_ty(local)), (far.sym, Ty::LENGTH));
    assert_eq!(instead.steps, [far.sym]);
    assert!(cx.found.is_empty());
}

#[test]
fn what_stands_in_place_of_a_step_gives_its_result() {
    let mut cx = resolver();
    let proc = procedure(&mut cx, "Walk", ProcKind::Procedure);
    let mut scope = scope_in(&cx, proc);
    let far = word(&mut cx, "far");
    let local = cx.local(far.sym, Ty::LENGTH, Origin::Result);
    scope.own = scope.words.len();
    scope.result = Some((far.sym, local));
    scope.bind(far.sym, local);
    let b = block(vec![Said::Let { word: far, value: e(ExprKind::Length(3000)) }, Said::Let { word: far, value: e(ExprKind::Int(3)) }]);
    let out = cx.block(&mut scope, &b);
    assert!(matches!(out[0].kind, StmtKind::Let(to, _) if to == local));
    assert_eq!(told(&cx), ["inches and a plain number do not go together"]);
    assert_eq!(cx.found[0].code, Code::Measure);
}

#[test]
fn a_check_is_taken_apart() {
    let dice = || e(ExprKind::Dice(ast::Dice { number: 1, sides: 6, inches: false, at: At::default() }));
    let chain = |level, first, rest: Vec<(Op, Expr)>| {
        let rest = rest.into_iter().map(|(op, expr)| Link { op, expr, rounded: Vec::new(), at: At::default() }).collect();
        e(ExprKind::Chain(Chain { level, first, rest }))
    };
    let n = |n| e(ExprKind::Int(n));
    let sum = |rest| chain(Level::Sum, dice(), rest);
    let fits = |x: &Expr| super::check::parts_of(x).map(|p| p.sum);
    // d6 + 2 - 1 >= 7
    let whole = chain(Level::Compare, sum(vec![(Op::Plus, n(2)), (Op::Minus, n(1))]), vec![(Op::AtLeast, n(7))]);
    let left = chain(Level::Sum, n(0), vec![(Op::Plus, n(2)), (Op::Minus, n(1))]);
    assert_eq!(fits(&whole), Some(left));
    // 2 + d6 < 7
    let behind = chain(Level::Sum, n(2), vec![(Op::Plus, dice())]);
    assert!(fits(&chain(Level::Compare, behind, vec![(Op::Less, n(7))])).is_some());
    // 7 - d6 >= 2; d6 x 2 >= 7; d6 >= d6; d6 = 3; d6 + 2
    let taken_away = chain(Level::Sum, n(7), vec![(Op::Minus, dice())]);
    assert!(fits(&chain(Level::Compare, taken_away, vec![(Op::AtLeast, n(2))])).is_none());
    let doubled = chain(Level::Product, dice(), vec![(Op::Times, n(2))]);
    assert!(fits(&chain(Level::Compare, doubled, vec![(Op::AtLeast, n(7))])).is_none());
    assert!(fits(&chain(Level::Compare, dice(), vec![(Op::AtLeast, dice())])).is_none());
    assert!(fits(&chain(Level::Compare, dice(), vec![(Op::Equal, n(3))])).is_none());
    assert!(fits(&sum(vec![(Op::Plus, n(2))])).is_none());
}
