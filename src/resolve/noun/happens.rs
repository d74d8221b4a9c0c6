//! Heads of what happens: throws, procedures, phases, the turn, actions.

use crate::ast::{self, ChanceSort, Decl, ExprKind, ItemKind, Met, Part, ProcessSort, RoleHead, Walk};
use crate::diag::Code;
use crate::hir::{Chance, ChanceKind, Dice, Expr, Head, KindBase, Line, Manner, Proc, ProcId, ProcKind, Symbol, Ty};
use crate::intern::{Sym, folded};
use crate::source::At;

use super::super::Resolver;
use super::kinds::line;
use super::order::process_word;

/// The game as a whole, as rules speak of it.
const GAME: &str = "Game";
/// What the turn is called.
const TURN: &str = "Turn";

impl Resolver<'_> {
    /// A throw. What it says itself is read later; until then it says what sort it is.
    pub(super) fn declare_chance(&mut self, place: usize, d: &Decl, chance: &ast::Chance) {
        let name = chance.title.name;
        let roles = self.roles(&chance.roles, d.head);
        let side = self.first_kind(KindBase::Side).map_or(Ty::Unknown, Ty::Thing);
        let gives = match chance.sort {
            ChanceSort::Check => Ty::Truth,
            ChanceSort::Opposed => roles.first().map_or(side, |r| self.local_ty(r.local)),
            ChanceSort::Roll if chance.base.as_ref().is_some_and(|b| speaks_of_inches(&b.expr)) => Ty::LENGTH,
            ChanceSort::Roll | ChanceSort::Pool => Ty::PLAIN,
        };
        let head = Head { name: name.sym, roles, gives, line: line(Some(name.sym), name.at, d) };
        let Some(id) = self.new_proc(head, ProcKind::Chance(Box::new(empty_chance(chance.sort, name.at)))) else { return };
        self.declare_ways(id, d);
        self.enter_once(name.sym, name.at, Symbol::Proc(id), |cx, s| match s {
            Symbol::Proc(old) => Some(cx.rules.procs.get(old).map(|p| p.head.line.at)),
            _ => None,
        });
        self.made_proc(place, id);
    }

    /// Whether something that happens is a throw.
    pub fn is_chance(&self, proc: ProcId) -> bool {
        self.rules.procs.get(proc).is_some_and(|p| matches!(p.kind, ProcKind::Chance(_)))
    }

    /// Whether something is a manner of moving.
    pub fn is_manner(&self, proc: ProcId) -> bool {
        self.rules.procs.get(proc).is_some_and(|p| matches!(p.kind, ProcKind::Manner(_)))
    }

    /// The turn, a phase or a procedure.
    pub(super) fn declare_process(&mut self, place: usize, d: &Decl, process: &ast::Process) {
        let (kind, name, at) = match (process.sort, process.title.as_ref().map(|t| t.name)) {
            (ProcessSort::Turn, _) => (ProcKind::Turn, self.rules.names.intern(TURN), d.head),
            (sort, None) => return self.nameless(process_word(sort), d.head),
            (ProcessSort::Phase, Some(name)) => (ProcKind::Phase, name.sym, name.at),
            (ProcessSort::Procedure, Some(name)) => (ProcKind::Procedure, name.sym, name.at),
            (ProcessSort::Manner, Some(name)) => return self.declare_manner(place, d, (name.sym, name.at), &process.roles),
        };
        self.declare_proc(place, d, (name, at), &process.roles, kind);
    }

    /// A way of moving that has a name. Nobody does it: moves name it, and rules say more of whoever moves so.
    fn declare_manner(&mut self, place: usize, d: &Decl, (name, at): (Sym, At), roles: &[RoleHead]) {
        let roles = self.roles(roles, d.head);
        if let [_, second, ..] = roles.as_slice() {
            self.fault(Code::Role, second.at, "only who moves so is named here", "leave this out, and ask for it in what it says");
        }
        if roles.is_empty() {
            let help = format!("write `of` and the kind behind it, such as `{} of unit`", self.said(name));
            self.fault(Code::Role, at, "a manner says who moves so", help);
            return;
        }
        let head = Head { name, roles, gives: Ty::Nothing, line: line(Some(name), at, d) };
        let Some(id) = self.new_proc(head, ProcKind::Manner(Manner::default())) else { return };
        self.enter_once(name, at, Symbol::Manner(id), |cx, s| match s {
            Symbol::Manner(old) => Some(cx.rules.procs.get(old).map(|p| p.head.line.at)),
            _ => None,
        });
        self.made_proc(place, id);
    }

    /// Something that happens, be it an action.
    pub(super) fn declare_proc(&mut self, place: usize, d: &Decl, (name, at): (Sym, At), roles: &[RoleHead], kind: ProcKind) {
        let turn = kind == ProcKind::Turn;
        let roles = if turn { Vec::new() } else { self.roles(roles, d.head) };
        let gives = if turn { Ty::Nothing } else { Ty::PLAIN };
        let head = Head { name, roles, gives, line: line(Some(name), at, d) };
        let Some(id) = self.new_proc(head, kind) else { return };
        self.declare_ways(id, d);
        self.enter_once(name, at, Symbol::Proc(id), |cx, s| match s {
            Symbol::Proc(old) => Some(cx.rules.procs.get(old).map(|p| p.head.line.at)),
            _ => None,
        });
        self.made_proc(place, id);
    }

    /// The ways in which something may be done.
    fn declare_ways(&mut self, proc: ProcId, d: &Decl) {
        let ways = d.kind.items().iter().filter_map(|i| if let ItemKind::Ways(ways) = &i.kind { Some(ways) } else { None });
        for word in ways.flatten() {
            let Some(p) = self.rules.procs.get_mut(proc) else { return };
            if p.ways.contains(&word.sym) {
                let message = format!("`{}` is a way of this already", self.said(word.sym));
                self.fault(Code::Twice, word.at, message, "leave out one of the two");
            } else {
                p.ways.push(word.sym);
            }
        }
    }

    fn made_proc(&mut self, place: usize, id: ProcId) {
        if let Some(made) = self.made.get_mut(place) {
            made.proc = Some(id);
        }
    }

    fn new_proc(&mut self, head: Head, kind: ProcKind) -> Option<ProcId> {
        self.rules.procs.push(Proc {
            head,
            kind,
            costs: Vec::new(),
            needs: Vec::new(),
            limits: Vec::new(),
            steps: Vec::new(),
            shown: None,
            aim: None,
            ways: Vec::new(),
            results: Vec::new(),
        })
    }

    /// Where rules meet the game as a whole, it is something that happens: `before Game: ...`.
    pub(super) fn declare_game(&mut self) {
        let Some(met) = self.declared().into_iter().find_map(|(_, d)| self.meets_game(d)) else { return };
        let name = self.rules.names.intern(GAME);
        let known = self.find(name, |s| match s {
            Symbol::Proc(p) if !self.is_chance(p) => Some(p),
            _ => None,
        });
        if known.is_some() {
            return;
        }
        let head = Head { name, roles: Vec::new(), gives: Ty::Nothing, line: Line { name: Some(name), at: met, cites: Vec::new() } };
        if let Some(id) = self.new_proc(head, ProcKind::Opening) {
            self.enter(name, Symbol::Proc(id));
        }
    }

    /// Where a line of a declaration meets the game as a whole.
    fn meets_game(&self, d: &Decl) -> Option<At> {
        let attaches = d.kind.items().iter().filter_map(|i| if let ItemKind::Attach(a) = &i.kind { Some(a) } else { None });
        attaches.flat_map(|a| &a.patterns).find_map(|p| match &p.what {
            Met::Named { name, .. } if name.param.is_none() && p.step.is_none() && folded(self.text(name.name.sym)) == folded(GAME) => {
                Some(name.at)
            }
            _ => None,
        })
    }
}

/// A throw of a sort of which nothing is said yet.
fn empty_chance(sort: ChanceSort, at: At) -> Chance {
    let kind = match sort {
        ChanceSort::Pool => ChanceKind::Pool { dice: Vec::new(), each: None, passes: None, or_less: false },
        ChanceSort::Roll => ChanceKind::Roll(None),
        ChanceSort::Opposed => ChanceKind::Opposed { roll: None, ties_again: false, side: None },
        ChanceSort::Check => {
            let dice = Dice { number: 1, sides: 6, plus: 0, inches: false, at };
            ChanceKind::Check { dice, base: Expr::error(at), need: Expr::error(at), low: false }
        }
    };
    Chance { kind, naturals: Vec::new(), keep: Vec::new(), rows: Vec::new(), bands: Vec::new() }
}

/// Whether a total is one of lengths: some part of it is written in inches.
fn speaks_of_inches(e: &ast::Expr) -> bool {
    let mut found = false;
    e.walk(&mut |part| {
        if let Part::Expr(e) = part {
            found |= match *e.kind {
                ExprKind::Length(_) | ExprKind::Place(_) => true,
                ExprKind::Dice(dice) => dice.inches,
                _ => false,
            };
        }
    });
    found
}
