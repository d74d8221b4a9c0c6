//! Statements and questions put to rules that are resolved already: by tests, odds and musters.

use crate::ast;
use crate::diag::Diagnostic;
use crate::hir::{Block, Expr, Local, LocalId, Origin, ProcId, Rules, Ty};
use crate::intern::{Names, Sym};

use super::{Resolver, Scope};

/// The procedure that such sentences belong to. It is none of the rules'.
const OWN: ProcId = ProcId(u32::MAX);

/// What such sentences may speak of besides what is declared.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Things that are there, by their names.
    pub names: Vec<(Sym, LocalId)>,
    /// Words that stand for something, such as the results of what was done before.
    pub words: Vec<(Sym, LocalId)>,
}

impl Scene {
    /// A thing that is there becomes known.
    pub fn name(&mut self, rules: &mut Rules, name: Sym, ty: Ty) -> LocalId {
        let local = known(rules, name, ty);
        self.names.push((name, local));
        local
    }

    /// A word becomes known.
    pub fn word(&mut self, rules: &mut Rules, word: Sym, ty: Ty) -> LocalId {
        let local = known(rules, word, ty);
        self.words.push((word, local));
        local
    }
}

/// The number past all others is never given out.
fn known(rules: &mut Rules, word: Sym, ty: Ty) -> LocalId {
    rules.locals.push(Local { word, ty, origin: Origin::Given }).unwrap_or(LocalId(u32::MAX))
}

/// Whoever puts sentences to rules. The rules grow by the words that the sentences make known.
#[derive(Debug)]
pub struct Asking<'a> {
    rules: &'a mut Rules,
    scene: &'a Scene,
}

impl<'a> Asking<'a> {
    /// Of these rules, in a scene.
    pub fn of(rules: &'a mut Rules, scene: &'a Scene) -> Self {
        Self { rules, scene }
    }

    /// Statements, one after the other.
    pub fn block(self, block: &ast::Block) -> (Block, Vec<Diagnostic>) {
        self.with(|cx, scope| cx.open_block(scope, block))
    }

    /// A question; in it may be rolled and done.
    pub fn question(self, e: &ast::Expr) -> (Expr, Vec<Diagnostic>) {
        self.with(|cx, scope| cx.effect(scope, e))
    }

    /// A question that must be answered yes or no.
    pub fn whether(self, e: &ast::Expr) -> (Expr, Vec<Diagnostic>) {
        self.with(|cx, scope| cx.effect_truth(scope, e))
    }

    fn with<T>(self, resolve: impl FnOnce(&mut Resolver<'_>, &mut Scope) -> T) -> (T, Vec<Diagnostic>) {
        let mut cx = Resolver::new(Names::default(), &[]);
        cx.kinds = self.rules.kinds.iter().map(|(id, k)| (k.word, id)).collect();
        cx.rules = std::mem::take(self.rules);
        cx.known.clone_from(&self.scene.names);
        let mut scope = Scope { words: self.scene.words.clone(), proc: Some(OWN), ..Scope::default() };
        let out = resolve(&mut cx, &mut scope);
        let resolved = cx.finish();
        *self.rules = resolved.rules;
        (out, resolved.found)
    }
}
