//! What the resolved rules are asked as a whole before anything is played: do their parts agree, and does each of them matter.
//!
//! All of it stands on the resolved rules and the effect graph. What did not resolve is passed over, and hides nothing but itself.

mod advance;
mod alters;
mod apart;
mod asks;
mod behind;
mod belongs;
mod bounds;
mod circle;
mod conflicts;
mod cycles;
mod deeds;
mod faulty;
mod guard;
mod hides;
mod holds;
mod idle;
mod keyed;
mod known;
mod loops;
mod mentions;
mod moments;
mod names;
mod needs;
mod never;
mod own;
mod questions;
mod reach;
mod reader;
mod readings;
mod results;
mod said;
mod scenes;
mod scores;
mod sides;
mod spoilt;
mod stops;
mod sums;
mod surely;
mod term;
mod touch;
mod touched;
mod turns;
mod uncited;
mod unready;
mod unused;
mod words;

use crate::ast::Decl;
use crate::diag::Diagnostic;
use crate::graph::Graph;
use crate::hir::Rules;
use crate::lower::Pairs;
use crate::source::Files;

pub use never::foregone;
pub(crate) use own::Own;
pub use uncited::uncited;

/// A pack after the stages that say what it means.
#[derive(Clone, Copy, Debug)]
pub struct Whole<'a> {
    /// The texts, for messages.
    pub files: &'a Files,
    /// The declarations that hold.
    pub decls: &'a [Decl],
    /// The resolved rules.
    pub rules: &'a Rules,
    /// What meets what.
    pub graph: &'a Graph,
}

/// What program and faults both hang on: it is worked out once.
pub struct Weighed {
    reach: reach::Reach,
    moments: Vec<moments::Pair>,
}

impl Weighed {
    /// Weighs rules by their graph.
    #[must_use]
    pub fn of(rules: &Rules, graph: &Graph) -> Self {
        let reach = reach::Reach::of(rules, graph);
        let moments = moments::pairs(rules, graph, &reach);
        Self { reach, moments }
    }

    /// Pairs of rules at one moment whose order matters and is not said, where somebody chooses it.
    #[must_use]
    pub(crate) fn undecided(&self, rules: &Rules) -> Pairs {
        if rules.settings.simultaneous.is_none() { Pairs::default() } else { moments::undecided(&self.moments) }
    }
}

/// Faults of the whole: what meets and does not agree, what comes back to itself, what is declared and not ready. What may
/// only seem so since something was `told` already is passed over.
#[must_use]
pub fn faults(whole: Whole<'_>, weighed: Weighed, told: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut found = conflicts::check(whole, &weighed.reach);
    found.extend(moments::check(whole, weighed.moments));
    found.extend(cycles::check(whole.rules, whole.graph));
    found.extend(belongs::check(whole));
    found.extend(bounds::check(whole));
    found.extend(scenes::check(whole));
    found.extend(turns::check(whole));
    let faulty = faulty::Faulty::of(whole, told);
    found.extend(unready::check(whole, &faulty));
    found.extend(advance::check(whole, &faulty));
    found.extend(results::check(whole, &faulty));
    found.extend(loops::check(whole, &faulty));
    found.extend(keyed::check(whole, &faulty));
    found
}

/// What is no fault and yet probably not meant: answers that never change, and what nothing leads to.
#[must_use]
pub fn doubts(whole: Whole<'_>) -> Vec<Diagnostic> {
    let mut found = own_doubts(whole);
    found.extend(loose_ends(whole));
    found
}

/// Answers that never change, where nothing is at fault.
#[must_use]
pub fn own_doubts(whole: Whole<'_>) -> Vec<Diagnostic> {
    of_sentences(whole, Some(&idle::drifts(whole.rules)))
}

/// What nothing leads to, and what leads to nothing. Where something is not read, it may stand there.
#[must_use]
pub fn loose_ends(whole: Whole<'_>) -> Vec<Diagnostic> {
    let mut found = idle::check(whole);
    found.extend(unused::check(whole));
    found.extend(hides::check(whole));
    found
}

/// Doubts that hang on their own sentence alone, and hold also while others are not read.
#[must_use]
pub fn sure_doubts(whole: Whole<'_>) -> Vec<Diagnostic> {
    of_sentences(whole, None)
}

fn of_sentences(whole: Whole<'_>, counts: Option<&idle::Drifts>) -> Vec<Diagnostic> {
    let reach = reach::Reach::of(whole.rules, whole.graph);
    let mut found = never::check(whole, &reach, counts);
    found.extend(scores::check(whole));
    found.extend(stops::check(whole, &reach));
    found.extend(needs::check(whole, &reach));
    found.extend(readings::check(whole));
    found.extend(idle::rows(whole));
    found.extend(idle::amounts(whole));
    found.extend(idle::limits(whole, &reach));
    found.extend(idle::already(whole));
    found.extend(idle::in_vain(whole));
    found
}
