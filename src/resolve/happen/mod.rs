//! What happens: statements, procedures, throws.

mod amount;
mod around;
mod band;
mod branch;
mod call;
mod cards;
mod change;
mod check;
mod choose;
mod deck;
mod gather;
mod lend;
mod loops;
mod motion;
mod natural;
mod offer;
mod opposed;
mod place;
mod pool;
mod proc;
mod spend;
mod stand;
mod step;
mod stmt;
mod take;
mod throw;
mod turning;
mod value;

pub(crate) use band::span_of;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod texts;

pub(crate) use around::Places;
pub(crate) use natural::Shown;
pub(crate) use opposed::RESULT;

use super::{Resolver, Scope};
use crate::ast::{self, ChanceSort, DeclKind, ProcessSort};
use crate::hir::Block;

impl<'a> Resolver<'a> {
    /// What values, procedures and throws say themselves.
    pub fn bodies(&mut self) {
        let all: Vec<(&'a ast::Decl, super::cx::Made)> = self.decls.iter().copied().zip(self.made.iter().cloned()).collect();
        for (d, made) in &all {
            match (&*d.kind, made.value) {
                (DeclKind::Value(v), Some(id)) => self.value_body(d, id, v.base.as_ref(), &v.options, &v.items),
                (DeclKind::Condition(c), Some(id)) => self.value_body(d, id, c.base.as_ref(), &[], &c.items),
                _ => {}
            }
        }
        // whether a pool is passed or failed is known before anything is done if it is failed
        for (d, made) in &all {
            if let (DeclKind::Chance(c), Some(proc)) = (&*d.kind, made.proc) {
                if c.sort == ChanceSort::Pool {
                    self.pool_needs(c, proc);
                }
            }
        }
        for (d, made) in &all {
            let Some(proc) = made.proc else { continue };
            match &*d.kind {
                DeclKind::Chance(c) => self.throw_body(d, c, proc),
                DeclKind::Process(p) if p.sort == ProcessSort::Manner => self.manner_body(d, proc, &p.items),
                DeclKind::Process(p) => self.procedure(d, proc, &p.roles, &p.items),
                DeclKind::Named(n) => self.procedure(d, proc, &n.roles, &n.items),
                _ => {}
            }
        }
    }

    /// Statements. Words that they make known are forgotten behind them.
    pub fn block(&mut self, scope: &mut Scope, block: &ast::Block) -> Block {
        let known = scope.words.len();
        let out = self.open_block(scope, block);
        scope.leave(known);
        out
    }

    /// Statements whose words stay known behind them: those of a step.
    pub fn open_block(&mut self, scope: &mut Scope, block: &ast::Block) -> Block {
        block.0.iter().map(|s| self.statement(scope, s)).collect()
    }
}
