//! Questions of a pack that is made here, without any text.

use crate::ast::{self, Call, Chain, Expr, ExprKind, Level, Link, Name, NameRef, Noun, Op, Prep, Role, Rounded, Selector, Word};
use crate::hir::{self, Head, Kind, KindBase, KindId, Line, Origin, Quality, State, StateKind, Symbol, Terms, Test, Ty, Until, Value};
use crate::intern::{Names, Sym};
use crate::num::Rounding;
use crate::resolve::{Resolver, Scope};
use crate::source::{At, Span};

/// A place of so many bytes.
fn at(start: usize, len: usize) -> At {
    At(Span::new(start, start + len))
}

fn e(kind: ExprKind) -> Expr {
    Expr { kind: Box::new(kind), at: at(0, 1) }
}

fn int(n: i64) -> Expr {
    e(ExprKind::Int(n))
}

fn length(n: i64) -> Expr {
    e(ExprKind::Length(n))
}

fn chain(first: Expr, rest: Vec<(Op, Expr)>) -> Expr {
    let level = rest.first().map_or(Level::Sum, |(op, _)| op.level());
    let rest = rest.into_iter().map(|(op, expr)| Link { op, expr, rounded: Vec::new(), at: at(0, 1) }).collect();
    e(ExprKind::Chain(Chain { level, first, rest }))
}

/// A pack with units, one marker, and what a test adds.
struct Pack<'a> {
    cx: Resolver<'a>,
    unit: KindId,
}

impl Pack<'_> {
    fn new() -> Self {
        let mut names = Names::default();
        let words = ["game", "side", "rule", "action", "unit"].map(|w| names.intern(w));
        let mut cx = Resolver::new(names, &[]);
        let bases = [KindBase::Game, KindBase::Side, KindBase::Rule, KindBase::Action, KindBase::Group];
        let mut unit = KindId(0);
        for (word, base) in words.into_iter().zip(bases) {
            let kind = Kind { word, base, of: Vec::new(), terms: Terms::default(), lines: Vec::new(), line: Line::default() };
            unit = cx.rules.kinds.push(kind).unwrap();
            cx.kinds.insert(word, unit);
        }
        let mut pack = Self { cx, unit };
        pack.marker("Dazzled");
        pack
    }

    fn sym(&mut self, text: &str) -> Sym {
        self.cx.rules.names.intern(text)
    }

    fn marker(&mut self, name: &str) {
        let (name, of_word) = (self.sym(name), self.sym("unit"));
        let state = State {
            name,
            kind: StateKind::Marker,
            of: self.unit,
            of_word,
            until: Until::Turn,
            majority: false,
            any: false,
            secret: false,
            beside: None,
            line: Line::default(),
        };
        let id = self.cx.rules.states.push(state).unwrap();
        self.cx.enter(name, Symbol::State(id));
    }

    /// A value of a unit.
    fn value(&mut self, name: &str, gives: Ty) {
        let (name, word) = (self.sym(name), self.sym("unit"));
        let local = self.cx.local(word, Ty::Thing(self.unit), Origin::Blank);
        let roles = vec![hir::Role { prep: Prep::Of, local, at: at(0, 1) }];
        let head = Head { name, roles, gives, line: Line::default() };
        let value = Value { head, base: None, rounding: None, least: None, most: None, rows: Vec::new(), column: None };
        let id = self.cx.rules.values.push(value).unwrap();
        self.cx.enter(name, Symbol::Value(id));
    }

    /// A scope in which a unit is known.
    fn scope(&mut self) -> Scope {
        let word = self.sym("unit");
        let local = self.cx.local(word, Ty::Thing(self.unit), Origin::Blank);
        let mut scope = Scope { viewer: Some(local), ..Scope::default() };
        scope.bind(word, local);
        scope
    }

    fn word(&mut self, text: &str) -> Word {
        Word { sym: self.sym(text), at: at(0, text.len()) }
    }

    fn local(&mut self, text: &str) -> Expr {
        let word = self.word(text);
        e(ExprKind::Local(word))
    }

    fn name_ref(&mut self, text: &str) -> NameRef {
        NameRef { name: Name { sym: self.sym(text), at: at(0, text.len()) }, param: None, at: at(0, text.len()) }
    }

    fn call(&mut self, name: &str, of: Option<&str>) -> Expr {
        let roles = of.map(|of| Role { prep: Prep::Of, with: self.local(of), at: at(0, 1) }).into_iter().collect();
        let call = Call { name: self.name_ref(name), args: Vec::new(), roles, at: at(0, 1) };
        e(ExprKind::Call(call))
    }

    fn any(&mut self, called: Option<&str>, relatives: Vec<ast::RelativeKind>) -> Selector {
        let (kind, called) = (self.word("unit"), called.map(|w| self.word(w)));
        let relatives = relatives.into_iter().map(|kind| ast::Relative { kind, at: at(0, 1) }).collect();
        Selector { adjectives: Vec::new(), noun: Noun { kind, called, at: at(0, 1) }, relatives, at: at(0, 1) }
    }

    /// What was said of a question.
    fn faults(&mut self, question: &Expr) -> Vec<String> {
        let mut scope = self.scope();
        self.cx.expr(&mut scope, question);
        self.told()
    }

    fn told(&mut self) -> Vec<String> {
        std::mem::take(&mut self.cx.found).into_iter().map(|d| format!("{}; {}", d.message, d.help.unwrap_or_default())).collect()
    }
}

