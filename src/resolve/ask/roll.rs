//! Dice and deeds inside questions: where something happens they are done first, elsewhere they are faults.

use rustc_hash::FxHashMap;

use crate::ast::{self, ChanceSort, Choice, ExprKind as Ast, Part, Walk};
use crate::diag::{Code, Diagnostic};
use crate::dice::Histogram;
use crate::hir::{Call, Dice, Expr, ExprKind, LocalId, Origin, ProcId, Shown, Symbol, Ty, ValueId};
use crate::intern::Sym;
use crate::resolve::{Resolver, Scope};
use crate::source::At;

/// Dice of one throw at most.
const MOST_DICE: u32 = 1000;
/// Sides of a die at most.
const MOST_SIDES: u32 = 255;

/// What is known of pools whose faces are counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pools {
    /// The pool that a result came of.
    pub of: FxHashMap<LocalId, ProcId>,
}

/// What a call is besides a question.
#[derive(Clone, Copy, Debug)]
pub(super) enum Done {
    /// A column whose cells hold dice.
    Column(ValueId),
    /// Something that happens, or a throw.
    Proc(ProcId),
}

impl Resolver<'_> {
    /// Dice written out: `2d6"`.
    pub(super) fn dice(&mut self, scope: &Scope, d: ast::Dice) -> Expr {
        if !scope.effects {
            return self.rolled_here(scope, d.at);
        }
        let dice = self.dice_of(d);
        let ty = if dice.inches { Ty::LENGTH } else { Ty::PLAIN };
        Expr::new(ExprKind::Roll(dice), ty, d.at)
    }

    /// How many dice of how many sides: a die has 1 to 255.
    pub fn dice_of(&mut self, d: ast::Dice) -> Dice {
        let possible = (1..=MOST_SIDES).contains(&d.sides) && (1..=MOST_DICE).contains(&d.number);
        if !possible {
            let help = "a throw has 1 to 1000 dice of 1 to 255 sides; of more, roll digits: `10 x d10 + d10`";
            self.fault(Code::Type, d.at, "there are no such dice", help);
        }
        let (number, sides) = if possible { (d.number, d.sides) } else { (1, 6) };
        Dice { number: i64::from(number), sides: i64::from(sides), plus: 0, inches: d.inches, at: d.at }
    }

    /// The fault for dice in a question.
    pub fn rolled_here(&mut self, scope: &Scope, at: At) -> Expr {
        let (asker, help) = match scope.proc {
            None => ("a value", "make it a `roll`, or a `check` if it passes or fails, and ask it in a step"),
            Some(_) => ("a question", "roll in a step of its own, `step x = ...`, and ask `x`"),
        };
        self.report(Diagnostic::new(Code::Dice, at.span(), format!("{asker} may not roll dice")).here("rolled here").help(help));
        Expr::error(at)
    }

    /// Whether a value is a column whose cells may hold dice.
    pub fn dice_column(&self, value: ValueId) -> bool {
        self.column_of(value).is_some_and(|c| self.column_rolls(c))
    }

    /// The column of dice that a name is.
    fn named_dice_column(&self, name: Sym) -> Option<ValueId> {
        self.lookup(name).iter().find_map(|s| match s {
            Symbol::Value(v) if self.dice_column(*v) => Some(*v),
            _ => None,
        })
    }

    /// Whether a name is of something that happens, and of nothing that is asked.
    pub(super) fn only_done(&self, name: Sym) -> bool {
        let symbols = self.lookup(name);
        symbols.iter().any(|s| matches!(s, Symbol::Proc(_))) && !symbols.iter().any(quantity) || self.named_dice_column(name).is_some()
    }

    /// Whether a question rolls or does something where it stands.
    pub fn rolls_or_does(&self, e: &ast::Expr) -> bool {
        let mut any = false;
        e.walk(&mut |part| {
            any |= match part {
                Part::Expr(e) => match &*e.kind {
                    Ast::Dice(_) | Ast::Total(_) => true,
                    Ast::Call(c) => self.only_done(c.name.name.sym),
                    _ => false,
                },
                _ => false,
            };
        });
        any
    }

    /// Whether any value or question of a choice rolls or does something.
    pub(super) fn choice_rolls(&self, c: &Choice) -> bool {
        c.arms.iter().flat_map(|(v, t)| [v, t]).chain(&c.otherwise).any(|e| self.rolls_or_does(e))
    }

    /// What a call does besides asking.
    pub(super) fn done(&self, call: &ast::Call) -> Option<Done> {
        let name = call.name.name.sym;
        if let Some(column) = self.named_dice_column(name) {
            return Some(Done::Column(column));
        }
        let proc = self.proc_of(name)?;
        // a name may be a quantity too: the blanks say which is meant
        if self.lookup(name).iter().any(quantity) {
            let roles = &self.rules.procs.get(proc)?.head.roles;
            let foreign = call.roles.iter().any(|g| !roles.iter().any(|r| r.prep == g.prep));
            if call.roles.is_empty() != roles.is_empty() || foreign {
                return None;
            }
        }
        Some(Done::Proc(proc))
    }

    /// What is done in the middle of a question, and what comes of it.
    pub(super) fn do_here(&mut self, scope: &mut Scope, call: &ast::Call, done: Done) -> Expr {
        match done {
            Done::Proc(proc) => {
                let gives = self.rules.procs.get(proc).map_or(Ty::Unknown, |p| p.head.gives);
                let call = self.call_of(scope, call, proc);
                let at = call.at;
                Expr::new(ExprKind::Do(call), gives, at)
            }
            // what rules add to the value is added to the dice of its cell
            Done::Column(value) => {
                let Some(head) = self.rules.values.get(value).map(|v| v.head.clone()) else { return Expr::error(call.at) };
                let given = self.given_to(scope, call);
                let args = self.fill(scope, &head, given, call.name.at);
                let asked = Expr::new(ExprKind::Ask(value, args), head.gives, call.at);
                Expr::new(ExprKind::RollCell(asked), head.gives, call.at)
            }
        }
    }

    /// A call of something that happens or is thrown, with what fills its blanks; none if it is no such thing.
    pub fn deed(&mut self, scope: &mut Scope, call: &ast::Call) -> Option<Call> {
        let proc = self.proc_of(call.name.name.sym)?;
        Some(self.call_of(scope, call, proc))
    }

    fn call_of(&mut self, scope: &mut Scope, call: &ast::Call, proc: ProcId) -> Call {
        self.call_with(scope, proc, &call.roles, call.name.at, call.at)
    }

    /// A call of a procedure with what fills its blanks, which may roll or do too.
    pub(crate) fn call_with(&mut self, scope: &mut Scope, proc: ProcId, roles: &[ast::Role], named: At, at: At) -> Call {
        let before = std::mem::replace(&mut scope.effects, true);
        let given = roles.iter().map(|r| (r.prep, self.one(scope, &r.with), r.at)).collect();
        scope.effects = before;
        let head = self.rules.procs.get(proc).map(|p| p.head.clone());
        let (args, gives, name) = match &head {
            Some(head) => (self.fill(scope, head, given, named), head.gives, head.name),
            None => (Vec::new(), Ty::Unknown, Sym(u32::MAX)),
        };
        let result = self.local(name, gives, Origin::Result);
        if self.chance_sort(proc) == Some(ChanceSort::Pool) {
            self.pools.of.insert(result, proc);
            scope.thrown.push(result);
        }
        Call { proc, args, ways: Vec::new(), answers: Vec::new(), result, at }
    }

    /// Remembers under its new word what the result of a pool is.
    pub fn same_throw(&mut self, scope: &mut Scope, from: &Expr, to: LocalId) {
        let local = match &*from.kind {
            ExprKind::Local(l) => *l,
            ExprKind::Do(call) => call.result,
            _ => return,
        };
        if let Some(proc) = self.pools.of.get(&local).copied().filter(|_| scope.thrown.contains(&local)) {
            self.pools.of.insert(to, proc);
            scope.thrown.push(to);
        }
    }

    /// `total of P by a for each SEL`: the results of a procedure, added up.
    pub(super) fn total(&mut self, scope: &mut Scope, t: &ast::Total, at: At) -> Expr {
        if !scope.effects {
            let help = "write it as a step: `step damage = total of ...`";
            return self.fault(Code::Place, at, "a total of procedures stands alone", help);
        }
        let sel = self.sel(scope, &t.each);
        let known = scope.words.len();
        if let Some(word) = self.rules.locals.get(sel.var).map(|l| l.word) {
            scope.bind(word, sel.var);
        }
        let call = self.proc_named(&t.of).map(|proc| self.call_with(scope, proc, &t.roles, t.of.at, at));
        scope.words.truncate(known);
        call.map_or_else(|| Expr::error(at), |call| Expr::new(ExprKind::TotalOf(call, sel), Ty::PLAIN, at))
    }

    /// `count of 6s in hits`: how many dice of that throw show the face; `largest set in hits`: how many show the same one.
    pub(super) fn faces_in(&mut self, scope: &Scope, face: Option<ast::Int>, of: &ast::Expr, at: At) -> Expr {
        let word = if let Ast::Local(word) = &*of.kind { Some(word.sym) } else { None };
        let local = word.and_then(|w| scope.find(w)).filter(|l| scope.thrown.contains(l));
        let pool = local.and_then(|l| self.pools.of.get(&l).copied());
        let (Some(local), Some(pool)) = (local, pool) else {
            let message = format!("`{}` is not the result of a pool", word.map_or("", |w| self.text(w)));
            let help = "name the result of a step that is a pool and no more: `step hits = Name Of Pool ...`";
            return self.fault(Code::Type, at, message, help);
        };
        let (shown, asked) = match face {
            // a face that no die has is never shown
            Some(face) => u8::try_from(face.value).map_or((Shown::Face(0), Histogram::default()), |n| (Shown::Face(n), Histogram::of(n))),
            None => (Shown::Alike, Histogram::EVERY),
        };
        let histogram = self.rules.histograms.entry(pool).or_default();
        *histogram = histogram.and(asked);
        Expr::new(ExprKind::Faces(shown, local, pool), Ty::PLAIN, at)
    }
}

/// Whether a name is asked for a number or a state too.
const fn quantity(s: &Symbol) -> bool {
    matches!(s, Symbol::Value(_) | Symbol::Count(_) | Symbol::State(_))
}
