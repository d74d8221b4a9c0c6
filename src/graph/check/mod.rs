//! What the finished graph is asked before anything is played: do its parts agree, and does each of them matter.

mod advance;
mod asked;
mod belongs;
mod conflicts;
mod cycles;
mod guard;
mod mentions;
mod moments;
mod never;
mod reader;
mod room;
mod touch;
mod uncited;
mod unready;
mod unused;

use std::collections::HashSet;

use super::compile::Pass;
use super::simultaneous::Moment;
use crate::diag::any_error;
use crate::syntax::Declaration;

pub(super) use asked::Asked;
pub use uncited::uncited;

/// Pairs of rules at one moment whose order matters and is not said.
pub(super) fn undecided(pass: &Pass<'_>) -> HashSet<(Moment, Moment)> {
    if any_error(&pass.found) || pass.simultaneous.by.is_none() {
        return HashSet::new();
    }
    moments::pairs(pass, &reader::reach(&pass.program))
}

/// Faults of the whole: what meets and does not agree, what comes back to itself.
pub(super) fn faults(pass: &mut Pass<'_>, declarations: &[Declaration]) {
    let reach = reader::reach(&pass.program);
    let mut found = conflicts::check(pass, &reach, declarations);
    // what does not compile has no meaning to check
    if !any_error(&pass.found) {
        found.extend(moments::check(pass, &reach));
        found.extend(cycles::check(pass));
        found.extend(room::check(pass));
        found.extend(unready::check(pass, declarations));
        found.extend(belongs::check(pass, declarations));
        found.extend(advance::check(pass));
    }
    pass.found.extend(found);
}

/// What is no fault and yet probably not meant: answers that never change, and what nothing leads to.
pub(super) fn doubts(pass: &mut Pass<'_>, declarations: &[Declaration]) {
    if any_error(&pass.found) {
        return;
    }
    let reach = reader::reach(&pass.program);
    let mut found = never::check(pass, &reach);
    found.extend(unused::check(pass, declarations));
    pass.found.extend(found);
}
