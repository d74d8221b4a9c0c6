//! Names where a quantity, a thing or a deed is meant.

use crate::ast::{self, NameRef};
use crate::diag::{Code, Diagnostic, with_article};
use crate::hir::{CountId, Expr, ExprKind, LocalId, Origin, ProcId, ProcKind, Quality, Sel, StateId, StateKind, Symbol, Test, Ty, ValueId};
use crate::intern::Sym;
use crate::resolve::{Resolver, Scope};
use crate::source::At;

use super::Given;
use super::Shown;
use super::Wanted;
use crate::resolve::noun::direction;

impl Resolver<'_> {
    /// A name with what stands in brackets behind it and what fills its blanks.
    pub(super) fn call(&mut self, scope: &mut Scope, call: &ast::Call) -> Expr {
        if let Some(keys) = self.keys_of(call) {
            return self.lookup_in(scope, call, &keys);
        }
        if let Some(done) = scope.effects.then(|| self.done(call)).flatten() {
            return self.do_here(scope, call, done);
        }
        if call.roles.is_empty() {
            return self.bare(scope, &call.name);
        }
        let given = self.given_to(scope, call);
        let name = &call.name;
        let first = given.first().map(|g| g.1.ty);
        match self.pick_symbol(name.name.sym, first) {
            Some(Symbol::Count(c)) => {
                self.only_of(name, c, &given);
                let of = given.into_iter().next().map_or_else(|| Expr::error(call.at), |g| g.1);
                self.stored(of, c, name.at)
            }
            Some(symbol @ Symbol::Value(v)) => {
                let Some(head) = self.rules.values.get(v).map(|v| v.head.clone()) else { return Expr::error(call.at) };
                if self.is_condition(symbol) {
                    self.asked_like_a_value(call);
                }
                let args = self.fill(scope, &head, given, name.at);
                self.valued(v, args, name.at)
            }
            Some(Symbol::Table(t)) => {
                let Some(head) = self.rules.tables.get(t).map(|t| t.head.clone()) else { return Expr::error(call.at) };
                let args = self.fill(scope, &head, given, name.at);
                self.looked_up(scope, t, args, name)
            }
            Some(Symbol::Proc(p)) => self.only_happens(scope, p, name.at),
            _ => self.unknown_name(name, Wanted::Value(first)),
        }
    }

    /// A condition is said of somebody: `x is Weary by y`.
    fn asked_like_a_value(&mut self, call: &ast::Call) {
        let shown = Shown(&self.rules.names);
        let name = shown.name_ref(&call.name);
        let help = match call.roles.split_first() {
            Some((first, rest)) => {
                let behind: String = rest.iter().map(|r| format!(" {} {}", r.prep.word(), shown.expr(&r.with))).collect();
                format!("write `{} is {name}{behind}`", shown.expr(&first.with))
            }
            None => format!("write `... is {name}`, and say of whom"),
        };
        self.fault(Code::FirstEdition, call.at, format!("`{name}` is a condition, and is said of somebody"), help);
    }

    /// What a call gives for each blank, as it is written.
    pub(super) fn given_to(&mut self, scope: &mut Scope, call: &ast::Call) -> Vec<Given> {
        call.roles.iter().map(|r| (r.prep, self.one(scope, &r.with), r.at)).collect()
    }

    /// Faults all that is said of a count but whose it is.
    fn only_of(&mut self, name: &NameRef, count: CountId, given: &[Given]) {
        let Some((prep, _, at)) = given.iter().find(|g| g.0 != ast::Prep::Of).or(given.get(1)) else { return };
        let written = self.said(name.name.sym);
        let of = self.rules.counts.get(count).and_then(|c| self.kind_of(c.of)).map_or_else(String::new, |k| self.said(k.word));
        let d = Diagnostic::new(Code::Role, at.span(), format!("`{written}` has no `{}`", prep.word()));
        self.report(d.here(format!("it is a count: {written} of {of}")).help("write only `of`, and whose it is"));
    }

    /// The fault for a roll or a procedure that is asked like a value.
    pub(super) fn only_happens(&mut self, scope: &Scope, proc: ProcId, at: At) -> Expr {
        let Some(p) = self.rules.procs.get(proc) else { return Expr::error(at) };
        let may_not = if matches!(p.kind, ProcKind::Chance(_)) { "may not roll dice" } else { "may not do anything" };
        let (title, declared, word) = (self.text(p.head.name), p.head.line.at, with_article(self.proc_word(proc)));
        let asker = if scope.proc.is_none() { "a value" } else { "a question" };
        let d = Diagnostic::new(Code::Dice, at.span(), format!("`{title}` is {word}, and {asker} {may_not}"));
        self.report(d.label(declared.span(), "declared here").help("make it a step of its own, `step x = ...`, and ask `x`"));
        Expr::error(at)
    }

    /// The meaning of a name with blanks: values overload on what fills the first blank.
    fn pick_symbol(&self, name: Sym, first: Option<Ty>) -> Option<Symbol> {
        let symbols = self.lookup(name);
        let fits = |s: &&Symbol| match (s, first) {
            (Symbol::Count(c), Some(ty @ Ty::Thing(_))) => self.rules.counts.get(*c).is_some_and(|c| Ty::Thing(c.of) == ty),
            (Symbol::Value(v), Some(ty)) => {
                let head = self.rules.values.get(*v).map(|v| &v.head);
                head.and_then(|h| h.roles.first()).is_some_and(|r| self.local_ty(r.local).fits(ty))
            }
            (Symbol::Table(_) | Symbol::Proc(_), _) => true,
            _ => false,
        };
        let quantity = |s: &&Symbol| matches!(s, Symbol::Value(_) | Symbol::Count(_));
        let picked = symbols.iter().find(|s| quantity(s) && fits(s));
        picked.or_else(|| symbols.iter().find(fits)).or_else(|| symbols.iter().find(quantity)).copied()
    }

    /// What a count of a thing holds.
    fn stored(&mut self, of: Expr, count: CountId, at: At) -> Expr {
        self.keeps(count, of.ty, at);
        let ty = self.rules.counts.get(count).map_or(Ty::Unknown, |c| c.holds);
        Expr::new(ExprKind::Count(count, of), ty, at)
    }

    /// What a value comes to for those in its blanks. Dice that it may hold cannot be asked.
    pub(super) fn valued(&mut self, value: ValueId, args: Vec<Expr>, at: At) -> Expr {
        let (title, gives) = self.rules.values.get(value).map_or((Sym(u32::MAX), Ty::Unknown), |v| (v.head.name, v.head.gives));
        if self.dice_column(value) {
            return self.holds_dice(title, at);
        }
        Expr::new(ExprKind::Ask(value, args), gives, at)
    }

    /// A name asked of something, which fills its first blank.
    pub fn ask(&mut self, scope: &mut Scope, name: &NameRef, of: &Expr) -> Expr {
        match self.pick_symbol(name.name.sym, Some(of.ty)) {
            Some(Symbol::Count(c)) => self.stored(of.clone(), c, name.at),
            Some(Symbol::Value(v)) => {
                let Some(head) = self.rules.values.get(v).map(|v| v.head.clone()) else { return Expr::error(name.at) };
                let given = head.roles.first().map(|r| (r.prep, of.clone(), name.at)).into_iter().collect();
                let args = self.fill(scope, &head, given, name.at);
                self.valued(v, args, name.at)
            }
            _ => self.unknown_name(name, Wanted::Value(Some(of.ty))),
        }
    }

    /// What a name stands for in a test alone.
    fn known_here(&self, sym: Sym) -> Option<LocalId> {
        let key = self.rules.names.key_of(sym);
        self.known.iter().find(|(s, _)| self.rules.names.key_of(*s) == key).map(|(_, local)| *local)
    }

    /// Whether a name stands for one thing, or one point of the compass, and for nothing that things can be.
    pub(super) fn stands_for_one(&self, sym: Sym, nothing_else: bool) -> bool {
        self.known_here(sym).is_some() || nothing_else && direction(self.text(sym)).is_some()
    }

    /// A name that stands alone.
    pub fn bare(&mut self, scope: &mut Scope, name: &NameRef) -> Expr {
        let (sym, at) = (name.name.sym, name.at);
        if let Some(local) = self.known_here(sym) {
            return self.local_expr(local, at);
        }
        let symbols = self.lookup(sym).to_vec();
        // a reading of a ruling, or a word for an answer, is meant where nothing else is called so
        let label = |s: &Symbol| matches!(s, Symbol::Reading(..) | Symbol::Word(_));
        if let Some(thing) = symbols.iter().filter(|s| !label(s)).find_map(|s| self.as_thing(*s, at)) {
            return thing;
        }
        for symbol in &symbols {
            match *symbol {
                Symbol::Value(v) => {
                    let Some(head) = self.rules.values.get(v).map(|v| v.head.clone()) else { continue };
                    if self.is_condition(*symbol) && !head.roles.is_empty() {
                        self.asked_like_a_value(&ast::Call { name: *name, args: Vec::new(), roles: Vec::new(), at });
                    }
                    let args = self.fill(scope, &head, Vec::new(), at);
                    return self.valued(v, args, at);
                }
                Symbol::State(s) => return self.bearer(s, at),
                Symbol::Proc(p) => return self.only_happens(scope, p, at),
                _ => {}
            }
        }
        if let Some(named) = symbols.iter().find_map(|s| self.as_thing(*s, at)) {
            return named;
        }
        // what the pack declares is meant before any point of the compass
        match direction(self.text(sym)).filter(|_| symbols.is_empty()) {
            Some(way) => Expr::new(ExprKind::Compass(way), Ty::Facing, at),
            None => self.unknown_name(name, Wanted::Value(None)),
        }
    }

    /// What a name is that is something by itself.
    fn as_thing(&self, symbol: Symbol, at: At) -> Option<Expr> {
        let (kind, ty) = match symbol {
            Symbol::Row(r) => (ExprKind::Row(r), self.rules.rows.get(r).map_or(Ty::Unknown, |r| Ty::Row(r.kind))),
            Symbol::Ruling(r) => return Some(self.ruling(r, at)),
            Symbol::Thing(t) => (ExprKind::Thing(t), self.rules.things.get(t).map_or(Ty::Unknown, |t| Ty::Thing(t.kind))),
            Symbol::Reading(r, i) => (ExprKind::Reading(r, i), Ty::Name),
            Symbol::State(s) if self.rules.states.get(s).is_some_and(|s| s.kind == StateKind::Formation) => {
                (ExprKind::Formation(s), Ty::Formation)
            }
            Symbol::Word(w) => (ExprKind::Word(w), Ty::Name),
            _ => return None,
        };
        Some(Expr::new(kind, ty, at))
    }

    /// A state named alone: the one thing that has it.
    fn bearer(&mut self, state: StateId, at: At) -> Expr {
        let Some(kind) = self.rules.states.get(state).map(|s| s.of) else { return Expr::error(at) };
        let Some(word) = self.kind_of(kind).map(|k| k.word) else { return Expr::error(at) };
        let ty = self.thing_type(kind);
        let var = self.local(word, ty, Origin::Candidate);
        let sel = Sel { kind, var, tests: vec![Test::Is(vec![Quality::State(state)], false)], at };
        Expr::new(ExprKind::The(sel), ty, at)
    }
}
