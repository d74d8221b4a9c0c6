//! Steps.

use super::super::{Resolver, Scope};
use super::around::Around;
use super::call::behind;
use super::lend::cited;
use crate::ast;
use crate::diag::Code;
use crate::hir::{Block, Expr, ExprKind, Guard, Line, Origin, ProcId, Step, Ty};
use crate::source::At;

impl Resolver<'_> {
    /// A step: when it happens, its result, what is done. What it names stays known to later steps.
    pub(super) fn step(&mut self, scope: &mut Scope, proc: ProcId, step: &ast::Step, item: &ast::Item) -> Step {
        let word = step.word.sym;
        scope.step = Some(word);
        scope.steps.push(word);
        let guard = step.guard.as_ref().and_then(|g| {
            let guards = self.guard(scope, g);
            all_of(guards, g.at)
        });
        let before = scope.clone();
        let known = scope.words.len();
        let result = step.value.as_ref().map(|value| {
            let x = self.effect(scope, value);
            self.told_by_its_word(&x, word);
            let local = self.local(word, x.ty, Origin::Result);
            self.same_throw(scope, &x, local);
            scope.words.truncate(known);
            // known below, whether the step happens or not
            scope.bind(word, local);
            (local, x)
        });
        let (mut or_else, mut block) = (None, Block::new());
        if let Some(or) = &step.or_else {
            or_else = self.step_failed(scope, step, item.at, result.as_ref().map(|r| &r.1), or);
        } else if let Some(b) = &step.block {
            block = self.open_block(scope, b);
        }
        let around = Around { before, after: scope.clone(), result: result.as_ref().map(|r| (word, r.0)) };
        self.known_around(proc, word, around);
        let line = Line { name: Some(word), at: item.at, cites: cited(&item.cites) };
        Step { line, guard, result, or_else, block }
    }

    /// The one step of a card that has none: all that it does.
    pub(super) fn whole(&mut self, scope: &mut Scope, proc: ProcId, does: &ast::Block, item: &ast::Item) -> Step {
        let word = self.rules.names.intern("happens");
        scope.step = Some(word);
        scope.steps.push(word);
        let before = scope.clone();
        let block = self.open_block(scope, does);
        self.known_around(proc, word, Around { before, after: scope.clone(), result: None });
        let line = Line { name: Some(word), at: item.at, cites: cited(&item.cites) };
        Step { line, guard: None, result: None, or_else: None, block }
    }

    /// `step x = Test of unit, or: ...`.
    fn step_failed(&mut self, scope: &mut Scope, step: &ast::Step, all: At, result: Option<&Expr>, or: &ast::Block) -> Option<Block> {
        let said = step.guard.as_ref().map(|g| g.at).or(step.value.as_ref().map(|v| v.at)).unwrap_or(step.word.at);
        let at = behind(said, all);
        match result.map(|x| &*x.kind) {
            Some(ExprKind::Do(call)) => {
                let name = self.rules.procs.get(call.proc).map(|p| self.said(p.head.name)).unwrap_or_default();
                Some(self.if_failed(scope, call, &name, or, at))
            }
            // told already
            Some(ExprKind::Error) => None,
            _ => {
                let help = "write `step x = ... , or: ...` with a check or a pool";
                self.fault(Code::Place, at, "nothing here is passed or failed", help);
                None
            }
        }
    }
}

/// All that a guard asks, as one question.
fn all_of(guards: Vec<Guard>, at: At) -> Option<Expr> {
    let mut tests: Vec<Expr> = guards.into_iter().map(|g| g.test).collect();
    match tests.len() {
        0 | 1 => tests.pop(),
        _ => Some(Expr::new(ExprKind::And(tests), Ty::Truth, at)),
    }
}