#[test]
fn long_chains_are_flat() {
    let mut pack = Pack::new();
    let yes = || e(ExprKind::Yes);
    let long = chain(yes(), (0..499).map(|_| (Op::And, yes())).collect());
    let mut scope = pack.scope();
    let out = pack.cx.expr(&mut scope, &long);
    assert!(matches!(&*out.kind, hir::ExprKind::And(list) if list.len() == 500));
    assert!(pack.told().is_empty());
}

#[test]
fn measures_go_together() {
    let mut pack = Pack::new();
    let said = pack.faults(&chain(length(6000), vec![(Op::Plus, int(2))]));
    assert_eq!(said, ["inches and a plain number cannot be added; write `2\"`"]);
    // 0 goes with everything, a score with a plain number
    assert!(pack.faults(&chain(length(6000), vec![(Op::Minus, int(0))])).is_empty());
    assert!(pack.faults(&chain(e(ExprKind::Need(4)), vec![(Op::AtMost, int(5))])).is_empty());
    let area = chain(length(2000), vec![(Op::Times, length(3000)), (Op::Divide, length(6000))]);
    let mut scope = pack.scope();
    assert_eq!(pack.cx.expr(&mut scope, &area).ty, Ty::LENGTH);
    let points = chain(e(ExprKind::Points(3)), vec![(Op::Times, e(ExprKind::Points(3)))]);
    assert_eq!(pack.faults(&points), ["two measured amounts cannot be multiplied; multiply by a plain number"]);
    assert!(pack.told().is_empty());
}

#[test]
fn the_odd_first_of_several_is_told() {
    let mut pack = Pack::new();
    let is = |p: &mut Pack<'_>| {
        let of = p.local("unit");
        let names = vec![p.name_ref("Dazzled")];
        let what = ast::Is::Names(names);
        let tails = vec![ast::Tail { kind: ast::TailKind::Is { not: false, what }, at: at(0, 1) }];
        e(ExprKind::Said(ast::Said { of, tails }))
    };
    let test = is(&mut pack);
    let choice = |first: Expr, otherwise: Option<Expr>, test: &Expr| {
        e(ExprKind::Choice(ast::Choice { arms: vec![(first, test.clone())], otherwise }))
    };
    let said = pack.faults(&choice(int(4), Some(length(6000)), &test));
    assert_eq!(said, ["this is a plain number, and what stands beside it is inches; write `4\"`"]);
    let said = pack.faults(&choice(int(4), None, &test));
    assert_eq!(said, ["nothing says what it is otherwise; add `, otherwise 0`"]);
}

