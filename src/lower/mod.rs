//! From the resolved rules to the program that the machine runs. The doors are [`lower`] and [`snippet`].
//!
//! What always holds:
//! - What the rules number by themselves keeps its number (see [`Maps`]); what only the machine needs comes behind it.
//! - Every line that can be cited, named or switched off has its row before anything is asked whether it is off.
//! - What switches rows off is there before any code is made; effects that last have their states before that.
//! - A word stands in one register wherever it is known; whoever moves registers has a [`Frame`] of their own.
//! - Nothing is told but that the machine has no room.

mod ask;
mod book;
mod build;
mod deck;
mod declare;
mod effects;
mod fold;
mod forbid;
mod form;
mod frame;
mod ground;
mod happen;
mod heads;
mod limits;
mod lines;
mod list;
mod manner;
mod meet;
mod number;
mod off;
mod room;
mod rows;
mod ruling;
mod sel;
mod separate;
mod snippet;
mod steps;
mod table;
mod terms;
#[cfg(test)]
mod tests;
mod throw;
mod value;

use std::sync::Arc;

use build::{Builder, Maps, Shared};
pub use snippet::{Snippet, called, forget_snippets, snippet};
pub(crate) use steps::Pairs;
pub use steps::Trigger;

use crate::diag::Diagnostic;
use crate::graph::{Graph, Said};
use crate::hir::{AttachId, Rules};
use crate::ir::{Pick, Program};
use crate::source::At;

/// What is known of a program beside it, for checks and snippets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Made {
    /// What became of what.
    pub maps: Maps,
    /// What meets what.
    pub graph: Arc<Graph>,
    /// Rules whose order somebody chooses.
    pub pairs: Pairs,
    /// Rules' statements where they stand in procedures.
    pub triggers: Vec<Trigger>,
    /// What is shared.
    pub shared: Shared,
}

/// A program, and what became of the rules in it.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// The program.
    pub program: Program,
    /// What is known beside it.
    pub(crate) made: Made,
}

impl Lowered {
    /// What meets what.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.made.graph
    }

    /// Rules' statements where they stand in procedures: for checks of what meets at one moment.
    #[must_use]
    pub fn triggers(&self) -> &[Trigger] {
        &self.made.triggers
    }

    /// The quantity of what an action costs, if it costs anything.
    #[must_use]
    pub fn cost_of(&self, proc: crate::hir::ProcId) -> Option<crate::ir::SlotNo> {
        self.made.maps.costs.get(&proc).copied()
    }

    /// Says how the limits of places are written, for whoever finds no room there: what stands at a place of the texts is
    /// known to those who read them.
    pub fn say_limits(&mut self, text: impl Fn(At) -> String) {
        for (pick, nth, at) in &self.made.maps.said {
            if let Some(Pick::Place { limits, .. }) = self.program.picks.get_mut(*pick) {
                if let Some(limit) = limits.get_mut(*nth) {
                    text(*at).trim_start_matches(',').trim().clone_into(&mut limit.said);
                }
            }
        }
    }
}

/// The program of resolved rules, and what is too much for the machine.
#[must_use]
pub fn lower(rules: &Rules) -> (Lowered, Vec<Diagnostic>) {
    lower_in_order(rules, Arc::new(Graph::of(rules)), Pairs::default())
}

/// As [`lower`], of rules that are those of another program but for the readings in force: what meets what is the same.
#[must_use]
pub fn lower_again(rules: &Rules, other: &Lowered) -> (Lowered, Vec<Diagnostic>) {
    lower_in_order(rules, Arc::clone(&other.made.graph), Pairs::default())
}

/// As [`lower`], of rules that are those of which it is known what they say, but for some lines.
#[must_use]
pub fn lower_knowing(rules: &Rules, said: &Said, but: &[AttachId]) -> (Lowered, Vec<Diagnostic>) {
    lower_in_order(rules, Arc::new(Graph::knowing(rules, said, but)), Pairs::default())
}

/// As [`lower`], by the graph of these rules, where somebody chooses the order of these pairs of rules as they are met.
#[must_use]
pub(crate) fn lower_in_order(rules: &Rules, graph: Arc<Graph>, pairs: Pairs) -> (Lowered, Vec<Diagnostic>) {
    let mut b = Builder::new(rules, graph, pairs);
    // heads and nouns
    b.declare();
    b.rulings();
    b.lists();
    b.customs();
    b.tables();
    b.starts();
    b.forms();
    b.grounds();
    // where rules meet the game
    b.bearers();
    b.declare_lasting();
    b.lines();
    b.enter_arrivals();
    b.values();
    b.manners();
    b.forbids();
    b.offs();
    // what happens
    b.bodies();
    b.titles();
    b.crowded();
    separate::separate(&mut b.program);
    b.done()
}

impl Builder<'_> {
    /// The program with what is known beside it, and what was found.
    fn done(self) -> (Lowered, Vec<Diagnostic>) {
        let Self { program, mut found, maps, graph, pairs, triggers, shared, .. } = self;
        found.sort_by_key(|d| (d.span.start, d.code));
        found.dedup();
        (Lowered { program, made: Made { maps, graph, pairs, triggers, shared } }, found)
    }
}
