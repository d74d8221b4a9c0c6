//! The code of throws, of rules made by hand.

use crate::graph::made::{Pack, always, int};
use crate::hir::{
    Body, ChanceKind, ChangeKind, Dice, DiceChange, EachDie, Expr, ExprKind, Faces, Forced, Guard, Hook, KindBase, Moment, Natural, Origin,
    ProcId, Ty,
};
use crate::ir::{Op, ProcNo, Program, ThrowNo};
use crate::lower::lower;
use crate::source::At;

fn pack() -> Pack {
    let mut pack = Pack::default();
    pack.kind("unit", KindBase::Group);
    pack.kind("side", KindBase::Side);
    pack
}

fn dice(number: i64, sides: i64) -> Dice {
    Dice { number, sides, plus: 0, inches: false, at: At::default() }
}

fn rolled(number: i64, sides: i64) -> Expr {
    Expr::new(ExprKind::Roll(dice(number, sides)), Ty::PLAIN, At::default())
}

fn changes(kinds: Vec<ChangeKind>) -> Body {
    Body::Changes(kinds.into_iter().map(always).collect())
}

fn reroll(faces: Faces, anew: bool) -> ChangeKind {
    ChangeKind::Reroll { faces, may: false, anew }
}

/// The instructions of a procedure by their names, and where jumps go.
fn said(program: &Program, proc: ProcNo) -> String {
    let op = |op: &Op| match op {
        Op::Unless(_, to) => format!("unless>{to}"),
        Op::Jump(to) => format!("jump>{to}"),
        Op::Offer(offered) => format!("offer>{}", offered.no),
        Op::Roll(throw, _) => format!("roll {}", program.throws[*throw].path),
        other => format!("{other:?}").split(['(', ' ']).next().unwrap_or("").to_lowercase(),
    };
    program.procs[proc].code.iter().map(op).collect::<Vec<_>>().join(", ")
}

fn program(pack: &Pack) -> Program {
    let (lowered, found) = lower(&pack.0);
    assert!(found.is_empty(), "{found:?}");
    lowered.program
}

fn pool(pack: &mut Pack) -> ProcId {
    let head = pack.head("Barrage");
    let each = EachDie { sides: 6, need: Some(int(4)), low: false, counts: Vec::new() };
    let kind = ChanceKind::Pool { dice: vec![int(3)], each: Some(each), passes: Some(int(1)), or_less: false };
    pack.throw(head, kind, &["passed", "failed"])
}

#[test]
fn a_pool_is_asked_about_before_rolled_and_looked_at() {
    let mut pack = pack();
    let pool = pool(&mut pack);
    let [asked, big, luck, then] = ["Asked", "Big", "Luck", "Then"].map(|n| pack.rule(n));
    let on = |pack: &mut Pack, rule, kinds, may| pack.offer(rule, Moment::On, Hook::Proc(pool), (changes(kinds), may));
    on(&mut pack, luck, vec![reroll(Faces::Failures, false)], true);
    let more = ChangeKind::Dice { how: DiceChange::Plus, amount: rolled(1, 6), every: None, keep: None };
    on(&mut pack, big, vec![ChangeKind::HitDice(dice(1, 3)), more], false);
    let each = ChangeKind::Each { minus: false, amount: int(1) };
    on(&mut pack, asked, vec![each, ChangeKind::Natural(Natural::OrMore(5), Forced::Succeeds)], true);
    pack.line(then, Moment::After, Hook::Proc(pool), Body::Happens(Vec::new()));
    let program = program(&pack);
    let before = "set, set, set, set, unless>10, set, offer>10, set, set, set, set, unless>13, roll barrage.big";
    let after = "roll barrage.pool, unless>19, left, unless>19, offer>19, again, unless>22, roll barrage.pool hits, set, set, set, unless>26, step, give";
    assert_eq!(said(&program, ProcNo(0)), format!("{before}, {after}"));
    let titles: Vec<&str> = program.throws.all().iter().map(|t| t.title.as_str()).collect();
    assert_eq!(titles, ["Barrage", "Big, Barrage", "Big, Barrage"]);
    let throw = &program.throws[ThrowNo(0)];
    assert!(throw.seen && throw.rerolls.is_empty());
    assert_eq!((throw.more.len(), throw.each.len(), throw.naturals.len()), (1, 1, 2));
}

#[test]
fn a_whole_new_test_is_made_once() {
    let mut pack = pack();
    let pool = pool(&mut pack);
    let rule = pack.rule("Again");
    let line = pack.line(rule, Moment::On, Hook::Proc(pool), changes(vec![reroll(Faces::All, true)]));
    let failed = Expr::new(ExprKind::Result(false), Ty::Truth, At::default());
    pack.0.attaches.get_mut(line).unwrap().meets[0].guard.push(Guard { test: failed, result: Some(false) });
    let program = program(&pack);
    assert_eq!(said(&program, ProcNo(0)), "set, roll barrage.pool, unless>8, unless>8, unless>8, set, anew, jump>1, give");
    assert!(!program.throws[ThrowNo(0)].seen);
}

#[test]
fn what_is_added_to_a_roll_composes_as_values_do() {
    let mut pack = pack();
    let head = pack.head("Run");
    let run = pack.throw(head, ChanceKind::Roll(Some(rolled(2, 6))), &[]);
    let [fast, anew] = ["Fast", "Anew"].map(|n| pack.rule(n));
    let amount = ChangeKind::Add { minus: false, amount: rolled(1, 3), every: None };
    pack.line(fast, Moment::On, Hook::Proc(run), changes(vec![amount, ChangeKind::Floor(int(4))]));
    pack.line(anew, Moment::On, Hook::Proc(run), changes(vec![reroll(Faces::All, false)]));
    let program = program(&pack);
    assert_eq!(
        said(&program, ProcNo(0)),
        "set, unless>3, roll run.fast, set, roll run.roll, set, unless>11, unless>11, set, anew, jump>4, set, give"
    );
    let slot = program.slots.all().last().unwrap();
    assert_eq!((slot.adds.len(), slot.floors.len()), (1, 1));
    // what was rolled before the throw is known to what is added
    assert!(slot.roles > 4);
}

#[test]
fn each_of_two_makes_the_same_roll() {
    let mut pack = pack();
    let head = pack.head("First");
    let side = pack.local("side", Ty::Thing(crate::hir::KindId(1)), Origin::Blank);
    let head = crate::hir::Head { roles: Vec::new(), ..head };
    let kind = ChanceKind::Opposed { side: Some(side), roll: Some(rolled(1, 6)), ties_again: true };
    let first = pack.throw(head, kind, &["winner", "loser", "difference"]);
    let rule = pack.rule("Gadgeteer");
    let add = ChangeKind::Add { minus: false, amount: int(1), every: None };
    pack.line(rule, Moment::On, Hook::Proc(first), changes(vec![add]));
    let program = program(&pack);
    assert_eq!(said(&program, ProcNo(0)), "set, set, call, call, unless>0, set, result, set, result, set, result, give");
    assert_eq!(said(&program, ProcNo(1)), "set, roll first.opposed, set, set, give");
    assert_eq!(program.procs[ProcNo(1)].roles, 1);
    assert_eq!(program.slots.all().last().unwrap().adds.len(), 1);
}