#[test]
fn fractions_are_rounded_by_somebody() {
    let mut pack = Pack::new();
    pack.value("Pluck", Ty::PLAIN);
    let receiver = pack.sym("Daring");
    let pluck = pack.call("Pluck", Some("unit"));
    let quotient = chain(pluck.clone(), vec![(Op::Divide, int(2))]);
    let mut scope = Scope { receiver: Some(receiver), ..pack.scope() };
    pack.cx.expr(&mut scope, &quotient);
    let help = "end it with `rounded up` (or `down`, `nearest`)";
    assert_eq!(pack.told(), [format!("`Pluck of unit / 2` may leave a fraction, and `Daring` is a whole number; {help}")]);
    let half = e(ExprKind::Half { of: pluck, rounded: None });
    pack.cx.expr(&mut scope, &half);
    assert_eq!(pack.told(), [format!("half of `Pluck` may leave a fraction, and `Daring` is a whole number; {help}")]);
    // who receives it says how
    scope.rounds = Some(Rounding::Down);
    let out = pack.cx.expr(&mut scope, &quotient);
    assert!(matches!(&*out.kind, hir::ExprKind::Quotient(_, _, None)));
    let rounded = Rounded { way: Rounding::Up, brackets: true, at: at(0, 1) };
    let tails = vec![ast::Tail { kind: ast::TailKind::Rounded(rounded), at: at(0, 1) }];
    let outer = e(ExprKind::Said(ast::Said { of: quotient, tails }));
    scope.rounds = None;
    let out = pack.cx.expr(&mut scope, &outer);
    assert!(matches!(&*out.kind, hir::ExprKind::Quotient(_, _, Some(Rounding::Up))));
    assert!(pack.told().is_empty());
    let by_nothing = chain(length(6000), vec![(Op::Divide, int(0))]);
    assert_eq!(pack.faults(&by_nothing), ["nothing can be divided by 0; write what it is to be divided by"]);
}

#[test]
fn blanks_left_out_are_filled_by_words() {
    let mut pack = Pack::new();
    pack.value("Pluck", Ty::PLAIN);
    let bare = pack.call("Pluck", None);
    assert!(pack.faults(&bare).is_empty());
    let mut nobody = Scope::default();
    pack.cx.expr(&mut nobody, &bare);
    assert_eq!(pack.told(), ["`Pluck` is not told `of unit`; add `of ...` with a unit"]);
}

#[test]
fn candidates_are_not_their_own_neighbours() {
    let mut pack = Pack::new();
    // `any unit other than it`, where `it` is the candidate of `any unit where ...`
    let inner = pack.any(None, vec![ast::RelativeKind::OtherThan(e(ExprKind::It))]);
    let exists = e(ExprKind::Exists { quantifier: ast::Quantifier::Any, among: inner });
    let outer = pack.any(Some("one"), vec![ast::RelativeKind::Where(exists)]);
    let mut scope = pack.scope();
    let sel = pack.cx.sel(&mut scope, &outer);
    let Some(Test::Where(where_)) = sel.tests.first() else { panic!("no question") };
    let hir::ExprKind::Exists(_, inner) = &*where_.kind else { panic!("no description") };
    let Some(Test::OtherThan(it)) = inner.tests.first() else { panic!("no other") };
    assert!(matches!(*it.kind, hir::ExprKind::Local(l) if l == sel.var));
    // the word of the description is forgotten behind it
    assert_eq!(scope.words.len(), 1);
    assert!(scope.it.is_empty());
    assert!(pack.told().is_empty());
}

