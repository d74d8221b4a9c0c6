//! A position of Chosen Men and something to be done in it, for tests and benchmarks of the machine.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use grognard::cli::Common;
use grognard::cli::ready::Ready;
use grognard::graph::{Program, Snippet, snippet};
use grognard::lab::Policy;
use grognard::source::Files;
use grognard::syntax::{self, Rule};
use grognard::trial::{Stage, Trial, stage};
use grognard::vm::{Choice, Decision, Game, Machine, NONE_CHOICE, Wanted};

/// The pack of the first game.
pub fn ready() -> Ready {
    Ready::open(&Common::default(), "rules/chosen-men").unwrap_or_else(|_| panic!("the pack is sound"))
}

/// A position and something to be done in it.
pub struct Scene {
    pub program: Program,
    pub stage: Stage,
    pub proc: u16,
}

impl Scene {
    /// Of a situation, and a test in it that does one thing.
    pub fn new(ready: &Ready, text: &str) -> Self {
        let mut files: Files = ready.loaded.files.clone();
        let id = files.add("scene", text);
        let (declarations, _) = syntax::parse(&files, id);
        let all = [ready.loaded.declarations.as_slice(), &declarations].concat();
        let trial = Trial { files: &files, program: &ready.program, entries: &ready.entries, declarations: &all };
        let situation = declarations.iter().find(|d| d.head.rule == Rule::situation_d).expect("a situation");
        let stage = stage(&trial, situation).unwrap_or_else(|e| panic!("{}", e.1));
        let mut call = None;
        declarations[1].body[0].parts[0].walk(&mut |n| {
            if n.rule == Rule::do_st {
                call = Some(n.clone());
            }
        });
        let call = call.expect("a call");
        let (program, proc, faults) = snippet(&files, ready.program.clone(), &stage.known, Snippet::One(&call));
        assert!(faults.is_empty(), "{faults:?}");
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
