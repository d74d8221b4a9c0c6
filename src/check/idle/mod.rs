//! What is kept and leads to nothing: markers that nobody gains or of which nobody asks, counts that never change, cards that
//! nobody can draw, words of which nobody asks, amounts that are nothing.

mod amounts;
mod cards;
mod kept;
mod words;

use super::Whole;
use crate::diag::Diagnostic;

/// Reports them.
pub(super) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let mut found = kept::check(whole);
    found.extend(cards::check(whole));
    found.extend(words::check(whole));
    found.extend(amounts::check(whole));
    found
}
