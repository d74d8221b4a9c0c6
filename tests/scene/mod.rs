//! A position of Chosen Men and something to be done in it, for tests and benchmarks of the machine.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use grognard::Shelves;
use grognard::floors::ast::{self, DeclKind};
use grognard::floors::ir::Program;
use grognard::floors::lab::Policy;
use grognard::floors::muster::Rulebook;
use grognard::floors::ready::Ready;
use grognard::floors::source::Files;
use grognard::floors::syntax;
use grognard::floors::trial::{Stage, Trial, about_to};
use grognard::floors::vm::{Choice, Decision, Game, Machine, NONE_CHOICE, Wanted};

/// The pack of the first game.
pub fn ready() -> Ready {
    Ready::open(&Shelves::default(), "rules/chosen-men").unwrap_or_else(|_| panic!("the pack is sound"))
}

/// A position and something to be done in it.
pub struct Scene {
    pub program: Program,
    pub stage: Stage,
    pub proc: grognard::floors::ir::ProcNo,
}

impl Scene {
    /// Of a situation, and a test in it that does one thing.
    pub fn new(ready: &Ready, text: &str) -> Self {
        let mut files: Files = ready.loaded.files.clone();
        let id = files.add("scene", text);
        let mut rules = ready.compiled.resolved.rules.clone();
        let (tree, _) = syntax::tree(&files, id);
        let (own, _) = ast::declarations(&files, &tree, &mut rules.names);
        let all = [ready.compiled.effective.decls.as_slice(), &own].concat();
        let book = Rulebook { files: &files, decls: &all, rules: &rules, lowered: &ready.compiled.lowered };
        let trial = Trial { book, entries: &ready.entries };
        let test = own.iter().find(|d| matches!(*d.kind, DeclKind::Test(_))).expect("a test");
        let (stage, program, proc) = about_to(&trial, test).unwrap_or_else(|e| panic!("{}", e.1));
        Self { program, stage, proc }
    }

    /// The machine about to do it.
    pub fn start(&self, game: Game<'_>) -> Machine {
        Machine::start(game, self.stage.world.clone(), self.proc, &[], 0)
    }
}

/// Decides nothing: takes no offer, and the first of what must be picked.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Quiet;

impl Policy for Quiet {
    fn decide(&mut self, d: &Decision, _: &Machine) -> Option<Choice> {
        Some(match d.wanted {
            Wanted::YesNo => Choice::of(0),
            _ => d.options.first().copied().unwrap_or(NONE_CHOICE),
        })
    }
}
