//! What is kept and leads to nothing: markers that nobody gains or of which nobody asks, counts that never change, cards that
//! nobody can draw, words of which nobody asks, amounts that are nothing.

mod amounts;
mod armed;
mod bearers;
mod brief;
mod cards;
mod drift;
mod kept;
mod laid;
mod lapsed;
mod mutual;
mod needed;
mod outdone;
mod words;

use super::Whole;
use super::mentions::Mentions;
use crate::diag::Diagnostic;

pub(super) use amounts::check as amounts;
pub(super) use drift::{Drifts, drifts};

/// Reports them.
pub(super) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let mentions = Mentions::of(&whole.rules.names, whole.decls);
    let mut found = kept::check(whole);
    found.extend(cards::check(whole, &mentions));
    found.extend(words::check(whole));
    found.extend(drift::check(whole));
    found.extend(laid::check(whole, &mentions));
    found.extend(lapsed::check(whole));
    found.extend(armed::check(whole));
    found.extend(outdone::check(whole));
    found.extend(needed::check(whole));
    found.extend(brief::check(whole));
    found.extend(mutual::check(whole));
    found
}