#[test]
fn what_is_declared_comes_before_the_compass() {
    let mut pack = Pack::new();
    pack.marker("South");
    let mut scope = pack.scope();
    let (south, west) = (pack.call("South", None), pack.call("West", None));
    assert!(matches!(*pack.cx.expr(&mut scope, &south).kind, hir::ExprKind::The(_)));
    assert!(matches!(*pack.cx.expr(&mut scope, &west).kind, hir::ExprKind::Compass(49_152)));
    assert!(pack.told().is_empty());
}

#[test]
fn words_of_a_guard_may_ask_how_a_throw_came_out() {
    let mut pack = Pack::new();
    let (failed, turn) = (pack.local("failed"), pack.local("turn"));
    let first = chain(turn, vec![(Op::Equal, int(1))]);
    let asked = chain(failed.clone(), vec![(Op::Or, first)]);
    let mut scope = Scope { tossing: true, ..pack.scope() };
    let out = pack.cx.tagged_truth(&mut scope, &asked);
    let hir::ExprKind::Or(list) = &*out.kind else { panic!("no alternatives") };
    assert!(matches!(list.first().map(|x| &*x.kind), Some(hir::ExprKind::Result(false))));
    assert!(pack.told().is_empty());
    pack.cx.expr(&mut scope, &failed);
    assert_eq!(
        pack.told(),
        ["what a check came to is said where it is made; write the check, and behind it `, or` and what happens if it fails"]
    );
}

#[test]
fn a_way_is_asked_where_something_goes_on() {
    let mut pack = Pack::new();
    let ways = vec![ast::Word { sym: pack.sym("delayed"), at: at(0, 7) }];
    let asked = e(ExprKind::ThisIs { not: false, ways });
    let mut scope = pack.scope();
    pack.cx.expr(&mut scope, &asked);
    let help = "ask it inside what is done, or write `during` and its name";
    assert_eq!(pack.told(), [format!("nothing goes on here that could be done in a way; {help}")]);
}

#[test]
fn dice_are_rolled_only_where_something_happens() {
    let mut pack = Pack::new();
    let dice = e(ExprKind::Dice(ast::Dice { number: 2, sides: 6, inches: false, at: at(0, 3) }));
    assert_eq!(
        pack.faults(&dice),
        ["a value may not roll dice; make it a `roll`, or a `check` if it passes or fails, and ask it in a step"]
    );
    let mut scope = pack.scope();
    let sum = chain(dice.clone(), vec![(Op::Plus, e(ExprKind::Points(2)))]);
    let out = pack.cx.effect(&mut scope, &sum);
    assert!(pack.told().is_empty(), "a die takes the measure of what it is added to");
    assert!(matches!(*out.kind, hir::ExprKind::Math(..)) && !scope.effects);
    pack.cx.effect(&mut scope, &chain(dice, vec![(Op::Plus, length(1000))]));
    assert_eq!(pack.told(), ["a plain number and inches cannot be added; write `2d6\"`"]);
}

#[test]
fn qualities_are_of_those_who_bear_them() {
    let mut pack = Pack::new();
    let dazzled = pack.name_ref("Dazzled");
    let mut scope = pack.scope();
    let word = pack.sym("unit");
    let unit = pack.cx.local_expr(scope.find(word).unwrap(), at(0, 1));
    assert!(matches!(pack.cx.quality(&mut scope, &unit, &dazzled), Quality::State(_)));
    let side = hir::Expr { ty: Ty::Thing(KindId(1)), ..unit };
    assert!(matches!(pack.cx.quality(&mut scope, &side, &dazzled), Quality::Error));
    assert_eq!(pack.told(), ["`Dazzled` is of a unit, and this is a side; ask it of a unit"]);
    let dazzed = pack.name_ref("Dazzed");
    pack.cx.quality(&mut scope, &side, &dazzed);
    assert_eq!(pack.told(), ["there is no `Dazzed`; did you mean `Dazzled`?"]);
}
